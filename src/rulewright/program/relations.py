"""The compiled form of where things are, whose they are and what is noted of them: nodes that ask, instructions that change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
