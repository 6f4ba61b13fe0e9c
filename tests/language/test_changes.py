"""What would happen and what cannot, in small books of different families: every example of them holds."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check.checking import check

FILES = sorted((Path(__file__).parent / "changes").glob("*.rules"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_of_a_small_book_hold(path: Path):
    """Its rules are read without an error or a warning, and it has examples."""
    report = check([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT)
    assert [str(problem) for problem in report.problems] == []
    assert len(report.results) > 3
