"""What a pick is made from: sets of things, tiles, texts, past acts or options, as records."""

from __future__ import annotations

from rulewright.program.expressions import NONE, Expression, Query
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidates:
    """The things of a set."""

    node: Query


@dataclass(frozen=True, slots=True)
class Joinable:
    """What could be named to join its stack, after naming nothing, which founds a new one."""


@dataclass(frozen=True, slots=True)
class NoOrYes:
    """Whether something is wanted: no or yes."""


@dataclass(frozen=True, slots=True)
class PastActs:
    """The numbers of the acts so far that do not stand struck, or of those of a name."""

    action: int = NONE  # its name, as a word


@dataclass(frozen=True, slots=True)
class Drafts:
    """The texts of the book's drawer, whether or not they could be adopted now: that is found out when one is given."""


@dataclass(frozen=True, slots=True)
class TilesNear:
    """The tiles within reach of the actor, or that it can walk to; without a reach, all of them."""

    tiles: Expression | None
    walking: bool = False


@dataclass(frozen=True, slots=True)
class TilesAlong:
    """The tiles to which somebody can be slid in a straight line, any way."""

    tiles: Expression
    whom: Expression


@dataclass(frozen=True, slots=True)
class TilesMarked:
    """The tiles with the name of the actor's cast and a word."""

    mark: str


Pool = Candidates | Joinable | NoOrYes | PastActs | Drafts | TilesNear | TilesAlong | TilesMarked
