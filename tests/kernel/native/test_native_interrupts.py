"""Interrupt windows on the native machine: abilities that alter a held change, as often as they are paid for."""

import random

import pytest

import rulewright
from rulewright.kernel.native.native_play import NativePlay
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import play_both, same

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]

RULES = """
Uses: nothing
Start: Bout
Stat Vigour: at least 0
Stat Wit: at least 0
Zone Ring: in play, keeps identity
Defeated: when [Vigour] falls to 0

structure Bout
  step rounds: repeat Round
structure Round
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor, one only

Poke
Target: an enemy
do: [Target Vigour] -= 3

Duck (Interrupt)
Trigger: the actor would lose Vigour
Cost: 1 Wit
do: prevent up to 1 Vigour

Scene Yard
  cast Reds: Ann (Vigour 12, Wit 4)
  cast Blues: Bo (Vigour 12, Wit 3)
  ends when: one cast is left
"""


def test_an_interrupt_is_used_again_while_it_is_paid_for(pair: Pair):
    """Bo ducks twice and then passes: of 3 he loses 1, and 2 of his 3 Wit."""
    games = pair(rulewright.load(text=RULES))
    for game in games:
        game.answer("Reds", ("Poke", 0), 1)
        game.answer("Blues", ("Duck", 1))
        game.answer("Blues", ("Duck", 1))
        game.answer("Blues", "pass")
        width = game.state.width
        assert game.state.cells[width + 9 : width + 11].tolist() == [11, 1]
    same(*games)


def test_games_with_interrupts_are_the_same_at_every_choice(pair: Pair, monkeypatch: pytest.MonkeyPatch):
    left: list[int] = []
    monkeypatch.setattr(NativePlay, "_leaves", lambda play, game: left.append(game.state.number))
    rules = rulewright.load(text=RULES)
    for seed in range(8):
        playing, reference = pair(rules, seed=seed)
        play_both(playing, reference, random.Random(seed), most=60)
    assert left == []
