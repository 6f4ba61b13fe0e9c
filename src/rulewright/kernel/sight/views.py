"""Stats and events as one viewer may know them. Nobody is told the numbers of answers, frames, dice and lives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.kernel.sight import visibility
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.state.events import Event, Place
from rulewright.kernel.state.facts import ACTION, BORN, LIFE, NOWHERE, Question

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

# Columns that count answers and lives, and links that only the machine uses: no viewer may know them.
MACHINE_ONLY = frozenset({LIFE, ACTION, BORN})


def hidden(m: Machine, viewer: Viewer, slot: int, stat: Question) -> bool:
    """Say whether a viewer may not see a stat of a thing, because the book hides it."""
    if not m.book.hiding or viewer == HOST or not isinstance(stat, int):
        return False
    from rulewright.kernel.change import features  # imported here, because it imports this module

    return features.hidden(m, viewer, slot, stat)


# -- events ------------------------------------------------------------------------------------------------------------


def redact(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Give an event as a viewer may know it, right after it; None if the viewer may know nothing of it.

    A thing is named only to those who can tell it from others; `witness` gives it the viewer's own number.
    """
    return event if viewer == HOST else REDACT.get(event[0], _open)(m, viewer, event)


def faced(m: Machine, viewer: Viewer, event: Event) -> int:
    """Give the thing whose face a viewer saw in an event although it is not seen any more; NOWHERE if there is none."""
    gone = event[0] == "moved" and event[4] is None and not visibility.knows(m, viewer, event[1])
    return event[1] if gone and visibility.there(m, viewer, event[2]) else NOWHERE


CHOSE = "chose"
"""The announcement of what was chosen in secret, after all have chosen."""


def uncovers(m: Machine, viewer: Viewer, event: Event) -> bool:
    """Say whether an event, right after it, has shown a viewer a face, or a choice, that was not seen before."""
    if event[:2] == ("told", CHOSE):
        return True
    if event[0] == "moved":
        return not visibility.there(m, viewer, event[2]) and visibility.knows(m, viewer, event[1])
    if event[0] != "revealed" or not visibility.knows(m, viewer, event[1]):
        return False
    return not visibility.shows(m, viewer, event[4], event[2])


def _open(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return event


def _machine_only(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return None


def _moved(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Show where a thing goes; of an unseen place only the zone, and a thing that moves between two unseen places has no name."""
    ends = [(place, visibility.sees(m, viewer, place[0]) or visibility.there(m, viewer, place)) for place in event[2:4]]
    ends = [(event[2], False), ends[1]] if event[4] is not None else ends  # what is made is seen where it comes to lie
    named = any(seen for _, seen in ends)
    return ("moved", event[1] if named else NOWHERE, *(_spot(*end) for end in ends), None)


def _spot(place: Place, seen: bool) -> Place:
    return (place[0], place[1] if seen else NOWHERE, NOWHERE)


def _revealed(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Tell to whom something is shown, and name it to these viewers; that something is no longer known is not told."""
    _, slot, _, new, zone = event
    if new is None and not visibility.sees(m, viewer, zone):
        return None
    return ("revealed", slot if visibility.follows(m, viewer, slot) else NOWHERE, None, new, zone)


def _shuffled(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return ("shuffled", event[1], (), ())


def _changed(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    secret = event[2] in MACHINE_ONLY or hidden(m, viewer, event[1], event[2])
    shown = visibility.knows(m, viewer, event[1]) or (event[2] in m.book.open_stats and visibility.follows(m, viewer, event[1]))
    return event if shown and not secret else None


def _linked(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    placed = event[2] in visibility.PLACED and visibility.follows(m, viewer, event[1])
    return event if placed or visibility.knows(m, viewer, event[1]) else None


def _of_effect(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    effect = event[1] or event[2]
    if effect.object == NOWHERE:
        return event
    known = visibility.knows(m, viewer, effect.object) and not hidden(m, viewer, effect.object, effect.question)
    return event if known else None


def _chose(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Give the picks only to their player if the book hides anything: other events tell their results."""
    return (*event[:2], ()) if m.book.secret and viewer != event[1] else event


def _told(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return event if all(visibility.follows(m, viewer, part) for part in event[2:] if isinstance(part, int)) else None


REDACT: dict[str, Callable[[Machine, Viewer, Event], Event | None]] = {
    **dict.fromkeys(("noticed", "tallied", "began", "ended"), _machine_only),
    **dict.fromkeys(("lasts", "expired"), _of_effect),
    "changed": _changed,
    "linked": _linked,
    "moved": _moved,
    "revealed": _revealed,
    "shuffled": _shuffled,
    "chose": _chose,
    "told": _told,
}
