"""What an action costs, whether that can be paid, and the words for what is missing.

They are values, not functions made on the fly, so that a compiled book can be kept on disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.kernel.change import effects, locating, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation.reckon import reckon, sends, whom
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import payments, solvency
from rulewright.kernel.legality.acts import Check
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import expressions
from rulewright.program.instructions import Alter, Bind, Instruction, Send, Tell
from rulewright.program.modes import Bond


def _who(m: Machine, slot: int) -> str:
    return m.book.name_of(m.state, slot)


@dataclass(frozen=True, slots=True)
class Costs:
    """What an action costs: changes whose amounts are known before it is performed."""

    parts: tuple[Instruction, ...]
    extra: tuple[Instruction, ...] = ()  # what is paid in addition where it is wanted

    def __call__(self, m: Machine, vars: Vars) -> list[Change]:
        paying = vars.get("extra ones") or vars.get("chosen ones")
        vars = {**vars, "chosen": paying[0]} if isinstance(paying, tuple) and paying else vars
        changes = [change for part in self.due(vars) for change in self._changes(part, m, vars)]
        return effects.allotted(m, changes, m.book.actions[vars["action"]].kinds) if m.book.payers else changes

    def due(self, vars: Vars) -> tuple[Instruction, ...]:
        """Give the parts that are to be paid, with those in addition where they are wanted."""
        return (*self.parts, *self.extra) if vars.get("extra") or vars.get("extra ones") else self.parts

    def _changes(self, part: Instruction, m: Machine, vars: Vars) -> list[Change]:
        if isinstance(part, Send):
            return sends(part, m, vars)
        if isinstance(part, Tell):
            about = [vars["actor"]] if part.what is None else whom(part.what, m, vars)
            return [effects.tell(slot, part.word) for slot in about]
        if (prepared := locating.prepared(part, m, vars)) is not None:
            return prepared
        assert isinstance(part, Alter)
        if part.price and part.stat == vars.get("free", NOWHERE):
            return []
        amount = reckon(part.amount, m, vars)
        if part.price:
            amount, _ = values.price(m, vars["actor"], vars["action"], part.stat, amount)
        return [effects.alter(slot, part.stat, part.op, amount) for slot in whom(part.whom, m, vars)]

    def missing(self, m: Machine, vars: Vars) -> str:
        """Say which part cannot be paid in full; nothing when all can."""
        for part in self.due(vars):
            notes = isinstance(part, Bind) and part.how is Bond.NOTE
            if locating.can_be_prepared(part) and not notes and not self._changes(part, m, vars):
                return "something that cannot be done now"
            if isinstance(part, Send):
                wanted = 1 if part.count is None else reckon(part.count, m, vars)
                if sum(effects.how_much(m, change) for change in sends(part, m, vars)) < wanted:
                    return f"{wanted} of {part.what.words if isinstance(part.what, expressions.Query) else 'it'}"
        return self._short(m, vars)

    def _short(self, m: Machine, vars: Vars) -> str:
        changes = self(m, vars)
        for change in changes:
            if change[0] == "alter" and change[3] == "=" and not effects.how_much(m, change):
                return f"{_who(m, change[1])}'s {m.book.stats[change[2]].name} to become {change[4]}: it is already"
        for change in changes:
            if change[0] == "alter" and change[3] == "+=" and effects.how_much(m, change) < change[4]:
                return f"{change[4]} more {m.book.stats[change[2]].name} on {_who(m, change[1])}"
        total: dict[tuple[int, int], int] = {}
        for change in changes:
            if change[0] == "alter" and change[3] == "-=":
                total[change[1], change[2]] = total.get((change[1], change[2]), 0) + change[4]
        lacking = [(key, n) for key, n in total.items() if effects.have(m, *key) < n]
        return "; ".join(f"{n} {m.book.stats[stat].name}, has {effects.have(m, slot, stat)}" for (slot, stat), n in lacking)


@dataclass(frozen=True, slots=True, eq=False)
class Payable:
    """The costs can be paid in full. Equal to itself alone, which is quick to find."""

    costs: Costs

    def __call__(self, m: Machine, vars: Vars) -> bool:
        made = m.book.caches.tests.get(self)
        if made is None:
            quick = not self.costs.extra
            made = solvency.payable(m.book, self.costs.parts, self._payable) if quick else self._payable
            m.book.caches.tests[self] = made
        if m.book.payments and "paying" not in vars and made(payments.richest(m, vars["player"]), vars):
            return True
        return bool(made(m, vars))

    def _payable(self, m: Machine, vars: Vars) -> bool:
        return not self.costs.missing(m, vars)


@dataclass(frozen=True, slots=True)
class LevyPayable:
    """What a target costs in addition can be paid with the rest; where it costs nothing, the rest has been asked about."""

    levies: tuple[Alter, ...]
    payable: Payable

    def __call__(self, m: Machine, vars: Vars) -> bool:
        owed = vars.get("extra") or any(reckon(levy.amount, m, vars) for levy in self.levies)
        return not owed or self.payable(m, vars)


@dataclass(frozen=True, slots=True)
class PayableWith:
    """One of the things that are picked to pay with can serve."""

    name: str
    costs: Costs

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return not self.costs.missing(m, {**vars, self.name: (vars["it"],), "chosen": vars["it"]})


@dataclass(frozen=True, slots=True)
class CostWords:
    """Say which cost cannot be paid."""

    costs: Costs

    def __call__(self, m: Machine, vars: Vars) -> str:
        missing = self.costs.missing(m, {n: (it,) if n.endswith(" ones") and type(it) is int else it for n, it in vars.items()})
        return f"{_who(m, vars['actor'])} cannot pay {m.book.actions[vars['action']].name}: it costs {missing}"


def cost(alterations: Iterable[Alter], rule: str) -> Check:
    """Make the check that costs can be paid."""
    costs = Costs(tuple(alterations))
    return Check("cost", rule, Payable(costs), CostWords(costs), once=True)
