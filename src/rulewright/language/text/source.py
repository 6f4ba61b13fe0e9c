"""Rule text as a tree of lines: indented lines belong to the line above them, and every line knows its place.

It knows indentation, comments and limits; the parser reads the lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language.check.problems import Problem
from rulewright.program.declared import Limits
from rulewright.program.quick_dataclasses import dataclass, field, replace

__all__ = [
    "BRACKETED",
    "DIGITS",
    "LIMITS",
    "LONGEST",
    "PARTS",
    "TAB",
    "Limits",
    "Line",
    "Span",
    "read_lines",
    "rows",
    "split_note",
]

TAB: Final = 4
"""A tab goes to the next multiple of this many columns."""

BRACKETED: Final = r"\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]"
"""A bracket with all inside it, at most three deep: `[number of allies with [Health] > 2]`; rules.lark says the same."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
# A bracket or a quotation hides a comment sign only where it is closed on the same line.
_HIDING_OR_NOTE: Final = re.compile(rf'{BRACKETED}|"[^"]*"|(?P<note>#|<--)')
# Control characters, halves of surrogate pairs, and signs that make a text look different from what is stored.
_FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f" + "\u2028\u2029\u202a-\u202e\u2066-\u2069" + "\ud800-\udfff]"
)


_LONG_NUMBER: Final = re.compile(r"\d{16,}")


LIMITS: Final = Limits()
"""The limits of a text that does not set its own."""

LONGEST: Final = 4000
"""How many characters of a line are read."""

PARTS: Final = 200
"""How many signs of arithmetic one clause may have, so that no expression is too deep to be worked out."""

DIGITS: Final = 15
"""How many digits a number may have."""


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file; lines and columns count from 1, columns in characters."""

    file: str
    line: int
    column: int
    length: int

    def part(self, start: int, end: int) -> Span:
        """Gives the place of the characters start to end of the text that begins here."""
        return Span(self.file, self.line, self.column + start, end - start)

    def to(self, last: Span) -> Span:
        """Gives the place from here to the end of another on the same line."""
        return self.part(0, last.column + last.length - self.column)


@dataclass(frozen=True, slots=True)
class Line:
    """One line with what is indented below it; its text has no comment and no space around it."""

    text: str
    indent: int
    number: int
    column: int
    children: tuple[Line, ...] = ()
    blank_before: bool = False
    comment: str = ""
    file: str = "<text>"

    @property
    def span(self) -> Span:
        """Where the text of the line stands."""
        return Span(self.file, self.number, self.column, len(self.text))


@dataclass(slots=True)
class _Node:
    """A line while what belongs to it is still being read."""

    line: Line
    children: list[_Node] = field(default_factory=list)

    def finished(self) -> Line:
        children = tuple([child.finished() for child in self.children])
        at = self.line
        return Line(at.text, at.indent, at.number, at.column, children, at.blank_before, at.comment, at.file)


def read_lines(text: str, file: str = "<text>", limits: Limits = LIMITS) -> tuple[tuple[Line, ...], list[Problem]]:
    """Reads a text into a tree of lines, and lists what no rule text may contain."""
    if len(text) > limits.text:
        message = f"the text has {len(text):,} characters, and at most {limits.text:,} are read"
        return (), [Problem(Span(file, 1, 1, 1), message, "several smaller files", code="text-size")]
    found = rows(text)
    if len(found) > limits.lines:
        message = f"the text has {len(found):,} lines, and at most {limits.lines:,} are read"
        return (), [Problem(Span(file, limits.lines, 1, 1), message, "several smaller files", code="text-size")]
    problems = [problem for number, row in enumerate(found, 1) for problem in _forbidden(row, number, file)]
    lines = [_short_numbers(_short(line, problems), problems) for line in _lines(found, file)]
    return _tree(iter(lines), limits, problems), problems


def _short(line: Line, problems: list[Problem]) -> Line:
    """Report a line that is too long, and cut it."""
    if len(line.text) <= LONGEST:
        return line
    message = f"this line has more than {LONGEST} characters"
    problems.append(Problem(line.span.part(LONGEST, LONGEST + 1), message, "several shorter lines", code="line-size"))
    return replace(line, text=line.text[:LONGEST])


def _short_numbers(line: Line, problems: list[Problem]) -> Line:
    """Report numbers that are too long, and shorten them."""
    message = f"this number has more than {DIGITS} digits"
    for found in _LONG_NUMBER.finditer(line.text):
        problems.append(Problem(line.span.part(*found.span()), message, "a smaller number", code="notation"))
        line = replace(line, text=_LONG_NUMBER.sub(lambda long: long[0][:DIGITS], line.text))
    return line


def rows(text: str) -> list[str]:
    """Cuts a text at its line ends, for every system; the byte order mark of some editors is left out."""
    return _LINE_END.split(text.removeprefix("\ufeff"))


def _forbidden(row: str, number: int, file: str) -> Iterator[Problem]:
    """Yields a problem for the first character of a line that no rule text may contain."""
    if found := _FORBIDDEN.search(row):
        message = f"the character U+{ord(found[0]):04X} is not allowed in rule text"
        yield Problem(Span(file, number, found.start() + 1, 1), message, "printable text", code="character")


def _lines(found: list[str], file: str) -> Iterator[Line]:
    """Yields the lines with text; lines that are empty or only a comment are left out."""
    blank = False
    for number, row in enumerate(found, 1):
        row = _FORBIDDEN.sub(" ", row)
        said, comment = _without_comment(row)
        text = said.strip()
        if text:
            before = said[: len(said) - len(said.lstrip())]
            yield Line(text, len(before.expandtabs(TAB)), number, len(before) + 1, (), blank, comment, file)
        blank = not row.strip() or (blank and not text)


def split_note(row: str) -> tuple[str, str]:
    """Splits a line into its text and its comment or note, which keeps its sign."""
    for found in _HIDING_OR_NOTE.finditer(row):
        if found["note"]:
            return row[: found.start()], row[found.start() :].rstrip()
    return row, ""


def _without_comment(row: str) -> tuple[str, str]:
    """Splits a line into its text and the words of its comment or note."""
    said, note = split_note(row)
    return said, note[3 if note.startswith("<") else 1 :].strip()


def _tree(lines: Iterator[Line], limits: Limits, problems: list[Problem]) -> tuple[Line, ...]:
    """Put each line under the nearest line above it that is indented less; real rule books indent unevenly."""
    root = _Node(Line("", -1, 0, 0))
    path = [root]
    deep: list[Line] = []
    for line in lines:
        while path[-1].line.indent >= line.indent:
            path.pop()
        if len(path) > limits.nesting + 1:
            deep.append(line)
            del path[limits.nesting + 1 :]
        path[-1].children.append(node := _Node(line))
        path.append(node)
    problems += [_too_deep(line, limits) for line in deep[:1]]
    return root.finished().children


def _too_deep(line: Line, limits: Limits) -> Problem:
    message = f"this line is indented below more than {limits.nesting} others"
    return Problem(line.span, message, "fewer levels", code="nesting")
