"""Positions: what is where at the start, and the state that a game starts from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.state import placing
from rulewright.kernel.state.facts import NOBODY, Given, Setting, State
from rulewright.kernel.state.grid import Grid
from rulewright.program.position import Position
from rulewright.program.quick_dataclasses import replace

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

TILES = {
    "wall": ("walls", "opaque"), "difficult": ("rough",), "window": ("walls",), "low wall": ("walls",), "smoke": ("opaque",),
    "floor": (),
}  # fmt: skip
"""What a symbol of the map can mean, and its effect on movement and sight."""

ROOM = 24  # the width of the empty map of an example without a map


def marked(position: Position) -> dict[str, frozenset[int]]:
    """Give the tiles of each mark, and of each kind of ground."""
    width = max(map(len, position.rows), default=0)
    found: dict[str, set[int]] = {}
    for y, row in enumerate(position.rows):
        for x, sign in enumerate(row):
            for name in (position.marks.get(sign), position.legend.get(sign)):
                if name is not None:
                    found.setdefault(name, set()).add(y * width + x)
    return {name: frozenset(tiles) for name, tiles in found.items()}


def drawn(position: Position) -> Grid | None:
    """Draw the map of a position."""
    return ground(position.rows, position.legend, any(thing.spot for thing in position.things))


def ground(rows: Sequence[str], legend: Mapping[str, str], placed: bool) -> Grid | None:
    """Draw a map; without one, an empty one if things are placed on tiles."""
    if not rows:
        return Grid(ROOM, ROOM) if placed else None
    width = max(map(len, rows))
    sets: dict[str, set[int]] = {"walls": set(), "opaque": set(), "rough": set()}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            for into in TILES.get(legend.get(sign, "floor"), ()):
                sets[into].add(y * width + x)
    return Grid(width, len(rows), *(frozenset(sets[name]) for name in ("walls", "opaque", "rough")))


def _cells(position: Position, grid: Grid | None) -> tuple[int, ...]:
    """Give the cell of each tile of a board."""
    if grid is None or not position.cells:
        return ()
    spots = [(position.things[number].spot, number) for number in position.cells]
    found = {grid.tile(*spot): number for spot, number in spots if spot is not None}
    return tuple(found[tile] for tile in range(grid.width * grid.height))


def set_up(book: Book, position: Position, given: Given) -> State:
    """Make the state from which a game starts."""
    grid = drawn(position)
    difficult = book.rough.get(position.name)
    grid = replace(grid, rough=grid.rough | difficult) if grid is not None and difficult else grid
    width = max(map(len, position.rows), default=0)
    shown = enumerate("".join(row.ljust(width) for row in position.rows))
    signs = tuple((n, s) for n, s in shown if s in position.legend or s in position.marks)
    setting = Setting(position.name, grid, position.seats, position.sides, position.allied,
                      position.neutral, position.strategies, signs, _cells(position, grid))  # fmt: skip
    state = State(len(book.stats), setting)
    for kind, zone in enumerate(book.zones):
        for owner in range(len(position.seats)) if zone.owned else ([] if zone.quiet else [NOBODY]):
            state.zones.append([])
            state.grounds.append((kind, owner, 0))
    for thing in position.things:
        placing.place(book, state, placing.carried(book, thing, given), grid)
    placing.share(book, state)
    if position.players:
        state.links[0, "players"] = tuple(range(len(position.seats)))
    for slot, thing in enumerate(position.things):
        placing.bind(state, slot, thing)
    return state
