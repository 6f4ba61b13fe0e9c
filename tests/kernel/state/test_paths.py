"""Walking and what it costs, on maps drawn in the test."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.kernel.state.grid import Grid, distance, path, steps, within
from tests.kernel.board import Board


@pytest.mark.parametrize(("pair", "cost"), [("AA", 0), ("AB", 1), ("AC", 2), ("AD", 3), ("AE", 3)])
def test_walking_costs_its_distance(pair: str, cost: int) -> None:
    """EW-18 EW-21: one straight step 1, one diagonal 2, two diagonals 3, one of each 3."""
    assert Board("..D", ".CE", "AB.").cost(pair) == cost


def test_a_walk_ends_with_its_budget() -> None:
    """EW-21: a budget of three tiles allows three tiles and no more."""
    assert [Board("A..BC").cost(pair, budget=3) for pair in ("AB", "AC")] == [3, None]


def test_a_walk_goes_round_a_wall() -> None:
    """EW-17 EW-18: an impassable tile is walked round, corner by corner."""
    assert Board("A#B", "...").walked("AB") == ["1,2", "2,1", "3,2"]


def test_out_of_budget_there_is_no_path() -> None:
    """EW-21: a path that costs too much is not offered."""
    assert Board("A#B", "...").walked("AB", budget=2) == []


def test_staying_is_a_path() -> None:
    """EW-21: the tile on which the walker stands needs no step."""
    assert Board("A..").walked("AA", budget=0) == ["1,1"]


def test_rough_ground_costs_double_to_enter() -> None:
    """EW-21: difficult terrain doubles the step onto it, not the step off it: 2 and 1."""
    assert Board("A~B").cost("AB") == 3


def test_a_diagonal_onto_rough_ground_counts_as_two() -> None:
    """EW-18 EW-21: one doubled diagonal step costs 3, rounded once."""
    assert steps(Board(".~", "A.").grid, 2, 9)[1] == 3


def test_rough_ground_is_avoided_when_that_is_cheaper() -> None:
    """EW-21: two rough tiles cost 5 to cross and 4 to walk round."""
    assert Board("A~~B", "....").walked("AB") == ["1,2", "2,1", "3,1", "4,2"]


def test_a_corner_may_be_cut() -> None:
    """EW-17 EW-18: beside one wall a diagonal step is allowed."""
    assert Board("#B", "A.").cost("AB") == 2


def test_a_diagonal_step_between_two_walls_is_not_possible() -> None:
    """EW-17: a diagonal step between two impassable tiles is not allowed."""
    assert Board("#B", "A#").cost("AB") is None


def test_a_blocked_tile_is_not_entered() -> None:
    """EW-17: where a campaign lets no two actors share a tile, the other's tile is closed."""
    assert Board("ACB").cost("AB", blocked="C") is None


def test_blocked_tiles_do_not_close_the_diagonal_between_them() -> None:
    """EW-17: one may step between two actors."""
    assert Board("CB", "AD").cost("AB", blocked="CD") == 2


def test_a_walk_may_leave_a_tile_that_it_could_not_enter() -> None:
    """EW-17: a walk may start in a wall or on a closed tile."""
    assert steps(Board("#..").grid, 0, 2, frozenset({0})) == {0: 0, 1: 1, 2: 2}


def test_the_returned_tiles_may_be_changed_without_changing_the_cache() -> None:
    """EW-21: the caller gets its own list of tiles."""
    grid = Grid(3, 1)
    steps(grid, 0, 2).clear()
    assert steps(grid, 0, 2) == {0: 0, 1: 1, 2: 2}


TILES = st.frozensets(st.integers(0, 15), max_size=8)


def passable(grid: Grid, a: int, b: int, blocked: frozenset[int]) -> bool:
    """Whether one step from a to b is allowed, written independently of the grid's code."""
    (ax, ay), (bx, by) = grid.spot(a), grid.spot(b)
    between = {grid.tile(ax, by), grid.tile(bx, ay)}
    return b not in grid.walls | blocked and (ax == bx or ay == by or not between <= grid.walls)


def price(grid: Grid, a: int, b: int) -> tuple[int, int]:
    """One step as numbers of straight and diagonal tiles."""
    times = 2 if b in grid.rough else 1
    return (times, 0) if distance(grid, a, b) == 1 else (0, times)


def rounded(straight: int, diagonal: int) -> int:
    """The rounding of EW-18, written literally."""
    return straight + ceil(Fraction(3 * diagonal, 2))


def tried(grid: Grid, start: int, budget: int, blocked: frozenset[int]) -> dict[int, int]:
    """Costs found by trying every path, each with its straight and diagonal tiles counted apart."""
    states = todo = {(start, 0, 0)}
    while todo:
        found = {(b, s + price(grid, a, b)[0], d + price(grid, a, b)[1]) for a, s, d in todo for b in beside(grid, a, blocked)}
        todo = {state for state in found if rounded(*state[1:]) <= budget} - states
        states = states | todo
    return {tile: min(rounded(s, d) for t, s, d in states if t == tile) for tile in {t for t, _, _ in states}}


def beside(grid: Grid, tile: int, blocked: frozenset[int]) -> list[int]:
    return [other for other in within(grid, tile, 1) if other != tile and passable(grid, tile, other, blocked)]


@given(TILES, TILES, TILES, st.integers(0, 15), st.integers(0, 6))
def test_a_sum_of_half_tiles_is_rounded_as_the_rule_says(
    walls: frozenset[int], rough: frozenset[int], blocked: frozenset[int], start: int, budget: int
) -> None:
    """EW-18 EW-21: counting in half tiles and rounding at the end gives the cost by the rule for the best path."""
    grid = Grid(4, 4, walls=walls, rough=rough)
    assert steps(grid, start, budget, blocked) == tried(grid, start, budget, blocked)


@given(TILES, TILES, TILES, st.integers(0, 15), st.integers(0, 15), st.integers(0, 8))
def test_a_path_costs_what_steps_says(
    walls: frozenset[int], rough: frozenset[int], blocked: frozenset[int], start: int, goal: int, budget: int
) -> None:
    """EW-18 EW-21: the path found is walkable and costs exactly what was announced."""
    grid = Grid(4, 4, walls=walls, rough=rough)
    walk, costs = path(grid, start, goal, budget, blocked), steps(grid, start, budget, blocked)
    parts = [price(grid, a, b) for a, b in pairwise(walk)]
    assert (walk[0], walk[-1]) == (start, goal) if goal in costs else walk == ()
    assert all(b in beside(grid, a, blocked) for a, b in pairwise(walk))
    assert not walk or rounded(sum(s for s, _ in parts), sum(d for _, d in parts)) == costs[goal]


@given(st.integers(0, 62), st.integers(0, 12))
def test_on_open_ground_a_walk_costs_the_distance(start: int, budget: int) -> None:
    """EW-18: without walls or rough ground the cost is the distance."""
    grid = Grid(9, 7)
    far = {tile: distance(grid, start, tile) for tile in range(63)}
    assert steps(grid, start, budget) == {tile: tiles for tile, tiles in far.items() if tiles <= budget}


@pytest.mark.parametrize("rows", [("#B", "A."), (".B", "A#"), ("B#", ".A"), ("B.", "#A")])
def test_one_wall_at_a_corner_is_walked_past(rows: tuple[str, str]) -> None:
    """EW-18: a diagonal step is blocked only between two walls."""
    assert len(Board(*rows).walked("AB")) == 2 and Board(*(row.replace(".", "#") for row in rows)).cost("AB") is None
