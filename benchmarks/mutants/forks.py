"""A plugin of pytest that tries the kernel's mutants: `-p benchmarks.mutants.forks`, with the folder of the work in MUTANTS.

The tests are run once as they are, under coverage, which tells what each runs and how long it takes. Then each mutant gets a
process of its own, forked off this one where everything is imported and loaded already; there the changed function takes the
place of the old, and the tests that run the changed statement are run until one fails.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
import types
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from benchmarks.mutants.kernel import KERNEL, Change

SLOW = 2.0
"""Tests that take longer than so many seconds find nothing that quicker ones do not; they are left out."""
ENOUGH = 4.0
"""So many seconds of tests are run for one mutant, the quickest tests first."""
MEMORY = 6 << 30


def pytest_collection() -> None:
    """Let properties fail at the first counterexample, and remember none."""
    house = settings.get_profile("house")
    quick = settings(house, database=None, phases=(Phase.explicit, Phase.generate))
    settings.register_profile("mutants", quick)
    settings.load_profile("mutants")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Take the place of the plain run of all tests."""
    folder = Path(os.environ["MUTANTS"])
    work = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
    bench = Bench(session, folder, work["cold"])
    bench.try_all([Change(*each) for each in work["changes"]], work["minutes"], work["jobs"])
    return True


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, file=sys.stderr, flush=True)


