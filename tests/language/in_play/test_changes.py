"""Small books of different kinds about replaced, prevented and forbidden changes: all their examples succeed."""

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
    """The book has no errors and no warnings, and it has examples."""
    report = check([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT)
    assert [str(problem) for problem in report.problems] == []
    assert len(report.results) > 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_hold_in_python_too(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without the native machine the examples succeed, too."""
    monkeypatch.setenv(SWITCH, "0")
    bound = bind([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT)
    assert bound.book is not None
    own = [example for example in bound.examples if example.span.file == path.name]
    assert [failure for example in own for failure in examples.run(bound.book, example).failures] == []


@pytest.mark.parametrize("name", ["digital", "runner"])
def test_the_contract_holds_where_changes_are_answered_ordered_and_replaced(name: str):
    """Random games are saved, undone and viewed by each seat, also in the middle of a change that has not happened yet."""
    path = next(each for each in FILES if each.stem == name)
    book = bind([(path.name, path.read_text(encoding="utf-8"))], books.finder(), default=books.DEFAULT).book
    assert book is not None
    assert [played.answers for played in check_book(book, seeds=(0,), answers=16)] == [16]
