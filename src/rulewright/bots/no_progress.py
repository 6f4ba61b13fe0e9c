"""Notices a game that makes no progress: its positions repeat, or no side's position gets better or worse any more."""

from __future__ import annotations

from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import BORN, LIFE
from rulewright.play.worth import Worth

REPEATED = 120  # after so many answers without a new position the game counts as stuck
LEVEL = 600  # and after so many in which every side stayed between its best and its worst
PASSING = (LIFE, BORN)  # the columns that count how often a thing has moved


class Progress:
    """The progress of a game so far; it must be updated after every answer."""

    def __init__(self, game: Game) -> None:
        self._seen: set[int] = set()
        self._new = self._moved = game.state.number  # the last answer with a new position, and with a new best or worst
        self._worths = [Worth(game, player) for player in range(len(game.seats))]
        self._range: list[tuple[float, float]] = []
        self.why = ""

    def look(self, game: Game) -> str:
        """Look at a game; say why it makes no progress, or nothing."""
        number, position = game.state.number, _position(game)
        if position not in self._seen:
            self._seen.add(position)
            self._new = number
        if not game.over and self._stretched(game):
            self._moved = number
        self.why = self._said(number) if not game.over else ""
        return self.why

    def _stretched(self, game: Game) -> bool:
        """Say whether a side is better or worse off than ever before."""
        now = [worth.of(game).now() for worth in self._worths]
        old = self._range or [(value, value) for value in now]
        self._range = [(min(low, value), max(high, value)) for value, (low, high) in zip(now, old, strict=True)]
        return self._range != old

    def _said(self, number: int) -> str:
        if number - self._new >= REPEATED:
            return f"the same positions have come again for {number - self._new} answers"
        if number - self._moved >= LEVEL:
            return f"no side has been better or worse off than ever before for {number - self._moved} answers"
        return ""


def _position(game: Game) -> int:
    """Give a number that is the same for positions in which everybody has the same and is asked the same."""
    state = game.state
    columns = [state.cells[column :: state.width].tobytes() for column in range(state.width) if column not in PASSING]
    return hash((game.asking, tuple(columns), tuple(map(len, state.zones)), len(state.lasting), len(state.amendments)))
