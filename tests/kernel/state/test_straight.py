"""Straight lines on a grid: steps in a direction, what is between, the longest row, cones and cover."""

import pytest

from rulewright.kernel.state import grid
from rulewright.kernel.state.grid import EIGHT, Grid

FIELD = Grid(5, 5)
WALLED = Grid(5, 1, walls=frozenset({2}))


def at(x: int, y: int) -> int:
    return FIELD.tile(x, y)


@pytest.mark.parametrize(
    ("to", "along", "steps"),
    [
        ((3, 5), EIGHT, 2),
        ((5, 5), EIGHT, 2),
        ((5, 4), EIGHT, None),
        ((3, 3), EIGHT, None),
        ((3, 5), ("S",), None),
        ((1, 1), ("SW",), 2),
    ],
)
def test_steps_are_counted_straight_in_a_direction(to, along, steps):
    assert grid.straight(FIELD, at(3, 3), at(*to), along) == steps


@pytest.mark.parametrize(("tile", "lies"), [((2, 3), True), ((1, 3), False), ((5, 3), False), ((3, 5), False), ((2, 4), False)])
def test_only_tiles_on_the_line_are_between(tile, lies):
    assert grid.between(FIELD, at(1, 3), at(5, 3), at(*tile)) is lies


def test_the_longest_row_has_no_gap():
    tiles = {at(1, 1), at(2, 2), at(3, 3), at(5, 5), at(1, 2)}
    assert grid.longest(FIELD, tiles, ("NE",)) == 3
    assert grid.longest(FIELD, tiles, ("N", "E")) == 2
    assert grid.longest(FIELD, {-1}, ("N",)) == 0


@pytest.mark.parametrize(
    ("way", "tile", "inside"),
    [
        ((4, 3), (5, 3), True),
        ((4, 3), (5, 5), True),
        ((4, 3), (4, 5), False),
        ((4, 3), (2, 3), False),
        ((4, 4), (3, 5), True),
        ((4, 4), (5, 2), False),
    ],
)
def test_a_cone_is_a_right_angle_wide(way, tile, inside):
    assert grid.ahead(FIELD, at(3, 3), at(*way), at(*tile)) is inside


def test_a_tile_that_nobody_enters_gives_cover_to_what_is_behind_it():
    """The wall itself has no cover by itself."""
    assert grid.covered(WALLED, 0, 4) and not grid.covered(WALLED, 0, 1) and not grid.covered(WALLED, 0, 2)
