"""A plugin of pytest that tries mutants of Python: `-p benchmarks.mutants.forks`; MUTANTS names the folder of the work.

The tests are run once without mutants, under coverage, to find out which lines each test runs and how long it takes. Then each
mutant gets a process forked from this one, in which everything is already imported and loaded. In this process the changed
function replaces the original one, and the tests that run the changed statement are run until one fails.
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
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from benchmarks.mutants import compiled
from benchmarks.mutants.sources import KEPT, PARTS, SOURCE, Change, within

SLOW = 2.0
"""Tests that take longer than so many seconds find nothing that quicker ones do not; they are left out."""
ENOUGH = 4.0
"""So many seconds of tests are run for one mutant, the quickest tests first."""
ENOUGH_PLAY = 12.0
"""So many seconds of tests that play a text are run if a mutant changed its program."""
TEXT = 40.0
"""So many seconds a text may take to be compiled and to play its examples."""
CHANGES = "changes the program of "
"""Begins the remark about a survivor of the language that changes the program of a text."""
WAITS = 20
"""So many times as long as its processor time a test may take: other programs use the processors too."""
MEMORY = 6 << 30


def pytest_collection() -> None:
    """Let property tests fail at the first counterexample, and store none."""
    house = settings.get_profile("house")
    quick = settings(house, database=None, phases=(Phase.explicit, Phase.generate))
    settings.register_profile("mutants", quick)
    settings.load_profile("mutants")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Replace pytest's own run of all tests."""
    folder = Path(os.environ["MUTANTS"])
    work = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
    changes = [Change(*each) for each in work["changes"]]
    bench = Bench(session, folder, {each.file for each in changes}, tuple(work["looked"]))
    bench.try_all(changes, work["minutes"], work["jobs"])
    session.testsfailed = 0  # tests that fail without any mutant were reported and left out
    return True


def say(line: str) -> None:
    """Print progress on stderr."""
    print(line, file=sys.stderr, flush=True)


