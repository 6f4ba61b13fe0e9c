"""The record of an answer lets it be taken back, whatever other games do in between."""

import random
from types import ModuleType

import pytest

from rulewright.kernel.game import Game
from rulewright.play.bots import anything
from tests.kernel.native.test_equal_play import load

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]


def answered(game: Game, chance: random.Random) -> None:
    """Gives one answer at random."""
    game.answer(game.asking[0], *anything(game, game.asking[0], chance))


@pytest.mark.parametrize("others", [("market", "market"), ("market", "duel"), ("tictactoe", "market")])
def test_answers_of_games_in_turn_are_taken_back(native: ModuleType, others: tuple[str, str]):
    """The control before an answer is packed where that of the last answer was, of whichever game."""
    chance = random.Random(4)
    games = [Game(load(name), seed=seed) for seed, name in enumerate(others)]
    answered(games[0], chance)
    begun = [game.fingerprint() for game in games]
    passed: list[list[str]] = [[], []]
    for _ in range(12):
        for game, seen in zip(games, passed, strict=True):
            if not game.over:
                answered(game, chance)
                seen.append(game.copy().fingerprint())
    assert all(game._native is not None and game._native.block is not None for game in games)
    for game, seen, first in zip(games, passed, begun, strict=True):
        for expected in [*seen[-2::-1], first]:
            game.undo()
            assert game.copy().fingerprint() == expected
