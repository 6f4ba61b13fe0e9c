"""Proves that a program is well-formed: every field has its type, every reference is in range, every jump stays inside its
procedure, and every slot is declared with the type that it is read and written as (`slot_proofs`). Each problem is a sentence
that names the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.program import (
    behaviours,
    conditions,
    declared,
    definition,
    durations,
    expressions,
    feature,
    instructions,
    pools,
    position,
    printed,
    slot_proofs,
    wording,
)
from rulewright.program.codec import PROGRAM, BadProgram
from rulewright.program.modes import Grant, Question
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import is_dataclass
from rulewright.program.shapes import names, shapes, tests

NONE = -1
GRANTED = {Grant.FEATURE: "features", Grant.CANNOT: "prohibitions", Grant.MARK: "words", Grant.BAR: "words"}
"""The table to which the number of what somebody is given belongs."""

NUMBERED: dict[type, dict[str, str]] = {
    expressions.Holder: {"stat": "stats"},
    expressions.StatOf: {"stat": "stats"},
    expressions.Measure: {"stat": "stats"},
    expressions.Changes: {"stat": "stats"},
    expressions.Query: {"zones": "zones"},
    expressions.Picked: {"zones": "zones"},
    expressions.Lies: {"zone": "zones"},
    expressions.Happens: {
        "action": "words",
        "origin": "zones",
        "zone": "zones",
        "mark": "words",
        "word": "words",
        "feature": "features",
        "structure": "routines",
    },
    expressions.Related: {"word": "words", "structure": "routines"},
    expressions.Situation: {"structure": "routines"},
    expressions.PastActions: {"structure": "routines"},
    expressions.Relation: {"word": "words"},
    expressions.OfCast: {"name": "words"},
    expressions.Stands: {"mark": "words"},
    expressions.Cause: {"action": "words"},
    expressions.OfKind: {"mark": "words"},
    expressions.Has: {"feature": "features", "word": "words"},
    instructions.Declare: {"limits": "words"},
    instructions.Tell: {"word": "words"},
    instructions.Station: {"word": "words"},
    instructions.By: {"word": "words"},
    instructions.Open: {"kinds": "words", "discipline": "disciplines"},
    instructions.Silence: {"mark": "words"},
    instructions.Run: {"procedure": "routines"},
    instructions.Leave: {"structure": "routines"},
    instructions.Course: {"structure": "routines"},
    instructions.Permit: {"structure": "routines", "stat": "stats", "mark": "words", "actions": "words"},
    instructions.Decide: {"stat": "stats"},
    instructions.Alter: {"stat": "stats"},
    instructions.Last: {"stat": "stats"},
    instructions.Give: {"stat": "stats", "action": "words"},
    instructions.Follow: {"action": "words"},
    instructions.Adjust: {"stat": "stats"},
    instructions.Bind: {"stat": "stats", "kind": "words", "word": "words"},
    instructions.Ties: {"stat": "stats", "breaker": "stats"},
    instructions.Fight: {"action": "words", "blows": "stats", "health": "stats"},
    instructions.Send: {"zone": "zones"},
    instructions.Make: {"kind": "words", "zone": "zones"},
    durations.Until: {"condition": "untils", "structure": "routines"},
    conditions.OthersTurn: {"structure": "routines"},
    pools.PastActs: {"action": "words"},
    pools.TilesMarked: {"mark": "words"},
    conditions.Limited: {"key": "words"},
    wording.LimitWords: {"key": "words"},
    behaviours.Aim: {"mark": "words"},
    conditions.Cooled: {"action": "actions"},
    conditions.Permitted: {"feature": "features"},
    definition.Pick: {"zones": "zones"},
    definition.Action: {
        "procedure": "routines",
        "kinds": "words",
        "speed": "words",
        "limits": "words",
        "word": "words",
        "counts_as": "words",
        "zones": "zones",
        "of_class": "classes",
        "onto": "zones",
        "after": "zones",
        "countered": "zones",
        "forbids": "prohibitions",
    },
    definition.Trigger: {"action": "actions", "stat": "stats"},
    definition.Prohibition: {"stat": "stats"},
    definition.Counted: {"key": "words", "stat": "stats"},
    expressions.PastActions: {"key": "words"},
    feature.Feature: {"hides": "stats", "action": "actions", "forbids": "prohibitions"},
    declared.Kind: {"marks": "words", "actions": "actions", "loose": "actions", "bound": "actions"},
    declared.Class: {"called": "words"},
    declared.Settle: {"procedure": "routines", "structure": "routines"},
    declared.Zone: {"refill": "routines"},
    declared.Stat: {"until": "routines", "cap": "stats", "pays": "stats", "only": "words"},
    printed.Layout: {"first": "stats", "small": "stats", "cost": "stats", "piles": "zones", "total": "stats"},
}
"""The fields that contain numbers of a table of the program, and the table; NONE means nothing."""


LARGEST = 10**18
"""No number of a game goes beyond it."""


def check(program: Program) -> None:
    """Refuse a program that is not well-formed, with its first problem."""
    for wrong in problems(program):
        raise BadProgram(wrong)


def problems(program: Program) -> Iterator[str]:
    """List the problems of a program, one sentence each."""
    yield from _types(program)
    for where, record in records(program):
        yield from (f"{where}: {wrong}" for wrong in _references(program, record))
    for number in (program.main, program.turn):
        yield from _in_range("the program", number, "routines", len(program.routines))
    for table in _tables(program):
        yield from (f"{name} is number {n} of its table and says {said}" for n, (name, said) in enumerate(table) if n != said)
    for routine in program.routines:
        yield from (f"{routine.name}, {wrong}" for wrong in _jumps(routine))
    yield from slot_proofs.problems(program)
    if program.routines[: len(OWN_ROUTINES)] != OWN_ROUTINES:
        yield "the kernel's own procedures do not come first in the routines"


def _tables(program: Program) -> list[list[tuple[str, int]]]:
    """Give the names and numbers of records that contain their own number."""
    return [[(each.name, each.index) for each in program.actions], [(each.name, each.index) for each in program.features]]


def records(program: Program) -> Iterator[tuple[str, object]]:
    """Give every record of a program, and its place: the field, the entry, and the number of an instruction."""
    for field in shapes()[PROGRAM].fields:
        value = getattr(program, field)
        entries = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, tuple) else [("", value)]
        for key, entry in entries:
            where = f"{field} {getattr(entry, 'name', key)!s}".strip()
            if isinstance(entry, definition.Routine):
                yield where, entry
                for n, instruction in enumerate(entry.code):
                    yield from ((f"{where}, instruction {n}", each) for each in _inside(instruction))
            else:
                yield from ((where, each) for each in (*_inside(key), *_inside(entry)))


def _inside(value: object) -> Iterator[object]:
    """Give every record inside a value, itself included."""
    if is_dataclass(value) and not isinstance(value, type):
        yield value
        for name in shapes()[names()[type(value)]].fields:
            yield from _inside(getattr(value, name))
    elif isinstance(value, tuple | frozenset):
        for each in value:
            yield from _inside(each)
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _inside(pair)


def _types(program: Program) -> Iterator[str]:
    for name, fit in tests(Program):
        if not fit(getattr(program, name)):
            yield f"the field {name} of the program holds what it cannot"
    for where, record in records(program):
        kind: type = type(record)
        for name, fit in tests(kind):
            if not fit(getattr(record, name)):
                yield f"{where}: {name} of {type(record).__name__} cannot be {getattr(record, name)!r:.60}"


def _references(program: Program, record: object) -> Iterator[str]:
    kind = type(record).__name__
    for name, table in NUMBERED.get(type(record), {}).items():
        value = getattr(record, name)
        numbers = value if isinstance(value, tuple | frozenset) else () if value is None else (value,)
        size = len(getattr(program, table))
        for number in numbers:
            yield from _in_range(kind, number, table, size)
    for number in record.casts if isinstance(record, position.SceneWords) else ():
        yield from _in_range(kind, number, "words", len(program.words))
    for number in _timed(record):
        yield from _in_range(kind, number, "routines", len(program.routines))
    if isinstance(record, expressions.FastEnough):
        speeds = {n for top, _, answers in record.table for n in (top, *answers)} - {expressions.NOTHING, expressions.ANYTHING}
        size = len(program.words)
        yield from (f"{kind} speaks of number {n} of {size} words" for n in sorted(speeds) if not 0 <= n < size)
    if isinstance(record, instructions.Make) and record.kind != NONE and program.words[record.kind] not in program.kind_numbers:
        yield f"{kind} speaks of {program.words[record.kind]!r}, which is none of the kinds"
    yield from (f"{kind} holds {n}, and numbers stay within ±10¹⁸" for n in _numbers(record) if abs(n) > LARGEST)
    if isinstance(record, instructions.Leave) and record.structure == NONE and record.step != NONE:
        yield f"{kind} speaks of number {record.step} of the steps of no structure"
    if isinstance(record, instructions.Leave) and 0 <= record.structure < len(program.routines):
        yield from _in_range(kind, record.step, "steps", len(program.routines[record.structure].labels))
    if isinstance(record, instructions.Give) and record.how in GRANTED:
        table = GRANTED[record.how]
        size = len(getattr(program, table))
        yield from [f"{kind} speaks of number {record.number} of {size} {table}"] if not 0 <= record.number < size else []


def _numbers(record: object) -> Iterator[int]:
    """Give the numbers that a record holds itself, also in rows and tables."""
    held = [getattr(record, name) for name in shapes()[names()[type(record)]].fields]
    while held:
        value = held.pop()
        if isinstance(value, int):
            yield value
        elif isinstance(value, tuple | frozenset):
            held.extend(value)
        elif isinstance(value, Mapping):
            held.extend(value.items())


def _in_range(kind: str, number: int, table: str, size: int) -> Iterator[str]:
    if not NONE <= number < size:
        yield f"{kind} speaks of number {number} of {size} {table}"


def _timed(record: object) -> Iterator[int]:
    """Give the procedures that a record pairs with something else: those that refresh a stat, or in which a speed is allowed."""
    if isinstance(record, declared.Stat) and record.refresh is not None:
        yield record.refresh[0]
    if isinstance(record, expressions.FastEnough):
        yield from (structure for _, structure, _ in record.table)


def _jumps(routine: definition.Routine) -> Iterator[str]:
    """Say which jumps leave their procedure: a jump must go to an instruction of it, or to its end."""
    fields: dict[type, str] = {instructions.Test: "otherwise", instructions.Decide: "otherwise", instructions.Jump: "to",
                               instructions.Each: "end"}  # fmt: skip
    for at, instruction in enumerate(routine.code):
        name = fields.get(type(instruction))
        goals = [getattr(instruction, name)] if name is not None else []
        if isinstance(instruction, instructions.Decide):
            goals = [*(goals if instruction.how is not Question.HOW_MANY else ()), *instruction.begins]
        for to in goals:
            if not 0 <= to <= len(routine.code):
                yield f"instruction {at}: it goes on at {to}, and there are {len(routine.code)} instructions"
