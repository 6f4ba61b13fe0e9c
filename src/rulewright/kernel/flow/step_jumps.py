"""Going to a step of a structure."""

from __future__ import annotations

from rulewright.kernel.flow import extra_structures, turns
from rulewright.kernel.flow.agenda import Control, Machine, go, rewind
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import bookkeeping, instructions
from rulewright.program.definition import Routine
from rulewright.program.modes import Occasion


def go_to_step(node: instructions.Leave, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Go to a step of the innermost structure of a name; if none is in progress, nothing happens."""
    frame = m.state.innermost(node.structure)
    if frame is None:
        return None
    step, _ = m.book.routines[node.structure].labels[node.step]
    own = frame is m.state.agenda[-1]
    turns.wind_up(m, m.state.agenda.index(frame) + 1, vars, at)
    fresh = _fresh(m.book.routines[frame.procedure], vars if own else frame.vars)
    return go(str(step), fresh) if own else rewind(frame.id, str(step), fresh)


def passed(node: instructions.Leave, m: Machine, vars: Vars, at: int) -> int | None:
    """Begin a step, or continue with the next one if this one is to be skipped."""
    whose = vars.get("actor", NOWHERE)
    routine = m.book.routines[node.structure]
    if not m.state.lasting or not extra_structures.skipped(m, node.structure, whose, node.step):
        return None
    return after(routine, at)


def after(routine: Routine, at: int) -> int:
    """Give where the next step begins, or where the structure ends what lasts until its end."""
    return next((start for start, _ in routine.labels if start > at), _close(routine))


def _close(routine: Routine) -> int:
    """Give where a structure ends what lasts until its end, if that is the last thing it does: no step is skipped so far."""
    left = len(routine.code)
    while left and isinstance(last := routine.code[left - 1], instructions.Course) and last.how is Occasion.EXPIRE:
        left -= 1
    return left


def _fresh(routine: Routine, vars: Vars) -> Vars:
    """Give the variables of a procedure without those of its loops; names that loops used get their earlier values."""
    loops = [each for each in routine.code if isinstance(each, instructions.Each) and each.kept in vars]
    before = {each.var: by_name.value(vars, each.kept) for each in reversed(loops)}  # the outermost loop with a name decides
    looping = {slot.name for each in routine.code for slot in bookkeeping.keeps(each)}
    kept = {name: by_name.value(vars, name) for name in vars if name not in looping}
    return by_name.filled((name, value) for name, value in {**kept, **before}.items() if name not in before or value != NOWHERE)
