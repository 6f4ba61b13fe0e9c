"""Costs together with other rules: the examples of a small card game, and what cannot be a cost."""

import pytest

from rulewright import books
from rulewright.language.check import checking
from rulewright.language.lower.compiler import bind
from tests.hygiene.tree import ROOT

FILE = ROOT / "tests" / "language" / "lower" / "costs" / "stack.rules"


def test_every_question_about_costs_has_its_answer():
    """The book has no errors, and every example succeeds."""
    report = checking.check(books.sources(str(FILE)), books.finder(), None)
    assert [problem for problem in report.problems if problem.severity == "error"] == []
    assert len(report.results) >= 16 and all(not result.failures for result in report.results)


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        ("move a random card in your Hand to your Grave", "chance cannot choose what is paid"),
        ("shuffle your Deck", "is not a cost"),
        ("draw 1 beast and be merry", "is not"),
    ],
)
def test_a_change_that_is_not_known_beforehand_cannot_be_a_cost(cost: str, told: str):
    """Each of these costs would be paid by nobody, or not in full; the error says why."""
    text = f"{FILE.read_text(encoding='utf-8')}\n\nNew (Spell, slow)\nCost: {cost}\nX: 1 to 2\ndo: draw 1\n"
    found = bind([("new.rules", text)], lambda used: ())
    assert any(told in str(problem) for problem in found.problems), found.problems
