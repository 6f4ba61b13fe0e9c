"""Bots play whole games in every mode: they end by the victory score, and every kind of action comes up."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out

BOOK = books.load("riftbound")


def played(scene: str, seed: int) -> Game:
    """Plays a game of random players to its end."""
    game = Game(BOOK, scene, seed=seed)
    assert play_out(game, [random_bot(seed * 10 + n) for n in range(len(game.seats))], most=3000), f"{scene}, seed {seed}"
    return game


@pytest.mark.parametrize("scene", BOOK.scenes)
def test_a_game_ends_by_the_victory_score(scene: str):
    """In each mode somebody reaches the goal and wins by it (W-449, W-458)."""
    game = played(scene, 7)
    goal = game.state.cell(0, BOOK.stat("Goal"))
    best = max(game.state.cell(slot, BOOK.stat("Score")) for slot in range(len(game.seats)))
    assert best >= goal
    assert sorted(game.standing().values())[-1] == 1


def test_both_sides_win_and_most_actions_are_used():
    """Over a few duels each seat wins, and the actions at will are used (R-396)."""
    games = [played("Duel", seed) for seed in range(6)]
    winners = {seat for game in games for seat, stands in game.standing().items() if stands > 0}
    used = {
        done.entry.path[0][0] for game in games for done in game.done if done.entry.path and isinstance(done.entry.path[0], tuple)
    }
    assert winners == {"Ann", "Bo"}
    assert {"Play a unit", "Play a unit to a battlefield", "Standard Move", "Standard Move home", "Play gear", "Equip"} <= used


def test_the_default_bot_beats_a_random_player():
    """The default bot plays units, takes battlefields and wins (the 80 in 100 are counted by the benchmarks)."""
    game = Game(BOOK, "Duel", seed=3)
    assert play_out(game, [random_bot(1), greedy_bot(1)], most=1500)
    assert game.standing()["Bo"] == 1
