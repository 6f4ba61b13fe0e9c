"""Executes what befalls waiting actions: they are blocked, copied, aimed anew, classed anew, and leave their stacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel import stacks
from rulewright.kernel.agenda import Control, Machine, call
from rulewright.kernel.state import NOWHERE, Vars
from rulewright.language import code
from rulewright.language.lasting import begin
from rulewright.language.reckon import whom

Outcome = Control | int | None


def _waiting(node: Any, m: Machine, vars: Vars) -> list[int]:
    """List whom an instruction speaks of, of those that wait."""
    waiting = set(stacks.waiting(m))
    return [slot for slot in whom(node, m, vars) if slot in waiting]


def _block(node: code.Block, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in _waiting(node.whom, m, vars):
        stacks.block(m, slot)
    return None


def _copy(node: code.Copy, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in _waiting(node.whom, m, vars):
        stacks.copy(m, slot, vars)
    return None


def _aim(node: code.Aim, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in _waiting(node.whom, m, vars):
        for target in whom(node.target, m, vars)[:1]:
            stacks.aim(m, slot, "target", target)
    return None


def _classify(node: code.Classify, m: Machine, vars: Vars, at: int) -> Outcome:
    """Every action of the name changes its class, those of different actors alike."""
    for action in m.book.actions:
        if action.name == node.action:
            begin(m, vars, node.action, NOWHERE, ("class", action.index), "set", node.to, node.until)
    return None


def _strays(node: code.Strays, m: Machine, vars: Vars, at: int) -> Outcome:
    return call("straying", {}, str(at + 1), vars) if stacks.stray(m) != NOWHERE else None


WAITING: dict[type, Callable[[Any, Machine, Vars, int], Outcome]] = {
    code.Block: _block,
    code.Copy: _copy,
    code.Aim: _aim,
    code.Classify: _classify,
    code.Strays: _strays,
}
