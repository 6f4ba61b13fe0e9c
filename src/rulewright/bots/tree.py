"""The tree of a search over imagined games: which answer is tried next, and the results of each answer.

A node stands for what has been answered so far, whatever was rolled or drawn in between. An answer is compared with the others
only in games in which it could be given. If there are many answers, only a few are tried at first, and more the longer the
search goes on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import log, sqrt
from random import Random

from rulewright.bots.labels import Label
from rulewright.bots.worlds import SearchedGame, Values

EXPLORE = 0.5  # how much an answer with few visits is preferred
WIDE = 2.0  # how many answers are looked at: this many times the root of the visits
DOUBT = 0.5  # how uncertain the value of an answer is after one visit; divided by the root of the visits
DRAWS = 3  # how often a new answer is drawn before the known ones are thought to be all


class Arm:
    """An answer at a node: how often it was tried, how often it could have been, and its results."""

    __slots__ = ("children", "label", "ready", "sure", "total", "visits")

    def __init__(self, label: Label) -> None:
        self.label, self.visits, self.ready, self.total = label, 0, 0, 0.0
        self.sure: Values | None = None  # what it leads to for certain, whatever anybody does well
        self.children: dict[Hashable, Node] = {}

    @property
    def value(self) -> float:
        """The average result for the seat that answers."""
        return self.total / self.visits if self.visits else 0.0

    def child(self, key: Hashable) -> Node:
        """Give the node after this answer, apart for each seat that may be asked there."""
        if key not in self.children:
            self.children[key] = Node()
        return self.children[key]


class Node:
    """A question: the answers tried so far, and those not tried yet, the best first."""

    __slots__ = ("arms", "complete", "sure", "visits", "waiting")

    def __init__(self, waiting: Iterable[Label] = ()) -> None:
        self.arms: dict[Label, Arm] = {}
        self.waiting = list(waiting)
        self.visits = 0
        self.complete = False  # whether no other answers than these can be given here
        self.sure: Values | None = None

    def enumerate(self, position: SearchedGame, chance: Random) -> None:
        """List all answers where nothing is left to chance, so that it can be found out what is certain."""
        every = position.every()
        found = [label for label in every or () if label not in self.waiting]
        chance.shuffle(found)
        self.waiting += found
        self.complete = every is not None

    def choose(self, position: SearchedGame, chance: Random) -> tuple[Arm | None, bool]:
        """Play an answer: a new one if it is time for one, else the most promising; say whether it is new."""
        firsts = position.firsts()
        ready = [arm for label, arm in self.arms.items() if arm.sure is None and (not firsts or label[0] in firsts)]
        for arm in ready:
            arm.ready += 1
        new = self._new(position, chance) if len(ready) < WIDE * sqrt(self.visits + 1) else None
        if new is not None:
            return new, True
        while ready:
            best = max(ready, key=_promise)
            if position.play(best.label):
                return best, False
            ready.remove(best)
        return None, False

    def _new(self, position: SearchedGame, chance: Random) -> Arm | None:
        """Play an answer that was never tried here, if there is one."""
        while self.waiting:
            label = self.waiting.pop(0)
            if label not in self.arms and position.play(label):
                return self._add(label)
        for _ in range(0 if self.complete else DRAWS):
            label = position.draw(chance)
            if label not in self.arms and position.play(label):
                return self._add(label)
        return None

    def _add(self, label: Label) -> Arm:
        arm = self.arms[label] = Arm(label)
        arm.ready = 1
        return arm

    def ranked(self) -> list[Arm]:
        """List the answers, the best first: a certain value counts in full, any other counts more the more often it was tried."""
        return sorted(self.arms.values(), key=_worst, reverse=True)

    def conclude(self, mover: int) -> Values | None:
        """Find out what is certain here: an answer that wins, or the best if all of them are certain."""
        certain = [arm.sure for arm in self.arms.values() if arm.sure is not None]
        best = max(certain, key=lambda values: values[mover], default=None)
        if best is not None and (best[mover] == 1.0 or (self.complete and not self.waiting and len(certain) == len(self.arms))):
            self.sure = best
        return self.sure


def _promise(arm: Arm) -> float:
    """Give the most that an answer may be worth, as far as it is known."""
    return arm.total / arm.visits + EXPLORE * sqrt(log(arm.ready) / arm.visits) if arm.visits else float("inf")


def _worst(arm: Arm) -> float:
    """Give the least that an answer may be worth, as far as it is known."""
    if arm.sure is not None or not arm.visits:
        return arm.value
    return arm.value - DOUBT / sqrt(arm.visits)


def prove(walk: Sequence[tuple[Node, Arm, int]], values: Values) -> None:
    """Store that the last answer of an iteration ends the game like this, and which earlier answers this makes certain."""
    sure: Values | None = values
    for node, arm, mover in reversed(walk):
        if sure is None:
            return
        arm.sure, arm.total = sure, sure[mover] * arm.visits
        sure = node.conclude(mover)


def learn(walk: Sequence[tuple[Node, Arm, int]], values: Values) -> None:
    """Add the result of one iteration to its answers, for the seat that gave each."""
    for node, arm, mover in walk:
        node.visits += 1
        arm.visits += 1
        arm.total += values[mover]
