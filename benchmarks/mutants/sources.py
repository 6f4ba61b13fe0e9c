"""Mutants of kernel and language: mutmut makes them; forks.py runs the tests that run the changed statement against each.

The results are stored in .mutants/python.jsonl: a run that was stopped can be continued, survivors are tried again, and a killed
mutant is not tried again as long as its function has not changed.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from benchmarks.mutants.trial import ROOT, Trial
from rulewright.kernel.errors import RulewrightError

Made = TypeVar("Made")

FOLDER = ROOT / ".mutants"
SOURCE = ROOT / "src" / "rulewright"
PARTS = {"kernel": ("kernel", "program"), "language": ("language",)}
"""The folders of each part whose Python is changed."""
KEPT = "python.jsonl"
QUICK = {
    "kernel": ("tests/kernel", "tests/program", "tests/language/in_play", "tests/shapes", "tests/books/test_examples.py"),
    "language": ("tests/language", "tests/cookbook", "tests/shapes"),
}
"""The tests that are tried on a mutant of a part with --quick."""
PLAYED = ("tests/books", "tests/playthroughs", "tests/perft")
"""The tests that play the texts of `compiled.py`, which a mutant of the language is tried with if it changes a program."""
# Together these use every part of the kernel and of the language; forks.py leaves out the slow ones.
TESTS = (
    "tests/kernel",
    "tests/shapes",
    "tests/contract/test_shapes.py",
    "tests/contract/test_contract.py",
    "tests/playthroughs",
    "tests/perft",
    "tests/language",
    "tests/program",
    "tests/cookbook",
    "tests/books",
)
WHOLE_GAMES = "tests/books/*/test_games.py"
"""Left out from the start: nothing in them is quick."""


class Change(NamedTuple):
    """One mutant: a function with one expression changed."""

    file: str
    function: str
    """As Python's `__qualname__` has it."""
    number: int
    """Which mutant of its function it is."""
    print: str
    """A fingerprint of the function as it was."""
    line: int
    """The first line that is changed."""
    before: str
    after: str
    old: str
    new: str
    """The whole function or its class, before and after."""

    @property
    def id(self) -> str:
        return f"{self.file} {self.function} {self.number} {self.print}"

    @property
    def name(self) -> str:
        return f"{self.file} {self.function.strip('_')}: {self.before!r} becomes {self.after!r}"


def changes(path: Path) -> list[Callable[[], Change]]:
    """Let mutmut find the mutants of a file; each is made when it is wanted, because that takes long."""
    making = importlib.import_module("mutmut.mutation.file_mutation")
    text = path.read_text(encoding="utf-8")
    module, found, _, _ = making.create_mutations(str(path), text)
    functions = {node: (name, top) for name, node, top in _functions(module)}
    counts: Counter[str] = Counter()

    def made(each: Any, number: int) -> Change:
        node = each.contained_by_top_level_function
        function, top = functions[node]
        old = module.code_for_node(top)
        new = module.code_for_node(making.deep_replace(top, each.original_node, each.mutated_node))
        mark = hashlib.sha256(module.code_for_node(node).encode()).hexdigest()[:12]
        return Change(within(path), function, number, mark, *difference(text, old, new), old, new)

    def numbered(each: Any) -> int:
        function, _ = functions[each.contained_by_top_level_function]
        counts[function] += 1
        return counts[function]

    return [partial(made, each, numbered(each)) for each in found if each.contained_by_top_level_function in functions]


def within(path: Path) -> str:
    """Name a file as it stands in the package."""
    return path.relative_to(SOURCE).as_posix() if path.is_relative_to(SOURCE) else path.name


def _functions(module: Any) -> Iterator[tuple[str, Any, Any]]:
    """Name the functions and methods of a file, each with its top-level function or class."""
    for top in module.body:
        if type(top).__name__ == "FunctionDef":
            yield top.name.value, top, top
        elif type(top).__name__ == "ClassDef":
            methods = [each for each in top.body.body if type(each).__name__ == "FunctionDef"]
            yield from ((f"{top.name.value}.{each.name.value}", each, top) for each in methods)


