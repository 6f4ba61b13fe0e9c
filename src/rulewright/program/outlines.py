"""Parts of a book that are not rules: campaigns, how it is played, and the text of its rules by their numbers."""

from __future__ import annotations

from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Campaign:
    """A series of scenes; the actors of the cast that win a scene go on to the next."""

    name: str
    cast: str
    scenes: tuple[str, ...]
    carries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is played: its goal and the parts of a turn; text for people, on which no rule depends."""

    goal: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Numbered:
    """A rule with a number: its title, its text and its file."""

    number: str
    title: str
    text: str
    file: str
