"""An archive: a game as plain JSON rows, one for each answer, read back without playing anything again.

A save is checked by playing it; an archive is trusted, because the program that stores it wrote it. So a game that was begun with
an older version can be read even if one of its answers would have another result today.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.history.judgment import First
from rulewright.kernel.history.saves import control_in, control_out, frozen, state_in, state_out
from rulewright.kernel.state import events
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import Given, Lasting, State

Data = dict[str, Any]


class Head(NamedTuple):
    """The data with which a game was begun."""

    scene: str
    seed: int
    dice: tuple[int, ...] | None = None
    given: Given | None = None
    rerolls: tuple[int, ...] = ()  # the answers from which on the host has rerolled


def head(game: Game) -> Data:
    """Give the data with which a game was begun, as plain JSON."""
    rerolls = list(game.machine.rerolls)
    return {"scene": game.scene, "seed": game.seed, "dice": game.dice, "given": game.given, "rerolls": rerolls}


def head_in(data: Data) -> Head:
    """Read the data with which a game was begun."""
    dice = data["dice"]
    return Head(data["scene"], data["seed"], None if dice is None else tuple(dice), data["given"], tuple(data["rerolls"]))


def row(game: Game, done: Done, state: State | None = None) -> Data:
    """Give one answer of a game with all its results; if answers can be struck, also as it was first given.

    The answer led to a state, by default the current one.
    """
    number, book = done.entry.number, game.book if state is None else game.base.in_force(tuple(state.amendments))
    out: Data = {"entry": list(done.entry), "events": done.events, "control": control_out(done.control, book)}
    if done.lapsed:
        out["lapsed"] = done.lapsed
    if game.record[number] is not done.events:
        out["record"] = game.record[number]
    if number in game.first:
        first = game.first[number]
        out["first"] = [list(first.entry), sorted([slot, origin] for slot, origin in first.about.items())]
    return out


def judgments(game: Game) -> list[Data]:
    """Give the states before each Judgment, so that it can be undone."""
    return [
        {"number": number, "rows": [row(game, done, state) for done in answers], "state": state_out(state, game.base)}
        for number, answers, state in game.past
    ]


def revived(
    book: Book, began: Head, state: State, rows: Sequence[Data], control: Any, past: Sequence[Data] = (), since: int = 0
) -> Game:
    """Make a game from a state after `since` of its rows, the rows, and the control after the last of them."""
    amended = _followed(book, state, rows[since:])
    state.set_control(control_in(control, amended))
    game = Game(book, began.scene, seed=began.seed, dice=began.dice, state=state, given=began.given)
    game.done[:] = answers = [_done(each, amended) for each in rows]
    game.machine.rerolls = began.rerolls
    for each, done in zip(rows, answers, strict=True):
        _record(game, each, done)
    game.past = [_judged(book, each) for each in past]
    return game


def _followed(book: Book, state: State, rows: Sequence[Data]) -> Book:
    """Let the events of rows happen; give the book with the amendments that are then in force."""
    for each in rows:
        for event in _events(each["events"]):
            events.apply(state, event)
    return book.in_force(tuple(state.amendments))


def _judged(book: Book, data: Data) -> tuple[int, list[Done], State]:
    """Read a state before a Judgment, with the answers that led to it."""
    state = state_in(data["state"], book)
    return data["number"], [_done(each, book.in_force(tuple(state.amendments))) for each in data["rows"]], state


def extend(game: Game, rows: Sequence[Data], control: Any) -> None:
    """Add new rows to a revived game, and set the control after the last of them."""
    amended = _followed(game.base, game.state, rows)
    for each in rows:
        game.done.append(done := _done(each, amended))
        _record(game, each, done)
    game.state.set_control(control_in(control, amended))
    game.machine.forget()
    if game.state.amendments:
        game.machine.enforce()


def _record(game: Game, data: Data, done: Done) -> None:
    """Record what an answer did when it was first given, if that can differ from what it does now."""
    game.record[done.entry.number] = _events(data["record"]) if "record" in data else done.events
    if "first" in data:
        entry, about = data["first"]
        game._first[done.entry.number] = First(Entry(*frozen(entry)), {slot: frozen(origin) for slot, origin in about})


def _done(data: Data, book: Book) -> Done:
    entry = Entry(*frozen(data["entry"]))
    return Done(entry, _events(data["events"]), control_in(data["control"], book), data.get("lapsed", ""))


def _events(data: Sequence[Any]) -> tuple[Event, ...]:
    return tuple(_event(frozen(each)) for each in data)


def _event(event: Event) -> Event:
    """Give an event whose lasting effects are records again, because JSON has made lists of them."""
    if event[0] not in ("lasts", "expired"):
        return event
    return (event[0], *(Lasting(*part) if part is not None else None for part in event[1:]))
