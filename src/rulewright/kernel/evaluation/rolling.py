"""Rolls dice in the ways that rule text knows: the highest or lowest are kept, low ones are rolled again, high ones explode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import comb

from rulewright.kernel.state.events import Event
from rulewright.program.expressions import Roll

Throw = Callable[[int, int], Iterable[int]]
"""Rolls so many dice with so many sides."""
Spread = dict[int, float]
"""Each possible value of a number, with its chance."""

MOST = 60
"""Of more dice than these, of which some are kept, the chances are not computed."""


def kept(node: Roll, count: int, keep: int, throw: Throw) -> list[int]:
    """Roll, and give the dice that count; if only some are kept, the best first."""
    faces = _again(node, list(throw(count, node.sides)), throw)
    faces = [_exploded(node, face, throw) for face in faces]
    return faces if node.keep is None else sorted(faces, reverse=not node.lowest)[: max(0, keep)]


def _again(node: Roll, faces: list[int], throw: Throw) -> list[int]:
    """Roll dice again that show too little: once, or until they show more."""
    low = [at for at, face in enumerate(faces) if face <= node.again]
    while low:
        for at, face in zip(low, throw(len(low), node.sides), strict=True):
            faces[at] = face
        low = [at for at in low if faces[at] <= node.again and not node.once]
    return faces


def _exploded(node: Roll, face: int, throw: Throw) -> int:
    """Roll one more die as long as the last one shows its highest number, up to a limit."""
    total = last = face
    for _ in range(node.explodes):
        if last < node.sides:
            break
        (last,) = throw(1, node.sides)
        total += last
    return total


def plain(node: Roll) -> bool:
    """Say whether dice are just added up."""
    return node.keep is None and not node.again and not node.explodes


def fell(node: Roll, keep: int, events: Iterable[Event]) -> list[int]:
    """Give the dice that count of a roll that was made, by its events."""
    thrown: Iterator[tuple[int, ...]] = (event[2] for event in events if event[0] == "rolled")
    first = next(thrown, ())
    course = chain((first,), thrown)
    return kept(node, len(first), keep, lambda count, sides: next(course))


def spread(node: Roll, count: int, keep: int) -> Spread | None:
    """Give the chance of each sum; None if there are too many dice of which some are kept."""
    die = _die(node)
    if node.keep is not None:
        return _best(die, count, max(0, keep), node.lowest) if count <= MOST else None
    found: Spread = {0: 1.0}
    for _ in range(count):
        found = _added(found, die)
    return found


def _die(node: Roll) -> Spread:
    """Give the chance of each value of one die."""
    sides, again = node.sides, min(node.again, node.sides)
    kept_once = {face: 1 / sides * (again / sides + (face > again)) for face in range(1, sides + 1)}
    above = dict.fromkeys(range(again + 1, sides + 1), 1 / (sides - again)) if again < sides else {}
    found = kept_once if node.once or not node.again else above
    for _ in range(node.explodes):
        base = max(found)
        top = found.pop(base)
        found |= {base + face: top / sides for face in range(1, sides + 1)}
    return found


def _best(die: Spread, count: int, keep: int, lowest: bool) -> Spread:
    """Give the chances of the sum of the best dice, value by value from the best: how many of the rest show it."""
    states: dict[tuple[int, int], Spread] = {(count, min(keep, count)): {0: 1.0}}
    order = sorted(die, reverse=not lowest)
    for at, value in enumerate(order):
        share = die[value] / sum(die[each] for each in order[at:])
        after: dict[tuple[int, int], Spread] = {}
        for (left, slots), sums in states.items():
            for many in range(left + 1):
                chance = comb(left, many) * share**many * (1 - share) ** (left - many)
                into = after.setdefault((left - many, slots - min(many, slots)), {})
                for total, p in sums.items() if chance else ():
                    new = total + min(many, slots) * value
                    into[new] = into.get(new, 0.0) + p * chance
        states = after
    found: Spread = {}
    for sums in states.values():
        for total, p in sums.items():
            found[total] = found.get(total, 0.0) + p
    return found


def _added(left: Spread, right: Spread) -> Spread:
    found: Spread = {}
    for a, p in left.items():
        for b, q in right.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found
