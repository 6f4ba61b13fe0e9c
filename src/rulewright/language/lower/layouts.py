"""Reads the block `Layout`: score and goal, which numbers come first, and which zones are drawn where."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from rulewright.kernel.errors import RuleTextError
from rulewright.language.check.problems import Unreadable
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.lower import printing
from rulewright.language.names.names import Names
from rulewright.language.text import notation
from rulewright.language.text.source import Line
from rulewright.program import expressions
from rulewright.program.printed import Face, Layout
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.signs import Placing
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.lower.compiler import Binder


@dataclass(slots=True)
class LayoutReader:
    """A layout while it is being read."""

    binder: Binder
    layout: Layout
    hosts: dict[str, Placing] = field(default_factory=dict)
    counted: int | None = None  # the stat that is the score

    @property
    def names(self) -> Names:
        """What the book declares."""
        return self.binder.names

    def line(self, line: Line) -> None:
        """Read one line; what cannot be read is reported."""
        key, colon, value = line.text.partition(":")
        read = LINES.get(plain(key)) if colon else None
        if read is None:
            near = did_you_mean(plain(key), list(LINES)) or ""
            self.names.report(line.span, f"{line.text!r} is not a line of a layout", ", ".join(LINES), near and f"{near}:")
            return
        try:
            read(self, value.strip(), line)
        except Unreadable as error:
            self.names.problems.append(error.problem)
        except RuleTextError as error:
            self.names.problems.extend(error.problems)

    def set(self, **given: Any) -> None:
        """Store a value."""
        self.layout = replace(self.layout, **given)

    # -- names ---------------------------------------------------------------------------------------------------

    def stats(self, value: str, line: Line) -> tuple[int, ...]:
        """Find the stats of a list; undeclared ones are reported."""
        found = [(words, self.names.declared(words.strip("[] "))) for words in _listed(value)]
        known = [stat.name for stat in self.names.stats if stat.declared]
        return tuple(n for words, stat in found if (n := self._found(line, "stat", words.strip("[] "), stat, known)) is not None)

    def zone(self, words: str, line: Line) -> int | None:
        """Find a kind of zone; an undeclared one is reported."""
        return self._found(line, "zone", words, self.names.zone(words), [zone.name for zone in self.binder.zones])

    def _found(self, line: Line, what: str, words: str, found: int | None, known: Sequence[str]) -> int | None:
        if found is None:
            near = did_you_mean(words, list(known)) or ""
            self.names.report(line.span, f"there is no {what} {words!r}", f"a {what} of the book", near)
        return found

    def number(self, text: str, line: Line) -> expressions.Expression:
        """Compile a number."""
        return self.names.expression(notation.expression(text, line.span))


def _listed(value: str) -> list[str]:
    return [" ".join(part.split()) for part in value.split(",") if part.strip()]


def _score(into: LayoutReader, value: str, line: Line) -> None:
    """Read `[Points] of 7`, or `[Health], lost at 0`."""
    found = re.fullmatch(r"(?P<score>\[[^\]]+\])(?:,? of (?P<of>.+)|, lost at (?P<at>.+))?", value)
    if found is None:
        into.names.report(line.span, f"{value!r} is not a score", "[Points] of 7, or [Health], lost at 0")
        return
    words, bound = found["score"].strip("[] "), found["of"] or found["at"]
    if not re.match(r"(?:number of|total) ", words):
        into.counted = next(iter(into.stats(words, line)), None)
        if into.counted is None:
            return
        words = into.names.stats[into.counted].name
    into.set(score=into.number(found["score"], line), stat=words)
    into.set(bound=into.number(bound, line) if bound else None, how="loses" if found["at"] else "wins")


def _row(into: LayoutReader, value: str, line: Line) -> None:
    """Read `Rig of Runner, Stolen of Runner`: zones drawn beside a player; without a seat, beside each controller."""
    rows, seats = dict(into.layout.rows), {seat for position in into.binder.positions.values() for seat in position.seats}
    for words in _listed(value):
        name, _, seat = words.partition(" of ")
        zone = into.zone(name, line)
        if seat and seat not in seats:
            into.names.report(
                line.span, f"there is no seat {seat!r} in any scene", ", ".join(sorted(seats)) or "a seat of a scene"
            )
        if zone is not None:
            rows[zone] = seat
    into.set(rows=rows)


def _pile(into: LayoutReader, value: str, line: Line) -> None:
    found = [into.zone(words, line) for words in _listed(value)]
    into.set(piles=into.layout.piles | {zone for zone in found if zone is not None})


def _hosts(how: Placing) -> Callable[[LayoutReader, str, Line], None]:
    def read(into: LayoutReader, value: str, line: Line) -> None:
        for words in _listed(value):
            if into.names.kind(words) is None:
                near = did_you_mean(words, list(into.names.kinds.values())) or ""
                into.names.report(line.span, f"there is no kind {words!r}", "a kind of the book", near)
            into.hosts[plain(into.names.kind(words) or words)] = how

    return read


def _total(into: LayoutReader, value: str, line: Line) -> None:
    found = into.stats(value, line)
    into.set(total=found[0] if found else None)


def _front(into: LayoutReader, value: str, line: Line) -> None:
    found = into.stats(value, line)
    into.set(front=found[0] if found else None)


def _without(into: LayoutReader, value: str, line: Line) -> None:
    """Read the names of structures and steps that need not be shown; one that another text has replaced may be gone."""
    known = {*into.names.structures, *(plain(step) for steps in into.names.steps.values() for step in steps)}
    replaced = any(_folder(item.span.file) != _folder(line.span.file) for item in into.binder.of("structure"))
    for words in _listed(value) if not replaced else ():
        if plain(words) not in known:
            near = did_you_mean(plain(words), sorted(known)) or ""
            # No error: a text that uses the book may have replaced them.
            message = f"there is no structure or step {words!r}"
            into.names.report(line.span, message, "a structure or a step of the book", near, "warning")
    into.set(without=(*into.layout.without, *_listed(value)))


def _folder(file: str) -> str:
    return file.rpartition("/")[0]


LINES: dict[str, Callable[[LayoutReader, str, Line], None]] = {
    "score": _score,
    "goal": lambda into, value, line: into.set(goal=(*into.layout.goal, value)),
    "first": lambda into, value, line: into.set(first=into.stats(value, line)),
    "small": lambda into, value, line: into.set(small=into.stats(value, line)),
    "cost": lambda into, value, line: into.set(cost=into.stats(value, line)),
    "row": _row,
    "pile": _pile,
    "column": _hosts("column"),
    "across": _hosts("across"),
    "total": _total,
    "front": _front,
    "without": _without,
}
"""What a layout can say, line by line."""


class LaidOut(TypedDict, total=False):
    """The fields of a book for what is drawn and printed."""

    layout: Layout
    faces: Mapping[str, Face]
    texts: Mapping[str, tuple[str, ...]]


def read(binder: Binder) -> LaidOut:
    """Read the layout of a book; give the data for the book, with what is printed on its cards."""
    into = LayoutReader(binder, Layout(held=_held(binder), goals={name: tuple(p.said) for name, p in binder.positions.items()}))
    for item in binder.of("layout"):
        for line in item.lines:
            into.line(line)
    if into.counted is not None:
        into.set(first=tuple(dict.fromkeys((into.counted, *into.layout.first))))
    faces = printing.faces(binder, into.layout.cost, into.hosts)
    return {"layout": into.layout, "faces": faces, "texts": printing.texts(binder)}


def _held(binder: Binder) -> dict[str, frozenset[int]]:
    """List the stats that each seat has when a scene begins."""
    found: dict[str, frozenset[int]] = {}
    for position in binder.positions.values():
        for thing in position.things if position.players else ():
            if thing.name in position.seats:
                found[thing.name] = found.get(thing.name, frozenset()).union(thing.stats)
    return found
