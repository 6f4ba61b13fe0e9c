"""Send bad input to everything that reads: `python -m benchmarks.fuzz --inputs 100000 [--only NAME] [--from N] [--jobs N]`.

Every input has a number; `--only check --from 1234 --inputs 1` repeats one. The exit status is 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, NamedTuple

from benchmarks import leave
from tests.fuzz.attack import ATTACKS, Broken, attack

SHARES = {"check": 0.25, "format": 0.2, "play": 0.1, "saves": 0.15, "replay": 0.1, "engine": 0.2}
PORTION = 20
"""How many inputs a process tries at a time; after Ctrl-C it finishes them, within seconds also on a busy machine."""
HANG = 60


class Done(NamedTuple):
    """The result of a portion of inputs: the slowest one with its number, the time of all, and the broken promises."""

    name: str
    inputs: int
    slowest: tuple[float, int]
    seconds: float
    broken: list[tuple[int, str]]


def _stop(*_: Any) -> None:
    raise Broken(f"no end after {HANG} seconds")


def portion(name: str, first: int, inputs: int) -> Done:
    """Run some attacks, one after another."""
    signal.signal(signal.SIGALRM, _stop)
    slowest, seconds, broken = (0.0, first), 0.0, []
    for number in range(first, first + inputs):
        begin = time.perf_counter()
        signal.alarm(HANG)
        try:
            attack(name, number)
        except Broken as error:
            broken.append((number, str(error)))
        signal.alarm(0)
        taken = time.perf_counter() - begin
        seconds += taken
        slowest = max(slowest, (taken, number))
    return Done(name, inputs, slowest, seconds, broken)


def portions(inputs: int, first: int, only: str | None) -> Iterator[tuple[str, int, int]]:
    """Distribute the inputs among the attacks."""
    shares = {only: 1.0} if only else SHARES
    for name, share in shares.items():
        wanted = max(1, round(inputs * share))
        for begin in range(0, wanted, PORTION):
            yield name, first + begin, min(PORTION, wanted - begin)


def run(inputs: int, first: int, only: str | None, jobs: int) -> list[Done]:
    """Run the attacks in several processes and show the progress."""
    done: list[Done] = []
    begin = shown = time.monotonic()
    # Only this process handles Ctrl-C; the others finish their portion and get no further one.
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        waiting = [pool.submit(portion, *each) for each in portions(inputs, first, only)]
        try:
            for each in as_completed(waiting):
                done.append(each.result())
                if time.monotonic() - shown > 5 or len(done) == len(waiting):
                    shown = time.monotonic()
                    _progress(done, inputs, shown - begin)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return done


def _progress(done: list[Done], inputs: int, seconds: float) -> None:
    made, broken = sum(each.inputs for each in done), sum(len(each.broken) for each in done)
    slowest = max(each.slowest[0] for each in done)
    print(f"{made:,} of {inputs:,} inputs, {made / seconds:.0f}/s, {broken} broken, slowest {slowest * 1000:.0f} ms", flush=True)


def report(done: list[Done]) -> int:
    """Print the figures of each attack and one example of each failure; give the exit status."""
    print(f"\n{'attack':10}{'inputs':>10}{'broken':>8}{'mean ms':>9}{'slowest ms':>12}  its number")
    for name in ATTACKS:
        mine = [each for each in done if each.name == name]
        if mine:
            inputs, broken = sum(each.inputs for each in mine), sum(len(each.broken) for each in mine)
            slowest, number = max(each.slowest for each in mine)
            mean = sum(each.seconds for each in mine) / inputs * 1000
            print(f"{name:10}{inputs:10,}{broken:8}{mean:9.1f}{slowest * 1000:12.0f}  {number}")
    kinds: Counter[str] = Counter()
    for each in done:
        for number, words in each.broken:
            kind = f"{each.name}: {words.splitlines()[0]} {' '.join(words.splitlines()[-4:-3])}"
            kinds[kind] += 1
            if kinds[kind] == 1:
                print(f"\n--only {each.name} --from {number} --inputs 1\n{words}")
    return 1 if kinds else 0


def main() -> int:
    """Read the command line and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first input of each attack")
    parser.add_argument("--only", choices=list(ATTACKS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    return report(run(given.inputs, given.first, given.only, given.jobs))


if __name__ == "__main__":
    leave(main)
