"""Executes what lasts: amounts on stats, free uses, cooldowns and granted features, each for a duration fixed when it begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel.change import effects, values
from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.reckon import reckon, whom
from rulewright.kernel.flow import nesting
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.legality import acts
from rulewright.kernel.state.facts import NOWHERE, Frame, Lasting, Vars
from rulewright.program import code


def duration(m: Machine, until: tuple[Any, ...], vars: Vars) -> tuple[Any, ...] | None:
    """Fix a duration at the frames and objects of this moment; None, and said so, where it is over before it begins."""
    if not until:
        return ()
    when, structure, *rest = until
    if when == "when":
        return ("when", structure, vars.get("actor", NOWHERE))
    if when == "frame":
        frame = under_way(m, structure)
        if frame is None:
            m.emit(("told", f"nothing lasts outside the {structure}"))
        return None if frame is None else ("frame", frame.id)
    count = reckon(rest[1], m, vars)
    whose = reckon(rest[0], m, vars) if rest[0] is not None else NOWHERE
    running = m.state.innermost(structure)
    if rest[2] and running is not None and whose in (NOWHERE, running.vars.get("actor", NOWHERE)):
        count += 1  # "until the end of its next turn", said in its own turn, passes over the end of this one
    return (when, structure, whose, count)


def under_way(m: Machine, structure: str) -> Frame | None:
    """Give the innermost structure of a name; a game that begins further in, as an example does, counts as inside it."""
    frame, outermost = m.state.innermost(structure), m.state.agenda[0]
    return outermost if frame is None and nesting.encloses(m.book, structure, outermost.procedure) else frame


def begin(m: Machine, vars: Vars, name: str, slot: int, question: Any, op: str, amount: int, until: tuple[Any, ...],
          uses: int | None = None) -> None:  # fmt: skip
    """Let something last on an object from now on."""
    by, fixed = vars.get("actor", NOWHERE), duration(m, until, vars)
    if fixed is None:
        return
    values.last(m, Lasting(m.new_id(), name, slot, question, op, amount, fixed, uses, by))
    if m.book.timed and slot != NOWHERE:
        effects.touch(m, m.state.places[slot])


def _last(node: code.Last, m: Machine, vars: Vars, at: int) -> Control | int | None:
    amount = account.number(node.amount, m, vars)
    if node.op == "add" and not amount:
        return None  # nothing more and nothing less
    for slot in whom(node.whom, m, vars):
        begin(m, vars, node.name, slot, node.stat, node.op, amount, node.until)
    return None


def _free(node: code.Free, m: Machine, vars: Vars, at: int) -> Control | int | None:
    uses = reckon(node.uses, m, vars)
    for slot in whom(node.whom, m, vars):
        begin(m, vars, node.name, slot, ("price", _called(m, slot, node.action), node.stat), "set", 0, node.until, uses)
    return None


def _called(m: Machine, slot: int, name: str) -> int:
    """Find the action somebody has under a name; definitions may differ from one actor to another."""
    action = m.book.action(name)
    assert action is not None  # the checker has seen to it
    return next((n for n in acts.abilities(m, slot) if m.book.actions[n].name == name), action.index)


def _cool(node: code.Cool, m: Machine, vars: Vars, at: int) -> Control | int | None:
    action = m.book.actions[vars["action"]]
    begin(m, vars, action.name, vars["actor"], ("cooldown", action.index), "set", 1, node.until)
    return None


def _grant(node: code.Grant, m: Machine, vars: Vars, at: int) -> Control | int | None:
    for slot in whom(node.whom, m, vars):
        question = ("feature", node.feature)
        if node.taken:
            for effect in values.touching(m, slot, question):
                m.emit(("expired", effect, None))
        else:
            begin(m, vars, node.name, slot, question, "set", 1, node.until)
    return None


def overdue(m: Machine) -> list[Lasting]:
    """List what lasts until a condition that has come true."""
    waiting = [effect for effect in m.state.lasting.values() if effect.until[:1] == ("when",)]
    return [e for e in waiting if reckon(m.book.extra["untils"][e.until[1]], m, {"actor": e.until[2], "it": e.object})]


def _overdue(node: code.Overdue, m: Machine, vars: Vars, at: int) -> Control | int | None:
    for effect in overdue(m) if m.state.lasting and m.book.extra["untils"] else ():
        m.emit(("expired", effect, None))
    return None


LASTING: dict[type, Callable[[Any, Machine, Vars, int], Control | int | None]] = {
    code.Last: _last,
    code.Free: _free,
    code.Cool: _cool,
    code.Grant: _grant,
    code.Overdue: _overdue,
}
