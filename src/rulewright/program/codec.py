"""Programs as JSON: a table of rows with each record once, the parts of a record before it, so that one pass reads the table.

A row is the number of its kind, then its fields. A number, a text, a truth value or nothing is written as it is. Anything else
is a list that begins with its sort: a row, a tuple, a set or a mapping.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum

from rulewright.program import quick_dataclasses
from rulewright.program.building import Part
from rulewright.program.program import Program
from rulewright.program.shapes import Shape, maker, names, shapes, tests

FORMAT = 1
ROW, TUPLE, SET, MAPPING = range(4)
PROGRAM = "program.Program"

Data = int | str | bool | list["Data"] | None


class BadProgram(ValueError):
    """A program that cannot be read or is not well-formed; the message says why."""


def encode(program: Program) -> str:
    """Give a program as JSON."""
    writer = _Writer()
    fields = [writer.value(getattr(program, name)) for name in shapes()[PROGRAM].fields]
    kinds = [[name, *shapes()[name].fields] for name in writer.kinds]
    return json.dumps({"format": FORMAT, "kinds": kinds, "rows": writer.rows, "program": fields}, separators=(",", ":"))


class _Writer:
    """Writes records into rows, each once."""

    def __init__(self) -> None:
        self.kinds: dict[str, int] = {}
        self.rows: list[list[Data]] = []
        self.known: dict[str, int] = {}  # rows, by their contents
        self.alone: dict[Part, int] = {}  # rows of records that compare by identity

    def value(self, value: Part) -> Data:
        """Give a value in the form that it has in a row."""
        if type(value) in (int, str, bool) or value is None:
            return value  # type: ignore[return-value]
        if isinstance(value, tuple):
            return [TUPLE, *map(self.value, value)]
        if isinstance(value, frozenset):
            return [SET, *map(self.value, sorted(value, key=lambda each: (type(each).__name__, each)))]
        if isinstance(value, Mapping):
            return [MAPPING, *(self.value(part) for pair in value.items() for part in pair)]
        return [ROW, self._row(value)]

    def _row(self, record: Part) -> int:
        """Write a record, unless it is written already, and give the number of its row.

        Records with the same contents share one row, except records that compare by identity: each of those has its own row.
        """
        name = names().get(type(record))
        if name is None:
            raise BadProgram(f"a program cannot hold {record!r}: {type(record).__name__} is not a kind of record")
        alone = type(record).__eq__ is object.__eq__
        if alone and record in self.alone:
            return self.alone[record]
        if isinstance(record, StrEnum):
            fields: list[Data] = [record.value]
        else:
            fields = [self.value(getattr(record, each)) for each in shapes()[name].fields]
        row = [self.kinds.setdefault(name, len(self.kinds)), *fields]
        number = None if alone else self.known.get(repr(row))
        if number is None:
            number = len(self.rows)
            self.rows.append(row)
            self.known[repr(row)] = number
            self.alone |= {record: number} if alone else {}
        return number


def decode(text: str | bytes) -> Program:
    """Give a program that was written as JSON; other data is refused with a reason."""
    try:
        data = json.loads(text)
        form, kinds, rows, fields = data["format"], data["kinds"], data["rows"], data["program"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadProgram(f"not a program: {error}") from None
    if form != FORMAT:
        raise BadProgram(f"the program has format {form}, and only format {FORMAT} can be read")
    reader = _Reader([_known(kind) for kind in kinds])
    try:
        for row in rows:
            reader.row(row)
        return reader.program(fields)
    except (IndexError, TypeError, KeyError, AttributeError) as error:
        raise BadProgram(f"row {len(reader.made)} cannot be read: {error}") from None


def _known(kind: list[str]) -> Shape:
    """Find a kind by its name; it must have the same fields as when it was written."""
    name, *fields = kind if isinstance(kind, list) and kind else [str(kind)]
    shape = shapes().get(name)
    if shape is None:
        raise BadProgram(f"there is no kind of record {name!r}")
    if shape.fields != tuple(fields):
        raise BadProgram(f"{name} has the fields {', '.join(shape.fields)}, not {', '.join(map(str, fields))}")
    return shape


class _Reader:
    """Makes records from rows."""

    def __init__(self, kinds: list[Shape]) -> None:
        self.kinds = kinds
        self.made: list[Part] = []
        self.complete = False  # whether all rows are read

    def program(self, fields: list[Data]) -> Program:
        """Read the fields of the program itself, which come after the rows."""
        self.complete = True
        return quick_dataclasses.maker(Program)(self.values(shapes()[PROGRAM], fields))

    def row(self, row: list[Data]) -> None:
        """Make the next record."""
        number = row[0]
        if type(number) is not int or not 0 <= number < len(self.kinds):
            raise BadProgram(f"row {len(self.made)} is of kind {number}, and there are {len(self.kinds)} kinds")
        shape = self.kinds[number]
        mode = issubclass(shape.kind, StrEnum)
        self.made.append(self._mode(shape, row[1]) if mode else maker(shape.kind)(self.values(shape, row[1:])))

    def _mode(self, shape: Shape, value: Data) -> Part:
        try:
            mode: Part = shape.kind(value)
            return mode
        except ValueError:
            raise BadProgram(f"row {len(self.made)}: {value!r} is not a {shape.name}") from None

    def values(self, shape: Shape, row: list[Data]) -> list[Part]:
        """Read the fields of a record; each must have its type."""
        wanted = tests(shape.kind)
        if len(row) != len(wanted):
            raise BadProgram(f"{self.where()} ({shape.name}) has {len(row)} fields, not {len(wanted)}")
        found = [self.value(data) if isinstance(data, list) else data for data in row]
        for (name, fit), value in zip(wanted, found, strict=True):
            if not fit(value):
                raise BadProgram(f"{self.where()} ({shape.name}): {name} cannot be {value!r:.60}")
        return found

    def where(self) -> str:
        """Say which record is being read."""
        return "the program" if self.complete else f"row {len(self.made)}"

    def value(self, data: list[Data]) -> Part:
        """Read a value that is not plain."""
        what = data[0]
        if what == ROW:
            return self._record(data[1])
        inner = [self.value(part) if isinstance(part, list) else part for part in data[1:]]
        if what == TUPLE:
            return tuple(inner)
        if what == SET:
            return frozenset(inner)
        if what == MAPPING:
            return dict(zip(inner[::2], inner[1::2], strict=True))
        raise BadProgram(f"{self.where()}: {what!r} is not a sort of value")

    def _record(self, number: Data) -> Part:
        if type(number) is not int or not 0 <= number < len(self.made):
            raise BadProgram(f"{self.where()} refers to row {number}, and only {len(self.made)} rows come before it")
        return self.made[number]
