"""Errors in three families: text that cannot be read, answers that are not allowed, ambiguous words.

Every error is a sentence for people and has a short code for programs. No error changes a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.kernel.legality.menus import Menu


class RulewrightError(Exception):
    """Something that the user can correct; the message says what, where, why and what would have worked."""

    code = "error"


class RuleTextError(RulewrightError):
    """Rule text that cannot be read; `problems` lists everything that is wrong."""

    code = "rule-text"

    def __init__(self, problems: Sequence[Any] | str) -> None:
        self.problems: tuple[Any, ...] = () if isinstance(problems, str) else tuple(problems)
        super().__init__(problems if isinstance(problems, str) else "\n".join(map(str, problems)))


class Refused(RulewrightError):
    """An answer that is not on the menu; nothing changed."""

    code = "refused"


class NotAsked(Refused):
    """An answer by a player who is not asked."""

    code = "not-asked"


class Incomplete(Refused):
    """An answer that is not complete; `menu` is the next menu."""

    code = "incomplete"

    def __init__(self, message: str, menu: Menu) -> None:
        super().__init__(message)
        self.menu = menu


class Ambiguous(Refused):
    """Words that fit several options."""

    code = "ambiguous"


class NotOffered(Refused):
    """The name of something that exists but is not on the menu."""

    def __init__(self, message: str, name: str, prompt: str) -> None:
        super().__init__(message)
        self.name, self.prompt = name, prompt


class Runaway(RulewrightError):
    """An answer that took too many steps; the message says where the game was."""

    code = "runaway"


class DiceSpent(RulewrightError):
    """The given dice ran out; `sides` is the die that is needed next."""

    code = "dice-spent"

    def __init__(self, sides: int, rolled: int) -> None:
        super().__init__(f"the given dice ran out: a d{sides} is needed after {rolled} dice")
        self.sides = sides


class SaveError(RulewrightError):
    """A saved game that cannot be read or does not fit its book."""

    code = "save"


class GameOver(Refused):
    """An answer to a game that has ended."""

    code = "over"
