"""Popping: what waits happens when its stack has been quiet long enough, and leaves it when it may no longer wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel import effects, stacks
from rulewright.kernel.acts import Action
from rulewright.kernel.agenda import Control, Stepwise, call, end, go
from rulewright.kernel.state import BLOCKED, NOWHERE, Frame, Vars

if TYPE_CHECKING:
    from rulewright.kernel.agenda import Machine


class Popping(Stepwise):
    """Pop a quiet stack from the top until a new action lies on it or it is empty. What a timer does never waits for a person."""

    name = "popping"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Pop the next action and put it into action, unless it is blocked or its prerequisites are not met."""
        zone, seen = frame.vars["zone"], frame.vars.get("seen")
        lying = m.state.zones[zone]
        if not lying or (seen is not None and not set(lying) <= set(seen)):
            return end()
        slot = lying[-1]
        action, vars = stacks.resolving(m, slot)
        given = {"zone": zone, "seen": tuple(lying)}
        effects.do(m, effects.send(slot, NOWHERE))
        if m.state.cell(slot, BLOCKED):
            return _tell(m, "blocked", slot, given)
        if not m.book.prerequisites_met(m, action, vars):
            return _tell(m, "prerequisites not met", slot, given)
        return _into_action(m, slot, action, vars, given)

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that a stack is popping."""
        return "a stack pops"


def _tell(m: Machine, word: str, slot: int, given: Vars) -> Control:
    m.emit(("told", word, slot))
    return go("", given)


def _into_action(m: Machine, slot: int, action: Action, vars: Vars, given: Vars) -> Control:
    """Let what came off a stack have its effect, unless it is aimed at something that is not on that stack."""
    reached = stacks.reaching(m, action, vars, stacks.home(m, slot))
    if reached is None:
        return _tell(m, "does nothing", slot, given)
    m.emit(("told", "put into action", slot))
    return call(action.procedure, reached, "", given)


class Straying(Popping):
    """Take what may no longer wait off its stack, all in one instant; what is still an action then has its effect, in order."""

    name = "straying"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Take everything off, then put one after another into action."""
        if "left" not in frame.vars:
            return go("", {"left": tuple(_leave(m, slot) for slot in stacks.stray(m))})
        if not frame.vars["left"]:
            return end()
        slot, *rest = frame.vars["left"]
        action, vars = stacks.resolving(m, slot)
        given = {"left": tuple(rest)}
        return go("", given) if stacks.class_of(m, action) == NOWHERE else _into_action(m, slot, action, vars, given)

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that something leaves its stack."""
        return "an action leaves its stack"


def _leave(m: Machine, slot: int) -> int:
    effects.do(m, effects.send(slot, NOWHERE))
    m.emit(("told", "left its stack", slot))
    return slot


def due(m: Machine) -> tuple[int, int] | None:
    """Give the next (time, stack) at which a stack has been quiet long enough, or (time, NOWHERE) at which the floor closes."""
    times = [
        (ground[2] + m.book.zones[ground[0]].quiet, zone)
        for zone, ground in enumerate(m.state.grounds)
        if ground[0] >= 0 and m.book.zones[ground[0]].quiet and m.state.zones[zone]
    ]
    closes = m.state.agenda[-1].vars.get("closes") if m.state.agenda else None
    first = min(times, default=None)
    if closes is not None and (first is None or closes < first[0]):
        return closes, NOWHERE
    return first


def come_due(m: Machine, zone: int) -> None:
    """Let what is due happen now: a stack pops, or the floor closes and play goes on."""
    if zone == NOWHERE:
        frame = m.state.agenda[-1]
        m.state.asked = None
        m.state.agenda[-1] = frame._replace(step="close")
        m.run()
        return
    asked, m.state.asked = m.state.asked, None
    depth = len(m.state.agenda)
    m.push("popping", {"zone": zone})
    m.run(depth)
    m.state.asked = asked
