"""Mutants of the kernel: mutmut makes them and runs, for each, the tests that reach the changed function.

It works on a copy of the project in .mutants/kernel, which keeps its results: a run that was stopped goes on where it was, and
what has survived is tried again.
"""

from __future__ import annotations

import ast
import difflib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.mutants.trial import ROOT, Trial
from rulewright.kernel.errors import RulewrightError

FOLDER = ROOT / ".mutants" / "kernel"
KERNEL = "src/rulewright/kernel"
COPIED = (
    "src",
    "tests",
    "benchmarks",
    "docs",
    "dev.py",
    "pyproject.toml",
    "constraints.txt",
    "README.md",
    "CHANGELOG.md",
    "Makefile",
    ".ci",
)
QUICK = ("tests/kernel",)
# Only these, because a mutant that survives runs them all: they play every part of the kernel within a minute.
TESTS = (*QUICK, "tests/shapes", "tests/books/encounter", "tests/contract/test_shapes.py", "tests/contract/test_contract.py")
SLOW = ("tests/kernel/test_why_not.py::test_every_closed_option_says_why[encounter]",)
FATES = {0: "survived", 5: "survived", 33: "survived", None: "untried"}
"""What mutmut's exit codes mean; every other code is a test that failed or did not end. No test at all kills nothing."""


def settings(quick: bool = False) -> str:
    """Give mutmut's part of the copy's pyproject.toml; quick is with the kernel's own tests alone."""
    # mutmut has time limits of its own; a test that is watched this closely takes many times as long as it does elsewhere.
    pytest = ["-p", "no:cacheprovider", "--timeout", "0", *(part for test in SLOW for part in ("--deselect", test))]
    given = {
        "source_paths": ["src/rulewright"],
        "only_mutate": [f"{KERNEL}/*.py"],
        "also_copy": [name for name in COPIED if name != "pyproject.toml"],
        "pytest_add_cli_args_test_selection": list(QUICK if quick else TESTS),
        "pytest_add_cli_args": pytest,
    }
    return "\n\n[tool.mutmut]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in given.items()) + "\n"


def copy(folder: Path, quick: bool) -> None:
    """Bring the project's files into the folder; what mutmut has written there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        source, goal = ROOT / name, folder / name
        if source.is_dir():
            shutil.rmtree(goal, ignore_errors=True)
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy2(source, goal)
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(settings(quick))


def metas(folder: Path, only: Sequence[str]) -> list[Path]:
    """List mutmut's files of results for the wanted files, all of the kernel's when none is named."""
    found = sorted((folder / "mutants" / KERNEL).glob("*.py.meta"))
    return [meta for meta in found if not only or f"kernel/{meta.stem}" in only]


def forget_survivors(folder: Path, only: Sequence[str]) -> None:
    """Let what has survived be tried again, since there may be a new test."""
    for meta in metas(folder, only):
        data = json.loads(meta.read_text(encoding="utf-8"))
        codes = data["exit_code_by_key"]
        data["exit_code_by_key"] = {key: None if FATES.get(code) else code for key, code in codes.items()}
        meta.write_text(json.dumps(data), encoding="utf-8")


def names(folder: Path, only: Sequence[str]) -> list[str]:
    """Name the mutants of some files that are still to be tried, or a pattern for them when they are not made yet."""
    if not only:
        return []
    known = [json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"] for meta in metas(folder, only)]
    if not any(known):
        return [f"rulewright.{name.removesuffix('.py').replace('/', '.')}.*" for name in only]
    return [key for codes in known for key, code in codes.items() if code is None]


def run(only: Sequence[str], minutes: float | None, jobs: int, quick: bool = False, folder: Path = FOLDER) -> list[Trial]:
    """Let mutmut try what is still to be tried, for so long at most, and give what is known."""
    copy(folder, quick)
    forget_survivors(folder, only)
    wanted = names(folder, only)
    if wanted or not only:
        _mutmut(folder, [*wanted, "--max-children", str(jobs)], minutes)
    return list(trials(folder, only))


def _mutmut(folder: Path, arguments: Sequence[str], minutes: float | None) -> None:
    """Run mutmut, with its progress on stderr; when the time is over it is interrupted, and keeps what it has found."""
    command = [sys.executable, "-m", "mutmut", "run", *arguments]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"RULEWRIGHT_CACHE": "off"}
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=sys.stderr, stderr=sys.stderr)
    try:
        process.wait(None if minutes is None else minutes * 60)
        if process.returncode:
            raise RulewrightError(f"mutmut ended with status {process.returncode}: the tests must pass without any mutant")
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.wait()


def trials(folder: Path, only: Sequence[str]) -> Iterator[Trial]:
    """Give what became of each mutant."""
    for meta in metas(folder, only):
        codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        functions = _functions(meta.with_suffix("").read_text(encoding="utf-8")) if codes else {}
        for key, code in codes.items():
            fate = FATES.get(code, "test")
            name = f"kernel/{meta.stem} {_described(functions, key.rsplit('.', 1)[-1])}" if fate == "survived" else key
            yield Trial(name, f"kernel/{meta.stem}", 0, "python", fate)


def _functions(source: str) -> dict[str, list[str]]:
    """Give the lines of every function in a mutated file."""
    lines, found = source.splitlines(), [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return {node.name: lines[node.lineno - 1 : node.end_lineno] for node in found}


def _described(functions: dict[str, list[str]], key: str) -> str:
    """Say a mutant as its function and what became of which line."""
    mangled, number = key.rsplit("__mutmut_", 1)
    old, new = functions[f"{mangled}__mutmut_orig"], functions[key]
    old, new = [old[0].replace("__mutmut_orig", ""), *old[1:]], [new[0].replace(f"__mutmut_{number}", ""), *new[1:]]
    lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))[2:]
    before, after = (" / ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return f"{mangled.lstrip('x').strip('ǁ_').replace('ǁ', '.')}: {before!r} becomes {after!r}"