class Watch:
    """A plugin that notices whether a test failed."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


class TooSlow(BaseException):
    """Ends a test that takes too long."""


def too_slow(*_: object) -> None:
    """Handle the alarm; if a test or its cleanup ignores it, the next alarm ends the process."""
    for alarm in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(alarm, lambda *_: os._exit(1))
    raise TooSlow


def limited(seconds: float) -> None:
    """Set the alarm to go off after so many seconds of processor time, repeatedly; a process that only waits has longer."""
    signal.signal(signal.SIGPROF, too_slow)
    signal.signal(signal.SIGALRM, too_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITS * seconds, WAITS * seconds)


class Bench:
    """The tests, the lines that each runs, and the processes that try mutants on them."""

    def __init__(self, session: pytest.Session, folder: Path, files: Set[str], looked: tuple[str, ...]) -> None:
        self.session, self.folder, self.files, self.looked, self.watch = session, folder, files, looked, Watch()
        session.config.pluginmanager.register(self.watch)
        self.items = {item.nodeid: item for item in session.items}
        self.seconds: dict[str, float] = {}
        self.runs: dict[tuple[str, int], list[str]] = {}
        self.killers: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.sound: dict[str, bool] = {}
        self.texts = compiled.Texts()
        self.compiles: dict[tuple[str, int], list[str]] = {}
        self._look()

    # -- what the tests run --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Run every test once."""
        seconds: dict[str, float] = {}
        include = [f"{SOURCE}/{file}" for file in self.files]
        watched = importlib.import_module("coverage").Coverage(data_file=None, include=include, config_file=False)
        watched.start()
        looked = [item for item in self.session.items if item.nodeid.startswith(self.looked)]
        for number, item in enumerate(looked):
            watched.switch_context(item.nodeid)
            begin = time.process_time()
            if self._passes(item):
                seconds[item.nodeid] = time.process_time() - begin
            else:
                say(f"{item.nodeid} is left out: it fails without any mutant")
            if number % 100 == 0:
                say(f"looked at {number} of {len(looked)} tests")
        for source in compiled.sources() if any(file.startswith(PARTS["language"]) for file in self.files) else ():
            forget()
            watched.switch_context(source)
            self.texts.look(source)
        watched.stop()
        data = watched.get_data()
        self.seconds = {test: took for test, took in seconds.items() if took < SLOW}
        self.runs = runs(data, self.seconds)
        self.compiles = runs(data, self.texts.programs)

    def _passes(self, item: pytest.Item) -> bool:
        """Run a test, and tell whether it passes."""
        self.watch.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.watch.failed

    def tests_of(self, change: Change) -> list[str]:
        """Choose enough tests for a mutant: first those that killed others of its function or file, then the fastest."""
        found = self._that_run(change, self.runs)
        near, far = self.killers[change.file, change.function], self.killers[change.file, ""]
        return self._enough(sorted(found, key=lambda test: (-near[test], -far[test], self.seconds[test])), ENOUGH)

    def _that_run(self, change: Change, runs: Mapping[tuple[str, int], list[str]]) -> list[str]:
        """List the tests or texts that run the changed statement."""
        span = statement(SOURCE / change.file, change.line)
        return list(dict.fromkeys(each for line in span for each in runs.get((change.file, line), ())))

    def _enough(self, tests: Sequence[str], seconds: float) -> list[str]:
        """Take tests from the front until they need so many seconds."""
        ends = accumulate(self.seconds[test] for test in tests)
        return [test for test, end in zip(tests, ends, strict=True) if end <= seconds]

    # -- the mutants ---------------------------------------------------------------------------------------------------

    def try_all(self, changes: Sequence[Change], minutes: float | None, jobs: int) -> None:
        """Try mutants, several at a time, and record the result of each."""
        gc.collect()
        gc.freeze()
        begin, done, queue = time.monotonic(), Counter[str](), deque(changes)
        running: dict[int, tuple[Change, int]] = {}
        with (self.folder / KEPT).open("a", encoding="utf-8") as log:
            while queue or running:
                if minutes is not None and time.monotonic() - begin > minutes * 60:
                    queue.clear()
                while queue and len(running) < jobs:
                    change = queue.popleft()
                    child, pipe = forked(partial(self._found_out, change))
                    running[child] = (change, pipe)
                if not running:
                    break
                child, status = os.wait()
                change, pipe = running.pop(child)
                by = heard(pipe, status)
                if by in self.items and not self._is_sound(by):
                    queue.appendleft(change)
                    continue
                fate = "test" if by and not by.startswith(CHANGES) else "survived"
                log.write(json.dumps([change.id, fate, by]) + "\n")
                log.flush()
                if by in self.items:
                    self._note(change, by)
                done[fate] += 1
                if done.total() % 50 == 0:
                    spent = (time.monotonic() - begin) / 60
                    say(
                        f"{done.total()} of {len(changes)}, {spent:.1f} min, {dict(done)}, now in {change.file} {change.function}"
                    )

    def _note(self, change: Change, by: str) -> None:
        """Remember which test killed a mutant."""
        for function in (change.function, ""):
            self.killers[change.file, function][by] += 1

    def _is_sound(self, test: str) -> bool:
        """Say whether a test that killed a mutant passes without it; if not, the test is not used any more."""
        if test not in self.sound:
            child, pipe = forked(lambda: "" if self._passes(self.items[test]) else test)
            self.sound[test] = not heard(pipe, os.waitpid(child, 0)[1])
            if not self.sound[test]:
                say(f"{test} is left out: here it fails without any mutant")
                self.runs = {key: [each for each in tests if each != test] for key, tests in self.runs.items()}
        return self.sound[test]

    def _found_out(self, change: Change) -> str:
        """Name what notices a mutant: the first test that fails or does not end, or a text that is compiled otherwise."""
        tests, texts = self.tests_of(change), self._that_run(change, self.compiles)
        if not tests and not texts:
            return ""
        try:
            put_in_place(change)
        except (SyntaxError, ValueError) as error:
            return f"no Python: {error}"
        return self._failing(tests) or self._played_otherwise(texts)

    def _failing(self, tests: Sequence[str]) -> str:
        """Name the first test that fails."""
        for test in tests:
            limited(5 + 5 * self.seconds.get(test, SLOW))
            if not self._passes(self.items[test]):
                return test
        return ""

    def _played_otherwise(self, texts: Sequence[str]) -> str:
        """Compile texts; if a program changes, run the examples, and then the tests that play the text."""
        changed: list[str] = []
        for source in texts:
            limited(TEXT)
            try:
                for _, bound in self.texts.changed([source]):
                    if by := compiled.noticed(source, bound):
                        return by
                    changed.append(source)
            except (Exception, TooSlow) as error:
                return f"{compiled.called(source)}: {type(error).__name__}"
        return self._failing_play(changed) or (CHANGES + ", ".join(map(compiled.called, changed)) if changed else "")

    def _failing_play(self, changed: Sequence[str]) -> str:
        """Run tests that play some texts, until a time limit; which lines these tests run is not known."""
        begin = time.process_time()
        found = (test for test in self.items if any(compiled.plays(source, test) for source in changed))
        for test in (test for test in found if self.sound.get(test, True)):
            if by := self._failing([test]):
                return by
            if time.process_time() - begin > ENOUGH_PLAY:
                break
        return ""


