"""A moment: what happens together is written first and noticed afterwards, by everybody who was there when it began.

What left play in it is noticed, and notices, as it last was: it keeps its numbers, links and place until all is noticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import memory
from rulewright.kernel.change.memory import Remembered
from rulewright.kernel.legality.having import abilities
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import NOWHERE

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

SUBJECTS = {"began": 3, "ended": 4, "changed": 1, "moved": 1, "linked": 1, "told": 2, "performed": 1}
"""Where an event says which object it is about."""


class Instant:
    """What is known of a moment while it lasts."""

    __slots__ = ("events", "had", "last", "moves")

    def __init__(self) -> None:
        self.events: list[Event] = []  # what somebody listens to, in the order in which it was written
        self.had: dict[int, tuple[int, ...]] = {}  # of what leaves play, and of all where abilities are granted: what each had
        self.last: dict[int, Remembered] = {}  # what leaves play and ends its life, as it last was
        self.moves: list[tuple[int, int, int, bool]] = []  # thing, from, to, whether its life ended

    def leaves(self, m: Machine, slot: int, dies: bool) -> None:
        """Remember the abilities of what is about to leave play; where others may grant abilities, those of everybody."""
        if m.deaf or not m.book.listeners or slot in self.had or not m.in_play(slot):
            return
        known = memory.as_it_is(m, slot) if dies else None
        if known is not None:
            self.last[slot] = known
            memory.keep(m, m.state.ref(slot), known)
        for each in m.live() if m.book.granting else (slot,):
            self.had.setdefault(each, abilities(m, each))

    def hearing(self, m: Machine, action: int, about: int) -> list[int]:
        """List who had an action as the moment began and hears of something; in some books what left hears of itself alone."""
        had = [slot for slot, actions in self.had.items() if action in actions]
        return had if m.book.parting else [slot for slot in had if slot == about or m.in_play(slot)]

    def notice(self, m: Machine) -> None:
        """Let everything be noticed that happened in the moment."""
        for event in self.events if len(self.events) < 2 else self._in_order(m):
            _noticed(m, event, self)

    def _in_order(self, m: Machine) -> list[Event]:
        """Give the events kind by kind as written, those of one kind in the book's order of what they are about.

        Things that the book's order does not tell apart come as they were made, however they lie or were named.
        """
        about = sorted({subject(event) for event in self.events} - {NOWHERE})
        rank = {slot: n for n, slot in enumerate(m.book.ordered(m, about))}
        kinds = {key: n for n, key in reversed(list(enumerate(map(_kind, self.events))))}
        return sorted(self.events, key=lambda event: (kinds[_kind(event)], rank.get(subject(event), NOWHERE)))


def happened(m: Machine, event: Event) -> None:
    """Let an event that somebody listens to be noticed: at once, or with the moment it belongs to."""
    if m.moment is None:
        _noticed(m, event, None)
    else:
        m.moment.events.append(event)


def _noticed(m: Machine, event: Event, moment: Instant | None) -> None:
    from rulewright.kernel.change import triggers  # here, because triggers know what a moment is

    for trigger in m.book.listeners[event[2] if event[0] == "changed" else event[0]]:
        triggers.notice(m, trigger, event, moment)


def _kind(event: Event) -> tuple[object, ...]:
    """Give what tells events apart that are about different things."""
    place = {"told": 1, "changed": 2, "linked": 2}.get(event[0], 0)
    return (event[0], event[place])


def subject(event: Event) -> int:
    """Give the object an event is about."""
    place = SUBJECTS.get(event[0], 0)  # where an event is about nothing, there stands its name
    about = event[place] if place < len(event) else NOWHERE
    return about if isinstance(about, int) else NOWHERE
