"""Bookkeeping: the slots in which instructions keep how far they have come, allotted when a procedure is lowered.

Loops one after another share the slots of a name; a loop inside a loop of the same name gets slots of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulewright.program import slots
from rulewright.program.building import Node
from rulewright.program.definition import Pick, Routine
from rulewright.program.instructions import (
    By,
    Choose,
    Decide,
    Each,
    Fight,
    Instruction,
    Let,
    Make,
    Open,
    Permit,
    Show,
    Silence,
    Standing,
    Test,
    Travel,
)
from rulewright.program.modes import Order, Question, Use
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import SlotDeclaration, SlotType

FIELDS = ("rest", "kept", "piled", "as_they_lie", "among", "taken", "ones", "done", "said")
"""The fields of instructions that contain the names of these slots."""

UNNAMED = (Order.TIMES, Order.CHANGING)
"""The kinds of loop that do not go through things, so that there is no slot for the current thing."""

PICKED: dict[str, SlotType] = {
    "object": "thing", "stack": "thing", "tile": "tile", "number": "number", "way": "number", "option": "flag", "text": "text",
    "act": "number",
}  # fmt: skip
"""What is held of a pick, by its kind; a past act is held by the number of its answer."""

_REST: dict[Order, tuple[str, SlotType, bool]] = {
    Order.ANEW: ("{} had", "thing", True),
    Order.CASTS: ("casts left", "side", True),
    Order.TIMES: ("{} left", "number", False),
    Order.CHANGING: ("{} found", "number", False),
    Order.CHOSEN: ("{} had", "reference", True),
}
_IN_TURN: tuple[str, SlotType, bool] = ("{} left", "thing", True)


def allotted(code: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """Give instructions with the names of their slots; a loop inside another of the same name gets other slots."""
    return tuple([_allotted(code, at, each) if type(each) in _ALLOTTED else each for at, each in enumerate(code)])


def around(code: Sequence[Instruction], at: int) -> list[Each]:
    """Give the loops that an instruction is inside of, the outermost first."""
    return [each for start, each in enumerate(code[:at]) if isinstance(each, Each) and at < each.end]


_ALLOTTED = frozenset([Each, Choose, Silence, Permit, Travel])


def _allotted(code: Sequence[Instruction], at: int, each: Instruction) -> Instruction:
    if isinstance(each, Each):
        depth = sum(outer.var == each.var for outer in around(code, at))
        return _loop(each, f" {depth + 1}" if depth else "")
    if isinstance(each, Choose):
        return replace(each, taken=f"{each.var} so far", ones=f"{each.var} ones")
    if isinstance(each, Silence):
        return replace(each, done="silenced so far")
    if isinstance(each, Permit) and each.how is Use.IN_ORDER:
        return replace(each, rest="abilities left")
    return replace(each, rest="steps left") if isinstance(each, Travel) else each


def _loop(each: Each, apart: str) -> Each:
    rest = _REST.get(each.order, _IN_TURN)[0].format(each.var) + apart
    if each.order in UNNAMED:
        return replace(each, rest=rest)
    each = replace(each, rest=rest, kept=f"{each.var} before{apart}")
    if each.secret:
        return replace(each, said=f"{each.var} in secret{apart}")
    if each.order is not Order.CHOSEN:
        return each
    return replace(each, piled=f"how many{apart}", as_they_lie=f"{each.var} as they lie{apart}", among=f"among{apart}")


def _loop_keeps(each: Each) -> Iterator[SlotDeclaration]:
    _, type, several = _REST.get(each.order, _IN_TURN)
    yield SlotDeclaration(each.rest, type, several)
    yield from [] if each.order in UNNAMED else [SlotDeclaration(each.kept, "thing")]
    yield from [SlotDeclaration(each.said, "secret choice", True)] if each.secret else []
    if each.order is Order.CHOSEN:
        yield from (SlotDeclaration(each.piled, "number"), SlotDeclaration(each.as_they_lie, "flag"))
        yield SlotDeclaration(each.among, "key", True)


def _loop_writes(each: Each) -> Iterator[SlotDeclaration]:
    yield from [] if each.order in UNNAMED else [SlotDeclaration(each.var, "thing")]
    yield from [SlotDeclaration(slots.SAID, "prepared answer")] if each.secret else []
    yield from [_ANSWER] if each.secret or each.order is Order.CHOSEN else []


def _found(each: Choose | Make | Show) -> Iterator[SlotDeclaration]:
    """Give the slots for the first of some things, and for all of them."""
    yield from [SlotDeclaration(each.var, "thing")] if each.var else []
    yield from [SlotDeclaration(each.ones, "thing", True)] if each.ones else []


def _decided(each: Decide) -> Iterator[SlotDeclaration]:
    if each.sharers is not None:
        yield SlotDeclaration(each.var, "share", True)
    elif each.how is Question.HOW_MANY:
        yield SlotDeclaration(each.var, "number")
    yield _ANSWER


_ANSWER = SlotDeclaration(slots.ANSWER, "answer")
_KEEPS: dict[type, Callable[[Node], Iterable[SlotDeclaration]]] = {
    Each: _loop_keeps,
    Choose: lambda each: [SlotDeclaration(each.taken, "thing", True)],
    Silence: lambda each: [SlotDeclaration(each.done, "number")],
    Decide: lambda each: slots.of_type("number", each.var, each.rest, several=True) if each.how is Question.WHICH else (),
    Permit: lambda each: [SlotDeclaration(each.rest, "abilities in a row")] if each.how is Use.IN_ORDER else [],
    Travel: lambda each: [SlotDeclaration(each.rest, "journey", True), SlotDeclaration(slots.STEP, "step")],
    Fight: lambda each: [SlotDeclaration(slots.FIGHT, "fight")],
    Make: lambda each: [SlotDeclaration(slots.MAKING, "number")],
    Standing: lambda each: [SlotDeclaration(slots.STOOD, "thing", True)],
}
_WRITES: dict[type, Callable[[Node], Iterable[SlotDeclaration]]] = {
    Each: _loop_writes,
    Choose: lambda each: (*_found(each), _ANSWER),
    Silence: lambda each: [_ANSWER],
    Decide: _decided,
    Make: _found,
    Show: _found,
    Test: lambda each: slots.of_type("number", *[slots.NATURAL] * each.shown, *[slots.DICE] * each.told),
    Open: lambda each: [SlotDeclaration(slots.OUTCOME, "number")] if each.once else [],
    Let: lambda each: [SlotDeclaration(each.var, "number")],
    By: lambda each: [SlotDeclaration(slots.BY, "doers")],
}


def keeps(each: Instruction) -> tuple[SlotDeclaration, ...]:
    """Give the slots in which an instruction keeps how far it has come."""
    return tuple(_KEEPS[type(each)](each)) if type(each) in _KEEPS else ()


def writes(each: Instruction) -> tuple[SlotDeclaration, ...]:
    """Give the slots that an instruction writes: for its own progress, for later instructions, for the answer to its question."""
    return (*keeps(each), *_WRITES[type(each)](each)) if type(each) in _WRITES else keeps(each)


def given(routine: Routine) -> tuple[SlotDeclaration, ...]:
    """Give the slots that a procedure's caller fills."""
    return () if routine.kernel else slots.ACT if routine.act else slots.STRUCTURE


def picked(picks: Iterable[Pick]) -> Iterator[SlotDeclaration]:
    """Give the slots in which an act holds what was picked for it."""
    return (SlotDeclaration(pick.name, PICKED[pick.kind], pick.several) for pick in picks)


def slotted(routine: Routine, outer: Iterable[SlotDeclaration]) -> Routine:
    """Give a procedure with its slots declared: those that it is given, and those that it writes."""
    code = allotted(routine.code)
    known = dict.fromkeys(outer)
    known |= dict.fromkeys(written for each in code for written in writes(each))
    return replace(routine, code=code, slots=tuple(each for each in known if each not in given(routine)))


def lent(code: Iterable[Instruction], name: str) -> tuple[str, ...]:
    """Give the slots in which loops keep the previous value of their variable, the outermost loop first."""
    return tuple(dict.fromkeys(each.kept for each in code if isinstance(each, Each) and each.kept and each.var == name))
