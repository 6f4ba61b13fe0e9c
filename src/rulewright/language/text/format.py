"""Prints rule text in its canonical form: one layout, one spelling, every comment kept, the same meaning.

It works on the parsed items and on the comments and blank lines around them; text that cannot be read is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, Literal, ParamSpec

from rulewright.language.check.problems import Problem, RuleTextError
from rulewright.language.text import parser, spelling, syntax, unread
from rulewright.language.text.source import LIMITS, TAB, Limits, Line, Span, read_lines, rows, split_note
from rulewright.language.text.syntax import Clause, Component, Header, Item
from rulewright.program.quick_dataclasses import dataclass, field, replace

ORDER: Final = ("if", "do", "else", "then")
STEP: Final = 2
"""The number of columns of one level of indentation."""

PLAIN: Final = frozenset([*map(str.lower, syntax.DECLARATIONS), *syntax.BODIES])
"""The kinds of item with a name whose lines below are read as they stand."""

APART: Final = frozenset(["action", "rule", "feature", *syntax.BODIES])
"""The kinds of item that are separated by blank lines."""

Gap = Literal["first", "none", "keep", "one"]
"""The rule for blank lines before a line: none stays, at most one stays, or there is always one."""


Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of canonical text, the line of the source it comes from, and what it is."""

    number: int
    indent: int
    text: str
    role: str
    gap: Gap = "none"


def format_text(text: str, file: str = "<text>", limits: Limits = LIMITS) -> str:
    """Gives a rule text in its canonical form; raises RuleTextError with every problem if it cannot be read."""
    layout = _read(text, file, limits)
    if layout.problems:
        raise RuleTextError(sorted(layout.problems, key=lambda problem: (problem.span.line, problem.span.column)))
    written = "".join(f"{row}\n" for row in _Page(text, file, limits).printed(layout.rows))
    _hold(layout, _read(written, file, limits))
    return written


def _read(text: str, file: str, limits: Limits) -> _Layout:
    items, problems = parser.read(text, file, limits)
    layout = _Layout([problem for problem in problems if problem.severity == "error"])
    layout.items(items, 0)
    return layout


def _hold(old: _Layout, new: _Layout) -> None:
    """Refuse a text that would be read differently in its canonical form."""
    told = [[(row.role, row.indent, row.text) for row in layout.rows] for layout in (old, new)]
    if told[0] == told[1] and not new.problems:
        return
    at = next((n for n, pair in enumerate(zip(*told, strict=False)) if pair[0] != pair[1]), len(old.rows) - 1)
    message = f"{old.rows[at].text[:40]!r} would have another meaning in the standard layout, so the file is left as it is"
    span = Span(old.file, old.rows[at].number, 1, 1)
    raise RuleTextError([Problem(span, message, "simpler indentation here", code="format")])


