"""The event that a prepared change would cause, so that conditions about events can be tested before they happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, guises
from rulewright.kernel.change.effects import Change
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import KIND, LIFE, NOWHERE, OWNER, SEEN, Lasting

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

KINDS = {"send": "moved", "tell": "told", "counter": "told", "bind": "linked", "show": "revealed", "last": "lasts",
         "make": "made"}  # fmt: skip
"""The kind of event that a kind of change causes; any other changes a number."""


def foreseen(m: Machine, change: Change) -> Event | None:
    """Give the event that a prepared change would cause now; None for a change that only accompanies others."""
    kind, slot = change[0], change[1]
    if kind == "alter":
        return ("changed", slot, change[2], m.state.cell(slot, change[2]), effects.outcome(m, change))
    if kind == "send":
        life, old = m.state.cell(slot, LIFE), m.state.places[slot]
        return ("moved", slot, (old, NOWHERE, life), (change[2], NOWHERE, life), None)
    if kind == "counter":
        return ("told", "countered", slot)
    if kind == "tell":
        return ("told", change[2], slot)
    if kind == "bind":
        return ("linked", slot, change[2], m.state.links.get((slot, change[2])), change[3])
    if kind == "show":
        return ("revealed", slot, m.state.links.get((slot, SEEN)), change[2], m.state.places[slot])
    if kind == "last" and Lasting(*change[2]).question == guises.CONTROL:
        return ("changed", slot, OWNER, m.state.cell(slot, OWNER), m.player_of(Lasting(*change[2]).amount))
    if kind == "give" and not change[4:]:
        return ("changed", slot, OWNER, m.state.cell(slot, OWNER), change[2])
    if kind == "make":
        return ("made", slot, change[3][KIND])
    return ("lasts", None, Lasting(*change[2])) if kind == "last" else None


def concerned(change: Change) -> tuple[str, int | None]:
    """Give the kind of event that a change would cause, and the stat if it changes one."""
    if change[0] == "last" and Lasting(*change[2]).question == guises.CONTROL:
        return "changed", OWNER
    stat = change[2] if change[0] == "alter" else OWNER if change[0] == "give" else None
    return KINDS.get(change[0], "changed"), stat
