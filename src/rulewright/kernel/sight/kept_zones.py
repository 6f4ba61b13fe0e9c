"""Zones of one viewer's view that are kept from view to view as long as nothing in them changes.

Whoever shows a game again and again keeps them beside it, and must not change a view that was made with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.sight import schema, things
from rulewright.kernel.state.events import WRITERS, Event
from rulewright.kernel.state.facts import NOWHERE, State

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game
    from rulewright.kernel.history.journal import Done

ELSEWHERE = ("at", "attached")
"""Links by which a thing is shown with the name and the handle of another one."""


class KeptZones:
    """The zones of the last view, and the last answer that it knew of."""

    def __init__(self) -> None:
        self._zones: dict[int, schema.ZoneView] = {}
        self._length = 0
        self._last: Done | None = None

    def come_up(self, game: Game) -> None:
        """Forget the zones in which something has changed since the last view; after an undo, all of them."""
        done = game.done
        if self._length == 0 or len(done) < self._length or done[self._length - 1] is not self._last:
            self._zones.clear()
        else:
            for event in [event for each in done[self._length :] for event in each.events]:
                self._forget(game.state, event)
        self._length, self._last = len(done), done[-1]

    def _forget(self, state: State, event: Event) -> None:
        if event[0] in ("founded", "amended"):
            self._zones.clear()
        for zone in touched(state, event):
            self._zones.pop(zone, None)

    def zone(self, m: Machine, viewing: things.Viewing, index: int) -> schema.ZoneView:
        """Give a zone as it was shown last, or make it."""
        found = self._zones.get(index)
        if found is None:
            found = things.zone(m, viewing, index)
            if self._stays(m, index):
                self._zones[index] = found
        return found

    def _stays(self, m: Machine, index: int) -> bool:
        """Say whether only events about a zone and the things in it can change how it is shown."""
        links, stack = m.state.links, m.book.zones[m.state.grounds[index][0]].stack
        if stack or m.book.hiding or values.fluid(m):
            return False
        return not any((slot, link) in links for slot in m.state.zones[index] for link in ELSEWHERE)


def touched(state: State, event: Event) -> Iterable[int]:
    """Give the zones whose things an event may have changed."""
    kind = event[0]
    if kind not in WRITERS:
        return ()
    if kind == "moved":
        return (event[2][0], event[3][0])
    if kind == "shuffled":
        return (event[1],)
    if kind in ("lasts", "expired"):
        slots = [effect.object for effect in event[1:] if effect is not None]
        return [state.places[slot] for slot in slots if slot != NOWHERE]
    return (state.places[event[1]],) if kind in ("changed", "linked", "revealed") else ()
