"""The checks of an action: range, sight, target, prerequisite, cost, limit and speed, each with the words that give its values.

They are values, not functions made on the fly, so that a compiled book can be kept on disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.kernel import effects, grid, payments, stacks, values
from rulewright.kernel.acts import Check
from rulewright.kernel.agenda import Machine
from rulewright.kernel.effects import Change
from rulewright.kernel.state import NOWHERE, TILE, Vars
from rulewright.language import account, amending, fast, nodes
from rulewright.language.code import Alter, Instruction, Note, Send, Tell, TellOf
from rulewright.language.locating import PREPARE
from rulewright.language.nodes import Node
from rulewright.language.problems import Problem
from rulewright.language.reckon import marked, reckon, sends, things, tile_of, whom


@dataclass(frozen=True, slots=True)
class Holds:
    """A condition that holds."""

    node: Node

    def __call__(self, m: Machine, vars: Vars) -> bool:
        made = m.book.fast.get(id(self))
        if made is None:
            made = m.book.fast[id(self)] = fast.test(m.book, self.node)
        return bool(made(m, vars))


ANYBODY = (nodes.Active(),)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The things, or tiles, that could be named."""

    node: nodes.Things

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return m.live() if self.node.tests == ANYBODY else things(self.node, m, vars, ordered=False)


@dataclass(frozen=True, slots=True)
class Joinable:
    """What could be named to join its stack, after naming nothing, which founds a new one."""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return [NOWHERE, *stacks.joinable(m)]


@dataclass(frozen=True, slots=True)
class Options:
    """Whether something is wanted: no or yes."""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return (0, 1)


@dataclass(frozen=True, slots=True)
class PastActs:
    """The numbers of the acts so far, or of those of a name; struck ones too, as a re-run has them before their Judgment."""

    action: str = ""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        acts = [done.entry for done in m.done if done.entry.path and isinstance(done.entry.path[0], tuple)]
        return [entry.number for entry in acts if self.action in ("", entry.path[0][0])]


@dataclass(frozen=True, slots=True)
class Drafts:
    """The texts of the book's drawer, whether or not they could be adopted now: that is found out when one is given."""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[Any]:
        return list(m.book.extra["drafts"].values())

    def named(self, m: Machine, text: str) -> str:
        """Give the name of a text of the drawer."""
        return next((name for name, known in m.book.extra["drafts"].items() if known == text), text)


@dataclass(frozen=True, slots=True)
class Adoptable:
    """A text that could be adopted as an amendment."""

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return not _wrong(m, vars["text"])


@dataclass(frozen=True, slots=True)
class TextWords:
    """Say what the checker says of a text."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        return "\n".join(problem.show(vars["text"].splitlines()) for problem in _wrong(m, vars["text"]))


def _wrong(m: Machine, text: str) -> tuple[Problem, ...]:
    return amending.wrong(m.book.origin or m.book, tuple(m.state.amendments), text)


@dataclass(frozen=True, slots=True)
class UnlessWaiting:
    """A condition that is asked of what acts at once."""

    holds: Holds

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return stacks.waits(m, m.book.actions[vars["action"]]) or self.holds(m, vars)


@dataclass(frozen=True, slots=True)
class Among:
    """What was named is still one of the things that could be."""

    node: nodes.Things

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return vars["it"] in things(self.node, m, vars, ordered=False)


@dataclass(frozen=True, slots=True)
class TilesNear:
    """The tiles within reach of the actor, or that it can walk to."""

    tiles: Node | None
    walking: bool = False

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        ground, here = m.state.setting.grid, m.state.cell(vars["actor"], TILE)
        if ground is None or here < 0:
            return ()
        if self.tiles is None:
            return range(ground.width * ground.height)
        far = reckon(self.tiles, m, vars)
        if self.walking:
            return [tile for tile in grid.steps(ground, here, far) if tile != here]
        return grid.within(ground, here, far)


@dataclass(frozen=True, slots=True)
class TilesAlong:
    """The tiles to which somebody can be slid in a straight line, any way."""

    tiles: Node
    whom: Node

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        ground, here = m.state.setting.grid, tile_of(self.whom, m, vars)
        if ground is None or here < 0:
            return ()
        far = range(1, min(reckon(self.tiles, m, vars), ground.width + ground.height) + 1)
        return sorted({grid.slide(ground, here, way, n) for way in grid.EIGHT for n in far} - {here})


@dataclass(frozen=True, slots=True)
class TilesMarked:
    """The tiles with the name of the actor's cast and a word."""

    mark: str

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return sorted(marked(m, self.mark, vars["actor"]))


def _who(m: Machine, slot: int) -> str:
    return m.book.name_of(m.state, slot)


@dataclass(frozen=True, slots=True)
class RangeWords:
    """Say how far away something is and how far the action reaches."""

    tiles: Node
    spot: str = ""

    def __call__(self, m: Machine, vars: Vars) -> str:
        action, far = m.book.actions[vars["action"]].name, reckon(self.tiles, m, vars)
        ground, here = m.state.setting.grid, tile_of(nodes.Who("actor"), m, vars)
        there = vars[self.spot] if self.spot else m.state.cell(vars["it"], TILE)
        if ground is None or here < 0 or there < 0:
            return f"{action} reaches {far} tiles, and one of the two is not on the map"
        name = ground.words(there) if self.spot else _who(m, vars["it"])
        return f"{name} is {grid.reach(ground, here, there)} tiles away, {action} reaches {far}"


