"""Sentences that a rulebook means in general: they are not read as a choice, as a gain for ever, or as the name of a question."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from tests.language.in_play.test_making import HEAD, wrong


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("a minion cannot leave play", "has two readings: all such things, or one that is chosen now"),
        ("all minions have +1 Life", 'expected a number, dice or [Stat], not "+"'),
        ("each player may move a card in its Hand to its Discard to gain 1 Score", "is not understood"),
        ("target reveals one of its cards", "is not understood"),
    ],
)
def test_a_sentence_with_another_reading_is_an_error(does: str, says: str):
    """A general rule is no choice, a standing bonus is no gain for ever, and a price is no name for a question."""
    (problem,) = wrong("Trick (Spell)", "Target: a player", f"do: {does}")
    assert says in problem


def test_a_general_rule_says_how_it_is_written():
    """The error shows a line for all of them, and lines for one that somebody chooses."""
    (problem,) = check([("general.rules", f"{HEAD}Trick (Spell)\ndo: a minion cannot leave play\n")], books.finder()).problems
    assert "`all …s cannot leave play` for all of them" in problem.expected
    assert "`choose a minion` and `the chosen … cannot leave play` for one" in problem.expected


def test_both_forms_of_a_general_rule_are_read():
    """One is about all minions, the other about the chosen one."""
    assert wrong("Trick (Spell)", "do: all minions cannot leave play") == []
    assert wrong("Trick (Spell)", "do: choose a minion", "    the chosen minion cannot leave play") == []
