"""Saves: a game as plain JSON. With the same book hash it is loaded; with another, it is replayed to the first difference."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused, RulewrightError, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import saved_frames
from rulewright.kernel.history.saved_names import SavedNames
from rulewright.kernel.state import events
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import CONTROL, FACTS, Asked, Json, Lasting, Path, SavedControl, Setting, State
from rulewright.kernel.state.grid import Grid

FORMAT = 3
READ = (2, 3)
"""The formats that can be read."""
UNCHANGED = (int, bool, Asked)
"""The types of values that are written as they are."""
DAMAGE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError)
"""The exceptions of reading JSON that is not a saved game."""


def frozen(value: Json) -> Json:
    """Turn the lists of JSON into tuples, at all levels."""
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def _setting_out(setting: Setting) -> dict[str, Json]:
    grid = setting.grid
    return {
        "scene": setting.scene,
        "grid": None if grid is None else [grid.width, grid.height, *map(sorted, (grid.walls, grid.opaque, grid.rough))],
        "seats": setting.seats,
        "sides": setting.sides,
        "allied": sorted(setting.allied),
        "neutral": sorted(setting.neutral),
        "strategies": setting.strategies,
        "legend": setting.legend,
        **({"cells": setting.cells} if setting.cells else {}),  # a save without a board is as it was in earlier versions
    }


def _setting_in(data: dict[str, Json]) -> Setting:
    grid = data["grid"]
    made = None if grid is None else Grid(grid[0], grid[1], *(frozenset(tiles) for tiles in grid[2:]))
    named = {name: frozen(data[name]) for name in ("seats", "sides", "strategies", "legend")}
    named["cells"] = frozen(data.get("cells", ()))
    return Setting(data["scene"], made, allied=frozenset(frozen(data["allied"])), neutral=frozenset(data["neutral"]), **named)


def state_out(state: State, book: Book) -> dict[str, Json]:
    """Give a state as plain JSON values."""
    names = SavedNames(book.in_force(tuple(state.amendments)))
    out = {name: _written(names, name, getattr(state, name)) for name in (*FACTS, *CONTROL)}
    return {"format": FORMAT, "width": state.width, "setting": _setting_out(state.setting), **out}


def state_in(data: dict[str, Json], book: Book) -> State:
    """Read a state back; one without a format was written before slots were declared."""
    state, format = State(data["width"], _setting_in(data["setting"])), data.get("format", READ[0])
    names = SavedNames(book.in_force(frozen(data["amendments"])), reading=True)
    for name in (*FACTS, *CONTROL):
        setattr(state, name, _read(names, format, name, data[name]))
    events.index_lasting(state)
    return state


def control_out(control: SavedControl, book: Book) -> list[Json]:
    """Give the control of a state, in the form of `State.control`, as plain JSON values.

    The book is the one with the amendments of that state, or with later ones: procedures keep their numbers.
    """
    names = SavedNames(book)
    return [*(_written(names, name, value) for name, value in zip(CONTROL, control, strict=True)), FORMAT]


def control_in(values: list[Json], names: SavedNames) -> SavedControl:
    """Read a control back; one without a format was written before slots were declared."""
    format = values[len(CONTROL)] if len(values) > len(CONTROL) else READ[0]
    found: Json = tuple(_read(names, format, name, value) for name, value in zip(CONTROL, values, strict=False))
    control: SavedControl = found
    return control


def _written(names: SavedNames, name: str, value: Json) -> Json:
    """Give a field of a state as plain JSON values, with names for numbers."""
    if value is None or type(value) in UNCHANGED:
        return value
    if name == "cells":
        return value.tolist()
    if name == "zones":
        return [zone[:] for zone in value]
    if name == "links":
        return sorted([slot, names.link(link), names.links(link, to)] for (slot, link), to in value.items())
    if name == "tallies":
        return sorted([names.tally(what), slot, count] for (what, slot), count in value.items())
    if name == "lasting":
        return [list(names.lasting(effect)) for _, effect in sorted(value.items())]
    if name == "agenda":
        return [saved_frames.written(names, frame) for frame in value]
    if name == "since":
        return value[0], [names.event(event) for event in value[1]]
    return copy(value)


def _read(names: SavedNames, format: int, name: str, value: Json) -> Json:
    """Read a field of a state."""
    if name == "cells":
        return array("q", value)
    if name == "zones":
        return [list(zone) for zone in value]
    if name == "links":
        return {(slot, names.link(link)): names.links(link, frozen(to)) for slot, link, to in value}
    if name == "tallies":
        return {(names.tally(what), slot): count for what, slot, count in value}
    if name == "lasting":
        return {item[0]: names.lasting(Lasting(*frozen(item))) for item in value}
    if name == "agenda":
        return [saved_frames.read(names, saved_frames.SavedFrame(*frozen(item)), format) for item in value]
    if name == "since" and value is not None:
        return frozen(value[0]), [names.event(frozen(event)) for event in value[1]]
    if name == "asked":
        return None if value is None else Asked(*frozen(value))
    return [frozen(item) for item in value] if isinstance(value, list) and name != "barred" else frozen(value)


def fingerprint(state: State, book: Book) -> str:
    """Hash a state."""
    return _digest(state_out(state, book))


def _digest(data: Json) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def save(game: Game) -> dict[str, Json]:
    """Give a game as plain JSON values: state, journal, events, and the book's text and hash."""
    if game.imagined:
        raise Refused("an imagined game cannot be saved: the answers that led to it are not known")
    rerolls = {"rerolls": list(game.machine.rerolls)} if game.machine.rerolls else {}
    return {
        "rulewright": FORMAT,
        "book": {
            "name": game.base.name,
            "hash": game.base.hash,
            "text": game.base.text,
            "readings": dict(game.base.readings),
        },
        "scene": game.scene,
        "seed": game.seed,
        "dice": game.dice,
        **rerolls,
        "given": game.given,
        "state": state_out(game.state, game.book),
        "journal": [[entry.number, entry.at, entry.player, entry.path] for entry in game.journal],
        "events": [events_out(game, d.entry.number) for d in game.done],
        "fingerprint": game.fingerprint(),
    }


