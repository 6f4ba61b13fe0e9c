"""Popping: what waits happens when its stack has been quiet long enough, and leaves it when it may no longer wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.kernel import effects, stacks
from rulewright.kernel.acts import Action
from rulewright.kernel.agenda import Control, call, end, go
from rulewright.kernel.menus import Menu
from rulewright.kernel.state import BLOCKED, NOWHERE, Frame, Vars

if TYPE_CHECKING:
    from rulewright.kernel.agenda import Machine


class Popping:
    """Pop a quiet stack from the top until a new action lies on it or it is empty."""

    name = "popping"
    announced = False

    def run(self, m: Machine, frame: Frame) -> Control:
        """Pop the next action and put it into action, unless it is blocked or its prerequisites are not met."""
        zone, seen = frame.vars["zone"], frame.vars.get("seen")
        lying = m.state.zones[zone]
        if not lying or (seen is not None and not set(lying) <= set(seen)):
            return end()
        slot = lying[-1]
        action, vars = stacks.resolving(m, slot)
        given = {"zone": zone, "seen": tuple(lying)}
        blocked = m.state.cell(slot, BLOCKED)
        effects.do(m, effects.send(slot, NOWHERE))
        return self._act(m, action, vars, given, bool(blocked))

    def _act(self, m: Machine, action: Action, vars: Vars, given: Vars, blocked: bool) -> Control:
        if blocked:
            return _tell(m, "blocked", action, given)
        if not m.book.prerequisites_met(m, action, vars):
            return _tell(m, "prerequisites not met", action, given)
        return _into_action(m, action, vars, given)

    def menu(self, m: Machine, frame: Frame, player: int, picks: tuple[Any, ...]) -> Menu | None:
        """Work done by a timer never waits for a person."""
        return None

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Nothing hangs on the frame."""

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that a stack is popping."""
        return "a stack pops"


def _tell(m: Machine, word: str, action: Action, given: Vars) -> Control:
    m.emit(("told", word, action.name))
    return go("", given)


def _into_action(m: Machine, action: Action, vars: Vars, given: Vars) -> Control:
    """Let what came off a stack have its effect, unless it is aimed at something that is not on that stack."""
    if stacks.astray(m, action, vars, given["zone"]):
        return _tell(m, "does nothing", action, given)
    m.emit(("told", "put into action", action.name))
    return call(action.procedure, vars, "", given)


class Straying(Popping):
    """Take what may no longer wait off its stack, one after another; what is still an action has its effect at once."""

    name = "straying"

    def run(self, m: Machine, frame: Frame) -> Control:
        """Take the next one off."""
        slot = stacks.stray(m)
        if slot == NOWHERE:
            return end()
        action, vars = stacks.resolving(m, slot)
        given = {"zone": m.state.places[slot]}
        effects.do(m, effects.send(slot, NOWHERE))
        if stacks.class_of(m, action) == NOWHERE:
            return _tell(m, "left its stack", action, given)
        m.emit(("told", "left its stack", action.name))
        return _into_action(m, action, vars, given)

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that something leaves its stack."""
        return "an action leaves its stack"


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
