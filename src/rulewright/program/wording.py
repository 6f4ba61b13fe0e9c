"""The words of a failed check, where the kind of its condition does not say them: templates that the kernel fills with values."""

from __future__ import annotations

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
class SpeedWords:
    """Say that an action is not fast enough."""


Words = RangeWords | SightWords | KindWords | ActiveWords | SpeedWords
