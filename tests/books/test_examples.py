"""Every example of every shipped book comes out as it says, fast and explained."""

import pytest

from rulewright import books
from rulewright.language.check.examples import Result
from tests.books.proofs import checked, explained

RESULTS = [
    pytest.param(book, result, id=f"{book}: {result.example.name}")
    for book in books.shipped()
    for result in checked(book).results
]

KNOWN = {"encounter": ["no rule reads or changes [Speed], and nobody is given any"]}  # the source has the stat and no use for it


@pytest.mark.parametrize("book", books.shipped())
def test_the_text_has_no_problem(book: str):
    """The book is read without an error or a warning, and has examples."""
    assert [each.message for each in checked(book).problems] == KNOWN.get(book, []), "\n".join(checked(book).lines())
    assert len(checked(book).results) >= 7


@pytest.mark.parametrize(("book", "result"), RESULTS)
def test_an_example_comes_out(book: str, result: Result):
    """Each example ends as it says, and the execution that explains itself ends in the same way as the fast one."""
    assert [words for _, words in result.failures] == []
    assert explained(checked(book), result) == []
