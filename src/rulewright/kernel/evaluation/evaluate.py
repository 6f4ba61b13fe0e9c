"""Evaluates numbers, conditions and sets; with an account, also in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType

from rulewright.kernel.change import effects, guises, memory, triggers, values
from rulewright.kernel.evaluation import rolling
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name, grid, whereabouts
from rulewright.kernel.state.facts import LIVES, NOBODY, NOWHERE, SEEN, TILE, Vars
from rulewright.program.building import Node
from rulewright.program.expressions import (
    NONE,
    About,
    Arithmetic,
    Compare,
    Constant,
    Expression,
    Holder,
    Logic,
    Measure,
    OfKind,
    Picked,
    Query,
    Roll,
    Slot,
    StatOf,
    Unary,
)
from rulewright.program.instructions import Send
from rulewright.program.modes import Holds, Joint, Source, Want
from rulewright.program.own_procedures import BEFORE_CHANGE
from rulewright.program.slots import ASKER, EXTRA_ONES, MEMORY, WOULD

Evaluator = Callable[[Node, Machine, Vars], int]

COMPARE: dict[str, Callable[[float, float], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
}
PICKED = ("target", "targets", "other", "others", EXTRA_ONES)
"""The targets of an act, and what is picked for an additional payment."""


def evaluate(node: Expression | None, m: Machine, vars: Vars) -> int:
    """Evaluate an expression: a number, a truth value, or a slot."""
    return EVALUATE[type(node)](node, m, vars)


def passes(tests: tuple[Expression, ...], m: Machine, vars: Vars, slot: int) -> bool:
    """Say whether all tests are true of a thing."""
    asked: Vars = {**vars, "it": slot, "outer": vars.get("outer", vars.get("it", NOWHERE))}
    return all(evaluate(test, m, asked) for test in tests)


# -- sets --------------------------------------------------------------------------------------------------------------


def things(node: Query | Picked, m: Machine, vars: Vars, ordered: bool = True) -> list[int]:
    """List the things that pass all tests; in the book's order unless that does not matter."""
    if isinstance(node, Picked):
        return list(by_name.listed(vars, node.var))
    found = passing(node, m, {**vars, ASKER: vars["it"]} if node.asked else vars, _of_source(node, m, vars))
    return m.book.ordered(m, found) if ordered and node.source is Source.PLAY else found


def _of_source(node: Query, m: Machine, vars: Vars) -> Iterable[int]:
    """List the things of a query before any test."""
    source = node.source
    if source is Source.PLAY:
        mark = _mark(node, m)
        return m.live() if mark == NONE else whereabouts.live_with(m, mark)
    if source is Source.ZONES:
        zones = [n for n, ground in enumerate(m.state.grounds) if ground[0] in node.zones]
        return [slot for zone in zones for slot in reversed(m.state.zones[zone])]
    if source is Source.PICKED:
        names = (node.among,) if node.among else PICKED
        return [slot for name in names for slot in by_name.all_in(vars, name) if slot != NOWHERE]
    if source is Source.CAUSES:
        held = vars.get(WOULD) if "change" in vars else None
        return [slot for slot in triggers.means(m, vars.get("event"), held) if slot != NOWHERE]
    return stacks.waited(m) if source is Source.WAITED else stacks.waiting(m)


def _mark(node: Query, m: Machine) -> int:
    """Give a mark that all things of a set have, if it is one that nothing gains or loses for a while."""
    known = m.book.caches.marks
    if node not in known:
        marks = [test.mark for test in node.tests if isinstance(test, OfKind) and test.mark not in m.book.changing_marks]
        known[node] = marks[0] if marks else NONE
    return known[node]


def passing(node: Query, m: Machine, vars: Vars, slots: Iterable[int]) -> list[int]:
    """List those of some slots that pass all tests of a set."""
    asked: Vars = {**vars, "outer": vars.get("outer", vars.get("it", NOWHERE))}
    found = []
    for slot in slots:
        asked["it"] = slot
        for test in node.tests:
            if not EVALUATE[type(test)](test, m, asked):
                break
        else:
            found.append(slot)
    return found


def whom(node: Expression | None, m: Machine, vars: Vars) -> list[int]:
    """List the things that an expression refers to."""
    if isinstance(node, Query | Picked):
        return things(node, m, vars)
    if isinstance(node, Holder) and isinstance(node.who, Query | Picked):
        return [values.holder(m, slot, node.stat) for slot in whom(node.who, m, vars)]
    slot = evaluate(node, m, vars)
    return [] if slot == NOWHERE else [slot]


def sends(node: Send, m: Machine, vars: Vars) -> list[effects.Change]:
    """Prepare the moves of a Send: as many as there are, at most as many as it says."""
    found = whom(node.what, m, vars)
    wanted = found if node.count is None else _first(m, found)[: max(0, evaluate(node.count, m, vars))]
    seers = (m.player_of(vars["actor"]),) if node.down else None
    sights = {slot: m.state.refs(slot, SEEN) for slot in wanted if node.keep and visibility.face_down(m, slot)}
    return [effects.send(slot, _destination(node, m, vars, slot), node.at, sights.get(slot, seers)) for slot in wanted]