def runs(data: Any, known: Container[str]) -> dict[tuple[str, int], list[str]]:
    """Give, for each line of each file, the known tests that run it."""
    lines = ((file, line, tests) for file in data.measured_files() for line, tests in data.contexts_by_lineno(file).items())
    return {(within(Path(file)), line): [test for test in tests if test in known] for file, line, tests in lines}


def forked(work: Callable[[], str]) -> tuple[int, int]:
    """Start a process for some work; give its id, and the pipe into which it writes its result."""
    here, there = os.pipe()
    if child := os.fork():
        os.close(there)
        return child, here
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.write(there, work().encode())
        status = 0
    finally:
        os._exit(status)


def heard(pipe: int, status: int) -> str:
    """Give the output of a process; a process that was stopped has none."""
    with os.fdopen(pipe, encoding="utf-8") as said:
        return said.read() or ("no end" if status else "")


def statement(path: Path, line: int) -> range:
    """Give the lines of the smallest statement that contains a line, without nested ones; for a head, the whole function."""
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
    """Replace the code of a function by the mutant's; everything that refers to the function uses the new code."""
    path = SOURCE / change.file
    text = path.read_text(encoding="utf-8").replace(change.old, change.new, 1)
    module = importlib.import_module(".".join(("rulewright", *Path(change.file).with_suffix("").parts)))
    function = vars(module)[change.function.split(".")[0]]
    for part in change.function.split(".")[1:]:
        function = vars(function)[part]
    function = getattr(function, "__func__", function)
    function.__code__ = next(each for each in codes(compile(text, str(path), "exec")) if each.co_qualname == change.function)
    function.__defaults__, function.__kwdefaults__ = defaults(text, change.function, vars(module))
    forget()


def forget() -> None:
    """Empty the caches of functions before a changed one is tried, in tests too, so that texts are compiled again."""
    ours = [module for name, module in sys.modules.items() if name.startswith(("rulewright.", "tests."))]
    for each in (each for module in ours for each in vars(module).values() if hasattr(each, "cache_clear")):
        each.cache_clear()


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Give a piece of code and all those inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from codes(each)


def defaults(text: str, name: str, known: dict[str, Any]) -> tuple[tuple[Any, ...] | None, dict[str, Any] | None]:
    """Compute the default values of a function's parameters."""
    body: Sequence[ast.stmt] = ast.parse(text).body
    for part in name.split("."):
        node = next(each for each in body if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name == part)
        body = node.body
    assert isinstance(node, ast.FunctionDef)
    plain = tuple(eval(compile(ast.Expression(each), "", "eval"), known) for each in node.args.defaults)
    named = [(arg.arg, each) for arg, each in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if each]
    keyed = {arg: eval(compile(ast.Expression(each), "", "eval"), known) for arg, each in named}
    return plain or None, keyed or None
