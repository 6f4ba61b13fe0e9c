"""The tiles of the grid and the spots that name them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.kernel.state.grid import Grid, parse_spot, sight, steps
from tests.kernel.board import Board


def test_spots_count_from_the_bottom_left() -> None:
    """EW-17 EW-13: x counts from 1 to the east, y from 1 at the bottom row to the north."""
    board = Board("..B", "...", "A..")
    assert (board.grid.spot(board.at["A"]), board.grid.spot(board.at["B"])) == ((1, 1), (3, 3))


def test_the_first_row_of_a_map_is_the_top_row() -> None:
    """EW-17: tiles are counted as the text map is read, so 1,3 is tile 0 of a map three rows high."""
    assert Grid(4, 3).tile(1, 3) == 0


@pytest.mark.parametrize("text", ["2,3", " 2 , 3 ", "3N 2E", "3n2e", "3 N 2 E"])
def test_a_spot_is_read_in_either_form(text: str) -> None:
    """EW-13: 3N 2E and 2,3 are the same spot."""
    assert parse_spot(text) == (2, 3)


@pytest.mark.parametrize("text", ["", "2", "2,", "2,3,4", "-1,3", "3N", "3E 2N", "two,three", "٣,٢"])
def test_other_words_are_not_a_spot(text: str) -> None:
    """EW-13: what is not a spot is refused with the text quoted."""
    with pytest.raises(ValueError, match="expected a tile such as") as refusal:
        parse_spot(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(("x", "y"), [(0, 1), (1, 0), (4, 1), (1, 3)])
def test_off_the_map_is_refused(x: int, y: int) -> None:
    """EW-17: a spot off the map is no tile, and the message says what would be."""
    with pytest.raises(ValueError, match=f"{x},{y} is off the map: x goes from 1 to 3, y from 1 to 2"):
        Grid(3, 2).tile(x, y)


@pytest.mark.parametrize("tile", [-1, 6])
def test_a_tile_outside_the_map_is_refused(tile: int) -> None:
    """EW-17: a tile number outside the map has no spot."""
    with pytest.raises(ValueError, match=f"there is no tile {tile}: this map has tiles 0 to 5"):
        Grid(3, 2).spot(tile)


@pytest.mark.parametrize("kind", ["walls", "opaque", "rough"])
def test_a_map_with_a_tile_outside_is_refused(kind: str) -> None:
    """EW-17: walls, what blocks sight and difficult ground lie on the map."""
    with pytest.raises(ValueError, match="no tile 6"):
        Grid(3, 2, **{kind: frozenset({6})})


def test_an_empty_map_is_refused() -> None:
    """EW-17: an empty map is refused."""
    with pytest.raises(ValueError, match="at least one tile, not 0 by 2"):
        Grid(0, 2)
    assert Grid(1, 1).words(0) == "1,1"


@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_the_words_of_every_tile_name_that_tile(width: int, height: int, data: st.DataObject) -> None:
    """EW-13: the words of every tile name that tile."""
    grid = Grid(width, height)
    tile = data.draw(st.integers(0, width * height - 1))
    assert grid.tile(*parse_spot(grid.words(tile))) == tile


def test_a_used_map_equals_a_fresh_one() -> None:
    """EW-17: cached answers of a map are not part of its value."""
    used, fresh = Board("A#B").grid, Board("A#B").grid
    sight(used, 0, 2), steps(used, 0, 2)
    assert (used, hash(used), repr(used)) == (fresh, hash(fresh), repr(fresh)) and pickle.loads(pickle.dumps(used)) == fresh
