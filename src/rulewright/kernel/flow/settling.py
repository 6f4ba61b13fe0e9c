"""Settling as an instruction, and players who respond to what has happened."""

from __future__ import annotations

from rulewright.kernel.flow.agenda import Control, Machine, call
from rulewright.kernel.state.facts import Vars
from rulewright.program import own_procedures
from rulewright.program.instructions import Course
from rulewright.program.modes import Occasion


def _answers(node: Course, m: Machine, vars: Vars, at: int) -> Control | None:
    return call(own_procedures.REACTIONS, {}, str(at + 1), vars) if m.state.noticed else None


def _settling(node: Course, m: Machine, vars: Vars, at: int) -> Control | None:
    """Settle again as long as the last run has changed anything."""
    if m.book.settle is None or not m.state.unsettled:
        return None
    m.state.unsettled = False
    return call(m.book.settle.procedure, {}, str(at), vars)


OCCASIONS = {Occasion.ANSWER: _answers, Occasion.SETTLE: _settling}
