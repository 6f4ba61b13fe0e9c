"""Evaluates properties of a thing: in play, of a kind, in a zone, on a tile, near something, with a feature."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import features
from rulewright.kernel.evaluation.evaluate import EVALUATE, evaluate
from rulewright.kernel.evaluation.relating import by_strategy
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import availability
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name, grid, whereabouts
from rulewright.kernel.state.facts import ACTION, KIND, NOBODY, NOWHERE, SIDE, TILE, Vars
from rulewright.program.expressions import NONE, Expression, Has, Lies, Near, OfCast, OfKind, Slot, Stands, Trait
from rulewright.program.modes import Bearing, Holds, Quality
from rulewright.program.slots import ENTERED_TILE, LEFT_TILE


def _abroad(m: Machine, it: int) -> bool:
    place = whereabouts.place(m, it)
    return place != NOWHERE and m.player_of(place) != m.player_of(it)


QUALITIES: dict[Quality, Callable[[Machine, int], bool]] = {
    Quality.IN_PLAY: lambda m, it: m.in_play(it),
    Quality.FACE_DOWN: lambda m, it: visibility.face_down(m, it),
    Quality.REVEALED: lambda m, it: visibility.knows(m, None, it),
    Quality.TOPMOST: lambda m, it: m.state.zones[m.state.places[it]][-1:] == [it],
    Quality.ABROAD: _abroad,
    Quality.UNOWNED: lambda m, it: m.player_of(it) == NOBODY,
    Quality.RUN_BY_STRATEGY: by_strategy,
    Quality.OFF_MAP: lambda m, it: m.state.cell(it, TILE) < 0,
    Quality.ACTIVE: lambda m, it: m.book.active(m) == m.player_of(it),
}


def _of_kind(node: OfKind, m: Machine, vars: Vars) -> bool:
    kind, given = m.state.cell(vars["it"], KIND), m.state.touched.get((vars["it"], ("mark", node.mark)))
    if given:
        return m.state.lasting[given[-1]].amount > 0
    if node.mark in m.book.kinds[kind].marks:
        return True
    return kind == m.book.item and node.mark in m.book.actions[m.state.cell(vars["it"], ACTION)].kinds


def _of_cast(node: OfCast, m: Machine, vars: Vars) -> bool:
    scene = m.book.spoken.get(m.state.setting.scene)
    return scene is not None and m.state.cell(vars["it"], SIDE) in scene.casts.get(node.name, ())


def _lies(node: Lies, m: Machine, vars: Vars) -> bool:
    place = m.state.places[vars["it"]]
    if place == NOWHERE or m.state.grounds[place][0] != node.zone:
        return False
    return node.of is None or is_of(m, place, evaluate(node.of, m, vars))


def is_of(m: Machine, place: int, whose: int) -> bool:
    """Say whether a zone is that of somebody's player, or of nobody."""
    owner = m.state.grounds[place][1]
    return owner == NOBODY or (whose != NOWHERE and owner == m.player_of(whose))


def hears(m: Machine, slot: int, word: int) -> bool:
    """Say whether something has an ability that responds to an announcement about itself."""
    own = availability.abilities(m, slot)
    actor = m.book.actor_for(m.state, slot, m.player_of(slot))
    said: Vars = {"event": ("told", m.book.words[word], slot), "it": slot, "attacker": NOWHERE, "actor": actor, "source": slot}
    return any(trigger.action in own and evaluate(trigger.test.node, m, said) for trigger in m.book.listeners.get("told", ()))


# -- the map -----------------------------------------------------------------------------------------------------------


def marked(m: Machine, mark: int) -> frozenset[int]:
    """Give the tiles with a mark, which is a word of the program."""
    return m.book.marks.get(m.state.setting.scene, {}).get(mark, frozenset())


