"""Performing: an act with a cost is paid, checked again, and then acts at once or waits on a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, gate, guises, writing
from rulewright.kernel.flow import choosing, stacks
from rulewright.kernel.flow.agenda import Control, Stepwise, call, end, go
from rulewright.kernel.history import deeds
from rulewright.kernel.legality import judging, payments
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name, events
from rulewright.kernel.state.facts import KIND, NOWHERE, Frame, Path, Since, Vars
from rulewright.program import own_procedures
from rulewright.program.definition import Action, Pick
from rulewright.program.slots import MEANS, PAYING

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def _lost(m: Machine, pick: Pick, vars: Vars) -> bool:
    """Say whether the payment, or a response since then, has made a pick invalid."""
    if pick.spent or any(check.name == "cost" for check in pick.whole):
        return False  # the picks were used for the payment
    picked = by_name.all_in(vars, pick.name)
    return any(judging.first_failed_check(m, pick, by_name.having(vars, pick.name, it), it, again=True) for it in picked)


def _first_lost(m: Machine, action: Action, vars: Vars) -> Pick | None:
    """Give the first pick of an act that is no longer valid."""
    return next((pick for pick in action.picks if pick.name in vars and _lost(m, pick, vars)), None)


def _pay(m: Machine, action: Action, vars: Vars) -> None:
    """Pay for an act, and use up the effects that change the cost of one act."""
    from rulewright.kernel.legality import prices  # imported here, because that module imports this one

    said = prices.before(m, vars)
    for cost in (*action.costs, *judging.added(m)):
        effects.do(m, *judging.changes(m, (cost,), vars))
    prices.use_up(m, said)


class Performing(Stepwise):
    """The procedure of an act that is paid first: pay, check again, then act at once or wait on a stack."""

    name = "act"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Pay, with the help of payment actions if necessary."""
        action = m.book.actions[frame.vars["action"]]
        paying = frame.vars.get(PAYING)
        if not paying and MEANS not in frame.vars:
            m.state.since = (m.state.barred, [])
        if m.book.payments and not paying:
            step = self._raise(m, frame, action)
            if step is not None:
                return step
        _pay(m, action, frame.vars)
        return go("check", frame.vars)

    def _raise(self, m: Machine, frame: Frame, action: Action) -> Control | None:
        """Use the next payment action for the costs; None if no more is needed."""
        planned = frame.vars[MEANS] if MEANS in frame.vars else payments.plan(m, action, frame.vars)
        if planned is None:
            return self._undo(m, frame, m.state.since, "cost")
        if not planned:
            return None
        _, vars = payments.vars_of(m, planned[0])
        return call(own_procedures.ACT, vars, "", {**frame.vars, MEANS: planned[1:]})

    def _check(self, m: Machine, frame: Frame) -> Control:
        """Test again whether the targets are legal: paying may have removed one."""
        action = m.book.actions[frame.vars["action"]]
        if frame.vars.get(PAYING):
            return go("place", frame.vars)
        since, m.state.since = m.state.since, None
        seen = visibility.view_as(m, frame.vars["player"])
        lost = _first_lost(seen, action, frame.vars)
        if lost is None or (m.book.partial and not m.book.strict):
            return self._aim(m, frame, action)
        if since is None or any(event[0] in events.FINAL for event in since[1]):
            m.emit(("told", "fizzled", action.name))
            return end("fizzled")
        return self._undo(m, frame, since, lost.name)

    def _aim(self, m: Machine, frame: Frame, action: Action) -> Control:
        """Tell what was chosen, if a rule responds to that; an act that does not wait gets the responses before its effect."""
        if not m.book.noting_choices:
            return go("place", frame.vars)
        before, aims = len(m.state.noticed), [pick for pick in action.picks if pick.kind == "object" and not pick.spent]
        choosing.chosen(m, [it for pick in aims for it in by_name.all_in(frame.vars, pick.name)])
        settled = m.book.settle is not None and m.book.settle.answers  # in such books players respond only while the game settles
        if len(m.state.noticed) == before or stacks.waits(m, action) or settled:
            return go("place", frame.vars)
        return call(own_procedures.REPLY, {"from": before}, "answered", frame.vars)

    def _answered(self, m: Machine, frame: Frame) -> Control:
        """Continue, unless a response to the choice has removed a target."""
        action = m.book.actions[frame.vars["action"]]
        if m.book.partial or _first_lost(visibility.view_as(m, frame.vars["player"]), action, frame.vars) is None:
            return go("place", frame.vars)
        m.emit(("told", "fizzled", action.name))
        return go("done", frame.vars)

    def _undo(self, m: Machine, frame: Frame, since: Since | None, lost: str) -> Control:
        assert since is not None  # it was kept when the payment began
        m.state.since = None
        for event in reversed(since[1]):
            m.emit(events.inverse(event), heard=False)
        m.emit(("undone", frame.vars["player"], m.book.actions[frame.vars["action"]].name, lost, len(since[1])))
        m.state.barred = (*since[0], frame.vars["path"])
        return end("undone")

    def _place(self, m: Machine, frame: Frame) -> Control:
        action = m.book.actions[frame.vars["action"]]
        if "performed" in m.book.listeners:
            m.emit(("performed", frame.vars["actor"], action.index))
        if action.played:
            guises.lend(m, frame.vars["source"], frame.vars["player"])
        origin: Vars = {}
        if action.noted:
            deeds.note(m, action, frame.vars)
            origin = {"origin": deeds.origin(m, action, frame.vars)}
        if action.onto != NOWHERE:
            effects.arrange(m, effects.send(frame.vars["source"], m.state.owned(action.onto, frame.vars["player"])))
        if stacks.waits(m, action):
            for limit in action.limits:
                writing.tally(m, limit, frame.vars["source"])
            stacks.put(m, action, frame.vars)
            return end("stacked")
        if action.of_class != NOWHERE and stacks.astray(m, action, frame.vars, NOWHERE):
            m.emit(("told", "does nothing", action.name))
            return end("done")
        if action.of_class != NOWHERE:
            m.emit(("told", "put into action", action.name))
        return call(action.procedure, frame.vars, "done", {**frame.vars, **origin})

    def _done(self, m: Machine, frame: Frame) -> Control:
        """Let the card go where such cards go; something may come before that, or replace it."""
        action = m.book.actions[frame.vars["action"]]
        source = frame.vars["source"]  # a rule that belongs to nobody may be about something that keeps waiting
        going = [] if m.state.cell(source, KIND) == m.book.item else stacks.put_away(m, action, source)
        return gate.through(m, going, "away", frame.vars) or self._away(m, frame)

    def _away(self, m: Machine, frame: Frame) -> Control:
        action = m.book.actions[frame.vars["action"]]
        if action.noted:
            deeds.complete(m, action, frame.vars, "ended")
        return end("resolved" if action.stack == "through" else "done")

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Complete an act that is cut short: it is no longer taken back, and its card goes to its zone."""
        if not frame.vars.get(PAYING):
            m.state.since = None
        if how == "cut short" and "origin" in frame.vars:
            action = m.book.actions[frame.vars["action"]]
            effects.do(m, *stacks.put_away(m, action, frame.vars["source"]))
            deeds.complete(m, action, frame.vars, how)

    def words(self, m: Machine, frame: Frame) -> str:
        """Name the action, unless its rule is in progress, which names it."""
        return "" if frame.step == "done" else m.book.actions[frame.vars["action"]].name


def perform(m: Machine, action: Action, vars: Vars, path: Path, then: str, mine: Vars,
            into: str | None = None) -> Control:  # fmt: skip
    """Begin an act from a window: at once if nothing is paid first, otherwise as a transaction."""
    noted = "performed" in m.book.listeners or m.book.priced or (action.picks and m.book.noting_choices)
    if action.costs or action.stack or action.after != NOWHERE or action.of_class != NOWHERE or noted:
        return call(own_procedures.ACT, {**vars, "path": path}, then, mine, into)
    return call(action.procedure, vars, then, mine, into)
