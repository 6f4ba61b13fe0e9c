"""Abilities: used in a row, put out of use, or allowed outside their normal time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.kernel.change import effects, gate
from rulewright.kernel.change.lasting import begin
from rulewright.kernel.evaluation.evaluate import evaluate, whom
from rulewright.kernel.flow.agenda import Control, Executors, Machine, ask, call, go
from rulewright.kernel.legality import availability, judging
from rulewright.kernel.legality.menus import Menu, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import instructions, marks, own_procedures
from rulewright.program.declared import ALONE
from rulewright.program.definition import Action
from rulewright.program.modes import Use
from rulewright.program.slots import ANSWER, FREE, GRATIS, INSTRUCTED, USER

DONE = "done"


def marked(m: Machine, slot: int, mark: int) -> list[Action]:
    """List the abilities with a mark that something has and that are in use, in the printed order."""
    found = [] if slot == NOWHERE else [m.book.actions[index] for index in availability.abilities(m, slot)]
    able = [a for a in found if mark in a.kinds and judging.misplaced(m, a, slot) is None]
    return [a for a in able if availability.in_use(m, slot, a.index)]


def _use(node: instructions.Permit, m: Machine, vars: Vars, at: int) -> Control | None:
    """Use the next ability; a thing that left or lies face down has none left, and one that came back is another thing."""
    slot = evaluate(node.who, m, vars)
    ref = NOWHERE if slot == NOWHERE else m.state.ref(slot)
    in_use = tuple(action.index for action in marked(m, slot, node.mark))
    begun, left = by_name.pair(vars, node.rest) or (ref, in_use)
    by_name.drop(vars, node.rest)
    left = tuple(index for index in left if index in in_use and begun == ref)
    if not left:
        return None
    action = m.book.actions[left[0]]
    m.emit(("told", f"{m.book.words[node.mark]} resolves", action.name))
    return call(action.procedure, judging.given(m, action, slot, {}), str(at), by_name.having(vars, node.rest, (ref, left[1:])))


def _silence(node: instructions.Silence, m: Machine, vars: Vars, at: int) -> Control | None:
    """Ask for one ability after another; if only one is left and it must be chosen, nobody is asked."""
    if node.count is None:
        silent = begin(m, vars, whom(node.of, m, vars), "what it can do", availability.ALL_SILENT, node.until)
        return gate.through(m, silent, str(at + 1), vars)
    slot, done = evaluate(node.of, m, vars), max(0, by_name.thing(vars, node.done))
    by_name.drop(vars, node.done)
    if ANSWER in vars:
        name = vars.pop(ANSWER)[1][0]
        if name == DONE:
            return None
        _put_out(node, m, vars, slot, str(name))
        return go(
            str(at), by_name.having(vars, node.done, done + 1)
        )  # what is settled before the next choice must not lose this one
    left = marked(m, slot, node.mark)
    if not left or done >= evaluate(node.count, m, vars):
        return None
    if len(left) == 1 and not (node.fewer and done):
        _put_out(node, m, vars, slot, left[0].name)
        return None
    return ask((m.player_of(vars["actor"]),), str(at), by_name.having(vars, node.done, done))


def _put_out(node: instructions.Silence, m: Machine, vars: Vars, slot: int, name: str) -> None:
    action = next(action for action in marked(m, slot, node.mark) if action.name == name)
    effects.do(m, *begin(m, vars, [slot], name, ("silent", action.index), node.until))


def menu(node: instructions.Silence, m: Machine, vars: Vars) -> Menu:
    """Offer the abilities that are still in use."""
    slot = evaluate(node.of, m, vars)
    names = [action.name for action in marked(m, slot, node.mark)]
    namer = Namer(m, "word", names, dict.fromkeys(names, (Reference("thing", slot),)))
    return Menu(f"which {m.book.words[node.mark]}", [*names, DONE] if node.fewer and vars.get(node.done) else names, namer)


def _allow(node: instructions.Permit, m: Machine, vars: Vars, at: int) -> Control | None:
    """Open a window for one act; outside the structure of its player nothing happens and nothing is paid."""
    who = evaluate(node.who, m, vars)
    frame = m.state.innermost(node.structure)
    if who == NOWHERE or frame is None or frame.vars.get("player", NOWHERE) != m.player_of(who):
        m.emit(("told", "does nothing outside the action phase"))
        return None
    given: Vars = {"kinds": _kinds(m, node.actions), "discipline": ALONE, "title": "action", "once": True, "must": node.must}
    given |= {"seats": (m.player_of(who),), "only": node.actions, FREE: node.stat, "idle": ""}
    return call(own_procedures.WINDOW, given, str(at + 1), vars)


def _kinds(m: Machine, names: Sequence[int]) -> tuple[int, ...]:
    """Give the kinds of some actions: an action for certain windows has only its marks as kinds."""
    named = [action for action in m.book.actions if action.word in names and marks.ACTION not in action.kinds]
    return (marks.ACTION, *sorted({kind for action in named for kind in action.kinds}))


def _instruct(node: instructions.Permit, m: Machine, vars: Vars, at: int) -> Control | None:
    """Open a window for one act with a thing: by actions that are named or have the mark, or by the action of the card itself."""
    if node.until is not None:
        return _lend(node, m, vars, at)
    slot = next(iter(whom(node.who, m, vars)), NOWHERE)
    by = slot if node.actions and node.by is None else vars["actor"] if node.by is None else evaluate(node.by, m, vars)
    if NOWHERE in (slot, by):
        return None
    player = m.player_of(by)
    if not visibility.knows(m, player, slot):
        effects.show(m, slot, (*visibility.seers(m, slot), player))
    held = [m.book.actions[index] for index in availability.abilities(m, slot)]
    only = tuple(action.word for action in held if _meant(node, action))
    title = m.book.words[node.mark] if node.mark != NOWHERE else "play" if not node.actions else "action"
    given: Vars = {"kinds": _kinds(m, only), "discipline": ALONE, "title": title, "once": True, "must": node.must, "idle": ""}
    given |= {"seats": (player,), "only": only, INSTRUCTED: True, USER: player}
    given |= {"members": (slot,)} if m.book.is_card(m.state, slot) else {"actor": slot}
    given |= {GRATIS: True, FREE: NOWHERE} if node.free else {}
    return call(own_procedures.WINDOW, given, str(at + 1), vars) if only else None


def _meant(node: instructions.Permit, action: Action) -> bool:
    """Say whether an action is one that an effect lets be taken."""
    if node.actions:
        return action.word in node.actions or action.counts_as in node.actions
    return action.played or node.mark in action.kinds


def _lend(node: instructions.Permit, m: Machine, vars: Vars, at: int) -> Control | None:
    """Let cards be played for a while, wherever they lie."""
    by = vars["actor"] if node.by is None else evaluate(node.by, m, vars)
    cards, doing = whom(node.who, m, vars) if by != NOWHERE else (), by_name.having(vars, "actor", by)
    lent = begin(m, doing, cards, "may be played", availability.PLAYABLE, node.until, int(node.free))
    return gate.through(m, lent, str(at + 1), vars)


USES: dict[Use, Callable[[instructions.Permit, Machine, Vars, int], Control | None]] = {
    Use.IN_ORDER: _use,
    Use.ALLOW: _allow,
    Use.INSTRUCT: _instruct,
}
EXECUTE: Executors = {
    instructions.Permit: lambda node, m, vars, at: USES[node.how](node, m, vars, at),
    instructions.Silence: _silence,
}
