"""What a book says beside its rules: campaigns, how it is played, and the text of its rules by their numbers."""

from __future__ import annotations

from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Campaign:
    """Linked scenes; whoever of the cast wins one goes on to the next."""

    name: str
    cast: str
    scenes: tuple[str, ...]
    carries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is played: what one tries to do, and the parts of a turn; lines for people, which no rule depends on."""

    goal: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Numbered:
    """A rule with a number: its title, its text and the file it stands in."""

    number: str
    title: str
    text: str
    file: str