@dataclass(slots=True)
class _Layout:
    """The rows of canonical text so far."""

    problems: list[Problem]
    rows: list[Row] = field(default_factory=list)
    file: str = "<text>"

    def put(self, span: Span, indent: int, text: str, role: str, gap: Gap = "none") -> None:
        self.file = span.file
        self.rows.append(Row(span.line, indent, text, role, gap if self.rows else "first"))

    def spelt(self, spell: Callable[Given, str], *given: Given.args, **named: Given.kwargs) -> str:
        """Spell something; what cannot be read becomes a problem."""
        try:
            return spell(*given, **named)
        except RuleTextError as error:
            self.problems += error.problems
            return ""

    # -- items -------------------------------------------------------------------------------------------------------

    def items(self, items: Sequence[Item], indent: int, first: Gap = "keep") -> None:
        """Lays items out one below the other; the larger ones are kept apart by a blank line."""
        gap = first
        for at, item in enumerate(items):
            apart = item.kind in APART or (at > 0 and items[at - 1].kind in APART)
            self.item(item, indent, gap if at == 0 else "one" if apart else "keep")

    def item(self, item: Item, indent: int, gap: Gap) -> None:
        """Lays one item out."""
        match item.kind:
            case "structure":
                self.put(item.span, indent, f"structure {spelling.heading(item)}", "structure", gap)
                self.parts(item, indent + STEP)
                self.items(item.items, indent + STEP, "none")
            case "step":
                self.step(item, indent, gap)
            case "table":
                self.table(item, indent, gap)
            case kind if kind in PLAIN or (not item.name and kind != "rule"):
                self.put(item.span, indent, self.heading(item), item.kind, gap)
                self.lines(item.lines, indent + STEP, item.kind)
            case _:
                self.described(item, indent, gap)

    def heading(self, item: Item) -> str:
        """Spells the first line of a declaration, a setting, or something with a body of its own lines."""
        word, name = item.kind.capitalize(), spelling.heading(item)
        if item.kind in syntax.BODIES:
            return f"{word}: {name}" if item.kind == "example" else f"{word} {name}"
        names = f"{word} {spelling.listed(name)}" if name else spelling.key(item.kind.capitalize(), unread.SETTINGS)
        return f"{names}: {spelling.listed(item.value)}".rstrip()

    def table(self, item: Item, indent: int, gap: Gap) -> None:
        """Lays a table out, its columns aligned."""
        self.put(item.span, indent, spelling.heading(item), "table", gap)
        for line, text in zip(item.lines, spelling.table([line.text for line in item.lines]), strict=True):
            self.put(line.span, indent + STEP, text, "row")

    def step(self, item: Item, indent: int, gap: Gap) -> None:
        """Lays a step of a structure out."""
        name = f"step {spelling.heading(item)}"
        if item.components:
            self.component(item.components[0], indent, f"{name}:", gap, STEP)
        else:
            self.put(item.span, indent, name, f"{name}:", gap)

    def lines(self, lines: Sequence[Line], indent: int, kind: str) -> None:
        """Lays out lines that have a notation of their own; the rows of a map are spread."""
        for at, line in enumerate(lines):
            text = spelling.scene(line.text) if kind == "scene" else spelling.collapse(line.text)
            self.put(line.span, indent, text, kind, "keep" if at else "none")
            if syntax.begins_map(line):
                for row in syntax.flat(line.children):
                    self.put(row.span, indent + STEP, spelling.signs(row.text), "map")
            else:
                self.lines(line.children, indent + STEP, kind)

    # -- actions -----------------------------------------------------------------------------------------------------

    def described(self, item: Item, indent: int, gap: Gap) -> None:
        """Lays an action, a rule or the like out: name, headers, components in their order, abilities."""
        self.put(item.span, indent, heading(item), item.kind, gap)
        late = all(inner.kind == "action" and any(part.name == "do" for part in inner.components) for inner in item.items)
        below: Gap = "one" if late and (item.headers or item.components) else "none"
        if not late:
            self.items(item.items, indent + STEP, below)
        self.parts(item, indent)
        if late:
            self.items(item.items, indent + STEP, below)

    def parts(self, item: Item, indent: int) -> None:
        """Lays headers and components out."""
        for header in item.headers:
            self.header(header, indent)
        for part in sorted(item.components, key=lambda component: ORDER.index(component.name)):
            self.component(part, indent, f"{part.name}:", "none", len(part.name) + 2)

    def header(self, header: Header, indent: int) -> None:
        """Lays a header out with the lines that go on with it."""
        text = self.spelt(spelling.header, header.key, header.value, header.value_span)
        self.put(header.span, indent, text or f"{header.key}:", "header")
        for line in syntax.flat(header.children):
            self.put(line.span, indent + text.find(":") + 2, spelling.collapse(line.text), "header goes on")

    def component(self, part: Component, indent: int, word: str, gap: Gap, further: int) -> None:
        """Lays a component out, the lines that go on with it below its first clause."""
        own = [clause for clause in part.clauses if clause.span.line == part.span.line]
        self.put(part.span, indent, f"{word} {self.clauses(part.name, own)}".rstrip(), word, gap)
        self.inside(part.name, own, indent + further, word)
        self.below(part.name, [clause for clause in part.clauses if clause.span.line != part.span.line], indent + further, word)

    def below(self, name: str, clauses: Sequence[Clause], indent: int, word: str) -> None:
        """Lays clauses out line by line, each with what is inside of it."""
        for _, found in groupby(clauses, key=lambda clause: clause.span.line):
            line = list(found)
            at = indent + STEP if line[0].under else indent
            self.put(line[0].span, at, self.clauses(name, line), f"{word} goes on")
            self.inside(name, line, at, word)

    def inside(self, name: str, line: Sequence[Clause], indent: int, word: str) -> None:
        """Lays out what is indented below a line, and the `else:` that goes with it."""
        if not line:
            return
        self.below(name, line[-1].inside, indent + STEP, word)
        otherwise = line[-1].otherwise
        if otherwise is not None:
            beside = any(clause.span.line == otherwise.span.line for clause in otherwise.clauses)
            asks = beside and len(otherwise.clauses) == 1 and otherwise.clauses[0].text.startswith("if ")
            word, further = ("else", 0) if asks else ("else:", len("else: ") if beside else STEP)
            self.component(otherwise, indent, word, "none", further)

    def clauses(self, name: str, clauses: Sequence[Clause]) -> str:
        """Spells the clauses of one line."""
        return self.spelt(spelling.conditions if name == "if" else spelling.effects, clauses)


