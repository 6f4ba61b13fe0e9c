"""The cookbook: every effect in it is read without a problem and proved by an example."""

from pathlib import Path

import pytest

import rulewright
from rulewright import books
from rulewright.language.check import checking

FILES = sorted((Path(rulewright.__file__).parent / "cookbook").glob("*.rules"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_family_has_no_problem_and_its_examples_come_out(file: Path):
    """A whole small book, with no error and no warning."""
    report = checking.check(books.sources(str(file)), books.finder(file.parent), None)
    assert [*report.lines()] == []
    assert all(not result.failures for result in report.results)
    assert len(report.results) >= 8


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_effect_is_proved(file: Path):
    """Each line that says what one wants is followed by rule text and an example of it."""
    parts = file.read_text(encoding="utf-8").split("\n#: ")[1:]
    assert [part.partition("\n")[0] for part in parts if "\nExample: " not in part] == []