class Watch:
    """A plugin that notices whether a test failed."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


class TooSlow(BaseException):
    """Ends a test that takes too long."""


def too_slow(*_: object) -> None:
    """Answer the alarm."""
    raise TooSlow


class Bench:
    """The tests, what each runs, and the processes that try mutants on them."""

    def __init__(self, session: pytest.Session, folder: Path, cold: bool) -> None:
        self.session, self.folder, self.watch = session, folder, Watch()
        session.config.pluginmanager.register(self.watch)
        self.items = {item.nodeid: item for item in session.items}
        self.seconds: dict[str, float] = {}
        self.runs: dict[tuple[str, int], list[str]] = {}
        self.killers: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.look(cold)

    # -- what the tests run --------------------------------------------------------------------------------------------

    def look(self, cold: bool) -> None:
        """Run every test once; cold is in another process, so that this one has loaded nothing."""
        path = self.folder / "looked.json"
        if not cold:
            self._look(path)
        elif (child := os.fork()) == 0:
            self._look(path)
            os._exit(0)
        else:
            os.waitpid(child, 0)
        seen = json.loads(path.read_text(encoding="utf-8"))
        self.seconds = seen["seconds"]
        self.runs = {(file, line): tests for file, line, tests in seen["runs"]}

    def _look(self, path: Path) -> None:
        seconds: dict[str, float] = {}
        watched = importlib.import_module("coverage").Coverage(data_file=None, include=[f"{KERNEL}/*.py"], config_file=False)
        watched.start()
        for number, item in enumerate(self.session.items):
            watched.switch_context(item.nodeid)
            begin = time.monotonic()
            if self._passes(item):
                seconds[item.nodeid] = time.monotonic() - begin
            else:
                say(f"{item.nodeid} is left out: it fails without any mutant")
            if number % 100 == 0:
                say(f"looked at {number} of {len(self.session.items)} tests")
        watched.stop()
        data, runs = watched.get_data(), []
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                runs.append([Path(file).name, line, [test for test in contexts if seconds.get(test, SLOW) < SLOW]])
        path.write_text(json.dumps({"seconds": seconds, "runs": runs}), encoding="utf-8")

    def _passes(self, item: pytest.Item) -> bool:
        """Run a test, and tell whether it passes."""
        self.watch.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.watch.failed

    def tests_of(self, change: Change) -> list[str]:
        """Name enough tests for a mutant: first who found out others of its function or file, then the quickest."""
        span = statement(KERNEL / change.file, change.line)
        found = {test for line in span for test in self.runs.get((change.file, line), ())}
        near, far = self.killers[change.file, change.function], self.killers[change.file, ""]
        enough, chosen = ENOUGH, []
        for test in sorted(found, key=lambda test: (-near[test], -far[test], self.seconds[test])):
            enough -= self.seconds[test]
            if enough < 0:
                break
            chosen.append(test)
        return chosen

    # -- the mutants ---------------------------------------------------------------------------------------------------

    def try_all(self, changes: Sequence[Change], minutes: float | None, jobs: int) -> None:
        """Try mutants, so many at a time, and write down what became of each."""
        gc.collect()
        gc.freeze()
        begin, done = time.monotonic(), Counter[str]()
        running: dict[int, tuple[Change, int]] = {}
        with (self.folder / "kernel.jsonl").open("a", encoding="utf-8") as log:
            for change in [*changes, *[None] * jobs]:
                late = minutes is not None and time.monotonic() - begin > minutes * 60
                while running and (len(running) >= jobs or change is None or late):
                    fate, by, tried = self._awaited(running)
                    done[fate] += 1
                    self.killers[tried.file, tried.function][by] += 1
                    self.killers[tried.file, ""][by] += 1
                    log.write(json.dumps([tried.id, fate, by]) + "\n")
                    log.flush()
                    if done.total() % 50 == 0:
                        said = f"{(time.monotonic() - begin) / 60:.1f} min, {dict(done)}"
                        say(f"{done.total()} of {len(changes)}, {said}, now in {tried.file} {tried.function}")
                if change and not late:
                    child, pipe = self._forked(change)
                    running[child] = (change, pipe)

    def _awaited(self, running: dict[int, tuple[Change, int]]) -> tuple[str, str, Change]:
        """Wait for the next process to end, and tell what it found."""
        child, status = os.wait()
        change, pipe = running.pop(child)
        with os.fdopen(pipe, encoding="utf-8") as said:
            by = said.read()
        return ("survived" if status == 0 else "test"), by or ("" if status == 0 else "no end"), change

    def _forked(self, change: Change) -> tuple[int, int]:
        """Start the process of one mutant; what it says is the test that found it out."""
        here, there = os.pipe()
        if child := os.fork():
            os.close(there)
            return child, here
        status = 1
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            by = self._found_out(change)
            os.write(there, by.encode())
            status = 1 if by else 0
        finally:
            os._exit(status)

    def _found_out(self, change: Change) -> str:
        """Run the tests of a mutant, and name the first that fails or does not end."""
        tests = self.tests_of(change)
        if not tests:
            return ""
        signal.signal(signal.SIGALRM, too_slow)
        try:
            put_in_place(change)
        except (SyntaxError, ValueError) as error:
            return f"no Python: {error}"
        for test in tests:
            signal.setitimer(signal.ITIMER_REAL, 5 + 5 * self.seconds[test])
            if not self._passes(self.items[test]):
                return test
        return ""


def statement(path: Path, line: int) -> range:
    """Give the lines of the smallest statement a line is part of, without those inside it; of a head the whole function."""
    spans = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt):
            last = (node.end_lineno or node.lineno) + 1
            inner = [each.lineno for each in ast.walk(node) if each is not node and isinstance(each, ast.stmt)]
            head = range(node.lineno, min(inner, default=last))
            if line in head:
                spans.append(range(node.lineno, last) if isinstance(node, ast.FunctionDef) else head)
    return min(spans, key=len, default=range(line, line + 1))


def put_in_place(change: Change) -> None:
    """Give the function of a mutant its changed code; whoever holds the function has the changed one from then on."""
    path = KERNEL / change.file
    text = path.read_text(encoding="utf-8").replace(change.old, change.new, 1)
    module = importlib.import_module(f"rulewright.kernel.{path.stem}")
    function = vars(module)[change.function.split(".")[0]]
    for part in change.function.split(".")[1:]:
        function = vars(function)[part]
    function = getattr(function, "__func__", function)
    function.__code__ = next(each for each in codes(compile(text, str(path), "exec")) if each.co_qualname == change.function)
    function.__defaults__, function.__kwdefaults__ = defaults(text, change.function, vars(module))


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Give a piece of code and all those inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from codes(each)


def defaults(text: str, name: str, known: dict[str, Any]) -> tuple[tuple[Any, ...] | None, dict[str, Any] | None]:
    """Work out what the parameters of a function are when nobody gives them."""
    body: Sequence[ast.stmt] = ast.parse(text).body
    for part in name.split("."):
        node = next(each for each in body if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name == part)
        body = node.body
    assert isinstance(node, ast.FunctionDef)
    values = {id(each): eval(compile(ast.Expression(each), "", "eval"), known) for each in node.args.defaults}
    named = [(arg.arg, each) for arg, each in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if each]
    keyed = {arg: eval(compile(ast.Expression(each), "", "eval"), known) for arg, each in named}
    return tuple(values.values()) or None, keyed or None
