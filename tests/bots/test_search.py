"""The searching bot plays any book by its rules, knows only what its seat may know, and is reproducible."""

from pathlib import Path
from random import Random

import pytest

import rulewright
from rulewright import bots
from rulewright.bots.searching import Limit
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.sight.redeal import redealt
from rulewright.kernel.words import path_words
from rulewright.play.bots import anything
from rulewright.play.playout import play_out
from tests.bots.minimax import minimax_bot
from tests.hygiene.tree import ROOT

TICTACTOE = rulewright.load(str(ROOT / "benchmarks" / "tictactoe.rules"))
OWN = Path(__file__).parent / "games"
TWINS = [("tic-tac-toe", 3), ("connect-four", 8), ("kuhn-poker", 0)]
TWINS += [(str(OWN / "orchard.rules"), 14), (str(OWN / "causeway.rules"), 9)]
TWINS += [(book, 14) for book in ("encounter", "honey", "mandarin", "netrunner", "nomic", "riftbound")]
BOOKS = ("encounter", "honey", "mandarin", "netrunner", "nomic", "riftbound")


def begun(name: str, answers: int, seed: int = 1) -> Game:
    """Begins a game and gives some answers at random."""
    game, chance = Game(rulewright.load(name), seed=seed), Random(seed)
    for _ in range(answers):
        game.answer(game.asking[0], *anything(game, game.asking[0], chance))
    return game


def placed(*squares: str) -> Game:
    """Gives a game of tic-tac-toe in which some squares were claimed in turn."""
    game = Game(TICTACTOE)
    for square in squares:
        game.answer(None, "Claim", square)
    return game


def said(game: Game, advice: bots.Advice) -> tuple[str, ...]:
    """Gives the picks of an advice in words."""
    return path_words(game, advice.seat, advice.path)


def test_the_search_blocks_a_winning_line_of_the_other_side():
    """It sees that the other side would complete a line."""
    game = placed("A1", "B2", "B1")
    assert said(game, bots.think(game, 1, Limit(100))) == ("Claim", "C1")


def test_the_search_wins_if_it_can():
    """It completes its own line rather than block another."""
    game = placed("A1", "A2", "B1", "B2")
    advice = bots.think(game, 0, Limit(100))
    assert said(game, advice) == ("Claim", "C1")
    assert advice.value > 0.9


def test_the_search_does_not_lose_to_a_perfect_player():
    """A few games of tic-tac-toe are played from both seats; docs/benchmarks.md has many more."""
    for seed in range(2):
        game = Game(TICTACTOE, seed=seed)
        players = [bots.bot("strong", seed), minimax_bot(seed)]
        play_out(game, players if seed % 2 else players[::-1])
        assert game.over
        assert not any(game.standing().values())


@pytest.mark.parametrize("name", BOOKS)
def test_the_search_gives_a_complete_answer_in_every_book(name):
    """The answer can be given at every question."""
    game = begun(name, 9)
    for _ in range(3):
        player = game.asking[0]
        game.answer(player, *bots.think(game, player, Limit(6)).path)


@pytest.mark.parametrize("name", BOOKS)
def test_the_search_does_not_change_the_game(name):
    """A search leaves the game and its dice as they are."""
    game = begun(name, 9)
    before = game.fingerprint()
    bots.think(game, game.asking[0], Limit(6))
    assert game.fingerprint() == before


def test_the_same_seed_and_iterations_give_the_same_advice():
    """The advice depends only on the question, the seed and the iterations."""
    game = begun("mandarin", 12)
    one, other = (bots.think(game, game.asking[0], Limit(30), seed=5) for _ in range(2))
    assert one == other


def test_several_cores_give_the_same_advice_each_time():
    """Each process searches with its own dice, and the results are added up."""
    game = placed("A1", "B2", "B1")
    one, other = (bots.think(game, 1, Limit(100), cores=2) for _ in range(2))
    assert one == other
    assert sum(each.visits for each in one.considered) >= one.iterations >= 50


@pytest.mark.parametrize("level", ["12", "easy"])
@pytest.mark.parametrize(("name", "answers"), TWINS)
def test_the_search_answers_the_same_in_games_that_look_the_same(name: str, answers: int, level: str):
    """Hidden things have no influence: with the same iterations the bot gives the same answer in a redealt twin."""
    game = begun(name, answers, seed=2)
    player = game.asking[0]
    advice = bots.think(game, player, bots.limit(level), seed=4)
    for other in range(2):
        twin = redealt(game, player, Random(other))
        again = bots.think(twin, player, bots.limit(level), seed=4)
        assert said(twin, again) == said(game, advice)
        assert (again.value, again.visits, again.line) == (advice.value, advice.visits, advice.line)


def test_a_forced_answer_is_not_searched_for():
    """The iterations go into real decisions."""
    game = placed("A1", "B2", "B1", "C1", "A3", "A2", "C2", "B3")
    advice = bots.think(game, 0, Limit(100))
    assert (said(game, advice), advice.iterations) == (("Claim", "C3"), 0)


def test_the_search_stops_when_the_best_answer_is_certain():
    """If nothing is hidden or left to chance, an answer that certainly wins ends the search."""
    advice = bots.think(placed("A1", "A2", "B1", "B2"), 0, Limit(600))
    assert (advice.value, advice.iterations < 50) == (1.0, True)


def test_a_time_ends_the_search():
    """A limit in seconds is kept, and at least one answer is always looked at."""
    game = placed("A1")
    assert bots.think(game, 1, Limit(seconds=0.0)).iterations == 1


def test_the_search_gives_the_expected_line_and_the_values_of_other_answers():
    """The line begins with its own answer; the answers looked at are listed, the chosen one first."""
    game = placed("A1", "B2", "B1")
    advice = bots.think(game, 1, Limit(200))
    assert [(each.seat, each.words) for each in advice.line[:1]] == [(1, ("Claim", "C1"))]
    assert advice.line[1].seat == 0
    assert advice.considered[0][:3] == (advice.path, advice.value, advice.visits)
    assert sum(each.visits for each in advice.considered) >= advice.iterations
    assert all(each.value < advice.value for each in advice.considered[1:])


@pytest.mark.parametrize("name", ["easy", "normal", "strong", "40", "0.01s", "random", "bot"])
def test_bots_are_made_by_name(name):
    """The name is a level, a number of iterations, a time, or a bot that does not search."""
    game = placed("A1", "B2", "B1", "C1", "A3", "A2", "C2")
    assert game.menu(1, *bots.bot(name, 3)(game, 1)) is None


@pytest.mark.parametrize("name", ["", "mighty", "0", "0s", "-3"])
def test_an_unknown_bot_is_refused_with_those_that_exist(name):
    """The refusal lists what would have worked."""
    with pytest.raises(Refused, match="expected random, bot, easy, normal, strong, a time such as 2s, or a number of iterations"):
        bots.bot(name)
