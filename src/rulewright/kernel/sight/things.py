"""Things and zones as one viewer sees them: their numbers, marks and places, and what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.flow import stacks
from rulewright.kernel.sight import schema, views, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import KIND, NOBODY, NOWHERE, OWN, OWNER, TILE
from rulewright.program.printed import Face

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.sight.handles import Handles
    from rulewright.program.declared import Stat


# -- numbers -----------------------------------------------------------------------------------------------------------


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
    row = dict(m.book.kinds[m.state.cell(holder, KIND)].series).get(index, ())
    if len(row) > 1 and sum(row) == now:
        into["words"][stat.name] = "+".join(map(str, row))


def telling(m: Machine, slot: int) -> list[int]:
    """List the stats to show of a thing: printed on it, reset every turn, or different from their default.

    Shared stats and those for the rules alone are left out. Stats for small cards come first.
    """
    kind, card = m.book.kinds[m.state.cell(slot, KIND)], m.book.is_card(m.state, slot)
    printed = {stat for stat, _ in kind.stats}
    cells, at, touched, fluid = m.state.cells, slot * m.state.width, m.state.touched, values.fluid(m)
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


def thing(m: Machine, viewer: Viewer, slot: int, handles: Handles) -> schema.ThingView:
    """Give one thing, in the game as the viewer sees it."""
    state, book = m.state, m.book
    owner, tile, grid = state.cell(slot, OWNER), state.cell(slot, TILE), state.setting.grid
    spot = grid.spot(tile) if grid is not None and tile >= 0 else None
    place, attached = (linked(m, slot, link, handles) for link in ("at", "attached"))
    return {
        "handle": handle(handles, slot),
        "name": book.name_of(state, slot),
        "kind": book.kinds[state.cell(slot, KIND)].name,
        "player": state.setting.seats[owner] if owner != NOBODY else None,
        "zone": state.places[slot],
        "at": grid.words(tile) if grid is not None and spot is not None else _where(m, slot),
        "tile": None if spot is None else list(spot),
        "place": place,
        "attached": attached,
        "down": visibility.face_down(m, slot),
        "waits": state.places[slot] in stacks.stacks(m),
        "resting": _resting(m, slot),
        "carries": whereabouts.text(state, slot),
        **numbers(m, viewer, slot, telling(m, slot)),
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
    found = m.state.linked(slot, "attached" if (slot, "attached") in m.state.links else "at")
    return "" if found == NOWHERE else m.book.name_of(m.state, found)


def _resting(m: Machine, slot: int) -> list[str]:
    """Name the abilities of a thing that are out of use."""
    touched = [key[1][1] for key in m.state.touched if key[0] == slot and isinstance(key[1], tuple) and key[1][0] == "silent"]
    return [m.book.actions[index].name for index in sorted(touched)]


def zone(m: Machine, seen: Machine, viewer: Viewer, index: int, handles: Handles) -> schema.ZoneView:
    """Give a zone: how many things are in it, and those that the viewer sees (in a zone seen by all, all of them)."""
    state, (number, owner, _) = m.state, m.state.grounds[index]
    kind, lying, plain = m.book.zones[number], seen.state.zones[index], visibility.sees(m, viewer, index)
    found = [thing(seen, viewer, slot, handles) for slot in lying if plain or visibility.knows(m, viewer, slot)]
    keeper = state.setting.seats[owner] if owner != NOBODY else None
    row = m.book.layout.rows.get(number, "")
    return {
        "id": index,
        "zone": m.book.zone_words(state, index),
        "kind": kind.name,
        "owner": keeper,
        "row": row if row in state.setting.seats else keeper,
        "shown": _shown(m, number),
        "seen": kind.seen,
        "live": kind.live,
        "count": len(lying),
        "things": found if plain or found else None,
    }


def _shown(m: Machine, number: int) -> str:
    """Say how a zone is drawn: as the book says, or else by who sees it, whether it is in play and whether it has an owner."""
    kind, layout = m.book.zones[number], m.book.layout
    if kind.stack:
        return "stack"
    if number in layout.piles:
        return "pile"
    if number in layout.rows:
        return "row"
    if kind.live and number in _of_players(m):
        return "players"
    if kind.seen != "all":
        return "hand" if kind.seen == "owner" else "deck"
    if kind.live:
        return "row" if m.state.setting.grid is None else "map"
    return "pile" if kind.owned else "open"


def _of_players(m: Machine) -> set[int]:
    """Give the kinds of zone that contain the players' objects."""
    places = [m.state.places[slot] for slot in m.state.refs(0, "players")]
    return {m.state.grounds[place][0] for place in places if place != NOWHERE}


# -- what is printed ---------------------------------------------------------------------------------------------------


def kind(book: Book, name: str) -> schema.KindView:
    """Give what is printed on things of a kind."""
    face = book.faces.get(name, Face())
    return {
        "types": list(face.types),
        "cost": [{"stat": book.stats[stat].name, "amount": amount} for stat, amount in face.cost],
        "text": list(face.text),
        "abilities": [{"name": each.name, "types": list(each.types), "text": list(each.text)} for each in face.abilities],
        "place": face.place,
    }
