"""A window that stays open while a condition holds, and conditions that are not allowed."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from rulewright.language.lower.compiler import bind

BOOK = """Uses: nothing
Start: Market
Stat Coins, Wares: at least 0
Zone Players: in play

structure Market
  step open: window actions for each player, while {still}
  step close: each player: gain 10 Coins

Buy
do: lose 1 Wares
    gain 1 Coins

Look
do: gain 1 Coins

Scene Fair
  seats Ann, Bo
  Ann (Wares {wares}), Bo (Wares 9)
"""


def market(still: str, wares: int = 2) -> Game:
    """Opens a market for as long as a condition holds."""
    found = bind([("market.rules", BOOK.format(still=still, wares=wares))], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return Game(found.book, "Fair", seed=1)


def coins(game: Game, who: str) -> int:
    return game.state.cell(game.find(who), game.book.stat("Coins"))


def test_a_window_closes_when_its_condition_no_longer_holds():
    """An act that has begun is completed: the coin is still gained after the last ware is gone."""
    game = market("[Ann Wares] > 0")
    game.answer("Ann", "Buy")
    assert game.asking and coins(game, "Ann") == 1
    game.answer("Ann", "Buy")
    assert game.over and (coins(game, "Ann"), coins(game, "Bo")) == (12, 10)


def test_a_window_whose_condition_does_not_hold_asks_nobody():
    game = market("[Ann Wares] > 0", wares=0)
    assert game.over and coins(game, "Ann") == 10


def test_passing_closes_such_a_window_as_any_other():
    game = market("[Ann Wares] > 0")
    game.answer("Ann", "Look")
    game.answer("Ann", "pass")
    assert game.over and coins(game, "Ann") == 11


def test_undoing_opens_it_again():
    game = market("[Ann Wares] > 0", wares=1)
    game.answer("Ann", "Buy")
    assert game.over
    game.undo()
    assert game.asking and coins(game, "Ann") == 0


@pytest.mark.parametrize(
    ("still", "said"),
    [
        ("1d6 > 2", "dice are rolled for '1d6 > 2', before every choice"),
        ("the actor is full", "'full' names nothing that the book knows"),
    ],
)
def test_a_wrong_condition_of_a_window_is_an_error(still: str, said: str):
    found = check([("market.rules", BOOK.format(still=still, wares=1))], books.finder())
    assert [problem.message for problem in found.problems if problem.severity == "error"] == [said]
