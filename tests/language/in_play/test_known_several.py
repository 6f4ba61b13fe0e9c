"""Things that a text knows, such as `the chosen cards` or `the rest`, in counts and loops; zones of somebody; X targets."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

DECK = """\
Uses: nothing
Start: Game
Stat Coins, Points, Price: at least 0
Stat Mana: 0 to 10
Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Play: in play
Zone Discard: of each player, seen by all
Zone Aside: seen by all
Kind Work: a card played from Hand, then to Play
Kind Beast: a card
Kind Curse: a card

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, any number

Woe (Curse)

Bear (Beast)
Price: 2

Wolf (Beast)
Price: 3

Ox (Beast)
Price: 2

Elk (Beast)
Price: 3

"""
EXAMPLE = """Ask (Work)
{lines}

Example: asked
  seats Ada, Ben, Cy
  Ada (Mana 5)
  Ada's Hand: Ask, Bear, Wolf
  Ada's Deck: Woe, Bear, Wolf
  Ben's Hand: Woe, Bear
  Ben's Deck: Wolf
  Cy's Hand: Wolf, Wolf
  Ada's Play: Ox
  Ben's Play: Elk
{play}"""


def wrong(text: str) -> list[str]:
    found = check([("known.rules", f"{DECK}{text}\n")], books.finder(), None).problems
    return [str(problem) for problem in found if problem.severity == "error" or problem.code == "idle-price"]


def asked(lines: str, play: str) -> list[str]:
    return wrong(EXAMPLE.format(lines=lines, play="".join(f"  {line}\n" for line in play.split("; "))))


TWO = "do: choose up to 2 cards in your Hand, to keep\n    "


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("gain [number of the chosen cards] Coins", "Ada Coins 2"),
        ("gain [number of the chosen ones] Coins", "Ada Coins 2"),
        ("gain [total Price of the chosen cards] Coins", "Ada Coins 5"),
        ("gain [most Price of the chosen cards] Coins", "Ada Coins 3"),
        ("gain 2 Coins for each of the chosen cards", "Ada Coins 4"),
        ("each of the chosen cards: it gains 1 Price", "Bear Price 3"),
        ("each chosen card: it gains 1 Price", "Bear Price 3"),
        ("move all of the chosen cards to your Discard", "2 cards in Ada's Discard"),
        ("if [number of the chosen cards] = 2: gain 7 Coins", "Ada Coins 7"),
    ],
)
def test_the_chosen_cards_are_counted_and_gone_through(line: str, expected: str):
    """They stand wherever some things are meant."""
    assert asked(f"{TWO}{line}", f"Ada: Ask; Ada: Bear; Ada: Wolf; expect {expected}") == []


@pytest.mark.parametrize(
    ("lines", "play"),
    [
        ("do: make 2 Woes in your Hand\n    gain [number of the new cards] Coins", "Ada: Ask; expect Ada Coins 2"),
        (
            "do: look at the top 3 cards of your Deck\n    choose one of them, to take\n    gain [number of the rest] Coins\n"
            "    move the rest to your Discard\n    each of the rest: it gains 1 Price",
            "Ada: Ask; Ada: Bear; expect Ada Coins 2, Woe Price 1",
        ),
    ],
)
def test_the_new_cards_and_the_rest_are_counted(lines: str, play: str):
    """So are things that were made, and those that were not chosen."""
    assert asked(lines, play) == []


@pytest.mark.parametrize(
    ("lines", "play"),
    [
        (
            "do: each player in secret:\n      it chooses a card in its Hand, to pass\n"
            "      move the chosen card to the Hand of the player after it",
            "Ada: Ask; Ada: Bear; Ben: Woe; Cy: Wolf; expect Bear in Ben's Hand, Woe in Cy's Hand, 2 cards in Ada's Hand",
        ),
        (
            "Target: an opponent\ndo: move the top card of the Deck of target to your Hand",
            "Ada: Ask Ben; expect 3 cards in Ada's Hand",
        ),
        ("Target: an opponent\ndo: shuffle the Deck of target\n    gain 1 Coins", "Ada: Ask Ben; expect Ada Coins 1"),
    ],
)
def test_a_zone_may_be_that_of_somebody(lines: str, play: str):
    """`the Hand of target` is target's Hand, and no place that is noted under the word `hand`."""
    assert asked(lines, play) == []


@pytest.mark.parametrize("words", ["face down to the Aside", "to the Aside face down"])
def test_a_card_is_moved_face_down_whichever_comes_first(words: str):
    """`face down` may stand before the zone or behind it."""
    lines = f"do: choose a card in your Hand\n    move the chosen card {words}"
    assert asked(lines, "Ada: Ask; Ada: Wolf; expect 1 card in Aside, Ben sees no cards in Aside") == []


@pytest.mark.parametrize(
    ("lines", "play"),
    [
        (
            "Cost: X Mana\nTarget: X beasts\ndo: all targets gain 1 Price",
            "Ada: Ask 2 Ox Elk; expect Ox Price 3, Elk Price 4, Ada Mana 3",
        ),
        (
            "Cost: X Mana\nTarget: X beasts\ndo: all targets gain 1 Price",
            "Ada cannot Ask 3; Ada: Ask 1 Elk; expect Ox Price 2, Elk Price 4",
        ),
        ("Cost: X Mana\nTarget: X beasts\ndo: all targets gain 1 Price", "Ada: Ask 0; expect Ox Price 2, Elk Price 3"),
        (
            "X: 1 to 2\nTarget: X beasts you control\ndo: all targets gain X Price",
            "Ada cannot Ask 2; Ada: Ask 1 Ox; expect Ox Price 3",
        ),
    ],
)
def test_an_action_has_as_many_targets_as_the_number_that_is_named(lines: str, play: str):
    """The number is named first; only as many as there are can be named."""
    assert asked(lines, play) == []


def test_a_number_of_targets_that_nobody_names_is_an_error():
    """The error says where the number can come from."""
    (problem,) = wrong("Ask (Work)\nTarget: X beasts\ndo: all targets gain 1 Price")
    assert "nobody says how many X is" in problem


def test_a_rule_that_lowers_a_price_that_nothing_has_is_a_warning():
    """The warning names the stat; there is none as soon as something costs it."""
    sale = "Sale (Work)\ndo: cards cost 1 Coins less this Turn\n\n"
    (problem,) = wrong(sale)
    assert "changes nothing: nothing costs Coins" in problem
    assert wrong(f"{sale}Inn (Work)\nCost: 2 Coins\ndo: gain 1 Points\n") == []
    assert wrong(sale.replace("less", "more")) == []
