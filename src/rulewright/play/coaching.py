"""A bot that advises a person: it says what it would do, or what would have been better, from what the person may know."""

from __future__ import annotations

from rulewright.bots import advice_lines, levels
from rulewright.bots.thinking import Advice, think
from rulewright.kernel.game import Game

HINT = "normal"  # how well a hint is thought over if nothing else is said
SLACK = 0.1  # an answer that is worth so much less than the best is not mentioned


class Coach:
    """Thinks about the questions of a person, at a level; a silent coach speaks only when asked for a hint."""

    def __init__(self, level: str = "") -> None:
        self.level = level
        levels.limit(level or HINT)  # refuse before anything is played

    def advice(self, game: Game, player: int, level: str = "") -> Advice:
        """Think about a question."""
        return think(game, player, levels.limit(level or self.level or HINT), game.seed)

    def hint(self, game: Game, player: int, level: str = "") -> list[str]:
        """Say what would be answered, and why."""
        return advice_lines.lines(game, self.advice(game, player, level))

    def remark(self, game: Game, player: int, path: tuple[object, ...]) -> str:
        """Say what would have been better than an answer, before it is given; nothing where the coach is silent or agrees."""
        return advice_lines.judged(game, self.advice(game, player), path, SLACK) if self.level else ""
