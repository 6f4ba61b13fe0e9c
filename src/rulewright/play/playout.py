"""Plays a game out: bots answer for every seat until the game is over or a bound is reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot, Path

MOST = 2000


def play_out(
    game: Game,
    bots: Sequence[Bot],
    most: int = MOST,
    answer: Callable[[Game, int, Path], object] = lambda game, player, path: game.answer(player, *path),
) -> bool:
    """Let bots, one for each seat, answer until the game is over; say whether it ended within so many answers."""
    if len(bots) != len(game.seats):
        raise Refused(f"{len(bots)} bots for {len(game.seats)} seats: {', '.join(game.seats)}")
    for _ in range(most):
        if game.over:
            return True
        player = game.asking[0]
        answer(game, player, bots[player](game, player))
    return game.over
