"""Positions: who stands where with what, and the state that a game starts from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.kernel.book import Book
from rulewright.kernel.state import laying
from rulewright.kernel.state.facts import NOBODY, Setting, State, Vars
from rulewright.kernel.state.grid import Grid

TILES = {
    "wall": ("walls", "opaque"), "difficult": ("rough",), "window": ("walls",), "low wall": ("walls",), "smoke": ("opaque",),
    "floor": (),
}  # fmt: skip
"""What a sign of the map can stand for, and what that does to movement and sight."""

ROOM = 24  # an example that draws no map plays on a bare square of this width


@dataclass(slots=True)
class Thing:
    """One object of a position."""

    name: str
    kind: str = ""
    stats: dict[int, int] = field(default_factory=dict)
    side: int = NOBODY
    spot: tuple[int, int] | None = None
    zone: str = ""
    owner: int = NOBODY
    at: str = ""  # the name of the place it is at
    attached: str = ""  # the name of what it is attached to
    down: bool = False  # whether it lies face down
    actions: tuple[str, ...] | None = None


@dataclass(slots=True)
class Position:
    """A position as written."""

    name: str
    rows: list[str] = field(default_factory=list)
    legend: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    strategies: list[str] = field(default_factory=list)
    allied: set[tuple[int, int]] = field(default_factory=set)
    neutral: set[int] = field(default_factory=set)
    things: list[Thing] = field(default_factory=list)
    ends: list[tuple[Any, Any]] = field(default_factory=list)  # conditions, and who wins by each
    said: list[str] = field(default_factory=list)  # the same in words
    players: bool = False
    marks: dict[str, str] = field(default_factory=dict)
    features: list[str] = field(default_factory=list)

    def marked(self) -> dict[str, frozenset[int]]:
        """Give the tiles of each mark, and of each kind of ground."""
        width = max(map(len, self.rows), default=0)
        found: dict[str, set[int]] = {}
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                for name in (self.marks.get(sign), self.legend.get(sign)):
                    if name is not None:
                        found.setdefault(name, set()).add(y * width + x)
        return {name: frozenset(tiles) for name, tiles in found.items()}

    def grid(self) -> Grid | None:
        """Draw the map."""
        if not self.rows:
            return Grid(ROOM, ROOM) if any(thing.spot for thing in self.things) else None
        width = max(map(len, self.rows))
        sets: dict[str, set[int]] = {"walls": set(), "opaque": set(), "rough": set()}
        for y, row in enumerate(self.rows):
            for x, sign in enumerate(row):
                for into in TILES.get(self.legend.get(sign, "floor"), ()):
                    sets[into].add(y * width + x)
        return Grid(width, len(self.rows), *(frozenset(sets[name]) for name in ("walls", "opaque", "rough")))

    def set_up(self, book: Book, given: Vars) -> State:
        """Make the state a game starts from."""
        grid = self.grid()
        difficult = book.extra.get("rough", {}).get(self.name)
        grid = replace(grid, rough=grid.rough | difficult) if grid is not None and difficult else grid
        width = max(map(len, self.rows), default=0)
        drawn = enumerate("".join(row.ljust(width) for row in self.rows))
        signs = tuple((n, s) for n, s in drawn if s in self.legend or s in self.marks)
        setting = Setting(self.name, grid, tuple(self.seats), tuple(self.sides), frozenset(self.allied),
                          frozenset(self.neutral), tuple(self.strategies), signs)  # fmt: skip
        state = State(len(book.stats), setting)
        for kind, zone in enumerate(book.zones):
            for owner in range(len(self.seats)) if zone.owned else ([] if zone.quiet else [NOBODY]):
                state.zones.append([])
                state.grounds.append((kind, owner, 0))
        for thing in self.things:
            laying.place(book, state, laying.carried(book, thing, given), grid)
        laying.share(book, state)
        if self.players:
            state.links[0, "players"] = tuple(range(len(self.seats)))
        for slot, thing in enumerate(self.things):
            laying.bind(state, slot, thing)
        return state
