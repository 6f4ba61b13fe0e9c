"""Kuhn poker: the rule text pays what the game pays, the exploitability is exact, and the search looks at amounts."""

from itertools import permutations

import pytest

import rulewright
from rulewright import bots
from rulewright.bots import amounts
from rulewright.bots.searching import Limit
from rulewright.kernel.game import Game
from tests.bots import kuhn

BOOK = rulewright.load("kuhn-poker")


def dealt(cards: tuple[int, int]) -> Game:
    """Gives a game in which both hold these cards."""
    names = [kuhn.CARDS[card] for card in cards]
    games = (Game(BOOK, seed=seed) for seed in range(100))
    return next(game for game in games if [kuhn.held(game, seat) for seat in range(2)] == names)


@pytest.mark.parametrize("told", ["pp", "bb", "bp", "pbp", "pbb"])
def test_the_rule_text_pays_the_chips_that_the_model_pays(told: str):
    """In every deal and after all bets, the first seat has won as many chips as the model says."""
    for cards in permutations(range(3), 2):
        game = dealt(cards)
        for n, sign in enumerate(told):
            game.answer(n % 2, kuhn.WORDS[told[:n]][sign == "b"])
        score = amounts.score(BOOK, game.scene)
        assert score is not None and game.over
        assert amounts.leads(game, score)[0] / 2 == kuhn.paid(cards, told)


def test_exploitability_is_that_of_the_known_strategies():
    """An optimal strategy loses nothing and has the known value; tossing a coin loses 11/24 of a chip."""
    assert kuhn.exploitability(kuhn.OPTIMAL) == pytest.approx(0)
    assert kuhn.expected(kuhn.OPTIMAL, kuhn.OPTIMAL) == pytest.approx(kuhn.VALUE)
    assert kuhn.exploitability(dict.fromkeys(kuhn.SETS, 0.5)) == pytest.approx(11 / 24)


def test_a_bot_gives_a_strategy_for_all_twelve_information_sets():
    """It never folds a King; the chips that it could lose are calculated from it."""
    found = kuhn.asked(lambda seed: bots.bot("40", seed), 1)
    assert set(found) == set(kuhn.SETS) and found[2, "b"] == found[2, "pb"] == 1.0
    assert 0 <= kuhn.exploitability(found) <= 11 / 24


def test_a_search_takes_into_account_how_much_is_won():
    """With a Lady, a bet after a pass wins one chip from the Knave and loses two to the King, so the bot checks."""
    game = kuhn.at(1, "p")
    advice = bots.think(game, 1, Limit(150))
    assert (advice.path[0][0], 0.4 < advice.value < 0.6) == ("Knock", True)


def test_a_game_that_is_won_or_lost_has_no_amount_as_its_result():
    """If somebody can win or lose, by a rule or by the end of the scene, the score is not the result."""
    for name in ("honey", "mandarin", "encounter", "tic-tac-toe", "netrunner"):
        book = rulewright.load(name)
        assert amounts.score(book, next(iter(book.scenes))) is None


def test_the_command_names_the_iterations_that_were_made(capsys):
    """Kuhn poker is searched in Python, where a level has fewer iterations than on the machine."""
    kuhn.main(["--bot", "easy", "--seeds", "1"])
    assert capsys.readouterr().out.splitlines()[-1].endswith("chips a hand, 40 iterations, 1 seeds")
