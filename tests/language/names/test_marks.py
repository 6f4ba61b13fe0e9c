"""The words in parentheses after a name: words of the language, words that a text declares, and misspelt words."""

import pytest

from rulewright import books
from rulewright.language.check.problems import Problem
from rulewright.language.lower.compiler import bind

BOOK = """\
Uses: nothing
Start: Game
Stat Health: at least 0, takes damage
Stat Wit: at least 0

structure Game
  step turns: repeat Turn

structure Turn
  step act: window actions and brewing for each player, until all pass

Scene Inn
  seats Ann, Bo

Brew (Brewing)
do: gain 1 Health
"""
DECLARED = BOOK + "\nMark Brewing, Tasting: what is done at the kettle\n"


def found(text: str) -> list[Problem]:
    """Lists the errors of a text."""
    problems = bind([("inn.rules", text)], books.finder()).problems
    return [problem for problem in problems if problem.severity == "error"]


def test_a_declared_mark_is_known():
    assert found(DECLARED) == []


def test_an_undeclared_mark_is_an_error_where_it_is_written_and_where_it_is_referred_to():
    errors = found(BOOK)
    assert [problem.message for problem in errors] == [
        "the mark 'brewing' is not declared",
        "the mark 'Brewing' is not declared",
    ]
    assert [problem.span.line for problem in errors] == [10, 15]
    assert "a line `Mark Brewing: what it is for`" in errors[0].expected


@pytest.mark.parametrize(
    ("text", "mark", "near"),
    [
        ("Duck (Raction)\nTrigger: this actor is damaged\ndo: gain 1 Wit", "Raction", "Reaction"),
        ("Stir (Brewng)\ndo: gain 1 Wit", "Brewng", "Brewing"),
        (
            "Kind Potion: a card\n\nElixir (Potoin)\n\n  Glow (Optinal)\n  Trigger: this is damaged\n  do: gain 1 Wit",
            "Potoin",
            "Potion",
        ),
        ("Feature Calm (Activatd)\ndo: +1 Wit", "Activatd", "Activated"),
        ("Stat Fuel: at least 0, pays first for Wit in brewin", "brewin", "Brewing"),
        ("Purge\ndo: use the tastin abilities of target in order", "tastin", "Tasting"),
    ],
)
def test_a_misspelt_mark_is_refused_with_the_one_that_was_meant(text: str, mark: str, near: str):
    first = found(f"{DECLARED}\n{text}\n")[0]
    assert (first.message, first.nearest) == (f"the mark {mark!r} is not declared", near)


@pytest.mark.parametrize(
    ("mark", "message", "near"),
    [
        ("reading hops: two", "", ""),
        ("reading hps: two", "there is no reading 'hps'", "hops"),
        ("reading hops: tow", "the reading 'hops' has no side 'tow'", "two"),
    ],
)
def test_a_mark_names_a_reading_that_there_is(mark: str, message: str, near: str):
    errors = found(f"{DECLARED}\nReading hops: one, two\n\nHop ({mark})\ndo: gain 1 Wit\n")
    assert [(problem.message, problem.nearest) for problem in errors] == ([(message, near)] if message else [])


@pytest.mark.parametrize("what", ["Zone Attic (reading hps): seen by all", "Example: hopping (reading hps)\n  expect no stacks"])
def test_a_mark_names_an_existing_reading(what: str):
    """A reading that cannot be chosen is an error: its zone would never exist, its example would never be run."""
    errors = found(f"{DECLARED}\nReading hops: one, two\n\n{what}\n")
    assert [problem.message for problem in errors] == ["there is no reading 'hps'"]