def marked_for(m: Machine, mark: int, slot: int) -> frozenset[int]:
    """Give the tiles that are marked with the name of an actor's cast and a word."""
    side = m.state.cell(slot, SIDE)
    if side == NOWHERE:
        return marked(m, mark)
    scene = m.book.spoken.get(m.state.setting.scene)
    return frozenset() if scene is None else scene.tiles.get((side, mark), frozenset())


def tile_of(node: Expression, m: Machine, vars: Vars) -> int:
    """Give the tile of an actor, or a picked tile."""
    if isinstance(node, Slot) and node.holds is Holds.NUMBER:
        return by_name.thing(vars, node.name)
    slot = evaluate(node, m, vars)
    return NOWHERE if slot == NOWHERE else m.state.cell(slot, TILE)


def _stands(node: Stands, m: Machine, vars: Vars) -> bool:
    tile, ground = m.state.cell(vars["it"], TILE), m.state.setting.grid
    if node.spot is not None:
        return ground is not None and tile >= 0 and ground.spot(tile) == node.spot
    return tile in marked(m, node.mark)


def _near(node: Near, m: Machine, vars: Vars) -> bool:
    ground = m.state.setting.grid
    here = tile_of(node.who, m, vars)
    there = _there(node, m, vars)
    if node.across is not None:
        other = tile_of(node.across, m, vars)
        if ground is None or min(here, other, there) < 0:
            return False
        if node.how is Bearing.WITHIN:
            return _ahead(ground, node, here, other, there) and _reached(ground, node, m, vars, here, there)
        return (_opposite if node.how is Bearing.OPPOSITE else grid.between)(ground, here, other, there)
    if ground is None or here < 0 or there < 0:  # without a map everything is within reach and visible
        return ground is None or node.how is Bearing.SEEN
    if node.how is Bearing.SEEN:
        return grid.covered(ground, here, there) if node.cover else grid.sight(ground, here, there)
    return _reached(ground, node, m, vars, here, there)


def _there(node: Near, m: Machine, vars: Vars) -> int:
    """Give the tile that is asked about: a picked one, that of `it`, or the one that `it` leaves or enters."""
    if node.spot in (LEFT_TILE, ENTERED_TILE):
        event = vars["event"]
        return int(event[3 if node.spot == LEFT_TILE else 4]) if event[0] == "changed" and event[2] == TILE else NOWHERE
    return by_name.number(vars, node.spot) if node.spot else m.state.cell(vars["it"], TILE)


def _reached(ground: grid.Grid, node: Near, m: Machine, vars: Vars, here: int, there: int) -> bool:
    if node.along:
        steps = grid.straight(ground, here, there, node.along)
        return steps is not None and (node.tiles is None or _far(steps, node, m, vars))
    return bool(grid.reach(ground, here, there) <= evaluate(node.tiles, m, vars))


def _ahead(ground: grid.Grid, node: Near, here: int, way: int, there: int) -> bool:
    """Say whether a tile lies in the direction of another: straight, or in a cone of a right angle."""
    return (
        grid.heading(ground, here, there) == grid.heading(ground, here, way)
        if node.along
        else grid.ahead(ground, here, way, there)
    )


def _far(steps: int, node: Near, m: Machine, vars: Vars) -> bool:
    most = evaluate(node.tiles, m, vars)
    return steps == most if node.exact else steps <= most


def _opposite(ground: grid.Grid, here: int, mid: int, there: int) -> bool:
    if not grid.adjacent(ground, here, mid):
        return False
    spots = [ground.spot(tile) for tile in (here, mid, there)]
    return all(one + other == 2 * between for one, between, other in zip(*spots, strict=True))


EVALUATE |= {
    Trait: lambda node, m, vars: QUALITIES[node.how](m, vars["it"]),
    Has: lambda node, m, vars: (
        hears(m, vars["it"], node.word) if node.word != NONE else features.has(m, node.feature, vars["it"])
    ),
    OfKind: _of_kind,
    OfCast: _of_cast,
    Lies: _lies,
    Stands: _stands,
    Near: _near,
}
