"""Whether costs can be paid is said quickly, and as the costs themselves say it."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.game import Game
from rulewright.kernel.legality import payable as paying
from rulewright.kernel.native.c_machine import SWITCH
from rulewright.kernel.state.facts import Vars
from rulewright.language.lower.compiler import bind
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out

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


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Lets every quick answer be compared with the costs' own; gives the answers."""
    monkeypatch.setenv(SWITCH, "0")  # the native machine has its own answers
    said: list[bool] = []
    quick = paying._quickly

    def both(book: Any, parts: Any, otherwise: Any) -> Any:
        made = quick(book, parts, otherwise)

        def agreeing(m: Machine, vars: Vars) -> bool:
            answer = bool(made(m, vars))
            assert answer == bool(otherwise(m, vars)), (m.book.actions[vars["action"]].name, parts)
            said.append(answer)
            return answer

        return agreeing

    monkeypatch.setattr(paying, "_quickly", both)
    return said


@pytest.mark.parametrize("name", books.shipped())
def test_in_play_the_quick_answer_is_the_costs_own(name: str, asked: list[bool]):
    book = replace(books.load(name))
    for scene in list(book.scenes)[:2]:
        game = Game(book, scene, seed=5)
        play_out(game, [random_bot(5)] * len(game.seats), 60)
    assert set(asked) == {True, False}


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
def test_a_cost_is_paid_in_full_or_not_at_all(cost: str, marks: str, payable: bool, asked: list[bool]):
    bound = bind([("shop.rules", SHOP.format(cost=cost, marks=marks))], lambda used: ())
    assert [str(problem) for problem in bound.problems] == []
    assert bound.book is not None
    game = Game(bound.book)
    menu = game.menu()
    assert menu is not None
    assert any(isinstance(key, tuple) for key in menu) is payable
    assert asked == [payable]
