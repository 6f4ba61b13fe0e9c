"""What a slot holds as a row of numbers, by its type, and back: lists, keys, texts, and types that are made of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import ABSENT, LeftToPython
from rulewright.kernel.state.facts import NOWHERE, Change, Key, Lasting
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
    structure: Callable[[str], int]

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
        if type == "change":
            return flat_change(value, self.text, self.structure)
        if type == "part of a change":
            return [value[0], value[1], _op(value[2])]
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
    structure: Callable[[int], str]

    def read(self, type: SlotType, row: Iterator[int]) -> Any:
        """Read one value."""
        if type == "text":
            return self.text(next(row))
        if type == "key":
            return self.key(next(row), next(row), next(row))
        if type == "change":
            return changed([next(row) for _ in range(numbers()["CHANGE_ROW"])], self.text, self.structure)
        if type == "part of a change":
            return next(row), next(row), OPS[next(row)]
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


# -- what lasts, and prepared changes ------------------------------------------------------------------------------------

OPS = ("=", "+=", "-=", "*=", "/=")
"""How a stat is changed, in the order of the header."""
ASKED = ("price", "feature", "cooldown", "follows", "silent", "class")
"""The words of the questions about which the machine knows what lasts."""
HOW = ("add", "set", "again")
"""What an effect does to what is asked, in the order of the header."""


def _op(op: str) -> int:
    return OPS.index(op)


def flat_lasting(
    effect: Lasting, text: Callable[[str], int], structure: Callable[[str], int], bars: Sequence[object] = ()
) -> list[int]:
    """Give a lasting effect as the header lays it out."""
    asked: tuple[Any, ...] = (NOWHERE, effect.question) if isinstance(effect.question, int) else effect.question
    if asked in bars:
        asked = ("bar", bars.index(asked))
    elif asked[0] not in (NOWHERE, *ASKED):
        raise LeftToPython(f"an effect about {asked[0]}")
    if effect.op not in HOW:
        raise LeftToPython(f"an effect that does {effect.op}")
    asks, about, *more = asked
    question = [asks if asks == NOWHERE else text(str(asks)), about, *(more or [ABSENT])]
    until: list[Any] = [*effect.until]
    if until:
        until = [text(until[0]), structure(until[1]) if until[0] in ("begin", "end") else until[1], *until[2:]]
    ends = [*(until or [NOWHERE]), *[ABSENT] * 4][:4]
    how = (HOW.index(effect.op), effect.amount)
    uses = ABSENT if effect.uses is None else effect.uses
    return [effect.id, text(effect.name), effect.object, *question, *how, *ends, uses, effect.by]


def lasting(row: Sequence[int], text: Callable[[int], str], structure: Callable[[int], str]) -> Lasting:
    """Give a lasting effect again."""
    number, name, thing, asks, about, more, op, amount, word, first, whose, count, uses, by = row
    question: Any = about if asks == NOWHERE else (text(asks), about, *([more] if more != ABSENT else []))
    until = () if word == NOWHERE else (text(word), structure(first) if count != ABSENT else first, whose, count)
    ending = tuple(each for each in until if each != ABSENT)
    left = None if uses == ABSENT else uses
    return Lasting(number, text(name), thing, question, HOW[op], amount, ending, left, by)


def flat_change(change: Change, text: Callable[[str], int], structure: Callable[[str], int]) -> list[int]:
    """Give a prepared change: of a stat, of a zone, or that something begins to last."""
    N = numbers()
    if change[0] == "alter":
        found = [N["CH_ALTER"], *change[1:3], _op(change[3]), change[4], text(change[5])]
    elif change[0] == "send" and len(change) == 4 and change[3] in ("top", "bottom"):
        found = [N["CH_SEND"], change[1], change[2], int(change[3] == "bottom")]
    elif change[0] == "last":
        found = [N["CH_LAST"], change[1], *flat_lasting(Lasting(*change[2]), text, structure)]
    else:
        raise LeftToPython(f"a change of another kind: {change[0]}")
    return [*found, *[0] * (N["CHANGE_ROW"] - len(found))]


def changed(row: Sequence[int], text: Callable[[int], str], structure: Callable[[int], str]) -> Change:
    """Give a prepared change again."""
    N = numbers()
    if row[0] == N["CH_ALTER"]:
        return ("alter", row[1], row[2], OPS[row[3]], row[4], text(row[5]))
    if row[0] == N["CH_SEND"]:
        return ("send", row[1], row[2], "bottom" if row[3] else "top")
    return ("last", row[1], lasting(row[2:], text, structure))


class _Rest(Iterator[int]):
    """The rest of a row, which is false when nothing is left."""

    def __init__(self, row: Sequence[int]) -> None:
        self.row, self.at = row, 0

    def __next__(self) -> int:
        self.at += 1
        return self.row[self.at - 1]

    def __bool__(self) -> bool:
        return self.at < len(self.row)
