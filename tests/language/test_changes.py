"""Small books of different families, of what would happen and cannot, and of what designers mean: every example of them holds."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.native.c_machine import SWITCH
from rulewright.language.check import examples
from rulewright.language.check.checking import check
from rulewright.language.lower.compiler import bind
from rulewright.testing import check_book

FILES = [file for folder in ("changes", "meanings") for file in sorted((Path(__file__).parent / folder).glob("*.rules"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_of_a_small_book_hold(path: Path):
    """Its rules are read without an error or a warning, and it has examples."""
    report = check([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT)
    assert [str(problem) for problem in report.problems] == []
    assert len(report.results) > 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_they_hold_in_python_too(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without the native machine they come to the same."""
    monkeypatch.setenv(SWITCH, "0")
    bound = bind([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT)
    assert bound.book is not None
    own = [example for example in bound.examples if example.span.file == path.name]
    assert [failure for example in own for failure in examples.run(bound.book, example).failures] == []


@pytest.mark.parametrize("name", ["digital", "runner"])
def test_the_contract_holds_where_changes_are_answered_ordered_and_replaced(name: str):
    """Random games are saved, undone and seen by each seat as they must be, in the middle of what would happen, too."""
    path = next(each for each in FILES if each.stem == name)
    book = bind([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT).book
    assert book is not None
    assert [played.answers for played in check_book(book, seeds=(0,), answers=16)] == [16]
