"""Bots play whole games in every mode: they end by the victory score, and every kind of action comes up."""

from collections import Counter
from functools import lru_cache

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out
from tests.books.riftbound.uses import KEYWORDS, TYPES, Reader, by_score, played
from tests.lengths import LONG, much

pytestmark = pytest.mark.once("whole games are compared on both machines in kernel/native")

BOOK = books.load("riftbound")
SEEDS = {"Duel": range(4), "Three banks": range(2), "Four banks": range(1), "Two against two": range(1)}
RARE = {
    "Burn Out",
    "Accelerate",
    "Ganking",
    "Hidden",
    "Hide",
    "Legion",
    "Swap",
    "Weaponmaster",
    "Deflect",
    "Detach",
    "Quick-Draw",
    "Tank",
}
"""What a few games may do without; the full run, `python -m tests.books.riftbound.uses`, may not."""


@lru_cache
def games(scene: str) -> tuple[Game, ...]:
    """Plays a few games of random players."""
    return tuple(played(scene, seed) for seed in SEEDS[scene])


@pytest.mark.parametrize("scene", BOOK.scenes)
def test_a_game_ends_by_the_victory_score(scene: str):
    """In each mode somebody reaches the goal and wins by it (W-449, W-458)."""
    for game in games(scene):
        assert by_score(game)
        assert sorted(game.standing().values())[-1] == 1


def test_no_seat_wins_every_duel():
    """Each seat wins some of a few duels (W-458)."""
    assert {seat for game in games("Duel") for seat, stands in game.standing().items() if stands > 0} == {"Ann", "Bo"}


def test_every_action_type_and_keyword_comes_up_in_play():
    """In a few games all but the rarest action types and keywords are used (R-399, W-716)."""
    uses = Counter(use for scene in SEEDS for game in games(scene) for use in Reader(game).uses())
    assert set(uses) <= {*TYPES, *KEYWORDS}
    assert [name for name in (*TYPES, *KEYWORDS) if not uses[name] and name not in RARE] == []


def test_the_default_bot_beats_a_random_player():
    """The default bot plays units, takes battlefields and is soon ahead; it wins in the long run (the benchmarks count)."""
    game = Game(BOOK, "Duel", seed=5)
    play_out(game, [random_bot(1), greedy_bot(1)], most=much(60, 1500))
    ann, bo = (game.state.cell(game.find(name), BOOK.stat("Score")) for name in ("Ann", "Bo"))
    assert bo > ann
    assert not LONG or game.standing()["Bo"] == 1
