"""Every example of the book, and of the abilities beside these tests, comes out as it says."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check.checking import check

HERE = Path(__file__).parent


@pytest.mark.parametrize(("source", "count"), [("nomic", 34), (str(HERE / "abilities.rules"), 2)], ids=["book", "abilities"])
def test_every_example_comes_out(source: str, count: int):
    """The text has no problem, and each of its examples ends as it says."""
    report = check(books.sources(source), books.finder(HERE), None)
    assert report.ok(strict=True), "\n".join(report.lines())
    assert len(report.results) == count
