"""How strong a bot plays: named levels, a number of iterations, or a time for each answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.bots.searching import Limit
from rulewright.bots.thinking import think
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot, Path, greedy_bot, random_bot

LEVELS: Final[dict[str, int]] = {"easy": 60, "normal": 600, "strong": 2000}
"""The iterations of each level, for one answer. docs/bots.md says how many seconds they take."""

SLOWLY: Final[dict[str, int]] = {"easy": 40, "normal": 150, "strong": 600}
"""The same where the native machine does not play the book."""

SIMPLE: Final[dict[str, Callable[[int], Bot]]] = {"random": random_bot, "bot": greedy_bot}
"""The bots that do not search: one picks at random, the default one looks one answer ahead."""

_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)\s*s")
EXPECTED: Final = f"{', '.join((*SIMPLE, *LEVELS))}, a time such as 2s, or a number of iterations"


def limit(level: str | int) -> Limit:
    """Read a level: its name, a time such as `2s`, or a number of iterations.

    :raises Refused: there is no such level.
    """
    text = str(level).strip().casefold()
    if text in LEVELS:
        return Limit(LEVELS[text], slowly=SLOWLY[text])
    if text.isdecimal() and int(text):
        return Limit(int(text))
    if (found := _TIME.fullmatch(text)) and float(found[1]):
        return Limit(seconds=float(found[1]))
    raise Refused(f"there is no bot {level!r}: expected {EXPECTED}")


def searching_bot(level: str | int = "normal", seed: int = 0, cores: int = 1) -> Bot:
    """Give a bot that searches; with a number of iterations it answers the same question in the same way."""
    bound = limit(level)

    def bot(game: Game, player: int) -> Path:
        return think(game, player, bound, seed, cores).path

    return bot


def bot(level: str | int = "normal", seed: int = 0, cores: int = 1) -> Bot:
    """Give a bot by its name: one that does not search, a level, a time or a number of iterations.

    :raises Refused: there is no such bot.
    """
    name = str(level).strip().casefold()
    return SIMPLE[name](seed) if name in SIMPLE else searching_bot(level, seed, cores)
