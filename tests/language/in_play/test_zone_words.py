"""Wherever a zone is named, its owner may be given by any words for a player."""

import pytest

from tests.language.in_play.test_making import wrong

WHOSE = (
    "target's",
    "target's controller's",
    "target's player's",
    "the controller of target's",
    "the chosen player's",
    "an opponent's",
    "its controller's",
)


@pytest.mark.parametrize("whose", WHOSE)
@pytest.mark.parametrize(
    "does",
    [
        "shuffle {} Deck",
        "move the top card of {} Deck to {} Hand",
        "move all cards in {} Hand to {} Discard",
        "gain [number of cards in {} Hand] Score",
        "make a Boar in {} Hand",
        "reveal the top 2 cards of {} Deck",
        "look at all cards in {} Hand",
        "reveal cards from the top of {} Deck until a minion",
        "search {} Deck for a minion: gain 1 Score",
    ],
)
def test_any_word_for_somebody_says_whose_zone_it_is(whose: str, does: str):
    """This works in every place where a zone can be named."""
    said = does.replace("{}", whose, 1).replace("{}", "your" if whose == "an opponent's" else whose)
    if whose == "an opponent's" and "[number" in does:
        return  # a count refers to all opponents then, and chooses nobody
    lines = (
        ("Trick (Spell)", "Target: a minion", "do: choose a player", f"    {said}")
        if "chosen" in whose
        else (
            ("Trick (Spell)", f"do: {said}") if whose == "an opponent's" else ("Trick (Spell)", "Target: a minion", f"do: {said}")
        )
    )
    assert wrong(*lines) == []


def test_the_zone_is_that_of_who_is_meant():
    """The boar is Ben's, so Ben draws from Ben's deck."""
    lines = (
        "Trick (Spell)",
        "Target: a minion",
        "do: move the top card of target's controller's Deck to target's controller's Hand",
    )
    example = ("Example: it", "  seats Ada, Ben", "  Ada's Hand: Trick", "  Ben's Board: Boar", "  Ben's Deck: Boar")
    assert wrong(*lines, *example, "  Ada: Trick Boar", "  expect 1 card in Ben's Hand, 0 cards in Ada's Hand") == []


def test_one_of_some_players_is_chosen_first():
    """The acting player chooses whose hand it is."""
    lines = ("Trick (Spell)", "Target: a minion", "do: move target to an opponent's Hand")
    example = (
        "Example: it",
        "  seats Ada, Ben, Cy",
        "  Ada's Hand: Trick",
        "  Ada's Board: Boar",
        "  Ada: Trick Boar",
        "  Ada: Cy",
    )
    assert wrong(*lines, *example, "  expect 1 card in Cy's Hand") == []


def test_the_zones_of_several_are_an_error():
    """Each of these players has such a zone, so one would have to be named."""
    (problem,) = wrong("Trick (Spell)", "do: shuffle all players's Deck")
    assert "may mean several" in problem
