"""If somebody is never asked, or a turn never ends, an example ends with a message that says why."""

import pytest

from rulewright.books import load
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check

LAPS = """\
Uses: nothing
Start: Game
Turn: Game
Stat Load: at least 0
Zone Table: in play, keeps identity
Kind Cart: Load 0

structure Game
  step laps: repeat Lap

structure Lap
  step moves: window actions for each player, until all pass

Wave
do: tell waves

Scene Beach
  seats Ann, Bo

Example: there
  seats Ann, Bo
  Dray (Cart)
"""


def said(line: str) -> list[str]:
    """Checks the laps with one more line in their example; gives the errors."""
    return [problem.message for problem in check([("laps.rules", f"{LAPS}  {line}\n")], lambda used: ()).problems]


def test_an_example_with_a_player_never_asked_ends_with_a_message():
    """The others pass for something that has no window, but not forever."""
    (message,) = said("Dray: Wave")
    assert "Dray is not asked, however often the others pass (1,000 times)" in message


def test_a_turn_that_never_ends_is_told_so():
    """A turn that begins again and again is not played forever."""
    (message,) = said("Ann: Wave\n  Ann's turn ends")
    assert "the turn does not end, however often the others pass (1,000 times)" in message


DECKS = """\
Uses: nothing
Start: Game
Stat Refills: at least 0
Zone Players: in play
Zone Deck: of each player, seen by nobody, replenished by Refill
Zone Hand: of each player, seen by its owner
Zone Heap: of each player
Kind Shell: a card played from Hand, then to Heap

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step move: window actions for the player, one only

structure Refill of a player
  step shells: move all cards from your Heap to your Deck
    {more}

Gather
do: move the top 3 cards of your Deck to your Hand

Cowrie (Shell)
do: gain 1 Refills

Example: gathered
  seats Ann, Bo
  {lying}
  Ann: Gather
  expect {expected}
"""


@pytest.mark.parametrize(
    ("lying", "more", "expected"),
    [
        ("Ann's Deck: Cowrie", "", "1 card in Ann's Hand"),
        ("Ann's Deck: Cowrie\n  Ann's Heap: Cowrie", "", "2 cards in Ann's Hand, 0 cards in Ann's Heap"),
        ("Ann (Refills 0)", "", "0 cards in Ann's Hand"),
        ("Ann (Refills 0)", "if [Refills] < 4: [Refills] += 1", "Ann Refills 4"),
        ("Ann's Heap: 4 Cowrie", "if [Refills] < 4: [Refills] += 1", "3 cards in Ann's Hand, Ann Refills 1"),
    ],
)
def test_a_zone_is_replenished_while_that_changes_anything(lying: str, more: str, expected: str):
    """If more is taken than there is, all that there is is taken, once the replenishing structure changes nothing any more."""
    text = DECKS.format(lying=lying, more=more, expected=expected)
    assert check([("decks.rules", text)], lambda used: ()).lines() == []


def test_a_zone_that_nothing_replenishes_is_tried_once():
    """If nothing has changed since, the structure is not run again for the next card."""
    text = DECKS.format(lying="Ann (Refills 0)", more="", expected="0 cards in Ann's Hand").partition("\nExample")[0]
    game = Game(load(text=[("decks.rules", f"{text}\nScene Beach\n  seats Ann, Bo\n")]), "Beach")
    begun = [event for event in game.answer("Ann", "Gather") if event[0] == "began" and event[2] == "Refill"]
    assert len(begun) == 1
