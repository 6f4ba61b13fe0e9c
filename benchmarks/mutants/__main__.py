"""Try small changes of rules and of Python code: `python -m benchmarks.mutants [--book NAME] [--kernel] [--language]`.

Without --book, --kernel and --language, all three are done, for every shipped book. The status is 1 if a mutant survives that
docs/mutants.md does not explain.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks import leave
from benchmarks.mutants import sources, trial
from benchmarks.mutants.explained import Explanation, explanations
from benchmarks.mutants.texts import Mutant, mutants
from benchmarks.mutants.trial import ROOT, Trial
from rulewright import books
from rulewright.kernel.errors import RulewrightError

PAGE = ROOT / "docs" / "mutants.md"
COLUMNS = ("same", "checker", "example", "record", "test", "explained", "survived", "untried")


def listed(book: str, only: Sequence[str], sample: int | None, seed: int) -> list[Mutant]:
    """List the mutants of a book's text, or a sample; with the same seed a larger sample contains a smaller one."""
    found = [mutant for file, text in books.sources(book) if not only or file in only for mutant in mutants(file, text)]
    if sample is not None:
        random.Random(seed).shuffle(found)
    return found[:sample]


def last_survivors(book: str) -> Path:
    """Name the file with the survivors of the last run of a book."""
    return ROOT / ".mutants" / f"{book}.survivors"


def again(book: str) -> set[str]:
    """List the survivors of the last run of a book."""
    path = last_survivors(book)
    if not path.exists():
        raise RulewrightError(f"--again: {book} has no last run to go on from; {path.relative_to(ROOT)} would have its survivors")
    return set(path.read_text(encoding="utf-8").splitlines())


def tried(book: str, wanted: Sequence[Mutant], minutes: float | None) -> list[Trial]:
    """Try mutants of a book one after another, and show the progress; when the time is over the rest is not tried."""
    text, found, begin = trial.Text(book, books.sources(book)), [], time.monotonic()
    print(f"{book}: {len(wanted)} mutants; first its tests without any", file=sys.stderr, flush=True)
    bench = trial.Bench(text)
    for number, mutant in enumerate(wanted, 1):
        if minutes is not None and time.monotonic() - begin > minutes * 60:
            found.append(Trial(mutant.name, mutant.file, mutant.line, mutant.kind, "untried"))
            continue
        found.append(trial.tried(text, bench, mutant))
        _progress(number, len(wanted), found[-1], time.monotonic() - begin)
    _keep(book, found)
    return found


def _progress(number: int, all: int, last: Trial, seconds: float) -> None:
    print(f"{number} of {all}, {seconds / 60:.1f} min: {last.fate}: {last.name}", file=sys.stderr, flush=True)


def _keep(book: str, found: Sequence[Trial]) -> None:
    path = last_survivors(book)
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{each.name}\n" for each in found if each.fate == "survived"), encoding="utf-8")


def judged(found: Sequence[Trial], reasons: Sequence[Explanation]) -> list[Trial]:
    """Mark the survivors that are explained."""
    known = [each.name for each in found if each.fate == "survived" and any(reason.fits(each.name) for reason in reasons)]
    return [each._replace(fate="explained") if each.fate == "survived" and each.name in known else each for each in found]


def stale(found: Sequence[Trial], reasons: Sequence[Explanation]) -> list[Explanation]:
    """List the explanations that fit no survivor, for files whose mutants were all tried."""
    partly = {each.file for each in found if each.fate == "untried"}
    whole = {each.file for each in found} - partly
    survivors = [each.name for each in found if each.fate in ("explained", "survived")]
    return [reason for reason in reasons if reason.about(whole) and not any(reason.fits(name) for name in survivors)]


def report(found: Sequence[Trial], reasons: Sequence[Explanation], whole: bool = True) -> int:
    """Print the figures of each file, the survivors and the stale explanations; give the exit status."""
    found = judged(found, reasons)
    print(f"\n{'file':28}{'mutants':>9}" + "".join(f"{name:>10}" for name in COLUMNS))
    for file in [*dict.fromkeys(each.file for each in found), "all"]:
        fates = Counter(each.fate for each in found if file in (each.file, "all"))
        print(f"{file:28}{sum(fates.values()):9}" + "".join(f"{fates[name]:10}" for name in COLUMNS))
    survivors = [each for each in found if each.fate == "survived"]
    for each in survivors:
        print(f"survived: {each.name}" + (f" (line {each.line})" if each.line else "") + (f", {each.by}" if each.by else ""))
    for reason in stale(found, reasons) if whole else ():
        print(f"stale: {reason.name}: no such survivor, so {PAGE.name} need not explain it")
    return 1 if survivors else 0


def main() -> int:
    """Read the command line and try mutants."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("--book", action="append", default=[], choices=books.shipped(), help="the rule text of this book")
    parser.add_argument("--kernel", action="store_true", help="the kernel's Python")
    parser.add_argument("--language", action="store_true", help="the language's Python")
    parser.add_argument(
        "--only", action="append", default=[], metavar="FILE", help="nomic/stacks.rules, kernel/change/values.py, language/lower/"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="try only N mutants of each book or of Python")
    parser.add_argument("--seed", type=int, default=1, help="which mutants a sample has")
    parser.add_argument("--again", action="store_true", help="only what survived in the last run of the book")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes; the next run of Python continues from there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes for Python")
    parser.add_argument("--quick", action="store_true", help="try Python against the tests of its own part alone")
    given = parser.parse_args()
    parts = [name for name in sources.PARTS if vars(given)[name]] or ([] if given.book else list(sources.PARTS))
    found: list[Trial] = []
    for book in given.book or (() if given.kernel or given.language else books.shipped()):
        wanted = listed(book, given.only, given.sample, given.seed)
        if given.again:
            wanted = [mutant for mutant in wanted if mutant.name in again(book)]
        found += tried(book, wanted, given.minutes) if wanted else []
    only = [name for name in given.only if not name.endswith(".rules")]
    if parts and (only or not given.only):
        found += sources.run(parts, only, given.minutes, given.jobs, given.quick, sample=given.sample, seed=given.seed)
    return report(found, explanations(PAGE), whole=given.sample is None and not given.again)


if __name__ == "__main__":
    leave(main)
