"""Mutants of rule text: a number, a comparison or the order of two parts is changed, or a line is deleted.

An `Example:` is a test and not a rule, so of an example only the numbers it expects are changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulewright.language.text.source import split_note

KINDS = ("number", "comparison", "order", "deleted")

PROSE = ("about:",)
"""Lines that say something to people only; they can be missing, but no word of them changes how a game goes."""

# 6.5.1 is one number, and so is each part of 2d6; the numbers before the lines of a list do not count.
NUMBER = re.compile(r"\d+(?:\.\d+)*")
ORDINAL = re.compile(r"\s*(?:\d+\. )?")
DECLARATION = re.compile(r"[A-Z]\w* [A-Z][^:]*:|Reading [^:]*:")
HEAD = re.compile(r":(?![^(]*\)).*")
CLAUSE = re.compile(r"[^,;]+")
COMPARISON = re.compile(
    r">=|<=|\+=|-=|(?<= )[+-](?= )|(?<=[: ])[+-](?=\d)|(?<= )[<>](?= )|\b(?:at least|at most|highest|lowest|nearest|farthest)\b"
)
OTHER = {
    ">=": ">", ">": ">=", "<=": "<", "<": "<=", "+=": "-=", "-=": "+=", "+": "-", "-": "+", "at least": "at most",
    "at most": "at least", "highest": "lowest", "lowest": "highest", "nearest": "farthest", "farthest": "nearest",
}  # fmt: skip


class Mutant(NamedTuple):
    """One small change in the item that `head` begins: the lines from `line` (counted from 1) are replaced or deleted."""

    file: str
    line: int
    kind: str
    head: str
    name: str
    old: tuple[str, ...]
    new: tuple[str, ...]

    def applied(self, text: str) -> str:
        """Give the text with the change made."""
        rows = text.split("\n")
        rows[self.line - 1 : self.line - 1 + len(self.old)] = self.new
        return "\n".join(rows)


class Row(NamedTuple):
    """A line with content: its number, its text, its note, and the head of the item it belongs to."""

    number: int
    said: str
    note: str
    head: str

    @property
    def indent(self) -> int:
        """How far the line is indented."""
        return len(self.said) - len(self.said.lstrip())

    @property
    def example(self) -> bool:
        """Whether the line belongs to an example."""
        return self.head.startswith("Example")


def mutants(file: str, text: str) -> list[Mutant]:
    """List every mutant of a rule text, in the order of its lines; no two have the same name."""
    rows, found, names = list(_rows(text)), [], Counter[str]()
    for above, row in zip([None, *rows], rows, strict=False):
        for kind, old, new in [*_within(row), *(_order(above, row) if above else ())]:
            first = row if len(old) == 1 or above is None else above
            name = f"{file}, {row.head}: {_words(old, new)}"
            names[name] += 1
            if names[name] > 1:
                name = f"{name} ({names[name]})"
            found.append(Mutant(file, first.number, kind, row.head, name, old, new))
    return found


def _rows(text: str) -> Iterator[Row]:
    """Give the lines with content; an item begins after a blank line, or at a line that declares something by name."""
    head = ""
    for number, row in enumerate(text.split("\n"), 1):
        said, note = split_note(row)
        if not row.strip():
            head = ""
        if said.strip():
            if not head or DECLARATION.match(said):
                head = said.strip() if said.startswith("Example") else HEAD.sub("", said.strip())
            yield Row(number, said, note, head)


def _words(old: Sequence[str], new: Sequence[str]) -> str:
    before, after = (" / ".join(split_note(line)[0].strip() for line in lines) for lines in (old, new))
    return f"{before!r} becomes {after!r}" if new else f"{before!r} deleted"


def _within(row: Row) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Give the changes of one line: kind, old lines, new lines."""
    line, words = row.said + row.note, row.said.strip()
    if row.example:
        yield from (("number", (line,), (new + row.note,)) for new in _numbers(row.said) if words.startswith("expect"))
        return
    yield "deleted", (line,), ()
    if words.startswith(PROSE):
        return
    yield from (("number", (line,), (new + row.note,)) for new in _numbers(row.said))
    yield from (("comparison", (line,), (new + row.note,)) for new in _comparisons(row.said))
    yield from (("order", (line,), (new + row.note,)) for new in _clauses(row.said))


def _numbers(said: str) -> Iterator[str]:
    """Raise each number by one."""
    begin = _begin(said)
    for found in NUMBER.finditer(said, begin):
        *front, last = found[0].split(".")
        raised = ".".join([*front, str(int(last) + 1)])
        yield said[: found.start()] + raised + said[found.end() :]


def _begin(said: str) -> int:
    """Say where the text of a line begins after its number in a list."""
    found = ORDINAL.match(said)
    return found.end() if found else 0


def _comparisons(said: str) -> Iterator[str]:
    """Replace each comparison, sign and superlative by its opposite or a similar one."""
    for found in COMPARISON.finditer(said):
        yield said[: found.start()] + OTHER[found[0]] + said[found.end() :]


def _clauses(said: str) -> Iterator[str]:
    """Swap each two adjacent clauses of a list after a colon."""
    begin = said.find(": ") + 2
    if begin < 2:
        return
    parts = [(begin + found.start(), begin + found.end()) for found in CLAUSE.finditer(said[begin:])]
    for left, right in pairwise(parts):
        first, second = said[slice(*left)], said[slice(*right)]
        if first.strip() != second.strip():
            between = said[left[1] : right[0]]
            swapped = first.replace(first.strip(), second.strip()) + between + second.replace(second.strip(), first.strip())
            yield said[: left[0]] + swapped + said[right[1] :]


def _order(above: Row, row: Row) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Swap two adjacent lines of a paragraph, or the text after a line's colon with the first line below it."""
    if above.head != row.head or above.number + 1 != row.number or row.example:
        return
    old = (above.said + above.note, row.said + row.note)
    if above.indent == row.indent:
        cut = _begin(above.said), _begin(row.said)
        new = (above.said[: cut[0]] + row.said[cut[1] :], row.said[: cut[1]] + above.said[cut[0] :])
    elif above.indent < row.indent and above.said.rstrip()[-1] != ":" and ": " in above.said:
        at = above.said.index(": ") + 2
        new = (above.said[:at] + row.said.strip(), row.said[: row.indent] + above.said[at:])
    else:
        return
    if new != (above.said, row.said):
        yield "order", old, new
