"""Proves that the slots of a procedure are used correctly: each is declared with the right type and is written before it is read.
It also proves that the instructions inside a loop do not write the slots in which the loop keeps its progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from rulewright.program import slots
from rulewright.program.bookkeeping import around, given, keeps, picked, writes
from rulewright.program.building import Part
from rulewright.program.definition import Action, Routine
from rulewright.program.expressions import About, Near, Next, Picked, Query, Slot
from rulewright.program.instructions import WALK, Alter, Decide, Declare, Instruction, Jump, Run, Travel
from rulewright.program.modes import Holds
from rulewright.program.procedures import goals
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import fields, is_dataclass, replace
from rulewright.program.slots import ASKER, ENTERED_TILE, LEFT_TILE, SlotDeclaration, SlotType
from rulewright.program.wording import RangeWords, SightWords

NUMBERS: tuple[SlotType, ...] = ("number", "flag", "tile")
"""The types of slot that an expression can read as a number."""

IT, OUTER = "it", "outer"
BINDS = (Query, Picked, About, Next)
"""The expressions whose tests are about another thing than the expression itself; in the tests, `it` is that thing."""


def problems(program: Program) -> Iterator[str]:
    """Say what is wrong with the slots of procedures."""
    outer = _outer(program)
    for number, routine in enumerate(program.routines):
        yield from (f"{routine.name}, {wrong}" for wrong in _problems(program, routine, outer.get(number, set())))
    for action in program.actions:
        yield from (f"{action.name}, {wrong}" for wrong in _of_action(action))
    aside = (program.triggers, program.features, program.prohibitions, program.counted, program.untils)
    for each in (*chain(*aside), *program.endings.values(), *program.strategies.values(), program.layout):
        yield from (f"{getattr(each, 'name', type(each).__name__)}, {wrong}" for wrong in _reading(ASIDE, set(ASIDE), each))


def _of_action(action: Action) -> Iterator[str]:
    """Say which checks, candidates and costs of an action read a slot before it is picked."""
    known = {each.name: each for each in slots.ACT}
    yield from _reading(known, set(known), action.checks)
    for pick, declared in zip(action.picks, picked(action.picks), strict=True):
        for name, kind in ((pick.when, "option"), (pick.many, "number")):
            if name and not any(each.name == name and each.kind == kind for each in action.picks[: action.picks.index(pick)]):
                yield f"{pick.name} depends on {name!r}, and no {kind} of that name is picked before it"
        yield from _reading(known, set(known), pick.pool)
        known[declared.name] = declared
        yield from _reading(known, set(known), pick.checks)
    yield from _reading(known, set(known), (action.costs, action.need, tuple(pick.whole for pick in action.picks)))


def _problems(program: Program, routine: Routine, outer: set[SlotDeclaration]) -> Iterator[str]:
    whole = (*given(routine), *routine.slots)
    declared = {each.name: each for each in whole}
    yield from (
        f"the slot {name!r} is declared twice" for name, count in Counter(each.name for each in whole).items() if count > 1
    )
    yield from _declared(declared, "it is given", outer)
    for at, filled in _filled(routine, outer).items():
        for wrong in (*_instruction(declared, filled, routine.code[at]), *_nested(program, routine, at)):
            yield f"instruction {at}: {wrong}"


def _filled(routine: Routine, outer: Iterable[SlotDeclaration]) -> dict[int, set[str]]:
    """Give the slots that are written on every way to an instruction, or by itself, for each that can be reached."""
    found: dict[int, set[str]] = {}
    waiting = [(0, {each.name for each in (*given(routine), *outer)})]
    while waiting:
        at, before = waiting.pop()
        if not 0 <= at < len(routine.code):
            continue
        now = before | {each.name for each in writes(routine.code[at])}
        now = found[at] & now if at in found else now
        if now != found.get(at):
            found[at] = now
            past = [] if isinstance(routine.code[at], Jump) else [at + 1]
            waiting += [(to, now) for to in (*goals(routine.code[at]), *past)]
    return found


_ASIDE = (
    *slots.of_type("thing", "it", "actor", "source", "attacker", "bound", "target"),
    *slots.of_type("number", slots.NATURAL, slots.AMOUNT),
)
ASIDE = {each.name: each for each in _ASIDE}
"""What is known to a condition that belongs to no procedure, such as that of a trigger or a feature."""


def _outer(program: Program) -> dict[int, set[SlotDeclaration]]:
    """Give the slots that are filled before a procedure runs and that not every procedure has: picks, and those of its act."""
    found = {action.procedure: set(picked(action.picks)) for action in program.actions}
    for number, routine in enumerate(program.routines):
        for part in (each.procedure for each in routine.code if isinstance(each, Run) and each.own):
            found[part] = found.get(number, set()).union(routine.slots)
    return found


def _declared(declared: dict[str, SlotDeclaration], how: str, wanted: Iterable[SlotDeclaration]) -> Iterator[str]:
    for each in wanted:
        known = declared.get(each.name)
        if known is None:
            yield f"{how} {each.name!r}, which is not declared"
        elif known != each:
            yield f"{how} {each.name!r} as {each.words}, and it is declared as {known.words}"


def _instruction(declared: dict[str, SlotDeclaration], filled: set[str], instruction: Instruction) -> Iterator[str]:
    yield from _declared(declared, "it writes", writes(instruction))
    if not isinstance(instruction, Decide):
        yield from _reading(declared, filled, instruction)
        return
    paid = set(filled)
    for part in instruction.pays:  # they are tried one after another; a choice that is only tried keeps no progress
        written = [each for each in writes(part) if each.name]
        yield from _declared(declared, "it writes", written)
        paid |= {each.name for each in written}
        yield from _reading(declared, paid, part)
    yield from _reading(declared, filled, replace(instruction, pays=()))


def _reading(declared: dict[str, SlotDeclaration], filled: set[str], instruction: Part) -> Iterator[str]:
    for name, types, several in (*reads(instruction), *_needs(instruction)):
        known = declared.get(name)
        if name not in filled or known is None:
            yield f"it reads {name!r}, which nothing has written"
        elif known.type not in types or known.several != several:
            yield f"it reads {name!r} as {'a list' if several else types[0]}, and it is declared as {known.words}"


def reads(node: Part, bound: bool = False) -> Iterator[tuple[str, tuple[SlotType, ...], bool]]:
    """Give the slots that something reads, the types that it can read, and whether it reads a list."""
    if isinstance(node, Slot) and node.name == OUTER:
        yield IT, ("thing",), False
    elif isinstance(node, Slot):
        if node.name not in (IT, ASKER) or not bound:
            yield node.name, ("thing",) if node.holds is Holds.THING else NUMBERS, False
    elif isinstance(node, Query) and node.asked and not bound:
        yield IT, ("thing",), False
    elif isinstance(node, Picked):
        yield node.var, ("thing",), True
    elif isinstance(node, Alter) and node.shares:
        yield node.shares, ("share",), True
    elif isinstance(node, Near | RangeWords | SightWords) and node.spot and node.spot not in (LEFT_TILE, ENTERED_TILE):
        yield node.spot, ("tile",), False
    if isinstance(node, Query) and node.among:
        yield node.among, ("thing",), True
    if isinstance(node, tuple):
        for each in node:
            yield from reads(each, bound)
    elif is_dataclass(node):
        for field in fields(node):
            inside = bound or (isinstance(node, BINDS) and field.name in ("test", "tests"))
            yield from reads(getattr(node, field.name), inside)


def _needs(instruction: Part) -> Iterator[tuple[str, tuple[SlotType, ...], bool]]:
    """Give the slots that an instruction needs beside those that it names."""
    if isinstance(instruction, Declare) or getattr(instruction, "price", False) or getattr(instruction, "told", False):
        yield "action", ("action",), False  # only an act is declared, has a price, and has its check reported
    if isinstance(instruction, Travel) and instruction.mode == WALK:
        yield "tile", ("tile",), False


def _nested(program: Program, routine: Routine, at: int) -> Iterator[str]:
    """Say where an instruction in a loop uses the loop's own slots, or where a called procedure lacks slots of its caller."""
    instruction = routine.code[at]
    outside = {each.name for loop in around(routine.code, at) for each in keeps(loop)}
    inner = program.routines[instruction.procedure] if isinstance(instruction, Run) and instruction.own else None
    kept = keeps(instruction) if inner is None else [each for part in inner.code for each in keeps(part)]
    yield from (f"it keeps its progress in {each.name!r}, as a loop around it does" for each in kept if each.name in outside)
    if inner is not None:
        declared = {each.name: each for each in (*given(inner), *inner.slots)}
        yield from _declared(declared, f"it gives {inner.name}", (*given(routine), *routine.slots))
