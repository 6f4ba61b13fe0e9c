"""Single facts: a number, a link, a tally, and when a zone was touched; a fact that does not change causes no event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import NOWHERE, Link, Links, Tally

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def write(m: Machine, slot: int, column: int, to: int) -> bool:
    """Store a number of an object; say whether it changed."""
    old = m.state.cell(slot, column)
    if old != to:
        m.emit(("changed", slot, column, old, to))
    return old != to


def link(m: Machine, slot: int, name: Link, refs: Links | None) -> None:
    """Set a link of an object; None removes it."""
    old = m.state.links.get((slot, name))
    if old != refs:
        m.emit(("linked", slot, name, old, refs))


def tally(m: Machine, what: Tally, slot: int, more: int = 1) -> None:
    """Count something once more, or several times."""
    old = m.state.tallies.get((what, slot), 0)
    m.emit(("tallied", what, slot, old, old + more))


def touch(m: Machine, zone: int) -> None:
    """Record the time of the last change of a timed zone; close it when it is empty."""
    if zone == NOWHERE:
        return
    kind, owner, since = m.state.grounds[zone]
    if kind < 0 or not m.book.zones[kind].quiet:
        return
    now = (kind if m.state.zones[zone] else -1, owner, m.state.now)
    if now != (kind, owner, since):
        m.emit(("founded", zone, (kind, owner, since), now))
