"""Executes instructions for turns and rounds: their starts and ends, their count, their order, and the turns of whole casts."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import effects, triggers, writing
from rulewright.kernel.evaluation.evaluate import evaluate, things
from rulewright.kernel.evaluation.happening import PASSED
from rulewright.kernel.flow.agenda import Control, Machine, call
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, SIDE, Vars
from rulewright.program import building, expressions, instructions, own_procedures
from rulewright.program.instructions import Course
from rulewright.program.modes import Occasion, Tie

LAPS = 100  # how often ties are rolled for before they are left as they are
BASE = 1000  # greater than any single roll that breaks a tie


COMPANY = expressions.Query((building.IN_PLAY, expressions.Relation(Tie.COMPANY, building.ACTOR)), "companions")


def company(m: Machine, vars: Vars) -> tuple[int, ...]:
    """List those in play who take their turn together with the actor."""
    return tuple(things(COMPANY, m, vars))


def remember(node: instructions.Each, vars: Vars) -> None:
    """Keep what a name refers to while a loop uses the name."""
    if node.kept not in vars:
        by_name.put(vars, node.kept, by_name.thing(vars, node.var))


def restored(node: instructions.Each, vars: Vars) -> int:
    """Give a name the value that it had before the loop, and continue after the loop."""
    before = by_name.thing(vars, node.kept)
    by_name.drop(vars, node.kept)
    if before == NOWHERE:
        by_name.drop(vars, node.var)
    else:
        by_name.put(vars, node.var, before)
    return node.end


def each_cast(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Control | int | None:
    order = [slot for slot in m.book.order(m) if m.state.cell(slot, SIDE) != NOWHERE]
    left = by_name.take(vars, node.rest) or tuple(dict.fromkeys(m.state.cell(slot, SIDE) for slot in order))
    remember(node, vars)
    for n, side in enumerate(left):
        first = next((slot for slot in order if m.state.cell(slot, SIDE) == side), None)
        if first is not None:
            by_name.put(vars, node.var, first)
            by_name.put(vars, node.rest, (*left[n + 1 :], NOWHERE))
            return None
    return restored(node, vars)


def _occasion(node: Course, m: Machine, vars: Vars, at: int) -> Control | int | None:
    if "occasion" not in m.book.listeners:
        return None
    triggers.occasion(m, node.edge, m.book.procedure_name(node.structure), vars.get("actor", NOWHERE))
    if m.book.settle is not None and m.book.settle.answers:
        return None  # players respond when the game settles
    return call(own_procedures.REPLY, {"own": False, "from": 0}, str(at + 1), vars) if m.state.noticed else None


def _tally(node: Course, m: Machine, vars: Vars, at: int) -> Control | int | None:
    writing.tally(m, (PASSED, node.structure), NOWHERE)
    return None


def ties(node: instructions.Ties, m: Machine, vars: Vars, at: int) -> Control | int | None:
    for slot, place in _late(node, m):
        effects.do(m, effects.alter(slot, node.breaker, "=", evaluate(node.amount, m, vars) * place))
    for _ in range(LAPS):
        tied = _tied(node, m)
        if not tied:
            break
        m.steps += LAPS  # a tie that dice never break counts as a game without end
        shared = {key[0] for key in tied}
        rolled = {who: evaluate(node.amount, m, vars) for who in sorted(set().union(*tied.values()))}
        for slot in m.book.order(m):
            if m.state.cell(slot, node.stat) in shared:
                broken = m.state.cell(slot, node.breaker) * BASE + rolled.get(_party(node, m, slot), 0)
                effects.do(m, effects.alter(slot, node.breaker, "=", broken))
    return None


def _late(node: instructions.Ties, m: Machine) -> list[tuple[int, int]]:
    """Give who has a value whose tie was already broken, each with the place of the first die in the numbers that broke it."""
    tops: dict[int, int] = {}
    for slot in m.book.order(m):
        shared = m.state.cell(slot, node.stat)
        tops[shared] = max(tops.get(shared, 0), m.state.cell(slot, node.breaker))
    late = [slot for slot in m.book.order(m) if m.state.cell(slot, node.breaker) == 0]
    return [(slot, _first(tops[m.state.cell(slot, node.stat)])) for slot in late if tops[m.state.cell(slot, node.stat)] > 0]


def _first(broken: int) -> int:
    """Give the place of the first die in a number that has broken a tie."""
    return 1 if broken < BASE else BASE * _first(broken // BASE)


def _party(node: instructions.Ties, m: Machine, slot: int) -> int:
    """Give who rolls: each actor, or each cast."""
    return m.state.cell(slot, SIDE) if node.casts else slot


def _tied(node: instructions.Ties, m: Machine) -> dict[tuple[int, int], set[int]]:
    """Give who shares both stats with another."""
    found: dict[tuple[int, int], set[int]] = {}
    for slot in m.book.order(m):
        key = (m.state.cell(slot, node.stat), m.state.cell(slot, node.breaker))
        found.setdefault(key, set()).add(_party(node, m, slot))
    return {key: parties for key, parties in found.items() if len(parties) > 1}


def _expire(node: Course, m: Machine, vars: Vars, at: int) -> Control | int | None:
    actor = vars.get("actor", NOWHERE)
    for whose in dict.fromkeys((actor, NOWHERE)):
        m.expire(node.edge, node.structure, whose)
    frame = m.state.innermost(node.structure)
    if node.edge == "end" and frame is not None:
        m.expire("frame", frame.id)
    if node.edge == "end":
        _reset(m, node.structure)
    return None


def wind_up(m: Machine, first: int, vars: Vars, at: int) -> None:
    """End what lasts until the end of structures that are about to be cut short, where that has not happened yet."""
    top = m.state.agenda[-1]
    for frame in reversed(m.state.agenda[first:]):
        code = m.book.routines[frame.procedure].code
        rest = code[at if frame is top else int(frame.step or 0) :] if code else ()
        for each in (each for each in rest if isinstance(each, Course) and each.how is Occasion.EXPIRE):
            if (each.edge, each.structure) == ("end", frame.procedure):
                _expire(each, m, vars if frame is top else frame.vars, at)


def _reset(m: Machine, structure: int) -> None:
    """Reset the stats that last only for a structure to their defaults, for everybody and whoever the structure belonged to."""
    for index, stat in enumerate(m.book.stats):
        if stat.until == structure:
            for whose in [slot for slot in range(len(m.state.places)) if m.state.cell(slot, index) != stat.default]:
                effects.do(m, effects.alter(whose, index, "=", stat.default))


OCCASIONS: dict[Occasion, Callable[[Course, Machine, Vars, int], Control | int | None]] = {
    Occasion.OCCASION: _occasion,
    Occasion.TALLY: _tally,
    Occasion.EXPIRE: _expire,
}
