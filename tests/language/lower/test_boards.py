"""Boards: cells declared in one line, their relative positions, lines of cells, and pieces that stand on them."""

import json

import pytest

from rulewright.kernel.change import values
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.state import whereabouts
from rulewright.language.check import checking
from rulewright.language.lower.compiler import Bound, bind

BOARD = """\
Uses: nothing
Start: Game
Stat Found: at least 0
Zone Table: in play, keeps identity
Kind Stone: plural Stones
  actions: none

structure Game
  step play: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only

Scene Field
  seats Ada, Ben
  pieces: s Stone of Ada, t Stone of Ben
  board: 5 by 4 Cells
    . . . . .
    . t s . .
    A A . A .
    . B . . B
"""


def bound(text: str) -> Bound:
    return bind([("board.rules", f"{BOARD}\n{text}\n")], lambda used: ())


def problems(text: str) -> list[str]:
    return [str(problem) for problem in bound(text).problems]


def found(game: Game) -> int:
    """Gives Ada's stat Found."""
    return values.value(game.machine, game.find("Ada"), game.book.stat("Found"))


def standing(game: Game, cell: str) -> list[int]:
    return [slot for slot in game.machine.live() if whereabouts.place(game.machine, slot) == game.find(cell)]


def counted(things: str) -> int:
    """Gives how many things on the board a noun phrase matches for Ada."""
    made = bound(f"Look\nTarget: a cell\ndo: [Found] = [number of {things}]")
    assert made.book is not None, [str(problem) for problem in made.problems]
    game = Game(made.book, "Field")
    game.answer("Ada", "Look", "C2")
    return found(game)


@pytest.mark.parametrize(
    ("things", "many"),
    [
        ("cells", 20),
        ("cells you control", 3),
        ("empty cells", 13),
        ("non-empty cells", 7),
        ("cells directly above target", 1),
        ("cells above target", 2),
        ("cells below target", 1),
        ("cells left of target", 2),
        ("cells to the right of target", 2),
        ("cells next to target", 4),
        ("cells diagonal to target", 4),
        ("cells adjacent to target", 8),
        ("cells exactly 2 tiles above target", 1),
        ("cells exactly 2 tiles straight from target", 5),
        ("cells in the same row as target", 4),
        ("cells in the same column as target", 3),
        ("cells on the same diagonal as target", 6),
        ("cells in line with target", 13),
        ("cells between A2 and E2", 3),
        ("cells between A1 and C4", 0),
        ("stones above target", 1),
        ("stones adjacent to a stone", 2),
        ("stones directly above a cell that you control", 1),
        ("cells with a stone at them", 2),
        ("cells with no cell below them", 5),
        ("cells you control with at least 2 of your cells in the same row as it", 3),
        ("cells with exactly 3 cells adjacent to it", 4),
        ("cells with [number of stones adjacent to it] = 2", 4),
    ],
)
def test_a_noun_phrase_says_where_things_are_on_a_board(things: str, many: int):
    """The target of each phrase is the cell C2."""
    assert counted(things) == many


@pytest.mark.parametrize(
    ("line", "longest"),
    [
        ("[longest row of cells you control]", 2),
        ("[longest line of your cells]", 2),
        ("[longest diagonal of non-empty cells]", 3),
        ("[longest column of cells]", 4),
        ("[longest line of stones with [Found] > 0]", 0),
    ],
)
def test_a_line_is_as_long_as_things_stand_side_by_side(line: str, longest: int):
    made = bound(f"Look\ndo: [Found] = {line}")
    assert made.book is not None, [str(problem) for problem in made.problems]
    game = Game(made.book, "Field")
    game.answer("Ada", "Look")
    assert found(game) == longest


def test_a_piece_is_called_by_its_cell():
    """Two stones have the same name; the menu and answers tell them apart by where they stand."""
    made = bound("Push\nTarget: a stone\ndo: move target to A1")
    assert made.book is not None
    game = Game(made.book, "Field")
    menu = game.menu("Ada", "Push")
    assert menu is not None and sorted(map(menu.words, menu.keys)) == ["Stone at B3", "Stone at C3"]
    game.answer("Ada", "Push", "C3")
    assert [game.state.names[slot] for slot in standing(game, "A1")] == ["Stone"]


def test_a_game_on_a_board_is_saved_and_read_again():
    """Things that stand on a cell are there after loading, too."""
    made = bound("Look\nTarget: a cell with a stone at it\ndo: gain 1 Found")
    assert made.book is not None
    again = saves.load(json.loads(json.dumps(saves.save(Game(made.book, "Field")))), made.book)
    again.answer("Ada", "Look", "C3")
    assert found(again) == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("board: 30 by 4 Cells", "'30 by 4 Cells' is not a board"),
        ("board: 2 by 2 Cells\n    . x", "the symbol 'x' has no meaning here"),
        ("board: 2 by 2 Cells\n    . . .", "the row has 3 symbols"),
        ("board: 2 by 1 Cells\n    . .\n    . .", "there are 2 rows"),
        ("pieces: m Dragon of Ada", "'m Dragon of Ada' is not a piece"),
    ],
)
def test_a_board_that_cannot_be_laid_out_is_an_error(lines: str, message: str):
    told = problems(f"Scene Other\n  seats Ada, Ben\n  {lines}\n")
    assert any(message in problem for problem in told), told


def test_an_unknown_line_of_a_board_is_an_error():
    """A ring is not a kind of line."""
    told = problems("Ring\nNeeds: there are 3 cells in a ring\ndo: gain 1 Found")
    assert any("'ring' is not a line of a map" in problem for problem in told), told


def test_an_example_says_what_stands_on_a_cell():
    """If a claim is wrong, the error says what stands there."""
    text = "Example: what is there\n  seats Ada, Ben\n  pieces: s Stone of Ada\n  board: 2 by 1 Cells\n    s B\n  Ada passes\n"
    claims = "  expect A1 has a Stone of Ben\n  expect A1 is empty\n  expect B1 is empty\n  expect B1 has a Stone\n"
    action = "Look\ndo: gain 1 Found\n\n"
    report = checking.check([("board.rules", f"{BOARD}\n{action}{text}{claims}")], lambda used: (), None)
    told = [failure for result in report.results for _, failure in result.failures]
    assert [failure.rpartition(": ")[2] for failure in told] == [
        "it has a Stone of Ada", "it has a Stone of Ada", "it is of Ben", "it has nothing",
    ]  # fmt: skip
