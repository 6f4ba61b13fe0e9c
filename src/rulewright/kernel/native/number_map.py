"""How expressions, picks and instructions about the map are written as numbers for the native machine."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_nodes import whom
from rulewright.kernel.native.number_tables import EXPRESSIONS, INSTRUCTIONS, UNKNOWN, LeftToPython, NumberWriter
from rulewright.kernel.state.facts import NOWHERE, TILE
from rulewright.program import building, expressions, instructions, pools
from rulewright.program.modes import Bearing, Holds
from rulewright.program.slots import ENTERED_TILE, LEFT_TILE

BEARINGS = {
    Bearing.WITHIN: "NEAR_WITHIN",
    Bearing.SEEN: "NEAR_SEEN",
    Bearing.OPPOSITE: "NEAR_OPPOSITE",
    Bearing.BETWEEN: "NEAR_BETWEEN",
}
SPOTS = {"": "SPOT_NONE", LEFT_TILE: "SPOT_LEFT", ENTERED_TILE: "SPOT_ENTERED"}
MODES = {instructions.WALK: "TRAVEL_WALK", "away": "TRAVEL_AWAY", "toward": "TRAVEL_TOWARD"}


def directions(along: Sequence[str]) -> int:
    """Write a set of directions."""
    return sum(1 << n for n, way in enumerate(building.EVERY_WAY) if way in along)


def _tile(w: NumberWriter, node: expressions.Expression | None) -> tuple[int, int]:
    """Write whose tile is meant, and whether it is a picked tile."""
    picked = isinstance(node, expressions.Slot) and node.holds is Holds.NUMBER
    if isinstance(node, expressions.Slot):
        w.slot(node.name)  # one that nobody declares is left
    return (NOWHERE, 0) if node is None else (w.expression(node), int(picked))


def _near(w: NumberWriter, node: expressions.Near) -> list[int]:
    N = numbers()
    spot = N[SPOTS[node.spot]] if node.spot in SPOTS else w.slot(node.spot)
    who, across = _tile(w, node.who), _tile(w, node.across)
    tiles = w.optional(node.tiles)
    if node.tiles is None and not node.along and node.how is Bearing.WITHIN:
        return [UNKNOWN]
    return [N["E_NEAR"], N[BEARINGS[node.how]], *who, tiles, *across, directions(node.along), node.exact, spot, node.cover]


def _stands(w: NumberWriter, node: expressions.Stands) -> list[int]:
    if node.spot is not None:
        return [numbers()["E_SPOT"], *node.spot]
    return [numbers()["E_STANDS"], w.marked(node.mark)]


def pool(w: NumberWriter, pool: pools.Pool) -> tuple[int, int, int] | None:
    """Write a pool of tiles: from whom, how far or in which camp, and which; None for any other pool."""
    N = numbers()
    if isinstance(pool, pools.TilesMarked):
        return NOWHERE, w.camp(pool.mark), N["POOL_CAMP"]
    if isinstance(pool, pools.TilesAlong):
        return (w.expression(pool.whom), w.expression(pool.tiles), N["POOL_ALONG"]) if not _tile(w, pool.whom)[1] else None
    if isinstance(pool, pools.TilesNear):
        which = "POOL_TILES" if pool.tiles is None else "POOL_WALK" if pool.walking else "POOL_WITHIN"
        return NOWHERE, w.optional(pool.tiles), N[which]
    return None


def _travel(w: NumberWriter, node: instructions.Travel) -> list[int]:
    N, book = numbers(), w.book
    stepped = TILE in book.listeners or w.would_concern(TILE) or TILE in book.forbidden
    mode = N[MODES[node.mode]] if node.mode in MODES else building.EVERY_WAY.index(node.mode)
    if node.mode == instructions.WALK and "tile" not in w.slot_numbers:
        raise LeftToPython("a way to nowhere")
    return [N["I_TRAVEL"], mode, *whom(w, node.whom), w.optional(node.origin), w.optional(node.tiles), w.slot(node.rest), stepped]


EXPRESSIONS |= {
    expressions.Near: (_near, "how who tiles spot across along exact cover"),
    expressions.Stands: (_stands, "mark spot"),
}
INSTRUCTIONS |= {instructions.Travel: (_travel, "whom mode origin tiles rest")}
