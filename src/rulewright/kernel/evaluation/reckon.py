"""Works out numbers, conditions and sets from the compiled form, silently; with an account, also in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.kernel.change import effects, values
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import grid
from rulewright.kernel.state.facts import ACTION, LIVES, NOBODY, NOWHERE, OWNER, SEEN, SIDE, TILE, Vars
from rulewright.program import nodes, relations
from rulewright.program.nodes import Node

Reckoner = Callable[[Any, Machine, Vars], Any]

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
}


def reckon(node: Any, m: Machine, vars: Vars) -> Any:
    """Work a node out: a number, a truth, or a slot."""
    return RECKON[type(node)](node, m, vars)


def _who(node: nodes.Who, m: Machine, vars: Vars) -> int:
    return int(vars.get(node.var, NOWHERE)) % LIVES if vars.get(node.var, NOWHERE) != NOWHERE else NOWHERE


def _named(node: nodes.Named, m: Machine, vars: Vars) -> int:
    return m.state.find(node.name)


def things(node: nodes.Things | nodes.Chosen, m: Machine, vars: Vars, ordered: bool = True) -> list[int]:
    """List the things that pass all tests; in the book's order unless that does not matter."""
    if isinstance(node, nodes.Chosen):
        return list(vars.get(node.var, ()))
    if node.waiting:
        return passing(node, m, vars, stacks.waited(m) if node.past else stacks.waiting(m))
    if node.zones:
        zones = [n for n, ground in enumerate(m.state.grounds) if ground[0] in node.zones]
        return passing(node, m, vars, [slot for zone in zones for slot in reversed(m.state.zones[zone])])
    found = passing(node, m, vars, m.live())
    return m.book.ordered(m, found) if ordered else found


def passing(node: nodes.Things, m: Machine, vars: Vars, slots: Iterable[int]) -> list[int]:
    """List those of some slots that pass all tests of a set, by the book's quick form of them where it has one."""
    if m.book.filter is None or m.account is not None:
        return [slot for slot in slots if all(reckon(test, m, {**vars, "it": slot}) for test in node.tests)]
    made = m.book.caches.filters.get(node)
    if made is None:
        made = m.book.caches.filters[node] = m.book.filter(m.book, node)
    return made(m, vars, slots)


def whom(node: Any, m: Machine, vars: Vars) -> list[int]:
    """List who a node speaks of."""
    if isinstance(node, nodes.Things | nodes.Chosen):
        return things(node, m, vars)
    if isinstance(node, nodes.Shared) and isinstance(node.who, nodes.Things | nodes.Chosen):
        return [values.holder(m, slot, node.stat) for slot in whom(node.who, m, vars)]
    slot = reckon(node, m, vars)
    return [] if slot == NOWHERE else [slot]


def sends(node: Any, m: Machine, vars: Vars) -> list[effects.Change]:
    """Prepare the moves of a Send: as many as there are, at most as many as it wants."""
    found = whom(node.what, m, vars)
    wanted = found if node.count is None else found[: max(0, reckon(node.count, m, vars))]
    seers = (m.player_of(vars["actor"]),) if node.down else None
    sights = {slot: m.state.links[slot, SEEN] for slot in wanted if node.keep and visibility.face_down(m, slot)}
    return [effects.send(slot, _destination(node, m, vars, slot), node.at, sights.get(slot, seers)) for slot in wanted]


def _destination(node: Any, m: Machine, vars: Vars, slot: int) -> int:
    if node.zone == NOWHERE:
        return NOWHERE
    whose = NOWHERE if node.owner is None else reckon(node.owner, m, vars)
    owner = m.state.cell(slot, OWNER) if whose == NOWHERE else m.player_of(whose)
    return m.state.owned(node.zone, owner)


def _roll(node: nodes.Roll, m: Machine, vars: Vars) -> int:
    return sum(m.roll(max(0, reckon(node.count, m, vars)) * int(vars.get("times", 1)), node.sides))


def _stat(node: nodes.StatOf, m: Machine, vars: Vars) -> int:
    slot = reckon(node.who, m, vars)
    return 0 if slot == NOWHERE else values.value(m, slot, node.stat)


def _arith(node: nodes.Arith, m: Machine, vars: Vars) -> int:
    left = reckon(node.left, m, vars)
    return values.arith(node.op, left, reckon(node.right, m, vars))


