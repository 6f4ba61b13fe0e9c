"""Executes effects on waiting actions and on rules: blocking, copying, countering, enacting texts, striking past acts."""

from __future__ import annotations

from rulewright.kernel.change import effects, gate
from rulewright.kernel.evaluation.evaluate import whom
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Machine, call
from rulewright.kernel.history import amendments
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import BLOCKED, Vars
from rulewright.program import instructions, own_procedures
from rulewright.program.expressions import Expression
from rulewright.program.modes import Intervention

Outcome = Control | int | None


def _waiting(node: Expression, m: Machine, vars: Vars) -> list[int]:
    """Of the things of an instruction, list those that wait."""
    waiting = set(stacks.waiting(m))
    return [slot for slot in whom(node, m, vars) if slot in waiting]


def intervene(node: instructions.Intervene, m: Machine, vars: Vars, at: int) -> Outcome:
    """Block, copy, retarget or counter those of some things that wait, or enact texts."""
    if node.how is Intervention.ENACT:
        return _enact(node, m, vars)
    found = _waiting(node.whom, m, vars)
    if node.how is Intervention.COPY:
        for slot in found:
            stacks.copy(m, slot, vars)
        return None
    if node.how is Intervention.BLOCK:
        changes = [effects.alter(slot, BLOCKED, "=", 1) for slot in found]
    elif node.how is Intervention.AIM:
        at_whom = whom(node.target, m, vars)
        changes = [change for slot in found for change in stacks.aimed(m, slot, at_whom)]
    else:
        changes = [change for slot in found for change in stacks.countered(m, slot)]
    return gate.through(m, changes, str(at + 1), vars)


def leave_stacks(node: instructions.Course, m: Machine, vars: Vars, at: int) -> Outcome:
    """Take things that may no longer wait off their stack."""
    return call(own_procedures.STRAYING, {}, str(at + 1), vars) if stacks.stray(m) else None


def _enact(node: instructions.Intervene, m: Machine, vars: Vars) -> Outcome:
    for slot in whom(node.whom, m, vars):
        text = whereabouts.text(m.state, slot)
        known = tuple(m.state.amendments)
        base = m.book.origin or m.book
        if not base.amendable or amendments.wrong(base, known, text):
            m.emit(("told", "cannot be enacted as the rules are now", slot))
            continue
        made = base.in_force((*known, (amendments.next_name(known), text)))
        defaults = tuple(stat.default for stat in made.stats[len(m.book.stats) :])
        m.emit(("amended", amendments.next_name(known), None, (amendments.next_name(known), text), defaults))
        m.emit(("told", "enacted", slot))
    return None


def strike(node: instructions.Course, m: Machine, vars: Vars, at: int) -> Outcome:
    """Annul the past act that was picked."""
    m.emit(("judged", vars["act"]))
    return None
