"""Errors about what newcomers write: stats without brackets, an indented heading, a noun that ends in a number."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from rulewright.language.check.problems import Problem


def error(text: str) -> Problem:
    (problem,) = [
        each for each in check([("mine.rules", text)], books.finder(), books.DEFAULT).problems if each.severity == "error"
    ]
    return problem


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("if: roll 1d20 + Attack vs Target Defense\ndo: gain 1 Gold", "1d20 + [Attack] >= [Target Defense]"),
        ("do: Target Health -= 1d6 + Strength", "[Target Health] -= 1d6 + [Strength]"),
        ("do: gain 1 Gold\nthen: action points - 1", "[Action Points] -= 1"),
    ],
)
def test_a_stat_without_brackets_is_suggested_with_them(line: str, meant: str):
    """The suggested line can be read in the place of the line."""
    problem = error(f"Kick\nTarget: an enemy\n{line}\n")
    assert (problem.expected, problem.nearest) == ("stats in brackets", f"`{meant}`")


def test_the_s_of_a_possessive_is_no_name_of_a_stat():
    """The error does not ask for a stat called [s defense]."""
    assert error("Kick\nTarget: an enemy\nif: 1d20 >= target's defense\ndo: gain 1 Gold\n").nearest == ""


def test_a_line_in_words_is_not_taken_for_notation():
    """A stat in a sentence needs no brackets."""
    assert "brackets" not in error("Kick\nTarget: an enemy\ndo: target forgets all Health\n").expected


def test_an_indented_heading_is_an_error_that_says_so():
    """It would be a part of the action above it."""
    problem = error("Kick\nTarget: an enemy\ndo: target loses 1 Health\n  Example: a kick\n")
    assert problem.message == "'Example: a kick' is indented, so it is read as a part of what stands above it"
    assert problem.expected == "this line without spaces before it"


def test_a_noun_that_ends_in_a_number_is_not_suggested_as_a_kind():
    """Nobody declares a kind called 3."""
    assert "Kind" not in error("Kick\nTarget: an enemy within 3\ndo: target loses 1 Health\n").expected
