"""Who sees what, and a game as one viewer sees it. Everything that a viewer is told is computed from that.

A zone is seen by all, by its owner or by nobody. Instead, a thing may have its own list of seats that see its face as long as it
stays where it is: none or one for a face-down thing, more for one that was shown. Spectators count as seat -1.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from rulewright.kernel.state import dice, events
from rulewright.kernel.state.events import Place
from rulewright.kernel.state.facts import KIND, LIFE, NOBODY, NOWHERE, OWNER, SEEN, SIDE, Link, State

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

PLACED = (SEEN, "at", "attached")
"""The links that belong to the place of a thing: everybody sees them even if the thing is face down."""
HOST = -2  # the viewer who runs the game and sees everything; no player has this number
Viewer = int | None  # a seat, or None for a spectator


def sees(m: Machine, viewer: Viewer, zone: int) -> bool:
    """Say whether a viewer sees into a zone."""
    if zone == NOWHERE or viewer == HOST:
        return True
    kind, owner, _ = m.state.grounds[zone]
    seen = "all" if kind < 0 else m.book.zones[kind].seen
    return seen == "all" or (seen == "owner" and viewer is not None and owner == viewer)


def shows(m: Machine, viewer: Viewer, zone: int, own: Sequence[int] | None) -> bool:
    """Say whether a viewer sees the face of a thing in a zone: by the thing's own list, or else by the zone."""
    if own is None or viewer == HOST:
        return sees(m, viewer, zone)
    return (NOBODY if viewer is None else viewer) in own


def there(m: Machine, viewer: Viewer, place: Place) -> bool:
    """Say whether a viewer sees the face of a thing at a place."""
    return shows(m, viewer, place[0], place[3] if len(place) > 3 else None)


def knows(m: Machine, viewer: Viewer, slot: int) -> bool:
    """Say whether a viewer sees a thing's face where it is now."""
    return shows(m, viewer, m.state.places[slot], m.state.refs(slot, SEEN) if (slot, SEEN) in m.state.links else None)


def face_down(m: Machine, slot: int) -> bool:
    """Say whether a thing is face down in a zone seen by all: its own list hides it there; elsewhere such a list shows it."""
    zone = m.state.places[slot]
    return (slot, SEEN) in m.state.links and zone != NOWHERE and m.book.zones[m.state.grounds[zone][0]].seen == "all"


def follows(m: Machine, viewer: Viewer, slot: int) -> bool:
    """Say whether a viewer can tell a thing from similar things: it sees the face, or the thing is face down in an open zone."""
    return sees(m, viewer, m.state.places[slot]) or knows(m, viewer, slot)


def everybody(m: Machine) -> tuple[int, ...]:
    """Give the list of seats for a thing that is shown to all, spectators too."""
    return tuple(range(NOBODY, len(m.state.setting.seats)))


def seers(m: Machine, slot: int) -> tuple[int, ...]:
    """List the seats that see a thing's face now."""
    return tuple(seat for seat in everybody(m) if knows(m, None if seat == NOBODY else seat, slot))


def view_as(m: Machine, viewer: Viewer, face: int = NOWHERE) -> Machine:
    """Give the game as a viewer sees it, for any question: unseen things have no face there. One more face may be shown.

    The host, and everybody in a game that hides nothing, gets the game itself.
    """
    if viewer == HOST or not m.book.secret or m.bare:
        return m
    known, key = m.memo.views, (viewer, face)
    if key not in known:
        unseen = _unseen(m, viewer, face)
        known[key] = type(m)(m.book, _blanked(m, viewer, unseen)) if unseen else m
    return known[key]


def named(m: Machine) -> dict[str, list[int]]:
    """Give the things of a game, as a viewer sees it, by name in lower case."""
    memo = m.memo
    if memo.by_name is None:
        memo.by_name = {}
        for slot in range(len(m.state.places)):
            memo.by_name.setdefault(m.book.name_of(m.state, slot).casefold(), []).append(slot)
    return memo.by_name


