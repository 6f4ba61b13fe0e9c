"""Sets up a position: each thing with its stats, in its zone, at its place, attached to its host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import KIND, NOWHERE, OWNER, SEEN, SIDE, TILE, Given, State
from rulewright.kernel.state.grid import Grid
from rulewright.program.position import Thing
from rulewright.program.quick_dataclasses import replace

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


def bind(state: State, slot: int, thing: Thing) -> None:
    """Put a thing at its place and attach it to its host; the player who laid it face down sees it."""
    for name, host in (("at", thing.at), ("attached", thing.attached)):
        if host != NOWHERE:
            state.links[slot, name] = (state.ref(host),)
    if thing.down:
        state.links[slot, SEEN] = (thing.owner,)


def carried(book: Book, thing: Thing, given: Given) -> Thing:
    """Give an actor with what it brings from the scene before; an actor defeated there is not in this scene."""
    if thing.name in given.get("fallen", ()):
        return replace(thing, zone=book.zone_index("Defeated"))
    brought = {book.stat(name): amount for name, amount in given.get("carried", {}).get(thing.name, {}).items()}
    return replace(thing, stats=(*thing.stats, *brought.items()))


def place(book: Book, state: State, thing: Thing, grid: Grid | None) -> None:
    slot = len(state.names)
    cells = [stat.default for stat in book.stats]
    for stat, amount in (*book.kinds[thing.kind].stats, *thing.stats):
        cells[stat] = amount
    cells[KIND], cells[OWNER], cells[SIDE] = thing.kind, thing.owner, thing.side
    cells[TILE] = grid.tile(*thing.spot) if grid is not None and thing.spot is not None else NOWHERE
    state.cells.extend(cells)
    state.names.append(thing.name)
    zone = _zone(book, state, thing)
    state.places.append(zone)
    if zone != NOWHERE:
        state.zones[zone].append(slot)


def share(book: Book, state: State) -> None:
    """Store a shared number where it is read, with the first of those who share it, whoever it was given to."""
    for stat in (n for n, each in enumerate(book.stats) if each.shared):
        first: dict[int, int] = {}
        for slot in range(len(state.places)):
            keeper = first.setdefault(state.cell(slot, SIDE) if book.stats[stat].shared == "cast" else NOWHERE, slot)
            if state.cell(keeper, stat) == book.stats[stat].default:
                state.cells[keeper * state.width + stat] = state.cell(slot, stat)


def _zone(book: Book, state: State, thing: Thing) -> int:
    if thing.zone != NOWHERE:
        return state.owned(thing.zone, thing.owner)
    live = [n for n, ground in enumerate(state.grounds) if book.zones[ground[0]].live]
    return live[0] if live else NOWHERE
