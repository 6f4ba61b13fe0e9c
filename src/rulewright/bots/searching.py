"""The search: game after game is imagined and played ahead, first along the tree, then at random for a while, and rated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from time import monotonic

from rulewright.bots.labels import Label
from rulewright.bots.tree import Arm, Node, learn, prove
from rulewright.bots.worlds import GameSource, SearchedGame
from rulewright.kernel.state.facts import NOWHERE

DEEP = 40  # how many answers of a game are looked at in the tree
FORCED = 50  # how many forced answers are given one after another


class Limit:
    """When a search is over: after so many iterations, or after so many seconds."""

    def __init__(self, iterations: int | None = None, seconds: float | None = None, slowly: int | None = None) -> None:
        self.iterations, self.seconds = iterations, seconds
        self.slowly = iterations if slowly is None else slowly  # the iterations where Python plays the book

    def rounds(self, most: int = 1) -> Iterator[int]:
        """Say again and again how many iterations to make, at most so many at once; the first time only one."""
        until = None if self.seconds is None else monotonic() + self.seconds
        made, more = 0, 1
        while made == 0 or (more > 0 and (until is None or monotonic() < until)):
            yield more
            made += more
            more = most if self.iterations is None else min(most, self.iterations - made)

    def shared(self, count: int) -> Limit:
        """Give the limit of one of several that search at the same time."""
        return Limit(None if self.iterations is None else -(-self.iterations // count), self.seconds)

    def within(self, seconds: float) -> Limit:
        """Give the same limit with a time."""
        return Limit(self.iterations, seconds, self.slowly)

    def in_python(self) -> Limit:
        """Give the limit where Python plays the book."""
        return Limit(self.slowly, self.seconds)


class Searching:
    """One search from one question."""

    def __init__(self, source: GameSource, seed: str, first: Iterable[Label] = ()) -> None:
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
        """Imagine a game, play it ahead, and count its result."""
        position = self.source.deal(self.chance.getrandbits(63))
        walk = self._descend(position)
        ended = position.mover == NOWHERE and position.certain
        values = position.outlook(self.chance)
        learn(walk, values)
        if ended:
            prove(walk, values)

    def _descend(self, position: SearchedGame) -> list[tuple[Node, Arm, int]]:
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


def decides(position: SearchedGame) -> int:
    """Give the seat that has a real choice next; what is forced on the way is answered."""
    for _ in range(FORCED):
        if not position.force():
            break
    return position.mover
