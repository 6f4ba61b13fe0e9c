"""Texts that once did something other than their reader expects: people who had not read the docs wrote these lines."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

HEAD = """\
Uses: nothing
Start: Game
Stat Coins, Price: at least 0
Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Trash: seen by all
Zone Field: in play
Kind Deed: a card played from Hand, then to Trash

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player

Brass (Deed)
Price: 3
do: gain 1 Coins

"""


def failures(text: str, head: str = HEAD) -> list[str]:
    """Gives every error and warning of a text, and every example that fails."""
    return [str(problem) for problem in check([("expected.rules", head + text)], books.finder()).problems]


def test_a_card_is_not_in_the_hand_while_it_is_played():
    """If no stack takes the card meanwhile, lines that choose or count cards in the hand leave it out."""
    text = """Sale (Deed)
do: gain 10 * [number of cards in your Hand] Coins
    choose a card in your Hand, to sell
    gain [the chosen card Price] Coins
    move the chosen card to Trash

Example: the other card is sold
  seats Ann, Bo
  Ann's Hand: Sale, Brass
  Ann: Sale
  Ann cannot Sale
  Ann: Brass
  expect Ann Coins 13, 2 cards in Trash
"""
    assert failures(text) == []


def test_a_stat_of_whatever_the_line_knows_can_be_read():
    """Examples are `[the chosen card Price]`, `[the player after you Coins]` and `[your Coins]`."""
    text = """Envy
do: gain [the player after you Coins] + [your Coins] Coins

Example: three and two
  seats Ann, Bo
  Ann (Coins 2), Bo (Coins 3)
  Ann: Envy
  expect Ann Coins 7
"""
    assert failures(text) == []


def test_features_of_a_text_are_added_to_those_of_its_book():
    """A buff still changes might if the text adds its own feature."""
    text = """Uses: riftbound
Features: Parade

Feature Parade
Scope: actor Unit
do: +1 Might

Roll Call (Spell)
do: draw 1

Example: both count
  seats Ann, Bo
  Ann's Hand: Roll Call
  Ann's Main Deck: Slagback Ram
  Ann's Board: Emberline Runner (Buffed 1)
  Ann: Roll Call
  expect Emberline Runner Might 4
"""
    assert failures(text, "") == []


def test_a_feature_that_is_not_there_is_still_an_error():
    """The error shows the line that names it."""
    assert "there is no feature 'Parade'" in failures("Features: Parade\n\nScene Yard\n  seats Ann, Bo\n")[0]


POST = """\
Uses: nothing
Start: Game
Stat Points: at least 0
Zone Players: in play

structure Game
  step letters: each player: take a Letter

structure Letter of a player
  step write: floor actions for the player{rule}, for 24 hours

Write
do: gain 1 Points

Example: by turns
  seats Ann, Bo
  at 01:00 Bo cannot Write
  at 02:00 Ann: Write
"""


def test_a_floor_is_open_for_those_whom_it_names():
    """While one player's letter is open nobody else may act; after a day it is the next player's."""
    assert failures("  at 25:00 Ann cannot Write\n  at 26:00 Bo: Write\n  expect Bo Points 1\n", POST.format(rule="")) == []


def test_a_floor_for_one_act_closes_after_it():
    """It does not stay open until its time is over."""
    assert failures("  at 03:00 Bo: Write\n  expect Bo Points 1\n", POST.format(rule=", one only")) == []


@pytest.mark.parametrize(
    "does",
    [
        "move a card in your Hand to Trash",
        "each player: move a card in its Hand to Trash",
        "choose a card in your Hand\n    move the chosen card to Trash",
    ],
)
def test_a_choice_among_hidden_cards_cannot_be_declined(does: str):
    """Others do not know what is in a hand, so its player must choose; `none` is offered only if no card fits."""
    sale = f"Sale (Deed)\ndo: {does}\n    gain 1 Coins\n\n"
    example = "Example: a loss\n  seats Ada, Ben\n  Ada's Hand: Sale, Brass\n  Ada: Sale\n"
    (said,) = failures(f"{sale}{example}  Ada: none\n")
    assert "'none' is not on the menu" in said
    assert failures(f"{sale}{example}  Ada: Brass\n  expect Brass in Trash\n") == []
