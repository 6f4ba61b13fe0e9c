"""Executes lasting effects: amounts on stats, free uses, cooldowns, given features, each with a duration fixed at its start."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.kernel.change import effects, gate, values
from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.evaluate import evaluate, whom
from rulewright.kernel.flow import nesting
from rulewright.kernel.flow.agenda import Control, Executors, Machine
from rulewright.kernel.legality import availability
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import NOWHERE, Ending, Frame, Lasting, Question, Vars
from rulewright.program import instructions
from rulewright.program.durations import Until
from rulewright.program.modes import Grant, Term


def duration(m: Machine, until: Until | None, vars: Vars, told: bool = True, on: int = NOWHERE) -> Ending | None:
    """Work out when a duration ends, from the current frames and objects; None, with an announcement, if it is over already."""
    if until is None:
        return ()
    if until.how is Term.WHEN:
        return ("when", until.condition, vars.get("actor", NOWHERE))
    structure = until.structure
    if until.how is Term.FRAME:
        if (frame := m.state.innermost(structure)) is None and under_way(m, structure) is not None:
            return ("frame", OUTSIDE)
        if frame is None and told:
            m.emit(("told", f"nothing lasts outside the {m.book.procedure_name(structure)}"))
        return None if frame is None else ("frame", frame.id)
    count = evaluate(until.count, m, vars)
    whose = _own(m, until, on) if until.own and until.whose is None else evaluate(until.whose, m, vars)
    running = m.state.innermost(structure)
    if until.later and running is not None and whose in (NOWHERE, running.vars.get("actor", NOWHERE)):
        count += 1  # "until the end of its next turn", used in its own turn, skips the end of this turn
    return (until.how.value, structure, whose, count)


def _own(m: Machine, until: Until, on: int) -> int:
    """Give to whom the structures of a thing belong: the thing itself, or its player."""
    player = whereabouts.player(m, m.player_of(on)) if until.player and on != NOWHERE else NOWHERE
    return on if player == NOWHERE else player


OUTSIDE = 0
"""Stands for a structure inside which a game has begun, as an example does: it does not end as long as the game goes on."""


def under_way(m: Machine, structure: int) -> Frame | None:
    """Give the innermost structure of a name; a game that begins inside a structure, like an example, counts as inside it."""
    frame, outermost = m.state.innermost(structure), m.state.agenda[0]
    return outermost if frame is None and nesting.encloses(m.book, structure, outermost.procedure) else frame


def begin(m: Machine, vars: Vars, whom: Iterable[int], name: str, question: Question, until: Until | None, amount: int = 1,
          op: str = "set", uses: int | None = None, told: bool = True) -> list[effects.Change]:  # fmt: skip
    """Prepare that a lasting effect begins on each of some objects."""
    by, found = vars.get("actor", NOWHERE), list[effects.Change]()
    for slot in whom:
        fixed = duration(m, until, vars, told, slot)
        if fixed is not None:
            found.append(("last", slot, Lasting(NOWHERE, name, slot, question, op, amount, fixed, uses, by)))
    return found


def _last(node: instructions.Last, m: Machine, vars: Vars, at: int) -> Control | int | None:
    amount = account.number(node.amount, m, vars)
    if node.op != "set" and not amount:
        return None  # an amount of 0 changes nothing
    return gate.through(m, _begun(node, m, vars, amount), str(at + 1), vars)


def _begun(node: instructions.Last, m: Machine, vars: Vars, amount: int, told: bool = True) -> list[effects.Change]:
    """Prepare that an amount on a stat begins to last."""
    question, op = (node.stat, node.op) if node.op in ("add", "set") else ((gate.NEXT, node.stat, node.op), "set")
    return begin(m, vars, whom(node.whom, m, vars), node.name, question, node.until, amount, op, told=told)


def as_a_cost(node: instructions.Last, m: Machine, vars: Vars) -> list[effects.Change]:
    """Prepare a lasting effect as a cost; a question whether it can be paid announces nothing."""
    return _begun(node, m, vars, evaluate(node.amount, m, vars), told=False)


def _free(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    uses, found = evaluate(node.uses, m, vars), list[effects.Change]()
    for slot in whom(node.whom, m, vars):
        question = ("price", availability.called(m, slot, node.action), node.stat)
        found += begin(m, vars, [slot], node.name, question, node.until, 0, uses=uses)
    return found


def _cool(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    action = m.book.actions[vars["action"]]
    return begin(m, vars, [vars["actor"]], action.name, ("cooldown", action.index), node.until)


def _feature(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    question, found = ("feature", node.number), whom(node.whom, m, vars)
    if not node.lost:
        return begin(m, vars, found, node.name, question, node.until)
    for effect in [effect for slot in found for effect in values.touching(m, slot, question)]:
        m.emit(("expired", effect, None))
    return []


def overdue(m: Machine) -> list[Lasting]:
    """List the lasting effects whose ending condition has become true."""
    waiting = [effect for effect in m.state.lasting.values() if effect.until[:1] == ("when",)]
    return [e for e in waiting if evaluate(m.book.untils[int(e.until[1])], m, {"actor": int(e.until[2]), "it": e.object})]


def end_overdue(node: instructions.Course, m: Machine, vars: Vars, at: int) -> Control | int | None:
    for effect in overdue(m) if m.state.lasting and m.book.untils else ():
        m.emit(("expired", effect, None))
    return None


def _classify(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    """Change the class of every action with the name, also of those of different actors."""
    found: list[effects.Change] = []
    for action in m.book.actions:
        if action.word == node.action:
            found += begin(m, vars, [NOWHERE], action.name, ("class", action.index), node.until, node.number)
    return found


def _bar(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    """Keep somebody from using actions of a class, or of classes with a common name, except those of some rules."""
    name = f"no {m.book.words[node.number]} actions"
    return begin(m, vars, whom(node.whom, m, vars), name, ("bar", node.number, node.but), node.until)


def give(node: instructions.Give, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Give somebody something for a duration, or take it away."""
    return gate.through(m, GIVE[node.how](node, m, vars), str(at + 1), vars)


def _forbid(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    """Impose a prohibition, or a change of the costs of acts, on somebody for a while."""
    rule = m.book.prohibitions[node.number]
    amount = 1 if rule.amount is None else evaluate(rule.amount, m, vars)
    uses = None if node.uses is None else evaluate(node.uses, m, vars)
    name, question = node.name or rule.words, ("cannot", node.number)
    return begin(m, vars, whom(node.whom, m, vars), name, question, node.until, amount, uses=uses)


def _mark(node: instructions.Give, m: Machine, vars: Vars) -> list[effects.Change]:
    """Let things have a mark, or lose it."""
    name = f"{'no ' if node.lost else ''}{m.book.words[node.number]}"
    return begin(m, vars, whom(node.whom, m, vars), name, ("mark", node.number), node.until, int(not node.lost))


GIVE: dict[Grant, Callable[[instructions.Give, Machine, Vars], list[effects.Change]]] = {
    Grant.PRICE: _free,
    Grant.COOLDOWN: _cool,
    Grant.FEATURE: _feature,
    Grant.MARK: _mark,
    Grant.BAR: _bar,
    Grant.CANNOT: _forbid,
    Grant.CLASS: _classify,
}
EXECUTE: Executors = {
    instructions.Last: _last,
    instructions.Give: give,
}
