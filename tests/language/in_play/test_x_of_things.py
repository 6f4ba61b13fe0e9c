"""Costs that use X of some things or make things; the pile of a destroyed card; choosing among cards that were looked at."""

import pytest

from tests.language.in_play.test_moments import CARDS, problems

EXAMPLE = """{cards}Ask (Spell)
{lines}

Example: asked
  seats Ada, Ben
  Ada's Hand: Ask, 5 Study
  Ada's Deck: Bull, Cow, Poke, Slay
  Ada's Board: 2 Cow, Bull
  Ben's Board: Cow
{play}"""


def book(lines: str, play: str, cards: str = CARDS) -> list[str]:
    """Gives what is wrong with a book that has a spell `Ask` and an example."""
    return problems(EXAMPLE.format(cards=cards, lines=lines, play="".join(f"  {line}\n" for line in play.split("; "))))


X = "Cost: move X creatures you control to its owner's Graveyard\ndo: gain X Score"


@pytest.mark.parametrize(
    ("lines", "play"),
    [
        (X, "Ada: Ask 2 Cow Bull; expect Ada Score 2, 2 cards in Board"),
        (X, "Ada: Ask 0; expect Ada Score 0, 4 cards in Board"),
        (X, "Ada: Ask 3 Cow Cow Bull; expect Ada Score 3, 1 card in Board"),
        (X, "Ada cannot Ask 4; Ada: Ask 0; expect 4 cards in Board"),
        (f"X: 1 to 2\n{X}", "Ada cannot Ask 3; Ada: Ask 1 Bull; expect Ada Score 1, 3 cards in Board"),
        (
            "Cost: destroy X cows you control\ndo: gain X Score".replace("cows", "creatures"),
            "Ada: Ask 1 Bull; expect Ada Score 1",
        ),
        (
            "Cost: move X cards in your Hand to your Graveyard\ndo: gain X Score",
            "Ada: Ask 5 Study, Study 2, Study 3, Study 4, Study 5; expect Ada Score 5, 0 cards in Ada's Hand",
        ),
        ("Cost: make 2 Cows\ndo: gain 1 Score", "Ada: Ask; expect Ada Score 1, 6 cards in Board"),
        ("Target: a player\nCost: target makes a Bull\ndo: gain 1 Score", "Ada: Ask Ben; expect Ada Score 1, 5 cards in Board"),
    ],
)
def test_a_cost_takes_x_of_some_things_or_makes_some(lines: str, play: str):
    """The player names the number, at most as many as there are."""
    assert book(lines, play) == []


def test_a_destroyed_card_goes_to_the_pile_of_its_owner():
    """This is the only zone of each player that all see and that is not in play."""
    assert book("Target: a creature\ndo: destroy target", "Ada: Ask Bull; expect 2 cards in Ada's Graveyard") == []


def test_a_destroyed_card_goes_to_the_only_open_zone():
    """Here it is a pile that belongs to nobody."""
    cards = CARDS.replace("Zone Graveyard: of each player, seen by all", "Zone Graveyard: seen by all").replace(
        "its owner's ", ""
    )
    assert book("Target: a creature\ndo: destroy target", "Ada: Ask Bull; expect 2 cards in Graveyard", cards) == []


def test_a_destroyed_card_with_two_piles_is_an_error():
    """The text must say which of the two is meant."""
    cards = CARDS.replace("Kind Spell", "Zone Exile: of each player, seen by all\n\nKind Spell", 1)
    wrong = book("Target: a creature\ndo: destroy target", "Ada: Ask Bull; expect Ada Score 0", cards)
    assert any("'destroy target' is not understood" in each for each in wrong)
    word = "Word destroy <whom>: move <whom> to its owner's Exile\n\nKind Spell"
    said = cards.replace("Kind Spell", word, 1)
    assert book("Target: a creature\ndo: destroy target", "Ada: Ask Bull; expect 1 card in Ada's Exile", said) == []


LOOK = """do: look at the top 3 cards of your Deck
    {}
    move the chosen card to your Hand
    put the rest to the bottom of your Deck"""


@pytest.mark.parametrize(
    ("choose", "play"),
    [
        ("choose one of them, to keep", "Ada: Ask; Ada: Cow; expect 6 cards in Ada's Hand, 3 cards in Ada's Deck"),
        ("choose 2 of them", "Ada: Ask; Ada: Cow; Ada: Bull; expect 6 cards in Ada's Hand"),
        ("you may choose one of them", "Ada: Ask; Ada: none; expect 5 cards in Ada's Hand, 4 cards in Ada's Deck"),
        ("choose a spell among them", "Ada: Ask; Ada: Poke; expect Poke in Ada's Hand"),
    ],
)
def test_a_card_is_chosen_among_those_looked_at(choose: str, play: str):
    """`the rest` means the other cards."""
    assert book(LOOK.format(choose), play) == []


def test_a_card_beyond_those_looked_at_is_not_offered():
    """The player has seen only the top cards."""
    assert any(
        "'Slay' is not on the menu" in each
        for each in book(LOOK.format("choose one of them"), "Ada: Ask; Ada: Slay; expect Ada Score 0")
    )


def test_a_revealed_card_is_not_one_that_somebody_looked_at():
    """No card could be chosen, so the line is an error."""
    lines = (
        "do: look at the top 3 cards of your Deck\n    choose a revealed card in your Deck\n    move the chosen card to your Hand"
    )
    assert any("cards that somebody looks at are not revealed" in each for each in book(lines, "Ada: Ask; expect Ada Score 0"))


def test_a_choice_of_nothing_that_was_shown_is_an_error():
    """No cards were shown to choose from."""
    wrong = book("do: choose one of them\n    move the chosen card to your Hand", "Ada: Ask; expect Ada Score 0")
    assert any("nothing is revealed before this" in each for each in wrong)