def _first(m: Machine, found: list[int]) -> list[int]:
    """Leave out things that are about to move anyway, while rules answer this: the next card is the one below them."""
    held = [frame.vars["changes"] for frame in m.state.agenda if frame.procedure == BEFORE_CHANGE] if m.book.would else []
    going = {change[1] for changes in held for change in changes if change[0] == "send"}
    return [slot for slot in found if slot not in going] if going else found


def _destination(node: Send, m: Machine, vars: Vars, slot: int) -> int:
    if node.zone == NOWHERE:
        return NOWHERE
    whose = evaluate(node.owner, m, vars)
    owner = guises.owner(m, slot) if whose == NOWHERE else m.player_of(whose)
    return m.state.owned(node.zone, owner)


def shuffled(node: Send, m: Machine, vars: Vars) -> int:
    """Give the zone that a Send without things shuffles; NOWHERE if there is none."""
    whose = evaluate(node.owner, m, vars)
    return m.state.owned(node.zone, NOBODY if whose == NOWHERE else m.player_of(whose))


# -- numbers and conditions --------------------------------------------------------------------------------------------


def _slot(node: Slot, m: Machine, vars: Vars) -> int:
    if node.holds is Holds.NUMBER:
        return by_name.held(vars, node.name, 0) or 0  # a closed window leaves nothing
    found: int = vars.get(node.name, NOWHERE)  # type: ignore[assignment]
    return found % LIVES if found != NOWHERE else NOWHERE


def _roll(node: Roll, m: Machine, vars: Vars) -> int:
    count = max(0, evaluate(node.count, m, vars)) * int(vars.get("times", 1))
    return sum(m.roll(count, node.sides) if rolling.plain(node) else rolling.kept(node, count, kept(node, m, vars), m.roll))


def kept(node: Roll, m: Machine, vars: Vars) -> int:
    """Give how many dice of a roll count, if not all."""
    return 0 if node.keep is None else evaluate(node.keep, m, vars) * int(vars.get("times", 1))


def _stat(node: StatOf, m: Machine, vars: Vars) -> int:
    slot = evaluate(node.who, m, vars)
    if MEMORY in vars and isinstance(node.who, Slot):
        known = memory.of(vars, node.who.name, slot)
        if known is not None:
            return known[3][node.stat]
    return 0 if slot == NOWHERE else values.value(m, slot, node.stat)


def _arithmetic(node: Arithmetic, m: Machine, vars: Vars) -> int:
    left = evaluate(node.left, m, vars)
    return values.arith(node.op, left, evaluate(node.right, m, vars))


def _unary(node: Unary, m: Machine, vars: Vars) -> int:
    found = int(evaluate(node.of, m, vars))
    return -found if node.op == "-" else max(0, found)


def _compare(node: Compare, m: Machine, vars: Vars) -> bool:
    left = evaluate(node.left, m, vars)
    return COMPARE[node.op](left, evaluate(node.right, m, vars))


def _logic(node: Logic, m: Machine, vars: Vars) -> bool:
    if node.how is Joint.NOT:
        return not evaluate(node.parts[0], m, vars)
    held = (evaluate(part, m, vars) for part in node.parts)
    return all(held) if node.how is Joint.ALL else any(held)


def _measure(node: Measure, m: Machine, vars: Vars) -> int:
    found = things(node.of, m, vars, ordered=False)
    if node.along:
        tiles = {m.state.cell(slot, TILE) for slot in found}
        return 0 if m.state.setting.grid is None else grid.longest(m.state.setting.grid, tiles, node.along)
    if node.want is Want.SUM:
        return sum(values.value(m, slot, node.stat) for slot in found)
    if node.want is Want.MOST:
        return _ranked(sorted({values.value(m, slot, node.stat) for slot in found}, reverse=node.rank > 0), abs(node.rank))
    if node.want is Want.OWNERS:
        return len({m.player_of(slot) for slot in found} - {NOBODY})
    return len(found) if node.want is Want.COUNT else bool(found)


def _ranked(found: list[int], rank: int) -> int:
    """Give the value at a rank; 0 where there are not so many."""
    return found[rank - 1] if rank <= len(found) else 0


def _about(node: About, m: Machine, vars: Vars) -> bool:
    slot = evaluate(node.who, m, vars)
    return slot != NOWHERE and passes(node.tests, m, vars, slot)


EVALUATE: dict[type, Evaluator] = {
    Slot: _slot,
    Holder: lambda node, m, vars: values.holder(m, evaluate(node.who, m, vars), node.stat),
    Constant: lambda node, m, vars: node.n,
    Roll: _roll,
    StatOf: _stat,
    Arithmetic: _arithmetic,
    Unary: _unary,
    Compare: _compare,
    Logic: _logic,
    Measure: _measure,
    About: _about,
    NoneType: lambda node, m, vars: NOWHERE,  # an operand that is left out is nobody
}
"""The function that evaluates each kind; modules for things, the map and the course of the game add theirs."""
