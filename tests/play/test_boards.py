"""A board of cells at the terminal: the owner of each cell, the pieces on it, and columns with letters."""

import rulewright
from rulewright.kernel.game import Game
from rulewright.play import table_lines


def drawn(game: Game) -> list[str]:
    """Gives the lines of the table as the first seat sees it."""
    return ["".join(text for text, _ in line).rstrip() for line in table_lines.board(game.view("Ada"), 80)]


def test_the_cells_of_players_are_drawn_with_their_letters():
    game = Game(rulewright.load("connect-four"), "Upright")
    game.answer("Ada", "Drop", "D1")
    game.answer("Ben", "Drop", "D2")
    lines = drawn(game)
    assert "  2 . . . b . . ." in lines
    assert "  1 . . . A . . ." in lines
    assert "    A B C D E F G" in lines
