"""Interrupt windows: before a prepared change happens, players use abilities that can alter it, as often as they can pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import gate
from rulewright.kernel.flow.agenda import Control, ask, end, go
from rulewright.kernel.flow.windows import Window
from rulewright.kernel.legality import judging
from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Frame, Key, Path, Vars
from rulewright.program import marks
from rulewright.program.definition import Action
from rulewright.program.slots import AMOUNT, ANSWER, PENDING, WOULD

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


class Interrupts(Window):
    """The window over a frame that holds prepared changes: it closes when everybody who could do something passes in a row.

    What can be used depends on the current changes. An ability with a cost can be used repeatedly, also by players who got it
    during the window; one without a cost is used once, by those who had it when the window opened. A player with nothing to use
    is not asked: only what everybody knows can be used, so this reveals nothing.
    """

    name = "interrupts"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        seats = m.book.seats(m)
        more: Vars = {"seats": seats, "holder": seats[0], "passes": 0, "kinds": (marks.INTERRUPT,), "title": "interrupt window"}
        hearing = gate.listening(m, _held(m, frame).vars, again=True)
        fixed = [(index, m.state.ref(holder)) for index, holder in hearing if m.book.triggers[index].fixed]
        return go("ask", {**frame.vars, **more, "fixed": tuple(fixed)})

    def _ask(self, m: Machine, frame: Frame) -> Control:
        given = frame.vars
        while given["passes"] < len(given["seats"]):
            if any(m.player_of(holder) == given["holder"] for _, holder in self._hearing(m, frame)):
                return ask((given["holder"],), "answer", given)
            given = self._next(m, frame, given)
        return end(given.get("used"))

    def _acted(self, m: Machine, frame: Frame) -> Control:
        used = frame.vars[ANSWER][1][0]
        left = tuple(each for each in frame.vars["fixed"] if (_action(m, each[0]).name, each[1]) != used)
        return go("ask", {**frame.vars, "passes": 0, "used": True, "fixed": left})

    def _passed(self, m: Machine, frame: Frame) -> Control:
        return go("ask", self._next(m, frame, frame.vars))

    def _next(self, m: Machine, frame: Frame, given: Vars) -> Vars:
        return {**given, "passes": given["passes"] + 1, "holder": self._after(m, frame, given["holder"])}

    def _hearing(self, m: Machine, frame: Frame) -> list[tuple[int, int]]:
        """List each (trigger, holder) that could alter the current changes."""
        hearing = gate.listening(m, _held(m, frame).vars, again=True)
        fixed, listens = frame.vars["fixed"], m.book.triggers
        return [(n, slot) for n, slot in hearing if not listens[n].fixed or (n, m.state.ref(slot)) in fixed]

    def _legal(self, m: Machine, frame: Frame, player: int) -> dict[Key, tuple[Action, Vars]]:
        found: dict[Key, tuple[Action, Vars]] = {}
        for index, holder in self._hearing(m, frame):
            action = _action(m, index)
            vars = self.start(m, frame, action, holder)
            if m.player_of(holder) == player and judging.completable(m, action, vars, 0):
                found.setdefault(Offer(action.name, m.state.ref(holder)), (action, vars))
        return found

    def is_whole(self, m: Machine, frame: Frame, player: int, path: Path) -> bool:
        """Leave the answer to the menus: what may be used depends on the current changes."""
        return False

    def _offered(self, m: Machine, frame: Frame, player: int, offer: Key) -> tuple[Action, Vars]:
        return self._legal(m, frame, player)[offer]

    def start(self, m: Machine, frame: Frame, action: Action, slot: int) -> Vars:
        """Give the variables with which an interrupt starts: what it is about, and the changes that it may alter."""
        held = _held(m, frame)
        hearing = [n for n in m.book.would if m.book.triggers[n].action == action.index]
        heard = tuple(it for n in hearing for it in gate.heard(m, m.book.triggers[n], slot, held.vars))
        about: Vars = {"it": heard[0] if heard else NOWHERE, "heard": heard, WOULD: held.id, PENDING: len(m.state.noticed)}
        vars = judging.given(m, action, slot, {**about, **by_name.only(held.vars, ("attacker", "cause"))})
        return {**vars, AMOUNT: gate.amount(m, held.vars, vars)}


def _action(m: Machine, index: int) -> Action:
    return m.book.actions[m.book.triggers[index].action]


def _held(m: Machine, frame: Frame) -> Frame:
    """Give the frame that holds the changes."""
    held = m.state.frame(frame.vars[WOULD])
    assert held is not None  # it waits below the window
    return held
