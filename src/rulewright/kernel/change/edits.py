"""Edits of a held change: it is reduced, raised, prevented or redirected, or another change joins or replaces it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import gate, replacements, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.state.facts import LIVES, NOWHERE, Frame, Lasting, Vars
from rulewright.program.expressions import NONE
from rulewright.program.instructions import Adjust
from rulewright.program.slots import JOINED, WOULD

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

SIGNS = ("+=", "-=")
AMOUNTS: dict[str, Callable[[int, int], int]] = {
    "+": lambda much, by: much + by,
    "-": lambda much, by: max(0, much - by),
    "*": lambda much, by: much * by,
    "/": lambda much, by: much // by if by else 0,
    ">=": max,
    "<=": min,
}
"""The operations that can change an amount which is about to be gained or lost."""


def adjust(node: Adjust, m: Machine, vars: Vars, at: int) -> None:
    """Edit the parts of a held change that met the trigger of the ability in progress."""
    frame = m.state.frame(vars[WOULD]) if WOULD in vars else None
    if frame is None or "changes" not in frame.vars:
        return
    if node.op in ("join", "part"):
        vars.pop(JOINED, None)
        vars |= {JOINED: frame.id} if node.op == "join" else {}
        return
    heard = _parts(node, m, vars, frame)
    by = 0 if node.amount is None else account.number(node.amount, m, vars)
    held: tuple[Change, ...] = frame.vars["changes"]
    edited = {n: _edited(node, m, vars, held[n], by) for n in heard} | _remade(node, held, heard, by)
    changes = tuple(each for n, change in enumerate(held) for each in edited.get(n, [change]))
    more = replacements.inherited(m, frame.vars, vars.get("it", NOWHERE), changes) if node.op == "to" else {}
    m.amend(frame.id, {**more, "changes": changes})
    _tell(node, m, vars, frame, [held[n] for n in heard if not edited[n]])


def _parts(node: Adjust, m: Machine, vars: Vars, frame: Frame) -> list[int]:
    """List the parts of a held change that are edited: those that met the trigger, or only those of them about a stat."""
    if node.stat == NONE:
        return gate.parts(m, frame.vars, vars)
    about = vars.get("heard", (vars["actor"],))
    return [n for n, each in enumerate(frame.vars["changes"]) if each[0] == "alter" and each[1] in about and each[2] == node.stat]


def _edited(node: Adjust, m: Machine, vars: Vars, change: Change, by: int) -> list[Change]:
    """Give the edited form of one part."""
    if node.op in ("", "instead"):
        return []
    if node.op == "to":
        return _redirected(node, m, vars, change, by)
    if change[0] != "alter" or change[3] not in SIGNS:
        return [change]
    much = AMOUNTS[node.op](change[4], by)
    return [(*change[:4], much, *change[5:])] if much else []


def _remade(node: Adjust, held: Sequence[Change], heard: Sequence[int], by: int) -> dict[int, list[Change]]:
    """Make more or fewer things: for fewer the last ones are left out, for more all are repeated."""
    makes = [n for n in heard if held[n][0] == "make"]
    if node.op not in AMOUNTS or not makes:
        return {}
    much = min(AMOUNTS[node.op](len(makes), by), MOST_MADE)
    edited: dict[int, list[Change]] = {n: [] for n in makes}
    for count in range(much):
        n = makes[count % len(makes)]
        edited[n].append(held[n])
    return edited


MOST_MADE = 10_000
"""The largest number of things that one can be multiplied to; a game has room for fewer anyway."""


def _redirected(node: Adjust, m: Machine, vars: Vars, change: Change, by: int) -> list[Change]:
    """Redirect a change, or an amount of it, to another thing, unless that thing is gone."""
    whom = evaluate(node.whom, m, vars)
    if whom == NOWHERE or not m.in_play(whom % LIVES):
        return [change]
    if change[0] == "last":
        return [(change[0], whom, Lasting(*change[2])._replace(object=whom))]
    if change[0] != "alter":
        return [(change[0], whom, *change[2:])]
    much = change[4] if node.amount is None else min(by, change[4])
    moved = (change[0], values.holder(m, whom, change[2]), *change[2:4], much, *change[5:])
    rest = change[4] - much
    return [moved, (*change[:4], rest, *change[5:])] if rest and change[3] in SIGNS else [moved]


def _tell(node: Adjust, m: Machine, vars: Vars, frame: Frame, gone: list[Change]) -> None:
    """Announce that something does not happen; a negated change of a stat stays negated for the rest of the act."""
    if node.stat != NONE and node.op == "":
        spared = tuple(change[1:4] for change in gone)
        m.amend(frame.id, {"spared": (*frame.vars.get("spared", ()), *spared)})
    if node.stat != NONE and node.op in ("", "-"):
        m.emit(("told", "negated", vars["actor"]))
    elif node.op in ("", "-"):
        for slot in dict.fromkeys(change[1] for change in gone):
            m.emit(("told", "prevented", slot))
