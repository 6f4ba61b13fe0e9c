"""Payments: actions that are used automatically while something else is paid for, as often as necessary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects
from rulewright.kernel.legality import availability, judging
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import Frame, Vars
from rulewright.program.slots import PAYING

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.program.definition import Action

MOST = 200
"""How many of them may be used to pay for one act."""

Means = tuple[int, int, tuple[int, ...]]  # action, source, what was picked


def means(m: Machine, player: int) -> Iterator[Means]:
    """Give what a player could use now to pay, in the order of the book; of things that are alike only the first."""
    for index in m.book.payments:
        seen = set()
        for use in _uses(m, player, index):
            alike = _alike(m, use[1], *use[2])
            if alike not in seen:
                seen.add(alike)
                yield use


def _uses(m: Machine, player: int, index: int) -> Iterator[Means]:
    """Give every use of one action for a payment."""
    action = m.book.actions[index]
    for slot in availability.usable(m, index, player):
        vars = judging.given(m, action, slot, {PAYING: True})
        if judging.failure(m, action, vars) is None:
            for picked in [(it,) for it in judging.legal_options(m, action.picks[0], vars)] if action.picks else [()]:
                yield index, slot, picked


def _alike(m: Machine, *slots: int) -> tuple[tuple[str, int, bytes], ...]:
    width = m.state.width
    return tuple((m.state.names[s], m.state.places[s], bytes(m.state.cells[s * width : (s + 1) * width])) for s in slots)


def vars_of(m: Machine, use: Means) -> tuple[Action, Vars]:
    """Give the action of a payment and the variables with which it starts."""
    index, slot, picked = use
    action = m.book.actions[index]
    named = by_name.filled((pick.name, it) for pick, it in zip(action.picks, picked, strict=True))
    return action, {**judging.given(m, action, slot, {PAYING: True}), **named}


def _imagined(m: Machine) -> Machine:
    """Give a copy of a game in which nothing is settled and nobody is asked."""
    other = type(m)(m.book, m.state.copy(), m.seed)
    other.bare, other.deaf, other.state.since = m.bare, True, None
    return other


def _use(m: Machine, use: Means) -> None:
    """Use a payment in an imagined game."""
    action, vars = vars_of(m, use)
    agenda, m.state.agenda = m.state.agenda, []
    for cost in action.costs:
        effects.do(m, *judging.changes(m, (cost,), vars))
    _run(m, Frame(0, action.procedure, "", vars))
    m.state.agenda = agenda
    m.forget()


def _used(m: Machine, use: Means) -> Machine:
    other = _imagined(m)
    _use(other, use)
    return other


def _run(m: Machine, frame: Frame) -> None:
    """Run a procedure and those it calls, as long as nobody is asked."""
    frames = [frame]
    while frames:
        frame = frames.pop()
        control = m.book.procedures[frame.procedure].run(m, frame)
        if control[0] == "go":
            frames.append(frame._replace(step=control[1], vars=control[2]))
        elif control[0] == "call":
            frames.append(frame._replace(step=control[3], vars=control[4]))
            frames.append(Frame(0, control[1], "", control[2]))
        elif control[0] != "end":
            return


def richest(m: Machine, player: int) -> Machine:
    """Give an imagined game in which a player has used every possible payment, one after another."""
    known = m.memo.richest
    if player not in known:
        rich = _imagined(m)
        for index in m.book.payments:
            for use in list(_uses(rich, player, index))[:MOST]:
                _use(rich, use)
        known[player] = rich
    return known[player]


def short(m: Machine, action: Action, vars: Vars) -> int:
    """Say how much is missing for an action's costs."""
    return effects.shortage(m, judging.changes(m, (*action.costs, *judging.added(m)), vars))


def plan(m: Machine, action: Action, vars: Vars) -> tuple[Means, ...] | None:
    """Give the payments for an act, each of which reduces what is missing; None if they are not enough."""
    steps: list[Means] = []
    missing: int = short(m, action, vars)
    while missing and len(steps) < MOST:
        nearer = _nearer(m, vars["player"], lambda other: short(other, action, vars), missing)
        if nearer is None:
            return None
        use, m, missing = nearer
        steps.append(use)
    return tuple(steps)


def _nearer(m: Machine, player: int, lack: Callable[[Machine], int], missing: int) -> tuple[Means, Machine, int] | None:
    """Give the first payment after which less is missing."""
    for use in means(m, player):
        other = _used(m, use)
        left = lack(other)
        if left < missing:
            return use, other, left
    return None
