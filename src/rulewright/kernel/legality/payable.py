"""The changes of which costs consist, whether they can be paid in full, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.kernel.change import effects, locating
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation import fast
from rulewright.kernel.evaluation.evaluate import evaluate, sends, whom
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import judging, payments, prices
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import building, expressions
from rulewright.program.conditions import Costs, LevyPayable, Payable, PayableWith
from rulewright.program.declared import Stat
from rulewright.program.instructions import Alter, Bind, Instruction, Send, Tell
from rulewright.program.modes import Bond
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN, CHOSEN_ONES, EXTRA, EXTRA_ONES, FREE, GRATIS, PAYING, WAY

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.program.instructions import Instruction


def _who(m: Machine, slot: int) -> str:
    return m.book.name_of(m.state, slot)


def changes(costs: Costs, m: Machine, vars: Vars) -> list[Change]:
    """Prepare the changes of which costs consist; parts that other stats can pay are divided among them."""
    if costs == judging.ADDED:
        return [] if GRATIS in vars else prices.surcharges(m, vars)
    paying = vars.get(EXTRA_ONES) or vars.get(CHOSEN_ONES)
    vars = {**vars, CHOSEN: paying[0]} if isinstance(paying, tuple) and paying else vars
    parts = _summed(due(costs, vars)) if m.book.priced else due(costs, vars)
    found = [change for part in parts for change in _changes(part, m, vars)]
    return effects.allotted(m, found, _kinds(m, vars)) if m.book.payers else found


def _kinds(m: Machine, vars: Vars) -> frozenset[int]:
    """Give the marks of the act that is paid for; a structure has none."""
    return m.book.actions[vars["action"]].kinds if "action" in vars else frozenset()


def due(costs: Costs, vars: Vars) -> tuple[Instruction, ...]:
    """Give the parts that must be paid: the cost, an alternative or nothing, with the optional cost if it is wanted."""
    way = vars.get("way", 0)
    parts = () if GRATIS in vars else costs.instead[way - 1] if way and costs.instead else costs.parts
    return (*parts, *costs.extra) if vars.get(EXTRA) or vars.get(EXTRA_ONES) else parts


def _summed(parts: Sequence[Instruction]) -> list[Instruction]:
    """Add up what is paid in the same stat, so that a reduction of the price counts once."""
    found: dict[Any, Instruction] = {}
    for n, part in enumerate(parts):
        key = (part.whom, part.stat) if isinstance(part, Alter) and part.price else n
        before = found.get(key)
        if isinstance(part, Alter) and isinstance(before, Alter):
            part = replace(before, amount=expressions.Arithmetic("+", before.amount, part.amount))
        found[key] = part
    return list(found.values())


def _changes(part: Instruction, m: Machine, vars: Vars) -> list[Change]:
    if isinstance(part, Send):
        return sends(part, m, vars)
    if isinstance(part, Tell):
        about = [vars["actor"]] if part.what is None else whom(part.what, m, vars)
        return [effects.tell(slot, m.book.words[part.word]) for slot in about]
    if (prepared := locating.prepared(part, m, vars)) is not None:
        return prepared
    assert isinstance(part, Alter)
    if part.price and part.stat == vars.get(FREE, NOWHERE):
        return []
    amount = evaluate(part.amount, m, vars)
    if part.price:
        amount = prices.price(m, vars, part.stat, amount)
    return [effects.alter(slot, part.stat, part.op, amount) for slot in whom(part.whom, m, vars)]


def missing(costs: Costs, m: Machine, vars: Vars) -> str:
    """Say which part of costs cannot be paid in full; nothing if all can."""
    for part in due(costs, vars):
        notes = isinstance(part, Bind) and part.how is Bond.NOTE
        if locating.can_be_prepared(part) and not notes and not _changes(part, m, vars):
            return "something that cannot be done now"
        if isinstance(part, Send):
            wanted = 1 if part.count is None else evaluate(part.count, m, vars)
            if sum(effects.how_much(m, change) for change in sends(part, m, vars)) < wanted:
                return f"{wanted} of {part.what.words if isinstance(part.what, expressions.Query) else 'it'}"
    prepared = changes(costs, m, vars)
    if twice := next((each for n, each in enumerate(prepared) if each[0] == "send" and each in prepared[:n]), None):
        return f"{_who(m, twice[1])} twice"
    if costs == judging.ADDED and prepared:  # other stats may pay for the rest, too
        prepared = judging.price(m, m.book.actions[vars["action"]], vars)
    return _short(m, prepared) or effects.cannot(m, prepared)


def _short(m: Machine, found: Sequence[Change]) -> str:
    for change in found:
        if change[0] == "alter" and change[3] == "=" and not effects.how_much(m, change):
            return f"{_who(m, change[1])}'s {m.book.stats[change[2]].name} to become {change[4]}: it is already"
    for slot, stat, more in _sums(found, "+="):
        if effects.how_much(m, effects.alter(slot, stat, "+=", more)) < more:
            return f"{more} more {m.book.stats[stat].name} on {_who(m, slot)}"
    lacking = [(slot, stat, n) for slot, stat, n in _sums(found, "-=") if effects.have(m, slot, stat) < n]
    return "; ".join(f"{n} {m.book.stats[stat].name}, has {effects.have(m, slot, stat)}" for slot, stat, n in lacking)


def _sums(found: Sequence[Change], op: str) -> list[tuple[int, int, int]]:
    """Add up what each thing gains or loses of each stat."""
    total: dict[tuple[int, int], int] = {}
    for change in found:
        if change[0] == "alter" and change[3] == op:
            total[change[1], change[2]] = total.get((change[1], change[2]), 0) + change[4]
    return [(slot, stat, n) for (slot, stat), n in total.items()]


def _in_full(costs: Costs, m: Machine, vars: Vars) -> bool:
    return not missing(costs, m, vars)


def payable(book: Book, costs: Costs) -> judging.Test:
    """Make the function that says whether costs can be paid in full, with the help of payments."""
    exact = partial(_in_full, costs)
    made = exact if costs.extra or costs.instead or book.forbidden or book.priced else _quickly(book, costs.parts, exact)
    if not book.payments:
        return made

    def with_payments(m: Machine, vars: Vars) -> bool:
        return bool(PAYING not in vars and made(payments.richest(m, vars["player"]), vars)) or bool(made(m, vars))

    return with_payments


def _levy_payable(book: Book, test: LevyPayable) -> judging.Test:
    pays = payable(book, test.costs)

    def judge(m: Machine, vars: Vars) -> bool:
        owed = vars.get(EXTRA) or any(evaluate(levy.amount, m, vars) for levy in test.levies)
        return not owed or bool(pays(m, vars))

    return judge


def _payable_with(book: Book, test: PayableWith) -> judging.Test:
    return lambda m, vars: not missing(test.costs, m, {**by_name.having(vars, test.name, (vars["it"],)), CHOSEN: vars["it"]})


# -- the quick form of plain costs: Python that is generated from the same records ---------------------------------------------


def _quickly(book: Book, parts: Sequence[Any], otherwise: judging.Test) -> judging.Test:
    """Make the function that says whether costs can be paid: directly from the cells while no lasting effect touches them."""
    due: dict[int, list[Any]] = {}
    sends: list[Any] = [part for part in parts if _goes(part)]
    for part in [part for part in parts if part not in sends]:
        if not _plain(book, part) or any((part.whom, "-=") != (other.whom, other.op) for other in due.get(part.stat, ())):
            return otherwise
        due.setdefault(part.stat, []).append(part)
    if not parts:
        return otherwise
    writer = fast.Writer(book, [otherwise])
    roles = [*(send.what for send in sends), *(part.whom for costs in due.values() for part in costs)]
    slots = {role.name: f"w{n}" for n, role in enumerate(roles)}
    lines = ["def test(m, v):", " s = m.state"]
    lines += [f" {slot} = v.get('{role}', -1)" for role, slot in slots.items()]
    lines.append(f" if {' or '.join(f'{slot} < 0' for slot in slots.values())}: return T[0](m, v)")
    for send in sends:  # a thing elsewhere can go there; in a zone of that kind it may be there already
        place = f"s.places[{slots[send.what.name]}]"
        lines.append(f" if {place} == -1 or s.grounds[{place}][0] == {send.zone}: return T[0](m, v)")
    lines.append(f" if '{WAY}' in v{' or s.touched or ' + repr(FREE) + ' in v' if due else ''}: return T[0](m, v)")
    spent = dict[int, str]()
    for stat, costs in due.items():
        cell, total = f"s.cells[{slots[costs[0].whom.name]} * {len(book.stats)} + {{}}]", _total(writer, costs)
        if costs[0].op == "-=":
            spent[stat] = cell
            lines.append(f" n{stat} = {total}")
        elif costs[0].op == "=":
            lines.append(f" if {cell.format(stat)} == {total}: return False")
        elif book.stats[stat].most is not None:
            lines.append(f" if {cell.format(stat)} + {total} > {book.stats[stat].most}: return False")
    made: judging.Test = fast.compiled("\n".join([*lines, *_spending(book, spent), ""]), "test", writer.table)
    return made


def _plain(book: Book, part: Instruction) -> bool:
    """Say whether a cost is a change of a stat of a role, whose bounds are plain numbers."""
    if not isinstance(part, Alter) or not isinstance(part.whom, expressions.Slot) or part.whom.name not in fast.ROLES:
        return False
    if any(stat in book.fluid for stat in (part.stat, *book.payers.get(part.stat, ()))) or book.stats[part.stat].cap is not None:
        return False
    return part.op in ("-=", "+=") or (part.op == "=" and _within(book.stats[part.stat], part.amount))


def _goes(part: Instruction) -> bool:
    """Say whether a cost is that one thing with a role goes to a zone."""
    if not isinstance(part, Send) or not isinstance(part.what, expressions.Slot) or part.what.name not in fast.ROLES:
        return False
    return part.zone != NOWHERE and part.count is None


def _within(stat: Stat, amount: expressions.Expression) -> bool:
    """Say whether an amount is a possible value of a stat."""
    number = building.bare(amount)
    return isinstance(number, expressions.Constant) and (stat.least or 0) <= number.n <= (
        number.n if stat.most is None else stat.most
    )


def _total(writer: fast.Writer, costs: Sequence[Any]) -> str:
    return "(" + " + ".join(writer.expression(part.amount) for part in costs) + ")"


def _spending(book: Book, spent: Mapping[int, str]) -> list[str]:
    """Generate the test that there is enough of each stat; its own may suffice, and all that pay for it too."""

    def has(stat: int, cell: str) -> str:
        return f"{cell.format(stat)} - {book.stats[stat].least or 0}"

    enough = " and ".join(f"{has(stat, cell)} >= n{stat}" for stat, cell in spent.items()) or "True"
    if not any(stat in book.payers for stat in spent):
        return [f" return {enough}"]
    purses = {stat: " + ".join(has(each, cell) for each in (stat, *book.payers.get(stat, ()))) for stat, cell in spent.items()}
    scant = " or ".join(f"{purse} < n{stat}" for stat, purse in purses.items())
    return [f" if {enough}: return True", f" if {scant}: return False", " return T[0](m, v)"]


judging.COSTS |= {Costs: changes}
judging.TESTS |= {
    Payable: lambda book, test: payable(book, test.costs),
    LevyPayable: _levy_payable,
    PayableWith: _payable_with,
}
