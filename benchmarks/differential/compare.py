"""Two processes play the same journals, each with the source of one revision; the first difference is reported in detail."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OBSERVE = Path(__file__).with_name("observe.py")
PARTS = ("answer", "standings", "menus", "facts", "events", "views")
"""What is compared at each choice, the most telling first."""
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which journals are played: of which book, how many, how long, and from which seed."""

    book: str
    journals: int
    answers: int = 40
    seed: int = 0
    views: int = 4  # after how many choices one viewer's view is compared
    without: tuple[str, ...] = ()  # parts that are not compared

    @property
    def arguments(self) -> list[str]:
        """The arguments for `observe`."""
        return [self.book, *map(str, (self.journals, self.answers, self.seed, self.views))]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference between two revisions: the part, and its value in each of them."""

    journal: int
    choice: int
    part: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"journal {self.journal}, choice {self.choice}: {self.part} differ\n" + "\n".join(self.lines)


@contextmanager
def checked_out(revision: str, root: Path = ROOT) -> Iterator[Path]:
    """Check out a revision into a temporary folder; give its source. The folder is removed in any case."""
    found = commit(revision, root)
    with tempfile.TemporaryDirectory(prefix="rulewright-old-") as folder:
        tree = Path(folder) / "tree"
        _git(root, "worktree", "add", "--quiet", "--detach", str(tree), found)
        try:
            yield tree / "src"
        finally:
            _git(root, "worktree", "remove", "--force", str(tree))


def commit(revision: str, root: Path = ROOT) -> str:
    """Give the hash of a revision's commit; an unknown revision is an error."""
    command = ["git", "-C", str(root), "rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(
            f"error: {root} has no commit {revision} to compare with: "
            "fetch the whole history (git fetch --unshallow) or name another revision with --old REV"
        )
    return done.stdout.strip()


def follows(later: str, earlier: str, root: Path = ROOT) -> bool:
    """Say whether a commit is a descendant of another one."""
    command = ["git", "-C", str(root), "merge-base", "--is-ancestor", commit(earlier, root), commit(later, root)]
    return commit(earlier, root) != commit(later, root) and not subprocess.run(command, check=False).returncode


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"error: git {arguments[0]} {arguments[-1]}: {done.stderr.strip()}")
    return done.stdout.strip()


# -- what was observed before ------------------------------------------------------------------------------------------


def kept(revision: str, plan: Plan, root: Path = ROOT) -> Path:
    """Name the file that stores a revision's observations, as long as the system keeps temporary files.

    Most runs compare with the same old revision, so its journals are played only once.
    """
    made_from = (commit(revision, root), plan.arguments, sys.version, OBSERVE.read_bytes())
    key = hashlib.sha256(repr(made_from).encode()).hexdigest()[:20]
    folder = Path(tempfile.gettempdir()) / f"rulewright-differential-{os.getuid()}"
    return folder / f"{plan.book}-{key}.jsonl"


def keeping(stream: Iterator[Data], file: Path) -> Generator[Data]:
    """Pass observations on and, when they are complete, store them in a file."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}")
    try:
        with unfinished.open("w", encoding="utf-8") as lines:
            for seen in stream:
                lines.write(f"{json.dumps(seen)}\n")
                yield seen
                if seen["journal"] < 0:
                    return
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _again(file: Path) -> Iterator[Data]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# -- playing and comparing ---------------------------------------------------------------------------------------------


@contextmanager
def observing(source: Path, plan: Plan, *only: int) -> Iterator[Iterator[Data]]:
    """Play journals in a separate process with the source of one revision; give the observations. It ends with this block."""
    command = [sys.executable, str(OBSERVE), *plan.arguments, *map(str, only)]
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


def first_difference(
    old: Path, new: Path, plan: Plan, told: Callable[[int], None] = lambda journals: None, file: Path | None = None
) -> Difference | None:
    """Compare two sources choice by choice; `told` is called with the number of finished journals. None if they agree.

    The observations of the old one are read from the file if they are stored there; otherwise they are stored.
    """
    with ExitStack() as both:
        streams = [_old(both, old, plan, file), both.enter_context(observing(new, plan))]
        for was, now in zip_longest(*(_compared(stream, plan) for stream in streams)):
            if was != now or was["journal"] < 0:  # two equal errors do not count as agreement
                break
            told(now["journal"])
        else:
            return None
    return _explained(old, new, plan, was or {}, now or {})


def _old(both: ExitStack, source: Path, plan: Plan, file: Path | None) -> Iterator[Data]:
    if file is not None and file.is_file():
        return _again(file)
    stream = both.enter_context(observing(source, plan))
    return stream if file is None else both.enter_context(closing(keeping(stream, file)))


def _compared(stream: Iterator[Data], plan: Plan) -> Iterator[Data]:
    return ({part: value for part, value in seen.items() if part not in plan.without} for seen in stream)


def _explained(old: Path, new: Path, plan: Plan, was: Data, now: Data) -> Difference:
    """Replay the journal that differs up to the difference, and report what differs."""
    where = min((seen["journal"], seen["choice"]) for seen in (was, now) if seen)
    if where[0] < 0 or not was or not now:
        return Difference(*where, "journals", (f"old: {was.get('answer', 'ended')}", f"new: {now.get('answer', 'ended')}"))
    part = next((part for part in PARTS if was.get(part) != now.get(part)), "journals")
    with ExitStack() as both:
        one, other = [next(both.enter_context(observing(source, plan, *where)), {}) for source in (old, new)]
    return Difference(*where, part, tuple(differences(one.get(part), other.get(part))))


MOST = 20


def differences(was: Any, now: Any, at: str = "") -> list[str]:
    """Say where two values differ, up to a maximum number of places."""
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
