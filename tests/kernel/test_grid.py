"""The geometry of the grid, played on maps drawn in the test.

`#` is a wall (impassable and opaque), `o` a low wall one sees over, `%` fog one walks through, `~` rough ground, `.`
open floor; a letter is open floor with a name.
"""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import pairwise, product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.kernel.grid import (
    EIGHT,
    Grid,
    adjacent,
    away,
    distance,
    heading,
    nearest,
    parse_spot,
    path,
    reach,
    sight,
    slide,
    steps,
    toward,
    within,
)


class Board:
    """A grid drawn in text, and questions about it in its letters."""

    def __init__(self, *rows: str) -> None:
        text = "".join(rows)
        marked = {glyph: frozenset(i for i, found in enumerate(text) if found == glyph) for glyph in "#o%~"}
        self.grid = Grid(len(rows[0]), len(rows), marked["#"] | marked["o"], marked["#"] | marked["%"], marked["~"])
        self.at = {letter: i for i, letter in enumerate(text) if letter.isalpha() and letter != "o"}

    def sees(self, pair: str) -> bool:
        return sight(self.grid, self.at[pair[0]], self.at[pair[1]])

    def far(self, pair: str) -> int:
        return distance(self.grid, self.at[pair[0]], self.at[pair[1]])

    def range(self, pair: str) -> int:
        return reach(self.grid, self.at[pair[0]], self.at[pair[1]])

    def pushed(self, source: str, target: str, n: int) -> str:
        return self.grid.words(away(self.grid, self.at[source], self.at[target], n))

    def pulled(self, source: str, target: str, n: int) -> str:
        return self.grid.words(toward(self.grid, self.at[source], self.at[target], n))

    def cost(self, pair: str, budget: int = 9, blocked: str = "") -> int | None:
        closed = frozenset(self.at[letter] for letter in blocked)
        return steps(self.grid, self.at[pair[0]], budget, closed).get(self.at[pair[1]])

    def walked(self, pair: str, budget: int = 9) -> list[str]:
        return [self.grid.words(tile) for tile in path(self.grid, self.at[pair[0]], self.at[pair[1]], budget)]


# Tiles and spots


