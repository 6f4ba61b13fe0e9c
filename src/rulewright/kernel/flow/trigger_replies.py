"""Replies to events: the holders of met triggers use them, one after another, in the book's order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import gate, memory, triggers
from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.flow import performing
from rulewright.kernel.flow.agenda import Control, ask, end, go
from rulewright.kernel.legality import judging
from rulewright.kernel.state.facts import NOWHERE, Frame, Vars
from rulewright.program import marks
from rulewright.program.slots import ANSWER

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


class TriggerReply(gate.Reply):
    """Let the holders of met triggers reply, one after another, in the book's order."""

    name = "heed"

    def _answer(self, m: Machine, frame: Frame) -> Control:
        return self.answer(m, _noting(frame), "")

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Take the next met trigger to which somebody can respond."""
        while (at := self._next(m, frame)) is not None:
            entry = m.state.noticed[at]
            m.emit(("noticed", at, entry, None))
            index, holder, about = triggers.context(entry)
            given: Vars = {**frame.vars, "bound": NOWHERE, "offer": (index, holder), **about}
            unasked = triggers.unasked(m, m.book.triggers[index])
            if not unasked and not (m.book.triggers[index].optional and self._met(m, given)):
                return go("offer", given)  # a separate step, so that settling before the choice does not lose it
            if unasked and self._possible(m, frame._replace(vars=given)):
                action, vars = self.reaction(m, frame._replace(vars=given))
                return performing.perform(m, action, vars, (action.name,), "", given)
        return end()

    def _offer(self, m: Machine, frame: Frame) -> Control:
        """Ask the holder, if it can still respond."""
        if not self._possible(m, frame):
            return go("", frame.vars)
        return ask((memory.player(m, frame.vars, frame.vars["offer"][1]),), "answer", frame.vars)

    def _next(self, m: Machine, frame: Frame) -> int | None:
        """Find the next met trigger; settling takes only those that happen automatically."""
        noticed = m.state.noticed
        rank = {slot: n for n, slot in enumerate(m.book.order(m))}
        due = [n for n, entry in enumerate(noticed) if not frame.vars.get("own") or triggers.by_itself(m, entry)]
        due = [n for n in due if n >= frame.vars.get("from", 0) and not triggers.stacked(m, noticed[n])]
        late = {n for n in due if m.book.triggers[noticed[n][0]].together}  # more events of the same moment may follow
        due = due if len(triggers.answering(m)) < 2 else [n for n in due if n not in late or frame.vars.get("own")]
        return min(due, key=lambda n: (n in late, rank.get(triggers.heard_by(noticed[n]), len(rank)), n), default=None)

    def _met(self, m: Machine, given: Vars) -> bool:
        """Say whether the limit of reactions to this is reached, or this holder has already reacted to it."""
        index, holder = given["offer"]
        trigger, replied = m.book.triggers[index], given.get("replied", ())
        spent = m.book.replies is not None and sum(it == given["it"] for _, it in replied) >= m.book.replies
        return spent or (marks.REACTION in m.book.actions[trigger.action].kinds and (holder, given["it"]) in replied)

    def _possible(self, m: Machine, frame: Frame) -> bool:
        """Say whether a holder can respond: a thing that is out of play uses no reaction, unless it responds to leaving."""
        action, vars = self.reaction(m, frame)
        index, holder = frame.vars["offer"]
        left = marks.REACTION in action.kinds and m.book.triggers[index].on != "moved" and not m.in_play(holder)
        return not left and judging.open_to(m, action, vars)


def _noting(frame: Frame) -> Frame:
    """Record that a holder replied about something, unless it declined."""
    if frame.vars[ANSWER][1][0] == DECLINE:
        return frame
    replied = (*frame.vars.get("replied", ()), (frame.vars["offer"][1], frame.vars["it"]))
    return frame._replace(vars={**frame.vars, "replied": replied})
