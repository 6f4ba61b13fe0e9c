"""How long something lasts, as the rules say it."""

from __future__ import annotations

from rulewright.program.expressions import Constant, Expression
from rulewright.program.modes import Term
from rulewright.program.quick_dataclasses import dataclass

ONE = Constant(1)


@dataclass(frozen=True, slots=True)
class Until:
    """The end of a duration: of a structure under way, so many of its beginnings or ends, or a numbered condition of the book."""

    how: Term
    structure: str = ""
    whose: Expression | None = None
    count: Expression = ONE
    later: bool = False  # the end of the present one is passed over
    condition: int = -1
