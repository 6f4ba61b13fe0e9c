"""Executes what lasts: amounts on stats, free uses, cooldowns and granted features, each for a duration fixed when it begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel.change import effects, values
from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.reckon import reckon, whom
from rulewright.kernel.flow import nesting
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.legality import having
from rulewright.kernel.state.facts import NOWHERE, Frame, Lasting, Vars
from rulewright.program import instructions
from rulewright.program.durations import Until
from rulewright.program.modes import Grant, Term


def duration(m: Machine, until: Until | None, vars: Vars) -> tuple[Any, ...] | None:
    """Fix a duration at the frames and objects of this moment; None, and said so, where it is over before it begins."""
    if until is None:
        return ()
    if until.how is Term.WHEN:
        return ("when", until.condition, vars.get("actor", NOWHERE))
    structure = until.structure
    if until.how is Term.FRAME:
        frame = under_way(m, structure)
        if frame is None:
            m.emit(("told", f"nothing lasts outside the {structure}"))
        return None if frame is None else ("frame", frame.id)
    count = reckon(until.count, m, vars)
    whose = reckon(until.whose, m, vars) if until.whose is not None else NOWHERE
    running = m.state.innermost(structure)
    if until.later and running is not None and whose in (NOWHERE, running.vars.get("actor", NOWHERE)):
        count += 1  # "until the end of its next turn", said in its own turn, passes over the end of this one
    return (until.how.value, structure, whose, count)


def under_way(m: Machine, structure: str) -> Frame | None:
    """Give the innermost structure of a name; a game that begins further in, as an example does, counts as inside it."""
    frame, outermost = m.state.innermost(structure), m.state.agenda[0]
    return outermost if frame is None and nesting.encloses(m.book, structure, outermost.procedure) else frame


def begin(m: Machine, vars: Vars, name: str, slot: int, question: Any, op: str, amount: int, until: Until | None,
          uses: int | None = None) -> None:  # fmt: skip
    """Let something last on an object from now on."""
    by, fixed = vars.get("actor", NOWHERE), duration(m, until, vars)
    if fixed is None:
        return
    values.last(m, Lasting(m.new_id(), name, slot, question, op, amount, fixed, uses, by))
    if m.book.timed and slot != NOWHERE:
        effects.touch(m, m.state.places[slot])


def _last(node: instructions.Last, m: Machine, vars: Vars, at: int) -> Control | int | None:
    amount = account.number(node.amount, m, vars)
    if node.op == "add" and not amount:
        return None  # nothing more and nothing less
    for slot in whom(node.whom, m, vars):
        begin(m, vars, node.name, slot, node.stat, node.op, amount, node.until)
    return None


def _free(node: instructions.Give, m: Machine, vars: Vars) -> None:
    uses = reckon(node.uses, m, vars)
    for slot in whom(node.whom, m, vars):
        begin(m, vars, node.name, slot, ("price", having.called(m, slot, node.action), node.stat), "set", 0, node.until, uses)


def _cool(node: instructions.Give, m: Machine, vars: Vars) -> None:
    action = m.book.actions[vars["action"]]
    begin(m, vars, action.name, vars["actor"], ("cooldown", action.index), "set", 1, node.until)


def _feature(node: instructions.Give, m: Machine, vars: Vars) -> None:
    for slot in whom(node.whom, m, vars):
        question = ("feature", node.number)
        if node.how is Grant.NO_FEATURE:
            for effect in values.touching(m, slot, question):
                m.emit(("expired", effect, None))
        else:
            begin(m, vars, node.name, slot, question, "set", 1, node.until)


def overdue(m: Machine) -> list[Lasting]:
    """List what lasts until a condition that has come true."""
    waiting = [effect for effect in m.state.lasting.values() if effect.until[:1] == ("when",)]
    return [e for e in waiting if reckon(m.book.untils[e.until[1]], m, {"actor": e.until[2], "it": e.object})]


def end_overdue(node: instructions.Course, m: Machine, vars: Vars, at: int) -> Control | int | None:
    for effect in overdue(m) if m.state.lasting and m.book.untils else ():
        m.emit(("expired", effect, None))
    return None


def _classify(node: instructions.Give, m: Machine, vars: Vars) -> None:
    """Every action of the name changes its class, those of different actors alike."""
    for action in m.book.actions:
        if action.word == node.action:
            begin(m, vars, action.name, NOWHERE, ("class", action.index), "set", node.number, node.until)


def _bar(node: instructions.Give, m: Machine, vars: Vars) -> None:
    """Let somebody perform no actions of a class, or of what several classes are called, but those of some rules."""
    for slot in whom(node.whom, m, vars):
        begin(m, vars, f"no {node.name} actions", slot, ("bar", node.name, node.but), "set", 1, node.until)


def give(node: instructions.Give, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Give somebody something for a while, or take it away."""
    GIVE[node.how](node, m, vars)
    return None


GIVE: dict[Grant, Callable[[instructions.Give, Machine, Vars], None]] = {
    Grant.PRICE: _free,
    Grant.COOLDOWN: _cool,
    Grant.FEATURE: _feature,
    Grant.NO_FEATURE: _feature,
    Grant.BAR: _bar,
    Grant.CLASS: _classify,
}
EXECUTE: dict[type, Callable[[Any, Machine, Vars, int], Control | int | None]] = {
    instructions.Last: _last,
    instructions.Give: give,
}
