"""The compiled form of where things are, whose they are and what is noted of them: nodes that ask, instructions that change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# -- nodes: their parts are nodes, too ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class At:
    """`it` is at somebody or something that is a place."""

    who: Any


@dataclass(frozen=True, slots=True)
class AtSome:
    """`it` is at a place for which all tests hold; without tests, at any."""

    tests: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """`it` is where somebody is: at the same place, or both at home with the same player."""

    who: Any


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """The place somebody is at."""

    who: Any


@dataclass(frozen=True, slots=True)
class HostOf:
    """What somebody is attached to."""

    who: Any


@dataclass(frozen=True, slots=True)
class Attaching:
    """`it` is attached to something for which all tests hold."""

    tests: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Noted:
    """The first that is noted of somebody under a word."""

    word: str
    of: Any


@dataclass(frozen=True, slots=True)
class NotedAs:
    """`it` is noted of somebody under a word, or (`turned`) somebody is noted of it."""

    word: str
    who: Any
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """What brings about what happens now; with tests, that one of it passes them all."""

    tests: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Doer:
    """Who does what happens now: whom `by …:` names, or whoever acts."""


@dataclass(frozen=True, slots=True)
class ActivePlayer:
    """The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class PlayerOf:
    """The player whose somebody is."""

    who: Any


@dataclass(frozen=True, slots=True)
class Owners:
    """How many players the things of a set belong to."""

    of: Any


@dataclass(frozen=True, slots=True)
class Nobodys:
    """`it` belongs to nobody."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A structure is in progress."""

    structure: str


@dataclass(frozen=True, slots=True)
class Arrives:
    """The event brings something to a place."""


@dataclass(frozen=True, slots=True)
class NoneThere:
    """No thing of a set is at `it`."""

    of: Any


@dataclass(frozen=True, slots=True)
class Abroad:
    """`it` is at a place that is not its player's."""


@dataclass(frozen=True, slots=True)
class Topmost:
    """`it` is the top of the zone it lies in."""


@dataclass(frozen=True, slots=True)
class FaceDown:
    """`it` lies face down in plain sight."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """Everybody sees the face of `it`."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing is on a stack, or about to be put there."""


@dataclass(frozen=True, slots=True)
class Levy:
    """How much of a stat those of the picked targets have for which all tests hold."""

    stat: int
    tests: tuple[Any, ...]


# -- instructions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Station:
    """Let things be at a place, all at once; with none, at home. What was elsewhere tells a word, if there is one."""

    what: Any
    at: Any = None
    word: str = ""
    most: Any = None  # how many players may have such things there; what would be of one too many goes home
    crowd: Any = None


@dataclass(frozen=True, slots=True)
class Control:
    """Let things be somebody's; with nobody, nobody's."""

    what: Any
    by: Any = None


@dataclass(frozen=True, slots=True)
class Note:
    """Note things of somebody under a word; with none, forget what was noted."""

    word: str
    of: Any
    what: Any = None


@dataclass(frozen=True, slots=True)
class Hears:
    """Something has an ability that answers a word told of itself."""

    who: Any
    word: str


@dataclass(frozen=True, slots=True)
class By:
    """Let what happens from here on be the doing of somebody, of what is noted of each thing under a word, or as ever."""

    whom: Any = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Follow:
    """Let an ability of this card follow for something: next, or once its trigger is met."""

    action: str
    whom: Any = None
    until: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Detach:
    """Take things off what they are attached to."""

    what: Any


@dataclass(frozen=True, slots=True)
class TellOf:
    """Say a word of the book's own about things."""

    what: Any
    word: str


@dataclass(frozen=True, slots=True)
class Sum:
    """Give somebody as much of a stat as some things have of another together."""

    whom: Any
    stat: int
    of: Any
    other: int
