"""The order in which tests are written: quick ones first, so that most things fail before a slow test runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Joint


def quickest(tests: Iterable[Expression]) -> Sequence[Expression]:
    """Sort tests that must all hold by how many searches each makes; where dice are rolled, the order is kept."""
    parts = list(_parts(tests))
    rolled = any(isinstance(node, expressions.Roll) for part in parts for node in building.walk(part))
    return parts if rolled else sorted(parts, key=_searches)


def _parts(tests: Iterable[Expression]) -> Iterator[Expression]:
    """Take tests apart that consist of several."""
    for test in tests:
        if isinstance(test, expressions.Logic) and test.how is Joint.ALL:
            yield from _parts(test.parts)
        else:
            yield test


def _searches(test: Expression) -> int:
    return sum(isinstance(node, expressions.Query) for node in building.walk(test))
