"""Compare an old revision with this code: `python -m benchmarks.differential --old REV [--book NAME] [--journals 1000]`.

The old revision is checked out into a temporary folder. Two processes, one with each source, play the same random journals. At
every choice, facts, menus, standings and the events since the last choice must be the same; at every fourth choice (--views)
also one viewer's view, without numbers of frames, steps and wording. The observations of the old revision are stored among the
temporary files, so that the next run plays only this code. The first difference is reported in detail, with the journal and the
choice, and the exit status is 1. If a commit changed a book on purpose (`intended`), the journals are compared in two stages: up
to the commit before it, and from it on. After Ctrl-C nothing but stored observations is left.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from benchmarks import leave
from benchmarks.differential.compare import PARTS, ROOT, Plan, checked_out, first_difference, follows, kept
from benchmarks.differential.intended import Stage, stages
from rulewright import books

EVERY = 2.0  # seconds between two lines of progress


def progress(plan: Plan) -> Callable[[int], None]:
    """Give a listener that prints, now and then, how many journals of a book are done and how long the rest takes."""
    begun = shown = time.monotonic()

    def heard(journal: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown >= EVERY and journal:
            shown = now
            left = (now - begun) / journal * (plan.journals - journal)
            print(f"{plan.book}: {journal} of {plan.journals} journals, {remaining(left)} left", file=sys.stderr, flush=True)

    return heard


def remaining(seconds: float) -> str:
    """Format a remaining time."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def run(old: Path, new: Path, plans: list[Plan], revision: str = "") -> int:
    """Compare book by book, up to the first difference; give the exit status. The observations of revisions are stored."""
    for plan in plans:
        found = first_difference(old, new, plan, progress(plan), kept(revision, plan) if revision else None)
        if found is not None:
            print(f"{plan.book} (seed {plan.seed + max(0, found.journal)}): {found}")
            return 1
        print(f"{plan.book}: {plan.journals} journals are the same", flush=True)
    return 0


def staged(plans: list[Plan], old: str) -> int:
    """Compare each book in its stages, up to the first difference; give the exit status."""
    for plan in plans:
        for stage in stages(plan.book, old, follows):
            print(f"{plan.book}: {_told(stage)}", flush=True)
            with checked_out(stage.old) as before, checked_out(stage.new) if stage.new else nullcontext(ROOT / "src") as after:
                if run(before, after, [plan], stage.old):
                    return 1
    return 0


def _told(stage: Stage) -> str:
    intended = f" (which changed on purpose: {stage.after})" if stage.after else ""
    return f"from {stage.old[:8]}{intended} to {f'the commit before {stage.new[:8]}' if stage.new else 'this code'}"


def main() -> int:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.differential", description=__doc__)
    parser.add_argument("--old", required=True, metavar="REV", help="the revision to compare with")
    parser.add_argument("--book", action="append", help="a shipped book; may be given several times; by default all")
    parser.add_argument("--journals", type=int, default=1000)
    parser.add_argument("--answers", type=int, default=40, help="how long a journal is on average")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first journal")
    parser.add_argument("--views", type=int, default=4, metavar="N", help="at every Nth choice one viewer's view is compared")
    parser.add_argument("--without", action="append", default=[], choices=PARTS, help="a part not to compare, such as views")
    given = parser.parse_args()
    sizes = (given.journals, given.answers, given.seed, max(1, given.views), tuple(given.without))
    plans = [Plan(book, *sizes) for book in given.book or books.shipped()]
    return staged(plans, given.old)


if __name__ == "__main__":
    leave(main)
