"""What a book says about its cards and its table: the printed text, and how the table is drawn. No rule depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulewright.program.expressions import Expression
from rulewright.program.numbered import StatNumber, ZoneNumber
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.signs import Placing


@dataclass(frozen=True, slots=True)
class Printed:
    """The text of an ability of a card, or of an action of an actor."""

    name: str
    types: tuple[str, ...] = ()
    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a kind of thing, except its numbers: types, cost, text and abilities."""

    types: tuple[str, ...] = ()
    cost: tuple[tuple[StatNumber, int], ...] = ()  # stats and amounts
    text: tuple[str, ...] = ()
    abilities: tuple[Printed, ...] = ()
    place: Placing = ""  # for a place, how the things at it are drawn: "column" or "across"


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is drawn, as far as the book says so or its scenes show it. Zones are numbers of kinds of zone."""

    score: Expression | None = None
    stat: str = ""  # the stat that is the score
    bound: Expression | None = None
    how: Literal["wins", "loses"] = "wins"  # what happens at the bound: "wins" or "loses"
    goal: tuple[str, ...] = ()
    goals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by scene: when it ends
    held: Mapping[str, frozenset[StatNumber]] = field(default_factory=dict)  # by seat: the stats that it begins a scene with
    first: tuple[StatNumber, ...] = ()
    small: tuple[StatNumber, ...] = ()
    cost: tuple[StatNumber, ...] = ()
    # zones drawn beside a player: the seat, or "" for the player who controls each thing
    rows: Mapping[ZoneNumber, str] = field(default_factory=dict)
    piles: frozenset[ZoneNumber] = frozenset()
    total: StatNumber | None = None
    front: StatNumber | None = None  # the state of those things at a place in a column that stand before it
    without: tuple[str, ...] = ()
