"""The facts of a state that grow while a game is played, as numbers: links, tallies, names, and triggers that were met."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.kernel.history.deeds import DEEDS
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import ABSENT, LeftToPython, NumberedProgram
from rulewright.kernel.state.facts import Link, Links, Memory, Noticed, SlotValue, State
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.slots import MEMORY

PAIRED = ("targets", "numbers")
"""The links that have a word for each number."""
UNREAD = ("text",)
"""The links that no instruction of the machine reads or changes."""


@dataclass(frozen=True, slots=True)
class FactFlattener:
    """Writes these facts as rows in the layout that `machine.h` defines."""

    program: NumberedProgram
    width: int

    def memory(self, memory: Memory) -> list[int]:
        """Give things as they last were, each with its word."""
        found = list[int]()
        for word, (slot, place, host, values) in memory:
            if len(values) != self.width:
                raise LeftToPython("what was remembered under other rules")
            found += [self.program.slot_numbers[word], slot, place, host, *values]
        return found

    def noticed(self, entry: Noticed) -> list[int]:
        """Give a met trigger, with room for what is remembered of four things."""
        known = entry[-1] if isinstance(entry[-1], tuple) else ()
        numbered = [part for part in entry if isinstance(part, int)]
        follows = numbered[4] if len(numbered) > 4 else ABSENT
        row = [*numbered[:4], len(known) * self.remembered, follows, *self.memory(known)]
        return [*row, *[0] * (self.notice_row - len(row))]

    @property
    def remembered(self) -> int:
        """How many numbers one thing that is remembered takes."""
        return 4 + self.width

    @property
    def notice_row(self) -> int:
        """How many numbers a met trigger takes."""
        return numbers()["NOTICED_ROW"] + 4 * self.remembered

    def link(self, name: Link, value: Links) -> list[int]:
        """Give what a thing refers to under a name."""
        if name == MEMORY:
            return self.memory(value)  # type: ignore[arg-type]
        if name == DEEDS:
            return self.deeds(value)
        if name == "made":
            return self.maker(value)
        if name in PAIRED:
            return [number for pair in value for number in self._pair(pair)]
        if not all(isinstance(each, int) for each in value):
            raise LeftToPython(name)
        return [each for each in value if isinstance(each, int)]

    def deeds(self, value: Links) -> list[int]:
        """Give what a player has done."""
        found = list[int]()
        for deed in value:
            match deed:
                case (tuple(frames), tuple(origin), int(complete)):
                    found += [len(frames), *_whole(frames), *_whole(origin), complete]
                case _:
                    raise LeftToPython(DEEDS)
        return found

    def maker(self, value: Links) -> list[int]:
        """Give how a thing was made: what, whose ability, because of what, by which answer."""
        match value:
            case (str(what), int(whose), tuple(because), int(by)) if what in self.program.text_numbers:
                return [self.program.text_numbers[what], whose, len(because), *_whole(because), by]
        raise LeftToPython("made")

    def _pair(self, pair: SlotValue) -> tuple[int, int]:
        match pair:
            case (str(word), int(each)):
                return self.slot(word), each
        raise LeftToPython("what belongs to a word")

    def slot(self, word: str) -> int:
        if word not in self.program.slot_numbers:
            raise LeftToPython(word)
        return self.program.slot_numbers[word]

    def links(self, state: State) -> tuple[list[int], list[int], list[int]]:
        """Give the first link of each thing, the rows of all links in their order, and their numbers."""
        first, rows, heap = [0] * len(state.places), list[int](), list[int]()
        read = ((key, value) for key, value in state.links.items() if key[1] not in UNREAD)
        for number, ((slot, name), value) in enumerate(read, 1):
            if name not in self.program.text_numbers:
                raise LeftToPython(name)
            flat = self.link(name, value)
            rows += [slot, self.program.text_numbers[name], len(heap), len(flat), first[slot]]
            heap += flat
            first[slot] = number
        return first, rows, heap

    def tallies(self, state: State) -> list[int]:
        """Give what was counted: its number, of what, and how often."""
        known = {name: number for number, name in enumerate(self.program.tallies)}
        if any(name not in known for name, _ in state.tallies):
            raise LeftToPython("something that is counted")
        return [number for (name, slot), n in state.tallies.items() for number in (known[name], slot, n)]

    def names(self, state: State) -> list[int]:
        """Give a number for each name: only whether two are equal counts."""
        texts, own = self.program.text_numbers, dict[str, int]()
        return [texts[name] if name in texts else own.setdefault(name, -2 - len(own)) for name in state.names]


def read_memory(row: Sequence[int], width: int, slots: Sequence[str]) -> Memory:
    """Read things as they last were."""
    size = 4 + width
    parts = [row[at : at + size] for at in range(0, len(row), size)]
    return tuple((slots[word], (slot, place, host, tuple(values))) for word, slot, place, host, *values in parts)


def read_noticed(row: Sequence[int], width: int, slots: Sequence[str]) -> tuple[Noticed, ...]:
    """Read met triggers that lie behind one another."""
    first, size = numbers()["NOTICED_ROW"], numbers()["NOTICED_ROW"] + 4 * (4 + width)
    found = list[Noticed]()
    for part in (row[at : at + size] for at in range(0, len(row), size)):
        known = (read_memory(part[first : first + part[4]], width, slots),) if part[4] else ()
        found.append((*part[:4], *(part[5:6] if part[5] != ABSENT else ()), *known))
    return tuple(found)


def _whole(values: Sequence[SlotValue]) -> list[int]:
    """Give values that are numbers."""
    return [each for each in values if isinstance(each, int)]
