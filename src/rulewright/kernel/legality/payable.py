"""The changes of which costs consist, whether they can be paid in full, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, locating
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation.evaluate import evaluate, sends, whom
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import judging, payments, prices
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import expressions
from rulewright.program.conditions import Costs, LevyPayable, Payable, PayableWith
from rulewright.program.instructions import Alter, Bind, Instruction, Send, Tell
from rulewright.program.modes import Bond
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN, CHOSEN_ONES, EXTRA, EXTRA_ONES, FREE, GRATIS, PAYING

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.program.instructions import Instruction


def _who(m: Machine, slot: int) -> str:
    return m.book.name_of(m.state, slot)


def changes(costs: Costs, m: Machine, vars: Vars) -> list[Change]:
    """Prepare the changes of which costs consist; parts that other stats can pay are divided among them."""
    if costs is judging.ADDED:
        return [] if GRATIS in vars else prices.surcharges(m, vars)
    paying = vars.get(EXTRA_ONES) or vars.get(CHOSEN_ONES)
    vars = {**vars, CHOSEN: paying[0]} if isinstance(paying, tuple) and paying else vars
    parts = summed(due(costs, vars)) if m.book.priced else due(costs, vars)
    found = [change for part in parts for change in _changes(part, m, vars)]
    kinds = m.book.actions[vars["action"]].kinds if "action" in vars else frozenset()  # a structure has none
    return effects.allotted(m, found, kinds) if m.book.payers else found


def due(costs: Costs, vars: Vars) -> tuple[Instruction, ...]:
    """Give the parts that must be paid: the cost, an alternative or nothing, with the optional cost if it is wanted."""
    way = vars.get("way", 0)
    parts = () if GRATIS in vars else costs.instead[way - 1] if way and costs.instead else costs.parts
    return (*parts, *costs.extra) if vars.get(EXTRA) or vars.get(EXTRA_ONES) else parts


def summed(parts: Sequence[Instruction]) -> list[Instruction]:
    """Add up what is paid in the same stat, so that a reduction of the price counts once."""
    found: dict[tuple[expressions.Expression, int] | int, Instruction] = {}
    for n, part in enumerate(parts):
        key = (part.whom, part.stat) if isinstance(part, Alter) and part.price else n
        before = found.get(key)
        if isinstance(part, Alter) and isinstance(before, Alter):
            part = replace(before, amount=expressions.Arithmetic("+", before.amount, part.amount))
        found[key] = part
    return list(found.values())


def _changes(part: Instruction, m: Machine, vars: Vars) -> list[Change]:
    if isinstance(part, Alter):
        return _alterations(part, m, vars)
    if isinstance(part, Send):
        return sends(part, m, vars)
    if isinstance(part, Tell):
        about = [vars["actor"]] if part.what is None else whom(part.what, m, vars)
        return [effects.tell(slot, m.book.words[part.word]) for slot in about]
    prepared = locating.prepared(part, m, vars)
    assert prepared is not None
    return prepared


def _alterations(part: Alter, m: Machine, vars: Vars) -> list[Change]:
    if part.price and part.stat == vars.get(FREE, NOWHERE):
        return []
    amount = evaluate(part.amount, m, vars)
    if part.price:
        amount = prices.price(m, vars, part.stat, amount)
    return [effects.alter(slot, part.stat, part.op, amount) for slot in whom(part.whom, m, vars)]


def missing(costs: Costs, m: Machine, vars: Vars) -> str:
    """Say which part of costs cannot be paid in full; nothing if all can."""
    for part in due(costs, vars):
        if not isinstance(part, Alter) and (lacking := _undoable(part, m, vars)):
            return lacking
    prepared = changes(costs, m, vars)
    if costs is judging.ADDED and prepared:  # other stats may pay for the rest, too
        prepared = judging.price(m, m.book.actions[vars["action"]], vars)
    return _twice(m, prepared) or _short(m, prepared) or effects.cannot(m, prepared)


def _undoable(part: Instruction, m: Machine, vars: Vars) -> str:
    """Say what is missing for a part of costs that is no change of a stat."""
    notes = isinstance(part, Bind) and part.how is Bond.NOTE
    if locating.can_be_prepared(part) and not notes and not _changes(part, m, vars):
        return "something that cannot be done now"
    if isinstance(part, Send):
        wanted = 1 if part.count is None else evaluate(part.count, m, vars)
        if sum(effects.how_much(m, change) for change in sends(part, m, vars)) < wanted:
            return f"{wanted} of {part.what.words if isinstance(part.what, expressions.Query) else 'it'}"
    return ""


def _twice(m: Machine, found: Sequence[Change]) -> str:
    """Say which thing would be paid twice; nothing if none would."""
    sent = [change for change in found if change[0] == "send"]
    return next((f"{_who(m, each[1])} twice" for n, each in enumerate(sent) if each in sent[:n]), "") if len(sent) > 1 else ""


def _short(m: Machine, found: Sequence[Change]) -> str:
    """Say which stats do not suffice; nothing if all do. What one thing gains or loses of a stat is added up."""
    total: dict[tuple[str, int, int], int] = {}
    for change in found:
        if change[0] == "alter":
            key = (change[3], change[1], change[2])
            total[key] = change[4] if change[3] == "=" else total.get(key, 0) + change[4]
    return "; ".join(words for (op, slot, stat), n in total.items() if (words := _lacks(m, op, slot, stat, n)))


def _lacks(m: Machine, op: str, slot: int, stat: int, n: int) -> str:
    """Say why a thing cannot lose so much of a stat, gain so much, or come to a value; nothing if it can."""
    if op == "-=":
        has = effects.have(m, slot, stat)
        return f"{n} {m.book.stats[stat].name} ({_who(m, slot)} has {has})" if has < n else ""
    can = effects.how_much(m, effects.alter(slot, stat, op, n))
    if op == "+=":
        room = f"only {can} more" if can else "already at its most"
        return f"{n} {m.book.stats[stat].name} on {_who(m, slot)} ({room})" if can < n else ""
    return "" if can else f"{_who(m, slot)}'s {m.book.stats[stat].name} to become {n}: it is already"


def payable(book: Book, costs: Costs) -> judging.Test:
    """Make the function that says whether costs can be paid in full, with the help of payments."""
    if not book.payments:
        return lambda m, vars: not missing(costs, m, vars)

    def with_payments(m: Machine, vars: Vars) -> bool:
        rich = PAYING not in vars and not missing(costs, payments.richest(m, vars["player"]), vars)
        return rich or not missing(costs, m, vars)

    return with_payments


def _levy_payable(book: Book, test: LevyPayable) -> judging.Test:
    pays = payable(book, test.costs)

    def judge(m: Machine, vars: Vars) -> bool:
        owed = vars.get(EXTRA) or any(evaluate(levy.amount, m, vars) for levy in test.levies)
        return not owed or bool(pays(m, vars))

    return judge


def _payable_with(book: Book, test: PayableWith) -> judging.Test:
    return lambda m, vars: not missing(test.costs, m, {**by_name.having(vars, test.name, (vars["it"],)), CHOSEN: vars["it"]})


judging.COSTS |= {Costs: changes}
judging.TESTS |= {
    Payable: lambda book, test: payable(book, test.costs),
    LevyPayable: _levy_payable,
    PayableWith: _payable_with,
}
