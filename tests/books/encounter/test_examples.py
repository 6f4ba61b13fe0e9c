"""Every example of the book and of the rule files beside this test succeeds."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from tests.books.proofs import Written, made, read, written

TEXTS = {"the book": "encounter"} | {path.name: str(path) for path in sorted(Path(__file__).parent.glob("*.rules"))}
EXAMPLES = [
    pytest.param(each, id=f"{name}, line {each.line}: {each.name}") for name, text in TEXTS.items() for each in written(text)
]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_text_has_no_problem(text: str):
    """E-29, E-30: the book, and the actions beside it that the tests need, are read without an error."""
    assert made(read(text)).actions
    assert written(text)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_succeeds(example: Written):
    """E-33, E-37, E-42: each example of the chapter ends as the chapter says, with its dice."""
    assert example.failures() == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Orc Health 3", "it is 4"),
        ("Orc unchanged", "Orc has changed"),
        ("miss", "the check passed"),
        ("Sera Defense 9 until her next turn", "it is 8"),
        ("Orc at 5,12", "it is at 6,12"),
        ("Orc defeated", "it is in map"),
        ("Sera is in the graveyard", "the record of the last answer does not say this; it says: Rolled 1d20: 14."),
        ("Orc has 3 Health", "it is 4"),
        ("Orc is asked", "Sera is asked"),
    ],
)
def test_an_example_that_is_not_met_fails(said: str, expected: str):
    """E-34, E-37: an expectation that is not met is a problem that says what happened instead."""
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
    """E-37: an effect with another duration does not meet `until end of turn`."""
    text = f"Example: how long\n  Sera (Defense 8, Action Points 3)\n  Sera: Defend\n  expect Sera Defense 10 until {words}"
    assert check([("long.rules", text)], books.finder(), books.DEFAULT).ok() is right


def test_running_the_examples_does_not_change_how_the_book_plays():
    """E-03: only in an example does a turn wait to be ended; in play it ends when nothing can be done any more."""
    cast = "cast A: Sera at 5,5 (has Guard, Health 9)\n  cast B: Orc at 9,9 (has Guard, Health 9)"
    waits = "Sera (has Guard, Action Points 1)\n  Sera: Guard\n  expect Sera is asked"
    text = f"Scene Here\n  {cast}\n\nExample: a turn waits\n  {waits}"
    report = check([("idle.rules", text)], books.finder(), books.DEFAULT)
    assert report.ok() and report.bound.book is not None
    game = Game(report.bound.book, "Here", dice=[90, 10])
    for _ in range(3):
        game.answer("A", "Guard")
    assert game.asking == (1,)
