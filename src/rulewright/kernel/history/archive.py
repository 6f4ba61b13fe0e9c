"""An archive: a game as plain JSON rows, one for each answer, read back without playing anything again.

A save is checked by playing it; an archive is trusted, because the program that stores it wrote it. So a game that was begun with
an older version can be read even if one of its answers would have another result today.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.history.judgment import First
from rulewright.kernel.history.saved_names import SavedNames
from rulewright.kernel.history.saves import control_in, control_out, frozen, state_in, state_out
from rulewright.kernel.state import events
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import Given, Json, State

Data = dict[str, Json]


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
    book = game.book if state is None else game.base.in_force(tuple(state.amendments))
    return {"control": control_out(done.control, book), **answer(game, done, book)}


def answer(game: Game, done: Done, book: Book) -> Data:
    """Give one answer of a game with all its results, but without the control before it."""
    number, names = done.entry.number, SavedNames(book)
    out: Data = {"entry": list(done.entry), "events": [*map(names.event, done.events)]}
    if done.lapsed:
        out["lapsed"] = done.lapsed
    if game.record[number] is not done.events:
        out["record"] = [*map(names.event, game.record[number])]
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
    book: Book, began: Head, state: State, rows: Sequence[Data], control: Json, past: Sequence[Data] = (), since: int = 0
) -> Game:
    """Make a game from a state after `since` of its rows, the rows, and the control after the last of them."""
    names = _followed(book, state, rows[since:])
    state.set_control(control_in(control, names))
    game = Game(book, began.scene, seed=began.seed, dice=began.dice, state=state, given=began.given)
    game.done[:] = answers = [_done(each, names) for each in rows]
    game.machine.rerolls = began.rerolls
    for each, done in zip(rows, answers, strict=True):
        _record(game, each, done, names)
    game.past = [_judged(book, each) for each in past]
    return game


def _followed(book: Book, state: State, rows: Sequence[Data]) -> SavedNames:
    """Let the events of rows happen; give the names of the book with the amendments that are then in force."""
    told = (event for each in rows for event in each["events"])
    amendments = [*state.amendments, *(frozen(event[3]) for event in told if event[0] == "amended")]
    names = SavedNames(book.in_force(tuple(amendments)), reading=True)
    for each in rows:
        for event in _events(each["events"], names):
            events.apply(state, event)
    return names


def _judged(book: Book, data: Data) -> tuple[int, list[Done], State]:
    """Read a state before a Judgment, with the answers that led to it."""
    state = state_in(data["state"], book)
    names = SavedNames(book.in_force(tuple(state.amendments)), reading=True)
    return data["number"], [_done(each, names) for each in data["rows"]], state


def extend(game: Game, rows: Sequence[Data], control: Json) -> None:
    """Add new rows to a revived game, and set the control after the last of them."""
    names = _followed(game.base, game.state, rows)
    for each in rows:
        game.done.append(done := _done(each, names))
        _record(game, each, done, names)
    game.state.set_control(control_in(control, names))
    game.machine.forget()
    if game.state.amendments:
        game.machine.enforce()


def _record(game: Game, data: Data, done: Done, names: SavedNames) -> None:
    """Record what an answer did when it was first given, if that can differ from what it does now."""
    game.record[done.entry.number] = _events(data["record"], names) if "record" in data else done.events
    if "first" in data:
        entry, about = data["first"]
        game._first[done.entry.number] = First(Entry(*frozen(entry)), {slot: frozen(origin) for slot, origin in about})


def _done(data: Data, names: SavedNames) -> Done:
    entry = Entry(*frozen(data["entry"]))
    return Done(entry, _events(data["events"], names), control_in(data["control"], names), data.get("lapsed", ""))


def _events(data: Sequence[Json], names: SavedNames) -> tuple[Event, ...]:
    return tuple(names.event(frozen(each)) for each in data)
