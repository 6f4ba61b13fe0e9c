"""Exact numbers of answer sequences from small positions: an unexpected change alters one of them."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from tests.perft.count import FILE, after, line, load, positions, sequences, whole

COUNTED = [found.rstrip("\n") for found in FILE.read_text(encoding="utf-8").splitlines() if not found.startswith("#")]


@pytest.mark.parametrize("position", positions(), ids=lambda position: " ".join(map(str, position)))
def test_the_counts_are_as_written(position: tuple[str, str, int, int]):
    """The number of answer sequences is the one in counts.txt."""
    assert line(*position) in COUNTED, "if this is meant: python -m tests.perft.count"


def test_every_count_is_of_a_position_and_every_book_has_one():
    """No line is unused, and every shipped book has counts."""
    assert len(COUNTED) == len(positions())
    assert set(books.shipped()) <= {found.split(" | ")[0] for found in COUNTED}


def test_the_first_menu_has_as_many_answers_as_counted_by_hand():
    """Ada at 1,1 on a map of three by two can jab, brace, step north or east, or pass: five answers."""
    game = Game(load("corridor.rules"), "Corridor", seed=1)
    paths = [[menu.words(pick) for pick, menu in zip(path, menus(game, path), strict=True)] for path in whole(game, 0)]
    assert paths == [["Jab", "Bea"], ["Brace"], ["Step", "1,2"], ["Step", "2,1"], ["pass"]]


def menus(game: Game, path: tuple):
    """Gives the menu from which each pick was made."""
    return [game.menu(0, *path[:length]) for length in range(len(path))]


def test_counting_leaves_the_game_as_it_was():
    """After a hundred answers and undos the game has the same fingerprint."""
    game = Game(load("corridor.rules"), "Corridor", seed=3)
    before = game.fingerprint()
    assert sequences(game, 3) == sum(after(game, 0, path, 2) for path in whole(game, 0))
    assert game.fingerprint() == before
