"""What an act costs in a stat: the price in its rule, and changes of it by other rules, in a fixed order.

A rule that sets the price comes first, then additions, then reductions (a price is at least 0), then the upper bound, and
last the lower bound. Menus, answers, `why_not`, payments and bots ask the same function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, forbidding, values
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.legality import availability, judging
from rulewright.kernel.legality.judging import PERFORMED
from rulewright.kernel.state.facts import NOWHERE, Lasting, Vars
from rulewright.program.conditions import Costs, LevyPayable, Payable
from rulewright.program.definition import Action
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.slots import GRATIS

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine

Said = tuple[str, int, Lasting | None]
"""One change of a price: the operation, the amount, and the lasting effect that it comes from, if any."""


def price(m: Machine, vars: Vars, stat: int, base: int) -> int:
    """Give what an act costs in a stat."""
    base, _ = values.price(m, vars["actor"], vars["action"], stat, base)
    return folded(base, said(m, vars, stat)) if stat in m.book.priced else base


def folded(base: int, found: Iterable[Said]) -> int:
    """Apply the changes of a price, in the fixed order."""
    by: dict[str, list[int]] = {}
    for op, amount, _ in found:
        by.setdefault(op, []).append(amount)
    base = by["="][-1] if "=" in by else base
    base = max(0, base + sum(by.get("+", [])) - sum(by.get("-", [])))
    return max([min([base, *by.get("<=", [])]), *by.get(">=", [])])


def said(m: Machine, vars: Vars, stat: int) -> list[Said]:
    """List the changes of the price of an act in a stat."""
    return [each for number in m.book.priced.get(stat, ()) for each in _said(m, vars, number)]


def _said(m: Machine, vars: Vars, number: int) -> Iterator[Said]:
    rule, source = m.book.prohibitions[number], vars["source"]
    act: Vars = {**vars, "event": (PERFORMED, vars["actor"], vars["action"]), "it": source, "attacker": vars["actor"]}
    for effect in [each for each in m.state.lasting.values() if each.question == (forbidding.CANNOT, number)]:
        if judging.holds(m, rule.test, {**act, **forbidding.lasting(effect)}):
            yield rule.op, effect.amount, effect
    standing = [*forbidding.standing(m, number), *(_of_its_own(m, number, source) if rule.own else ())]
    for by in standing:
        if judging.holds(m, rule.test, {**act, **by}):
            yield rule.op, evaluate(rule.amount, m, by), None


def _of_its_own(m: Machine, number: int, it: int) -> Iterator[Vars]:
    """Give the card of an act, if it is not in play and has a rule about its own cost."""
    for action in m.book.forbidding_actions.get(number, ()):
        if not m.in_play(it) and action in availability.abilities(m, it):
            yield {"source": it, "actor": m.book.actor_for(m.state, it, m.player_of(it)), "bound": NOWHERE}


# -- what is added to a price in a stat that the rule of the act does not name -------------------------------------------------


def surcharges(m: Machine, vars: Vars) -> list[effects.Change]:
    """Prepare additional costs of an act in stats that its own rule does not use; automatic responses have none."""
    action = m.book.actions[vars["action"]]
    if action.index in m.book.responding:
        return []
    named, found = own_stats(m.book, action, _way(vars)), list[effects.Change]()
    for stat in m.book.priced:
        amount = 0 if stat in named else folded(0, said(m, vars, stat))
        found += [effects.alter(vars["actor"], stat, "-=", amount)] if amount else []
    return found


def own_stats(book: Book, action: Action, way: int) -> frozenset[int]:
    """Give the stats that an action costs by its own rule, for one way of paying, before or after its effect."""
    known, key = book.caches.own_prices, (action.index, way)
    if key not in known:
        tests = [check.test for check in action.checks if isinstance(check.test, Payable | LevyPayable)]
        parts = [part for costs in (*action.costs, *(test.costs for test in tests)) for part in _parts(costs, way)]
        known[key] = frozenset(part.stat for part in parts if isinstance(part, Alter) and part.price)
    return known[key]


FREE_OF_ALL = -1
"""The way of paying in which nothing is paid."""


def _way(vars: Vars) -> int:
    """Give the way in which an act is paid."""
    return FREE_OF_ALL if GRATIS in vars else vars.get("way", 0)


def _parts(costs: Costs, way: int) -> tuple[Instruction, ...]:
    parts = () if way == FREE_OF_ALL else costs.instead[way - 1] if way and costs.instead else costs.parts
    return (*parts, *costs.extra)


def lowered(m: Machine, vars: Vars) -> int:
    """Say how much less an act may cost, in all stats together."""
    return sum(amount for stat in m.book.priced for op, amount, _ in said(m, vars, stat) if op == "-")


def use_up(m: Machine, found: Iterable[Said]) -> None:
    """Use up the lasting effects that changed the cost of the next act, which was this one."""
    for _, _, effect in found:
        if effect is not None and effect.uses is not None:
            values.use(m, effect)


def before(m: Machine, vars: Vars) -> list[Said]:
    """List the changes of the costs that an act pays before its effect."""
    if not m.book.priced:
        return []
    last = paid_last(m.book, m.book.actions[vars["action"]], _way(vars))
    return [each for stat in m.book.priced if stat not in last for each in said(m, vars, stat)]


def paid_last(book: Book, action: Action, way: int) -> frozenset[int]:
    """Give the stats that an action costs only after its effect."""
    first = [part for costs in action.costs for part in _parts(costs, way)]
    return own_stats(book, action, way) - {part.stat for part in first if isinstance(part, Alter) and part.price}
