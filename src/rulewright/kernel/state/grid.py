"""Geometry of a square grid: distance, adjacency, sight, walking and forced movement.

It knows only tiles: no stat, no actor, no rule book. A tile is one small integer, counted row by row from 0 at the top left, as a
text map is read. People write x, y: x counts from 1 at the left to the east, y from 1 at the bottom to the north.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from types import MappingProxyType
from typing import Final

from rulewright.program.quick_dataclasses import dataclass, field

EIGHT: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1)}
)
"""The eight directions clockwise from north, each with its step (east, north)."""

NOWHERE: Final[frozenset[int]] = frozenset()
"""No tile."""

_SPOT: Final = re.compile(r"(?P<x>[0-9]{1,9})\s*,\s*(?P<y>[0-9]{1,9})")
_SPOT_NE: Final = re.compile(r"(?P<y>[0-9]{1,9})\s*N\s*(?P<x>[0-9]{1,9})\s*E", re.IGNORECASE)
_NAMES: Final = {step: name for name, step in EIGHT.items()}
_REMEMBERED: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of square tiles; equal maps are equal values. EW-17.

    >>> Grid(3, 2).words(0)
    '1,2'
    """

    width: int
    height: int
    walls: frozenset[int] = NOWHERE
    """Impassable tiles."""
    opaque: frozenset[int] = NOWHERE
    """Tiles that block sight."""
    rough: frozenset[int] = NOWHERE
    """Difficult tiles: entering one costs double."""
    _seen: dict[int, bool] = field(default_factory=dict, init=False, repr=False, compare=False)
    _exits: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a map needs at least one tile, not {self.width} by {self.height}")
        for tile in self.walls | self.opaque | self.rough:
            self.spot(tile)

    def holds(self, x: int, y: int) -> bool:
        """Whether x, y is on the map."""
        return 1 <= x <= self.width and 1 <= y <= self.height

    def tile(self, x: int, y: int) -> int:
        """The tile at x, y.

        :raises ValueError: the spot is off the map.
        """
        if not self.holds(x, y):
            raise ValueError(f"{x},{y} is off the map: x goes from 1 to {self.width}, y from 1 to {self.height}")
        return (self.height - y) * self.width + x - 1

    def spot(self, tile: int) -> tuple[int, int]:
        """The x, y of a tile.

        :raises ValueError: there is no such tile.
        """
        row, column = divmod(tile, self.width)
        if not 0 <= row < self.height:
            raise ValueError(f"there is no tile {tile}: this map has tiles 0 to {self.width * self.height - 1}")
        return column + 1, self.height - row

    def words(self, tile: int) -> str:
        """The tile as people write it, `1,3`."""
        return "{},{}".format(*self.spot(tile))


def parse_spot(text: str) -> tuple[int, int]:
    """Read `1,3` or `3N 1E` as x 1, y 3. EW-13.

    :raises ValueError: the text is neither form.
    """
    found = _SPOT.fullmatch(text.strip()) or _SPOT_NE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f'expected a tile such as "1,3" or "3N 1E", not {text!r}')
    return int(found["x"]), int(found["y"])


def tile_named(grid: Grid | None, text: str) -> int | None:
    """Give the tile that a text names, if there is such a tile."""
    try:
        return None if grid is None else grid.tile(*parse_spot(text))
    except ValueError:
        return None


# Distance and adjacency


