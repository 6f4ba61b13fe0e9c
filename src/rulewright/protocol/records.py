"""What happened in a game as one viewer may know it: events as data with names for numbers, and words for people.

Each viewer has a record and a numbering of its own, so that nothing can be counted that is not seen. The rule of what is seen
is the kernel's: a witness follows the game, and words are made in the game as the viewer sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.kernel.evaluation import account
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history.journal import Done
from rulewright.kernel.history.saved_names import SavedNames
from rulewright.kernel.legality.naming import path_words
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import KIND, LIVES, NOBODY, NOWHERE, OWNER, SIDE, TILE
from rulewright.program.slots import MEMORY

Data = dict[str, Any]


class Record(Witness):
    """What one viewer has been told of a game so far, in words and fields."""

    def tell(self, done: Done, event: Event, told: Event) -> Data:
        """Give an event as data with words, with the viewer's own number and, for the host, the number of its answer."""
        number = {"answer": done.entry.number} if self.viewer == HOST else {}
        return {"n": len(self.told), **number, **shown(self.view_as(event), self.viewer, told)}


def shown(m: Machine, viewer: Viewer, told: Event) -> Data:
    """Give what a viewer may know of an event as data and words, in the game as that viewer sees it."""
    fields, named = FIELDS.get(told[0]), SavedNames(m.book).event(told)
    return {
        "kind": told[0],
        "words": account.say(m, told),
        **(fields(m, viewer, named) if fields else {}),
    }


# -- kinds of event ----------------------------------------------------------------------------------------------------


def _name(m: Machine, slot: int) -> str | None:
    return None if slot == NOWHERE else m.book.name_of(m.state, slot)


def _zone(m: Machine, zone: int) -> str | None:
    if zone == NOWHERE or m.state.grounds[zone][0] < 0:
        return None
    return m.book.zone_words(m.state, zone)


def _cell(m: Machine, stat: int, value: int) -> int | str | None:
    """Name a number of the kernel; the book's stats are numbers."""
    setting = m.state.setting
    if stat in (TILE, OWNER, SIDE) and value < 0:
        return None
    if stat == TILE:
        return setting.grid.words(value) if setting.grid is not None else value
    named = {OWNER: setting.seats, SIDE: setting.sides, KIND: [kind.name for kind in m.book.kinds]}.get(stat)
    return value if named is None else named[value]


def _changed(m: Machine, viewer: Viewer, event: Event) -> Data:
    _, slot, stat, old, new = event
    return {
        "what": _name(m, slot),
        "stat": m.book.stats[stat].name,
        "from": _cell(m, stat, old),
        "to": _cell(m, stat, new),
    }


def _moved(m: Machine, viewer: Viewer, event: Event) -> Data:
    return {"what": _name(m, event[1]), "from": _zone(m, event[2][0]), "to": _zone(m, event[3][0])}


def _revealed(m: Machine, viewer: Viewer, event: Event) -> Data:
    seats = m.state.setting.seats
    to = None if event[3] is None else [seats[seat] for seat in event[3] if seat != NOBODY]
    return {"what": _name(m, event[1]), "zone": _zone(m, event[4]), "to": to}


def _founded(m: Machine, viewer: Viewer, event: Event) -> Data:
    old, new = event[2:]
    name = m.book.zones[(new if new[0] >= 0 else old)[0]].name
    return {"zone": name, "open": new[0] >= 0, "touched": new[2]}


def _linked(m: Machine, viewer: Viewer, event: Event) -> Data:
    to = [] if event[2] == MEMORY else [_known(m, slot) for slot in _slots(event[4])]
    return {"what": _name(m, event[1]), "link": event[2], "to": to}


def _slots(value: Any) -> list[int]:
    """List the things to which a link refers, at any depth."""
    if isinstance(value, tuple):
        return [slot for part in value for slot in _slots(part)]
    return [value % LIVES] if isinstance(value, int) and value >= 0 else []


def _known(m: Machine, slot: int) -> str | None:
    """Name a thing, unless it has no face for the viewer."""
    unseen = slot >= len(m.state.places) or m.state.cell(slot, KIND) == m.book.unseen
    return None if unseen else _name(m, slot)


def _lasts(m: Machine, viewer: Viewer, event: Event) -> Data:
    effect = event[2] or event[1]
    about = effect.question
    stat = m.book.stats[about].name if isinstance(about, int) else str(about[0])
    return {
        "what": _name(m, effect.object),
        "effect": effect.name,
        "about": stat,
        "does": effect.op,
        "amount": effect.amount,
        "uses": effect.uses,
    }


def _chose(m: Machine, viewer: Viewer, event: Event) -> Data:
    return {"seat": m.state.setting.seats[event[1]], "picks": path_words(m, event[2])}


def _told(m: Machine, viewer: Viewer, event: Event) -> Data:
    return {"word": event[1], "about": [_name(m, part) if isinstance(part, int) else str(part) for part in event[2:]]}


def _noticed(m: Machine, viewer: Viewer, event: Event) -> Data:
    entry = event[3] or event[2]
    action = m.book.actions[m.book.triggers[entry[0]].action].name
    by, about = (NOWHERE if ref == NOWHERE else ref % LIVES for ref in entry[1:3])
    return {"action": action, "by": _name(m, by), "about": _name(m, about), "waits": event[3] is not None}


FIELDS: dict[str, Callable[[Machine, Viewer, Event], Data]] = {
    "changed": _changed,
    "moved": _moved,
    "revealed": _revealed,
    "shuffled": lambda m, viewer, event: {"zone": _zone(m, event[1])},
    "founded": _founded,
    "linked": _linked,
    "lasts": _lasts,
    "expired": _lasts,
    "chose": _chose,
    "told": _told,
    "noticed": _noticed,
    "rolled": lambda m, viewer, event: {"sides": event[1], "faces": list(event[2])},
    "began": lambda m, viewer, event: {"structure": event[2], "of": _name(m, event[3])},
    "ended": lambda m, viewer, event: {"structure": event[2], "how": event[3]},
    "tallied": lambda m, viewer, event: {"what": _name(m, event[2]), "tally": event[1], "from": event[3], "to": event[4]},
    "undone": lambda m, viewer, event: {"seat": m.state.setting.seats[event[1]], "action": event[2], "because": event[3]},
    "amended": lambda m, viewer, event: {"name": event[1], "text": event[3][1]},
    "performed": lambda m, viewer, event: {"what": _name(m, event[1]), "action": m.book.actions[event[2]].name},
    "judged": lambda m, viewer, event: {"struck": event[1]},
}
