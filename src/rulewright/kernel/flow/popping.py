"""Popping: what waits happens when its stack has been quiet long enough, and leaves the stack when it may no longer wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Stepwise, call, end, go
from rulewright.kernel.flow.stacks import OPEN
from rulewright.kernel.state.facts import BLOCKED, NOWHERE, Frame, Vars
from rulewright.program.definition import Action
from rulewright.program.own_procedures import ACT, FLOOR, POPPING, STRAYING, WINDOW

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


class Popping(Stepwise):
    """Pop a quiet stack from the top until a new action is on it or it is empty. What pops may ask, win and end things."""

    name = "popping"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Pop the next action and begin its effect, unless it is blocked or its prerequisites are not met."""
        zone, seen = frame.vars["zone"], frame.vars.get("seen")
        lying = m.state.zones[zone]
        if not lying or (seen is not None and not set(lying) <= set(seen)):
            return end()
        slot = lying[-1]
        action, vars = stacks.resolving(m, slot)
        given: Vars = {"zone": zone, "seen": tuple(lying), "item": slot}
        effects.arrange(m, effects.send(slot, NOWHERE))
        if m.state.cell(slot, BLOCKED):
            return _tell(m, "blocked", slot, given)
        if not m.book.prerequisites_met(m, action, vars):
            return _tell(m, "prerequisites not met", slot, given)
        return _into_action(m, slot, action, vars, given)

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Make the rest of the stack due at once, if a popped action cut the popping short, for example by ending the turn."""
        zone, seen = frame.vars["zone"], frame.vars.get("seen", ())
        kind, owner, touched = m.state.grounds[zone]
        if how == "cut short" and kind >= 0 and set(m.state.zones[zone]) <= set(seen):
            m.emit(("founded", zone, (kind, owner, touched), (kind, owner, m.state.now - m.book.zones[kind].quiet)))

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that a stack is popping."""
        return "a stack pops"


def _tell(m: Machine, word: str, slot: int, given: Vars) -> Control:
    m.emit(("told", word, slot))
    return go("", given)


def _into_action(m: Machine, slot: int, action: Action, vars: Vars, given: Vars) -> Control:
    """Begin the effect of an action that came off a stack, unless its target is no longer on that stack."""
    reached = stacks.reaching(m, action, vars, stacks.home(m, slot))
    if reached is None:
        return _tell(m, "does nothing", slot, given)
    m.emit(("told", "put into action", slot))
    return call(action.procedure, reached, "", given)


class Straying(Popping):
    """Take what may no longer wait off its stack, all in one moment; what is still an action then has its effect, in order."""

    name = "straying"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Take all of them off their stacks, then begin their effects one after another."""
        if "left" not in frame.vars:
            return go("", {"left": tuple(_leave(m, slot) for slot in stacks.stray(m))})
        if not frame.vars["left"]:
            return end()
        slot, *rest = frame.vars["left"]
        action, vars = stacks.resolving(m, slot)
        given: Vars = {"left": tuple(rest), "item": slot}
        return go("", given) if stacks.class_of(m, action) == NOWHERE else _into_action(m, slot, action, vars, given)

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Emit nothing: what has left its stack does not come back."""

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that something leaves its stack."""
        return "an action leaves its stack"


def _leave(m: Machine, slot: int) -> int:
    effects.arrange(m, effects.send(slot, NOWHERE))
    m.emit(("told", "left its stack", slot))
    return slot


BUSY = {FLOOR: (POPPING, STRAYING), WINDOW: (POPPING, STRAYING, ACT)}
"""Procedures that are not finished while a floor or a window is open inside them; time goes on there."""


def dues(m: Machine) -> list[tuple[int, int]]:
    """List when each stack with something on it pops if nothing touches it, and when the floor closes, the next first."""
    if not m.state.agenda or m.state.agenda[-1].procedure not in OPEN:
        return []
    closes = closing(m.state.agenda)
    stacks_ = _quiet(m) if m.book.timed and not held_up(m) else []
    return sorted([*stacks_, *([] if closes is None else [(closes, NOWHERE)])], key=lambda due: (due[0], due[1] == NOWHERE))


def closing(agenda: Sequence[Frame]) -> int | None:
    """Give when the floor closes; None if none is open, or it has no end."""
    return agenda[-1].vars.get("closes") if agenda and agenda[-1].procedure in OPEN else None


def due(m: Machine) -> tuple[int, int] | None:
    """Give the next (time, stack) at which a stack has been quiet long enough, or (time, NOWHERE) at which the floor closes.

    While somebody is asked in the middle of an action, nothing is due until the answer.
    """
    return next(iter(dues(m)), None)


def _quiet(m: Machine) -> list[tuple[int, int]]:
    """List when each stack on which something waits will have been quiet long enough."""
    return [
        (ground[2] + m.book.zones[ground[0]].quiet, zone)
        for zone, ground in enumerate(m.state.grounds)
        if ground[0] >= 0 and m.book.zones[ground[0]].quiet and m.state.zones[zone]
    ]


def held_up(m: Machine) -> bool:
    """Say whether no stack may pop before somebody answers, because something that was popped or performed is unfinished."""
    *under, asking = m.state.agenda
    if asking.procedure not in OPEN:
        return True
    acting = m.book.action_procedures if asking.procedure == WINDOW else ()
    return m.book.timed and any(frame.procedure in BUSY[asking.procedure] or frame.procedure in acting for frame in under)


def run_due(m: Machine, until: int) -> bool:
    """Do everything that is due up to a time, each thing at its own second; say whether there was anything."""
    ran = False
    while (first := due(m)) is not None and first[0] <= until:
        m.state.now, ran = max(first[0], m.state.now), True
        come_due(m, first[1])
    m.state.now = max(until, m.state.now)
    return ran


def come_due(m: Machine, zone: int) -> None:
    """Let what is due happen now, then continue: a stack pops, after which the question is asked again, or the floor closes."""
    frame = m.state.agenda[-1]
    m.state.asked = None
    m.forget()
    m.state.agenda[-1] = frame._replace(step="close" if zone == NOWHERE else "ask")
    if zone != NOWHERE:
        m.push(POPPING, {"zone": zone})
    m.by_clock = True
    try:
        m.run()
    finally:
        m.by_clock = False
