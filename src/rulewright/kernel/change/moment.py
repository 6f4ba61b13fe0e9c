"""A moment: changes that happen together are written first; then everybody who was there at its beginning notices them.

For triggers of this moment, things that left play in it have the numbers, links and places that they had last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import memory
from rulewright.kernel.legality.availability import abilities
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import NOWHERE, Remembered

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

SUBJECTS = {"began": 3, "ended": 4, "changed": 1, "moved": 1, "linked": 1, "told": 2, "performed": 1}
"""The field of an event with the object that it is about."""


class Instant:
    """The data of a moment while it lasts."""

    __slots__ = ("events", "had", "last", "met", "moves")

    def __init__(self) -> None:
        self.events: list[Event] = []  # the events that have listeners, in order
        # the abilities of things that leave play, and of all things if abilities can be granted
        self.had: dict[int, tuple[int, ...]] = {}
        self.last: dict[int, Remembered] = {}  # the things that leave play and end their life, as they last were
        self.met: set[tuple[int, int]] = set()  # the abilities that are used once for all of it, and whose they are
        self.moves: list[tuple[int, int, int, bool]] = []  # thing, from, to, whether its life ended

    def leaves(self, m: Machine, slot: int, dies: bool) -> None:
        """Remember the abilities of a thing that is about to leave play; if others may grant abilities, those of all things."""
        if m.deaf or not m.book.listeners or slot in self.had or not m.in_play(slot):
            return
        known = memory.as_it_is(m, slot) if dies else None
        if known is not None:
            self.last[slot] = known
            memory.keep(m, m.state.ref(slot), known)
        for each in m.live() if m.book.granting else (slot,):
            self.had.setdefault(each, abilities(m, each))

    def hearing(self, m: Machine, action: int, about: int) -> list[int]:
        """List who had an action when the moment began and responds; in some books a thing that left notices only itself."""
        had = [slot for slot, actions in self.had.items() if action in actions]
        return had if m.book.parting else [slot for slot in had if slot == about or m.in_play(slot)]

    def notice(self, m: Machine) -> None:
        """Let everything that happened in the moment be noticed."""
        for event in self.events if len(self.events) < 2 else self._in_order(m):
            _noticed(m, event, self)

    def _in_order(self, m: Machine) -> list[Event]:
        """Give the events by kind in the order of writing, and events of one kind in the book's order of their objects.

        Objects that the book's order does not distinguish come in the order in which they were made.
        """
        about = sorted({subject(event) for event in self.events} - {NOWHERE})
        rank = {slot: n for n, slot in enumerate(m.book.ordered(m, about))}
        kinds = {key: n for n, key in reversed(list(enumerate(map(_kind, self.events))))}
        return sorted(self.events, key=lambda event: (kinds[_kind(event)], rank.get(subject(event), NOWHERE)))


def happened(m: Machine, event: Event) -> None:
    """Let an event with listeners be noticed: at once, or with the moment to which it belongs."""
    if m.moment is None:
        _noticed(m, event, None)
    else:
        m.moment.events.append(event)


def _noticed(m: Machine, event: Event, moment: Instant | None) -> None:
    from rulewright.kernel.change import counting, triggers  # imported here, because they import this module

    about = event[2] if event[0] == "changed" else event[0]
    if about in m.book.counting:
        counting.count(m, event, moment)
    for trigger in m.book.listeners[about]:
        triggers.notice(m, trigger, event, moment)


def _kind(event: Event) -> Event:
    """Give what distinguishes events apart from their object."""
    place = {"told": 1, "changed": 2, "linked": 2}.get(event[0], 0)
    return (event[0], event[place])


def subject(event: Event) -> int:
    """Give the object an event is about."""
    place = SUBJECTS.get(event[0], 0)  # an event about nothing has a name in this field
    about = event[place] if place < len(event) else NOWHERE
    return about if isinstance(about, int) else NOWHERE
