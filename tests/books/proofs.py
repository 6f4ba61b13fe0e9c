"""Helpers for the tests of books' examples: a text is read when a test first asks for it, and its examples run one at a time.

Collecting the tests reads no rules: the headings of the examples are found in the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.language.check import examples, lint
from rulewright.language.check.example_lines import Example, Step
from rulewright.language.lower.compiler import Bound, bind
from rulewright.language.text.book_files import Sources

HEADING = re.compile(r"Example: (.+?)\s*")


@dataclass(frozen=True)
class Written:
    """An example, identified by its place in the text of a book, a file or a folder."""

    source: str
    file: str
    line: int
    name: str

    def example(self) -> Example:
        """Gives the example as it was read."""
        return next(each for each in read(self.source).examples if (each.span.file, each.span.line) == (self.file, self.line))

    def steps(self) -> list[Step]:
        """Lists the acts and expectations of the example."""
        return self.example().steps

    def failures(self) -> list[str]:
        """Plays the example, and lists the expectations that fail."""
        return [words for _, words in examples.run(played(self.source), self.example()).failures]


def written(source: str) -> list[Written]:
    """Lists the examples of a text in their order."""
    return [
        Written(source, file, number, found[1])
        for file, text in books.sources(source)
        for number, line in enumerate(text.splitlines(), 1)
        if (found := HEADING.fullmatch(line))
    ]


@cache
def read(source: str) -> Bound:
    """Compiles a shipped book or some rule text, once."""
    default = None if source in books.shipped() else books.DEFAULT
    return bind(books.sources(source), books.finder(Path(source).parent), source, default=default)


@cache
def played(source: str) -> Book:
    """Gives the book of a source, with which either machine can play."""
    return made(read(source))


@cache
def python_only(source: str) -> Book:
    """Gives the same book with separate caches, so that the native machine is not used."""
    return replace(played(source))


def made(bound: Bound) -> Book:
    """Gives the book of a source, which must compile."""
    assert bound.book is not None, "\n".join(map(str, bound.problems))
    return bound.book


def problems(source: str) -> list[str]:
    """Lists the errors and warnings of a text; an example is identified by its heading."""
    bound, own = read(source), {file for file, _ in books.sources(source)}
    found = [(each.span.file, each.span.line) for each in bound.examples if each.span.file in own]
    assert sorted(found) == sorted((each.file, each.line) for each in written(source))
    doubts = lint.warnings(made(bound), bound.items, bound.examples, own)
    return [each.message for each in (*bound.problems, *doubts) if each.severity != "remark"]


def changed(book: str, old: str, new: str) -> Sources:
    """Gives the text of a book with one passage changed; the passage must be in the text."""
    sources = books.sources(book)
    assert any(old in text for _, text in sources), old
    return [(name, text.replace(old, new)) for name, text in sources]


def broken(book: str, old: str, new: str, **readings: str) -> Bound:
    """Compiles a book with one passage changed; the changed text must still be readable."""
    return bind(changed(book, old, new), books.finder(), book, readings)


def failing(bound: Bound, *files: str) -> Iterator[Example]:
    """Yields the examples (of some files) that fail, one by one, so that a caller who needs only one runs no more."""
    wanted = [each for each in bound.examples if not files or each.span.file in files]
    return (each for each in wanted if examples.run(made(bound), each).failures)


def is_noticed(bound: Bound, *files: str) -> bool:
    """Tells whether an example fails."""
    return next(failing(bound, *files), None) is not None
