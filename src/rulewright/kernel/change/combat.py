"""Executes what cards do to each other: countering, attaching, and fights blow by blow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel.change import effects, gate, values
from rulewright.kernel.evaluation.reckon import reckon, whom
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.state.facts import ACTION, NOWHERE, Vars
from rulewright.program import instructions

Outcome = Control | int | None


def attach(node: instructions.Bind, m: Machine, vars: Vars, at: int) -> Outcome:
    host = reckon(node.to, m, vars)
    attached = [effects.bind(slot, "attached", (m.state.ref(host),)) for slot in whom(node.what, m, vars) if host != NOWHERE]
    return gate.through(m, attached, str(at + 1), vars)


def blows(m: Machine, slot: int, stat: int) -> tuple[int, ...]:
    """Give the blows of a thing: those of its kind, with additions as one more blow and reductions taken from the last ones."""
    row = dict(m.book.kinds[m.state.cell(slot, 0)].series).get(stat, ())
    more = values.value(m, slot, stat) - sum(row)
    if more >= 0:
        return (*row, more) if more else row
    kept, left = [], sum(row) + more
    for blow in row:
        kept.append(min(blow, left))
        left -= kept[-1]
    return tuple(kept)


def _fight(node: instructions.Fight, m: Machine, vars: Vars, at: int) -> Outcome:
    one = reckon(node.whom, m, vars)
    others = _answering(node, m, vars, one) if node.others is None else whom(node.others, m, vars)
    left = list(blows(m, one, node.blows)) if one != NOWHERE and m.in_play(one) else []
    for other in others:
        if one != NOWHERE and m.in_play(one) and m.in_play(other) and m.state.cell(one, node.health) > 0:
            left = _duel(node, m, one, left, other)
    return None


def _duel(node: instructions.Fight, m: Machine, one: int, left: list[int], other: int) -> list[int]:
    """Exchange blows, both at the same time, until one falls or neither has a blow left; give the first one's remaining blows."""
    theirs = list(blows(m, other, node.blows))
    m.emit(("told", "fight", one, other))
    while (left or theirs) and min(m.state.cell(slot, node.health) for slot in (one, other)) > 0:
        mine, back = (left.pop(0) if left else 0), (theirs.pop(0) if theirs else 0)
        effects.do(m, *(effects.alter(slot, node.health, "-=", blow) for slot, blow in ((other, mine), (one, back))))
    return left


def _answering(node: instructions.Fight, m: Machine, vars: Vars, one: int) -> list[int]:
    """List the sources of the answers to a thing with an action, in the order of the stack; all of these answers are used up."""
    found = []
    for slot in stacks.waiting(m):
        action = m.book.actions[m.state.cell(slot, ACTION)]
        if action.word == node.action and stacks.about(m, slot, "attacker") == one:
            found.append(stacks.source(m, slot))
            if slot != vars.get("item"):
                effects.arrange(m, effects.send(slot, NOWHERE))
    return [slot for slot in found if slot != NOWHERE]


EXECUTE: dict[type, Callable[[Any, Machine, Vars, int], Outcome]] = {
    instructions.Fight: _fight,
}
