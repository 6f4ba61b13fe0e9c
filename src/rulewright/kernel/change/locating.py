"""Works out and changes where things are, whose they are and what is noted of them: facts kept as links and as owners.

A thing is at a place (a link), or at home: with its player, at no place in particular.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel.change import effects, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation.reckon import reckon, things, whom
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import NOBODY, NOWHERE, OWNER, SIDE, Vars
from rulewright.kernel.state.whereabouts import AT
from rulewright.program import relations

Outcome = Control | int | None


# -- changing ----------------------------------------------------------------------------------------------------------


def stationed(node: relations.Station, m: Machine, vars: Vars) -> list[Change]:
    """Prepare what lets things be at a place; those that are there already stay."""
    place = NOWHERE if node.at is None else reckon(node.at, m, vars)
    if place == NOWHERE and node.at is not None:
        return []
    found: list[Change] = []
    for slot in whom(node.what, m, vars):
        goal = NOWHERE if _crowded(node, m, vars, place, slot) else place
        if whereabouts.place(m, slot) != goal:
            found.append(effects.bind(slot, AT, None if goal == NOWHERE else (m.state.ref(goal),)))
    there = [] if place == NOWHERE else [m.state.ref(place)]
    arriving = [change for change in found if list(change[3] or ()) == there]
    return [*found, *(effects.tell(change[1], node.word) for change in arriving if node.word)]


def _crowded(node: relations.Station, m: Machine, vars: Vars, place: int, slot: int) -> bool:
    """Say whether a thing would be of one player too many at a place."""
    if node.crowd is None:
        return False
    there = {m.player_of(other) for other in things(node.crowd, m, vars, ordered=False) if whereabouts.place(m, other) == place}
    return bool(m.player_of(slot) not in there and len(there - {NOBODY}) >= reckon(node.most, m, vars))


def detached(node: relations.Detach, m: Machine, vars: Vars) -> list[Change]:
    """Prepare what takes things off what they are attached to; each stays where its host is."""
    found: list[Change] = []
    for slot in whom(node.what, m, vars):
        place = whereabouts.place(m, slot)
        if (slot, "attached") in m.state.links:
            found.append(effects.bind(slot, "attached", None))
            found += [effects.bind(slot, AT, (m.state.ref(place),))] if place != NOWHERE else []
    return found


def told(node: relations.TellOf, m: Machine, vars: Vars) -> list[Change]:
    """Prepare a word about things."""
    return [effects.tell(slot, node.word) for slot in whom(node.what, m, vars)]


def notes(node: relations.Note, m: Machine, vars: Vars) -> list[Change]:
    """Prepare what is noted of somebody, or that it is forgotten."""
    key, found = f"noted {node.word}", list[Change]()
    for of in whom(node.of, m, vars):
        known = m.state.links.get((of, key), ())
        refs = () if node.what is None else [m.state.ref(slot) for slot in whom(node.what, m, vars)]
        new = () if node.what is None else tuple(dict.fromkeys((*known, *refs)))
        if new != known:
            found.append(effects.bind(of, key, new or None))
    return found


PREPARE: dict[type, Callable[[Any, Machine, Vars], list[Change]]] = {
    relations.Station: stationed,
    relations.Detach: detached,
    relations.TellOf: told,
    relations.Note: notes,
}
"""The instructions that are prepared changes, and so can be costs."""


def _prepared(node: Any, m: Machine, vars: Vars, at: int) -> Outcome:
    effects.do(m, *PREPARE[type(node)](node, m, vars))
    return None


def _control(node: relations.Control, m: Machine, vars: Vars, at: int) -> Outcome:
    by = NOWHERE if node.by is None else reckon(node.by, m, vars)
    owner, side = (NOBODY, NOBODY) if by == NOWHERE else (m.player_of(by), m.state.cell(by, SIDE))
    for slot in whom(node.what, m, vars):
        for column, to in ((OWNER, owner), (SIDE, side)):
            effects.write(m, slot, column, to)
    return None


def _sum(node: relations.Sum, m: Machine, vars: Vars, at: int) -> Outcome:
    total = sum(values.value(m, slot, node.other) for slot in whom(node.of, m, vars))
    effects.do(m, *(effects.alter(slot, node.stat, "+=", total) for slot in whom(node.whom, m, vars)))
    return None


LOCATING: dict[type, Callable[[Any, Machine, Vars, int], Outcome]] = {
    **dict.fromkeys(PREPARE, _prepared),
    relations.Control: _control,
    relations.Sum: _sum,
}
