"""Showing: who sees the face of a thing, and turning things face down or up."""

from __future__ import annotations

from rulewright.kernel.change import effects, gate
from rulewright.kernel.change.locating import PREPARE
from rulewright.kernel.evaluation.evaluate import evaluate, passing, whom
from rulewright.kernel.flow.agenda import Control, Executors, Machine
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import building, instructions


def _meant(node: instructions.Show, m: Machine, vars: Vars) -> list[int]:
    """List the things that are shown: all of them, or so many."""
    found = whom(node.what, m, vars)
    return found if node.count is None else found[: max(0, evaluate(node.count, m, vars))]


def shown(node: instructions.Show, m: Machine, vars: Vars) -> list[effects.Change]:
    """Prepare who sees the faces of things: all, the actor's player too, only that player, or those who see their zone."""
    changes: list[effects.Change] = []
    who = evaluate(node.by or building.ACTOR, m, vars)
    looking = () if who == NOWHERE else (m.player_of(who),)
    for slot in _meant(node, m, vars):
        also = tuple(sorted({*visibility.seers(m, slot), *looking}))
        seers = {"all": visibility.everybody(m), "actor": also, "down": looking, "known": visibility.everybody(m), "up": None}[
            node.to
        ]
        if node.to not in ("all", "actor") or seers != visibility.seers(m, slot):  # a face that is already seen is not shown
            changes.append(("show", slot, seers))
    return changes


def _show(node: instructions.Show, m: Machine, vars: Vars, at: int) -> Control | None:
    if node.sought is not None:
        found = whom(node.what, m, vars)
        fits = passing(node.sought, m, vars, found)[:1]
        before = found[: found.index(fits[0])] if fits else found
        by_name.put(vars, node.var, fits[0] if fits else NOWHERE)
        by_name.put(vars, node.ones, tuple(before))
        everybody = visibility.everybody(m)
        return gate.through(m, [("show", slot, everybody) for slot in (*before, *fits)], str(at + 1), vars)
    if node.ones:
        by_name.put(vars, node.ones, tuple(_meant(node, m, vars)))
    return gate.through(m, shown(node, m, vars), str(at + 1), vars)


EXECUTE: Executors = {instructions.Show: _show}
PREPARE[instructions.Show] = shown
