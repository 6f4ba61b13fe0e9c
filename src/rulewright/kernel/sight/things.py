"""Things and zones as one viewer sees them: their numbers, marks and places, and what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rulewright.kernel.change import features, values
from rulewright.kernel.flow import stacks
from rulewright.kernel.sight import schema, views, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import KIND, NOBODY, NOWHERE, OWN, OWNER, SEEN, TILE
from rulewright.program.printed import Face

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.sight.handles import Handles
    from rulewright.program.declared import Stat


class Viewing(NamedTuple):
    """What is the same for all things of one view: the game, as it is and as the viewer sees it, and what is looked up often."""

    m: Machine
    seen: Machine
    viewer: Viewer
    handles: Handles
    stacks: frozenset[int]
    touched: frozenset[int]  # the things on which a lasting effect is
    players: frozenset[int]  # the kinds of zone that contain the players' objects
    hides: bool  # whether features may hide numbers from the viewer


def viewing(handles: Handles, game: Machine | None = None) -> Viewing:
    """Begin to look at the things of a game, as whoever has these handles sees it: as it was followed, or as it is now."""
    m, viewer = game or handles.machine, handles.viewer
    seen = handles.seen if game is None else visibility.view_as(m, viewer)
    touched = frozenset(slot for slot, _ in seen.state.touched)
    hides = bool(m.book.hiding) and viewer != visibility.HOST
    return Viewing(m, seen, viewer, handles, frozenset(stacks.stacks(seen)), touched, _of_players(m), hides)


# -- numbers -----------------------------------------------------------------------------------------------------------

KEPT = 4096
"""How many different sets of numbers a book keeps for one scene."""


def shown(viewing: Viewing, slot: int) -> schema.Numbers:
    """Give the numbers of a thing that are shown; things of one kind with the same numbers look the same."""
    m, viewer = viewing.seen, viewing.viewer
    state, book, at = m.state, m.book, slot * m.state.width
    if slot in viewing.touched or viewing.hides:
        return numbers(m, viewer, slot, telling(m, slot))
    kind = state.cells[at + KIND]
    values_now = tuple([values.value(m, slot, stat) for stat in values.fluid_of(m, kind)])
    key = (kind, state.cells[at + OWN : at + state.width].tobytes(), values_now)
    known = book.caches.numbers.setdefault(state.setting.scene, {})
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = numbers(m, viewer, slot, telling(m, slot))
    return {
        "stats": found["stats"].copy(),
        "base": found["base"].copy(),
        "most": found["most"].copy(),
        "words": found["words"].copy(),
        "marks": found["marks"].copy(),
    }


def numbers(m: Machine, viewer: Viewer, slot: int, wanted: Iterable[int]) -> schema.Numbers:
    """Give some stats of a thing as far as a viewer may see them: true-or-false ones as marks, others as numbers."""
    found = schema.Numbers(stats={}, base={}, most={}, words={}, marks=[])
    for index in wanted:
        if views.hidden(m, viewer, slot, index):
            continue
        stat, holder = m.book.stats[index], values.holder(m, slot, index)
        now = values.value(m, holder, index)
        if stat.most == 1:
            found["marks"] += [_mark(stat)] if now != stat.default else []
        else:
            _number(found, m, holder, index, now)
    return found


def _mark(stat: Stat) -> str:
    return f"{'not ' if stat.default else ''}{stat.name.casefold()}"


def _number(into: schema.Numbers, m: Machine, holder: int, index: int, now: int) -> None:
    stat, written = m.book.stats[index], m.state.cell(holder, index)
    into["stats"][stat.name] = now
    if written != now:
        into["base"][stat.name] = written
    if stat.cap is not None and (most := values.value(m, holder, stat.cap)) > 0:
        into["most"][stat.name] = most
    if stat.words:
        into["words"][stat.name] = stat.words[now % len(stat.words)]
    series = m.book.kinds[m.state.cell(holder, KIND)].series
    row = dict(series).get(index, ()) if series else ()
    if len(row) > 1 and sum(row) == now:
        into["words"][stat.name] = "+".join(map(str, row))


def telling(m: Machine, slot: int) -> list[int]:
    """List the stats to show of a thing: printed on it, reset every turn, or different from their default.

    Shared stats and those for the rules alone are left out. Stats for small cards come first.
    """
    kind, card = m.book.kinds[m.state.cell(slot, KIND)], m.book.is_card(m.state, slot)
    printed = {stat for stat, _ in kind.stats}
    cells, at, touched, fluid = m.state.cells, slot * m.state.width, m.state.touched, frozenset(values.fluid(m))
    found = [
        n
        for n, stat in _told(m.book)
        if cells[at + n] != stat.default
        or n in printed
        or (stat.refresh and not card)
        or ((n in fluid or (slot, n) in touched) and values.value(m, slot, n) != stat.default)
    ]
    first = m.book.layout.small
    return [*(n for n in first if n in found), *(n for n in found if n not in first)] if first else found


def _told(book: Book) -> list[tuple[int, Stat]]:
    """List the stats that may be shown of a thing."""
    known = book.caches
    if known.told is None:
        told = [(n, stat) for n, stat in enumerate(book.stats) if n >= OWN and n not in book.capped]
        known.told = [(n, stat) for n, stat in told if drawn(stat)]
    return known.told


def drawn(stat: Stat) -> bool:
    """Say whether a stat is shown for each thing: it is neither shared nor for the rules alone."""
    return not stat.shared and not stat.silent


# -- things ------------------------------------------------------------------------------------------------------------


def thing(viewing: Viewing, slot: int, name: str) -> schema.ThingView:
    """Give one thing with its name, in the game as the viewer sees it."""
    m, handles = viewing.seen, viewing.handles
    state, book = m.state, m.book
    at, links = slot * state.width, state.links
    owner, tile, grid, zone = state.cells[at + OWNER], state.cells[at + TILE], state.setting.grid, state.places[slot]
    spot = grid.spot(tile) if grid is not None and tile >= 0 else None
    return {
        "handle": handle(handles, slot),
        "name": name,
        "kind": book.kinds[state.cells[at + KIND]].name,
        "player": state.setting.seats[owner] if owner != NOBODY else None,
        "zone": zone,
        "at": grid.words(tile) if grid is not None and spot is not None else _where(m, slot),
        "tile": None if spot is None else list(spot),
        "place": linked(m, slot, "at", handles) if (slot, "at") in links else None,
        "attached": linked(m, slot, "attached", handles) if (slot, "attached") in links else None,
        "down": visibility.face_down(m, slot),
        "waits": zone in viewing.stacks,
        "resting": _resting(m, slot) if slot in viewing.touched else [],
        "carries": whereabouts.text(state, slot),
        **shown(viewing, slot),
    }


def handle(handles: Handles, slot: int) -> int:
    """Give the handle of a visible thing."""
    found = handles.of(slot)
    assert found is not None
    return found


def linked(m: Machine, slot: int, link: str, handles: Handles) -> int | None:
    """Give the handle of the place of a thing, or of what it is attached to."""
    found = m.state.linked(slot, link)
    return None if found == NOWHERE else handles.of(found)


def _where(m: Machine, slot: int) -> str:
    """Name what a thing is attached to, or else its place."""
    links = m.state.links
    if (slot, "attached") not in links and (slot, "at") not in links:
        return ""
    found = m.state.linked(slot, "attached" if (slot, "attached") in links else "at")
    return "" if found == NOWHERE else m.book.name_of(m.state, found)


def _resting(m: Machine, slot: int) -> list[str]:
    """Name the abilities of a thing that are out of use."""
    touched = [key[1][1] for key in m.state.touched if key[0] == slot and isinstance(key[1], tuple) and key[1][0] == "silent"]
    return [m.book.actions[index].name for index in sorted(touched)]


def computed(viewing: Viewing, slot: int) -> dict[int, int]:
    """Give the numbers of a thing that modifiers may change without an event about it."""
    m = viewing.seen
    if slot in viewing.touched:
        return {stat: values.value(m, slot, stat) for stat in values.fluid(m)}
    fluid = values.fluid_of(m, m.state.cells[slot * m.state.width + KIND])
    may = [stat for stat in fluid if any(features.may_have(m, each.feature, slot) for each in m.book.modifiers.get(stat, ()))]
    return {stat: values.value(m, slot, stat) for stat in may} if may else {}


Ends: TypeAlias = tuple[str | int | None, ...]


def ends(viewing: Viewing, slot: int) -> Ends:
    """Give the name and the handles of what a thing is attached to and of its place; nothing if it has neither."""
    m, links = viewing.seen, viewing.seen.state.links
    if (slot, "at") not in links and (slot, "attached") not in links:
        return ()
    return (_where(m, slot), *(linked(m, slot, link, viewing.handles) for link in ("at", "attached")))


def in_sight(viewing: Viewing, index: int) -> list[tuple[int, str]]:
    """List the things in a zone that the viewer sees (in a zone seen by all, all of them), each with its name there."""
    m, viewer, lying, names = viewing.m, viewing.viewer, viewing.seen.state.zones[index], viewing.seen.state.names
    if not visibility.sees(m, viewer, index):
        return [
            (slot, viewing.seen.book.name_of(viewing.seen.state, slot))
            for slot in lying
            if (slot, SEEN) in m.state.links and visibility.knows(m, viewer, slot)
        ]
    found, counts = list[tuple[int, str]](), dict[str, int]()
    for slot in lying:
        counts[names[slot]] = n = counts.get(names[slot], 0) + 1
        found.append((slot, names[slot] if n == 1 else f"{names[slot]} {n}"))
    return found


def zone(viewing: Viewing, index: int, found: list[schema.ThingView]) -> schema.ZoneView:
    """Give a zone: how many things are in it, and those that the viewer sees."""
    m, state, (number, owner, _) = viewing.m, viewing.m.state, viewing.m.state.grounds[index]
    kind, row = m.book.zones[number], m.book.layout.rows.get(number, "")
    keeper = state.setting.seats[owner] if owner != NOBODY else None
    return {
        "id": index,
        "zone": m.book.zone_words(state, index),
        "kind": kind.name,
        "owner": keeper,
        "row": row if row in state.setting.seats else keeper,
        "shown": _shown(viewing, number),
        "seen": kind.seen,
        "live": kind.live,
        "count": len(state.zones[index]),
        "things": found if found or visibility.sees(m, viewing.viewer, index) else None,
    }


def _shown(viewing: Viewing, number: int) -> str:
    """Say how a zone is drawn: as the book says, or else by who sees it, whether it is in play and whether it has an owner."""
    m, kind, layout = viewing.m, viewing.m.book.zones[number], viewing.m.book.layout
    if kind.stack:
        return "stack"
    if number in layout.piles:
        return "pile"
    if number in layout.rows:
        return "row"
    if kind.live and number in viewing.players:
        return "players"
    if kind.seen != "all":
        return "hand" if kind.seen == "owner" else "deck"
    if kind.live:
        return "row" if m.state.setting.grid is None else "map"
    return "pile" if kind.owned else "open"


def _of_players(m: Machine) -> frozenset[int]:
    """Give the kinds of zone that contain the players' objects."""
    places = [m.state.places[slot] for slot in m.state.refs(0, "players")]
    return frozenset(m.state.grounds[place][0] for place in places if place != NOWHERE)


# -- what is printed ---------------------------------------------------------------------------------------------------


def kind(book: Book, name: str) -> schema.KindView:
    """Give what is printed on things of a kind; all views share it."""
    known = book.caches.printed
    if name not in known:
        known[name] = _kind(book, name)
    return known[name]


def _kind(book: Book, name: str) -> schema.KindView:
    face = book.faces.get(name, Face())
    return {
        "types": list(face.types),
        "cost": [{"stat": book.stats[stat].name, "amount": amount} for stat, amount in face.cost],
        "text": list(face.text),
        "abilities": [{"name": each.name, "types": list(each.types), "text": list(each.text)} for each in face.abilities],
        "place": face.place,
    }
