"""Works out what is asked about events, about what brings them about, and about the course of the game."""

from __future__ import annotations

from rulewright.kernel.evaluation.reckon import RECKON, reckon
from rulewright.kernel.flow import batches, stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import deeds
from rulewright.kernel.state.facts import ACTION, NOWHERE, SIDE, Vars
from rulewright.kernel.state.whereabouts import AT
from rulewright.program.expressions import NONE, Cause, Changes, FastEnough, Happens, PastActions, Situation
from rulewright.program.modes import Happening, Past, Phase, Way
from rulewright.program.spelled import plain


def _changes(node: Changes, m: Machine, vars: Vars) -> bool:
    """Ask about a prepared change (`change`) or about one that has happened (`event`)."""
    if "change" in vars:
        _, _, stat, op, amount, _ = vars["change"]
        return bool(stat == node.stat and amount > 0 and op == {Way.DOWN: "-=", Way.UP: "+="}.get(node.how))
    _, _, stat, old, new = vars["event"]
    if stat != node.stat:
        return False
    if node.how is Way.DOWN or node.how is Way.UP:
        return bool(new < old if node.how is Way.DOWN else new > old)
    return bool(new <= node.amount < old if node.how is Way.FALLS_TO else old < node.amount <= new)


EDGES = {Happening.BEGAN: "begin", Happening.ENDED: "end", Happening.CONTINUES: "continue"}


def _happens(node: Happens, m: Machine, vars: Vars) -> bool:
    event = vars["event"]
    if node.how is Happening.WENT:
        kinds = [NOWHERE if place[0] == NOWHERE else m.state.grounds[place[0]][0] for place in event[2:4]]
        wanted = (node.origin, node.zone)
        return kinds[0] != kinds[1] and all(want in (NOWHERE, kind) for want, kind in zip(wanted, kinds, strict=True))
    if node.how is Happening.TOLD:
        return event[1] == node.name and (node.action == NONE or _is_about(m, event, node.action))
    if node.how is Happening.PERFORMED:
        action = m.book.actions[event[2]]
        return node.action in (action.word, action.counts_as)
    if node.how is Happening.ARRIVED:
        return bool(event[2] == AT and event[4] is not None)
    # An occasion carries its edge where an event has its frame.
    return bool(event[2] == node.name and (isinstance(event[1], int) or event[1] == EDGES[node.how]))


def _is_about(m: Machine, event: tuple[object, ...], word: int) -> bool:
    """Say whether an event tells of an action: of what waits, or of one that is performed at once, by its name."""
    if isinstance(event[2], int):
        return m.book.actions[m.state.cell(event[2], ACTION)].word == word
    return plain(str(event[2])) == m.book.words[word]


def _cause(node: Cause, m: Machine, vars: Vars) -> bool:
    index: int = vars["cause"] if "cause" in vars else vars.get("action", NOWHERE)
    if index == NOWHERE:
        return False
    action = m.book.actions[index]
    return node.reach in ("", action.reach) and node.action in (NONE, action.word)


def passed(structure: str, m: Machine) -> str:
    """Give the name under which a structure is counted until the game ends."""
    return f"{structure} passed/{m.book.main}"


def _situation(node: Situation, m: Machine, vars: Vars) -> int:
    if node.how is Phase.UNDER_WAY:
        return m.state.innermost(node.structure) is not None
    if node.how is Phase.PASSED:
        return m.state.tallies.get((passed(node.structure, m), NOWHERE), 0)
    return batches.quiet(m) if node.how is Phase.QUIET else _sides_left(m)


def _sides_left(m: Machine) -> int:
    setting = m.state.setting
    left = {m.state.cell(slot, SIDE) for slot in m.live()} - {NOWHERE} - setting.neutral
    return len([side for side in left if not any((other, side) in setting.allied for other in left if other < side)])


def _past_actions(node: PastActions, m: Machine, vars: Vars) -> int:
    who = reckon(node.who, m, vars)
    done = [] if who == NOWHERE else deeds.since(m, who, node.structure)
    if node.how is Past.TAKEN:
        return len(done)
    count = reckon(node.count, m, vars)
    first = done[:count]
    whole = len(first) == count and all(deed.complete for deed in first)
    return whole and (deeds.same(first) if node.how is Past.SAME else deeds.different(first))


def _fast_enough(node: FastEnough, m: Machine, vars: Vars) -> bool:
    found = stacks.stacks(m)
    top = stacks.top(m, found[0]) if found else NOWHERE
    on_top = "nothing" if top == NOWHERE else m.book.actions[m.state.cell(top, ACTION)].speed
    for said, structure, answers in node.table:
        fits = said == on_top or (said == "anything" and top != NOWHERE)
        if fits and (not structure or m.state.innermost(structure) is not None):
            return m.book.actions[vars["action"]].speed in answers
    return False


RECKON |= {
    Changes: _changes,
    Happens: _happens,
    Cause: _cause,
    Situation: _situation,
    PastActions: _past_actions,
    FastEnough: _fast_enough,
}