def difference(text: str, old: str, new: str) -> tuple[int, str, str]:
    """Tell which line of the file is changed first, and from what to what."""
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))[2:]
    before, after = (" / ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    line = int(re.findall(r"\d+", lines[0])[0])
    return text[: text.index(old)].count("\n") + line, before, after


def all_changes(parts: Sequence[str], only: Sequence[str]) -> list[Callable[[], Change]]:
    """List the mutants of the given files or folders; if none is given, of all files of some parts."""
    found = sorted(path for part in parts for folder in PARTS[part] for path in (SOURCE / folder).rglob("*.py"))
    paths = [path for path in found if not only or within(path).startswith(tuple(only))]
    return [each for path in paths for each in changes(path)]


def known(folder: Path) -> dict[str, tuple[str, str]]:
    """Read the results of the mutants so far, and which test failed for each."""
    path = folder / KEPT
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {id: (fate, by) for id, fate, by in map(json.loads, lines)}


def sampled(made: Sequence[Made], sample: int | None, seed: int) -> list[Made]:
    """Give a number of mutants in random order, so that a run that is stopped has tried a smaller sample with the same seed."""
    if sample is None:
        return list(made)
    order = list(range(len(made)))
    random.Random(seed).shuffle(order)
    return [made[each] for each in order[:sample]]


def run(parts: Sequence[str], only: Sequence[str], minutes: float | None, jobs: int, quick: bool = False,
        folder: Path = FOLDER, sample: int | None = None, seed: int = 1) -> list[Trial]:  # fmt: skip
    """Try the remaining mutants, up to a time limit, and give all results."""
    folder.mkdir(exist_ok=True)
    found, before = all_changes(parts, only), known(folder)
    made = [each() for each in sampled(found, sample, seed)]
    wanted = [each for each in made if before.get(each.id, ("", ""))[0] != "test"]
    print(
        f"{' and '.join(parts)}: {len(made)} of {len(found)} mutants, {len(made) - len(wanted)} found out before",
        file=sys.stderr,
        flush=True,
    )
    if wanted:
        _tried(wanted, minutes, jobs, quick_tests(parts) if quick else TESTS, folder)
    return list(trials(made, {} if minutes == 0 else known(folder)))


def quick_tests(parts: Sequence[str]) -> list[str]:
    """List the folders of tests for some parts, each once."""
    return list(dict.fromkeys(folder for part in parts for folder in QUICK[part]))


def _tried(wanted: Sequence[Change], minutes: float | None, jobs: int, tests: Sequence[str], folder: Path) -> None:
    """Run the tests with forks.py loaded; its progress goes to stderr."""
    work = {"minutes": minutes, "jobs": jobs, "looked": tests, "changes": wanted}
    (folder / "wanted.json").write_text(json.dumps(work), encoding="utf-8")
    plugins = ["-p", "benchmarks.mutants.forks", "-p", "no:cacheprovider"]
    options = [*plugins, "--capture=no", "--timeout=0", f"--ignore-glob={WHOLE_GAMES}"]
    # The native machine would play around the changed Python.
    variables = os.environ | {"MUTANTS": str(folder), "CI": "true", "RULEWRIGHT_CACHE": "off", "RULEWRIGHT_NATIVE": "0"}
    with (folder / "pytest.log").open("w", encoding="utf-8") as said:
        command = [sys.executable, "-m", "pytest", *options, *dict.fromkeys((*tests, *PLAYED))]
        done = subprocess.run(command, cwd=ROOT, env=variables, stdout=said, stderr=sys.stderr)
    if done.returncode:
        raise RulewrightError(f"pytest ended with status {done.returncode}: {said.name} says why")


def trials(made: Sequence[Change], fates: dict[str, tuple[str, str]]) -> Iterator[Trial]:
    """Give the result of each mutant, file by file."""
    for each in sorted(made, key=lambda each: each.file):
        yield Trial(each.name, each.file, each.line, "python", *fates.get(each.id, ("untried", "")))