def _unseen(m: Machine, viewer: Viewer, face: int) -> dict[int, list[int]]:
    """List what a viewer does not see, zone by zone."""
    seat, found = NOBODY if viewer is None else viewer, {}
    own = {slot: seers for (slot, name), seers in m.state.links.items() if name == SEEN}
    for zone, lying in enumerate(m.state.zones):
        if not lying:
            continue
        if sees(m, viewer, zone):
            hidden = [slot for slot in lying if slot in own and seat not in own[slot] and slot != face] if own else []
        else:
            hidden = [slot for slot in lying if seat not in own.get(slot, ()) and slot != face]
        if hidden:
            found[zone] = hidden
    return found


def _blanked(m: Machine, viewer: Viewer, unseen: Mapping[int, Sequence[int]]) -> State:
    """Give a copy of the facts in which some things have no face, and no other facts depend on them."""
    state, gone = m.state.copy(), frozenset(slot for slots in unseen.values() for slot in slots)
    open_: list[int] = []
    for zone, slots in unseen.items():
        plain = sees(m, viewer, zone)
        blank(m, state, plain, zone, slots)
        open_ += slots if plain else ()
    drop_facts_of(m, state, gone, frozenset(open_))
    for zone, lying in enumerate(m.state.zones):
        if lying and dark(m, viewer, zone):
            state.zones[zone] = jumbled(m, viewer, zone)
    return state


def drop_facts_of(m: Machine, state: State, gone: Set[int], open_: Set[int]) -> None:
    """Give a copy all links, tallies and lasting effects except those of hidden things; in open zones, some links stay."""
    kept: Mapping[Link, Set[int]] = {SEEN: gone, **dict.fromkeys(PLACED[1:], open_)}
    state.links = {
        key: value for key, value in m.state.links.items() if key[0] not in gone or key[0] in kept.get(key[1], frozenset())
    }
    if m.state.tallies or state.tallies:
        state.tallies = {key: value for key, value in m.state.tallies.items() if key[1] not in gone}
    if m.state.lasting or state.lasting:
        state.lasting = {key: effect for key, effect in m.state.lasting.items() if effect.object not in gone}
        events.index_lasting(state)


def dark(m: Machine, viewer: Viewer, zone: int) -> bool:
    """Say whether only another player sees into a zone."""
    kind = m.state.grounds[zone][0]
    return kind >= 0 and m.book.zones[kind].seen == "owner" and not sees(m, viewer, zone)


def blank(m: Machine, state: State, plain: bool, zone: int, slots: Sequence[int]) -> None:
    """Remove the faces of things in a copy; things in a zone seen by all keep their place and their owner."""
    row = array("q", [stat.default for stat in m.book.stats])
    row[KIND], row[OWNER] = m.book.unseen, m.state.grounds[zone][1]
    name, columns = _nameless(m, plain, zone), (*m.book.open_stats, OWNER, SIDE, LIFE) if plain else (LIFE,)
    width, faced = state.width, m.state.cells
    for slot in slots:
        at = slot * width
        for column in columns:
            row[column] = faced[at + column]
        state.cells[at : at + width] = row
        state.names[slot] = name


def _nameless(m: Machine, plain: bool, zone: int) -> str:
    """Name a thing without a face by its place."""
    return f"{'face-down card' if plain else 'card'} in {m.book.zone_words(m.state, zone)}"


def jumbled(m: Machine, viewer: Viewer, zone: int) -> list[int]:
    """Give the things that only their owner sees in an order that nobody can follow when one comes or goes."""
    lying, state, key = m.state.zones[zone], m.state, m.secret
    for slot in sorted(lying):
        key = dice.stream(key, state.ref(slot))
    # Known things come first, by name, so that their order does not depend on the others.
    order = {slot: (0, state.names[slot], slot) if knows(m, viewer, slot) else (1, "", dice.stream(key, slot)) for slot in lying}
    return sorted(lying, key=lambda slot: order[slot])
