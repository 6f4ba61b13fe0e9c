"""The small games that come with the program: found by name, tested by examples, and played to their end."""

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check import checking
from tests.cli.runs import run


@pytest.mark.parametrize("name", books.small())
def test_a_small_game_has_no_problem_and_its_examples_succeed(name: str):
    report = checking.check(books.sources(name), books.finder(), None)
    assert [*report.lines()] == [] and report.results
    assert all(not result.failures for result in report.results)


@pytest.mark.parametrize("name", books.small())
def test_a_small_game_says_how_it_is_played(name: str):
    """It has a goal and a description of a turn."""
    guide = books.load(name).guides[""]
    assert guide.goal and guide.turn


def test_tic_tac_toe_and_connect_four_are_among_them():
    assert {"tic-tac-toe", "connect-four"} <= set(books.small())


def test_the_command_line_finds_a_small_game_by_name():
    told = run("play", "tic-tac-toe", "--auto", "--seed", "1").output
    assert "X: Claim" in told


def test_a_disc_falls_to_the_lowest_empty_cell_of_its_column():
    game = Game(rulewright.load("connect-four"), "Upright")
    for seat, cell in (("Ada", "D1"), ("Ben", "D2"), ("Ada", "A1")):
        game.answer(seat, "Drop", cell)
    menu = game.menu("Ben", "Drop")
    assert menu is not None and sorted(map(menu.words, menu.keys)) == ["A2", "B1", "C1", "D3", "E1", "F1", "G1"]


def test_four_discs_in_a_column_win():
    game = Game(rulewright.load("connect-four"), "Upright")
    for row in range(1, 5):
        game.answer("Ada", "Drop", f"A{row}")
        if row < 4:
            game.answer("Ben", "Drop", f"B{row}")
    assert game.over and game.standing() == {"Ada": 1, "Ben": -1}
