"""The game as one viewer sees it, kept while the game goes on: after an answer only what its events touched is hidden again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.kernel.flow import stacks
from rulewright.kernel.sight import visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state.facts import NOWHERE, OWN

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.state.events import Event


class Touched:
    """Things and zones about which something has happened."""

    def __init__(self) -> None:
        self.slots: set[int] = set()
        self.zones: set[int] = set()  # between which something has moved
        self.stats: set[int] = set()  # that have changed
        self.moved: set[int] = set()  # the things that have changed in another way than by a number
        self.all = False  # everything may have changed

    def and_then(self, other: Touched) -> Touched:
        """Add what has happened later."""
        self.slots |= other.slots
        self.zones |= other.zones
        self.all = self.all or other.all
        return self

    def note(self, event: Event) -> None:
        """Note what an event is about."""
        kind = event[0]
        if kind == "changed" and event[2] >= OWN:
            self.slots.add(event[1])
            self.stats.add(event[2])
        elif kind in ("changed", "linked", "revealed"):
            self._move((event[1],))
        elif kind == "moved":
            self._move((event[1],))
            self.zones.update([place[0] for place in event[2:4] if place[0] != NOWHERE])
        elif kind in ("lasts", "expired"):
            self._move([effect.object for effect in event[1:] if effect is not None and effect.object != NOWHERE])
        elif kind == "shuffled":
            self._move(event[3])
        elif kind in ("founded", "amended"):
            self.all = True

    def _move(self, slots: Iterable[int]) -> None:
        self.slots.update(slots)
        self.moved.update(slots)


class SeenGame:
    """A copy of a game in which things that a viewer does not see have no face; or the game itself, if there are none."""

    def __init__(self, m: Machine, viewer: Viewer) -> None:
        self.m, self.viewer = m, viewer
        self._cover_all()

    def _cover_all(self) -> None:
        m, viewer = self.m, self.viewer
        self.machine = visibility.view_as(m, viewer)
        covered = range(len(m.state.places)) if self.machine is not m else ()
        self._hidden = {slot for slot in covered if self._hides(slot)}
        self._open = {slot for slot in self._hidden if visibility.sees(m, viewer, m.state.places[slot])}

    def _hides(self, slot: int) -> bool:
        return self.m.state.places[slot] != NOWHERE and not visibility.knows(self.m, self.viewer, slot)

    def come_up(self, touched: Touched) -> None:
        """Follow the game after some events."""
        m, viewer = self.m, self.viewer
        waiting = {slot for zone in stacks.stacks(m) for slot in m.state.zones[zone]}  # what is hidden is named by its stack
        slots = touched.slots | waiting
        covered = {slot for slot in slots if self._hides(slot)}
        self._hidden = self._hidden - slots | covered
        if touched.all or self.machine is m or not self._hidden:
            self._cover_all()
            return
        plain = {slot for slot in covered if visibility.sees(m, viewer, m.state.places[slot])}
        self._open = self._open - slots | plain
        self._take_over(slots)
        for slot in covered:
            visibility.blank(m, self.machine.state, slot in plain, m.state.places[slot], (slot,))
        visibility.drop_facts_of(m, self.machine.state, self._hidden, self._open)
        self._lay(touched.zones | {m.state.places[slot] for slot in waiting})
        self.machine.state.set_control(m.state.control())
        self.machine.forget()

    def _take_over(self, slots: set[int]) -> None:
        """Take over the facts about some things, and all facts that are not about things."""
        state, seen = self.m.state, self.machine.state
        seen.cells.extend(state.cells[len(seen.cells) :])
        seen.names += state.names[len(seen.names) :]
        for slot in slots:
            row = slice(slot * state.width, (slot + 1) * state.width)
            seen.cells[row] = state.cells[row]
            seen.names[slot] = state.names[slot]
        seen.places, seen.grounds, seen.noticed = state.places[:], state.grounds[:], state.noticed[:]
        seen.zone_cache.clear()

    def _lay(self, zones: set[int]) -> None:
        """Put the things of some zones into their places, hidden ones in an order that reveals nothing."""
        state, seen = self.m.state, self.machine.state
        seen.zones += [[] for _ in state.zones[len(seen.zones) :]]
        for zone in zones:
            in_dark = state.zones[zone] and visibility.dark(self.m, self.viewer, zone)
            seen.zones[zone] = visibility.jumbled(self.m, self.viewer, zone) if in_dark else state.zones[zone][:]
