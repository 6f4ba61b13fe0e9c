"""Errors of the engine, with stable numbers and data: those of the kernel and the engine's own."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from rulewright.kernel.errors import DiceSpent, Refused, RuleTextError, RulewrightError
from rulewright.protocol.library import problem_data
from rulewright.protocol.messages import INTERNAL, Data, Fault

NUMBERS: Final = {
    "error": 1000,
    "rule-text": 1001,
    "save": 1002,
    "refused": 1100,
    "not-asked": 1101,
    "incomplete": 1102,
    "ambiguous": 1103,
    "over": 1104,
    "stale": 1105,
    "spectator": 1106,
    "runaway": 1200,
    "dice-spent": 1201,
    "no-game": 1300,
    "games": 1301,
}
"""The number of each short code; a code that is not here has the number of `error`."""

LONG: Final = 2000
NEAR: Final = 3


class Stale(Refused):
    """The id of an option of another question."""

    code = "stale"


class SpectatorsOnlyWatch(Refused):
    """An answer by somebody who has no seat."""

    code = "spectator"


class NoGame(RulewrightError):
    """A game that the engine does not have."""

    code = "no-game"


class TooManyGames(RulewrightError):
    """Too many games are open."""

    code = "games"


def fault(error: RulewrightError, more: Data | None = None) -> Fault:
    """Turn an error into the error of a reply."""
    data: Data = {"code": error.code, **_details(error), **(more or {})}
    words = str(error)
    message = words if len(words) <= LONG else f"{words[:LONG]}…"
    return Fault(NUMBERS.get(error.code, NUMBERS["error"]), message, data)


def _details(error: RulewrightError) -> Data:
    if isinstance(error, RuleTextError):
        return {"problems": [problem_data(problem) for problem in error.problems]}
    return {"sides": error.sides} if isinstance(error, DiceSpent) else {}


def refusal(error: Refused, pick: str, question: Data) -> Fault:
    """Say that a pick is not on a menu, with what was expected, the nearest options and the menu itself."""
    return fault(error, {"expected": _expected(question), "nearest": _near(pick, question), "asking": question})


def _expected(question: Data) -> str:
    if "least" in question:
        return f"a number from {question['least']} to {question['most']}"
    if "text" in question:
        return f"text read as {question['text']}"
    return "no further pick" if question["whole"] else "the id or the words of an option"


def _near(pick: str, question: Data) -> list[str]:
    words = [option["words"] for option in question["options"]]
    return get_close_matches(pick[:100], words, NEAR) if pick else []


def internal(error: Exception) -> Fault:
    """Say in one sentence that the program is at fault, and where."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f"{at.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{at.tb_lineno}" if at is not None else ""
    message = f"this is a bug in the engine, not in your request ({type(error).__name__} at {where}); no game was changed"
    return Fault(INTERNAL, message, {"code": "internal", "where": where})