def _cmp(node: nodes.Cmp, m: Machine, vars: Vars) -> bool:
    left = reckon(node.left, m, vars)
    return COMPARE[node.op](left, reckon(node.right, m, vars))


def _every(node: nodes.Every, m: Machine, vars: Vars) -> bool:
    return all(reckon(part, m, vars) for part in node.parts)


def _some(node: nodes.Some, m: Machine, vars: Vars) -> bool:
    return any(reckon(part, m, vars) for part in node.parts)


def _relation(node: nodes.Relation, m: Machine, vars: Vars) -> bool:
    other, it = reckon(node.who, m, vars), vars["it"]
    if node.how in ("self", "other"):
        return (other == it) is (node.how == "self")
    if other == NOWHERE:
        return False
    if node.how == "company":
        return other == it or (m.player_of(it) == m.player_of(other) and not _by_strategy(nodes.ByStrategy(), m, vars))
    if node.how == "owner":
        return m.state.cell(it, OWNER) == m.state.cell(other, OWNER)
    return allied(m, other, it) if node.how == "ally" else enemies(m, other, it)


def allied(m: Machine, a: int, b: int) -> bool:
    """Say whether two objects are of one side or of allied sides."""
    one, two = m.state.cell(a, SIDE), m.state.cell(b, SIDE)
    return one == two or (min(one, two), max(one, two)) in m.state.setting.allied


def enemies(m: Machine, a: int, b: int) -> bool:
    """Say whether two objects are of opposing sides: not allied and neither neutral."""
    neutral = m.state.setting.neutral
    return not allied(m, a, b) and m.state.cell(a, SIDE) not in neutral and m.state.cell(b, SIDE) not in neutral


def tile_of(node: Node, m: Machine, vars: Vars) -> int:
    """Give the tile somebody stands on, or a picked tile."""
    if isinstance(node, nodes.Var):
        return int(vars.get(node.name, NOWHERE))
    slot = reckon(node, m, vars)
    return NOWHERE if slot == NOWHERE else m.state.cell(slot, TILE)


def _near(node: nodes.Near, m: Machine, vars: Vars) -> bool:
    ground = m.state.setting.grid
    here, there = tile_of(node.who, m, vars), _spot(node.spot, m, vars)
    if ground is None or here < 0 or there < 0:
        return ground is None  # without a map everything is within reach
    if node.adjacent:
        return grid.adjacent(ground, here, there)
    return bool(grid.reach(ground, here, there) <= reckon(node.tiles, m, vars))


def _spot(name: str, m: Machine, vars: Vars) -> int:
    return int(vars[name]) if name else m.state.cell(vars["it"], TILE)


def _about(node: nodes.About, m: Machine, vars: Vars) -> bool:
    slot = reckon(node.who, m, vars)
    return slot != NOWHERE and all(reckon(test, m, {**vars, "it": slot}) for test in node.tests)


def _sight(node: nodes.Sight, m: Machine, vars: Vars) -> bool:
    ground = m.state.setting.grid
    here, there = tile_of(node.who, m, vars), _spot(node.spot, m, vars)
    return ground is None or here < 0 or there < 0 or grid.sight(ground, here, there)


def _of_kind(node: nodes.OfKind, m: Machine, vars: Vars) -> bool:
    it = vars["it"]
    kind = m.book.kinds[m.state.cell(it, 0)]
    if kind.name.casefold() == node.name or node.name in kind.marks:
        return True
    return kind.name == "item" and node.name in m.book.actions[m.state.cell(it, ACTION)].kinds


def _lies(node: nodes.Lies, m: Machine, vars: Vars) -> bool:
    place = m.state.places[vars["it"]]
    if place == NOWHERE or m.state.grounds[place][0] != node.zone:
        return False
    owner = m.state.grounds[place][1]
    if node.of is None or owner == NOBODY:
        return True
    whose = reckon(node.of, m, vars)
    return whose != NOWHERE and owner == m.player_of(whose)


def _face_down(node: relations.FaceDown, m: Machine, vars: Vars) -> bool:
    return visibility.face_down(m, vars["it"])


def _changes(node: nodes.Changes, m: Machine, vars: Vars) -> bool:
    """Ask about a prepared change (`change`) or about one that has happened (`event`)."""
    if "change" in vars:
        _, _, stat, op, amount, _ = vars["change"]
        return bool(stat == node.stat and amount > 0 and op == {"down": "-=", "up": "+="}.get(node.how))
    _, _, stat, old, new = vars["event"]
    if stat != node.stat:
        return False
    passes = {"down": new < old, "up": new > old, "falls to": new <= node.amount < old, "rises to": old < node.amount <= new}
    return bool(passes[node.how])


