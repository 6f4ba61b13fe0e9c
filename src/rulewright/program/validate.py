"""Proves that a program is well-formed: every field has its type, every reference is in range, every jump stays inside its
procedure, and every slot is declared with the type that it is read and written as (`slot_proofs`). Each problem is a sentence
that names the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.program import definition, expressions, instructions, pools, procedures, scene_proofs, slot_proofs
from rulewright.program.building import AnyRecord, walk
from rulewright.program.codec import PROGRAM, BadProgram
from rulewright.program.declared import Limits
from rulewright.program.feature import Feature
from rulewright.program.modes import Grant
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.program import Program
from rulewright.program.shapes import hints, references, shapes, tests
from rulewright.program.signs import PickKind

NONE = -1
GRANTED = {Grant.FEATURE: "features", Grant.CANNOT: "prohibitions", Grant.MARK: "words", Grant.BAR: "words"}
"""The table to which the number of what somebody is given belongs."""

LARGEST = 10**18
"""No number of a game goes beyond it."""


def check(program: Program) -> None:
    """Refuse a program that is not well-formed, with its first problem."""
    for wrong in problems(program):
        raise BadProgram(wrong)


def problems(program: Program) -> Iterator[str]:
    """List the problems of a program, one sentence each."""
    whole: list[tuple[str, type, AnyRecord]] = [("the program", Program, program)]
    whole += [(where, type(record), record) for where, record in records(program)]
    for where, kind, record in whole:
        yield from (f"{where}: {wrong}" for wrong in _types(kind, record))
    for where, kind, record in whole:
        yield from (f"{where}: {wrong}" for wrong in _references(program, kind, record))
    numbered: list[tuple[int, definition.Action | Feature]] = [*enumerate(program.actions), *enumerate(program.features)]
    yield from (f"{each.name} is number {n} of its table and says {each.index}" for n, each in numbered if n != each.index)
    for routine in program.routines:
        yield from (f"{routine.name}, {wrong}" for wrong in _jumps(routine))
    yield from slot_proofs.problems(program)
    yield from scene_proofs.problems(program)
    if program.routines[: len(OWN_ROUTINES)] != OWN_ROUTINES:
        yield "the kernel's own procedures do not come first in the routines"


def records(program: Program) -> Iterator[tuple[str, AnyRecord]]:
    """Give every record of a program, and its place: the field, the entry, and the number of an instruction."""
    for field in shapes()[PROGRAM].fields:
        value = getattr(program, field)
        entries = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, tuple) else [("", value)]
        for key, entry in entries:
            where = f"{field} {getattr(entry, 'name', key)!s}".strip()
            if isinstance(entry, definition.Routine):
                yield where, entry
                for n, instruction in enumerate(entry.code):
                    yield from ((f"{where}, instruction {n}", each) for each in walk(instruction))
            else:
                yield from ((where, each) for each in walk((key, entry)))


def _types(kind: type, record: AnyRecord) -> Iterator[str]:
    for name, fit in tests(kind):
        if not fit(getattr(record, name)):
            yield f"{name} of {kind.__name__} cannot be {getattr(record, name)!r:.60}"


def _references(program: Program, of: type, record: AnyRecord) -> Iterator[str]:
    kind = of.__name__
    for table, number, least in references(of, record):
        yield from _in_range(kind, number, table, len(getattr(program, table)), least)
        if table == "routines" and 0 <= number < len(OWN_ROUTINES):
            yield f"{kind} refers to the kernel's own procedure {OWN_ROUTINES[number].name!r}"
    yield from (f"{kind}: {wrong}" for wrong in _senseless(program, record))
    if isinstance(record, instructions.Make) and record.kind != NONE and program.words[record.kind] not in program.kind_numbers:
        yield f"{kind} refers to {program.words[record.kind]!r}, which is not a kind"
    yield from (f"{kind} holds {n}, and numbers stay within ±10¹⁸" for n in _numbers(of, record) if abs(n) > LARGEST)
    if isinstance(record, instructions.Leave) and record.structure == NONE and record.step != NONE:
        yield f"{kind} refers to step {record.step} of no structure"
    if isinstance(record, instructions.Leave) and 0 <= record.structure < len(program.routines):
        yield from _in_range(kind, record.step, "steps", len(program.routines[record.structure].labels))
    if isinstance(record, instructions.Give) and record.how in GRANTED:
        table = GRANTED[record.how]
        yield from _in_range(kind, record.number, table, len(getattr(program, table)), 0)


def _senseless(program: Program, record: AnyRecord) -> Iterator[str]:
    """Say which values of a record make no sense together, although each has its type."""
    if isinstance(record, expressions.Roll) and not (0 <= record.again < record.sides and record.explodes >= 0):
        yield f"dice with {record.sides} sides are rolled again up to {record.again}, and {record.explodes} more"
    if isinstance(record, expressions.Measure) and record.rank == 0:
        yield "the highest value has the rank 1, and there is no rank 0"
    if isinstance(record, definition.Pick) and not 0 <= record.least <= record.most <= program.limits.things:
        yield f"{record.least} to {record.most} are picked, and at most {program.limits.things} things exist"
    if isinstance(record, definition.Pick) and not isinstance(record.pool, POOLS[record.kind]):
        yield f"{record.name} is picked as {record.kind}, and its candidates are {type(record.pool).__name__}"
    if isinstance(record, Limits) and min(getattr(record, name) for name in hints(Limits)) < 1:
        yield "a limit is at least 1"
    if isinstance(record, instructions.Open) and record.who is None and not record.seats:
        yield "it asks nobody"
    if isinstance(record, instructions.Give) and record.number != NONE and record.how not in (*GRANTED, Grant.CLASS):
        yield f"{record.how.value} has no number, and it says {record.number}"
    if isinstance(record, definition.Action | instructions.Run) and 0 <= record.procedure < len(program.routines):
        rule, own = program.routines[record.procedure], isinstance(record, definition.Action) or record.own
        if rule.act is not own:
            yield f"{rule.name} is {'not ' * own}a part of an act"


POOLS: dict[PickKind, tuple[type[pools.Pool], ...]] = {
    "object": (pools.Candidates,), "stack": (pools.Joinable,), "tile": (pools.TilesNear, pools.TilesAlong, pools.TilesMarked),
    "number": (pools.WholeNumbers,), "way": (pools.WholeNumbers,), "option": (pools.NoOrYes,), "act": (pools.PastActs,),
    "text": (pools.Drafts,),
}  # fmt: skip
"""What each kind of pick can be picked from."""


def _numbers(kind: type, record: AnyRecord) -> Iterator[int]:
    """Give the numbers that a record holds itself, also in rows and tables."""
    held = [getattr(record, name) for name in hints(kind)]
    while held:
        value = held.pop()
        if isinstance(value, int):
            yield value
        elif isinstance(value, tuple | frozenset):
            held.extend(value)
        elif isinstance(value, Mapping):
            held.extend(value.items())


def _in_range(kind: str, number: int, table: str, size: int, least: int = NONE) -> Iterator[str]:
    if not least <= number < size:
        yield f"{kind} refers to number {number} of {size} {table}"


def _jumps(routine: definition.Routine) -> Iterator[str]:
    """Say which jumps leave their procedure: a jump must go to an instruction of it, or to its end."""
    for at, instruction in enumerate(routine.code):
        for to in procedures.goals(instruction):
            if not 0 <= to <= len(routine.code):
                yield f"instruction {at}: it goes on at {to}, and there are {len(routine.code)} instructions"
        if isinstance(instruction, instructions.Each) and instruction.end <= at:
            yield f"instruction {at}: its loop ends at {instruction.end}, before it begins"
