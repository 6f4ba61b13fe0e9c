"""Deeds: the actions that a player has used, in order, each with its origin.

An origin is a common action, by its name as a word, or one ability of one thing in one life.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.change import writing
from rulewright.kernel.state.facts import NOWHERE

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.state.facts import Vars
    from rulewright.program.definition import Action

DEEDS = "deeds"  # the link that stores those of a player


class Deed(NamedTuple):
    """One action that was used: in which frames, its origin, and whether it is complete."""

    frames: tuple[int, ...]
    origin: tuple[int, int]
    complete: bool


def done(m: Machine, player: int) -> list[Deed]:
    """List what a player's object has done that is still recorded."""
    return [Deed(*entry) for entry in m.state.deeds(player, DEEDS)]


def since(m: Machine, player: int, structure: int) -> list[Deed]:
    """List what a player has done in the innermost structure of a name."""
    frame = m.state.innermost(structure)
    return [] if frame is None else [deed for deed in done(m, player) if frame.id in deed.frames]


def note(m: Machine, action: Action, vars: Vars) -> None:
    """Record that an action was begun; deeds of turns that are over are removed."""
    here, turn = tuple(frame.id for frame in m.state.agenda), m.state.innermost(m.book.turn)
    known = [deed for deed in done(m, vars["actor"]) if turn is not None and turn.id in deed.frames]
    writing.link(m, vars["actor"], DEEDS, tuple(map(tuple, (*known, Deed(here, origin(m, action, vars), False)))))


def complete(m: Machine, action: Action, vars: Vars, how: str) -> None:
    """Record that an action is complete, at its end or because it was cut short; the newest of its origin is meant."""
    known = done(m, vars["actor"])
    wanted = vars["origin"]
    for at in reversed(range(len(known))):
        if known[at].origin == wanted and not known[at].complete:
            known[at] = known[at]._replace(complete=True)
            writing.link(m, vars["actor"], DEEDS, tuple(map(tuple, known)))
            break
    if how != "ended":
        m.emit(("told", "cut short", action.name))
    m.emit(("told", "completes an action", vars["actor"]))


def origin(m: Machine, action: Action, vars: Vars) -> tuple[int, int]:
    """Give the origin of an action: a common action, or an ability of a thing in its current life."""
    if action.counts_as != NOWHERE:
        return (action.counts_as, NOWHERE)
    return (action.word, NOWHERE if vars["source"] == vars["actor"] else m.state.ref(vars["source"]))


def same(deeds: Sequence[Deed]) -> bool:
    """Say whether all have the same origin."""
    return len({deed.origin for deed in deeds}) <= 1


def different(deeds: Sequence[Deed]) -> bool:
    """Say whether no two have the same origin."""
    return len({deed.origin for deed in deeds}) == len(deeds)
