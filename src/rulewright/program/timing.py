"""Instructions of timing structures and of what is decided, used and allowed inside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Settling:
    """Settle the game now, again until nothing changes, inside settling too."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Let each player answer what has happened since the last time."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Go on at a step of a structure that is under way; what has been begun since is cut short."""

    structure: str
    step: str


@dataclass(frozen=True, slots=True)
class Decide:
    """Ask somebody whether to do what follows, paying for it where a stat is named; if not, go on at `otherwise`."""

    who: Any
    words: str
    otherwise: int
    stat: int = -1
    amount: Any = None
    when: Any = None  # what must hold of it, too; who is asked is asked in any case


@dataclass(frozen=True, slots=True)
class InOrder:
    """Run what follows, up to `end`, once for each of some things and the first few of a pile, as somebody chooses."""

    var: str
    of: Any
    by: Any
    end: int = 0
    pile: Any = None
    count: Any = None  # how many of the pile


@dataclass(frozen=True, slots=True)
class Use:
    """Use the abilities of a mark that something has, one after another as they are printed; those out of use are left out."""

    of: Any
    mark: str


@dataclass(frozen=True, slots=True)
class Silence:
    """Let the actor put so many abilities of a mark that something has out of use, for a duration."""

    of: Any
    mark: str
    count: Any
    until: tuple[Any, ...]
    fewer: bool = False


@dataclass(frozen=True, slots=True)
class Allow:
    """Let somebody take one of some actions, or have to, without paying a stat; only while a structure of theirs is under way."""

    who: Any
    actions: tuple[str, ...]
    stat: int
    structure: str
    must: bool = False


@dataclass(frozen=True, slots=True)
class Instruct:
    """Let a thing's actions of a mark be taken, one of them, wherever it lies and whatever their speed."""

    of: Any
    mark: str


@dataclass(frozen=True, slots=True)
class Make:
    """Make a new thing of a kind in a zone, and station something there."""

    kind: str
    zone: int
    what: Any
