"""Runs procedures of rule text instruction by instruction, and keeps an account if asked to."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import (
    attribution,
    combat,
    edits,
    effects,
    features,
    forbidding,
    gate,
    lasting,
    locating,
    making,
    movement,
    showing,
    values,
    waiting,
    writing,
)
from rulewright.kernel.evaluation import account, happening, relating, traits
from rulewright.kernel.evaluation.evaluate import evaluate, sends, shuffled, whom
from rulewright.kernel.flow import abilities, control, deciding, ordering, secret_choices
from rulewright.kernel.flow.agenda import Control, Executors, Machine, end, go
from rulewright.kernel.flow.control import Outcome
from rulewright.kernel.history import amendments
from rulewright.kernel.legality import candidates, could_change, phrasing, prices
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Frame, Key, Path, Vars
from rulewright.kernel.state.holding import subject_of
from rulewright.program import bookkeeping, expressions, instructions, slots
from rulewright.program.definition import Routine
from rulewright.program.modes import Occasion
from rulewright.program.quick_dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Rule(Routine):
    """A procedure of rule text that the kernel can run."""

    lent: tuple[str, ...] = ()  # the slots in which loops keep whose it is while they use the name

    @classmethod
    def of(cls, routine: Routine) -> Rule:
        """Give a procedure as the kernel runs it."""
        known = {each.name: getattr(routine, each.name) for each in fields(Routine)}
        return cls(**known, lent=bookkeeping.lent(routine.code, "actor"))

    @property
    def untold(self) -> bool:
        """Whether only the rules use it, so that players are not told of it."""
        return self.told == ("",)

    def run(self, m: Machine, frame: Frame) -> Control:
        """Run instructions until one of them waits, calls, or leaves the game unsettled."""
        vars = frame.vars.copy()
        at = int(frame.step or 0)
        while at < len(self.code):
            instruction = self.code[at]
            outcome = EXECUTE[type(instruction)](instruction, m, vars, at)
            if outcome is None:
                at += 1
            elif isinstance(outcome, int):
                at = outcome
            else:
                return outcome
            if m.state.unsettled:
                return go(str(at), vars)
        return end()

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Offer what somebody is to choose or to decide."""
        choose = self.code[int(frame.step or 0)]
        if isinstance(choose, instructions.Each) and choose.secret:
            return secret_choices.menu(choose, m, frame, player, picks)
        if picks:
            return None
        if isinstance(choose, instructions.Decide):
            return deciding.menu(choose, m, frame.vars)
        if isinstance(choose, instructions.Each):
            return ordering.menu(choose, m, frame.vars)
        if isinstance(choose, instructions.Silence):
            return abilities.menu(choose, m, frame.vars)
        assert isinstance(choose, instructions.Choose)
        return secret_choices.things_menu(choose, m, frame.vars)

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Emit nothing; only lasting effects that end with the frame depend on it."""

    def words(self, m: Machine, frame: Frame) -> str:
        """Name the procedure, its actor and its step; words that begin with a comma continue the part before."""
        at = int(frame.step or 0)
        if self.untold:
            return ""
        if "/" in self.name:
            return self._step(at)
        actor = subject_of(self, frame)
        who = m.book.name_of(m.state, actor) if actor != NOWHERE and self.subject else ""
        if self.told:
            return self._told(m, frame, who)
        return f"{self.title or self.name}{f' of {who}' if who and self.announced else ''}{self._step(at)}"

    def stage(self, frame: Frame) -> tuple[tuple[str, ...], int]:
        """Name the steps of a structure, and give the number of the current one, from 1."""
        at = max(int(frame.step or 0), 1)
        return tuple(name for _, name in self.labels), sum(start < at for start, _ in self.labels)

    def _told(self, m: Machine, frame: Frame, who: str) -> str:
        """Describe a structure in its own words, and its step; of several nested ones, the outermost and the innermost."""
        here, told = m.state.agenda.index(frame), [_tells(m, each) for each in m.state.agenda]
        inside, more = here > 0 and told[here - 1], here + 1 < len(told) and told[here + 1]
        words = "".join(
            who if part is None else part if isinstance(part, str) else str(evaluate(part, m, frame.vars)) for part in self.told
        )
        if inside:
            return "" if more else f", {words}"
        passed = [name for start, name in self.labels if start < max(int(frame.step or 0), 1)]
        return words if more else ", ".join([words, *passed[-1:]])

    def _step(self, at: int) -> str:
        """Name the current step: of a structure by its name, of an action that runs a structure by its number."""
        passed = [name for start, name in self.labels if start < max(at, 1)]
        if not passed or (
            not self.announced and not any(isinstance(each, instructions.Run) and not each.own for each in self.code)
        ):
            return ""
        return f", step {len(passed)} of {len(self.labels)}{f' ({passed[-1]})' if passed[-1] else ''}"


def _tells(m: Machine, frame: Frame) -> bool:
    """Say whether a frame belongs to a structure with a description of its own."""
    procedure = m.book.procedures[frame.procedure]
    return bool(getattr(procedure, "told", ())) and not getattr(procedure, "untold", False)


def _declare(node: instructions.Declare, m: Machine, vars: Vars, at: int) -> Outcome:
    action = m.book.actions[vars["action"]]
    for limit in node.limits:
        writing.tally(m, limit, vars["source"])
    if m.account is not None:
        picked = [(pick.kind, pick.name) for pick in action.picks if pick.name in vars]
        names = [_named(m, kind, it) for kind, name in picked for it in by_name.all_in(vars, name)]
        rule = f" ({action.rule})" if action.rule else ""
        target = f" → {', '.join(names)}" if names else ""
        account.note(m, f"{m.book.name_of(m.state, vars['actor'])}: {action.name}{target}{rule}")
    return None


def _named(m: Machine, kind: str, it: Key) -> str:
    """Name what was picked; for a text, say what it changes."""
    return amendments.headline(str(it)) if kind == "text" else Namer(m, kind)(it)


def _test(node: instructions.Test, m: Machine, vars: Vars, at: int) -> Outcome:
    before, judged = len(m.events), node.told and m.state.setting.scene in m.book.judged
    check = features.edged(m, vars, node.condition) if judged else node.condition
    if m.account is not None and isinstance(check, expressions.Compare):
        hit = node.told and m.book.actions[vars["action"]].hostile
        true, told = account.compare(check, m, vars, hit)
        account.note(m, f"  {told}", check, vars)
    else:
        true = bool(evaluate(check, m, vars))
    if node.shown:
        vars[slots.NATURAL] = features.first_die(m, vars, before, check)
    if judged:
        true = features.judge(m, vars, true, before, check)
    if node.told:
        m.emit(("told", "check", "passed" if true else "failed", m.book.actions[vars["action"]].name))
    return None if true else node.otherwise


def _alter(node: instructions.Alter, m: Machine, vars: Vars, at: int) -> Outcome:
    slots, shares = whom(node.whom, m, vars), dict(by_name.shares(vars, node.shares))
    by_name.drop(vars, node.shares)
    rolled = _rolled(node, m, vars)
    amount = 0 if node.each else account.number(node.amount, m, rolled)
    changes = []
    for slot in slots:
        amount = account.number(node.amount, m, rolled) if node.each else shares.get(slot, 0) if node.shares else amount
        paid = _priced(m, vars, slot, node.stat, amount) if node.price else amount
        changes.append(effects.alter(slot, node.stat, node.op, paid, node.tag))
    if not node.sure:
        return gate.through(m, changes, str(at + 1), vars)
    effects.do(m, *changes)
    return None


def _rolled(node: instructions.Alter, m: Machine, vars: Vars) -> Vars:
    """Multiply the dice of damage by what a feature says about the check."""
    damage = slots.DICE in vars and node.op == "-=" and node.stat == m.book.damage
    return {**vars, "times": vars[slots.DICE]} if damage else vars


def _priced(m: Machine, vars: Vars, slot: int, stat: int, amount: int) -> int:
    """Give the amount of a cost, using up what makes it cheaper; nothing in the stat from which the act is free."""
    if slots.GRATIS in vars or stat == vars.get(slots.FREE, NOWHERE):
        return 0
    paid, limited = values.price(m, slot, vars["action"], stat, amount)
    if limited is not None and paid != amount:
        values.use(m, limited)
        account.note(m, f"  {limited.name}: {paid} instead of {amount} {m.book.stats[stat].name}.")
    found = prices.said(m, vars, stat)
    prices.use_up(m, found)
    return prices.folded(paid, found) if found else paid


def _send(node: instructions.Send, m: Machine, vars: Vars, at: int) -> Outcome:
    if node.what is None:
        if (zone := shuffled(node, m, vars)) != NOWHERE:
            effects.shuffle(m, zone)
        return None
    changes = sends(node, m, vars)
    mixed = [effects.mixing(zone) for zone in dict.fromkeys(change[2] for change in changes)] if node.mixed else []
    return gate.through(m, [*changes, *mixed], str(at + 1), vars)


def _refresh(node: instructions.Course, m: Machine, vars: Vars, at: int) -> Outcome:
    """Set stats to what they become: of whom the structure belongs to, or of everybody who plays."""
    found = [(index, stat.refresh) for index, stat in enumerate(m.book.stats) if stat.refresh is not None]
    renewed = [(index, to) for index, (structure, to) in found if structure == node.structure]
    actor, players = vars.get("actor", NOWHERE), m.state.refs(0, "players")
    acting = [slot for slot in m.live() if (slot in players if players else not m.book.is_card(m.state, slot))]
    whose = acting if actor == NOWHERE else [actor]
    changes = [effects.alter(slot, index, "=", to) for slot in whose for index, to in renewed]
    return gate.through(m, changes, str(at + 1), vars)


def _tell(node: instructions.Tell, m: Machine, vars: Vars, at: int) -> Outcome:
    word = m.book.words[node.word]
    if node.what is not None:
        return gate.through(m, [effects.tell(slot, word) for slot in whom(node.what, m, vars)], str(at + 1), vars)
    actor = vars.get("actor", NOWHERE)
    m.emit(("told", word) if actor == NOWHERE else ("told", word, actor))
    return None


locating.PREPARE[instructions.Last] = lasting.as_a_cost
KINDS = (forbidding, happening, relating, traits, candidates, could_change, phrasing)
"""The modules that add rows to the tables for evaluating expressions and records."""

OCCASIONS: dict[Occasion, Callable[[instructions.Course, Machine, Vars, int], Outcome]] = {
    **control.OCCASIONS,
    Occasion.REFRESH: _refresh,
    Occasion.BEGIN_FEATURES: features.begin,
    Occasion.OVERDUE: lasting.end_overdue,
    Occasion.STRAYS: waiting.leave_stacks,
    Occasion.STRIKE: waiting.strike,
}
EXECUTE: Executors = {
    **control.FLOW,
    **showing.EXECUTE,
    **deciding.EXECUTE,
    **abilities.EXECUTE,
    **attribution.EXECUTE,
    **combat.EXECUTE,
    **lasting.EXECUTE,
    instructions.Each: secret_choices.each,
    instructions.Declare: _declare,
    instructions.Test: _test,
    instructions.Alter: _alter,
    instructions.Send: _send,
    instructions.Adjust: edits.adjust,  # other adjustments are those of features
    instructions.Tell: _tell,
    instructions.Travel: movement.travel,
    instructions.Station: locating.place,
    instructions.Bind: locating.place,
    instructions.Intervene: waiting.intervene,
    instructions.Make: making.make,
    instructions.Course: lambda node, m, vars, at: OCCASIONS[node.how](node, m, vars, at),
}
