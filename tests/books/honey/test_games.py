"""Bots play whole games: these end by the book's own conditions, both sides win some, and every card is played."""

from collections import Counter
from functools import lru_cache

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out
from rulewright.program import marks

pytestmark = pytest.mark.once("whole games are compared on both machines in kernel/native")

BOOK = books.load("honey")
GAMES = 20
BY_THE_DEFAULT_BOT = 8  # so many of them, in which it sits on either side in turn


@lru_cache
def played() -> tuple[Game, ...]:
    """Plays twenty games to the end: in the first eight the default bot sits on one side, in the others all is random."""
    games = []
    for seed in range(GAMES):
        game = Game(BOOK, "Two hives", seed=seed)
        looks = seed % 2 if seed < BY_THE_DEFAULT_BOT else None
        bots = [(greedy_bot if looks == player else random_bot)(seed * 2 + player) for player in range(2)]
        assert play_out(game, bots, most=2000), f"seed {seed}"
        games.append(game)
    return tuple(games)


def test_every_game_ends_with_a_full_comb_or_an_empty_hive():
    """The winner has fifteen Honey, or the loser has no Bees left."""
    for game in played():
        (winner,) = [seat for seat, stands in game.standing().items() if stands > 0]
        other = {"Ivy": "Otto", "Otto": "Ivy"}[winner]
        honey, bees = BOOK.stat("Honey"), BOOK.stat("Bees")
        assert game.state.cell(game.find(winner), honey) >= 15 or game.state.cell(game.find(other), bees) == 0


def test_both_sides_win_games():
    """Both keepers win at least a quarter of the games."""
    won = Counter(seat for game in played() for seat, stands in game.standing().items() if stands > 0)
    assert min(won["Ivy"], won["Otto"]) >= GAMES // 4


def test_every_action_is_chosen():
    """Every card, Forage and the hedge's Prickle are used in some game."""
    used = {done.entry.path[0][0] for game in played() for done in game.done if done.entry.path and done.entry.path[0] != "pass"}
    wanted = {action.name for action in BOOK.actions if marks.AUTOMATIC not in action.kinds} - {"Blossom"}  # it happens by itself
    assert wanted <= used


def test_the_default_bot_beats_random_answers():
    """It wins three quarters of its games, from either side."""
    won = [game.standing()[game.seats[seed % 2]] > 0 for seed, game in enumerate(played()[:BY_THE_DEFAULT_BOT])]
    assert sum(won) >= BY_THE_DEFAULT_BOT * 3 // 4
