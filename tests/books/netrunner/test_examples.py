"""A broken rule makes an example of the book fail."""

import pytest

from tests.books.proofs import broken, is_noticed

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


@pytest.mark.once("it tests the examples")
@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert is_noticed(broken("netrunner", old, new))
