"""Examples can claim who sees which cards and numbers, and the error for a false claim says what the seat sees."""

import pytest

from rulewright.language.check import checking

RULES = """Uses: nothing
Start: Game
Stat Gold: at least 0
Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Deck: of each player, seen by nobody
Zone Market: seen by all
Kind Animal: a card

structure Game
  step play: take a Turn

structure Turn of a player
  step act: window actions for each player, until all pass

Ox (Animal)
do: gain 1 Gold

Hen (Animal)
do: gain 1 Gold

Goat (Animal)
do: gain 1 Gold

Peek
Target: an opponent
do: look at all cards in target's Hand

Show
do: reveal the top card of your Deck

Feature Purse
Scope: rule book
Hides: Gold

Features: Purse

Example: sight
  seats Ada, Ben
  Ada (Gold 2)
  Ada's Hand: Ox, Hen
  Ada's Deck: Goat, Hen
  Market: Ox
  {answer}
  expect {claim}
"""


def failures(answer: str, claim: str) -> list[str]:
    """Gives why the claim is false after the answer; nothing if it is true."""
    report = checking.check([("sight.rules", RULES.format(answer=answer, claim=claim))], lambda used: (), None)
    assert report.bound.book is not None, [*report.lines()]
    return [told for result in report.results for _, told in result.failures]


@pytest.mark.parametrize(
    "claim",
    [
        "Ada sees 2 cards in her Hand",
        "Ada sees Ox in her Hand",
        "Ben sees no cards in Ada's Hand",
        "Ben does not know the cards in Ada's Hand",
        "Ben does not see Hen in Ada's Hand",
        "nobody sees Goat",
        "everybody sees Ox in the Market",
        "a spectator does not know Hen",
        "a spectator sees one card in the Market",
        "Ada knows Ada's Gold",
        "Ben does not know Ada's Gold",
    ],
)
def test_a_true_claim_about_sight_holds(claim: str):
    assert failures("Ada passes", claim) == []


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Ben sees 2 cards in Ada's Hand", "Ben sees 2 unseen cards in Ada's Hand"),
        ("Ada sees 1 card in her Hand", "Ada sees Ox and Hen in Ada's Hand"),
        ("Ben sees Ox in Ada's Hand", "Ben sees 2 unseen cards in Ada's Hand"),
        ("Ben does not see Ox in the Market", "Ben sees Ox in Market"),
        ("everybody sees Goat", "Ada sees 2 unseen cards in Ada's Deck"),
        ("Ben knows Ada's Gold", "Ben does not see Ada's Gold"),
        ("Ada does not know Ada's Gold", "Ada sees Ada's Gold"),
        ("Ben does not see Goat in Ada's Hand", "there is no 'Goat' in Ada's Hand, so that nobody could see it"),
        ("Ben sees 2 cards in Ada's Purse", 'there is no zone "Ada\'s Purse"'),
    ],
)
def test_a_false_claim_says_what_the_seat_sees(claim: str, told: str):
    (failure,) = failures("Ada passes", claim)
    assert told in failure


def test_a_card_looked_at_is_seen_by_the_looking_player():
    assert failures("Ben: Peek Ada", "Ben sees 2 cards in Ada's Hand, a spectator sees no cards in Ada's Hand") == []


def test_a_revealed_card_is_known_to_all_while_it_stays():
    assert failures("Ada: Show", "everybody sees Goat in Ada's Deck, Ben sees 1 card in Ada's Deck") == []
