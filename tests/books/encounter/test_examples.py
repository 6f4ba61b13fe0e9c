"""Every example of the book and of the rule files beside this test comes out as it says."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check import check

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.rules"))


def test_the_books_own_examples_come_out():
    """E-33, E-37, E-42: each run the chapter tells is an example with its dice, and the book has no other problem."""
    report = check(books.sources("encounter"), books.finder())
    assert report.lines() == [] and len(report.results) >= 26


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_examples_of_a_file_come_out(path: Path):
    """E-100, E-139: what needs an action of its own stands in a file that uses the book."""
    report = check(books.sources(str(path)), books.finder(path.parent), books.DEFAULT)
    assert report.ok(strict=True), "\n".join(report.lines())
    assert report.results


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Orc Health 3", "it is 4"),
        ("Orc unchanged", "Orc has changed"),
        ("miss", "the check passed"),
        ("Sera Defense 9 until her next turn", "it is 8"),
        ("Orc at 5,12", "it is at 6,12"),
        ("Orc defeated", "it is in map"),
        ("Sera is in the graveyard", "the record says"),
        ("Orc is asked", "Sera is asked"),
    ],
)
def test_an_example_can_fail(said: str, expected: str):
    """E-34, E-37: an expectation that is not met is a problem that says what came out instead."""
    text = f"""
Example: wrong
  Sera (Attack 5, Strength 0, Defense 8, Action Points 3) beside Orc (Defense 12, Health 10)
  Sera: Strike Orc, rolling 14, 6
  expect {said}
"""
    report = check([("wrong.rules", text)], books.finder(), books.DEFAULT)
    assert len(report.problems) == 1 and expected in report.problems[0].message


@pytest.mark.parametrize(("words", "right"), [("end of turn", True), ("start of next turn", False), ("her next turn", False)])
def test_an_example_knows_how_long_something_lasts(words: str, right: bool):
    """E-37: `until end of turn` is met by nothing else."""
    text = f"Example: how long\n  Sera (Defense 8, Action Points 3)\n  Sera: Defend\n  expect Sera Defense 10 until {words}"
    assert check([("long.rules", text)], books.finder(), books.DEFAULT).ok() is right
