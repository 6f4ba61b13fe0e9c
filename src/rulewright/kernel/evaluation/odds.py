"""The chance that a check passes in the current state, computed from its dice without rolling them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import features, values
from rulewright.kernel.evaluation import rolling
from rulewright.kernel.evaluation.evaluate import COMPARE, evaluate, kept
from rulewright.kernel.evaluation.rolling import Spread
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.state.facts import Vars
from rulewright.program.building import rolls, substituted, walk
from rulewright.program.definition import Action
from rulewright.program.expressions import Arithmetic, Compare, Constant, Expression, Roll, Unary
from rulewright.program.instructions import Test


def chance(m: Machine, action: Action, vars: Vars) -> float | None:
    """Give the chance that an action's check passes; None if it has no check, or none that depends on dice."""
    made = getattr(m.book.procedures[action.procedure], "code", ())
    check = next((each for each in made if isinstance(each, Test) and each.told), None)
    if check is None or not rolls(check.condition):
        return None
    if m.state.setting.scene not in m.book.judged:
        return _holds(check.condition, m, vars)
    return _judged(features.edged(m, vars, check.condition), m, vars)


def _judged(check: Expression, m: Machine, vars: Vars) -> float | None:
    """Give the chance of a check that features may decide by its first die: face by face."""
    roll = next(part for part in walk(check) if isinstance(part, Roll))
    faces = _spread(roll, m, vars) if not roll.explodes and Constant(1) in (roll.keep, roll.count) else None
    if faces is None:
        return _holds(check, m, vars)
    chances = [(p, _ruled(substituted(check, roll, Constant(face)), m, vars, face)) for face, p in faces.items()]
    return None if any(each is None for _, each in chances) else sum(p * each for p, each in chances if each is not None)


def _ruled(check: Expression, m: Machine, vars: Vars, natural: int) -> float | None:
    ruled = features.ruling(m, vars, natural)
    return _holds(check, m, vars) if ruled is None else float(ruled)


def _holds(node: Expression, m: Machine, vars: Vars) -> float | None:
    """Give the chance that a condition is true; None if it uses its dice for more than a comparison."""
    if not rolls(node):
        return float(bool(evaluate(node, m, vars)))
    if not isinstance(node, Compare):
        return None
    left, right = _spread(node.left, m, vars), _spread(node.right, m, vars)
    if left is None or right is None:
        return None
    return sum(p * q for a, p in left.items() for b, q in right.items() if COMPARE[node.op](a, b))


def _spread(node: Expression, m: Machine, vars: Vars) -> Spread | None:
    if not rolls(node):
        return {int(evaluate(node, m, vars)): 1.0}
    if isinstance(node, Unary):
        found = _spread(node.of, m, vars)
        return None if found is None else _joined(found, {0: 1.0}, max if node.op == "+" else lambda a, b: b - a)
    if isinstance(node, Roll) and not rolls(node.count):
        return rolling.spread(node, max(0, evaluate(node.count, m, vars)), kept(node, m, vars))
    if not isinstance(node, Arithmetic):
        return None
    left, right = _spread(node.left, m, vars), _spread(node.right, m, vars)
    return None if left is None or right is None else _joined(left, right, lambda a, b: values.arith(node.op, a, b))


def _joined(left: Spread, right: Spread, how: Callable[[int, int], int]) -> Spread:
    found: Spread = {}
    for a, p in left.items():
        for b, q in right.items():
            found[how(a, b)] = found.get(how(a, b), 0.0) + p * q
    return found
