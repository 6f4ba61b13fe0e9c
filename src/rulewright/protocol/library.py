"""Finds and makes the books that requests name: shipped ones, rule text of the request, and positions in text.

Only shipped books are read from disk: a text can use another text of the same request, or a shipped book.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RuleTextError
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.protocol.messages import Data, encode
from rulewright.protocol.params import Given, nearest, wrong

if TYPE_CHECKING:  # a game of a book that is kept on disk needs no parser
    from rulewright.language.check.problems import Problem
    from rulewright.language.text.book_files import Finder, Sources

POSITION: Final = "position"
_HEADING: Final = re.compile(r"Scene (?P<name>[^#(\n]+)")
KEPT: Final = 64
"""How many compiled books are kept for the next request."""


class Made(NamedTuple):
    """A book, and the warnings about its text."""

    book: Book
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Library:
    """The books made so far."""

    made: dict[str, Made] = field(default_factory=dict)

    def book(self, given: Given) -> Made:
        """Give the book that a request names, made once for the same text and readings."""
        key = encode([given.get("book"), given.get("files"), given.get("readings"), _position(given)])
        if key not in self.made:
            made = _make(given)
            while len(self.made) >= KEPT:
                del self.made[next(iter(self.made))]
            self.made[key] = made
        return self.made[key]


def _make(given: Given) -> Made:
    if "files" not in given and "position" not in given:
        return Made(books.load(_name(given), readings=given.get("readings")))
    from rulewright.language.lower import compiler

    sources = [*_sources(given), *_position(given)]
    name = next(iter(given.get("files") or [_name(given)]))
    bound = compiler.bind(sources, _finder(given), name, given.get("readings"), _default(given))
    problems = tuple(_shifted(problem, given) for problem in bound.problems)
    if bound.book is None:
        raise RuleTextError([problem for problem in problems if problem.severity == "error"])
    own = {POSITION, *given.get("files", {})}
    return Made(bound.book, tuple(problem for problem in problems if problem.span.file in own))


def _name(given: Given) -> str:
    """Give the shipped book's name; a file is not opened by name."""
    name, known = str(given.get("book", books.DEFAULT)), books.known()
    if name not in known:
        expected = ", ".join(known)
        message = f"there is no book {name[:100]!r}: the shipped books are {expected}; rule text of your own goes into 'files'"
        raise wrong("book", message, expected, nearest(name, known))
    return name


def _sources(given: Given) -> Sources:
    return list(given["files"].items()) if "files" in given else books.sources(_name(given))


def _default(given: Given) -> str | None:
    """Give the book that files add to if none says; a shipped book says itself what it uses."""
    return _name(given) if "files" in given else None


def _finder(given: Given) -> Finder:
    files, known = given.get("files", {}), books.known()

    def find(name: str) -> Sources:
        if name in files:
            return [(name, files[name])]
        if name in known:
            return books.sources(name)
        raise LookupError(f"a file of the request ({', '.join(files) or 'none'}) or a shipped book ({', '.join(known)})")

    return find


# -- positions ---------------------------------------------------------------------------------------------------------


def _is_whole(text: str) -> bool:
    """Say whether a position has its heading."""
    return _HEADING.match(text) is not None


def _heading(text: str) -> str:
    found = _HEADING.match(text)
    return " ".join(found["name"].split()) if found else "Position"


def _seats(given: Given) -> list[str]:
    """Add the seats of a request to a position that has neither seats nor casts."""
    words = [line.split(" ")[0] for line in given["position"].splitlines() for line in [line.strip()] if line]
    return [f"seats {', '.join(given['seats'])}"] if given.get("seats") and not {"seats", "cast"} & set(words) else []


def _position(given: Given) -> Sources:
    """Write a position as a scene."""
    if "position" not in given:
        return []
    text = given["position"]
    if not _is_whole(text):
        body = "\n".join(f"  {line}" for line in text.splitlines())
        text = "\n".join(["Scene Position", *(f"  {line}" for line in _seats(given)), body])
    return [(POSITION, f"{text}\n")]


def scene(given: Given, book: Book) -> str:
    """Give the scene that a request names; a position becomes a scene."""
    if "position" in given:
        return _heading(given["position"])
    known = {name.casefold(): name for name in book.scenes}
    wanted = given.get("scene", next(iter(book.scenes), ""))
    if wanted.casefold() not in known:
        expected = ", ".join(book.scenes) or "none: set a position up in 'position'"
        near = nearest(wanted, book.scenes)
        which = f" {wanted[:100]!r}" if wanted else ""
        raise wrong("scene", f"{book.name} has no scene{which}: it has {expected}", expected, near)
    return known[wanted.casefold()]


def _shifted(problem: Problem, given: Given) -> Problem:
    """Give a problem its place in the position as it was sent, without the added heading."""
    span = problem.span
    if span.file != POSITION or _is_whole(given["position"]):
        return problem
    line = span.line - 1 - len(_seats(given))
    return replace(problem, span=replace(span, line=max(1, line), column=max(1, span.column - 2)))


# -- what requests ask of books ----------------------------------------------------------------------------------------


def problem_data(problem: Problem) -> Data:
    """Give a problem as data."""
    at = problem.span
    place = {"file": at.file, "line": at.line, "column": at.column, "length": at.length}
    words = {"message": problem.message, "expected": problem.expected, "nearest": problem.nearest}
    return {**place, "severity": problem.severity, "code": problem.code, **words}


def check(given: Given) -> Data:
    """Check rule text, or a shipped book, and give every problem and every example."""
    from rulewright.language.check import checking

    report = checking.check(_sources(given), _finder(given), _default(given), given.get("readings"))
    examples = [_example(result) for result in report.results]
    problems = [problem_data(problem) for problem in report.problems]
    return {"ok": report.ok(given.get("strict", False)), "problems": problems, "examples": examples}


def _example(result: Any) -> Data:
    at = result.example.span
    return {"name": result.example.name, "file": at.file, "line": at.line, "ok": not result.failures}


def about(book: Book) -> Data:
    """List what a game of a book can be begun with."""
    scenes = [{"scene": name, "seats": list(scene.seats)} for name, scene in book.scenes.items()]
    readings = [
        {"reading": each.name, "sides": list(each.sides), "rule": each.rule, "about": each.about} for each in book.ambiguities
    ]
    return {"book": book.name, "title": book.title, "hash": book.hash, "scenes": scenes, "readings": readings}
