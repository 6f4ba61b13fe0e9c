"""Searching on several cores: each process searches separately with its own dice, and the results are added up."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Final

from rulewright.bots.labels import Label
from rulewright.bots.searching import Limit, Searching
from rulewright.bots.tree import Arm, Node

FORK: Final = "fork"  # a forked process has the game already; where there is no fork, one core searches
_HERE: list[tuple[Searching, Limit]] = []

Counts = dict[Label, tuple[int, int, float]]


def run(searching: Searching, limit: Limit, cores: int) -> Node:
    """Search on some cores; give the node of the question with everything that was found."""
    if cores < 2 or FORK not in multiprocessing.get_all_start_methods():
        return searching.run(limit)
    share = limit.shared(cores)
    _HERE[:] = [(searching, share)]
    try:
        with ProcessPoolExecutor(cores - 1, multiprocessing.get_context(FORK)) as pool:
            others = [pool.submit(_elsewhere, number) for number in range(1, cores)]
            root = searching.run(share)
            add(root, (other.result() for other in others))
    finally:
        _HERE.clear()
    return root


def _elsewhere(number: int) -> Counts:
    """Search in another process, with dice of its own."""
    searching, share = _HERE[0]
    searching.chance = Random(f"{searching.chance.random()}/{number}")
    return {label: (arm.visits, arm.ready, arm.total) for label, arm in searching.run(share).arms.items()}


def add(root: Node, others: Iterable[Counts]) -> None:
    """Add what other processes have counted."""
    for counts in others:
        for label, (visits, ready, total) in counts.items():
            arm = root.arms.setdefault(label, Arm(label))
            arm.visits, arm.ready, arm.total = arm.visits + visits, arm.ready + ready, arm.total + total
            root.visits += visits
