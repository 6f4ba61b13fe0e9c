"""A cost can be paid in full, or the action is not offered."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind

SHOP = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Stat Weary: at least 0, at most 2
Zone Table: in play, keeps identity

structure Game
  step act: window actions for the player, one only

Deal
Cost: {cost}
do: tell done

Scene Stall
  seats Ann
  Ann ({marks})
"""


@pytest.mark.parametrize(
    ("cost", "marks", "payable"),
    [
        ("2 Coins", "Coins 2", True),
        ("2 Coins", "Coins 1", False),
        ("2 Coins, 1 Coins", "Coins 2", False),
        ("the actor gains 1 Weary", "Weary 1", True),
        ("the actor gains 1 Weary", "Weary 2", False),
        ("the actor gains 2 Weary", "Weary 1", False),
    ],
)
def test_a_cost_is_paid_in_full_or_not_at_all(cost: str, marks: str, payable: bool):
    bound = bind([("shop.rules", SHOP.format(cost=cost, marks=marks))], lambda used: ())
    assert [str(problem) for problem in bound.problems] == []
    assert bound.book is not None
    game = Game(bound.book)
    menu = game.menu()
    assert menu is not None
    assert any(isinstance(key, tuple) for key in menu) is payable


@pytest.mark.parametrize(("marks", "room"), [("Weary 1", "only 1 more"), ("Weary 2", "already at its most")])
def test_the_reason_says_how_much_more_a_stat_with_a_maximum_can_take(marks: str, room: str):
    bound = bind([("shop.rules", SHOP.format(cost="the actor gains 2 Weary", marks=marks))], lambda used: ())
    assert bound.book is not None
    why = Game(bound.book).why_not("Ann", "Deal")
    assert why is not None and f"2 Weary on Ann ({room})" in why.words
