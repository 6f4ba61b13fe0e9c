"""Distance, range, adjacency and areas, on maps drawn in the test."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.kernel.state.grid import Grid, adjacent, distance, nearest, reach, within
from tests.kernel.board import Board


@pytest.mark.parametrize(("diagonals", "tiles"), [(1, 2), (2, 3), (3, 5), (4, 6), (5, 8)])
def test_diagonal_steps_count_one_and_a_half_tiles_each_in_total(diagonals: int, tiles: int) -> None:
    """EW-18: diagonals total times 1.5, rounded up once: 1→2, 2→3, 3→5, 4→6, 5→8."""
    grid = Grid(6, 6)
    assert distance(grid, grid.tile(1, 1), grid.tile(1 + diagonals, 1 + diagonals)) == tiles


def test_a_straight_step_counts_as_one_tile() -> None:
    """EW-18: a cardinal step is 1 a tile."""
    assert Board("A....B").far("AB") == 5


def test_a_mixed_path_adds_both_parts() -> None:
    """EW-18: two straight and three diagonal tiles are 2 + 5."""
    assert Board(".....B", "......", "......", "A.....").far("AB") == 7


def test_a_wall_does_not_lengthen_a_distance() -> None:
    """EW-18 E-70: range is measured over walls (reading 39)."""
    assert Board("A#B", ".#.", "...").range("AB") == 2


@pytest.mark.parametrize(("pair", "tiles"), [("AA", 0), ("AB", 1), ("AC", 1), ("AD", 2), ("AE", 3)])
def test_range_counts_every_neighbour_as_one(pair: str, tiles: int) -> None:
    """E-69 E-70 EW-19: one's own tile is at range 0, a neighbour at 1, further tiles by distance (readings 14 and 37)."""
    assert Board("..E", ".CF", "ABD").range(pair) == tiles


def test_adjacent_shares_an_edge_or_a_corner() -> None:
    """EW-19 E-65: the eight tiles around are adjacent, the tile itself is not."""
    grid = Grid(5, 5)
    centre = grid.tile(3, 3)
    beside = {grid.spot(tile) for tile in range(25) if adjacent(grid, centre, tile)}
    assert beside == set(product((2, 3, 4), repeat=2)) - {(3, 3)}


def test_the_last_tile_of_a_row_is_not_beside_the_first_of_the_next() -> None:
    """EW-19: the map does not wrap round."""
    board = Board("..A", "B..")
    assert not adjacent(board.grid, board.at["A"], board.at["B"])


def test_neighbours_stay_on_the_map() -> None:
    """EW-19: a corner tile has three neighbours, a wall among them or not."""
    grid = Board("A#.", "...").grid
    assert [grid.words(tile) for tile in within(grid, 0, 1) if tile != 0] == ["2,2", "1,1", "2,1"]


def test_radius_one_takes_the_corners() -> None:
    """EW-19 E-87: an area of radius 1 is all nine tiles (reading 39)."""
    assert len(within(Grid(5, 5), 12, 1)) == 9


def test_radius_two_leaves_the_corners_out() -> None:
    """EW-18 E-87: radius 2 is the tiles within distance 2, so two diagonals (3) are out (reading 8)."""
    grid = Grid(5, 5)
    assert {grid.spot(tile) for tile in set(range(25)) - set(within(grid, 12, 2))} == {
        *product((1, 5), (1, 2, 4, 5)),
        *product((2, 4), (1, 5)),
    }


def test_radius_zero_is_the_tile() -> None:
    """E-87: only the centre is within 0, and no tile is within less."""
    assert (within(Grid(3, 3), 4, 0), within(Grid(3, 3), 4, -1)) == ((4,), ())


@given(st.integers(0, 62), st.integers(0, 9))
def test_an_area_is_what_is_in_range(centre: int, radius: int) -> None:
    """E-70 E-87: a tile is in the area if and only if it is in range of the centre."""
    grid = Grid(9, 7)
    assert within(grid, centre, radius) == tuple(tile for tile in range(63) if reach(grid, centre, tile) <= radius)


@given(st.tuples(*[st.integers(0, 62)] * 3))
def test_distance_is_a_metric(tiles: tuple[int, int, int]) -> None:
    """EW-18: the way back is as long, a detour is never shorter, and only one's own tile is at 0."""
    a, b, c = tiles
    grid = Grid(9, 7)
    assert distance(grid, a, b) == distance(grid, b, a) <= distance(grid, a, c) + distance(grid, c, b)
    assert (distance(grid, a, b) == 0) == (a == b)


@given(st.integers(0, 62), st.integers(0, 62))
def test_range_is_the_same_in_both_directions(a: int, b: int) -> None:
    """E-70: if B is in range of A, then A is in range of B."""
    grid = Grid(9, 7)
    assert reach(grid, a, b) == reach(grid, b, a)


def test_the_nearest_is_nearest_by_range() -> None:
    """EW-34 EW-19: a diagonal neighbour is nearer than a tile two straight steps off."""
    board = Board("B..", ".A.", ".C.", ".D.")
    grid, at = board.grid, board.at
    assert nearest(grid, at["A"], [at["D"], at["B"]]) == at["B"] != nearest(grid, at["A"], [at["B"], at["C"]])


def test_no_tile_is_nearest_among_none() -> None:
    """EW-34: the nearest of no tiles is no tile."""
    assert nearest(Grid(3, 3), 4, []) is None