def _cause(node: nodes.Cause, m: Machine, vars: Vars) -> bool:
    index: int = vars.get("cause", vars.get("action", NOWHERE))  # type: ignore[assignment]
    if index == NOWHERE:
        return False
    action = m.book.actions[index]
    return (
        node.reach in ("", action.reach)
        and (not node.kind or node.kind in action.kinds)
        and node.action.casefold() in ("", action.name.casefold())
    )


def _performed(node: nodes.Performed, m: Machine, vars: Vars) -> bool:
    action = m.book.actions[vars["event"][2]]
    return node.action in (action.name, action.identity)


def _structure(node: nodes.Structure, m: Machine, vars: Vars) -> bool:
    """An occasion carries its edge where an event has its frame."""
    event, edges = vars["event"], {"began": "begin", "ended": "end", "occasion": "continue"}
    return bool(event[2] == node.name and (isinstance(event[1], int) or event[1] == edges[node.how]))


def _sides_left(node: nodes.SidesLeft, m: Machine, vars: Vars) -> int:
    setting = m.state.setting
    left = {m.state.cell(slot, SIDE) for slot in m.live()} - {NOWHERE} - setting.neutral
    return len([side for side in left if not any((other, side) in setting.allied for other in left if other < side)])


def _on_mark(node: nodes.OnMark, m: Machine, vars: Vars) -> bool:
    tiles = marked(m, node.mark, vars["it"] if node.own else NOWHERE)
    return m.state.cell(vars["it"], TILE) in tiles


def _on_tile(node: nodes.OnTile, m: Machine, vars: Vars) -> bool:
    ground, tile = m.state.setting.grid, m.state.cell(vars["it"], TILE)
    return ground is not None and tile >= 0 and ground.spot(tile) == (node.x, node.y)


def marked(m: Machine, mark: str, slot: int = NOWHERE) -> frozenset[int]:
    """Give the tiles with a mark; for somebody, those that bear the name of its cast."""
    side = m.state.cell(slot, SIDE) if slot != NOWHERE else NOWHERE
    name = mark if side == NOWHERE else f"{m.state.setting.sides[side].casefold()} {mark}"
    tiles: frozenset[int] = m.book.extra["marks"].get(m.state.setting.scene, {}).get(name, frozenset())
    return tiles


def _of_cast(node: nodes.OfCast, m: Machine, vars: Vars) -> bool:
    side, sides = m.state.cell(vars["it"], SIDE), m.state.setting.sides
    return 0 <= side < len(sides) and sides[side].casefold() == node.name


def _by_strategy(node: nodes.ByStrategy, m: Machine, vars: Vars) -> bool:
    side, run = m.state.cell(vars["it"], SIDE), m.state.setting.strategies
    return 0 <= side < len(run) and bool(run[side])


def passed(structure: str, m: Machine) -> str:
    """Give the name under which a structure is counted until the game ends."""
    return f"{structure} passed/{m.book.main}"


def _opposite(node: nodes.Opposite, m: Machine, vars: Vars) -> bool:
    ground = m.state.setting.grid
    here, mid = tile_of(node.who, m, vars), tile_of(node.across, m, vars)
    there = m.state.cell(vars["it"], TILE)
    if ground is None or min(here, mid, there) < 0 or not grid.adjacent(ground, here, mid):
        return False
    spots = [ground.spot(tile) for tile in (here, mid, there)]
    return all(one + other == 2 * between for one, between, other in zip(*spots, strict=True))


def _has_feature(node: nodes.HasFeature, m: Machine, vars: Vars) -> bool:
    return bool(m.book.extra["has"](m, node.feature, vars["it"]))


def _went(node: nodes.Went, m: Machine, vars: Vars) -> bool:
    ends = [place[0] for place in vars["event"][2:4]]
    kinds = [NOWHERE if zone == NOWHERE else m.state.grounds[zone][0] for zone in ends]
    wanted = (node.origin, node.zone)
    return kinds[0] != kinds[1] and all(want in (NOWHERE, kind) for want, kind in zip(wanted, kinds, strict=True))