def test_spots_count_from_the_bottom_left() -> None:
    """EW-17 EW-13: x goes east from 1, y goes north from 1 at the bottom row."""
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
def test_other_words_are_no_spot(text: str) -> None:
    """EW-13: what is not a spot is refused with the text quoted."""
    with pytest.raises(ValueError, match="expected a spot such as") as refusal:
        parse_spot(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(("x", "y"), [(0, 1), (1, 0), (4, 1), (1, 3)])
def test_off_the_map_is_refused(x: int, y: int) -> None:
    """EW-17: a spot off the map is no tile, and the message says what would be."""
    with pytest.raises(ValueError, match=f"{x},{y} is off the map: x goes from 1 to 3, y from 1 to 2"):
        Grid(3, 2).tile(x, y)


@pytest.mark.parametrize("tile", [-1, 6])
def test_no_such_tile_is_refused(tile: int) -> None:
    """EW-17: a tile number outside the map has no spot."""
    with pytest.raises(ValueError, match=f"no tile {tile}: this map has tiles 0 to 5"):
        Grid(3, 2).spot(tile)


def test_a_wall_off_the_map_is_refused() -> None:
    """EW-17: terrain lies on the map."""
    with pytest.raises(ValueError, match="no tile 6"):
        Grid(3, 2, walls=frozenset({6}))


def test_a_map_has_a_tile() -> None:
    """EW-17: an empty map is refused."""
    with pytest.raises(ValueError, match="at least one tile, not 0 by 2"):
        Grid(0, 2)


@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_words_are_read_back(width: int, height: int, data: st.DataObject) -> None:
    """EW-13: the words of every tile name that tile."""
    grid = Grid(width, height)
    tile = data.draw(st.integers(0, width * height - 1))
    assert grid.tile(*parse_spot(grid.words(tile))) == tile


def test_a_used_map_equals_a_fresh_one() -> None:
    """EW-17: what a map remembers of earlier questions is no part of its value."""
    used, fresh = Board("A#B").grid, Board("A#B").grid
    sight(used, 0, 2), steps(used, 0, 2)
    assert (used, hash(used), repr(used)) == (fresh, hash(fresh), repr(fresh)) and pickle.loads(pickle.dumps(used)) == fresh


# Distance, range, adjacency


@pytest.mark.parametrize(("diagonals", "tiles"), [(1, 2), (2, 3), (3, 5), (4, 6), (5, 8)])
def test_diagonals_count_one_and_a_half_in_total(diagonals: int, tiles: int) -> None:
    """EW-18: diagonals total times 1.5, rounded up once: 1→2, 2→3, 3→5, 4→6, 5→8."""
    grid = Grid(6, 6)
    assert distance(grid, grid.tile(1, 1), grid.tile(1 + diagonals, 1 + diagonals)) == tiles


def test_a_straight_tile_is_one() -> None:
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
    """E-69 E-70 EW-19: own tile 0, all eight neighbours 1, further tiles by distance (readings 14 and 37)."""
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
    """E-87: nothing but the centre is within 0, and nothing within less."""
    assert (within(Grid(3, 3), 4, 0), within(Grid(3, 3), 4, -1)) == ((4,), ())


@given(st.integers(0, 62), st.integers(0, 9))
def test_an_area_is_what_is_in_range(centre: int, radius: int) -> None:
    """E-70 E-87: a tile is in the area if and only if it is in range of the centre."""
    grid = Grid(9, 7)
    assert within(grid, centre, radius) == tuple(tile for tile in range(63) if reach(grid, centre, tile) <= radius)


@given(st.tuples(*[st.integers(0, 62)] * 3))
def test_distance_is_a_distance(tiles: tuple[int, int, int]) -> None:
    """EW-18: there and back are as far, a detour is never shorter, and only the own tile is 0."""
    a, b, c = tiles
    grid = Grid(9, 7)
    assert distance(grid, a, b) == distance(grid, b, a) <= distance(grid, a, c) + distance(grid, c, b)
    assert (distance(grid, a, b) == 0) == (a == b)


@given(st.integers(0, 62), st.integers(0, 62))
def test_range_runs_both_ways(a: int, b: int) -> None:
    """E-70: whoever is in range of me has me in range."""
    grid = Grid(9, 7)
    assert reach(grid, a, b) == reach(grid, b, a)


def test_the_nearest_is_nearest_by_range() -> None:
    """EW-34 EW-19: a diagonal neighbour is nearer than a tile two straight steps off."""
    board = Board("B..", ".A.", ".C.", ".D.")
    grid, at = board.grid, board.at
    assert nearest(grid, at["A"], [at["D"], at["B"]]) == at["B"] != nearest(grid, at["A"], [at["B"], at["C"]])


def test_nothing_is_nearest_to_nothing() -> None:
    """EW-34: among no tiles none is nearest."""
    assert nearest(Grid(3, 3), 4, []) is None


# Sight


def test_open_floor_is_seen_across() -> None:
    """E-74: nothing in the way, nothing blocks."""
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


def test_a_line_touching_a_corner_still_sees() -> None:
    """E-75 EW-20: a line that only touches a wall's corner is clear (reading 16)."""
    assert Board(".#B", "...", "A..").sees("AB")


def test_a_diagonal_sees_between_two_walls_that_meet_at_a_corner() -> None:
    """E-75 EW-20: touching two corners at once is still only touching (reading 16)."""
    assert Board("#B", "A#").sees("AB")


def test_a_line_along_a_row_of_walls_still_sees() -> None:
    """E-75 EW-20: a line that runs beside walls is clear."""
    assert Board("#####", "A...B", "#####").sees("AB")


def test_the_ends_do_not_block() -> None:
    """E-75: standing in fog, or looking at it, is no hindrance (reading 16)."""
    assert sight(Board("%.%").grid, 0, 2)


def test_a_low_wall_is_seen_over() -> None:
    """EW-20 EW-17: what is impassable need not block sight."""
    assert Board("A.o.B").sees("AB")


def test_fog_blocks_sight_but_not_feet() -> None:
    """EW-17 E-75: what blocks sight need not be impassable."""
    board = Board("A%B")
    assert not board.sees("AB") and board.cost("AB") == 2


def test_neighbours_always_see_each_other() -> None:
    """E-74 EW-19: between adjacent tiles there is no tile to block, nor on one's own."""
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
    """E-74 E-75: for every line from a corner of a 9 by 9 map and every single wall, sight is what geometry says."""
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
    """E-74: I see you if and only if you see me."""
    grid = Grid(9, 7, opaque=opaque)
    assert sight(grid, a, b) == sight(grid, b, a)


@given(st.frozensets(st.integers(0, 62)), st.integers(0, 62), st.integers(0, 62))
def test_sight_is_remembered_rightly(opaque: frozenset[int], a: int, b: int) -> None:
    """E-74: asked again, the answer is the same."""
    grid = Grid(9, 7, opaque=opaque)
    assert sight(grid, a, b) is sight(grid, a, b)


# Walking


@pytest.mark.parametrize(("pair", "cost"), [("AA", 0), ("AB", 1), ("AC", 2), ("AD", 3), ("AE", 3)])
def test_walking_costs_its_distance(pair: str, cost: int) -> None:
    """EW-18 EW-21: one straight step 1, one diagonal 2, two diagonals 3, one of each 3."""
    assert Board("..D", ".CE", "AB.").cost(pair) == cost


def test_a_walk_ends_with_its_budget() -> None:
    """EW-21: three tiles and no further."""
    assert [Board("A..BC").cost(pair, budget=3) for pair in ("AB", "AC")] == [3, None]


def test_a_walk_goes_round_a_wall() -> None:
    """EW-17 EW-18: an impassable tile is walked round, corner by corner."""
    assert Board("A#B", "...").walked("AB") == ["1,2", "2,1", "3,2"]


def test_out_of_budget_there_is_no_path() -> None:
    """EW-21: no path is offered that costs too much."""
    assert Board("A#B", "...").walked("AB", budget=2) == []


def test_staying_is_a_path() -> None:
    """EW-21: where one stands one need not walk."""
    assert Board("A..").walked("AA", budget=0) == ["1,1"]


def test_rough_ground_costs_double_to_enter() -> None:
    """EW-21: difficult terrain doubles the step onto it, not the step off it: 2 and 1."""
    assert Board("A~B").cost("AB") == 3


def test_a_diagonal_onto_rough_ground_counts_as_two() -> None:
    """EW-18 EW-21: one diagonal step doubled is 3, rounded only once."""
    assert steps(Board(".~", "A.").grid, 2, 9)[1] == 3


def test_rough_ground_is_avoided_when_that_is_cheaper() -> None:
    """EW-21: two rough tiles cost 5 to cross and 4 to walk round."""
    assert Board("A~~B", "....").walked("AB") == ["1,2", "2,1", "3,1", "4,2"]


def test_a_corner_may_be_cut() -> None:
    """EW-17 EW-18: beside one wall a diagonal step is allowed."""
    assert Board("#B", "A.").cost("AB") == 2


def test_no_squeezing_between_two_walls() -> None:
    """EW-17: a diagonal step between two impassable tiles is not."""
    assert Board("#B", "A#").cost("AB") is None


def test_a_blocked_tile_is_not_entered() -> None:
    """EW-17: where a campaign lets no two actors share a tile, the other's tile is closed."""
    assert Board("ACB").cost("AB", blocked="C") is None


def test_blocked_tiles_do_not_close_the_diagonal_between_them() -> None:
    """EW-17: one may step between two actors."""
    assert Board("CB", "AD").cost("AB", blocked="CD") == 2


def test_one_may_leave_a_tile_one_could_not_enter() -> None:
    """EW-17: a start in a wall, or on a closed tile, is still a start."""
    assert steps(Board("#..").grid, 0, 2, frozenset({0})) == {0: 0, 1: 1, 2: 2}


def test_an_answer_may_be_changed_without_harm() -> None:
    """EW-21: the tiles handed out are the asker's own."""
    grid = Grid(3, 1)
    steps(grid, 0, 2).clear()
    assert steps(grid, 0, 2) == {0: 0, 1: 1, 2: 2}


TILES = st.frozensets(st.integers(0, 15), max_size=8)


def passable(grid: Grid, a: int, b: int, blocked: frozenset[int]) -> bool:
    """Whether one step from a to b is allowed, said in other words than the grid's."""
    (ax, ay), (bx, by) = grid.spot(a), grid.spot(b)
    between = {grid.tile(ax, by), grid.tile(bx, ay)}
    return b not in grid.walls | blocked and (ax == bx or ay == by or not between <= grid.walls)


def price(grid: Grid, a: int, b: int) -> tuple[int, int]:
    """One step as straight and diagonal tiles."""
    times = 2 if b in grid.rough else 1
    return (times, 0) if distance(grid, a, b) == 1 else (0, times)


def rounded(straight: int, diagonal: int) -> int:
    """EW-18 to the letter."""
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
def test_half_tiles_round_as_the_rule_does(
    walls: frozenset[int], rough: frozenset[int], blocked: frozenset[int], start: int, budget: int
) -> None:
    """EW-18 EW-21: counting in half tiles and rounding at the end gives the rule's cost of every path's best."""
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


# Forced movement


def test_a_push_goes_straight_away() -> None:
    """EW-22 E-44: pushed one tile from the west, one stands one tile further east."""
    assert Board("AB...").pushed("A", "B", 1) == "3,1"


def test_a_push_stops_before_a_wall() -> None:
    """EW-22: at the last valid tile before an impassable one."""
    assert Board("AB.#.").pushed("A", "B", 3) == "3,1"


def test_a_push_stops_at_the_edge() -> None:
    """EW-22: nobody is pushed off the map."""
    assert Board("AB..").pushed("A", "B", 9) == "4,1"


def test_a_push_with_the_back_to_a_wall_moves_nobody() -> None:
    """EW-22: a wall right behind holds."""
    assert Board("AB#").pushed("A", "B", 2) == "2,1"


def test_a_diagonal_push_goes_on_diagonally() -> None:
    """EW-22: pushed from the south-west, one goes north-east."""
    assert Board("...", ".B.", "A..").pushed("A", "B", 1) == "3,3"


def test_a_push_does_not_squeeze_between_two_walls() -> None:
    """EW-22 EW-17: the step of a push is a step like any other."""
    assert Board(".#.", ".B#", "A..").pushed("A", "B", 1) == "2,2"


def test_a_push_crosses_low_walls_no_more_than_high_ones() -> None:
    """EW-22 EW-17: impassable is what counts, not what one sees."""
    assert Board("ABo.").pushed("A", "B", 2) == "2,1"


def test_a_push_ignores_rough_ground() -> None:
    """EW-22 EW-21: forced movement costs nothing, so difficult terrain does not shorten it."""
    assert Board("AB~~").pushed("A", "B", 2) == "4,1"


def test_on_one_tile_no_direction_is_away() -> None:
    """EW-22 EW-17: who shares the tile is neither pushed nor pulled."""
    board = Board(".A.")
    assert (board.pushed("A", "A", 1), board.pulled("A", "A", 1)) == ("2,1", "2,1")


def test_a_pull_goes_straight_toward() -> None:
    """EW-22: pulled two tiles, one stands two tiles nearer."""
    assert Board("A....B").pulled("A", "B", 2) == "4,1"


def test_a_pull_ends_beside_the_source() -> None:
    """EW-22: never on the source's tile, never past it."""
    assert Board("A....B").pulled("A", "B", 9) == "2,1"


def test_a_diagonal_neighbour_is_not_pulled() -> None:
    """EW-22 EW-19: who is adjacent is already there."""
    assert Board(".B", "A.").pulled("A", "B", 1) == "2,2"


def test_a_pull_stops_before_a_wall() -> None:
    """EW-22: at the last valid tile before an impassable one."""
    assert Board("A.#..B").pulled("A", "B", 9) == "4,1"


def test_a_pull_takes_its_direction_anew() -> None:
    """EW-22: from five east and two north the first step is west, the next one south-west."""
    board = Board(".....B", "......", "A.....")
    assert [board.pulled("A", "B", n) for n in (1, 2)] == ["5,3", "4,2"]


def test_a_slide_goes_any_way() -> None:
    """EW-22: slid north-west by two."""
    board = Board("....", "....", "...A")
    assert board.grid.words(slide(board.grid, board.at["A"], "NW", 2)) == "2,3"


def test_there_are_eight_directions() -> None:
    """EW-13 EW-22: the eight headings in clockwise order from north, and no ninth."""
    assert " ".join(EIGHT) == "N NE E SE S SW W NW"
    with pytest.raises(ValueError, match="unknown direction 'up': expected one of N, NE, E"):
        slide(Grid(3, 3), 4, "up", 1)


@pytest.mark.parametrize("name", EIGHT)
def test_a_heading_is_the_way_one_steps(name: str) -> None:
    """EW-13 EW-22: one step in a direction is a heading in that direction."""
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
def test_forced_movement_is_true_to_its_name(walls: frozenset[int], source: int, target: int, n: int) -> None:
    """EW-22: a push never brings nearer, a pull never drives off, and both end in no wall they did not start in."""
    grid = Grid(9, 7, walls=walls - {target})
    pushed, pulled = away(grid, source, target, n), toward(grid, source, target, n)
    assert distance(grid, source, pulled) <= distance(grid, source, target) <= distance(grid, source, pushed)
    assert not {pushed, pulled} & grid.walls and (pulled != source or target == source)