def heading(item: Item) -> str:
    """Spells the first line of an action, or of a rule or the like, whose kind is said before its name."""
    if item.kind != "rule":
        return spelling.heading(item) if item.kind == "action" else f"{item.kind.title()} {spelling.heading(item)}"
    number = "".join(item.marks[:1])
    return f"Rule {number}. {spelling.heading(replace(item, marks=item.marks[1:]))}".rstrip(" .")


class _Page:
    """The comments and blank lines of a source, and how they move with its lines to their new places."""

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        found, _ = read_lines(text, file, limits)
        self.indents = {line.number: line.indent for line in syntax.flat(found)}
        self.notes = dict.fromkeys(self.indents, "")
        self.above: dict[int, list[str]] = {number: [] for number in self.indents}
        self.below: dict[int, list[str]] = {number: [] for number in self.indents}
        self.end: list[str] = []
        self.read(rows(text))

    def read(self, source: Sequence[str]) -> None:
        """Goes through the source and gives every comment to the line it goes with."""
        before, waiting = 0, list[tuple[int, str]]()
        for number, row in enumerate(source, 1):
            text, note = split_note(row)
            if number in self.indents:
                self.notes[number] = _comment(note)
                self.give(waiting, before, number)
                before, waiting = number, []
            else:
                waiting.append((len(text.expandtabs(TAB)), _comment(note)))
        self.end = [text for _, text in waiting]

    def give(self, waiting: Sequence[tuple[int, str]], before: int, number: int) -> None:
        """Gives comments to the line below them; those further to the right close the block above it."""
        indent, at = self.indents[number], 0
        if before and self.indents[before] > indent:
            at = next((n for n, (column, text) in enumerate(waiting) if not text or column <= indent), len(waiting))
        self.below[before or number] += [text for _, text in waiting[:at]]
        self.above[number] += [text for _, text in waiting[at:]]

    def printed(self, found: Sequence[Row]) -> Iterator[str]:
        """Yields the lines of the canonical text."""
        self.rescue({row.number for row in found})
        carried: list[str] = []
        for row, following in pairwise([*found, None]):
            assert row is not None
            indent = " " * row.indent
            yield from _spaced([*carried, *self.above[row.number]], row.gap, indent)
            yield f"{indent}{row.text}  {self.notes[row.number]}".rstrip()
            carried = self.below[row.number]
            if following is not None and following.indent < row.indent:
                yield from (f"{indent}{comment}" for comment in carried)
                carried = []
        yield from _spaced([*carried, *self.end, ""], "keep" if found else "first", "", closing=True)

    def rescue(self, kept: set[int]) -> None:
        """Give the comments of empty lines to the line before them."""
        before = 0
        for number in sorted(self.indents):
            lost = [*self.above[number], self.notes[number], *self.below[number]]
            if number in kept:
                before = number
            else:
                self.below[before] += [text for text in lost if text]


def _comment(note: str) -> str:
    """Spells a comment: a space between its sign and its words."""
    return re.sub(r"\A(#|<--)(?=\w)", r"\1 ", note)


def _spaced(comments: Sequence[str], gap: Gap, indent: str, closing: bool = False) -> Iterator[str]:
    """Yields comments with the blank lines that stay before, between and behind them."""
    lines = [text for text, before in zip(comments, ["x", *comments], strict=False) if text or before]
    if gap == "none":
        lines = [text for text in lines if text]
    if gap == "first" and lines[:1] == [""]:
        del lines[0]
    if gap == "one" and "" not in lines:
        lines.insert(0, "")
    if closing and lines[-1:] == [""]:
        del lines[-1]
    yield from (f"{indent}{text}" if text else "" for text in lines)
