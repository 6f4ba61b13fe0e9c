"""The words of a failed check: templates that the kernel fills with current values."""

from __future__ import annotations

from rulewright.program.conditions import Costs
from rulewright.program.expressions import Expression
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RangeWords:
    """Say how far away something is and how far the action reaches."""

    tiles: Expression
    spot: str = ""


@dataclass(frozen=True, slots=True)
class SightWords:
    """Say that something is out of sight."""

    spot: str = ""


@dataclass(frozen=True, slots=True)
class KindWords:
    """Say that something is not an allowed target."""

    words: str


@dataclass(frozen=True, slots=True)
class ActiveWords:
    """Say that something is no longer in play."""


@dataclass(frozen=True, slots=True)
class NeedWords:
    """Say which prerequisite is not met, with its values."""

    node: Expression


@dataclass(frozen=True, slots=True)
class LimitWords:
    """Say that a limit is reached."""

    key: int
    most: int


@dataclass(frozen=True, slots=True)
class CoolingWords:
    """Say that an action cannot be used again yet."""

    action: int


@dataclass(frozen=True, slots=True)
class TurnWords:
    """Say that a reaction can only be used in the turns of others."""


@dataclass(frozen=True, slots=True)
class SpeedWords:
    """Say that an action is not fast enough."""


@dataclass(frozen=True, slots=True)
class BarWords:
    """Say what bars somebody from an action."""


@dataclass(frozen=True, slots=True)
class TextWords:
    """Say which problems the checker finds in a text."""


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """Say that the action would change nothing."""


@dataclass(frozen=True, slots=True)
class CostWords:
    """Say which cost cannot be paid."""

    costs: Costs


@dataclass(frozen=True, slots=True)
class ForbiddenWords:
    """Say which feature forbids an act."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class InstructionWords:
    """Say that players cannot choose the action, because only other rules use it."""


@dataclass(frozen=True, slots=True)
class ZoneWords:
    """Say that the action cannot be used from the zone of its source."""


@dataclass(frozen=True, slots=True)
class CannotWords:
    """Say which rule says that it cannot be."""

    pick: str = ""


@dataclass(frozen=True, slots=True)
class FaceDownWords:
    """Say that the source lies face down."""


@dataclass(frozen=True, slots=True)
class OutOfUseWords:
    """Say that the ability is out of use."""


Words = (
    RangeWords | SightWords | KindWords | ActiveWords | NeedWords | LimitWords | CoolingWords | TurnWords | SpeedWords | BarWords
    | TextWords | ChangeWords | CostWords | ForbiddenWords | InstructionWords | ZoneWords | CannotWords | FaceDownWords
    | OutOfUseWords
)  # fmt: skip
