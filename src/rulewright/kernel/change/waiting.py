"""Executes what befalls waiting actions, and rules and acts themselves: texts are tabled and enacted, past acts are struck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel.change import effects
from rulewright.kernel.change.lasting import begin
from rulewright.kernel.evaluation.reckon import whom
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Machine, call
from rulewright.kernel.history import amendments
from rulewright.kernel.state.facts import BORN, KIND, NOWHERE, OWNER, Vars
from rulewright.program import intervening
from rulewright.program.spelled import plain

Outcome = Control | int | None


def _waiting(node: Any, m: Machine, vars: Vars) -> list[int]:
    """List whom an instruction speaks of, of those that wait."""
    waiting = set(stacks.waiting(m))
    return [slot for slot in whom(node, m, vars) if slot in waiting]


def _block(node: intervening.Block, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in _waiting(node.whom, m, vars):
        stacks.block(m, slot)
    return None


def _copy(node: intervening.Copy, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in _waiting(node.whom, m, vars):
        stacks.copy(m, slot, vars)
    return None


def _aim(node: intervening.Aim, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in _waiting(node.whom, m, vars):
        stacks.aim(m, slot, whom(node.target, m, vars))
    return None


def _classify(node: intervening.Classify, m: Machine, vars: Vars, at: int) -> Outcome:
    """Every action of the name changes its class, those of different actors alike."""
    for action in m.book.actions:
        if action.name == node.action:
            begin(m, vars, node.action, NOWHERE, ("class", action.index), "set", node.to, node.until)
    return None


def _bar(node: intervening.Bar, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in whom(node.whom, m, vars):
        begin(m, vars, f"no {node.called} actions", slot, ("bar", node.called, node.but), "set", 1, node.until)
    return None


def _strays(node: intervening.Strays, m: Machine, vars: Vars, at: int) -> Outcome:
    return call("straying", {}, str(at + 1), vars) if stacks.stray(m) else None


def _table(node: intervening.Table, m: Machine, vars: Vars, at: int) -> Outcome:
    """Things of one kind are numbered in the order in which they are made."""
    kind = m.book.extra["kinds"][plain(node.kind)]
    number = 1 + sum(m.state.cell(slot, KIND) == kind for slot in range(len(m.state.places)))
    cells = [stat.default for stat in m.book.stats]
    cells[KIND], cells[OWNER], cells[BORN] = kind, vars["player"], m.state.number
    slot = effects.make(m, f"{m.book.kinds[kind].name} {number}", tuple(cells), m.state.owned(node.zone, vars["player"]))
    effects.link(m, slot, "text", (vars["text"],))
    stacks.note_origin(m, slot, node.kind, vars)
    return None


def _enact(node: intervening.Enact, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in whom(node.whom, m, vars):
        (text,) = m.state.links.get((slot, "text"), ("",))
        known = tuple(m.state.amendments)
        base = m.book.origin or m.book
        if base.amender is None or amendments.wrong(base, known, text):
            m.emit(("told", "cannot be enacted as the rules are now", slot))
            continue
        made = base.in_force((*known, (amendments.next_name(known), text)))
        defaults = tuple(stat.default for stat in made.stats[len(m.book.stats) :])
        m.emit(("amended", amendments.next_name(known), None, (amendments.next_name(known), text), defaults))
        m.emit(("told", "enacted", slot))
    return None


def _judge(node: intervening.Judge, m: Machine, vars: Vars, at: int) -> Outcome:
    m.emit(("judged", vars["act"]))
    return None


WAITING: dict[type, Callable[[Any, Machine, Vars, int], Outcome]] = {
    intervening.Block: _block,
    intervening.Copy: _copy,
    intervening.Aim: _aim,
    intervening.Classify: _classify,
    intervening.Bar: _bar,
    intervening.Strays: _strays,
    intervening.Table: _table,
    intervening.Enact: _enact,
    intervening.Judge: _judge,
}
