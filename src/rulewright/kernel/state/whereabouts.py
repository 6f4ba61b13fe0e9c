"""Whereabouts: where things are, what they are attached to and what is noted of them, as the links say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import LIVES, NOWHERE

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

AT = "at"


def place(m: Machine, slot: int) -> int:
    """Give the place a thing is at; what is attached is where its host is."""
    on = host(m, slot)
    return m.state.linked(slot if on == NOWHERE else on, AT)


def host(m: Machine, slot: int) -> int:
    """Give what a thing is attached to."""
    return m.state.linked(slot, "attached")


def noted(m: Machine, word: str, slot: int) -> list[int]:
    """List what is noted of a thing under a word, if it is still the same."""
    return [ref % LIVES for ref in m.state.links.get((slot, f"noted {word}"), ()) if m.state.alive(ref)]


def player(m: Machine, seat: int) -> int:
    """Give the object of a player; where casts play, a player has none."""
    seats = m.state.links.get((0, "players"), ())
    return seats[seat] if 0 <= seat < len(seats) else NOWHERE
