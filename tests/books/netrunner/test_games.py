"""Whole games with random answers: they end by the rules, both sides win some, every basic action is used."""

from collections import Counter
from functools import lru_cache

import pytest

from rulewright import books, testing
from rulewright.kernel.game import Game
from rulewright.testing import Trial, leaks
from tests.books.netrunner.steps import ACTIONS
from tests.lengths import much

pytestmark = pytest.mark.once("whole games are compared on both machines in kernel/native")

BOOK = books.load("netrunner")
SEEDS = range(1, much(5, 13))
ANSWERS = 2000


@lru_cache
def played(seed: int) -> Game:
    """Plays a game with random answers to its end."""
    game = Game(BOOK, seed=seed)
    while not game.over and game.state.number < ANSWERS:
        testing.random_answer(game, seed)
    return game


def taken(game: Game) -> Counter[tuple[str, str]]:
    """Counts the actions of each side, by the basic action that they count as."""
    found: Counter[tuple[str, str]] = Counter()
    for done in game.done:
        if done.entry.path and isinstance(done.entry.path[0], tuple):
            action = next(action for action in BOOK.actions if action.name == done.entry.path[0][0])
            found[game.seats[done.entry.player], action.identity or action.name] += 1
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_ends_with_a_winner(seed: int):
    """It ends with seven points, a flatline or an empty R&D, and in no other way (KW-1.7)."""
    game = played(seed)
    assert game.over and sorted(game.standing().values()) == [-1, 1]


def test_either_side_can_win():
    """Each side wins some of a few games (KW-1.7)."""
    assert {side for seed in SEEDS for side, won in played(seed).standing().items() if won == 1} == {"Corp", "Runner"}


def test_every_basic_action_is_used():
    """The Corp uses all seven, the Runner all six (K-20, K-21); trashing a resource is rare and tested in the long run."""
    used = sum((taken(played(seed)) for seed in SEEDS), Counter())
    wanted = {(side, name) for side, names in ACTIONS.items() for name in names}
    assert wanted - set(used) <= much({("Corp", "Trash a resource")}, set())


@pytest.mark.parametrize("scene", BOOK.scenes)
def test_hidden_cards_stay_hidden_in_a_long_game(scene: str):
    """The views of HQ, R&D, grip, stack and face-down cards are compared byte by byte (KW-5.5, KW-8.1)."""
    trial = Trial(Game(BOOK, scene, seed=7))
    while not trial.game.over and trial.game.state.number < 360:
        if trial.game.state.number % 24 == 23:
            leaks.hold(trial)
        testing.random_answer(trial.game, 7)
    assert trial.game.state.number > 120
