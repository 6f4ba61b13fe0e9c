"""Mutants of the language, tried on whole texts: the shipped books, the cookbook and the books of the tests.

A test of a book usually plays a book that an earlier test has compiled, so coverage does not show which parts of the language it
proves. Here every text is compiled with the changed code. If its program is another one, its examples are run, and then the
tests that play it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.mutants.trial import ROOT, written
from rulewright import books
from rulewright.cookbook import recipes
from rulewright.language.check import examples
from rulewright.language.lower.compiler import Bound, bind

FOLDERS = ("tests/shapes", "tests/books_from_docs")


def sources() -> list[str]:
    """List the shipped books and the files of rule text, as they are given to `books.sources`."""
    files = [*recipes.files(), *(path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.rules")))]
    return [*books.shipped(), *map(str, files)]


def read(source: str) -> Bound:
    """Compile a text."""
    default = None if source in books.shipped() else books.DEFAULT
    return bind(books.sources(source), books.finder(Path(source).parent), source, default=default)


def program(bound: Bound) -> str:
    """Write the program of a text; a text with problems has only these."""
    return written(bound.book) if bound.book is not None else "\n".join(map(str, bound.problems))


def called(source: str) -> str:
    """Name a text by its file."""
    return Path(source).name


class Texts:
    """The texts with their programs, compiled without a mutant."""

    def __init__(self, compile: Callable[[str], Bound] = read) -> None:
        self.compile = compile
        self.programs: dict[str, str] = {}

    def look(self, source: str) -> None:
        """Compile a text and remember its program."""
        self.programs[source] = program(self.compile(source))

    def changed(self, found: Iterable[str]) -> list[tuple[str, Bound]]:
        """Give those of some texts whose program is another one now."""
        compiled = ((source, self.compile(source)) for source in found)
        return [(source, bound) for source, bound in compiled if program(bound) != self.programs[source]]


def noticed(source: str, bound: Bound) -> str:
    """Name what shows that a text is compiled wrongly: it is refused, or the first example that fails; or nothing."""
    if bound.book is None:
        return f"{called(source)} is refused"
    failed = (each.name for each in bound.examples if examples.run(bound.book, each).failures)
    return next((f"{called(source)}, Example: {name}" for name in failed), "")


def plays(source: str, test: str) -> bool:
    """Say whether a test plays a text, judging by its folder and its name."""
    name, folder = Path(source).stem, Path(source).parent.name
    folders = (f"books/{name}", "playthroughs", "perft") if source in books.shipped() else (folder,)
    return name in test and test.startswith(tuple(f"tests/{each}/" for each in folders))
