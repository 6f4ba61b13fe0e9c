"""Each action of the book cites its rule, each reading its requirements and its question."""

import pytest

from rulewright import books

pytestmark = pytest.mark.once("nothing is played")

BOOK = books.load("encounter")
RULES = {
    "Strike": "6.5.1",
    "Defend": "6.5.2",
    "Heal": "6.5.3",
    "Shield Bash": "6.5.4",
    "Dash": "6.5.5",
    "Power Shot": "6.5.6",
    "Longbow Shot": "6.6.3",
    "Desperate Strike": "6.7.2",
    "Steal": "6.7.3",
    "Fireball": "6.7.4",
    "Parry": "6.8.2",
    "Move": "9.1",
    "Deploy": "11.2",
    "Withdraw": "11.6",
    "Damage Reduction": "14.12.3",
}
READINGS = {
    "area damage": ("E-87", "one roll", "a roll each"),
    "prerequisites": ("E-80, E-128", "an if without dice and else", "none"),
    "unpaid costs": ("E-129", "refused", "clamped"),
    "same name": ("E-36, EW-30", "newest replaces", "adds up"),
    "end of turn": ("E-37", "own turn", "start of next turn"),
    "reactions to reactions": ("E-95", "no", "yes"),
    "dash": ("E-49", "two moves", "all moves"),
    "initiative": ("EW-15, EW-23", "each actor", "each cast"),
}


def test_the_book_has_its_title():
    """The book is called Encounter."""
    assert BOOK.title == "Encounter"


@pytest.mark.parametrize("name", RULES)
def test_an_action_names_its_rule(name: str):
    """A refusal and an explanation cite the number of the rule."""
    action = BOOK.action(name)
    assert action is not None and action.rule == RULES[name]


def test_every_action_of_the_rule_book_is_cited():
    """Guard, Riposte and defeat have no number, because this book added them."""
    ours = {action.name for action in BOOK.actions if not action.rule[0].isdigit()}
    assert ours == {"Guard", "Riposte", "Defeated"} and {action.name for action in BOOK.actions} - ours == set(RULES)


def test_the_other_dash_cites_the_same_rule():
    """Both sides of a reading are of one rule (E-49)."""
    action = books.load("encounter", readings={"dash": "all moves"}).action("Dash")
    assert action is not None and action.rule == "6.5.5"


def test_each_reading_names_what_it_settles_and_its_sides():
    """The default comes first, and every reading says what it is about."""
    found = {reading.name: (reading.rule, *reading.sides) for reading in BOOK.ambiguities}
    assert found == READINGS and all(reading.about for reading in BOOK.ambiguities)
