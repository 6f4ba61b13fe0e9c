"""Actions that pay for others, notes and abilities that follow, on the native machine."""

import random

import pytest

import rulewright
from rulewright.kernel.native import obstacles
from rulewright.kernel.native.native_play import NativePlay
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import play_both, same

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]

RULES = """
Uses: nothing
Start: Bout
Stat Vigour: at least 0
Stat Wealth: at least 0
Stat Ore: at least 0
Stat Grain: at least 0
Zone Ring: in play, keeps identity
Defeated: when [Vigour] falls to 0

structure Bout
  step rounds: repeat Round
structure Round
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor, one only

Smelt (Payment)
Cost: 1 Ore
do: [Wealth] += 2

Sell (Payment)
Cost: 1 Grain
do: [Wealth] += 1

Bribe
Cost: 3 Wealth
Target: an enemy
do: [Target Vigour] -= 2

Court
Cost: 9 Wealth
Target: an enemy
do: [Target Vigour] -= 4

Reap
do: [Grain] += 1
    [Ore] += 1

Mark
Target: an enemy
do: note target as quarry of the actor

Chase
Target: an actor noted as quarry of the actor
do: [Target Vigour] -= 1
    forget the quarry of the actor

Scene Yard
  cast Reds: Ann (Vigour 9, Wealth 1, Ore 1, Grain 2)
  cast Blues: Bo (Vigour 9, Ore 3)
  ends when: one cast is left
"""


def test_payments_raise_the_rest_of_a_price_in_the_order_of_the_book(pair: Pair):
    """Ann has 1 of 3 Wealth: smelting raises 2, and she sells no grain."""
    games = pair(rulewright.load(text=RULES))
    told = [tuple(game.answer("Reds", ("Bribe", 0), 1)) for game in games]
    assert told[0] == told[1]
    assert [game.state.cells[9:13].tolist() for game in games] == [[9, 0, 0, 2]] * 2
    same(*games)
    assert games[0].native() is not None


def test_an_act_is_not_offered_if_payments_do_not_suffice(pair: Pair):
    games = pair(rulewright.load(text=RULES))
    offered = [[str(option) for option in game.menu(None) or ()] for game in games]
    assert offered[0] == offered[1] and not any("Court" in offer for offer in offered[0])


def test_a_payment_that_is_only_tried_leaves_nothing_behind(pair: Pair):
    games = pair(rulewright.load(text=RULES))
    before = games[0].fingerprint()
    games[0].menu(None)
    games[0].options(None)
    assert games[0].fingerprint() == before == games[1].fingerprint()


def test_games_with_payments_and_notes_are_the_same_at_every_choice(pair: Pair):
    rules = rulewright.load(text=RULES)
    assert obstacles.obstacle(rules) == ""
    for seed in range(8):
        playing, reference = pair(rules, seed=seed)
        play_both(playing, reference, random.Random(seed), most=60)
        native = playing.native()
        assert native is not None and native.left == 0


@pytest.mark.parametrize(("name", "scene"), [("netrunner", "Saltmarsh and the harbour"), ("riftbound", "Duel")])
def test_the_machine_plays_every_answer_of_a_game_of_cards(pair: Pair, monkeypatch: pytest.MonkeyPatch, name: str, scene: str):
    """Payments, optional costs, windows that effects open, abilities that follow or are out of use, new servers."""
    left: list[int] = []
    monkeypatch.setattr(NativePlay, "_leaves", lambda play, game: left.append(game.state.number))
    playing, reference = pair(rulewright.load(name), scene, seed=3)
    play_both(playing, reference, random.Random(3), most=120)
    assert left == []