def events_out(game: Game, number: int) -> list[Event]:
    """Give the events of an answer, when it was first given, with names for numbers."""
    names = SavedNames(game.book)
    return [names.event(event) for event in game.record[number]]


def load(data: Json, book: Book) -> Game:
    """Read a game with its book; with another book, replay it."""
    with _readable():
        if data["rulewright"] not in READ:
            known = " and ".join(map(str, READ))
            raise SaveError(f"save format {data['rulewright']!r} cannot be read: this version reads the formats {known}")
        if data["book"]["hash"] != book.hash:
            return replay(data, book)
        if _digest(data["state"]) != data["fingerprint"]:
            raise SaveError("the saved state does not match its fingerprint: the file was changed")
        game = replay(data, book)
        if not _stands(data, game):
            raise SaveError("the saved answers lead to a state that differs from the saved one: the file was changed")
        return game


def _stands(data: Json, game: Game) -> bool:
    """Say whether a game is as it was saved; frames of an older version may have had fewer or more slots."""
    if data["rulewright"] == FORMAT:
        return bool(game.fingerprint() == data["fingerprint"])
    state = state_in(data["state"], game.book)
    return all(getattr(state, name) == getattr(game.state, name) for name in (*FACTS, "asked"))


def replay(data: Json, book: Book, to: int | None = None) -> Game:
    """Play a saved game's answers again, and stop at the first that no longer fits."""
    with _readable():
        _whole_numbers(data["seed"], *(data["dice"] or ()))
        game = Game(book, data["scene"], seed=data["seed"], dice=data["dice"], given=data.get("given"))
        game.machine.rerolls = tuple(data.get("rerolls", ()))
        _whole_numbers(*game.machine.rerolls)
        _same(0, data, game)
        for number, at, player, path in data["journal"][1:]:
            if to is not None and number > to:
                break
            _again(game, number, at, player, frozen(path))
            _same(number, data, game)
        return game


@contextmanager
def _readable() -> Iterator[None]:
    """Turn every problem of a save into one kind of error."""
    try:
        yield
    except SaveError:
        raise
    except RulewrightError as error:
        raise SaveError(f"the saved game cannot be begun: {error}") from None
    except DAMAGE as error:
        raise SaveError(f"not a saved game: {type(error).__name__} at {error}") from None


def _whole_numbers(*values: Json) -> None:
    """Check the seed and the dice that were not rolled yet, because replaying does not use them."""
    for value in values:
        if not isinstance(value, int):
            raise TypeError(f"{value!r}, where a whole number is needed")


def _again(game: Game, number: int, at: int, player: int, path: Path) -> None:
    try:
        game.enter(player, path, at)
    except RulewrightError as error:
        raise SaveError(f"answer {number} is not possible any more: {error}") from None


def _same(number: int, data: Json, game: Game) -> None:
    recorded, happened = frozen(data["events"][number]), frozen(events_out(game, number))
    if recorded != happened:
        shorter = min(len(recorded), len(happened))
        at = next((n for n in range(shorter) if recorded[n] != happened[n]), shorter)
        was = recorded[at] if at < len(recorded) else "nothing"
        now = happened[at] if at < len(happened) else "nothing"
        raise SaveError(f"answer {number} plays differently now: {now} instead of {was}")
