"""What players have done: the actions of a structure, in order, the same or different."""

from __future__ import annotations

from typing import Any

from rulewright.kernel.evaluation.reckon import reckon
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import deeds
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import timing


def _done(node: Any, m: Machine, vars: Vars) -> list[deeds.Deed]:
    who = reckon(node.who, m, vars)
    return [] if who == NOWHERE else deeds.since(m, who, node.structure)


def _deeds(node: timing.Deeds, m: Machine, vars: Vars) -> bool:
    count = reckon(node.count, m, vars)
    first = _done(node, m, vars)[:count]
    whole = len(first) == count and all(deed.complete for deed in first)
    return whole and (deeds.same(first) if node.same else deeds.different(first))


RECKONERS: dict[type, Any] = {timing.Deeds: _deeds, timing.Taken: lambda node, m, vars: len(_done(node, m, vars))}
