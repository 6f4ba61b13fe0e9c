"""What a book says of its table and of its cards: what is printed on them, how the table is laid out. None of it is a rule."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.program.expressions import Expression
from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Printed:
    """An ability of a card or an action of an actor, as written."""

    name: str
    types: tuple[str, ...] = ()
    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a kind of thing, but for its numbers: types, cost, text and abilities."""

    types: tuple[str, ...] = ()
    cost: tuple[tuple[int, int], ...] = ()  # stats and amounts
    text: tuple[str, ...] = ()
    abilities: tuple[Printed, ...] = ()
    place: str = ""  # how things that are at it are drawn, where it is a place: "column" or "across"


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is laid out, as far as a book says so or scenes show it. Zones are kinds of zone, by number."""

    score: Expression | None = None
    stat: str = ""  # what the score is of
    bound: Expression | None = None
    how: str = "wins"  # what happens at the bound: "wins" or "loses"
    goal: tuple[str, ...] = ()
    goals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by scene: when it ends
    held: Mapping[str, frozenset[int]] = field(default_factory=dict)  # by seat: the stats that it begins a scene with
    first: tuple[int, ...] = ()
    small: tuple[int, ...] = ()
    cost: tuple[int, ...] = ()
    rows: Mapping[int, str] = field(default_factory=dict)  # zones drawn beside a player: the seat, "" for who controls each thing
    piles: frozenset[int] = frozenset()
    total: int | None = None
    without: tuple[str, ...] = ()
