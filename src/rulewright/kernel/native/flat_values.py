"""What a slot holds as a row of numbers, by its type, and back: lists, keys, texts, and types that are made of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.kernel.change.effects import OWNED
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import ABSENT, Bar, LeftToPython
from rulewright.kernel.state.facts import NOWHERE, SEEN, Change, Key, Lasting, Link, Links, Question, SlotValue
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
    words: RowWriter

    def flat(self, type: SlotType, value: Any) -> list[int]:
        """Give one value; a list inside it begins with its length."""
        if type in NUMBERS:
            if not isinstance(value, int):
                raise LeftToPython(type)
            return [int(value)]
        if type == "text":
            return [self.words.text(value)]
        if type == "key":
            return [*self.key(value)]
        if type == "change":
            return self.words.change(value)
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
    said: RowReader

    def read(self, type: SlotType, row: Iterator[int]) -> SlotValue:
        """Read one value."""
        if type == "text":
            return self.said.text(next(row))
        if type == "key":
            return self.key(next(row), next(row), next(row))
        if type == "change":
            return self.said.change([next(row) for _ in range(next(row) - 1)])
        if type == "part of a change":
            return next(row), next(row), OPS[next(row)]
        if type not in COMPOSITES:
            return next(row)
        return tuple(
            tuple(self.read(part, row) for _ in range(next(row))) if several else self.read(part, row)
            for part, several in COMPOSITES[type]
        )

    def several(self, type: SlotType, row: Sequence[int]) -> tuple[SlotValue, ...]:
        """Read values to the end of a row."""
        found, rest = list[SlotValue](), _Rest(row)
        while rest:
            found.append(self.read(type, rest))
        return tuple(found)


# -- what lasts, and prepared changes ------------------------------------------------------------------------------------

OPS = ("=", "+=", "-=", "*=", "/=")
"""How a stat is changed, in the order of the header."""
ASKED = ("price", "feature", "cooldown", "follows", "silent", "class", "cannot", "mark", "extra", "skip")
"""The words of the questions that are about numbers."""
ALONE = ("control", "form", "owned", "playable")
"""Those that are about nothing else."""
NEXT = "next"
HOW = ("add", "set", "again")
"""What an effect does to what is asked, in the order of the header."""
ENDS = ("top", "bottom", "grown")
"""Where something comes to lie in a zone, in the order of the header."""


def _op(op: str) -> int:
    return OPS.index(op)


@dataclass(frozen=True, slots=True)
class RowWriter:
    """How texts and links are numbered, and what effects ask that bar actions."""

    text: Callable[[Link], int]
    link: Callable[[Link, Links], list[int]]
    bars: Sequence[Bar] = ()

    def question(self, asked: Question) -> list[int]:
        """Give what a lasting effect is about."""
        if isinstance(asked, int):
            return [NOWHERE, asked, ABSENT]
        if asked in self.bars:
            return [self.text("bar"), self.bars.index(asked), ABSENT]
        word, *about = asked
        if word in ALONE:
            return [self.text(word), ABSENT, ABSENT]
        if word == NEXT:
            return [self.text(word), about[0], _op(about[1])]
        if word not in ASKED:
            raise LeftToPython(f"an effect about {word}")
        return [self.text(word), *[*about, ABSENT][:2]]

    def lasting(self, effect: Lasting) -> list[int]:
        """Give a lasting effect as the header lays it out."""
        until = [self.text(str(effect.until[0])), *map(int, effect.until[1:])] if effect.until else [NOWHERE]
        ends = [*until, *[ABSENT] * 4][:4]
        how = (HOW.index(effect.op), effect.amount)
        uses = ABSENT if effect.uses is None else effect.uses
        return [effect.id, self.text(effect.name), effect.object, *self.question(effect.question), *how, *ends, uses, effect.by]

    def change(self, change: Change) -> list[int]:
        """Give a prepared change: how many numbers it has, its kind, its thing, and what its kind needs."""
        kind, slot, *more = change
        row = [numbers()[f"CH_{kind.upper()}"], slot, *getattr(self, f"_{kind}")(*more)]
        return [1 + len(row), *row]

    def _alter(self, stat: int, op: str, amount: int, tag: str) -> list[int]:
        return [stat, _op(op), amount, self.text(tag)]

    def _send(self, zone: int, at: str, seers: Sequence[int] | None = None) -> list[int]:
        return [zone, ENDS.index(at), *_listed(seers)]

    def _tell(self, word: str) -> list[int]:
        return [self.text(word)]

    def _bind(self, name: Link, refs: Links | None) -> list[int]:
        return [self.text(name), *_listed(None if refs is None else self.link(name, refs))]

    def _give(self, player: int, side: int, *owned: str) -> list[int]:
        return [player, side, len(owned)]

    def _counter(self, zone: int) -> list[int]:
        return [zone]

    _mix = _counter

    def _make(self, name: str, cells: Sequence[int], zone: int, tile: int = NOWHERE, place: int = NOWHERE) -> list[int]:
        return [self.text(name), zone, tile, place, *cells]

    def _show(self, seers: Sequence[int] | None) -> list[int]:
        return [self.text(SEEN), *_listed(seers)]

    def _last(self, effect: Lasting) -> list[int]:
        return self.lasting(Lasting(*effect))


def _listed(values: Sequence[int] | None) -> list[int]:
    return [-1] if values is None else [len(values), *values]


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads lasting effects and prepared changes again."""

    link_name: Callable[[int], Link]
    link: Callable[[Link, Sequence[int]], SlotValue]
    bars: Sequence[Bar] = ()

    def text(self, number: int) -> str:
        """Give a text."""
        return str(self.link_name(number))

    def question(self, asks: int, about: int, more: int) -> Question:
        """Give what a lasting effect is about."""
        if asks == NOWHERE:
            return about
        word = self.text(asks)
        if word == "bar":
            return self.bars[about]
        if word == NEXT:
            return (word, about, OPS[more])
        return (word, *(each for each in (about, more) if each != ABSENT))

    def lasting(self, row: Sequence[int]) -> Lasting:
        """Give a lasting effect."""
        number, name, thing, asks, about, more, op, amount, word, first, whose, count, uses, by = row
        until = () if word == NOWHERE else (self.text(word), first, whose, count)
        ending = tuple(each for each in until if each != ABSENT)
        question, left = self.question(asks, about, more), None if uses == ABSENT else uses
        return Lasting(number, self.text(name), thing, question, HOW[op], amount, ending, left, by)

    def change(self, row: Sequence[int]) -> Change:
        """Give a prepared change; its row begins with its kind."""
        kind = next(kind for kind in CHANGES if numbers()[f"CH_{kind.upper()}"] == row[0])
        return (kind, row[1], *CHANGES[kind](self, row[2:]))

    def _sent(self, row: Sequence[int]) -> Change:
        return (row[0], ENDS[row[1]], *(() if row[2] < 0 else (tuple(row[3:]),)))

    def _bound(self, row: Sequence[int]) -> Change:
        name = self.link_name(row[0])
        return (name, None if row[1] < 0 else self.link(name, row[2:]))


CHANGES: dict[str, Callable[[RowReader, Sequence[int]], Change]] = {
    "alter": lambda said, row: (row[0], OPS[row[1]], row[2], said.text(row[3])),
    "send": RowReader._sent,
    "tell": lambda said, row: (said.text(row[0]),),
    "bind": RowReader._bound,
    "give": lambda said, row: (*row[:2], *([OWNED] if row[2] else [])),
    "counter": lambda said, row: (row[0],),
    "mix": lambda said, row: (row[0],),
    "make": lambda said, row: (said.text(row[0]), tuple(row[4:]), *row[1:4]),
    "show": lambda said, row: (None if row[1] < 0 else tuple(row[2:]),),
    "last": lambda said, row: (said.lasting(row),),
}
"""How each kind of prepared change is read."""


class _Rest(Iterator[int]):
    """The rest of a row, which is false when nothing is left."""

    def __init__(self, row: Sequence[int]) -> None:
        self.row, self.at = row, 0

    def __next__(self) -> int:
        self.at += 1
        return self.row[self.at - 1]

    def __bool__(self) -> bool:
        return self.at < len(self.row)
