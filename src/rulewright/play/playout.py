"""Plays a game out: bots answer for every seat until the game is over or a bound is reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.kernel import timekeeping
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import windows
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot, Path

MOST = 2000
LAPS = 2  # how often everybody is asked on an open floor before time passes


def play_out(
    game: Game,
    bots: Sequence[Bot],
    most: int = MOST,
    answer: Callable[[Game, int, Path], object] = lambda game, player, path: game.answer(player, *path),
    tick: Callable[[Game, int], object] = Game.tick,
    stuck: Callable[[Game], object] = lambda game: False,
) -> bool:
    """Let bots, one for each seat, answer until the game is over or stuck; say whether it ended within so many answers."""
    if len(bots) != len(game.seats):
        raise Refused(f"there are {len(bots)} bots for {len(game.seats)} seats: {', '.join(game.seats)}")
    while not game.over and game.length <= most and not stuck(game):
        if len(game.asking) > 1:
            _floor(game, bots, answer, tick)
        else:
            player = game.asking[0]
            answer(game, player, bots[player](game, player))
    return game.over


def _floor(
    game: Game, bots: Sequence[Bot], answer: Callable[[Game, int, Path], object], tick: Callable[[Game, int], object]
) -> None:
    """Ask everybody in turn where anybody may act at any time; when a while was enough, let time pass until something is due."""
    before = timekeeping.due(game)
    for player in [*game.asking] * LAPS:
        if player not in game.asking or len(game.asking) == 1:
            return  # the floor is closed, or the game is over
        path = bots[player](game, player)
        if path != (windows.PASS,):
            answer(game, player, path)
    due, now = timekeeping.due(game) or before, timekeeping.now(game)
    tick(game, max(due[0], now) if due else now)
