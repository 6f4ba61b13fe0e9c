"""Triggers with `would`: which things the abilities of cards in play and automatic rules respond to."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

BOOK = """Uses: nothing
Start: Game

Stat Hull: at least 0, takes damage
Stat Score: at least 0

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

Shot (Trick)
Target: an actor
do: deal 3 damage to target

Feast (Trick)
do: each player gains 2 Score

"""
SHIP = """Fort (Ship)
  Wall (Reaction)
  Trigger: {trigger} would take damage
  do: reduce the damage by 1

Barge (Ship)
do: gain 1 Score

Example: a shot
  seats Ada, Ben
  Ada's Hand: Shot
  Ben (Hull 5)
  Ben's Harbour: Fort (Hull 5), Barge (Hull 5)
  Ada: Shot {target}
"""


def wrong(text: str) -> list[str]:
    """Checks the book with more text, and plays its example; gives what is wrong with it."""
    return [str(problem) for problem in check([("fort.rules", BOOK + text)], books.finder()).problems]


@pytest.mark.parametrize(("trigger", "target"), [("this", "Fort"), ("you", "Ben"), ("this actor", "Ben")])
def test_a_card_responds_to_coming_changes_of_itself_or_its_player(trigger: str, target: str):
    """`this` is the card; `you` and `the actor` are its player, as in reactions after a change."""
    steps = f"  expect Ben is asked, {target} Hull 5\n  Ben: Wall\n  expect {target} Hull 3\n"
    assert wrong(SHIP.format(trigger=trigger, target=target) + steps) == []


@pytest.mark.parametrize(("trigger", "target"), [("this", "Barge"), ("this", "Ben"), ("you", "Fort")])
def test_a_card_does_not_respond_to_coming_changes_of_another_card(trigger: str, target: str):
    """Nobody is asked, and the damage is done."""
    assert wrong(SHIP.format(trigger=trigger, target=target) + f"  expect {target} Hull 2\n") == []


FAMINE = """Famine (Automatic)
Trigger: {whom} would gain Score
do: prevent 1 Score

Example: a feast
  seats Ada, Ben
  Ada's Hand: Feast
  Ben (Score 5)
  Ada: Feast
  expect Ada Score 1, Ben Score {ben}
"""


@pytest.mark.parametrize(("whom", "ben"), [("a player", 6), ("a player with [Score] < 5", 7)])
def test_an_automatic_rule_is_used_before_the_change_of_each_thing_that_it_is_about(whom: str, ben: int):
    """The rule belongs to no player and applies once to each player of the trigger."""
    assert wrong(FAMINE.format(whom=whom, ben=ben)) == []
