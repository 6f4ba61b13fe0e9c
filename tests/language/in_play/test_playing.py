"""Cards that are played from unusual zones, now or for a while, and actions that an effect lets somebody perform."""

import pytest

from tests.language.in_play.test_making import wrong

TEXT = """Stat Mana: at least 0
Dig
do: play a minion from your Discard
Gift
do: you may play a minion in your Hand without paying
Rob
Target: an opponent
do: play the top card of target's Deck without paying
Borrow
Target: an opponent
do: you may play all cards in target's Discard without paying this turn
Lend
Target: an opponent
do: target may play all cards in your Discard until end of its next Turn
Command
Target: a minion
do: target performs Growl
Costly (Minion)
Cost: 5 Mana
Life: 4
Wolf (Minion)
Life: 5
  Growl
  Cost: 1 Mana
  do: gain 1 Score
Spark (Spell)
do: gain 3 Score
"""


def example(*lines: str, text: str = "") -> list[str]:
    """Plays an example; gives what is wrong."""
    return wrong(TEXT + text, "Example: it", "  seats Ada, Ben", *(f"  {line}" for line in lines))


def test_a_card_is_played_from_where_it_lies():
    """The boar is played from the discard pile."""
    assert example("Ada's Discard: Boar", "Ada: Dig", "expect Boar in Board, Boar is controlled by Ada") == []


def test_a_card_that_cannot_be_paid_for_is_not_played():
    """It stays in its zone; with permission to play it without paying, it is played."""
    assert example("Ada's Discard: Costly", "Ada: Dig", "expect Costly in Ada's Discard") == []
    assert example("Ada's Hand: Costly", "Ada: Gift", "Ada: Costly", "expect Costly in Board") == []


def test_the_permission_to_play_can_be_declined():
    """Declining changes nothing."""
    assert example("Ada's Hand: Costly", "Ada: Gift", "Ada: none", "expect Costly in Ada's Hand") == []


def test_a_card_of_another_goes_back_to_its_owner():
    """A spell goes back after it resolves, a minion when it dies; in play it is controlled by the player who played it."""
    assert example("Ben's Deck: Spark", "Ada: Rob Ben", "expect Ada Score 3, Spark in Ben's Discard") == []
    kill = "Kill\nTarget: a minion\ndo: move target to its owner's Discard\n"
    steps = ("Ben's Deck: Boar", "Ada: Rob Ben", "expect Boar is controlled by Ada", "Ada: Kill Boar")
    assert example(*steps, "expect Boar in Ben's Discard, Boar is controlled by Ben", text=kill) == []


def test_a_permission_lasts_as_long_as_it_says():
    """The other player's card is offered this turn, and not afterwards."""
    begun = ("Ben's Discard: Costly", "Ada: Borrow Ben")
    assert example(*begun, "Ada: Costly", "expect Costly in Board, Costly is controlled by Ada") == []
    assert example(*begun, "Ada's turn ends", "Ben's turn ends", "Ada's turn begins", "Ada cannot Costly") == []


def test_somebody_else_gets_the_permission():
    """Ben plays Ada's card in his own turn, and controls it in play."""
    steps = ("Ada's Discard: Boar", "Ada: Lend Ben", "Ada cannot Boar: has", "Ada's turn ends", "Ben: Boar")
    assert example(*steps, "expect Boar is controlled by Ben") == []


def test_a_card_that_has_moved_is_no_longer_lent():
    """A card that has gone to another zone counts as another card."""
    back = "Back\ndo: move all cards in target's Discard to target's Hand\nTarget: an opponent\n"
    assert example("Ben's Discard: Boar", "Ada: Borrow Ben", "Ada: Back Ben", "Ada cannot Boar", text=back) == []


def test_a_replacement_of_where_it_goes_holds_for_what_is_played_from_elsewhere():
    """A card that would go to a discard pile goes to the box instead, also if it was played from a deck."""
    text = "Zone Box: seen by all\nOblivion (Automatic)\nTrigger: a card would go to Discard\ndo: move it to Box instead\n"
    assert example("Ben's Deck: Spark", "Ada: Rob Ben", "expect Ada Score 3, Spark in Box", text=text) == []


def test_an_effect_lets_a_thing_use_what_it_can_do():
    """Its player pays the cost of the action; a thing without this action does nothing."""
    steps = ("Ben (Mana 2)", "Ben's Board: Wolf, Boar", "Ada: Command Wolf", "expect Ben Score 1, Ben Mana 1")
    assert example(*steps) == []
    assert example("Ben's Board: Boar", "Ada: Command Boar", "expect Ben Score 0") == []
    assert example("Ben's Board: Wolf", "Ada: Command Wolf", "expect Ben Score 0") == []


@pytest.mark.parametrize("does", ["play all minions", "perform Nothing", "all opponents play a minion"])
def test_a_wrong_object_of_playing_is_an_error(does: str):
    """The wrong objects are several cards at once, an unknown action, and several players."""
    assert any("error" in line for line in wrong(f"Odd\ndo: {does}\n"))
