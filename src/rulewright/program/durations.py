"""How long an effect lasts."""

from __future__ import annotations

from rulewright.program.expressions import NONE, Constant, Expression
from rulewright.program.modes import Term
from rulewright.program.numbered import OptionalRoutineNumber, OptionalUntilNumber
from rulewright.program.quick_dataclasses import dataclass

ONE = Constant(1)


@dataclass(frozen=True, slots=True)
class Until:
    """The end of a duration: of a structure in progress, of so many beginnings or ends, or a numbered condition of the book."""

    how: Term
    structure: OptionalRoutineNumber = NONE  # a procedure
    whose: Expression | None = None
    count: Expression = ONE
    later: bool = False  # the end of the current one does not count
    own: bool = False  # the structure is that of the thing on which the effect is
    player: bool = False  # or of its player
    condition: OptionalUntilNumber = -1
