"""Evaluates relations between things, and finds a thing by another thing."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import guises, memory
from rulewright.kernel.evaluation.evaluate import EVALUATE, evaluate
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import LIVES, NOWHERE, OWNER, SIDE, Vars
from rulewright.kernel.state.holding import subject_of
from rulewright.program.expressions import Next, Related, Relation, Slot
from rulewright.program.modes import Link, Tie
from rulewright.program.slots import BY, MEMORY


def allied(m: Machine, a: int, b: int) -> bool:
    """Say whether two objects belong to the same side or to allied sides."""
    one, two = m.state.cell(a, SIDE), m.state.cell(b, SIDE)
    return one == two or (min(one, two), max(one, two)) in m.state.setting.allied


def enemies(m: Machine, a: int, b: int) -> bool:
    """Say whether two objects belong to opposing sides: not allied, and neither of them neutral."""
    neutral = m.state.setting.neutral
    return not allied(m, a, b) and m.state.cell(a, SIDE) not in neutral and m.state.cell(b, SIDE) not in neutral


def by_strategy(m: Machine, slot: int) -> bool:
    """Say whether a thing belongs to a cast that a strategy runs."""
    side, run = m.state.cell(slot, SIDE), m.state.setting.strategies
    return 0 <= side < len(run) and bool(run[side])


def _relation(node: Relation, m: Machine, vars: Vars) -> bool:
    other, it = evaluate(node.who, m, vars), vars["it"]
    if node.how is Tie.SELF or node.how is Tie.OTHER:
        return (other == it) is (node.how is Tie.SELF)
    return bool(other != NOWHERE and TIES[node.how](m, it, other, node.word))


def _owned_alike(m: Machine, it: int, other: int, word: int) -> bool:
    return m.state.cell(it, OWNER) == m.state.cell(other, OWNER)


def _company(m: Machine, it: int, other: int, word: int) -> bool:
    return other == it or (m.player_of(it) == m.player_of(other) and not by_strategy(m, it))


def _together(m: Machine, it: int, other: int, word: int) -> bool:
    here, there = whereabouts.place(m, other), whereabouts.place(m, it)
    return here == there and (here != NOWHERE or _owned_alike(m, it, other, word))


def _attached(m: Machine, it: int, other: int, word: int) -> bool:
    ref = m.state.link(it, "attached")
    return ref % LIVES == other and (m.state.alive(ref) or not m.in_play(other))


TIES: dict[Tie, Callable[[Machine, int, int, int], bool]] = {
    Tie.ALLY: lambda m, it, other, word: allied(m, other, it),
    Tie.ENEMY: lambda m, it, other, word: enemies(m, other, it),
    Tie.OWNER: _owned_alike,
    Tie.COMPANY: _company,
    Tie.NAMESAKE: lambda m, it, other, word: other != it and m.state.names[other] == m.state.names[it],
    Tie.AT: lambda m, it, other, word: whereabouts.place(m, it) == other,
    Tie.TOGETHER: _together,
    Tie.ATTACHED: _attached,
    Tie.NOTED: lambda m, it, other, word: it in whereabouts.noted(m, word, other),
    Tie.NOTES: lambda m, it, other, word: other in whereabouts.noted(m, word, it),
}


def _related(node: Related, m: Machine, vars: Vars) -> int:
    if node.who is None:
        return FROM_THE_GAME[node.how](m, vars, node)
    slot = evaluate(node.who, m, vars)
    if node.owned:
        return NOWHERE if slot == NOWHERE else whereabouts.player(m, guises.owner(m, slot))
    if MEMORY in vars and isinstance(node.who, Slot) and node.how in (Link.PLACE, Link.HOST, Link.PLAYER):
        known = memory.of(vars, node.who.name, slot)
        if known is not None and node.how is Link.PLAYER:
            return whereabouts.player(m, known[3][OWNER])
        if known is not None:
            ref = known[1] if node.how is Link.PLACE else known[2]
            return ref % LIVES if ref != NOWHERE and m.state.alive(ref) else NOWHERE
    return NOWHERE if slot == NOWHERE else LINKS[node.how](m, slot, node.word)


def _doer(m: Machine, vars: Vars, node: Related) -> int:
    """Give the first of the things that the rules name as the cause, or whoever acts."""
    for frame in reversed(m.state.agenda):
        if BY in frame.vars:
            named = frame.vars[BY]
            return NOWHERE if isinstance(named, int) or not named else named[0]
        if "action" in frame.vars and frame.procedure in m.book.action_procedures:
            break
    return int(vars.get("actor", NOWHERE))


def _subject(m: Machine, vars: Vars, node: Related) -> int:
    """Give the thing to which the innermost structure of a name belongs; inside a loop, as it was before the loop."""
    frame = m.state.innermost(node.structure)
    if frame is None:
        return NOWHERE
    return subject_of(m.book.procedures[frame.procedure], frame)


LINKS: dict[Link, Callable[[Machine, int, int], int]] = {
    Link.PLACE: lambda m, slot, word: whereabouts.place(m, slot),
    Link.HOST: lambda m, slot, word: whereabouts.host(m, slot),
    Link.NOTED: lambda m, slot, word: next(iter(whereabouts.noted(m, word, slot)), NOWHERE),
    Link.PLAYER: lambda m, slot, word: whereabouts.player(m, m.player_of(slot)),
}
FROM_THE_GAME: dict[Link, Callable[[Machine, Vars, Related], int]] = {
    Link.CALLED: lambda m, vars, node: whereabouts.called(m.book, m.state, node.word),
    Link.ACTIVE_PLAYER: lambda m, vars, node: whereabouts.player(m, m.book.active(m)),
    Link.DOER: _doer,
    Link.SUBJECT: _subject,
}


def _next(node: Next, m: Machine, vars: Vars) -> int:
    who = evaluate(node.who, m, vars)
    count = len(m.state.setting.seats)
    if who == NOWHERE:
        return NOWHERE
    seats = [(m.player_of(who) + node.step * n) % count for n in range(1, count + 1)]
    sitting = {m.player_of(slot): slot for slot in reversed(m.live()) if m.state.cell(slot, SIDE) != NOWHERE}
    fits = [sitting[seat] for seat in seats if seat in sitting]
    return next((slot for slot in fits if node.test is None or evaluate(node.test, m, {**vars, "it": slot})), NOWHERE)


EVALUATE |= {Relation: _relation, Related: _related, Next: _next}
