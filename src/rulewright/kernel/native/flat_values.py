"""What a slot holds as a row of numbers, by its type, and back: lists, keys, texts, and types that are made of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.kernel.native.number_tables import LeftToPython
from rulewright.kernel.state.facts import Key
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.slots import COMPOSITES, SlotType

NUMBERS: tuple[SlotType, ...] = (
    "number", "flag", "thing", "reference", "player", "side", "tile", "zone", "stat", "action", "trigger", "word",
    "discipline", "frame", "holder",
)  # fmt: skip
"""The types of which a value is one number."""


@dataclass(frozen=True, slots=True)
class Flattener:
    """Writes values as numbers; how keys and texts are numbered is up to who uses it."""

    key: Callable[[Key], Sequence[int]]
    text: Callable[[str], int]

    def flat(self, type: SlotType, value: Any) -> list[int]:
        """Give one value; a list inside it begins with its length."""
        if type in NUMBERS:
            if not isinstance(value, int):
                raise LeftToPython(type)
            return [int(value)]
        if type == "text":
            return [self.text(value)]
        if type == "key":
            return [*self.key(value)]
        if type not in COMPOSITES:
            raise LeftToPython(type)
        found = list[int]()
        for (part, several), each in zip(COMPOSITES[type], value, strict=True):
            found += [len(each)] if several else []
            found += [number for one in (each if several else (each,)) for number in self.flat(part, one)]
        return found

    def several(self, type: SlotType, values: Sequence[Any]) -> list[int]:
        """Give several values, one after another."""
        return [number for value in values for number in self.flat(type, value)]


@dataclass(frozen=True, slots=True)
class Unflattener:
    """Reads values from numbers again."""

    key: Callable[[int, int, int], Key]
    text: Callable[[int], str]

    def read(self, type: SlotType, row: Iterator[int]) -> Any:
        """Read one value."""
        if type == "text":
            return self.text(next(row))
        if type == "key":
            return self.key(next(row), next(row), next(row))
        if type not in COMPOSITES:
            return next(row)
        return tuple(
            tuple(self.read(part, row) for _ in range(next(row))) if several else self.read(part, row)
            for part, several in COMPOSITES[type]
        )

    def several(self, type: SlotType, row: Sequence[int]) -> tuple[Any, ...]:
        """Read values to the end of a row."""
        found, rest = list[Any](), _Rest(row)
        while rest:
            found.append(self.read(type, rest))
        return tuple(found)


class _Rest(Iterator[int]):
    """The rest of a row, which is false when nothing is left."""

    def __init__(self, row: Sequence[int]) -> None:
        self.row, self.at = row, 0

    def __next__(self) -> int:
        self.at += 1
        return self.row[self.at - 1]

    def __bool__(self) -> bool:
        return self.at < len(self.row)
