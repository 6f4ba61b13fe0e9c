"""The place of a thing, what it is attached to and what is noted for it, as its links say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import LIVES, NOWHERE, TILE, State

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine

AT = "at"


def place(m: Machine, slot: int) -> int:
    """Give the place of a thing; an attached thing is at the place of its host, and what stands on a board is at its cell."""
    state, on = m.state, m.state.linked(slot, "attached")
    stands = slot if on == NOWHERE else on
    found = state.linked(stands, AT)
    return found if found != NOWHERE or not state.setting.cells else _cell(m, stands)


def _cell(m: Machine, slot: int) -> int:
    """Give the cell on which a thing stands; a cell itself is at no place."""
    tile, cells = m.state.cell(slot, TILE), m.state.setting.cells
    return cells[tile] if tile >= 0 and cells[tile] != slot else NOWHERE


def live_with(m: Machine, mark: int) -> list[int]:
    """List the things in play that have a mark by their kind, and those whose action may have it, in the same order."""
    state, known, kinds, item = m.state, m.state.zone_cache.marked, m.book.kinds, m.book.item
    if mark not in known:
        of = [(slot, state.cells[slot * state.width]) for slot in m.live()]
        known[mark] = [slot for slot, kind in of if mark in kinds[kind].marks or kind == item]
    return known[mark]


def host(m: Machine, slot: int) -> int:
    """Give what a thing is attached to."""
    return m.state.linked(slot, "attached")


def noted(m: Machine, word: int, slot: int) -> list[int]:
    """List what is noted for a thing as a word, if it is still the same."""
    return [ref % LIVES for ref in m.state.refs(slot, word) if m.state.alive(ref)]


def text(state: State, slot: int) -> str:
    """Give the text that a thing carries; "" if it carries none."""
    return str(state.links.get((slot, "text"), ("",))[0])


def player(m: Machine, seat: int) -> int:
    """Give the object of a player; in a game of casts, players have none."""
    seats = m.state.refs(0, "players")
    return seats[seat] if 0 <= seat < len(seats) else NOWHERE


def called(book: Book, state: State, word: int) -> int:
    """Give the thing of the scene that has a name, a word of the program; NOWHERE if its face is hidden, or there is none."""
    scene = book.spoken.get(state.setting.scene)
    slot = NOWHERE if scene is None else scene.things.get(word, NOWHERE)
    return slot if slot != NOWHERE and state.names[slot] == book.words[word] else NOWHERE
