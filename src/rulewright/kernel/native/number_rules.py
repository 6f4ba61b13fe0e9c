"""Writes prohibitions, what other rules say about prices, and the parts of costs as numbers for the native machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.kernel.legality import judging, payable, prices
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import NumberWriter
from rulewright.program.conditions import Costs, Payable
from rulewright.program.definition import Action, Check, Prohibition

SAYS = ("", "=", "+", "-", "<=", ">=")
"""What a rule says of a price or of a bound, in the order of the header."""
FORBIDDEN = {"moved": "OF_MOVED", "lasts": "OF_LASTS", "told": "OF_TOLD", "linked": "OF_LINKED", "revealed": "OF_REVEALED",
             "made": "OF_MADE", "performed": "OF_PERFORMED", "chosen": "OF_CHOSEN"}  # fmt: skip
"""The kinds of event that can be forbidden, beside changes of stats."""


def tables(w: NumberWriter) -> dict[str, int]:
    """Write these tables and say where they begin."""
    book, N = w.book, numbers()
    by_stat = [w.listed(book.forbidden[stat]) if stat in book.forbidden else 0 for stat in range(len(book.stats))]
    by_kind = [0] * N["OF_ROW"]
    for kind, name in FORBIDDEN.items():
        by_kind[N[name]] = w.listed(book.forbidden[kind]) if kind in book.forbidden else 0
    return {
        "P_PROHIBITED": bool(book.forbidden),
        "P_PROHIBITIONS": w.table([_rule(w, n, each) for n, each in enumerate(book.prohibitions)]),
        "P_FORBIDDEN": w.put([*by_stat, *by_kind]),
        "P_PRICED": w.put([w.listed(book.priced[stat]) if stat in book.priced else 0 for stat in range(len(book.stats))]),
        "P_SHIELDS": book.shielding,
        "P_THINGS": book.limits.things,
    }


def _rule(w: NumberWriter, number: int, rule: Prohibition) -> Sequence[int]:
    """Write a prohibition: its test, its words, what it says of an amount, and who imposes it."""
    laying = w.listed(w.book.forbidding_actions.get(number, ()))
    said = (w.text(rule.words), SAYS.index(rule.op), w.optional(rule.amount), rule.own)
    return w.expression(rule.test.node), *said, laying, w.listed(w.book.forbidding_features.get(number, ()))


def cost(w: NumberWriter, costs: Costs) -> int:
    """Write the parts of a cost for each way to pay it (nothing, the cost, an alternative), without and with optional ones."""
    ways = [(), costs.parts, *costs.instead]
    parts = [some for way in ways for some in (way, (*way, *costs.extra))]
    summed = [payable.summed(some) if w.book.priced else some for some in parts]
    return w.put([len(ways), *[w.listed(w.instruction(part) for part in some) for some in summed]])


def checked(w: NumberWriter, action: Action) -> Iterator[tuple[Check, ...]]:
    """Give the checks of an action: all, without that of its speed, without that of its cost, and without both."""
    book = w.book
    priced = (judging.AFFORDABLE,) if book.priced and not judging.alternative(action) else ()
    allowed = (judging.ALLOWED,) if judging.PERFORMED in book.forbidden else ()
    for free in (False, True):
        for told in (False, True):
            left_out = {*([judging.SPEED] if told else []), *([judging.COST] if free else [])}
            asked = (check for check in action.checks if check.name not in left_out)
            yield (*asked, *(() if free else priced), *allowed)


def added(w: NumberWriter, action: Action) -> int:
    """Write, for each way to pay for an action, the stats in which rules may add to its price, and those not paid last; or 0."""
    book = w.book
    if not book.priced:
        return 0
    ways = (prices.FREE_OF_ALL, *range(1 + max((len(each.instead) for each in _all_costs(action)), default=0)))
    rows = list[int]()
    for way in ways:
        named = prices.own_stats(book, action, way)
        more = [] if action.index in book.responding else [stat for stat in book.priced if stat not in named]
        last = prices.paid_last(book, action, way)
        rows += [w.listed(more), w.listed(stat for stat in book.priced if stat not in last)]
    return w.put([len(ways), *rows])


def _all_costs(action: Action) -> list[Costs]:
    return [*action.costs, *_tested(action)]


def _tested(action: Action) -> list[Costs]:
    """Give the costs of an action that its checks name."""
    first = action.picks[0].checks if judging.alternative(action) else ()
    tests = [check.test for check in (*action.checks, *first) if check.name == judging.COST]
    return [test.costs for test in tests if isinstance(test, Payable) and test.costs != judging.ADDED]


def price(w: NumberWriter, action: Action) -> int:
    """Write the costs that are known before an action is performed."""
    return w.listed(cost(w, each) for each in _tested(action)) if w.book.priced else w.listed([])
