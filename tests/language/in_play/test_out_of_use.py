"""Abilities that an effect has put out of use: they do not respond until they are in use again."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

BOOK = """Uses: nothing
Start: Game

Stat Score: at least 0
Mark Bell: what can be muffled

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Harbour: in play
Zone Discard: seen by all

Kind Trick: a card played from Hand, then to Discard
Kind Ship: a card played from Hand, then to Harbour

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for the player, until it passes

Catch (Trick)
do: gain 2 Score

Muffle (Trick)
Target: a ship in Harbour
do: put 1 bell abilities of target out of use this turn

Lugger (Ship)
  Toll (Bell, Triggered)
  Trigger: {trigger}
  do: {do}

Example: a catch
  seats Ada, Ben
  Ada's Hand: Catch, Muffle
  Ben's Harbour: Lugger
"""
ABILITIES = [
    ("an opponent performs Catch", "gain 1 Score", "Ada Score 2, Ben Score 1"),
    ("an opponent would gain Score", "prevent 1 Score", "Ada Score 1, Ben Score 0"),
    ("[Score] of an opponent rises to 2", "gain 1 Score", "Ada Score 2, Ben Score 1"),
]


def wrong(trigger: str, do: str, *steps: str) -> list[str]:
    """Plays an example with a card in play that has an ability; gives the errors and failures."""
    text = BOOK.format(trigger=trigger, do=do) + "".join(f"  {step}\n" for step in steps)
    return [str(problem) for problem in check([("bell.rules", text)], books.finder()).problems]


@pytest.mark.parametrize(("trigger", "do", "after"), ABILITIES)
def test_an_ability_out_of_use_does_not_respond(trigger: str, do: str, after: str):
    """While it is muffled, the ability does not change the catch, whether it would respond before it or after it."""
    assert wrong(trigger, do, "Ada: Muffle Lugger", "Ada: Catch", "expect Ada Score 2, Ben Score 0") == []


@pytest.mark.parametrize(("trigger", "do", "after"), ABILITIES)
def test_an_ability_is_in_use_again_when_that_is_over(trigger: str, do: str, after: str):
    """It was muffled for one turn."""
    assert wrong(trigger, do, "Ada: Muffle Lugger", "Ada passes", "Ada: Catch", f"expect {after}") == []
