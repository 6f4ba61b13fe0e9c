"""Instructions that intervene in what waits, in rules and in past acts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.program.expressions import Expression


@dataclass(frozen=True, slots=True)
class Block:
    """Block a waiting action."""

    whom: Expression


@dataclass(frozen=True, slots=True)
class Copy:
    """Put a copy of a waiting action on a stack, as the actor's."""

    whom: Expression


@dataclass(frozen=True, slots=True)
class Aim:
    """Give a waiting action another target."""

    whom: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Classify:
    """Let an action be of another class, for a while or for good; NOWHERE: of none, so that it is no action any more."""

    action: str
    to: int
    until: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """Let somebody perform no actions of a class, or of what several classes are called, but those of some rules."""

    whom: Expression
    called: str
    but: tuple[str, ...]
    until: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Make a thing of a kind that carries the text that was given."""

    kind: str
    zone: int


@dataclass(frozen=True, slots=True)
class Enact:
    """Let the text that something carries be in force from now on."""

    whom: Expression


@dataclass(frozen=True, slots=True)
class Judge:
    """Annul the past act that was picked."""


@dataclass(frozen=True, slots=True)
class Strays:
    """What may no longer wait leaves its stack."""
