"""Run all tests that take long, one part after another: `python3 dev.py long [PART …] [--old REV] [--list]`.

Each part is a separate process, whose progress is shown. At the end a table gives the result of each part and its time; the
exit status is 1 if one failed. Ctrl-C ends the part in progress, which removes its temporary files, and shows the table and the
command that runs the remaining parts. CI runs a small part of each.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.differential.compare import commit

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60
"""How many seconds an interrupted part has to remove its files."""
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "--timeout=0", "-n0")
REV = "REV"
"""Stands in a command for the revision to compare with."""
OLD = "83aaf90301673052348b469515cd7c27e0c60d74"
"""The last commit before the kernel and the language were rebuilt: every later change of play must be an intended one."""


class Part(NamedTuple):
    """One thing that takes long: its name, what it does, and Python's arguments for it."""

    name: str
    about: str
    arguments: tuple[str, ...]


PARTS = (
    Part("differential", "1,000 random journals of each book, played by an old revision and by this code",
         ("-m", "benchmarks.differential", "--old", REV, "--journals", "1000")),
    Part("contract", "every promise of the contract, in three games of every scene and under every reading",
         (*PYTEST, "tests/contract")),
    Part("agreement", "games with and without an account, of shipped scenes and of 2,100 random books",
         (*PYTEST, "tests/language/in_play/test_agreement.py")),
    Part("native", "games of small books on both machines, 5,000 random books and 10,000 corrupted programs",
         (*PYTEST, *(f"tests/kernel/native/test_{name}.py" for name in ("equal_play", "timed_play", "corrupted_programs")))),
    Part("equal", "10,000 games of each shipped book on both machines, resumable; ends at the first difference",
         ("-m", "benchmarks.equal", "--games", "10000")),
    Part("python", "the tests of play, by the Python machine",
         (*PYTEST, "--in-python")),
    Part("format", "thousands of texts, formatted; a thousand noun phrases, each in every place",
         (*PYTEST, "tests/language/text/test_format.py", "tests/language/grammar/test_nouns_at_random.py")),
    Part("properties", "properties of any game, and of mandarin and nomic beside their models",
         (*PYTEST, "tests/properties", "tests/books/nomic/test_machine.py", "tests/books/mandarin/test_model.py")),
    Part("games", "whole games by bots: how they end, who wins, and what comes up in them",
         (*PYTEST, *(f"tests/books/{book}/test_games.py" for book in ("honey", "mandarin", "netrunner", "nomic", "riftbound")))),
    Part("uses", "100 games of every mode of riftbound: every action type and keyword comes up",
         ("-m", "tests.books.riftbound.uses", "--seeds", "100")),
    Part("fuzz", "10,000 bad inputs for everything that reads", ("-m", "benchmarks.fuzz", "--inputs", "10000")),
    Part("crash", "a server killed 100 times in the middle of play", ("-m", "tests.host.crash", "--times", "100")),
    Part("leaks", "every byte that 200 games of each book send, compared with those of a twin game",
         ("-m", "tests.host.leaks", "--games", "200")),
)  # fmt: skip


class Outcome(NamedTuple):
    """The result of a part."""

    name: str
    fate: str  # passed, failed, stopped or left
    seconds: float = 0.0


def say(line: str) -> None:
    """Print progress on stderr."""
    print(line, file=sys.stderr, flush=True)


def ran(part: Part, old: str) -> Outcome:
    """Run a part to its end; Ctrl-C is passed on to it, and then its end is awaited."""
    command = [sys.executable, *(old if each == REV else each for each in part.arguments)]
    begin = time.monotonic()
    env = {**os.environ, "RULEWRIGHT_TESTS": "long"}
    process = subprocess.Popen(command, cwd=ROOT, env=env, start_new_session=True)  # so that it gets Ctrl-C only once, from here
    try:
        fate = "failed" if process.wait() else "passed"
    except KeyboardInterrupt:
        _stop(process)
        fate = "stopped"
    return Outcome(part.name, fate, time.monotonic() - begin)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a part as Ctrl-C would; if it does not end, or at a second Ctrl-C, kill it and all processes that it started."""
    say("stopping: the part in progress removes its temporary files")
    try:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run(parts: Sequence[Part], old: str) -> list[Outcome]:
    """Run parts one after another; if one is stopped, the following ones are not run."""
    done: list[Outcome] = []
    for number, part in enumerate(parts, 1):
        if done and done[-1].fate in ("stopped", "left"):
            done.append(Outcome(part.name, "left"))
            continue
        say(f"\n-- {number} of {len(parts)}: {part.name}: {part.about}")
        done.append(ran(part, old))
        say(f"-- {part.name}: {done[-1].fate} after {_time(done[-1].seconds)}")
    return done


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def report(done: Sequence[Outcome]) -> int:
    """Print the result of each part; give the exit status."""
    print(f"\n{'part':14}{'result':10}{'took':>8}")
    for each in done:
        print(f"{each.name:14}{each.fate:10}{'' if each.fate == 'left' else _time(each.seconds):>8}")
    fates = {each.fate for each in done}
    if fates & {"stopped", "left"}:
        print("to go on: python3 dev.py long " + " ".join(each.name for each in done if each.fate in ("stopped", "left")))
    return 130 if "stopped" in fates else 1 if "failed" in fates else 0


def main() -> int:
    """Read the command line and run the parts."""
    parser = argparse.ArgumentParser(prog="python3 dev.py long", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(each.name for each in PARTS)}; by default all")
    parser.add_argument("--old", default=OLD, metavar="REV", help=f"what differential compares with; by default {OLD[:7]}")
    parser.add_argument("--list", action="store_true", help="say what the parts do, and run none")
    given = parser.parse_args()
    unknown = [name for name in given.parts if name not in {each.name for each in PARTS}]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}: the parts are {', '.join(each.name for each in PARTS)}")
    wanted = [each for each in PARTS if not given.parts or each.name in given.parts]
    if given.list:
        print("\n".join(f"{each.name:14}{each.about}" for each in wanted))
        return 0
    if any(REV in each.arguments for each in wanted):
        commit(given.old)  # an unknown revision is an error now, and not after hours of other parts
    return report(run(wanted, given.old))


if __name__ == "__main__":
    sys.exit(main())
