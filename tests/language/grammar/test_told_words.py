"""A suggestion speaks of everything that its sentence says; one that leaves something out is not given."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from rulewright.language.grammar.told_words import lost, whole
from tests.language.grammar.test_sentences import family
from tests.language.in_play.test_making import wrong


def told(name: str, line: str) -> str:
    """Give what an error suggests for a line in an action of a family's book."""
    text = f"{family(name)}\nFeat\ndo: {line}\n"
    return "\n".join(problem.nearest for problem in check([("feat.rules", text)], books.finder()).problems)


@pytest.mark.parametrize(
    ("sentence", "said", "missing"),
    [
        ("Summon two 1/1 Imps with Taunt", "make two Taunts", ["imps"]),
        ("Push the target 2 squares away and knock it prone", "push target 2 tiles away from actor", ["prone"]),
        ("Whenever this creature takes damage, draw a card", "Trigger: this takes damage\ndo: draw a card", []),
        ("Destroy an untapped land", "destroy a non-tapped land", []),
    ],
)
def test_words_that_a_suggestion_does_not_speak_of_are_found(sentence: str, said: str, missing: list[str]):
    """Pronouns, limits and words that other words stand for are not missing."""
    assert lost(sentence, said) == missing


def test_a_suggestion_keeps_numbers_and_limits():
    """`this turn`, `random` and numbers above two make another rule."""
    assert not whole("Your next spell this turn costs 2 less", "the next spell you play costs 2 Mana less")
    assert whole("Your next spell this turn costs 2 less", "the next spell you play costs 2 Mana less this turn")
    assert not whole("Deal 3 damage to a random enemy", "deal 2 damage to a random enemy")


def test_words_that_the_language_knows_are_not_taken_for_misspelt():
    """`each` is no misspelling of `detach`."""
    assert "detach" not in told("euro", "Each player who did not pay upkeep removes one building.")


def test_a_pile_that_is_called_discard_is_for_what_is_discarded():
    """The book has two open piles; the example is played with the one for used cards."""
    assert told("deck", "discard 2 cards") == ""


def test_a_question_that_does_something_does_it_once():
    """The words of the question do it already."""
    suggested = told("stack", "You may draw a card, then lose 1 life.")
    assert "draw a card: draw a card" not in suggested


def test_used_cards_go_to_the_discard_beside_another_open_pile():
    """Ada discards one of two cards."""
    assert wrong("Trick (Spell)", "do: discard a card") == []


def test_a_suggestion_says_of_whom_a_later_line_speaks():
    """`it` is nobody after `reveal`; the card is chosen first."""
    assert "If the chosen card is ice" in told("netrunner", "Reveal the top card of R&D. If it is ice, trash it.")


def test_a_condition_of_what_always_holds_is_a_header():
    """A standing ability takes no `if`."""
    said = told("stack", "If you control no creatures, this costs 2 less.")
    assert said.startswith("Feat (Standing)\nNeeds: you control no creatures\n")


def test_comparisons_of_two_players_are_put_into_brackets():
    """The stat, the cards and the things of each are counted."""
    said = told("stack", "If an opponent has more cards in hand than you, draw a card.")
    assert "there is an opponent with [number of cards in its Hand] > [number of cards in your Hand]" in said


def test_a_prohibition_is_not_shown_without_its_limit():
    """`this ability` would be forbidden always."""
    assert told("netrunner", "The Runner cannot draw more than 2 cards this turn.") == ""
