"""The possible values of a number, and whether a condition can be true, from dice, bounds and starting values.

If it is not certain, the answer is "perhaps": an interval may be too wide, never too narrow.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import inf, isinf
from typing import NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.change.values import arith
from rulewright.kernel.evaluation.evaluate import COMPARE
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Joint, Phase, Want
from rulewright.program.quick_dataclasses import dataclass, field, replace


class Interval(NamedTuple):
    """The smallest and the largest possible value of a number."""

    least: float
    most: float

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{self.least:.0f}"
        low, high = (f"{bound:.0f}" for bound in self)
        return "anything" if isinf(self.least) and isinf(self.most) else f"at least {low}" if isinf(self.most) else (
            f"at most {high}" if isinf(self.least) else f"{low} to {high}"
        )  # fmt: skip

    @property
    def empty(self) -> bool:
        """Whether no number is in it."""
        return self.least > self.most


ANYTHING = Interval(-inf, inf)
COUNT = Interval(0, inf)

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def hull(values: Iterable[float]) -> Interval:
    """Give the smallest interval that contains some numbers."""
    found = list(values)
    return Interval(min(found), max(found))


@dataclass(slots=True)
class Judge:
    """Computes intervals for one book; `starts` contains the starting values of things, by stat."""

    book: Book
    starts: dict[int, set[int]] = field(default_factory=dict)
    known: dict[Expression, Interval] = field(default_factory=dict)
    """The intervals of some numbers under certain conditions."""

    def supposing(self, conditions: Iterable[Expression]) -> Judge:
        """Give a judge that assumes some conditions."""
        known = self.cut(conditions)
        for node, told in list(known.items()):
            # a complete expression of at least 1 has this value itself
            if isinstance(node, expressions.Unary) and node.op == "+":
                least = told.least if told.least > 0 else self.interval(node.of).least
                known[node.of] = Interval(least, told.most)
        return replace(self, known=known)

    def interval(self, node: Expression | None) -> Interval:
        """Give the possible values of a number."""
        if self.known and node in self.known:
            return self.known[node]
        if isinstance(node, expressions.Constant):
            return Interval(node.n, node.n)
        if isinstance(node, expressions.Unary):
            least, most = self.interval(node.of)
            return Interval(-most, -least) if node.op == "-" else Interval(max(0, least), max(0, most))
        if isinstance(node, expressions.StatOf):
            return self.stat(node)
        if isinstance(node, expressions.Roll):
            return self.roll(node)
        if isinstance(node, expressions.Arithmetic):
            return combined(node.op, self.interval(node.left), self.interval(node.right))
        return COUNT if _counts(node) else ANYTHING

    def roll(self, node: expressions.Roll) -> Interval:
        """Give the possible sums of dice: at least the number that counts, at most this number times their highest value."""
        count, keep = self.interval(node.count), COUNT if node.keep is None else self.interval(node.keep)
        most = min(count.most, keep.most, self.book.limits.dice)
        least = count.least if node.keep is None else min(count.least, keep.least)
        return Interval(max(0, min(least, most)), max(0, most * node.sides * (1 + node.explodes)))

    def stat(self, node: expressions.StatOf) -> Interval:
        """Give the possible values of a stat: its bounds, starting values, and 0 if there may be no such thing."""
        bounds = self.book.stats[node.stat]
        known = {float(bounds.default), *map(float, self.starts.get(node.stat, ()))}
        known |= set() if isinstance(node.who, expressions.Slot) and node.who.name in ("actor", "target", "it") else {0.0}
        least = -inf if bounds.least is None else bounds.least
        return hull([least, inf if bounds.most is None else max(least, bounds.most), *known])

    # -- conditions --------------------------------------------------------------------------------------------------

    def truth(self, node: Expression | None) -> bool | None:
        """Say whether a condition is always or never true; None means perhaps."""
        if isinstance(node, expressions.Compare):
            return self.compared(node)
        if not isinstance(node, expressions.Logic):
            return None
        if node.how is Joint.NOT:
            return _not(self.truth(node.parts[0]))
        if node.how is Joint.ANY:
            return _not(_all([_not(self.truth(part)) for part in node.parts]))
        return False if self.contradict(node.parts) else _all([self.truth(part) for part in node.parts])

    def compared(self, node: expressions.Compare) -> bool | None:
        """Evaluate a comparison; a number without dice always equals itself."""
        if node.left == node.right and not building.rolls(node.left):
            return bool(COMPARE[node.op](0, 0))
        left, right = self.interval(node.left), self.interval(node.right)
        if node.op in ("=", "!="):
            apart = left.most < right.least or right.most < left.least
            same = left == right and left.least == left.most
            return (node.op == "!=") if apart else (node.op == "=") if same else None
        compare = COMPARE[node.op]
        found = {compare(left.least, right.most), compare(left.most, right.least)}
        return found.pop() if len(found) == 1 else None

    def contradict(self, parts: Iterable[Expression]) -> bool:
        """Say whether comparisons of one number with constants exclude each other."""
        return any(each.empty for each in self.cut(parts).values())

    def cut(self, parts: Iterable[Expression]) -> dict[Expression, Interval]:
        """Give the numbers that satisfy comparisons with constants."""
        found: dict[Expression, Interval] = {}
        for part in parts:
            if (told := _fixed(part)) is not None:
                node, op, number = told
                found[node] = _cut(found.get(node, self.interval(node)), op, number)
        return found

    def why(self, node: Expression | None) -> str:
        """Say which numbers make a condition always or never true."""
        for part in building.walk(node):
            if isinstance(part, expressions.Compare) and self.compared(part) is not None:
                return f"{self.interval(part.left)} {part.op} {self.interval(part.right)}"
        return "its parts exclude each other"


def _counts(node: Expression | None) -> bool:
    """Say whether a number is a count, which is never below 0."""
    if isinstance(node, expressions.Situation):
        return node.how in (Phase.SIDES_LEFT, Phase.PASSED)
    return isinstance(node, expressions.Measure) and node.want is Want.COUNT


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _all(truths: list[bool | None]) -> bool | None:
    return False if False in truths else None if None in truths else True


def _fixed(part: Expression) -> tuple[Expression, str, int] | None:
    """Read a comparison of a number without dice with a constant."""
    if not isinstance(part, expressions.Compare) or part.op == "!=" or building.rolls(part):
        return None
    if isinstance(part.right, expressions.Constant):
        return part.left, part.op, part.right.n
    return (part.right, MIRRORED[part.op], part.left.n) if isinstance(part.left, expressions.Constant) else None


def _cut(found: Interval, op: str, number: int) -> Interval:
    """Give the part of an interval that satisfies a comparison; all numbers are integers."""
    least = {">": number + 1, ">=": number, "=": number}.get(op, -inf)
    most = {"<": number - 1, "<=": number, "=": number}.get(op, inf)
    return Interval(max(found.least, least), min(found.most, most))


def combined(op: str, left: Interval, right: Interval) -> Interval:
    """Give the possible results of an operation on two numbers."""
    if op == "+":
        return Interval(left.least + right.least, left.most + right.most)
    if op == "-":
        return Interval(left.least - right.most, left.most - right.least)
    if op in ("/", "/^"):
        down = _divided(left, right)
        return down if op == "/" else Interval(down.least, down.most + 1)
    if op == "%":
        return Interval(0, right.most - 1) if right.least >= 1 else ANYTHING
    if op in ("min", "max"):
        pick = min if op == "min" else max
        return Interval(pick(left.least, right.least), pick(left.most, right.most))
    return hull([0.0 if 0 in pair else pair[0] * pair[1] for pair in product(left, right)])


def _divided(left: Interval, right: Interval) -> Interval:
    """Give the possible quotients: no larger than the dividend, with its sign if both have one; division by 0 gives 0."""
    if right.least >= 1 and not any(map(isinf, (*left, right.least))):
        far = right.most if not isinf(right.most) else max(abs(bound) for bound in left) + 1
        return hull([arith("/", int(a), int(b)) for a, b in product(left, (right.least, far))])
    largest = max(abs(bound) for bound in left)
    return Interval(0 if left.least >= 0 and right.least >= 0 else -largest, largest)
