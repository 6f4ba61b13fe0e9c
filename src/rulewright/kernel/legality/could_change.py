"""Whether the effect of an act could change anything now. Its cost and the responses of others do not count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rulewright.kernel.change import effects
from rulewright.kernel.change.lasting import under_way
from rulewright.kernel.evaluation.evaluate import evaluate, sends, shuffled, things, whom
from rulewright.kernel.flow.abilities import marked
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import availability, checks, judging
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import building, expressions, instructions
from rulewright.program.conditions import CouldChange
from rulewright.program.modes import Holds, Occasion, Order, Question, Term, Use
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.slots import CHOSEN, FREE

UNPICKED = ("target", CHOSEN, "other")
DEPTH = 8  # how many nested structures are examined
JUDGED: Final = "judged"  # the actions being examined, each because the one before would allow it
LENT = 3  # after so many, the last is assumed to change something


def _could_change(test: CouldChange, m: Machine, vars: Vars) -> bool:
    action, judged = m.book.actions[vars["action"]], vars.get(JUDGED, ())
    if action.index in judged or len(judged) >= LENT:
        return action.index not in judged  # an action that only allows itself again changes nothing
    vars = {**vars, JUDGED: (*judged, action.index)}
    for pick in action.picks:
        if pick.several and judging.legal_options(m, pick, vars):
            return True  # if there is anything to choose, there is potential, even if nothing is chosen then
    chosen = by_name.filled((pick.name, ()) for pick in action.picks if pick.several)
    return _could(m, action.procedure, {**chosen, **vars}, 0)


def _could(m: Machine, procedure: int, vars: Vars, depth: int) -> bool:
    """Say whether a procedure could change something in the current state."""
    instructions = m.book.procedures[procedure].code  # type: ignore[attr-defined]
    return _Look(m, procedure, instructions, depth).could(0, len(instructions), vars)


@dataclass(frozen=True, slots=True)
class _Look:
    """An examination of the instructions of one procedure, so many structures deep."""

    m: Machine
    procedure: int
    code: Sequence[instructions.Instruction]
    depth: int

    def could(self, at: int, end: int, vars: Vars) -> bool:
        """Say whether any instruction of a range could change something."""
        while at < end:
            node = self.code[at]
            if isinstance(node, instructions.Test):
                holds = self._unknown(at, node.condition, vars) or evaluate(node.condition, self.m, vars)
                at = at + 1 if holds else node.otherwise
                continue
            if isinstance(node, instructions.Each) and node.order not in (Order.TIMES, Order.CHANGING, Order.CASTS, Order.CHOSEN):
                assert node.of is not None
                found = [] if self._unknown(at, node.of, vars) else things(node.of, self.m, vars)
                if any(self.could(at + 1, node.end - 1, by_name.having(vars, node.var, it)) for it in found):
                    return True
                at = node.end
                continue
            if self._changes(at, node, vars):
                return True
            if isinstance(node, instructions.Choose):  # there is nothing to choose, so effects on it change nothing
                vars = by_name.having(by_name.having(vars, node.var, NOWHERE), node.ones, ())
            at += 1
        return False

    def _changes(self, at: int, node: instructions.Instruction, vars: Vars) -> bool:
        judge = COULD_CHANGE.get(type(node))
        return judge is None or self._unknown(at, node, vars) or judge(node, self.m, vars, self.depth)

    def _unknown(self, at: int, node: instructions.Instruction | expressions.Expression, vars: Vars) -> bool:
        """Say that something could change, because a later pick or choice could be anything."""
        known, key = self.m.book.caches.open_names, (self.procedure, at)
        asked = known.get(key)
        if asked is None:
            spoken_of = {part for part in building.walk(node) if isinstance(part, expressions.Slot)}
            asked = known[key] = tuple(part.name for part in spoken_of if part.holds is Holds.NUMBER or part.name in UNPICKED)
        return any(name not in vars for name in asked)


def _alter(node: instructions.Alter, m: Machine, vars: Vars, depth: int) -> bool:
    if building.rolls(node.amount):
        return True
    amount = evaluate(node.amount, m, vars)
    return any(effects.how_much(m, effects.alter(s, node.stat, node.op, amount)) for s in whom(node.whom, m, vars))


def _last(node: instructions.Last, m: Machine, vars: Vars, depth: int) -> bool:
    if node.until is not None and node.until.how is Term.FRAME and under_way(m, node.until.structure) is None:
        return False
    return building.rolls(node.amount) or node.op == "set" or evaluate(node.amount, m, vars) != 0


def _send(node: instructions.Send, m: Machine, vars: Vars, depth: int) -> bool:
    if node.what is None:
        zone = shuffled(node, m, vars)
        return zone != NOWHERE and bool(m.state.zones[zone])
    return any(effects.how_much(m, change) for change in sends(node, m, vars))


def _run(node: instructions.Run, m: Machine, vars: Vars, depth: int) -> bool:
    actor: Vars = {} if node.actor is None else {"actor": evaluate(node.actor, m, vars)}
    return depth >= DEPTH or _could(m, node.procedure, {**vars, **actor}, depth + 1)


def _choose(node: instructions.Choose, m: Machine, vars: Vars, depth: int) -> bool:
    """Say whether there could be something to choose; a hidden thing might be what is looked for."""
    return bool(things(node.of, m, vars)) or any(_might_be(node, m, vars, slot) for slot in _unseen(m, node, vars["player"]))


def _unseen(m: Machine, node: instructions.Choose, player: int) -> list[int]:
    kinds = set(node.of.zones) if m.book.secret else ()
    lying = [slot for zone, ground in enumerate(m.state.grounds) if ground[0] in kinds for slot in m.state.zones[zone]]
    return [slot for slot in lying if not visibility.knows(m, player, slot)]


def _might_be(node: instructions.Choose, m: Machine, vars: Vars, slot: int) -> bool:
    lies = [test for test in node.of.tests if isinstance(test, expressions.Lies)]
    return all(evaluate(test, m, {**vars, "it": slot}) for test in lies)


def _allow(node: instructions.Permit, m: Machine, vars: Vars, depth: int) -> bool:
    """Say whether an action that an effect allows is possible."""
    who = evaluate(node.who, m, vars)
    if who == NOWHERE:
        return False
    held = [(slot, m.book.actions[n]) for slot in m.book.sources(m, m.player_of(who)) for n in availability.abilities(m, slot)]
    wanted = [(slot, a) for slot, a in held if a.word in node.actions or a.counts_as in node.actions]
    more: Vars = {FREE: node.stat, JUDGED: vars[JUDGED]}
    given = [(a, judging.given(m, a, slot, more)) for slot, a in wanted]
    return any(judging.failure(m, action, vars) is None and judging.completable(m, action, vars, 0) for action, vars in given)


COULD_CHANGE: dict[type, Callable[[building.Node, Machine, Vars, int], bool]] = {
    **dict.fromkeys((instructions.Declare, instructions.Tell, instructions.Jump), lambda node, m, vars, depth: False),
    instructions.Course: lambda node, m, vars, depth: (
        node.how not in (Occasion.HEED, Occasion.HEED_OWN, Occasion.EXPIRE, Occasion.TALLY, Occasion.STRAYS)
    ),
    instructions.Each: lambda node, m, vars, depth: node.order not in (Order.TIMES, Order.CHANGING),
    instructions.Decide: lambda node, m, vars, depth: node.how is not Question.WHETHER,  # the effect is not known yet
    instructions.Alter: _alter,
    instructions.Last: _last,
    instructions.Send: _send,
    instructions.Run: _run,
    instructions.Choose: _choose,
    instructions.Show: lambda node, m, vars, depth: bool(whom(node.what, m, vars)),
    instructions.Silence: lambda node, m, vars, depth: (
        node.count is None or bool(marked(m, evaluate(node.of, m, vars), node.mark))
    ),
    instructions.Permit: lambda node, m, vars, depth: node.how is not Use.ALLOW or _allow(node, m, vars, depth),
}
"""How much each kind of instruction could change; a kind that is not listed always has potential."""

judging.TESTS |= {CouldChange: checks.asked(_could_change)}
