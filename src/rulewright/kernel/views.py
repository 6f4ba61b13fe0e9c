"""Views: one visibility rule for players, spectators, bots, logs and errors. Numbers of events, frames, dice never reach one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.kernel import values
from rulewright.kernel.events import Event
from rulewright.kernel.state import NOBODY, NOWHERE, OWN, OWNER, TILE

if TYPE_CHECKING:
    from rulewright.kernel.agenda import Machine

HOST = -2  # the viewer who runs the table and sees everything; no player has this number


def sees(m: Machine, player: int | None, zone: int) -> bool:
    """Say whether a player (None: a spectator) sees what lies in a zone."""
    if zone == NOWHERE or player == HOST:
        return True
    kind, owner, _ = m.state.grounds[zone]
    seen = "all" if kind < 0 else m.book.zones[kind].seen
    return seen == "all" or (seen == "owner" and player is not None and owner == player)


def view(m: Machine, player: int | None) -> dict[str, Any]:
    """Give what a player sees: plain data, names instead of numbers."""
    return {
        "scene": m.state.setting.scene,
        "where": m.where(),
        "now": m.state.now,
        "over": not m.state.agenda,
        "zones": [_zone(m, player, zone) for zone, ground in enumerate(m.state.grounds) if ground[0] >= 0],
        "lasting": [_lasting(m, *effect[1:4]) for effect in m.state.lasting.values() if _of_effect(m, player, ("", effect))],
    }


def _seen(m: Machine, player: int | None, slot: int) -> bool:
    return sees(m, player, m.state.places[slot])


def _zone(m: Machine, player: int | None, zone: int) -> dict[str, Any]:
    lying = m.state.zones[zone]
    shown = [thing(m, slot, player) for slot in lying] if sees(m, player, zone) else None
    return {"zone": m.book.zone_words(m.state, zone), "count": len(lying), "things": shown}


def hidden(m: Machine, player: int | None, slot: int, stat: Any) -> bool:
    """Say whether a player may not see somebody's stat, because the book hides it."""
    if m.book.hides is None or player == HOST or not isinstance(stat, int):
        return False
    return m.book.hides(m, player, slot, stat)


def thing(m: Machine, slot: int, player: int | None = None) -> dict[str, Any]:
    """Give one object's name, place and stats as they count now."""
    state = m.state
    owner, tile = state.cell(slot, OWNER), state.cell(slot, TILE)
    grid = state.setting.grid
    return {
        "name": m.book.name_of(state, slot),
        "kind": m.book.kinds[state.cell(slot, 0)].name,
        "player": state.setting.seats[owner] if owner != NOBODY else "",
        "at": grid.words(tile) if grid is not None and tile >= 0 else "",
        "stats": stats(m, slot, player),
    }


def stats(m: Machine, slot: int, player: int | None = None) -> dict[str, int]:
    """Give an object's stats that are not at their default, as they count now and as far as a player may see them."""
    found = {}
    for stat in range(OWN, m.state.width):
        whose = values.holder(m, slot, stat)
        now, default = values.value(m, whose, stat), m.book.stats[stat].default
        if (now != default or m.state.cell(whose, stat) != default) and not hidden(m, player, slot, stat):
            found[m.book.stats[stat].name] = now
    return found


def _lasting(m: Machine, name: str, slot: int, question: Any) -> list[str]:
    about = m.book.stats[question].name if isinstance(question, int) else str(question[0])
    return [name, m.book.name_of(m.state, slot), about]


def redact(m: Machine, player: int | None, event: Event) -> Event | None:
    """Give an event as a player may know it; None when nothing of it may be known."""
    return REDACT.get(event[0], _open)(m, player, event)


def _open(m: Machine, player: int | None, event: Event) -> Event | None:
    return event


def _machine_only(m: Machine, player: int | None, event: Event) -> Event | None:
    return None


def _moved(m: Machine, player: int | None, event: Event) -> Event | None:
    """Show what goes where; of an end that is not seen only the zone, and what goes between two of them stays nameless."""
    ends = [sees(m, player, place[0]) for place in event[2:4]]
    old, new = (place if end else (place[0], NOWHERE, NOWHERE) for place, end in zip(event[2:4], ends, strict=True))
    return ("moved", event[1] if any(ends) else NOWHERE, old, new, event[4] if ends[1] else None)


def _of_object(m: Machine, player: int | None, event: Event) -> Event | None:
    secret = event[0] == "changed" and hidden(m, player, event[1], event[2])
    return event if _seen(m, player, event[1]) and not secret else None


def _of_effect(m: Machine, player: int | None, event: Event) -> Event | None:
    effect = event[1] or event[2]
    return event if _seen(m, player, effect.object) and not hidden(m, player, effect.object, effect.question) else None


def _chose(m: Machine, player: int | None, event: Event) -> Event | None:
    """What somebody picked is theirs to know where anything is hidden: what comes of it is told by other events."""
    secret = any(zone.seen != "all" for zone in m.book.zones) and player not in (event[1], HOST)
    return (*event[:2], ()) if secret else event


def _told(m: Machine, player: int | None, event: Event) -> Event | None:
    return event if all(_seen(m, player, part) for part in event[2:] if isinstance(part, int)) else None


REDACT: dict[str, Callable[[Machine, int | None, Event], Event | None]] = {
    **dict.fromkeys(("noticed", "tallied", "began", "ended"), _machine_only),
    **dict.fromkeys(("changed", "linked"), _of_object),
    **dict.fromkeys(("lasts", "expired"), _of_effect),
    "moved": _moved,
    "chose": _chose,
    "told": _told,
}
