"""Who sees whom, on maps drawn in the test."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.kernel.state.grid import Grid, parse_spot, sight
from tests.kernel.board import Board


def test_open_floor_is_seen_across() -> None:
    """E-74: with nothing between them, two tiles see each other."""
    assert Board("A...B").sees("AB")


def test_a_wall_between_blocks() -> None:
    """E-75: a line through a wall is blocked."""
    assert not Board("A.#.B").sees("AB")


@pytest.mark.parametrize("wall", ["1,2", "2,2"])
def test_a_knights_move_crosses_two_tiles(wall: str) -> None:
    """E-74 E-75: from 1,1 to 2,3 the line passes through 1,2 and 2,2."""
    plain = Grid(2, 3)
    grid = Grid(2, 3, opaque=frozenset({plain.tile(*parse_spot(wall))}))
    assert not sight(grid, plain.tile(1, 1), plain.tile(2, 3))


def test_a_knights_move_misses_the_other_two() -> None:
    """E-74 E-75: from 1,1 to 2,3 the tiles 2,1 and 1,3 are not crossed."""
    assert Board("#B", "..", "A#").sees("AB")


def test_a_line_that_only_touches_a_corner_does_not_block_sight() -> None:
    """E-75 EW-20: a line that only touches a wall's corner is clear (reading 16)."""
    assert Board(".#B", "...", "A..").sees("AB")


def test_a_diagonal_sees_between_two_walls_that_meet_at_a_corner() -> None:
    """E-75 EW-20: touching two corners at once is still only touching (reading 16)."""
    assert Board("#B", "A#").sees("AB")


def test_a_line_along_the_edge_of_a_row_of_walls_does_not_block_sight() -> None:
    """E-75 EW-20: a line that runs beside walls is clear."""
    assert Board("#####", "A...B", "#####").sees("AB")


def test_the_ends_do_not_block() -> None:
    """E-75: fog on the first or the last tile of the line does not block sight (reading 16)."""
    assert sight(Board("%.%").grid, 0, 2)


def test_a_low_wall_is_seen_over() -> None:
    """EW-20 EW-17: an impassable tile need not block sight."""
    assert Board("A.o.B").sees("AB")


def test_fog_blocks_sight_but_not_movement() -> None:
    """EW-17 E-75: a tile that blocks sight need not be impassable."""
    board = Board("A%B")
    assert not board.sees("AB") and board.cost("AB") == 2


def test_neighbours_always_see_each_other() -> None:
    """E-74 EW-19: between adjacent tiles no tile can block, nor within one tile."""
    grid = Grid(3, 3, opaque=frozenset(range(9)))
    assert all(sight(grid, 4, tile) for tile in range(9))


def crosses(a: tuple[int, int], b: tuple[int, int], tile: tuple[int, int]) -> bool:
    """Whether the segment a-b has a point strictly inside the tile: clipped with exact fractions."""
    low, high = Fraction(0), Fraction(1)
    for start, end, middle in zip(a, b, tile, strict=True):
        if start == end and start != middle:
            return False
        if start != end:
            near, far = sorted(Fraction(2 * middle - 2 * start + side, 2 * (end - start)) for side in (-1, 1))
            low, high = max(low, near), min(high, far)
    return low < high


def test_sight_agrees_with_exact_clipping() -> None:
    """E-74 E-75: for every line from a corner of a 9 by 9 map and every single wall, sight equals exact geometry."""
    plain = Grid(9, 9)
    for wall in range(81):
        grid = Grid(9, 9, opaque=frozenset({wall}))
        for a, b in product((0, 8, 72, 80), range(81)):
            blocked = wall not in (a, b) and crosses(plain.spot(a), plain.spot(b), plain.spot(wall))
            assert sight(grid, a, b) is not blocked, (plain.words(a), plain.words(b), plain.words(wall))


def test_sight_is_mutual_for_every_offset() -> None:
    """E-74: on a 9 by 9 map with any one wall, each pair of tiles sees both ways or neither."""
    for wall in range(81):
        grid = Grid(9, 9, opaque=frozenset({wall}))
        assert all(sight(grid, a, b) == sight(grid, b, a) for a in range(81) for b in range(a))


@given(st.frozensets(st.integers(0, 62), max_size=30), st.integers(0, 62), st.integers(0, 62))
def test_sight_is_mutual(opaque: frozenset[int], a: int, b: int) -> None:
    """E-74: A sees B if and only if B sees A."""
    grid = Grid(9, 7, opaque=opaque)
    assert sight(grid, a, b) == sight(grid, b, a)


def test_each_pair_of_tiles_is_remembered_by_itself() -> None:
    """E-74: a map that has been asked about every pair answers each pair like a new map."""
    opaque = frozenset({5})
    used = Grid(4, 3, opaque=opaque)
    for _ in range(2):
        seen = {(a, b): sight(used, a, b) for a in range(12) for b in range(12)}
    assert seen == {(a, b): sight(Grid(4, 3, opaque=opaque), a, b) for a, b in seen}
