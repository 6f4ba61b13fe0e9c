"""Conditions for an act to be legal, as records; `kernel.legality.judging` evaluates them.

They compare by identity, so that the kernel can look up quickly what it has made from them.
"""

from __future__ import annotations

from rulewright.program.expressions import Expression, Query
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.numbered import ActionNumber, FeatureNumber, RoutineNumber, WordNumber
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of an action: changes whose amounts are known before it is performed."""

    parts: tuple[Instruction, ...]
    extra: tuple[Instruction, ...] = ()  # the optional cost
    instead: tuple[tuple[Instruction, ...], ...] = ()  # the alternative costs, one of which may be paid instead of the parts


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """An expression is true."""

    node: Expression


@dataclass(frozen=True, slots=True, eq=False)
class UnlessWaiting:
    """An expression is true; it is only tested for an action that does not wait on a stack."""

    node: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Among:
    """A given thing is in a set."""

    node: Query


@dataclass(frozen=True, slots=True, eq=False)
class Adoptable:
    """The text that was given could be adopted as an amendment."""


@dataclass(frozen=True, slots=True, eq=False)
class Limited:
    """An action was used less often than its limit allows until a structure ends."""

    key: WordNumber  # the word under which uses are counted: what is limited, and until when
    most: int


@dataclass(frozen=True, slots=True, eq=False)
class Cooled:
    """No cooldown prevents the action."""

    action: ActionNumber


@dataclass(frozen=True, slots=True, eq=False)
class OthersTurn:
    """It is not the turn of the actor."""

    structure: RoutineNumber  # a procedure
    casts: bool = False  # turns belong to whole casts


@dataclass(frozen=True, slots=True, eq=False)
class NotBarred:
    """It counts as an action now, and no lasting effect bars the actor from it."""


@dataclass(frozen=True, slots=True, eq=False)
class CouldChange:
    """The effect could change something."""


@dataclass(frozen=True, slots=True, eq=False)
class Payable:
    """The costs can be paid in full."""

    costs: Costs


@dataclass(frozen=True, slots=True, eq=False)
class LevyPayable:
    """The additional cost of a target can be paid with the rest; if there is none, the rest was tested before."""

    levies: tuple[Alter, ...]
    costs: Costs


@dataclass(frozen=True, slots=True, eq=False)
class PayableWith:
    """One of the things that are picked for a payment, under a name, can be used for it."""

    name: str
    costs: Costs


@dataclass(frozen=True, slots=True, eq=False)
class Permitted:
    """No feature of the actor forbids the act."""

    feature: FeatureNumber
    node: Expression
    words: str  # the words of the feature for what is needed


@dataclass(frozen=True, slots=True, eq=False)
class OnInstruction:
    """The action is never chosen by players; other rules use it."""


@dataclass(frozen=True, slots=True, eq=False)
class UsableHere:
    """The source is in a zone from which the action can be used."""


@dataclass(frozen=True, slots=True, eq=False)
class NotForbidden:
    """Nothing says that the actor cannot perform the action or, with a pick, that what is picked cannot be chosen or entered."""

    pick: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class FaceUp:
    """The source is not face down."""


@dataclass(frozen=True, slots=True, eq=False)
class InUse:
    """No lasting effect has put the ability of the source out of use."""


Condition = (
    Truth | UnlessWaiting | Among | Adoptable | Limited | Cooled | OthersTurn | NotBarred | CouldChange | Payable | LevyPayable
    | PayableWith | Permitted | OnInstruction | UsableHere | NotForbidden | FaceUp | InUse
)  # fmt: skip
