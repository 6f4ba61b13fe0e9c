"""Plays many games on several cores; each result is written as a line of JSON, so that an interrupted run can be continued."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeVar

from rulewright import books
from rulewright.kernel.book import Book

Row = dict[str, Any]


class GameSeries(Protocol):
    """Games of one kind, which are played by their number."""

    @property
    def name(self) -> str:
        """The name of the series in the file."""

    @property
    def games(self) -> int:
        """How many games are wanted."""

    def play(self, number: int) -> Row:
        """Play one game; its row names the series under `part` and the number under `game`."""


Series = TypeVar("Series", bound=GameSeries)


@cache
def loaded(name: str) -> Book:
    """Load a book once in each process, so that the bots of all games practise once."""
    return books.load(name)


def run(
    chosen: Sequence[Series],
    file: Path | None,
    cores: int,
    seconds: float,
    enough: Callable[[Series, Sequence[Row]], bool] = lambda series, rows: False,
) -> list[Row]:
    """Play the games that are not in the file yet, and add each to it. Give all rows.

    No game is begun after so many seconds, and none of a series whose games so far are enough.
    """
    rows = kept(file)
    known = {(row["part"], row["game"]) for row in rows}
    wanted = [(part, number) for part in chosen for number in range(part.games) if (part.name, number) not in known]
    until = monotonic() + seconds
    for n, row in enumerate(_played(wanted, cores, lambda part: monotonic() < until and not enough(part, rows)), 1):
        rows.append(row)
        if file is not None:
            with file.open("a") as lines:
                lines.write(json.dumps(row) + "\n")
        print(f"\r{n} of {len(wanted)}: {row['part']}\x1b[K", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return rows


def kept(file: Path | None) -> list[Row]:
    """Read the games of an earlier run; an incomplete last line, left when the run was killed, is removed from the file."""
    if file is None or not file.exists():
        return []
    whole, _, cut = file.read_text().rpartition("\n")
    if cut:
        file.write_text(f"{whole}\n" if whole else "")
    return [json.loads(line) for line in whole.splitlines()]


def _played(wanted: Sequence[tuple[Series, int]], cores: int, wants: Callable[[Series], bool]) -> Iterator[Row]:
    """Play the games that are still wanted when their turn comes, in order, as many at a time as there are cores."""
    if cores < 2:
        yield from (part.play(number) for part, number in wanted if wants(part))
        return
    left, running = iter(wanted), set[Future[Row]]()
    with ProcessPoolExecutor(cores, multiprocessing.get_context("fork")) as pool:
        while True:
            for part, number in left if len(running) < cores else ():
                if wants(part):
                    running.add(pool.submit(part.play, number))
                if len(running) == cores:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
