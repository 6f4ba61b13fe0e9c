"""Views: a waiting game and its events as one viewer may know them. Numbers of answers, frames, dice and lives reach nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.kernel import sight, values
from rulewright.kernel.events import Event, Place
from rulewright.kernel.sight import HOST, Viewer
from rulewright.kernel.state import ACTION, BORN, LIFE, NOBODY, NOWHERE, OWN, OWNER, TILE

if TYPE_CHECKING:
    from rulewright.kernel.agenda import Machine

# Columns that count answers and lives, and links that only the machine follows: nobody may learn them.
MACHINE_ONLY = frozenset({LIFE, ACTION, BORN})


def view(m: Machine, viewer: Viewer) -> dict[str, Any]:
    """Give what a viewer sees: plain data, names instead of numbers."""
    seen = sight.eyes(m, viewer)
    zones = [zone for zone, ground in enumerate(m.state.grounds) if ground[0] >= 0]
    effects = [effect for effect in seen.state.lasting.values() if not hidden(m, viewer, effect.object, effect.question)]
    return {
        "scene": m.state.setting.scene,
        "where": seen.where(),
        "now": m.state.now,
        "over": not m.state.agenda,
        "zones": [_zone(m, seen, viewer, zone) for zone in zones],
        "lasting": [_lasting(seen, *effect[1:4]) for effect in effects],
    }


def _zone(m: Machine, seen: Machine, viewer: Viewer, zone: int) -> dict[str, Any]:
    """Give a zone: how many lie there, and what of it is seen; in plain sight that is everything, though some have no face."""
    lying, open_ = seen.state.zones[zone], sight.sees(m, viewer, zone)
    shown = [thing(seen, slot, viewer) for slot in lying if open_ or sight.knows(m, viewer, slot)]
    return {"zone": m.book.zone_words(m.state, zone), "count": len(lying), "things": shown if open_ or shown else None}


def hidden(m: Machine, viewer: Viewer, slot: int, stat: Any) -> bool:
    """Say whether a viewer may not see somebody's stat, because the book hides it."""
    if m.book.hides is None or viewer == HOST or not isinstance(stat, int):
        return False
    return m.book.hides(m, viewer, slot, stat)


def thing(m: Machine, slot: int, viewer: Viewer = None) -> dict[str, Any]:
    """Give one object's name, place and stats as they count now."""
    state = m.state
    owner, tile = state.cell(slot, OWNER), state.cell(slot, TILE)
    grid = state.setting.grid
    return {
        "name": m.book.name_of(state, slot),
        "kind": m.book.kinds[state.cell(slot, 0)].name,
        "player": state.setting.seats[owner] if owner != NOBODY else "",
        "at": grid.words(tile) if grid is not None and tile >= 0 else _place(m, slot),
        "stats": stats(m, slot, viewer),
    }


def _place(m: Machine, slot: int) -> str:
    """Name what a thing is attached to, or else the place it is at."""
    found = m.state.linked(slot, "attached" if (slot, "attached") in m.state.links else "at")
    return "" if found == NOWHERE else m.book.name_of(m.state, found)


def stats(m: Machine, slot: int, viewer: Viewer = None) -> dict[str, int]:
    """Give an object's stats that are not at their default, as they count now and as far as a viewer may see them."""
    found = {}
    card = m.book.is_card(m.state, slot)
    for stat in range(OWN, m.state.width):
        if card and m.book.stats[stat].shared:
            continue  # what players share is not told of every card
        whose = values.holder(m, slot, stat)
        now, default = values.value(m, whose, stat), m.book.stats[stat].default
        if (now != default or m.state.cell(whose, stat) != default) and not hidden(m, viewer, slot, stat):
            found[m.book.stats[stat].name] = now
    return found


def _lasting(m: Machine, name: str, slot: int, question: Any) -> list[str]:
    """Say what lasts, on whom, and about what; what is done to an action lasts on nobody."""
    about = m.book.stats[question].name if isinstance(question, int) else str(question[0])
    return [name, "" if slot == NOWHERE else m.book.name_of(m.state, slot), about]


# -- events ------------------------------------------------------------------------------------------------------------


def redact(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Give an event as a viewer may know it, right after it; None when nothing of it may be known.

    What it is about is named only to those who can tell that thing from others; `witness` gives it a number of the viewer's own.
    """
    return event if viewer == HOST else REDACT.get(event[0], _open)(m, viewer, event)


def faced(m: Machine, viewer: Viewer, event: Event) -> int:
    """Give the thing whose face a viewer saw in an event although it is not seen any more; NOWHERE where there is none."""
    gone = event[0] == "moved" and not sight.knows(m, viewer, event[1])
    return event[1] if gone and sight.there(m, viewer, event[2]) else NOWHERE


def uncovers(m: Machine, viewer: Viewer, event: Event) -> bool:
    """Say whether an event, right after it, has shown a viewer a face that was not seen before."""
    if event[0] == "moved":
        return not sight.there(m, viewer, event[2]) and sight.knows(m, viewer, event[1])
    if event[0] != "revealed" or not sight.knows(m, viewer, event[1]):
        return False
    return not sight.shows(m, viewer, event[4], event[2])


def _open(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return event


def _machine_only(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return None


def _moved(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Show what goes where; of an end that is not seen only the zone, and what goes between two of them stays nameless."""
    ends = [(place, sight.sees(m, viewer, place[0]) or sight.there(m, viewer, place)) for place in event[2:4]]
    named = any(seen for _, seen in ends)
    return ("moved", event[1] if named else NOWHERE, *(_spot(*end) for end in ends), None)


def _spot(place: Place, seen: bool) -> Place:
    return (place[0], place[1] if seen else NOWHERE, NOWHERE)


def _revealed(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """Tell whom something is shown to, and what it is to those; that something is no longer known is not told."""
    _, slot, _, new, zone = event
    if new is None and not sight.sees(m, viewer, zone):
        return None
    return ("revealed", slot if sight.follows(m, viewer, slot) else NOWHERE, None, new, zone)


def _shuffled(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return ("shuffled", event[1], (), ())


def _changed(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    secret = event[2] in MACHINE_ONLY or hidden(m, viewer, event[1], event[2])
    shown = sight.knows(m, viewer, event[1]) or (event[2] in sight.open_stats(m.book) and sight.follows(m, viewer, event[1]))
    return event if shown and not secret else None


def _linked(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    placed = event[2] in sight.PLACED and sight.follows(m, viewer, event[1])
    return event if placed or sight.knows(m, viewer, event[1]) else None


def _of_effect(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    effect = event[1] or event[2]
    if effect.object == NOWHERE:
        return event
    known = sight.knows(m, viewer, effect.object) and not hidden(m, viewer, effect.object, effect.question)
    return event if known else None


def _chose(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    """What somebody picked is theirs to know where anything is hidden: what comes of it is told by other events."""
    return (*event[:2], ()) if m.book.secret and viewer != event[1] else event


def _told(m: Machine, viewer: Viewer, event: Event) -> Event | None:
    return event if all(sight.follows(m, viewer, part) for part in event[2:] if isinstance(part, int)) else None


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
