"""The cause of an effect, and abilities that an effect lets follow."""

from __future__ import annotations

from rulewright.kernel.change import lasting, triggers
from rulewright.kernel.evaluation.evaluate import whom
from rulewright.kernel.flow.agenda import Executors, Machine
from rulewright.kernel.legality import availability
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import instructions
from rulewright.program.expressions import NONE
from rulewright.program.slots import BY


def _by(node: instructions.By, m: Machine, vars: Vars, at: int) -> None:
    """Store the cause in the frame itself, where triggers look for it."""
    vars.pop(BY, None)
    if node.word != NONE:
        vars[BY] = node.word
    elif node.whom is not None:
        vars[BY] = tuple(whom(node.whom, m, vars))
    m.state.agenda[-1] = m.state.agenda[-1]._replace(vars=vars.copy())


def _follow(node: instructions.Follow, m: Machine, vars: Vars, at: int) -> None:
    """Let an ability follow, once for each thing that it is about."""
    source, actor = vars["source"], vars["actor"]
    action = availability.called(m, source, node.action)
    for about in [NOWHERE] if node.whom is None else whom(node.whom, m, vars):
        until = lasting.duration(m, node.until, vars, on=actor if about == NOWHERE else about)
        if until is None:
            return
        triggers.follow(m, action, source, about, until, actor, node.again)


EXECUTE: Executors = {instructions.By: _by, instructions.Follow: _follow}
