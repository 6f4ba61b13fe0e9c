"""Every example of the book, and of the abilities beside these tests, succeeds."""

from pathlib import Path

import pytest

from tests.books.proofs import problems, written

HERE = Path(__file__).parent


@pytest.mark.parametrize(("source", "count"), [("nomic", 35), (str(HERE / "abilities.rules"), 2)], ids=["book", "abilities"])
def test_every_example_succeeds(source: str, count: int):
    """The text has no problem, and each of its examples ends as it says."""
    assert problems(source) == []
    assert {each.name: each.failures() for each in written(source) if each.failures()} == {}
    assert len(written(source)) == count
