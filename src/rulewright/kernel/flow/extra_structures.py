"""Structures outside their usual order: extra ones, which follow one of the same name, and skipped ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.state.facts import NOWHERE, STANDING, Frame, Tally

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine

EXTRA, SKIP = "extra", "skip"
"""What lasting effects say of structures and of their steps: each counts how many are still to come, or to be skipped."""


def over(m: Machine, frame: Frame, how: str) -> None:
    """Reset what was counted until a procedure ended; if it was not cut short, begin an extra one that waits for this."""
    if m.state.tallies:
        _reset(m, frame)
    if how == "ended" and m.state.lasting and frame.into is None:
        _go_on(m, frame.procedure)


def _reset(m: Machine, frame: Frame) -> None:
    over = [key for key in m.state.tallies if _counted_until(m, key[0], frame)]
    for key in sorted(over, key=lambda key: (isinstance(key[0], tuple), key)):
        m.emit(("tallied", *key, m.state.tallies[key], 0))


def _counted_until(m: Machine, what: Tally, frame: Frame) -> bool:
    """Say whether something is counted until a procedure in progress ends: what has passed, until the end of the game."""
    if isinstance(what, int):
        return what in m.book.counted_until.get(frame.procedure, ())
    return what[::2] == (MET, frame.id) or (what[0] != MET and frame.procedure == m.book.main)


MET = "met"
"""The tally of an ability that is used once while a procedure is in progress."""


def _go_on(m: Machine, procedure: int) -> None:
    """Begin the oldest extra structure of a name whose player is still in the game, unless the game is won."""
    waiting = [effect for effect in m.state.lasting.values() if effect.question == (EXTRA, procedure)]
    if not waiting or any(m.state.cell(slot, STANDING) > 0 for slot in range(len(m.state.places))):
        return
    whose = waiting[0].object
    values.use(m, waiting[0])
    if whose == NOWHERE:
        m.push(procedure, {})
    elif m.in_play(whose) and m.state.cell(whose, STANDING) >= 0 and not skipped(m, procedure, whose):
        m.push(procedure, {"actor": whose, "player": m.player_of(whose)})
    else:
        _go_on(m, procedure)


def step_of(book: Book, structure: int, step: int) -> str:
    """Name a structure, or a step of it, as what may be skipped."""
    named = f"{book.routines[structure].labels[step][1]} step of " if step != NOWHERE else ""
    return f"{named}{book.procedure_name(structure)}"


def skipped(m: Machine, structure: int, whose: int, step: int = NOWHERE) -> bool:
    """Say whether a structure of somebody, or a step of it, is skipped, and count that."""
    found = [each for who in (whose, NOWHERE) for each in values.touching(m, who, (SKIP, structure, step))]
    if found:
        values.use(m, found[0])
        told = f"{step_of(m.book, structure, step)} is skipped"
        m.emit(("told", told) if whose == NOWHERE else ("told", told, whose))
    return bool(found)
