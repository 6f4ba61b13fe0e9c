"""Structures outside their usual order: extra ones, which follow one of the same name, and skipped ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.state.facts import NOWHERE, STANDING, Frame

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.program.definition import Routine

EXTRA, SKIP = "extra", "skip"
"""What lasting effects say of structures: each counts how many are still to come, or to be skipped."""


def over(m: Machine, frame: Frame, how: str) -> None:
    """Reset what was counted until a procedure ended; if it was not cut short, begin an extra one that waits for this."""
    if m.state.tallies:
        _reset(m, (f"/{m.book.procedures[frame.procedure].name}", f"/{moment_of(frame)}"))
    if how == "ended" and m.state.lasting and frame.into is None:
        _go_on(m, frame.procedure)


def _reset(m: Machine, ends: tuple[str, ...]) -> None:
    for name, slot in sorted(key for key in m.state.tallies if key[0].endswith(ends)):
        m.emit(("tallied", name, slot, m.state.tallies[name, slot], 0))


def moment_of(frame: Frame) -> str:
    """Give the name of the time during which a procedure is in progress."""
    return f"frame {frame.id}"


def _go_on(m: Machine, procedure: int) -> None:
    """Begin the oldest extra structure of a name whose player is still in the game, unless the game is won."""
    structure = m.book.procedures[procedure].name
    waiting = [effect for effect in m.state.lasting.values() if effect.question == (EXTRA, structure)]
    if not waiting or any(m.state.cell(slot, STANDING) > 0 for slot in range(len(m.state.places))):
        return
    whose = waiting[0].object
    values.use(m, waiting[0])
    if whose == NOWHERE:
        m.push(procedure, {})
    elif m.in_play(whose) and m.state.cell(whose, STANDING) >= 0 and not skipped(m, structure, whose):
        m.push(procedure, {"actor": whose, "player": m.player_of(whose)})
    else:
        _go_on(m, procedure)


def step_of(structure: Routine, step: int) -> str:
    """Name a step of a structure, as what may be skipped."""
    return f"{structure.labels[step][1]} step of {structure.name}"


def skipped(m: Machine, structure: str, whose: int) -> bool:
    """Say whether a structure of somebody is skipped, and count that."""
    found = [each for who in (whose, NOWHERE) for each in values.touching(m, who, (SKIP, structure))]
    if found:
        values.use(m, found[0])
        m.emit(("told", f"{structure} is skipped") if whose == NOWHERE else ("told", f"{structure} is skipped", whose))
    return bool(found)
