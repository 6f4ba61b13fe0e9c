"""Features as a book defines them: special rules attached to a scope."""

from __future__ import annotations

from typing import get_args

from rulewright.program.declared import NOWHERE
from rulewright.program.durations import Until
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Adjust
from rulewright.program.numbered import OptionalActionNumber, ProhibitionNumber, StatNumber
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.signs import Level, Standing

LEVELS: tuple[Level, ...] = get_args(Level)
"""What a feature can be attached to; the level with precedence comes first."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature as the book defines it."""

    index: int
    name: str
    level: Level
    scope: Expression
    specific: int = 0
    when: Expression | None = None
    standing: tuple[tuple[StatNumber, Standing, Expression], ...] = ()  # stat, op, amount
    needs: Expression | None = None
    hides: tuple[StatNumber, ...] = ()
    verdicts: tuple[Adjust, ...] = ()  # how it affects a check
    rough: bool = False  # whether its tiles are difficult
    action: OptionalActionNumber = NOWHERE  # what it does when triggered or activated
    until: Until | None = None
    forbids: tuple[ProhibitionNumber, ...] = ()  # what cannot happen while somebody has it
    card: bool = False  # whether it comes from a card of its name; the players of such cards apply them in order
