"""Positions: the things of a scene or an example, with their places and stats."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.program.declared import NOBODY
from rulewright.program.expressions import Expression, Query
from rulewright.program.numbered import KindNumber, OptionalZoneNumber, StatNumber, WordNumber
from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Thing:
    """One object of a position."""

    name: str
    kind: KindNumber
    stats: tuple[tuple[StatNumber, int], ...] = ()
    side: int = NOBODY
    spot: tuple[int, int] | None = None
    zone: OptionalZoneNumber = NOBODY  # in play, if it is none
    owner: int = NOBODY
    at: int = NOBODY  # the number of the place it is at, among the things of the position
    attached: int = NOBODY  # the number of what it is attached to
    down: bool = False  # whether it lies face down


@dataclass(frozen=True, slots=True)
class Position:
    """A position as written."""

    name: str
    rows: tuple[str, ...] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    allied: frozenset[tuple[int, int]] = frozenset()
    neutral: frozenset[int] = frozenset()
    things: tuple[Thing, ...] = ()
    ends: tuple[tuple[Expression, Query | None], ...] = ()  # conditions, and who wins when they become true
    said: tuple[str, ...] = ()  # the same in words
    players: bool = False
    marks: Mapping[str, str] = field(default_factory=dict)
    features: tuple[str, ...] = ()
    cells: tuple[int, ...] = ()  # the numbers of the things that are the cells of a board


@dataclass(frozen=True, slots=True)
class SceneWords:
    """What the words of the program mean in a scene: which sides, which things, and which tiles of which side."""

    casts: Mapping[WordNumber, frozenset[int]] = field(default_factory=dict)  # the sides of a name
    things: Mapping[WordNumber, int] = field(default_factory=dict)  # the first thing of a name
    tiles: Mapping[tuple[int, WordNumber], frozenset[int]] = field(default_factory=dict)  # by side and word: `Heroes start`
