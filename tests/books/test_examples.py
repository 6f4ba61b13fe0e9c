"""Every example of every shipped book succeeds."""

import pytest

from rulewright import books
from tests.books.proofs import Written, problems, written

EXAMPLES = [pytest.param(each, id=f"{book}: {each.name}") for book in books.shipped() for each in written(book)]

KNOWN = {"encounter": ["no rule reads or changes [Speed], and nobody is given any"]}  # the source has the stat and no use for it


@pytest.mark.parametrize("book", books.shipped())
def test_the_text_has_no_problem(book: str):
    """The book is read without an error or a warning, and has examples."""
    assert problems(book) == KNOWN.get(book, [])
    assert len(written(book)) >= 7


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_succeeds(example: Written):
    """Each example ends as it says."""
    assert example.failures() == []
