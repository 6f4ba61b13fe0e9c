"""The order in which tests and checks are written: quick ones first, so that most things fail before a slow one runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.program import building, expressions
from rulewright.program.conditions import (
    Condition,
    CouldChange,
    LevyPayable,
    NotForbidden,
    OnInstruction,
    Payable,
    PayableWith,
    Permitted,
    Truth,
    UnlessWaiting,
)
from rulewright.program.definition import Check
from rulewright.program.expressions import Expression
from rulewright.program.modes import Joint

SLOW = {NotForbidden: 50, CouldChange: 60, PayableWith: 70, LevyPayable: 80, Payable: 90}
"""What other rules say, and what must be tried to be known, comes after the searches of any usual test."""


def quickest(tests: Iterable[Expression]) -> Sequence[Expression]:
    """Sort tests that must all hold by how much each searches; where dice are rolled, the order is kept."""
    parts = list(_parts(tests))
    return parts if any(map(rolled, parts)) else sorted(parts, key=_searches)


def soonest(checks: Iterable[Check]) -> Sequence[Check]:
    """Sort checks that must all hold, those of what must be paid last; where dice are rolled, the order is kept."""
    found = list(checks)
    dice = any(rolled(check.test.node) for check in found if isinstance(check.test, Truth))
    return found if dice else sorted(found, key=lambda check: _effort(check.test))


def never(checks: Iterable[Check]) -> bool:
    """Say whether checks never hold together: the action is only done because an instruction says so."""
    return any(isinstance(check.test, OnInstruction) for check in checks)


def _effort(test: Condition) -> float:
    if isinstance(test, (Truth, UnlessWaiting, Permitted)):
        return _searches(test.node)
    return -1 if isinstance(test, OnInstruction) else SLOW.get(type(test), 1)


def rolled(test: Expression) -> bool:
    """Say whether a test rolls dice."""
    return any(isinstance(node, expressions.Roll) for node in building.walk(test))


def _parts(tests: Iterable[Expression]) -> Iterator[Expression]:
    """Take tests apart that consist of several."""
    for test in tests:
        if isinstance(test, expressions.Logic) and test.how is Joint.ALL:
            yield from _parts(test.parts)
        else:
            yield test


def _searches(test: Expression) -> float:
    """Give how many searches a test makes; a test for a kind, which most things fail, comes before all others."""
    of_kind = isinstance(next(_parts([test]), None), expressions.OfKind)
    return sum(isinstance(node, expressions.Query) for node in building.walk(test)) - of_kind / 2
