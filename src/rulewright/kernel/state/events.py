"""The one writer of facts: `apply` writes an event, which has the old and the new value, and `revert` takes it back."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from rulewright.kernel.errors import Runaway
from rulewright.kernel.state.facts import LIFE, NOWHERE, OWN, SEEN, Ground, Lasting, Links, Noticed, Question, State, Things
from rulewright.kernel.state.facts import Event as Event

Place = tuple[int, int, int] | tuple[int, int, int, Things | None]
"""A zone, an index in it, a life, and the seats that see the thing's face, if they are not those of the zone."""

LARGEST = 10**18
"""The largest number that is stored; a number that would exceed it grows without end."""

# Announcements change no fact: triggers can respond to them, but they never make the game unsettled.
ANNOUNCEMENTS = frozenset({"rolled", "chose", "began", "ended", "undone", "told", "performed", "judged"})
# What players have seen cannot be unseen, so an act that caused one of these events is never taken back.
FINAL = frozenset({"rolled", "revealed", "shuffled"})


def _changed(state: State, event: Event, old: int, new: int) -> None:
    if not -LARGEST <= new <= LARGEST:
        raise Runaway(f"a number would grow past {LARGEST:,}")
    state.cells[event[1] * state.width + event[2]] = new
    if event[2] < OWN:
        state.zone_cache.clear()


def _moved(state: State, event: Event, old: Place, new: Place) -> None:
    """Change the place of a thing; a thing that comes from nowhere for the first time is created."""
    _, slot, _, _, made = event
    state.zone_cache.clear()
    if made and slot == len(state.places):
        state.cells.extend(made[1])
        state.names.append(made[0])
        state.places.append(NOWHERE)
    if old[0] != NOWHERE:
        del state.zones[old[0]][old[1]]
    if new[0] != NOWHERE:
        state.zones[new[0]].insert(new[1], slot)
    state.places[slot] = new[0]
    state.cells[slot * state.width + LIFE] = new[2]
    if len(old) > 3 or len(new) > 3:
        _revealed(state, event, None, new[3] if len(new) > 3 else None)
    if made and new[0] == NOWHERE and old is event[3]:
        _unmake(state, slot)


def _revealed(state: State, event: Event, old: Things | None, new: Things | None) -> None:
    """Set the list of seats that see a thing's face, or remove it, so that its zone decides."""
    if new is None:
        state.links.pop((event[1], SEEN), None)
    else:
        state.links[event[1], SEEN] = new


def _shuffled(state: State, event: Event, old: Things, new: Things) -> None:
    state.zones[event[1]] = list(new)
    state.zone_cache.clear()


def _unmake(state: State, slot: int) -> None:
    del state.cells[slot * state.width :]
    state.names.pop()
    state.places.pop()


def _founded(state: State, event: Event, old: Ground | None, new: Ground | None) -> None:
    """Create a zone (old is None), or undo its creation."""
    state.zone_cache.clear()
    if new is None:
        state.zones.pop()
        state.grounds.pop()
    elif old is None:
        state.zones.append([])
        state.grounds.append(new)
    else:
        state.grounds[event[1]] = new


def _linked(state: State, event: Event, old: Links | None, new: Links | None) -> None:
    state.zone_cache.clear()  # what a thing can do may depend on what it is attached to
    if new is None:
        del state.links[event[1], event[2]]
    else:
        state.links[event[1], event[2]] = new


def _lasts(state: State, event: Event, old: Lasting | None, new: Lasting | None) -> None:
    """Write a lasting effect; effects are kept in the order of their numbers, so that they always expire in this order."""
    if new is not None and not -LARGEST <= new.amount <= LARGEST:
        raise Runaway(f"a number would grow past {LARGEST:,}")
    if old is not None:
        _untouch(state, old)
        if new is None:
            del state.lasting[old.id]
    if new is not None:
        early = new.id not in state.lasting and new.id < next(reversed(state.lasting), new.id)
        state.lasting[new.id] = new
        if early:
            state.lasting = dict(sorted(state.lasting.items()))
        key = (new.object, new.question)
        state.touched[key] = tuple(sorted((*state.touched.get(key, ()), new.id)))


def _untouch(state: State, effect: Lasting) -> None:
    key = (effect.object, effect.question)
    rest = tuple(i for i in state.touched[key] if i != effect.id)
    if rest:
        state.touched[key] = rest
    else:
        del state.touched[key]


def _tallied(state: State, event: Event, old: int, new: int) -> None:
    key = (event[1], event[2])
    if new:
        state.tallies[key] = new
    else:
        del state.tallies[key]


def _noticed(state: State, event: Event, old: Noticed | None, new: Noticed | None) -> None:
    if new is None:
        del state.noticed[event[1]]
    else:
        state.noticed.insert(event[1], new)


def _amended(state: State, event: Event, old: tuple[str, str] | None, new: tuple[str, str] | None) -> None:
    """Add an amendment, and for each object the stats it brings with it; or take both back."""
    _, _, _, _, defaults = event
    state.zone_cache.clear()
    rows = [state.cells[at : at + state.width] for at in range(0, len(state.cells), state.width)]
    if new is None:
        state.amendments.pop()
        state.width -= len(defaults)
    else:
        state.amendments.append(new)
        state.width += len(defaults)
    state.cells = array("q", [cell for row in rows for cell in (*row, *defaults)[: state.width]])


WRITERS: dict[str, tuple[Callable[[State, Event, Any, Any], None], int]] = {
    # event kind -> (writer, where the old value stands; the new one follows it)
    "changed": (_changed, 3),  # object, stat, old, new
    "moved": (_moved, 2),  # object, place, place, made: (name, cells) or None
    "revealed": (_revealed, 2),  # object, the seats that saw its face (None: those that see its zone), those that do now, zone
    "shuffled": (_shuffled, 2),  # zone, old order, new order
    "founded": (_founded, 2),  # zone, old ground, new ground
    "linked": (_linked, 3),  # object, name, old, new
    "lasts": (_lasts, 1),  # old effect or None, new effect
    "expired": (_lasts, 1),  # effect, None
    "tallied": (_tallied, 3),  # name, object, old, new
    "noticed": (_noticed, 2),  # index, old, new
    "amended": (_amended, 2),  # name, None, (name, text), the defaults of the stats it brings
}


def apply(state: State, event: Event) -> None:
    """Write the change of an event into the facts."""
    writer = WRITERS.get(event[0])
    if writer is not None:
        write, at = writer
        write(state, event, event[at], event[at + 1])


def revert(state: State, event: Event) -> None:
    """Take back the change of an event."""
    writer = WRITERS.get(event[0])
    if writer is not None:
        write, at = writer
        write(state, event, event[at + 1], event[at])


def inverse(event: Event) -> Event:
    """Give the event that reverses another one, for an act that is taken back visibly."""
    if event[0] not in WRITERS:
        return ("told", "taken back", event[0])
    at = WRITERS[event[0]][1]
    return (*event[:at], event[at + 1], event[at], *event[at + 2 :])


def index_lasting(state: State) -> None:
    """Index the lasting effects by question again, after a state was read from a save."""
    touched: dict[tuple[int, Question], tuple[int, ...]] = {}
    for effect in sorted(state.lasting.values()):
        key = (effect.object, effect.question)
        touched[key] = (*touched.get(key, ()), effect.id)
    state.touched = touched
