"""How choices in the middle of an effect, showing things and jumps to another step are written as numbers."""

from __future__ import annotations

from rulewright.kernel.flow import extra_structures, step_jumps
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_acts import SHOWN
from rulewright.kernel.native.number_nodes import whom
from rulewright.kernel.native.number_tables import INSTRUCTIONS, UNKNOWN, NumberWriter
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import bookkeeping, building, expressions, instructions
from rulewright.program.definition import Routine
from rulewright.program.modes import Quality, Question
from rulewright.program.slots import SlotDeclaration


def _choose(w: NumberWriter, node: instructions.Choose) -> list[int]:
    slots = (w.slot(node.var), w.slot(node.taken), w.slot(node.ones))
    how = (w.query(node.of), w.optional(node.by), node.optional, w.optional(node.count), _veiled(w, node))
    return [numbers()["I_CHOOSE"], *slots, *how, w.slot(node.of.among) if node.of.among else NOWHERE]


def _veiled(w: NumberWriter, node: instructions.Choose) -> bool:
    """Say whether others cannot know if there is anything to choose."""
    if node.of.among:
        return w.book.secret and bool(node.of.tests)
    dark = w.book.secret and any(w.book.zones[zone].seen != "all" for zone in node.of.zones)
    revealed = expressions.Trait(Quality.REVEALED) in node.of.tests
    return dark and not revealed and any(not isinstance(test, expressions.Lies) for test in node.of.tests)


def _decide(w: NumberWriter, node: instructions.Decide) -> list[int]:
    N, who = numbers(), w.expression(node.who)
    if node.how is Question.WHICH:
        ways = [number for way, at in zip(node.ways, node.begins, strict=True) for number in (w.text(way), at)]
        keeps = (w.slot(node.var), w.slot(node.rest), w.expression(node.amount or expressions.Constant(1)))
        return [N["I_WHICH"], who, node.otherwise, *keeps, node.fewer, len(node.ways), *ways]
    if node.how is Question.HOW_MANY:
        if node.sharers is not None or node.least is None or node.most is None:
            return [UNKNOWN]
        return [N["I_HOW_MANY"], who, w.slot(node.var), w.expression(node.least), w.expression(node.most)]
    if node.pays or (node.stat >= 0 and node.amount is None):
        return [UNKNOWN]
    name = w.book.stats[node.stat].name if node.stat >= 0 else ""
    said = node.words if node.stat < 0 else f" {name} to {node.words}" if node.words else f" {name}"
    return [N["I_WHETHER"], who, node.otherwise, node.stat, w.optional(node.amount), w.optional(node.when), w.text(said)]


def _show(w: NumberWriter, node: instructions.Show) -> list[int]:
    by = w.expression(node.by or building.ACTOR)
    sought = NOWHERE if node.sought is None else w.query(node.sought)
    slots = [w.slot(name) if name else NOWHERE for name in (node.var, node.ones)]
    return [numbers()["I_SHOW"], *whom(w, node.what), SHOWN.index(node.to), w.optional(node.count), by, sought, *slots]


def _leave(w: NumberWriter, node: instructions.Leave) -> list[int]:
    if node.skip is not None:
        who = (0, NOWHERE) if node.whose is None else whom(w, node.whose)
        what = (numbers()["T_SKIP"], node.structure, node.step)
        return [numbers()["I_TO_COME"], *who, *what, w.text(node.name), w.expression(node.skip)]
    if node.passes:
        return _begin_step(w, node)
    if node.step != NOWHERE:
        return _go_to(w, node)
    return [numbers()["I_LEAVE"], node.structure]


def _begin_step(w: NumberWriter, node: instructions.Leave) -> list[int]:
    """Write the beginning of a step, and where the structure goes on if it is skipped."""
    assert w.current is not None  # an instruction is written with its procedure
    at = next(n for n, each in enumerate(w.current.code) if each is node)
    told = w.text(f"{extra_structures.step_of(w.book, node.structure, node.step)} is skipped")
    return [numbers()["I_BEGIN_STEP"], node.structure, node.step, told, step_jumps.after(w.book.routines[node.structure], at)]


def _go_to(w: NumberWriter, node: instructions.Leave) -> list[int]:
    """Write a jump to a step, with what the loops of the structure keep."""
    routine = w.book.routines[node.structure]
    step, _ = routine.labels[node.step]
    loops = [each for each in routine.code if isinstance(each, instructions.Each) and each.kept]
    names = [number for each in reversed(loops) for number in (w.slot(each.var), w.slot(each.kept))]
    looping = sorted({w.slot(slot.name) for slot in _kept(routine)})
    return [numbers()["I_GO_TO"], node.structure, step, len(loops), *names, len(looping), *looping]


def _kept(routine: Routine) -> list[SlotDeclaration]:
    return [slot for each in routine.code for slot in bookkeeping.keeps(each)]


INSTRUCTIONS |= {
    instructions.Choose: (_choose, "var of by purpose optional count taken ones"),
    instructions.Decide: (
        _decide,
        "who words otherwise stat amount when how ways begins fewer var rest least most",
    ),
    instructions.Show: (_show, "what to count by sought var ones"),
    instructions.Leave: (_leave, "structure step passes skip whose name"),
}
