"""Every example of the book comes out as it says, fast and explained, and a broken rule makes one of them fail."""

import pytest

from rulewright import books
from rulewright.language.check import check
from rulewright.language.examples import Result, set_up

SOURCES = books.sources("honey")
REPORT = check(SOURCES, books.finder())
RESULTS = [pytest.param(result, id=result.example.name) for result in REPORT.results]


def test_the_text_has_no_problem():
    """The book is read without an error or a warning, and each of its examples comes out."""
    assert REPORT.ok(strict=True), "\n".join(REPORT.lines())
    assert len(REPORT.results) >= 14


@pytest.mark.parametrize("result", RESULTS)
def test_an_example_comes_out_explained(result: Result):
    """The execution that explains itself ends in the same way as the fast one."""
    assert REPORT.bound.book is not None
    run = set_up(REPORT.bound.book, result.example)
    run.book.fast["off"] = True
    run.play()
    assert [words for _, words in run.result.failures] == []


BROKEN = [
    pytest.param("Limit: once per Turn\n", "", id="forage all day"),
    pytest.param("Cost: 2 Hours\ndo: gain 1d6 Honey", "Cost: 1 Hours\ndo: gain 1d6 Honey", id="a cheap linden"),
    pytest.param(">= 4 + [Target Bees]", "> 4 + [Target Bees]", id="a raid needs more"),
    pytest.param("else: lose 1 Bees\n", "", id="a raid costs no bees"),
    pytest.param("| slow    | no ", "| slow    | yes", id="slow answers slow"),
    pytest.param("| smoke   | no   | no ", "| smoke   | no   | yes", id="quick answers smoke"),
    pytest.param("| nothing | yes  | yes   | no ", "| nothing | yes  | yes   | yes", id="smoke without fire"),
    pytest.param(", the first player's while nothing waits", "", id="beginning in the other's turn"),
    pytest.param("do: counter target", "do: gain 1 Honey", id="smoke that stops nothing"),
    pytest.param("that player loses 1 Bees", "that player loses 1 Hours", id="a blunt hedge"),
    pytest.param("  Cost: 1 Hours\n  do: that", "  do: that", id="a hedge for nothing"),
    pytest.param("Trigger: your Turn begins", "Trigger: a Turn begins", id="lavender on every morning"),
    pytest.param("rises to 15", "rises to 16", id="a bigger comb"),
    pytest.param("falls to 0", "falls to 1", id="a weak hive"),
]


@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert sum(text.count(old) for _, text in SOURCES) >= 1
    report = check([(name, text.replace(old, new)) for name, text in SOURCES], books.finder())
    assert report.bound.book is not None, "\n".join(report.lines())
    assert [result.example.name for result in report.results if result.failures]
