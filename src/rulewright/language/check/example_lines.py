"""Reads the lines of examples: first the position, then what is done and what is expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.flow.windows import PASS
from rulewright.language.lower.scenes import Reader, Sketch
from rulewright.language.names.declarations import KindOf
from rulewright.language.names.names import Names
from rulewright.language.text.source import Line, Span
from rulewright.language.text.syntax import Item
from rulewright.program.expressions import Expression
from rulewright.program.position import Position
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

ACT = re.compile(r"(?P<who>[^:]+?)(?:: (?P<words>.+?)| (?P<pass>passes|declines|ends its turn))(?:,? rolling (?P<dice>[\d, ]+))?")
PLACED = re.compile(
    r"(?:cast|seats) .*|map|board|pieces|tiles|marks|features|teams|ends when"
)  # lines of the position, not an act
CANNOT = re.compile(r"(?P<who>.+?) cannot (?P<words>.+?)(?:: (?P<check>[\w ]+))?")
CLOCK = re.compile(r"at (?P<hours>\d+):(?P<minutes>\d\d)(?::(?P<seconds>\d\d))? (?P<rest>.+)")
TURN = re.compile(r"(?P<who>.+?)'s (?P<what>[\w ]+?) (?P<edge>begins|ends)")
Condition = Callable[[str, Span], Expression | None]

EXPECTED = "`Name: Action target, rolling 8`, `Name passes`, `Name cannot Action: cost`, `expect …`, `at 04:00 …`"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an example: what kind it is, who does what, and with which dice."""

    kind: str  # act, cannot, expect, turn
    who: str
    words: str
    span: Span
    dice: tuple[int, ...] = ()
    at: int | None = None


@dataclass(slots=True)
class Example:
    """An example as written."""

    name: str
    sketch: Sketch
    steps: list[Step]
    span: Span

    def position(self, book: Book) -> Position:
        """Give the position with which it begins, in the form of a book."""
        return self.sketch.position(book.kind_numbers, book.zones)


def read(names: Names, kinds: dict[str, KindOf], item: Item, condition: Condition) -> Example:
    """Read an example's lines: first the position, then what happens."""
    reader = Reader(names, kinds, Sketch(f"Example: {item.name}"), condition)
    steps: list[Step] = []
    for line in item.lines:
        for text, span in _sentences(line):
            lying = not steps and names.zone(text.partition(":")[0]) is not None
            step = None if lying else _step(text, span)
            if step is not None:
                steps.append(step)
            elif steps or not reader.line(line):
                names.report(span, f"{text!r} is not a line of an example", EXPECTED)
    return Example(item.name, reader.sketch, steps, item.span)


def _sentences(line: Line) -> list[tuple[str, Span]]:
    """Split a line into sentences, each of which ends with a full stop."""
    found, at = [], 0
    for part in re.split(r"(?<=[\w)])\. (?=\w)", line.text):
        start = line.text.index(part, at)
        at = start + len(part)
        found.append((part.strip().removesuffix("."), line.span.part(start, at)))
    return found


def _step(text: str, span: Span) -> Step | None:
    clock = CLOCK.fullmatch(text)
    at = None
    if clock:
        at = int(clock["hours"]) * 3600 + int(clock["minutes"]) * 60 + int(clock["seconds"] or 0)
        text = clock["rest"]
    if text.startswith("expect "):
        return Step("expect", "", text[7:], span, at=at)
    if found := TURN.fullmatch(text):
        return Step("turn", found["who"], found["edge"], span, at=at)
    if found := CANNOT.fullmatch(text):
        return Step("cannot", found["who"], f"{found['words']}|{found['check'] or ''}", span, at=at)
    found = ACT.fullmatch(text)
    if found is None or PLACED.fullmatch(plain(found["who"])) or "'s" in found["who"]:
        return None
    dice = tuple(int(die) for die in re.findall(r"\d+", found["dice"] or ""))
    words = {"passes": PASS, "declines": DECLINE, "ends its turn": PASS}.get(found["pass"] or "", found["words"])
    return Step("act", found["who"], words, span, dice, at)


def own(example: Example) -> Example:
    """Give the same example for another book, which decides what its things can do."""
    return replace(example, sketch=example.sketch.copy())
