"""Counts what happens until a structure ends, for rules that ask for it later: how often, how many things, how much of a stat.

An event is judged when it happens, with the facts of that moment: afterwards it is not known to whom a thing that died belonged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import triggers, writing
from rulewright.kernel.change.moment import Instant, subject
from rulewright.kernel.legality import judging
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program.definition import Counted

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def count(m: Machine, event: Event, moment: Instant | None) -> None:
    """Count an event for every rule that asks for it; what left in its moment is judged as it last was."""
    if event[0] == "moved" and event[2][2] != event[3][2] and m.in_play(event[1]):
        _forget(m, event[1])
    for each in m.book.counting[event[2] if event[0] == "changed" else event[0]]:
        if each.stat in (None, event[2]):
            _count(m, each, event, moment)


def _forget(m: Machine, slot: int) -> None:
    """Forget what was counted for a thing that comes into play again, because it counts as a new thing."""
    own = {each.key for each in m.book.counted}
    for key in [key for key in m.state.tallies if key[0] in own and key[1] in (slot, _seen(slot))]:
        m.emit(("tallied", *key, m.state.tallies[key], 0))


def _count(m: Machine, counted: Counted, event: Event, moment: Instant | None) -> None:
    """Count an event for everybody for whom the test holds; if things are counted, each thing counts once."""
    about = subject(event)
    once = counted.how == "once" and about != NOWHERE
    if once and (counted.key, _seen(about)) in m.state.tallies:
        return
    amount = abs(event[4] - event[3]) if counted.how == "much" else 1
    found = [slot for slot in _whose(m, counted, about) if _holds(m, counted, event, slot, moment)]
    for slot in [*found, _seen(about)] if once and found else found:
        writing.tally(m, counted.key, slot, amount)


def _holds(m: Machine, counted: Counted, event: Event, slot: int, moment: Instant | None) -> bool:
    actor = NOWHERE if slot == NOWHERE else m.book.actor_for(m.state, slot, m.player_of(slot))
    by = triggers.caused_by(m, event)
    seen: Vars = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": slot}
    known = triggers.remembering({**triggers.cause(m), **seen}, moment, slot, subject(event), by)
    return judging.holds(m, counted.test, known)


def _seen(slot: int) -> int:
    """Give the number that records that a thing has been counted; it differs from the numbers of all things."""
    return -2 - slot


def _whose(m: Machine, counted: Counted, about: int) -> list[int]:
    """List for whom an event may count: everything in play and what the event is about, who can act, or nobody in particular."""
    if counted.whose == "source":
        return m.live() if about == NOWHERE or m.in_play(about) else [*m.live(), about]
    if counted.whose == "actor":
        return [slot for slot in m.live() if not m.book.is_card(m.state, slot)]
    return [NOWHERE]
