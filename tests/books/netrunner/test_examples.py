"""Every example of the book comes out as it says, fast and explained, and a broken rule makes one of them fail."""

import pytest

from rulewright import books
from rulewright.language.check import Report, check
from rulewright.language.examples import Result, set_up

SOURCES = books.sources("netrunner")
REPORT = check(SOURCES, books.finder())
RESULTS = [pytest.param(result, id=result.example.name) for result in REPORT.results]


def broken(old: str, new: str, **readings: str) -> Report:
    """Checks the book with one passage changed."""
    assert sum(text.count(old) for _, text in SOURCES) >= 1
    return check([(name, text.replace(old, new)) for name, text in SOURCES], books.finder(), None, readings)


def failed(report: Report) -> set[str]:
    """Names the examples that do not come out."""
    return {result.example.name for result in report.results if result.failures}


def test_the_text_has_no_problem():
    """The book is read without an error or a warning, and has examples."""
    assert REPORT.ok(strict=True), "\n".join(REPORT.lines())
    assert len(REPORT.results) >= 7


@pytest.mark.parametrize("result", RESULTS)
def test_an_example_comes_out(result: Result):
    """Each example ends as it says."""
    assert [words for _, words in result.failures] == []


@pytest.mark.parametrize("result", RESULTS)
def test_an_example_comes_out_explained(result: Result):
    """The execution that explains itself ends in the same way as the fast one."""
    assert REPORT.bound.book is not None
    run = set_up(REPORT.bound.book, result.example)
    run.book.fast["off"] = True
    run.play()
    assert [words for _, words in run.result.failures] == []


BROKEN = [
    pytest.param(", spent on actions", "", id="a click makes no action"),
    pytest.param("this Turn were different", "this Turn were the same", id="different is not the same"),
    pytest.param(
        "    take a Run of target\n    do 1 brain damage",
        "    do 1 brain damage\n    take a Run of target",
        id="damage before the run",
    ),
    pytest.param("Reading potential: asked, not asked", "Reading potential: not asked, asked", id="potential is not asked"),
    pytest.param("Potential: always\n", "", id="purging needs a virus"),
    pytest.param("no card in R&D: Runner wins", "no card in R&D: tell empty", id="an empty deck does nothing"),
    pytest.param("by Play an operation, then to Discard", "by Play an operation, then to Hand", id="operations come back"),
]


@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert failed(broken(old, new))
