"""What must hold for an act to be legal, as records: each is a question that the kernel's judge answers.

Each is equal to itself alone, so that what the kernel makes of it is found quickly.
"""

from __future__ import annotations

from rulewright.program.expressions import Expression, Query
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Costs:
    """What an action costs: changes whose amounts are known before it is performed."""

    parts: tuple[Instruction, ...]
    extra: tuple[Instruction, ...] = ()  # what is paid in addition where it is wanted


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """An expression holds."""

    node: Expression


@dataclass(frozen=True, slots=True, eq=False)
class UnlessWaiting:
    """An expression holds; it is asked of what acts at once."""

    node: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Among:
    """What was named is one of the things of a set."""

    node: Query


@dataclass(frozen=True, slots=True, eq=False)
class Adoptable:
    """The text that was given could be adopted as an amendment."""


@dataclass(frozen=True, slots=True, eq=False)
class Limited:
    """An action may be used so many times until a structure ends."""

    key: str
    most: int


@dataclass(frozen=True, slots=True, eq=False)
class Cooled:
    """An action is not kept from being used again."""

    action: int


@dataclass(frozen=True, slots=True, eq=False)
class OthersTurn:
    """It is not the actor's own turn."""

    structure: str
    casts: bool = False  # a turn is that of a whole cast


@dataclass(frozen=True, slots=True, eq=False)
class NotBarred:
    """It is an action now, and nothing that lasts bars the actor from it."""


@dataclass(frozen=True, slots=True, eq=False)
class CouldChange:
    """The effect could change something."""


@dataclass(frozen=True, slots=True, eq=False)
class Payable:
    """The costs can be paid in full."""

    costs: Costs


@dataclass(frozen=True, slots=True, eq=False)
class LevyPayable:
    """What a target costs in addition can be paid with the rest; where it costs nothing, the rest has been asked about."""

    levies: tuple[Alter, ...]
    costs: Costs


@dataclass(frozen=True, slots=True, eq=False)
class PayableWith:
    """One of the things that are picked, under a name, to pay with can serve."""

    name: str
    costs: Costs


@dataclass(frozen=True, slots=True, eq=False)
class Permitted:
    """Whoever has a feature does nothing that the feature's expression forbids."""

    feature: int
    node: Expression


@dataclass(frozen=True, slots=True, eq=False)
class OnInstruction:
    """Nobody performs it at will."""


@dataclass(frozen=True, slots=True, eq=False)
class UsableHere:
    """The source lies where the action can be used from."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceUp:
    """The source does not lie face down."""


Condition = (
    Truth | UnlessWaiting | Among | Adoptable | Limited | Cooled | OthersTurn | NotBarred | CouldChange | Payable | LevyPayable
    | PayableWith | Permitted | OnInstruction | UsableHere | FaceUp
)  # fmt: skip
