"""Variants of the phrases beyond their examples: each verb accepts every object, amount, order and predicate."""

import pytest

from rulewright.language.lower.compiler import bind
from tests.language.grammar.test_phrases import BOOK, ELSEWHERE, PLACES, usual_place

FORMS = (
    "target looks at all cards in your hand",
    "move target to its owner's trash as it lies",
    "each actor, the last first: gain 1 Health",
    "each of the top 2 cards of your deck: reveal it",
    "each actor and each of the top 2 cards of your deck, as the active player chooses: gain 1 Health",
    "put 1 bitter abilities of target out of use this turn",
    "the actor takes Stride without spending Attack in its Turn",
    "put all actors to the bottom of its owner's deck in random order",
    "the active player chooses an actor",
    "you may choose an actor",
    "choose an actor, to send it away",
    "you may choose 2 actors",
    "choose 2 actors",
    "take a Turn of target",
    "target tells the bell rings",
    "target is at an actor",
    "target is an enemy",
    "move all cards from your trash to your deck",
    "return target to its owner's hand",
    "put target to the bottom of its owner's deck",
    "put target face down into your trash",
    "turn target face up",
    "turn target face down",
    "look at the top 2 cards of your deck",
    "reveal all cards in your hand",
    "move a random card from your hand to your trash",
    "each actor: [Initiative] = 1d100",
    "each cast: take a Turn",
    "each actor in turn: take a Turn",
    "the check fails",
    "the target is in sight",
    "the actor is run by a strategy",
    "each actor, the active player's last: gain 1 Health",
    "there is an ally within 3 tiles",
)
NEW = (
    "target may choose 2 actors",
    "choose up to 2 actors",
    "the active player may choose up to 2 allies, to send them away",
    "put all actors face down to the bottom of its owner's deck in random order",
    "target looks at the top 2 cards of your deck",
    "put up to 1 bitter abilities of target out of use",
    "each of the top 2 cards of the active player's deck: reveal it",
    "the target is not adjacent",
    "all enemies are at home",
    "an enemy is within 2 tiles of target",
    "an ally is not on the gate",
    "target is attached to an ally",
    "the actor is in play with [Health] > 3 or [Attack] > 1",
    "target is an enemy with [Health] > 3 and [Attack] > 1",
)


def place_of(form: str) -> str:
    """Finds where a form may stand."""
    fits = [place for place, starts in ELSEWHERE.items() if form.startswith(starts)]
    condition = not fits and any(word in form or form.startswith(word) for word in (" is ", " are ", "there "))
    return fits[-1] if fits else usual_place("condition" if condition else "effect", form)


@pytest.mark.parametrize("form", [*FORMS, *NEW])
def test_each_written_form_of_a_phrase_is_read(form: str):
    """The form loads in its place."""
    bound = bind([("small.rules", BOOK + place_of(form).format(form))], lambda used: ())
    assert [str(problem) for problem in bound.problems] == []


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ("the target is full", "'full' names nothing that the book knows"),
    ],
)
def test_unknown_words_after_is_are_an_error(form: str, message: str):
    """The error quotes the words after `is`."""
    found = bind([("small.rules", BOOK + PLACES["condition"].format(form))], lambda used: ()).problems
    assert message in str(found[0])
