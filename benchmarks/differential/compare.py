"""Two processes play the same journals, each with the source of one revision; the first difference is told in detail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OBSERVE = Path(__file__).with_name("observe.py")
PARTS = ("answer", "standings", "menus", "facts", "views")
"""What is compared at each choice, the most telling first."""
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which journals are played: of which book, how many, how long, and from which seed on."""

    book: str
    journals: int
    answers: int = 40
    seed: int = 0
    without: tuple[str, ...] = ()  # parts that are not compared


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two revisions differ first, in which part, and what each of them has there."""

    journal: int
    choice: int
    part: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"journal {self.journal}, choice {self.choice}: {self.part} differ\n" + "\n".join(self.lines)


@contextmanager
def checked_out(revision: str, root: Path = ROOT) -> Iterator[Path]:
    """Check a revision out into a folder of its own for a while; give its source. What was checked out goes away in any case."""
    with tempfile.TemporaryDirectory(prefix="rulewright-old-") as folder:
        tree = Path(folder) / "tree"
        _git(root, "worktree", "add", "--quiet", "--detach", str(tree), revision)
        try:
            yield tree / "src"
        finally:
            _git(root, "worktree", "remove", "--force", str(tree))


def _git(root: Path, *arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"error: git {arguments[0]} {arguments[-1]}: {done.stderr.strip()}")


@contextmanager
def observing(source: Path, plan: Plan, *only: int) -> Iterator[Iterator[Data]]:
    """Play journals in a process of its own, with the source of one revision; give what is observed. It ends with this."""
    command = [sys.executable, str(OBSERVE), plan.book, *map(str, (plan.journals, plan.answers, plan.seed, *only))]
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment, start_new_session=True
        )
        try:
            yield _lines(process, errors)
        finally:
            process.kill()
            process.communicate()


def _lines(process: subprocess.Popen[str], errors: Any) -> Iterator[Data]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)
    if process.wait():
        errors.seek(0)
        yield {"journal": -1, "choice": -1, "answer": f"the process ended: {errors.read().strip().splitlines()[-1:]}"}


def first_difference(old: Path, new: Path, plan: Plan, told: Callable[[int], None] = lambda journals: None) -> Difference | None:
    """Compare two sources choice by choice; `told` hears how many journals are done. None where they show the same."""
    with ExitStack() as both:
        streams = [both.enter_context(observing(source, plan)) for source in (old, new)]
        for was, now in zip_longest(*(_compared(stream, plan) for stream in streams)):
            if was != now:
                break
            told(now["journal"])
        else:
            return None
    return _explained(old, new, plan, was or {}, now or {})


def _compared(stream: Iterator[Data], plan: Plan) -> Iterator[Data]:
    return ({part: value for part, value in seen.items() if part not in plan.without} for seen in stream)


def _explained(old: Path, new: Path, plan: Plan, was: Data, now: Data) -> Difference:
    """Play the journal that differs again, as far as it is the same, and tell what differs."""
    where = min((seen["journal"], seen["choice"]) for seen in (was, now) if seen)
    if where[0] < 0 or not was or not now:
        return Difference(*where, "journals", (f"old: {was.get('answer', 'ended')}", f"new: {now.get('answer', 'ended')}"))
    part = next((part for part in PARTS if was.get(part) != now.get(part)), "journals")
    with ExitStack() as both:
        one, other = [next(both.enter_context(observing(source, plan, *where)), {}) for source in (old, new)]
    return Difference(*where, part, tuple(differences(one.get(part), other.get(part))))


MOST = 20


def differences(was: Any, now: Any, at: str = "") -> list[str]:
    """Say where two values differ, at most so many places."""
    if was == now:
        return []
    if isinstance(was, dict) and isinstance(now, dict):
        inner = [(f"{at}.{key}", was.get(key), now.get(key)) for key in dict.fromkeys((*was, *now))]
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        inner = [(f"{at}[{n}]", *pair) for n, pair in enumerate(zip(was, now, strict=True))]
    else:
        return [f"{at or 'value'}: old {_short(was)}", f"{at or 'value'}: new {_short(now)}"]
    found = [line for name, one, other in inner for line in differences(one, other, name)]
    return found if len(found) <= MOST else [*found[:MOST], f"… and {len(found) - MOST} lines more"]


def _short(value: Any) -> str:
    text = json.dumps(value, sort_keys=True)
    return text if len(text) < 600 else f"{text[:600]}…"