@dataclass(frozen=True, slots=True)
class SightWords:
    """Say that something is out of sight."""

    spot: str = ""

    def __call__(self, m: Machine, vars: Vars) -> str:
        ground = m.state.setting.grid
        name = ground.words(vars[self.spot]) if self.spot and ground is not None else _who(m, vars["it"])
        return f"{_who(m, vars['actor'])} has no line of sight to {name}"


@dataclass(frozen=True, slots=True)
class KindWords:
    """Say that something is not what the action may target."""

    words: str

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{_who(m, vars['it'])} is not {self.words} (seen from {_who(m, vars['actor'])})"


class ActiveWords:
    """Say that something is no longer in play."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{_who(m, vars['it'])} is not active: it is in {m.book.zone_words(m.state, m.state.places[vars['it']])}"


@dataclass(frozen=True, slots=True)
class NeedWords:
    """Say which prerequisite is not met, with its values."""

    node: Node

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{m.book.actions[vars['action']].name} needs {account.settled(self.node, m, vars)}"


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
            return [effects.tell(vars["actor"], part.word)]
        if type(part) in PREPARE:
            return PREPARE[type(part)](part, m, vars)
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
            if type(part) in PREPARE and not isinstance(part, TellOf | Note) and not self._changes(part, m, vars):
                return "something that cannot be done now"
            if isinstance(part, Send):
                wanted = 1 if part.count is None else reckon(part.count, m, vars)
                if sum(effects.how_much(m, change) for change in sends(part, m, vars)) < wanted:
                    return f"{wanted} of {part.what.words if isinstance(part.what, nodes.Things) else 'it'}"
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


@dataclass(frozen=True, slots=True)
class Payable:
    """The costs can be paid in full."""

    costs: Costs

    def __call__(self, m: Machine, vars: Vars) -> bool:
        made = m.book.fast.get(id(self))
        if made is None:
            quick = not self.costs.extra
            made = fast.payable(m.book, self.costs.parts, self._payable) if quick else self._payable
            m.book.fast[id(self)] = made
        if made(m, vars):
            return True
        return bool(m.book.payments) and "paying" not in vars and bool(made(payments.richest(m, vars["player"]), vars))

    def _payable(self, m: Machine, vars: Vars) -> bool:
        return not self.costs.missing(m, vars)


@dataclass(frozen=True, slots=True)
class TollPayable:
    """What a target costs in addition can be paid with the rest; where it costs nothing, the rest has been asked about."""

    tolls: tuple[Alter, ...]
    payable: Payable

    def __call__(self, m: Machine, vars: Vars) -> bool:
        owed = vars.get("extra") or any(reckon(toll.amount, m, vars) for toll in self.tolls)
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


@dataclass(frozen=True, slots=True)
class Limited:
    """An action may be used so many times until a structure ends."""

    key: str
    most: int

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return m.state.tallies.get((self.key, vars["source"]), 0) < self.most


@dataclass(frozen=True, slots=True)
class LimitWords:
    """Say that a limit is reached."""

    key: str
    most: int

    def __call__(self, m: Machine, vars: Vars) -> str:
        what, _, structure = self.key.partition("/")
        used = m.state.tallies.get((self.key, vars["source"]), 0)
        return f"{_who(m, vars['actor'])} has used {what} {used} of {self.most} times this {structure.casefold()}"


@dataclass(frozen=True, slots=True)
class Cooled:
    """An action is not kept from being used again."""

    action: int

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return (vars["actor"], ("cooldown", self.action)) not in m.state.touched


@dataclass(frozen=True, slots=True)
class CoolingWords:
    """Say that an action cannot be used again yet."""

    action: int

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{_who(m, vars['actor'])} has used {m.book.actions[self.action].name} too recently"


@dataclass(frozen=True, slots=True)
class OthersTurn:
    """It is not the actor's own turn."""

    structure: str
    casts: bool = False  # a turn is that of a whole cast

    def __call__(self, m: Machine, vars: Vars) -> bool:
        frame = m.state.innermost(self.structure)
        whose = NOWHERE if frame is None else frame.vars.get("actor", NOWHERE)
        same = whose == vars["actor"] or (self.casts and whose != NOWHERE and m.player_of(whose) == m.player_of(vars["actor"]))
        return not same


class TurnWords:
    """Say that a reaction is for others' turns."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{m.book.actions[vars['action']].name} is a reaction and cannot be used in {_who(m, vars['actor'])}'s own turn"


class SpeedWords:
    """Say that an action is not fast enough."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        action = m.book.actions[vars["action"]]
        return f"{action.name} is {action.speed or 'of no speed'}, too slow for what is on top of the stack"


def need(node: Node, rule: str, classed: bool = False) -> Check:
    """Make the check of a prerequisite; of an action that waits it is asked when it is popped."""
    return Check("needs", rule, UnlessWaiting(Holds(node)) if classed else Holds(node), NeedWords(node), once=True)


def cost(alterations: Iterable[Alter], rule: str) -> Check:
    """Make the check that costs can be paid."""
    costs = Costs(tuple(alterations))
    return Check("cost", rule, Payable(costs), CostWords(costs), once=True)


def limit(key: str, most: int, rule: str) -> Check:
    """Make the check of a limit."""
    return Check("limit", rule, Limited(key, most), LimitWords(key, most))
