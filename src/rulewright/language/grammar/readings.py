"""The possible readings of a line: all are tried, and readings that compile to different programs are an error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from rulewright.language.check.problems import Indefinite, Problem, RuleTextError, TwoReadings, UnknownName, Unreadable
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.patterns import Gap, Pattern
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program.building import AnyRecord, Part
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.listing import Legend, Printer
from rulewright.program.quick_dataclasses import fields, is_dataclass

WORDS = frozenset(["words", "purpose", "hashed"])
"""Fields that hold words for people: two programs that differ in them alone do the same."""

SHOWN = 200
"""How many characters of what a reading would do are shown."""


class ClauseReading(NamedTuple):
    """One way to read a line: the pattern that it fits, what fills the slots, and what makes a program of it."""

    pattern: Pattern
    slots: Mapping[str, Gap]
    build: Callable[[], Any]


class Attempt:
    """The state before a reading is tried, so that a discarded reading leaves nothing behind."""

    __slots__ = ("known", "lists", "marks", "names", "said", "used", "used_before")

    def __init__(self, scope: Scope) -> None:
        names = self.names = scope.names
        self.lists: tuple[list[Any], ...] = (
            *(names.stats, names.problems, names.untils, names.prohibitions, names.counted),
            *(scope.picks, scope.effects, scope.choices),
        )
        self.marks, self.known = [len(each) for each in self.lists], (names.alias, names.mentioned)
        self.said, self.used, self.used_before = len(names.said), scope.below.used, set(scope.below.used)

    def take_back(self) -> Remains:
        """Remove what was added since, and give it."""
        found = [each[mark:] for each, mark in zip(self.lists, self.marks, strict=True)]
        for each, mark in zip(self.lists, self.marks, strict=True):
            del each[mark:]
        said = [self.names.said.popitem() for _ in range(len(self.names.said) - self.said)]
        for stat in found[0]:
            self.names.forget(stat)
        left = Remains(found, said, set(self.used), (self.names.alias, self.names.mentioned))
        self.names.alias, self.names.mentioned = self.known
        self._use(self.used_before)
        return left

    def put_back(self, left: Remains) -> None:
        """Add again what was removed."""
        for each, more in zip(self.lists, left.added, strict=True):
            each.extend(more)
        self.names.said.update(reversed(left.said))
        self.names.alias, self.names.mentioned = left.known
        self._use(left.used)

    def _use(self, used: set[str]) -> None:
        self.used.clear()
        self.used |= used


class Remains(NamedTuple):
    """What a reading has added: entries of lists, words of conditions, and which lines below its clause it has used."""

    added: list[list[Any]]
    said: list[tuple[Expression, str]]
    used: set[str]
    known: tuple[dict[str, str], tuple[Any, ...]]  # whom `it` means, and what was spoken of


Meaning: TypeAlias = "type | Part | tuple[Meaning, ...]"


def meaning(node: Part | list[Instruction]) -> Meaning:
    """Give a program, or a part of one, without the words that are only for people."""
    if isinstance(node, list | tuple):
        return tuple([meaning(each) for each in node])
    if is_dataclass(node) and not isinstance(node, type):
        kept = [each.name for each in fields(node) if each.compare and each.name not in WORDS]
        return (type(node), *[meaning(getattr(node, name)) for name in kept])
    return node


def same(one: Part | list[Instruction], other: Part | list[Instruction]) -> bool:
    """Say whether two programs do the same."""
    return bool(one == other) or meaning(one) == meaning(other)


def only(readings: Sequence[ClauseReading], text: str, span: Span, scope: Scope) -> Any:
    """Give the one program to which all readings of a line compile; None without any reading."""
    complaints: list[tuple[bool, bool, Unreadable | RuleTextError]] = []
    taken: Made | None = None
    kept, attempt = None, Attempt(scope)
    for reading in readings:
        made = None
        try:
            made = reading.build()
        except TwoReadings:
            raise
        except (Unreadable, RuleTextError) as error:
            complaints.append((isinstance(error, UnknownName), reading.pattern.text.startswith("{rest}"), error))
        left = attempt.take_back()
        if made is not None and taken is None:
            taken, kept = (reading, made), left
        elif made is not None and taken is not None and not scope.names.pinned(span) and not same(taken[1], made):
            raise ambiguous(scope.names, text, span, taken, (reading, made))
    if taken is None and complaints:  # the best one is about a line that was understood, or whose verb begins it
        best = min(complaints, key=lambda each: each[:2])[2]
        raise next((error for _, _, error in complaints if isinstance(error, Indefinite)), best)
    if taken is None or kept is None:
        return None
    attempt.put_back(kept)
    return taken[1]


Made = tuple[ClauseReading, Any]
"""A reading, and the program that it makes of its line."""


def ambiguous(names: Names, text: str, span: Span, one: Made, other: Made) -> TwoReadings:
    """Give the error for a line with two readings: what each of them is and would do."""
    first = f"{_read(one[0], other[0])}: {program(names, one[1])}"
    second = f"{_read(other[0], one[0])}: {program(names, other[1])}"
    return TwoReadings(Problem(span, f"{text!r} has two readings. {first}. {second}", "words that fit one of them alone"))


def _read(reading: ClauseReading, other: ClauseReading) -> str:
    """Say which pattern a line is read as, and the contents of the slots that distinguish two readings."""
    said = str(reading.pattern).replace("{", "<").replace("}", ">")
    differ = [name for name, gap in reading.slots.items() if name not in other.slots or other.slots[name].text != gap.text]
    filled = ", ".join(f"<{name}> {reading.slots[name].text.strip()!r}" for name in differ)
    return f"As `{said}`" + (f" with {filled}" if filled and reading.pattern == other.pattern else "")


def program(names: Names, made: AnyRecord | list[Instruction]) -> str:
    """Put a program into words, as `explain --core` does."""
    zones = sorted(names.zones, key=lambda name: names.zones[name])
    features = [name for _, name in sorted(names.features.values())]
    classes, routines = [each.name for each in names.classes], list(names.procedures)
    steps = [names.steps.get(name, ()) for name in routines]
    printer = Printer(Legend([each.name for each in names.stats], zones, features, classes, routines=routines, steps=steps))
    parts: Iterable[AnyRecord] = made if isinstance(made, list) else (made,)
    said = "; ".join(map(printer.value, parts))
    return said if len(said) <= SHOWN else f"{said[:SHOWN]} …"
