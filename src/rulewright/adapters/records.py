"""What happened in a game as one viewer may know it: events as data with names for numbers, and words for people.

Each viewer has a record and a numbering of its own, so that nothing can be counted that is not seen. The rule of what is seen
is the kernel's; it is asked for every event at its own moment, on facts that follow the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.kernel import acts, events, views
from rulewright.kernel.agenda import Machine
from rulewright.kernel.events import Event
from rulewright.kernel.game import Done, Game
from rulewright.kernel.state import ACTION, BORN, KIND, LIFE, LIVES, NOWHERE, OWNER, SIDE, TILE
from rulewright.kernel.sight import HOST
from rulewright.language import account

Viewer = int | None
Data = dict[str, Any]

# Columns that count answers and lives: no seat may learn them.
MACHINE_ONLY = frozenset({LIFE, ACTION, BORN})


class Record:
    """What one viewer has been told of a game so far."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        state = game.state.copy()
        for done in reversed(game.done):
            _take_back(state, done)
        self.viewer = viewer
        self.machine = Machine(game.book, state)
        self.told: list[Data] = []
        self._followed: list[tuple[Done, int]] = []

    def follow(self, done: Sequence[Done]) -> list[Data]:
        """Come up with a game's answers, taking back those it has taken back; give everything that was told."""
        followed = self._followed
        while followed and (len(followed) > len(done) or followed[-1][0] is not done[len(followed) - 1]):
            last, length = followed.pop()
            _take_back(self.machine.state, last)
            del self.told[length:]
        for one in done[len(followed) :]:
            followed.append((one, len(self.told)))
            self._hear(one)
        return self.told

    def _hear(self, done: Done) -> None:
        self.machine.state.set_control(done.control)
        for event in done.events:
            events.apply(self.machine.state, event)
            self.machine.memo.clear()
            data = shown(self.machine, self.viewer, event)
            if data is not None:
                number = {"answer": done.entry.number} if self.viewer == HOST else {}
                self.told.append({"n": len(self.told), **number, **data})


def _take_back(state: Any, done: Done) -> None:
    for event in reversed(done.events):
        events.revert(state, event)


def shown(m: Machine, viewer: Viewer, event: Event) -> Data | None:
    """Give an event as data and words, as a viewer may know it; None when nothing of it may be known."""
    told = event if viewer == HOST else views.redact(m, viewer, event)
    if told is None or (viewer != HOST and told[0] == "changed" and told[2] in MACHINE_ONLY):
        return None
    fields = FIELDS.get(told[0])
    return {"kind": told[0], "words": account.say(m, told), **(fields(m, viewer, told) if fields else {})}


# -- kinds of event ----------------------------------------------------------------------------------------------------


def _name(m: Machine, slot: int) -> str | None:
    return None if slot == NOWHERE else m.book.name_of(m.state, slot)


def _zone(m: Machine, zone: int) -> str | None:
    if zone == NOWHERE or m.state.grounds[zone][0] < 0:
        return None
    return m.book.zone_words(m.state, zone)


def _cell(m: Machine, stat: int, value: int) -> int | str | None:
    """Say a number of the kernel's own by name; the book's stats are numbers."""
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


def _founded(m: Machine, viewer: Viewer, event: Event) -> Data:
    old, new = event[2:]
    name = m.book.zones[(new if new[0] >= 0 else old)[0]].name
    return {"zone": name, "open": new[0] >= 0, "touched": new[2]}


def _linked(m: Machine, viewer: Viewer, event: Event) -> Data:
    return {"what": _name(m, event[1]), "link": event[2], "to": [_seen(m, viewer, slot) for slot in _slots(event[4])]}


def _slots(value: Any) -> list[int]:
    """List the things that a link refers to, however deep they lie in it."""
    if isinstance(value, tuple):
        return [slot for part in value for slot in _slots(part)]
    return [value % LIVES] if isinstance(value, int) and value >= 0 else []


def _seen(m: Machine, viewer: Viewer, slot: int) -> str | None:
    visible = slot < len(m.state.places) and views.sees(m, viewer, m.state.places[slot])
    return _name(m, slot) if visible else None


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


def path_words(m: Machine, path: Sequence[Any]) -> list[str]:
    """Say the picks of a whole answer: an action, then what it is aimed at."""
    action = m.book.action(path[0][0]) if path and isinstance(path[0], tuple) else None
    kinds = ["plain", *(pick.kind for pick in action.picks)] if action is not None else []
    return [acts.Namer(m, kinds[n] if n < len(kinds) else "plain")(key) for n, key in enumerate(path)]


def _told(m: Machine, viewer: Viewer, event: Event) -> Data:
    return {"word": event[1], "about": [_name(m, part) if isinstance(part, int) else str(part) for part in event[2:]]}


def _noticed(m: Machine, viewer: Viewer, event: Event) -> Data:
    entry = event[3] or event[2]
    action = m.book.actions[m.book.triggers[entry[0]].action].name
    return {"action": action, "by": _name(m, entry[1]), "about": _name(m, entry[2]), "waits": event[3] is not None}


FIELDS: dict[str, Callable[[Machine, Viewer, Event], Data]] = {
    "changed": _changed,
    "moved": _moved,
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
    "amended": lambda m, viewer, event: {"rule": event[1], "to": event[3]},
}