def _told(node: nodes.Told, m: Machine, vars: Vars) -> bool:
    event = vars["event"]
    if event[1] != node.word or not node.action:
        return bool(event[1] == node.word)
    named = m.book.actions[m.state.cell(event[2], ACTION)].name if isinstance(event[2], int) else str(event[2])
    return named.casefold() == node.action.casefold()


def _attached(node: nodes.Attached, m: Machine, vars: Vars) -> bool:
    host, ref = reckon(node.to, m, vars), m.state.link(vars["it"], "attached")
    return host != NOWHERE and ref % LIVES == host and (m.state.alive(ref) or not m.in_play(host))


def _beside(node: nodes.Beside, m: Machine, vars: Vars) -> int:
    who = reckon(node.who, m, vars)
    count = len(m.state.setting.seats)
    if who == NOWHERE:
        return NOWHERE
    seats = [(m.player_of(who) + node.step * n) % count for n in range(1, count + 1)]
    sitting = {m.player_of(slot): slot for slot in reversed(m.live()) if m.state.cell(slot, SIDE) != NOWHERE}
    fits = [sitting[seat] for seat in seats if seat in sitting]
    return next((slot for slot in fits if node.test is None or reckon(node.test, m, {**vars, "it": slot})), NOWHERE)


def _own_turn(node: nodes.OwnTurn, m: Machine, vars: Vars) -> bool:
    who = reckon(node.who, m, vars)
    return who != NOWHERE and m.book.active(m) == m.player_of(who)


def _top_speed(node: nodes.TopSpeed, m: Machine, vars: Vars) -> bool:
    found = stacks.stacks(m)
    top = stacks.top(m, found[0]) if found else NOWHERE
    on_top = "nothing" if top == NOWHERE else m.book.actions[m.state.cell(top, ACTION)].speed
    for said, structure, answers in node.table:
        fits = said == on_top or (said == "anything" and top != NOWHERE)
        if fits and (not structure or m.state.innermost(structure) is not None):
            return m.book.actions[vars["action"]].speed in answers
    return False


RECKON: dict[type, Reckoner] = {
    nodes.Who: _who,
    nodes.Named: _named,
    nodes.Num: lambda node, m, vars: node.n,
    nodes.Roll: _roll,
    nodes.StatOf: _stat,
    nodes.Var: lambda node, m, vars: vars.get(node.name, 0),
    nodes.Neg: lambda node, m, vars: -reckon(node.of, m, vars),
    nodes.Arith: _arith,
    nodes.Final: lambda node, m, vars: max(0, reckon(node.of, m, vars)),
    nodes.Cmp: _cmp,
    nodes.Every: _every,
    nodes.Some: _some,
    nodes.Not: lambda node, m, vars: not reckon(node.of, m, vars),
    nodes.Count: lambda node, m, vars: len(things(node.of, m, vars, ordered=False)),
    nodes.Relation: _relation,
    nodes.Near: _near,
    nodes.Sight: _sight,
    nodes.Active: lambda node, m, vars: m.in_play(vars["it"]),
    nodes.OfKind: _of_kind,
    nodes.Lies: _lies,
    relations.FaceDown: _face_down,
    nodes.Changes: _changes,
    nodes.Cause: _cause,
    nodes.Performed: _performed,
    nodes.Structure: _structure,
    nodes.SidesLeft: _sides_left,
    nodes.About: _about,
    nodes.TopSpeed: _top_speed,
    nodes.Shared: lambda node, m, vars: values.holder(m, reckon(node.who, m, vars), node.stat),
    nodes.OnMark: _on_mark,
    nodes.OnTile: _on_tile,
    nodes.OffMap: lambda node, m, vars: m.state.cell(vars["it"], TILE) < 0,
    nodes.OfCast: _of_cast,
    nodes.ByStrategy: _by_strategy,
    nodes.Passed: lambda node, m, vars: m.state.tallies.get((passed(node.structure, m), NOWHERE), 0),
    nodes.Total: lambda node, m, vars: sum(values.value(m, slot, node.stat) for slot in things(node.of, m, vars, ordered=False)),
    nodes.Opposite: _opposite,
    nodes.Natural: lambda node, m, vars: vars.get("natural") == node.face,
    nodes.HasFeature: _has_feature,
    nodes.Went: _went,
    nodes.Told: _told,
    nodes.Attached: _attached,
    nodes.OwnTurn: _own_turn,
    nodes.Beside: _beside,
}
