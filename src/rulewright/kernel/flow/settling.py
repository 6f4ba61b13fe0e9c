"""Settling on demand, and players who answer what has happened."""

from __future__ import annotations

from typing import Any

from rulewright.kernel.flow.agenda import Control, Machine, call
from rulewright.kernel.state.facts import Vars
from rulewright.program import timing


def _answers(node: timing.Answers, m: Machine, vars: Vars, at: int) -> Control | None:
    return call("reactions", {}, str(at + 1), vars) if m.state.noticed else None


def _settling(node: timing.Settling, m: Machine, vars: Vars, at: int) -> Control | None:
    """Settle once more as long as the last time has changed anything."""
    if m.book.settle is None or not m.state.unsettled:
        return None
    m.state.unsettled = False
    return call(m.book.settle.procedure, {}, str(at), vars)


EXECUTE: dict[type, Any] = {timing.Answers: _answers, timing.Settling: _settling}
