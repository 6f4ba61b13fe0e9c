"""The candidates for a pick: sets of things, tiles, texts, past acts or options, as records."""

from __future__ import annotations

from rulewright.program.expressions import NONE, Expression, Query
from rulewright.program.numbered import OptionalWordNumber, WordNumber
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidates:
    """The things of a set."""

    node: Query


@dataclass(frozen=True, slots=True)
class Joinable:
    """The things whose stack can be joined; the first candidate, nothing, means a new stack."""


@dataclass(frozen=True, slots=True)
class NoOrYes:
    """No or yes."""


@dataclass(frozen=True, slots=True)
class WholeNumbers:
    """The whole numbers from one to another."""

    least: Expression
    most: Expression
    paid: bool = False  # the upper bound is what can be paid, so that it is higher if the act costs less


@dataclass(frozen=True, slots=True)
class PastActs:
    """The numbers of the past acts that are not struck, or of those with a certain name."""

    action: OptionalWordNumber = NONE  # its name, as a word


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts of the book; whether a draft can be adopted now is tested when it is given."""


@dataclass(frozen=True, slots=True)
class TilesNear:
    """The tiles within a distance of the actor, or that it can walk to; without a distance, all tiles."""

    tiles: Expression | None
    walking: bool = False


@dataclass(frozen=True, slots=True)
class TilesAlong:
    """The tiles to which somebody can be slid in a straight line in any direction."""

    tiles: Expression
    whom: Expression


@dataclass(frozen=True, slots=True)
class TilesMarked:
    """The tiles that are marked with the name of the actor's cast and a word."""

    mark: WordNumber  # as a word


Pool = Candidates | Joinable | NoOrYes | WholeNumbers | PastActs | Drafts | TilesNear | TilesAlong | TilesMarked
