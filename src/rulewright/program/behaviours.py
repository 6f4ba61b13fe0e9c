"""Strategies as a book stores them: ranked behaviours, each with its condition and its choice of target."""

from __future__ import annotations

from rulewright.program.expressions import NONE, Expression, Query
from rulewright.program.numbered import OptionalActionNumber, OptionalStatNumber, OptionalWordNumber
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.signs import Course, Preference


@dataclass(frozen=True, slots=True)
class Aim:
    """The target of a behaviour: the best of some things, or of the tiles with a mark, by some measure."""

    way: Course  # at, toward or away
    of: Query | None
    mark: OptionalWordNumber = NONE
    how: Preference = ""  # lowest, highest, nearest, farthest or random; with "" the first in the book's usual order
    by: Expression | None = None


@dataclass(frozen=True, slots=True)
class Behaviour:
    """An action with the condition under which it is tried; without an action it ends the turn."""

    words: str
    action: OptionalActionNumber
    when: Expression | None = None
    choice: Aim | None = None


@dataclass(frozen=True, slots=True)
class Strategy:
    """A ranked list of behaviours; `threat` measures how dangerous an actor is."""

    name: str
    behaviours: tuple[Behaviour, ...]
    health: OptionalStatNumber = -1
    threat: Expression | None = None
