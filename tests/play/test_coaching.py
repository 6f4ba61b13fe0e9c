"""Hints and coaching: a bot says what it would do, what it expects to happen, and what would have been better."""

from pathlib import Path

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.play.coaching import Coach
from tests.hygiene.tree import ROOT
from tests.play.tables import Table

TICTACTOE = rulewright.load(str(ROOT / "benchmarks" / "tictactoe.rules"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves what is saved in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def about_to_lose() -> Game:
    """Gives tic-tac-toe in which O must claim C1."""
    game = Game(TICTACTOE)
    for square in ("A1", "B2", "B1"):
        game.answer(None, "Claim", square)
    return game


def test_a_hint_says_what_to_do_and_why():
    """It gives the answer with its chances, the expected line, and the values of other answers."""
    table = Table(about_to_lose(), "hint", bots={}).play()
    assert "Claim C1: chances 50%, tried" in table
    assert "Expected then: X: Claim A3" in table
    assert "Instead: Claim" in table


def test_a_hint_can_be_asked_of_a_level():
    """A number of iterations limits the search."""
    table = Table(about_to_lose(), "hint 20", bots={}).play()
    assert "in 20 imagined games" in table


def test_a_hint_of_an_unknown_level_is_refused_with_those_that_exist():
    """The line lists the levels that exist."""
    assert "expected random, bot, easy, normal, strong" in " ".join(Table(about_to_lose(), "hint mighty", bots={}).play().split())


def test_a_hint_for_a_forced_answer_says_that_it_is_forced():
    """If there is only one answer, nothing is searched."""
    game = about_to_lose()
    for square in ("C1", "A3", "A2", "C2", "B3"):
        game.answer(None, "Claim", square)
    assert "Claim C3: nothing else can be done." in Table(game, "hint", bots={}).play()


def coached(*lines: str) -> str:
    """Plays as O with a coach."""
    table = Table(about_to_lose(), *lines, bots={})
    table.terminal.coach = Coach("200")
    return " ".join(table.play().split())


def test_the_coach_says_what_would_have_been_better():
    """After a blunder it names the better answer and the values of both."""
    assert "The coach would Claim C1: chances 50%, yours 0%. It expects X: Claim A3" in coached("claim a2")


def test_the_coach_is_silent_where_it_would_do_the_same():
    """It says nothing if it agrees."""
    assert "The coach" not in coached("claim c1")
