"""Bars: actions of a class that somebody cannot use, and actions that no longer count as actions."""

from __future__ import annotations

from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import checks, judging
from rulewright.kernel.state.facts import NOWHERE, Lasting, Vars
from rulewright.program.conditions import NotBarred
from rulewright.program.spelled import plain
from rulewright.program.wording import BarWords


def _free(test: NotBarred, m: Machine, vars: Vars) -> bool:
    return not m.state.lasting or not (_none(m, vars) or _bars(m, vars))


def words(said: BarWords, m: Machine, vars: Vars) -> str:
    """Say what bars somebody from an action."""
    if _none(m, vars):
        return f"{m.book.actions[vars['action']].name} is no action now"
    who, name = m.book.name_of(m.state, vars["actor"]), m.book.actions[vars["action"]].name
    barring = ", ".join(dict.fromkeys(effect.name for effect in _bars(m, vars)))
    return f"{who} performs {barring}, and {name} is one or costs one"


def _none(m: Machine, vars: Vars) -> bool:
    return stacks.class_of(m, m.book.actions[vars["action"]]) == NOWHERE


def _bars(m: Machine, vars: Vars) -> list[Lasting]:
    """List what bars the actor from an action: by its class, or because paying for it belongs to a barred class."""
    action = m.book.actions[vars["action"]]
    on_actor = [effect for effect in m.state.lasting.values() if effect.object == vars["actor"]]
    found = [effect for effect in on_actor if isinstance(effect.question, tuple) and effect.question[0] == "bar"]
    own = stacks.class_of(m, action)
    paying = [n for n, each in enumerate(m.book.classes) if each.rest] if action.costs else []
    words = {word for n in (own, *paying) if n != NOWHERE for word in (plain(m.book.classes[n].name), *m.book.classes[n].called)}
    return [effect for effect in found if effect.question[1] in words and action.rule not in effect.question[2]]


judging.TESTS |= {NotBarred: checks.asked(_free)}
