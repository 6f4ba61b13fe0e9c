"""Going to a step of a structure, and making things."""

from __future__ import annotations

from rulewright.kernel.change import effects
from rulewright.kernel.evaluation.reckon import whom
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Machine, go, rewind
from rulewright.kernel.state.facts import KIND, NOWHERE, OWNER, SIDE, Vars
from rulewright.program import bookkeeping, instructions
from rulewright.program.definition import Routine
from rulewright.program.spelled import plain


def go_to_step(node: instructions.Leave, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Go to a step of the innermost structure of a name; if none is in progress, nothing happens."""
    frame = m.state.innermost(node.structure)
    if frame is None:
        return None
    labels = m.book.procedures[node.structure].labels  # type: ignore[attr-defined]
    step = next(start for start, name in labels if plain(name) == plain(node.step))
    own = frame is m.state.agenda[-1]
    fresh = _fresh(m.book.routines[frame.procedure], vars if own else frame.vars)
    return go(str(step), fresh) if own else rewind(frame.id, str(step), fresh)


def _fresh(routine: Routine, vars: Vars) -> Vars:
    """Give the variables of a procedure without those of its loops; names that loops used get their earlier values."""
    loops = [each for each in routine.code if isinstance(each, instructions.Each) and each.kept in vars]
    before = {each.var: vars[each.kept] for each in reversed(loops)}  # the outermost of a name has the last word
    looping = {slot.name for each in routine.code for slot in bookkeeping.keeps(each)}
    kept = {name: value for name, value in vars.items() if name not in looping}
    return {name: value for name, value in {**kept, **before}.items() if name not in before or value != NOWHERE}


def made(node: instructions.Make, m: Machine, vars: Vars, at: int) -> None:
    """Make a thing; things of one kind are numbered in order, and what is put at it arrives in the same moment."""
    kind, player = m.book.made_of[node.kind], int(vars.get("player", NOWHERE))
    number = 1 + sum(m.state.cell(slot, KIND) == kind for slot in range(len(m.state.places)))
    cells = [stat.default for stat in m.book.stats]
    for stat, amount in m.book.kinds[kind].stats:
        cells[stat] = amount
    cells[KIND], cells[OWNER], cells[SIDE] = kind, player, player
    thing = effects.make(m, f"{m.book.kinds[kind].name} {number}", tuple(cells), m.state.owned(node.zone, player))
    stacks.note_origin(m, thing, m.book.kinds[kind].name, vars)
    for slot in whom(node.what, m, vars):
        effects.do(m, effects.bind(slot, "at", (m.state.ref(thing),)))
