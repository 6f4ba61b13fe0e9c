"""Executes what cards do to each other: countering, attaching, and fights blow by blow."""

from __future__ import annotations

from rulewright.kernel.change import effects, gate, values
from rulewright.kernel.evaluation.evaluate import evaluate, whom
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Executors, Machine
from rulewright.kernel.state.facts import ACTION, NOWHERE, Vars
from rulewright.program import instructions
from rulewright.program.slots import FIGHT

Outcome = Control | int | None


def attach(node: instructions.Bind, m: Machine, vars: Vars, at: int) -> Outcome:
    host = evaluate(node.to, m, vars)
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
    """Let somebody exchange blows with one opponent after another; both blows of an exchange pass the gate together."""
    one = evaluate(node.whom, m, vars)
    if FIGHT not in vars:
        others = _answering(node, m, vars, one) if node.others is None else whom(node.others, m, vars)
        mine = blows(m, one, node.blows) if one != NOWHERE and m.in_play(one) else ()
        vars[FIGHT] = (mine, NOWHERE, (), tuple(others))
    while (exchange := _exchange(node, m, vars, one)) is not None:
        control = gate.through(m, exchange, str(at), vars)
        if control is not None:
            return control
    vars.pop(FIGHT)
    return None


def _exchange(node: instructions.Fight, m: Machine, vars: Vars, one: int) -> list[effects.Change] | None:
    """Prepare the next exchange: with one opponent until one falls or neither has a blow left, then with the next; or None."""
    mine, other, theirs, others = vars[FIGHT]
    while not (other != NOWHERE and (mine or theirs) and _standing(node, m, one) and _standing(node, m, other)):
        if not others or one == NOWHERE:
            return None
        other, others, theirs = others[0], others[1:], ()
        if not (_standing(node, m, one) and m.in_play(other)):
            other = NOWHERE
            continue
        theirs = blows(m, other, node.blows)
        m.emit(("told", "fight", one, other))
    vars[FIGHT] = (mine[1:], other, theirs[1:], others)
    struck = ((other, mine[0] if mine else 0), (one, theirs[0] if theirs else 0))
    return [effects.alter(slot, node.health, "-=", blow) for slot, blow in struck if blow]


def _standing(node: instructions.Fight, m: Machine, slot: int) -> bool:
    return m.in_play(slot) and m.state.cell(slot, node.health) > 0


def _answering(node: instructions.Fight, m: Machine, vars: Vars, one: int) -> list[int]:
    """List the sources of the waiting actions that respond to a thing, in the order of the stack; these actions are used up."""
    found = []
    for slot in stacks.waiting(m):
        action = m.book.actions[m.state.cell(slot, ACTION)]
        if action.word == node.action and stacks.about(m, slot, "attacker") == one:
            found.append(stacks.source(m, slot))
            if slot != vars.get("item"):
                effects.arrange(m, effects.send(slot, NOWHERE))
    return [slot for slot in found if slot != NOWHERE]


EXECUTE: Executors = {
    instructions.Fight: _fight,
}
