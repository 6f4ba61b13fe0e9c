"""The words for what players have done: the actions of a structure, in order, the same or different."""

from __future__ import annotations

from typing import Any

from rulewright.kernel import deeds
from rulewright.kernel.agenda import Machine
from rulewright.kernel.state import NOWHERE, Vars
from rulewright.language import nodes, timing
from rulewright.language.nodes import Node
from rulewright.language.patterns import Phrase, table
from rulewright.language.phrases import Found
from rulewright.language.reckon import reckon


def _done(node: Any, m: Machine, vars: Vars) -> list[deeds.Deed]:
    who = reckon(node.who, m, vars)
    return [] if who == NOWHERE else deeds.since(m, who, node.structure)


def _deeds(node: timing.Deeds, m: Machine, vars: Vars) -> bool:
    count = reckon(node.count, m, vars)
    first = _done(node, m, vars)[:count]
    whole = len(first) == count and all(deed.complete for deed in first)
    return whole and (deeds.same(first) if node.same else deeds.different(first))


RECKONERS: dict[type, Any] = {timing.Deeds: _deeds, timing.Taken: lambda node, m, vars: len(_done(node, m, vars))}


def _compared(f: Found) -> Node:
    return timing.Deeds(f.single(), f.amount(), f.structure(), f.text("how").casefold() != "different")


def _none(f: Found) -> Node:
    return nodes.Cmp("=", timing.Taken(f.single(), f.structure()), nodes.Num(0))


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("the first {amount} actions of {whom} this {structure} were {how:alike}", _compared,
         "the first 3 actions of the actor this Turn were different",
         "all complete, and no two of one origin; or `the same`: all of one; a common action, or an ability of a card"),
        ("{whom} (has|have) taken no action this {structure}", _none, "the actor has taken no action this Turn",
         "nothing that counts as one"),
    ),
)  # fmt: skip
