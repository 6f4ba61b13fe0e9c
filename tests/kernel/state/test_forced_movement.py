"""Pushes, pulls and slides, on maps drawn in the test."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.kernel.state.grid import EIGHT, Grid, away, distance, heading, slide, toward
from tests.kernel.board import Board


def test_a_push_goes_straight_away() -> None:
    """EW-22 E-44: pushed one tile from the west, a figure stands one tile further east."""
    assert Board("AB...").pushed("A", "B", 1) == "3,1"


def test_a_push_stops_before_a_wall() -> None:
    """EW-22: at the last valid tile before an impassable one."""
    assert Board("AB.#.").pushed("A", "B", 3) == "3,1"


def test_a_push_stops_at_the_edge() -> None:
    """EW-22: nobody is pushed off the map."""
    assert Board("AB..").pushed("A", "B", 9) == "4,1"


def test_a_push_with_the_back_to_a_wall_moves_nobody() -> None:
    """EW-22: a wall directly behind the figure stops the push."""
    assert Board("AB#").pushed("A", "B", 2) == "2,1"


def test_a_diagonal_push_goes_on_diagonally() -> None:
    """EW-22: pushed from the south-west, a figure moves north-east."""
    assert Board("...", ".B.", "A..").pushed("A", "B", 1) == "3,3"


def test_a_push_does_not_squeeze_between_two_walls() -> None:
    """EW-22 EW-17: a step of a push follows the same rules as any other step."""
    assert Board(".#.", ".B#", "A..").pushed("A", "B", 1) == "2,2"


def test_a_push_crosses_low_walls_no_more_than_high_ones() -> None:
    """EW-22 EW-17: only whether a tile is impassable matters, not whether it blocks sight."""
    assert Board("ABo.").pushed("A", "B", 2) == "2,1"


def test_a_push_ignores_rough_ground() -> None:
    """EW-22 EW-21: forced movement costs nothing, so difficult terrain does not shorten it."""
    assert Board("AB~~").pushed("A", "B", 2) == "4,1"


def test_a_figure_on_the_same_tile_is_not_pushed() -> None:
    """EW-22 EW-17: a figure on the same tile is neither pushed nor pulled."""
    board = Board(".A.")
    assert (board.pushed("A", "A", 1), board.pulled("A", "A", 1)) == ("2,1", "2,1")


def test_a_pull_goes_straight_toward() -> None:
    """EW-22: pulled two tiles, a figure stands two tiles nearer."""
    assert Board("A....B").pulled("A", "B", 2) == "4,1"


def test_a_pull_ends_beside_the_source() -> None:
    """EW-22: a pull never ends on the source's tile or beyond it."""
    assert Board("A....B").pulled("A", "B", 9) == "2,1"


def test_a_diagonal_neighbour_is_not_pulled() -> None:
    """EW-22 EW-19: an adjacent figure cannot come nearer."""
    assert Board(".B", "A.").pulled("A", "B", 1) == "2,2"


def test_a_pull_stops_before_a_wall() -> None:
    """EW-22: at the last valid tile before an impassable one."""
    assert Board("A.#..B").pulled("A", "B", 9) == "4,1"


def test_a_pull_takes_its_direction_at_each_step() -> None:
    """EW-22: from five east and two north the first step is west, the next one south-west."""
    board = Board(".....B", "......", "A.....")
    assert [board.pulled("A", "B", n) for n in (1, 2)] == ["5,3", "4,2"]


def test_a_slide_goes_any_way() -> None:
    """EW-22: a figure slides two tiles north-west."""
    board = Board("....", "....", "...A")
    assert board.grid.words(slide(board.grid, board.at["A"], "NW", 2)) == "2,3"


def test_there_are_eight_directions() -> None:
    """EW-13 EW-22: the eight headings in clockwise order from north, and no ninth."""
    assert " ".join(EIGHT) == "N NE E SE S SW W NW"
    with pytest.raises(ValueError, match="unknown direction 'up': expected one of N, NE, E"):
        slide(Grid(3, 3), 4, "up", 1)


@pytest.mark.parametrize("name", EIGHT)
def test_a_heading_is_the_direction_of_a_step(name: str) -> None:
    """EW-13 EW-22: after one step in a direction, the heading to the new tile is that direction."""
    assert heading(Grid(3, 3), 4, slide(Grid(3, 3), 4, name, 1)) == name


@pytest.mark.parametrize(
    ("x", "y", "name"),
    [(5, 2, "E"), (6, 3, "E"), (13, 6, "NE"), (3, 5, "NE"), (2, 5, "N"), (1, 1, None)],
)
def test_a_heading_is_the_nearest_of_eight(x: int, y: int, name: str | None) -> None:
    """EW-22: the border between E and NE is 22.5 degrees: 5 in 12 is just beyond it, 2 in 5 is not."""
    grid = Grid(13, 13)
    assert heading(grid, grid.tile(1, 1), grid.tile(x, y)) == name


@given(st.frozensets(st.integers(0, 62), max_size=20), st.integers(0, 62), st.integers(0, 62), st.integers(0, 9))
def test_a_push_never_moves_nearer_and_a_pull_never_moves_away(walls: frozenset[int], source: int, target: int, n: int) -> None:
    """EW-22: neither of them ends in a wall, unless the figure stood in it before."""
    grid = Grid(9, 7, walls=walls - {target})
    pushed, pulled = away(grid, source, target, n), toward(grid, source, target, n)
    assert distance(grid, source, pulled) <= distance(grid, source, target) <= distance(grid, source, pushed)
    assert not {pushed, pulled} & grid.walls and (pulled != source or target == source)
