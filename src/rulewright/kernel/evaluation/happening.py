"""Evaluates conditions about events, about their causes, and about the course of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.evaluation.evaluate import EVALUATE, evaluate
from rulewright.kernel.evaluation.traits import is_of, marked
from rulewright.kernel.flow import batches, stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import deeds
from rulewright.kernel.state.facts import ACTION, NOWHERE, SIDE, TILE, Event, Vars
from rulewright.kernel.state.whereabouts import AT
from rulewright.program.expressions import (
    ANYTHING,
    NONE,
    NOTHING,
    Cause,
    Changes,
    FastEnough,
    Happens,
    Passing,
    PastActions,
    Situation,
)
from rulewright.program.modes import Happening, Past, Phase, Way
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    pass


def _changes(node: Changes, m: Machine, vars: Vars) -> bool:
    """Evaluate a condition about a prepared change (`change`) or about one that has happened (`event`)."""
    change, signs = vars.get("change"), {Way.DOWN: "-=", Way.UP: "+="}
    if change is not None and (change[0] != "alter" or change[2] != node.stat):
        return False
    if node.tag and (change is None or change[5] != node.tag):
        return False
    if change is not None and node.how in signs and change[3] in signs.values():  # the amount is tested when it happens
        return bool(change[4] > 0 and change[3] == signs[node.how])
    kind, _, stat, old, new = vars["event"]
    if kind != "changed" or stat != node.stat:
        return False
    if node.how is Way.DOWN or node.how is Way.UP:
        return bool(new < old if node.how is Way.DOWN else new > old)
    return bool(new <= node.amount < old if node.how is Way.FALLS_TO else old < node.amount <= new)


EDGES = {Happening.BEGAN: "begin", Happening.ENDED: "end", Happening.CONTINUES: "continue"}


def _happens(node: Happens, m: Machine, vars: Vars) -> bool:
    event = vars["event"]
    if event[0] == "made":  # only before it happens: a new thing arrives
        return node.how is Happening.ARRIVED and (node.mark == NONE or node.mark in m.book.kinds[event[2]].marks)
    if node.how is Happening.WENT and event[0] != "moved":
        return _moved(node, m, event)
    if node.how is Happening.WENT and node.passing:
        return _passed(node.passing, m, event)
    if node.how is Happening.WENT:
        kinds = [NOWHERE if place[0] == NOWHERE else m.state.grounds[place[0]][0] for place in event[2:4]]
        wanted = (node.origin, node.zone)
        if kinds[0] == kinds[1] or not all(want in (NOWHERE, kind) for want, kind in zip(wanted, kinds, strict=True)):
            return False
        whose = zip((node.origin_of, node.zone_of), event[2:4], strict=True)
        return all(of is None or is_of(m, place[0], evaluate(of, m, {**vars, "it": event[1]})) for of, place in whose)
    if node.how is Happening.TOLD:
        return bool(event[1] == m.book.words[node.word]) and (node.action == NONE or _is_about(m, event, node.action))
    if node.how is Happening.PERFORMED and event[2] == NOWHERE:
        return False  # something is chosen by no action
    if node.how is Happening.PERFORMED:
        action = m.book.actions[event[2]]
        if node.mark != NOWHERE:
            return node.mark in action.kinds
        if node.used:
            return bool(action.played == (node.used == "played"))
        if node.hostile:
            return bool(action.hostile)
        return node.action in (NOWHERE, action.word, action.counts_as)
    if node.how is Happening.ARRIVED:
        return bool(event[4] >= 0 if event[0] == "changed" else event[2] == AT and event[4] is not None)
    if event[0] == "lasts":
        return bool(event[2].question == ("feature", node.feature))
    # An occasion has its edge in the field in which an event has its frame.
    return bool(event[2] == m.book.procedure_name(node.structure) and (isinstance(event[1], int) or event[1] == EDGES[node.how]))


def _moved(node: Happens, m: Machine, event: Event) -> bool:
    """Say whether something comes onto a tile with a mark, or without a mark to any other tile or place."""
    if event[0] == "linked":
        return bool(event[2] == AT and node.word == NONE)
    if node.word != NONE:
        return bool(event[2] == TILE and event[4] in marked(m, node.word))
    return bool(event[2] == TILE and min(event[3], event[4]) >= 0)  # what comes onto the map has not moved on it


def _passed(how: Passing, m: Machine, event: Event) -> bool:
    """Say whether something is drawn, from a zone that nobody sees to one that its owner sees; or leaves play, for good (it
    "dies": it is gone, or lies where everybody sees it) or for anywhere."""
    zones = [None if place[0] == NOWHERE else m.book.zones[m.state.grounds[place[0]][0]] for place in event[2:4]]
    origin, goal = zones
    if how == "drawn":
        return origin is not None and goal is not None and (origin.seen, goal.seen) == ("nobody", "owner")
    if how == "removed":
        return origin is not None and goal is None
    if how == "entered play":
        return goal is not None and goal.live and (origin is None or not origin.live)
    if origin is None or not origin.live or (goal is not None and goal.live):
        return False
    return how == "left play" or goal is None or (goal.seen == "all" and not goal.stack)


def _is_about(m: Machine, event: Event, word: int) -> bool:
    """Say whether an event is about an action of a name: one that waits, or one that is performed at once."""
    if isinstance(event[2], int):
        return m.book.actions[m.state.cell(event[2], ACTION)].word == word
    return plain(str(event[2])) == m.book.words[word]


def _cause(node: Cause, m: Machine, vars: Vars) -> bool:
    index: int = vars["cause"] if "cause" in vars else vars.get("action", NOWHERE)
    if index == NOWHERE:
        return False
    action = m.book.actions[index]
    return node.reach in ("", action.reach) and node.action in (NONE, action.word)


PASSED = "passed"
"""The tally of how often a structure has passed in the whole game."""


def _situation(node: Situation, m: Machine, vars: Vars) -> int:
    if node.how is Phase.UNDER_WAY:
        return m.state.innermost(node.structure) is not None
    if node.how is Phase.PASSED:
        return m.state.tallies.get(((PASSED, node.structure), NOWHERE), 0)
    return batches.quiet(m) if node.how is Phase.QUIET else _sides_left(m)


def _sides_left(m: Machine) -> int:
    setting = m.state.setting
    left = {m.state.cell(slot, SIDE) for slot in m.live()} - {NOWHERE} - setting.neutral
    return len([side for side in left if not any((other, side) in setting.allied for other in left if other < side)])


def _past_actions(node: PastActions, m: Machine, vars: Vars) -> int:
    who = evaluate(node.who, m, vars)
    if node.key != NONE:
        return m.state.tallies.get((node.key, who), 0)
    done = [] if who == NOWHERE else deeds.since(m, who, node.structure)
    if node.how is Past.TAKEN:
        return len(done)
    count = evaluate(node.count, m, vars)
    first = done[:count]
    whole = len(first) == count and all(deed.complete for deed in first)
    return whole and (deeds.same(first) if node.how is Past.SAME else deeds.different(first))


def _fast_enough(node: FastEnough, m: Machine, vars: Vars) -> bool:
    found = stacks.stacks(m)
    top = stacks.top(m, found[0]) if found else NOWHERE
    on_top = NOTHING if top == NOWHERE else m.book.actions[m.state.cell(top, ACTION)].speed
    for said, structure, answers in node.table:
        fits = said == on_top or (said == ANYTHING and top != NOWHERE)
        if fits and (structure == NONE or m.state.innermost(structure) is not None):
            return m.book.actions[vars["action"]].speed in answers
    return False


EVALUATE |= {
    Changes: _changes,
    Happens: _happens,
    Cause: _cause,
    Situation: _situation,
    PastActions: _past_actions,
    FastEnough: _fast_enough,
}
