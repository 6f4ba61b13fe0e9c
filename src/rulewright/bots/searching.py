"""The search: game after game is imagined and played ahead, first along the tree, then at random for a while, and rated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from time import monotonic

from rulewright.bots.labels import Label
from rulewright.bots.tree import Arm, Node, learn, prove
from rulewright.bots.worlds import Ahead, Dealing
from rulewright.kernel.state.facts import NOWHERE

DEEP = 40  # how many answers of a game are looked at in the tree
FORCED = 50  # how many forced answers are given one after another


class Limit:
    """When a search is over: after so many iterations, or after so many seconds."""

    def __init__(self, iterations: int | None = None, seconds: float | None = None) -> None:
        self.iterations, self.seconds = iterations, seconds

    def rounds(self) -> Iterator[int]:
        """Number the iterations until the limit; at least one is made."""
        until = None if self.seconds is None else monotonic() + self.seconds
        number = 0
        while number == 0 or ((self.iterations is None or number < self.iterations) and (until is None or monotonic() < until)):
            yield number
            number += 1


class Searching:
    """One search from one question."""

    def __init__(self, source: Dealing, seed: str, first: Iterable[Label] = ()) -> None:
        self.source, self.chance = source, Random(seed)
        self.root = Node(first)

    def run(self, limit: Limit) -> Node:
        """Search until the limit; give the node of the question."""
        for _ in limit.rounds():
            self.iterate()
            if self.root.sure is not None:
                break
        return self.root

    def iterate(self) -> None:
        """Imagine a game, play it ahead, and count what came of it."""
        position = self.source.deal(self.chance.getrandbits(63))
        walk = self._descend(position)
        ended = position.mover == NOWHERE and position.certain
        values = position.outlook(self.chance)
        learn(walk, values)
        if ended:
            prove(walk, values)

    def _descend(self, position: Ahead) -> list[tuple[Node, Arm, int]]:
        """Answer along the tree until an answer is new there."""
        walk: list[tuple[Node, Arm, int]] = []
        node = self.root
        while len(walk) < DEEP:
            mover = decides(position) if walk else position.mover
            if mover == NOWHERE:
                break
            node = walk[-1][1].child(position.asked()) if walk else node
            if position.certain and not node.visits:
                node.enumerate(position, self.chance)
            arm, new = node.choose(position, self.chance)
            if arm is None:
                break
            walk.append((node, arm, mover))
            if new:
                break
        return walk


def decides(position: Ahead) -> int:
    """Give the seat that has a real choice next; what is forced on the way is answered."""
    for _ in range(FORCED):
        if not position.force():
            break
    return position.mover
