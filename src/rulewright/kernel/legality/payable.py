"""The changes of which costs consist, whether they can be paid in full, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, locating, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation.reckon import reckon, sends, whom
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import judging, payments, solvency
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import expressions
from rulewright.program.conditions import Costs, LevyPayable, Payable, PayableWith
from rulewright.program.instructions import Alter, Bind, Instruction, Send, Tell
from rulewright.program.modes import Bond
from rulewright.program.slots import CHOSEN, CHOSEN_ONES, EXTRA, EXTRA_ONES, FREE, PAYING

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


def _who(m: Machine, slot: int) -> str:
    return m.book.name_of(m.state, slot)


def changes(costs: Costs, m: Machine, vars: Vars) -> list[Change]:
    """Prepare the changes of which costs consist; parts that other stats can pay are divided among them."""
    paying = vars.get(EXTRA_ONES) or vars.get(CHOSEN_ONES)
    vars = {**vars, CHOSEN: paying[0]} if isinstance(paying, tuple) and paying else vars
    found = [change for part in due(costs, vars) for change in _changes(part, m, vars)]
    return effects.allotted(m, found, m.book.actions[vars["action"]].kinds) if m.book.payers else found


def due(costs: Costs, vars: Vars) -> tuple[Instruction, ...]:
    """Give the parts that must be paid, with the optional cost if it is wanted."""
    return (*costs.parts, *costs.extra) if vars.get(EXTRA) or vars.get(EXTRA_ONES) else costs.parts


def _changes(part: Instruction, m: Machine, vars: Vars) -> list[Change]:
    if isinstance(part, Send):
        return sends(part, m, vars)
    if isinstance(part, Tell):
        about = [vars["actor"]] if part.what is None else whom(part.what, m, vars)
        return [effects.tell(slot, part.word) for slot in about]
    if (prepared := locating.prepared(part, m, vars)) is not None:
        return prepared
    assert isinstance(part, Alter)
    if part.price and part.stat == vars.get(FREE, NOWHERE):
        return []
    amount = reckon(part.amount, m, vars)
    if part.price:
        amount, _ = values.price(m, vars["actor"], vars["action"], part.stat, amount)
    return [effects.alter(slot, part.stat, part.op, amount) for slot in whom(part.whom, m, vars)]


def missing(costs: Costs, m: Machine, vars: Vars) -> str:
    """Say which part of costs cannot be paid in full; nothing if all can."""
    for part in due(costs, vars):
        notes = isinstance(part, Bind) and part.how is Bond.NOTE
        if locating.can_be_prepared(part) and not notes and not _changes(part, m, vars):
            return "something that cannot be done now"
        if isinstance(part, Send):
            wanted = 1 if part.count is None else reckon(part.count, m, vars)
            if sum(effects.how_much(m, change) for change in sends(part, m, vars)) < wanted:
                return f"{wanted} of {part.what.words if isinstance(part.what, expressions.Query) else 'it'}"
    prepared = changes(costs, m, vars)
    return _short(m, prepared) or effects.cannot(m, prepared)


def _short(m: Machine, found: Sequence[Change]) -> str:
    for change in found:
        if change[0] == "alter" and change[3] == "=" and not effects.how_much(m, change):
            return f"{_who(m, change[1])}'s {m.book.stats[change[2]].name} to become {change[4]}: it is already"
    for change in found:
        if change[0] == "alter" and change[3] == "+=" and effects.how_much(m, change) < change[4]:
            return f"{change[4]} more {m.book.stats[change[2]].name} on {_who(m, change[1])}"
    total: dict[tuple[int, int], int] = {}
    for change in found:
        if change[0] == "alter" and change[3] == "-=":
            total[change[1], change[2]] = total.get((change[1], change[2]), 0) + change[4]
    lacking = [(key, n) for key, n in total.items() if effects.have(m, *key) < n]
    return "; ".join(f"{n} {m.book.stats[stat].name}, has {effects.have(m, slot, stat)}" for (slot, stat), n in lacking)


def _in_full(costs: Costs, m: Machine, vars: Vars) -> bool:
    return not missing(costs, m, vars)


def payable(book: Book, costs: Costs) -> judging.Test:
    """Make the function that says whether costs can be paid in full, with the help of payments."""
    exact = partial(_in_full, costs)
    made = exact if costs.extra or book.forbidden else solvency.payable(book, costs.parts, exact)
    if not book.payments:
        return made

    def with_payments(m: Machine, vars: Vars) -> bool:
        return bool(PAYING not in vars and made(payments.richest(m, vars["player"]), vars)) or bool(made(m, vars))

    return with_payments


def _levy_payable(book: Book, test: LevyPayable) -> judging.Test:
    pays = payable(book, test.costs)

    def judge(m: Machine, vars: Vars) -> bool:
        owed = vars.get(EXTRA) or any(reckon(levy.amount, m, vars) for levy in test.levies)
        return not owed or bool(pays(m, vars))

    return judge


def _payable_with(book: Book, test: PayableWith) -> judging.Test:
    return lambda m, vars: not missing(test.costs, m, {**vars, test.name: (vars["it"],), CHOSEN: vars["it"]})


judging.COSTS |= {Costs: changes}
judging.TESTS |= {
    Payable: lambda book, test: payable(book, test.costs),
    LevyPayable: _levy_payable,
    PayableWith: _payable_with,
}
