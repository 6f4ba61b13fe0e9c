"""Views: one visibility rule for players, spectators, bots, logs and errors. Numbers of events, frames, dice never reach one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.kernel import values
from rulewright.kernel.events import Event
from rulewright.kernel.state import NOBODY, NOWHERE, OWN, OWNER, TILE

if TYPE_CHECKING:
    from rulewright.kernel.agenda import Machine


def sees(m: Machine, player: int | None, zone: int) -> bool:
    """Say whether a player (None: a spectator) sees what lies in a zone."""
    if zone == NOWHERE:
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
        "lasting": [_lasting(m, e.name, e.object, e.question) for e in m.state.lasting.values() if _seen(m, player, e.object)],
    }


def _seen(m: Machine, player: int | None, slot: int) -> bool:
    return sees(m, player, m.state.places[slot])


def _zone(m: Machine, player: int | None, zone: int) -> dict[str, Any]:
    lying = m.state.zones[zone]
    shown = [thing(m, slot) for slot in lying] if sees(m, player, zone) else None
    return {"zone": m.book.zone_words(m.state, zone), "count": len(lying), "things": shown}


def thing(m: Machine, slot: int) -> dict[str, Any]:
    """Give one object's name, place and stats as they count now."""
    state = m.state
    owner, tile = state.cell(slot, OWNER), state.cell(slot, TILE)
    grid = state.setting.grid
    return {
        "name": m.book.name_of(state, slot),
        "kind": m.book.kinds[state.cell(slot, 0)].name,
        "player": state.setting.seats[owner] if owner != NOBODY else "",
        "at": grid.words(tile) if grid is not None and tile >= 0 else "",
        "stats": stats(m, slot),
    }


def stats(m: Machine, slot: int) -> dict[str, int]:
    """Give an object's stats that are not at their default, as they count now."""
    found = {}
    for stat in range(OWN, m.state.width):
        now = values.value(m, slot, stat)
        if now != m.book.stats[stat].default or m.state.cell(slot, stat) != m.book.stats[stat].default:
            found[m.book.stats[stat].name] = now
    return found


def _lasting(m: Machine, name: str, slot: int, question: Any) -> list[str]:
    about = m.book.stats[question].name if isinstance(question, int) else str(question[0])
    return [name, m.book.name_of(m.state, slot), about]


def redact(m: Machine, player: int | None, event: Event) -> Event | None:
    """Give an event as a player may know it; None when nothing of it may be known."""
    kind = event[0]
    if kind in ("noticed", "tallied", "began", "ended"):
        return None
    if kind == "moved":
        return event if any(sees(m, player, place[0]) for place in (event[2], event[3])) else ("moved", event[2][0], event[3][0])
    if kind in ("changed", "linked"):
        return event if _seen(m, player, event[1]) else None
    return event
