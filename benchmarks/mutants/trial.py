"""Try mutants of rule text: first the checker, then the examples, the recorded games, and the book's tests.

A mutant that compiles to the same book under every reading does not change the rules; its result is `same`.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

from benchmarks.mutants.texts import Mutant
from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.language.check.checking import Report, check
from rulewright.language.lower.compiler import bind
from rulewright.language.text.book_files import Finder, Sources
from rulewright.program.program import Program
from tests.playthroughs import record

ROOT = Path(__file__).resolve().parents[2]
TESTS = "tests/books"
"""Where the tests of a book stand, in a folder of its name."""

DECIDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
"""How pytest ends when it has judged: all passed, one failed, or one could not be read. Anything else is no verdict."""

FIRST = 4
"""How many files are run by themselves before the others: pytest reads all files that it is given before it runs any."""

PATIENCE = 3
"""How many times as long as the unchanged book's the tests of a mutant may take; one that never ends is killed."""


class Trial(NamedTuple):
    """The result of a mutant: `same`, killed by the `checker`, an `example`, a `record` or a `test`, or `survived`; and why."""

    name: str
    file: str
    line: int
    kind: str
    fate: str
    by: str = ""


class Text:
    """The rule text of a book, compared with its mutants by all checks that need no other process."""

    def __init__(self, name: str, sources: Sources) -> None:
        self.name = name
        self.sources = list(sources)
        self.plain = self._compiled(self.sources, {})
        if self.plain is None:
            raise RulewrightError(f"{name} has problems of its own: rulewright check {name}")
        book = bind(self.sources, self._finder(self.sources), name).book
        assert book is not None
        self.sides = [{reading.name: side} for reading in book.ambiguities for side in reading.sides[1:]]
        self.marks = [self._compiled(self.sources, side) for side in self.sides]

    def _finder(self, sources: Sources) -> Finder:
        return lambda name: sources if name == self.name else books.sources(name)

    def _compiled(self, sources: Sources, readings: Mapping[str, str]) -> str | None:
        """Compile a book, and write its program without its text; None if it has problems."""
        book = bind(sources, self._finder(sources), self.name, dict(readings)).book
        return None if book is None else written(book)

    def changed(self, mutant: Mutant) -> Sources:
        """Give the text with a mutant applied."""
        return [(file, mutant.applied(text) if file == mutant.file else text) for file, text in self.sources]

    def fate(self, mutant: Mutant) -> tuple[str, str]:
        """Say which check before the tests killed a mutant; `alive` if none did."""
        sources = self.changed(mutant)
        expected = mutant.new and mutant.new[0].strip().startswith("expect")
        if not expected and self._is_same(sources):
            return "same", ""
        report = check(sources, self._finder(sources))
        fate, by = _verdict(report)
        book = report.bound.book
        # The checker calls a book by its first file; its recordings are called by its own name.
        if fate == "alive" and book is not None and (by := _unrecorded(replace(book, name=self.name))):
            fate = "record"
        return fate, by

    def _is_same(self, sources: Sources) -> bool:
        return self._compiled(sources, {}) == self.plain and all(
            self._compiled(sources, side) == mark for side, mark in zip(self.sides, self.marks, strict=True)
        )


def written(book: Book) -> str:
    """Write what decides the play of a book: not its text, nor the order in which the stats of a kind are given."""
    kinds = tuple(replace(kind, stats=tuple(sorted(kind.stats))) for kind in book.kinds)
    played = replace(book, text=(), texts={}, hash="", kinds=kinds)
    # Whether two equal parts are one object does not matter: that depends on which items were compiled before.
    return repr([getattr(played, each.name) for each in fields(Program)])


def _verdict(report: Report) -> tuple[str, str]:
    """Give the result of the checker and the examples for a text."""
    errors = [problem for problem in report.problems if problem.severity == "error"]
    if not errors:
        return "alive", ""
    return ("example" if errors[0].code == "example" else "checker"), errors[0].message


def _unrecorded(book: Book) -> str:
    """Name a recorded game of a book that plays differently now, or nothing."""
    scenes = {record.file_of(book.name, scene): scene for scene in book.scenes}
    try:
        for file in sorted(record.FOLDER.glob(f"{book.name}-*.txt")):
            if file not in scenes or record.record(book, scenes[file]) != file.read_text(encoding="utf-8"):
                return file.name
    except Exception as error:  # any error means that the recorded game cannot be played
        return f"{type(error).__name__}: {error}"
    return ""


class First:
    """A plugin of pytest that remembers the file of the first test that failed."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Read the result of a test."""
        if report.failed:
            self.failed = self.failed or report.nodeid.split("::")[0]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Read the result of collecting a file."""
        if report.failed:
            self.failed = self.failed or report.nodeid or "collection"


class Bench:
    """Runs the tests of a book against its mutants, each in its own process that reads the changed text."""

    def __init__(self, text: Text) -> None:
        self.text = text
        files = sorted((ROOT / TESTS / text.name).glob("test_*.py"))
        self.texts = {f"{TESTS}/{text.name}/{path.name}": path.read_text(encoding="utf-8") for path in files}
        self.killers: Counter[str] = Counter()
        begin, self.limit = time.monotonic(), 900.0
        if failed := self._pytest(list(self.texts), text.sources):
            raise RulewrightError(f"the tests of {text.name} fail without any mutant: {failed}")
        self.limit = 30 + PATIENCE * (time.monotonic() - begin)

    def killer(self, mutant: Mutant) -> str:
        """Give the file of a test that fails for the mutant, or nothing."""
        files, sources = self._likeliest(mutant), self.text.changed(mutant)
        found = self._pytest(files[:FIRST], sources) or self._pytest(files[FIRST:], sources)
        self.killers[found] += bool(found)
        return found

    def _likeliest(self, mutant: Mutant) -> list[str]:
        """Sort files that refer to the changed text first, and among these the ones that have killed the most."""
        return sorted(self.texts, key=lambda file: (mutant.head not in self.texts[file], -self.killers[file]))

    def _pytest(self, tests: list[str], sources: Sources) -> str:
        """Run tests in a copy of this process until the first that fails, and give its file."""
        with tempfile.TemporaryFile() as said:
            if not (child := os.fork()):
                self._judge(tests, sources, said.fileno())
            status = _status(child, self.limit)
            said.seek(0)
            failed = said.read().decode()
        if status not in (None, *DECIDED):
            raise RulewrightError(f"pytest could not run {', '.join(tests)}: status {status}")
        return "no end" if status is None else failed

    def _judge(self, tests: list[str], sources: Sources, to: int) -> NoReturn:
        """In the child process: read the book from the given text, run the tests, and write which failed."""
        status = 70
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            real, first = books.sources, First()
            books.sources = lambda name: sources if name == self.text.name else real(name)
            os.chdir(ROOT)
            status = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=[first]))
            os.write(to, first.failed.encode())
        finally:
            os._exit(status)


def _status(child: int, limit: float) -> int | None:
    """Wait for a process and give its status; a process that takes too long is killed, and has none."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def tried(text: Text, bench: Bench | None, mutant: Mutant) -> Trial:
    """Try one mutant; without a bench it survives if the examples do not kill it."""
    fate, by = text.fate(mutant)
    if fate == "alive" and bench is not None and (by := bench.killer(mutant)):
        fate = "test"
    fate = "survived" if fate == "alive" else fate
    return Trial(mutant.name, mutant.file, mutant.line, mutant.kind, fate, by)