def distance(grid: Grid, a: int, b: int) -> int:
    """Tiles from a to b: diagonals count 1.5 in total, rounded up once; walls do not lengthen it. EW-18, reading 39."""
    width = grid.width
    across, along = abs(a % width - b % width), abs(a // width - b // width)
    return across + (along + 1) // 2 if across > along else along + (across + 1) // 2


def reach(grid: Grid, a: int, b: int) -> int:
    """The distance ranges and areas use: a diagonal neighbour is 1 away. EW-19, readings 14 and 37."""
    width = grid.width
    across, along = abs(a % width - b % width), abs(a // width - b // width)
    if across == 1 == along:
        return 1
    return across + (along + 1) // 2 if across > along else along + (across + 1) // 2


def adjacent(grid: Grid, a: int, b: int) -> bool:
    """Whether two different tiles share an edge or a corner. E-65, EW-19."""
    return reach(grid, a, b) == 1


def straight(grid: Grid, a: int, b: int, along: Collection[str]) -> int | None:
    """The steps from a to b if b lies straight from a in one of some directions; None if it does not, or is the same tile."""
    east, north = b % grid.width - a % grid.width, a // grid.width - b // grid.width
    steps = max(abs(east), abs(north))
    if steps == 0 or not (east == 0 or north == 0 or abs(east) == abs(north)):
        return None
    return steps if _NAMES[_sign(east), _sign(north)] in along else None


def between(grid: Grid, a: int, b: int, tile: int) -> bool:
    """Whether a tile lies straight between two others."""
    direction = (heading(grid, a, b) or "",)
    way, whole = straight(grid, a, tile, direction), straight(grid, a, b, direction)
    return way is not None and whole is not None and way < whole


def longest(grid: Grid, tiles: Collection[int], along: Collection[str]) -> int:
    """How many of some tiles stand side by side at most, in one of some directions."""
    found = 0
    for tile in tiles:
        for direction in along if tile >= 0 else ():
            (x, y), (dx, dy), run = grid.spot(tile), EIGHT[direction], 0
            while grid.holds(x + run * dx, y + run * dy) and grid.tile(x + run * dx, y + run * dy) in tiles:
                run += 1
            found = max(found, run)
    return found


def within(grid: Grid, tile: int, radius: int) -> tuple[int, ...]:
    """The tiles within a radius, walls included, the centre too, in order. Readings 8 and 39."""
    x, y = grid.spot(tile)
    columns = range(max(1, x - radius), min(grid.width, x + radius) + 1)
    rows = range(min(grid.height, y + radius), max(1, y - radius) - 1, -1)
    box = (grid.tile(column, row) for row in rows for column in columns)
    return tuple(other for other in box if reach(grid, tile, other) <= radius)


def nearest(grid: Grid, a: int, tiles: Iterable[int]) -> int | None:
    """The tile nearest to a by reach, then distance, then tile number; None if there are none. EW-34."""
    return min(tiles, key=lambda b: (reach(grid, a, b), distance(grid, a, b), b), default=None)


def heading(grid: Grid, a: int, b: int) -> str | None:
    """The direction nearest to the line from a to b, None if both are the same tile.

    Two directions are never equally near: the border between them has slope √2 − 1, which no two integers have.
    """
    (ax, ay), (bx, by) = grid.spot(a), grid.spot(b)
    return _NAMES.get(_lean(bx - ax, by - ay))


def _lean(dx: int, dy: int) -> tuple[int, int]:
    across, along = abs(dx), abs(dy)
    slanted = (across + along) ** 2 > 2 * max(across, along) ** 2
    return (_sign(dx) if slanted or across > along else 0), (_sign(dy) if slanted or along > across else 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# Sight


def sight(grid: Grid, a: int, b: int) -> bool:
    """Whether the straight line between two tiles' centres crosses no opaque tile. E-74, E-75, EW-20.

    Only the inside of a tile blocks, never its edge or corner, so a diagonal sees between two opaque tiles that meet at
    a corner; the tiles at both ends do not count (reading 16).
    """
    if not grid.opaque:
        return True
    pair = a * grid.width * grid.height + b
    seen = grid._seen.get(pair)
    return _look(grid, a, b, pair) if seen is None else seen


def _look(grid: Grid, a: int, b: int, pair: int) -> bool:
    if len(grid._seen) >= _REMEMBERED:
        grid._seen.clear()
    (ax, ay), (bx, by) = grid.spot(a), grid.spot(b)
    clear = grid.opaque.isdisjoint([a + offset for offset in _crossed(bx - ax, by - ay, grid.width)])
    grid._seen[pair] = clear
    return clear


@lru_cache(maxsize=1 << 14)
def _crossed(dx: int, dy: int, width: int) -> tuple[int, ...]:
    """Offsets of the tiles a line crosses strictly inside, its ends left out.

    Tile (i, j) is crossed when its corners lie strictly on both sides of the line: 2·|dx·j − dy·i| < |dx| + |dy|.
    """
    across, along = abs(dx), abs(dy)
    east, north = _sign(dx), -width * _sign(dy)
    box = ((i, j) for i in range(across + 1) for j in range(along + 1) if (i or j) and (i, j) != (across, along))
    return tuple(i * east + j * north for i, j in box if 2 * abs(across * j - along * i) < across + along)


def covered(grid: Grid, a: int, b: int) -> bool:
    """Whether the straight line between two tiles' centres crosses a tile that nobody can enter, such as a low wall."""
    (ax, ay), (bx, by) = grid.spot(a), grid.spot(b)
    return not grid.walls.isdisjoint([a + offset for offset in _crossed(bx - ax, by - ay, grid.width)])


def ahead(grid: Grid, a: int, way: int, tile: int) -> bool:
    """Whether a tile lies in the direction from a to another tile, at most half a right angle to either side."""
    (ax, ay), (wx, wy), (x, y) = grid.spot(a), grid.spot(way), grid.spot(tile)
    along = (wx - ax) * (x - ax) + (wy - ay) * (y - ay)
    return along > 0 and abs((wx - ax) * (y - ay) - (wy - ay) * (x - ax)) <= along


# Walking


def steps(grid: Grid, start: int, budget: int, blocked: frozenset[int] = NOWHERE) -> dict[int, int]:
    """Every tile reachable within the budget and its cost, the start at 0 included. EW-18, EW-21.

    A path costs its straight steps plus 1.5 times its diagonal ones, rounded up once; a step onto a rough tile counts
    double. `blocked` tiles may not be entered. A diagonal step is refused only when both tiles it passes between are
    walls; blocked tiles do not hinder it.
    """
    return {tile: (cost + 1) // 2 for tile, cost in _walk(grid, start, budget, blocked)[0].items()}


def path(grid: Grid, start: int, goal: int, budget: int, blocked: frozenset[int] = NOWHERE) -> tuple[int, ...]:
    """A cheapest path from start to goal, both included; empty when the budget does not reach. EW-18, EW-21."""
    costs, before = _walk(grid, start, budget, blocked)
    if goal not in costs:
        return ()
    back = [goal]
    while back[-1] != start:
        back.append(before[back[-1]])
    return tuple(reversed(back))


@lru_cache(maxsize=1 << 10)
def _walk(grid: Grid, start: int, budget: int, blocked: frozenset[int]) -> tuple[dict[int, int], dict[int, int]]:
    """Each tile's cheapest cost in half tiles, so that rounding once at the end is exact, and the tile before it."""
    costs, before, queue = {start: 0}, dict[int, int](), [(0, start)]
    while queue:
        cost, tile = heappop(queue)
        if cost > costs[tile]:
            continue
        for to, price in _exits(grid, tile):
            total = cost + price
            if total <= 2 * budget and to not in blocked and total < costs.get(to, total + 1):
                costs[to], before[to] = total, tile
                heappush(queue, (total, to))
    return costs, before


def _exits(grid: Grid, tile: int) -> tuple[tuple[int, int], ...]:
    """The tiles one step away and what each step costs in half tiles."""
    exits = grid._exits.get(tile)
    if exits is None:
        found = ((_step(grid, tile, name), 3 if dx and dy else 2) for name, (dx, dy) in EIGHT.items())
        exits = tuple((to, price * (2 if to in grid.rough else 1)) for to, price in found if to is not None)
        grid._exits[tile] = exits
    return exits


def _step(grid: Grid, tile: int, direction: str) -> int | None:
    """The tile one step away; None off the map, into a wall, or diagonally between two walls."""
    (x, y), (dx, dy) = grid.spot(tile), EIGHT[direction]
    if not grid.holds(x + dx, y + dy):
        return None
    to = grid.tile(x + dx, y + dy)
    pinched = dx and dy and grid.tile(x + dx, y) in grid.walls and grid.tile(x, y + dy) in grid.walls
    return None if pinched or to in grid.walls else to


# Forced movement


def slide(grid: Grid, tile: int, direction: str, n: int) -> int:
    """Where up to n steps in one direction end: at the last valid tile before a wall or the map's edge. EW-22.

    :raises ValueError: the direction is none of the eight.
    """
    if direction not in EIGHT:
        raise ValueError(f"unknown direction {direction!r}: expected one of {', '.join(EIGHT)}")
    for _ in range(n):
        to = _step(grid, tile, direction)
        if to is None:
            break
        tile = to
    return tile


def away(grid: Grid, source: int, target: int, n: int) -> int:
    """Where the target ends, pushed straight away from the source in one direction by up to n tiles. EW-22.

    On the source's own tile no direction is away, and the target stays.
    """
    direction = heading(grid, source, target)
    return target if direction is None else slide(grid, target, direction, n)


def toward(grid: Grid, source: int, target: int, n: int) -> int:
    """Where the target ends, pulled straight toward the source by up to n tiles, beside it at the nearest. EW-22.

    The direction is computed again at each step, so the pull ends next to the source and never on it or past it.
    """
    for _ in range(n):
        direction = heading(grid, target, source)
        to = _step(grid, target, direction) if direction and not adjacent(grid, source, target) else None
        if to is None:
            break
        target = to
    return target
