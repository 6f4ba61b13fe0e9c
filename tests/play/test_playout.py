"""Bots play whole games: they end by the scene's own condition, and neither side always wins."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out
from tests.play.tables import game


def test_bots_end_a_duel_and_each_side_wins_some():
    """Games with default bots in both seats end within 300 answers, and each side wins some of them."""
    won = set()
    for seed in range(12):
        won |= winners("Duel", seed)
        if len(won) == 2 and seed >= 2:
            break
    assert len(won) == 2


def test_bots_end_a_scene_of_a_campaign():
    """Such a scene may be easy for one side, but somebody wins it within 300 answers."""
    assert all(len(winners("Goblin ford", seed)) == 1 for seed in range(3))


def winners(scene: str, seed: int) -> set[str]:
    """Lets default bots play a scene to its end, and names the side that won."""
    playing = game(scene, seed)
    assert play_out(playing, [greedy_bot(seed), greedy_bot(seed + 1)], 300)
    return {side for side, stands in playing.standing().items() if stands == 1}


def test_the_same_seed_is_the_same_game():
    """A game depends only on its seed and its bots."""
    prints = set()
    for _ in range(2):
        playing = game(seed=3)
        play_out(playing, [greedy_bot(1), random_bot(2)])
        prints.add(playing.fingerprint())
    assert len(prints) == 1


def test_a_game_stops_at_the_given_number_of_answers():
    """A game that is not over by then is left as it is."""
    playing = game()
    assert not play_out(playing, [random_bot(1), random_bot(2)], 3)
    assert len(playing.done) == 4


def test_every_seat_needs_a_bot():
    """If there are fewer bots than seats, the error names the seats."""
    with pytest.raises(Refused, match=r"1 bots for 2 seats: Heroes, Raiders"):
        play_out(game(), [random_bot(1)])
