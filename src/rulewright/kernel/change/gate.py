"""The gate, which every change passes: rules can forbid it, replace it, or act before it; then it happens and is noticed.

A prepared change to which somebody could respond is held in a frame while reactions amend it and interrupts are used.
Changes of one instruction pass the gate together, happen in one moment and are noticed after it (`moment`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel.change import effects, foreseeing, triggers
from rulewright.kernel.change.effects import Change
from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.flow import performing
from rulewright.kernel.flow.agenda import Control, Stepwise, ask, call, end, go, leave
from rulewright.kernel.legality import acts, having, judging
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import fill
from rulewright.kernel.state.facts import NOWHERE, Frame, Vars
from rulewright.program import marks
from rulewright.program.definition import Action, Trigger
from rulewright.program.slots import ANSWER, MEMORY, PENDING, REFS, WOULD

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def through(m: Machine, changes: Sequence[Change], then: str, mine: Vars) -> Control | None:
    """Let the prepared changes of an effect happen together, now or after a frame that holds them."""
    changes = effects.permitted(m, changes)
    control = would(m, changes, then, mine) if m.book.would else None
    if control is None:
        effects.do(m, *changes)
    return control


def would(m: Machine, changes: Sequence[Change], then: str, mine: Vars) -> Control | None:
    """Call a frame that holds prepared changes, if anybody could respond to them or has done so for the whole act; else None."""
    given = {**_scene(m), "changes": _unspared(m, changes, mine), "met": mine.get("met", ()), "spared": mine.get("spared", ())}
    if len(given["changes"]) == len(changes):
        if not any(_concerns(m.book.triggers[n], change) for n in m.book.would for change in changes):
            return None
        if not any(next(listening(m, given, again=again), None) for again in (False, True)):
            return None
    return call("would", given, then, mine)


def _unspared(m: Machine, changes: Sequence[Change], mine: Vars) -> tuple[Change, ...]:
    """Leave out changes that were negated for the whole act, and say for whom."""
    spared = [change for change in changes if change[1:4] in mine.get("spared", ())]
    for change in spared:
        m.emit(("told", "negated", change[1]))
    return tuple(change for change in changes if change not in spared)


def _scene(m: Machine) -> Vars:
    """Give who causes the changes, for the triggers."""
    about = triggers.cause(m)
    return {"attacker": about.get("actor", NOWHERE), "cause": about.get("action", NOWHERE)}


def listening(m: Machine, given: Vars, again: bool = False) -> Iterator[tuple[int, int]]:
    """Give each (trigger, holder) that may respond to the prepared changes: once, or with `again` as often as it can."""
    if not again and m.book.replies is not None and sum(met[2] for met in given["met"]) >= m.book.replies:
        return
    wanted = [(index, m.book.triggers[index]) for index in m.book.would if m.book.triggers[index].again == again]
    for index, trigger in [each for each in wanted if each[1].everyone]:  # nobody's ability: it applies to whom a change is about
        for holder in dict.fromkeys(change[1] for change in given["changes"]):
            if not _met(m, given, index, holder) and heard(m, trigger, holder, given):
                yield index, holder
    wanted = [each for each in wanted if not each[1].everyone]
    for holder in triggers.awake(m, m.live()) if wanted else ():
        held = having.abilities(m, holder)
        for index, trigger in wanted:
            if trigger.action in held and not _met(m, given, index, holder) and heard(m, trigger, holder, given):
                yield index, holder


def _concerns(trigger: Trigger, change: Change) -> bool:
    """Say whether a trigger may respond to a prepared change: a trigger for a stat responds only to changes of this stat."""
    kind, stat = foreseeing.concerned(change)
    return trigger.of in ("", kind) and trigger.stat in (None, stat)


def _met(m: Machine, given: Vars, index: int, holder: int) -> bool:
    """A listener meets a trigger once, whether it replied (1) or declined (0); a thing that has reacted does not react again."""
    reactions = [met for met in given["met"] if met[2] and marks.REACTION in m.book.actions[m.book.triggers[met[0]].action].kinds]
    reacts = marks.REACTION in m.book.actions[m.book.triggers[index].action].kinds
    return any(met[:2] == (index, holder) for met in given["met"]) or (reacts and any(met[1] == holder for met in reactions))


def heard(m: Machine, trigger: Trigger, holder: int, given: Vars) -> tuple[int, ...]:
    """Give the things of those prepared changes to which a listener may respond."""
    if triggers.silent(m, trigger.action, given["cause"]) or not having.in_use(m, holder, trigger.action):
        return ()
    action = m.book.actions[trigger.action]
    about, found = judging.given(m, action, holder, given), []
    for change in given["changes"]:
        befalls = _concerns(trigger, change) and (not trigger.everyone or change[1] == holder)
        if befalls and judging.holds(m, trigger.test, {**about, "it": change[1], **_under_consideration(m, change)}):
            found.append(change[1])
    if not found:
        return ()
    vars = {**about, "it": found[0]}
    return tuple(found) if judging.open_to(m, action, vars) else ()


def _under_consideration(m: Machine, change: Change) -> Vars:
    """Give a prepared change and the event that it would cause, for who asks about them."""
    return {"change": change, "event": foreseeing.foreseen(m, change)}


class Reply(Stepwise):
    """The common part of the two reply procedures: one holder is asked once whether to use a reaction."""

    def menu(self, m: Machine, frame: Frame, player: int, picks: tuple[Any, ...]) -> Menu | None:
        """Offer the reaction and to decline, unless it must be used; then the picks of the reaction."""
        action, vars = self.reaction(m, frame)
        offer = Offer(action.name, m.state.ref(vars["source"]))
        if not picks:
            declining = [DECLINE] * m.book.triggers[frame.vars["offer"][0]].optional
            keys = [offer, *declining] if judging.completable(m, action, vars, 0) else [DECLINE]
            return Menu(f"{m.book.name_of(m.state, vars['source'])} may answer", keys, Namer(m, "plain"))
        return None if picks[0] == DECLINE else acts.next_menu(m, action, vars, picks[1:])

    def reaction(self, m: Machine, frame: Frame) -> tuple[Action, Vars]:
        """Give the reaction on offer and the variables it starts from."""
        index, holder = frame.vars["offer"]
        action = m.book.actions[m.book.triggers[index].action]
        extra: Vars = {k: frame.vars[k] for k in ("attacker", "cause", "it", "heard", "bound", REFS, MEMORY) if k in frame.vars}
        # What was noticed before is handled by the interrupted action, not by the reaction.
        return action, judging.given(m, action, holder, {**extra, WOULD: frame.id, PENDING: len(m.state.noticed)})

    def answer(self, m: Machine, frame: Frame, back: str) -> Control:
        """Perform the reaction, or continue if it was declined."""
        _, picks = frame.vars[ANSWER]
        if picks[0] == DECLINE:
            return go("", frame.vars)
        action, vars = self.reaction(m, frame)
        vars = fill(action, vars, picks[1:])
        return performing.perform(m, action, vars, picks, back, {**frame.vars, "used": True})

    def words(self, m: Machine, frame: Frame) -> str:
        """Name who responds."""
        if "offer" not in frame.vars:
            return ""
        return f"{m.book.name_of(m.state, frame.vars['offer'][1])} may answer"


class Would(Reply):
    """Hold prepared changes, let each listener reply once, open a window for interrupts, then let the changes happen."""

    name = "would"

    def _answer(self, m: Machine, frame: Frame) -> Control:
        return self.answer(m, frame, "used")

    def _used(self, m: Machine, frame: Frame) -> Control:
        met = frame.vars["met"]
        return go("", {**frame.vars, "met": (*met[:-1], (*met[-1][:2], 1))})

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Ask the next listener, or open the window for interrupts."""
        offer = next(listening(m, frame.vars), None)
        if offer is None or not frame.vars["changes"]:
            return call("interrupts", {WOULD: frame.id}, "interrupted", frame.vars, "interrupted")
        about = heard(m, m.book.triggers[offer[0]], offer[1], frame.vars)
        met = {**frame.vars, "offer": offer, "it": about[0], "heard": about, "met": (*frame.vars["met"], (*offer, 0))}
        if triggers.unasked(m, m.book.triggers[offer[0]]):
            action, vars = self.reaction(m, frame._replace(vars=met))
            return performing.perform(m, action, vars, (action.name,), "", met)
        return ask((m.player_of(offer[1]),), "answer", met)

    def _interrupted(self, m: Machine, frame: Frame) -> Control:
        """Let the changes happen, unless a reaction made the rest of this component impossible; `then` happens anyway."""
        part, answered = m.state.agenda[-2], frame.vars.get("used") or frame.vars["interrupted"]
        _remember(m, frame.vars)
        if answered and part.procedure not in m.book.action_procedures and not _still_possible(m):
            m.emit(("told", "no longer possible"))
            return leave(part.id)
        effects.do(m, *frame.vars["changes"])
        return end()


def _remember(m: Machine, held: Vars) -> None:
    """Tell the rest of the act which reactions have met it and whom they spare: this component and later ones."""
    part, below = m.state.agenda[-2], m.state.agenda[-3:-2]
    whole = below if "action" in part.vars and part.procedure not in m.book.action_procedures else []
    met = tuple(each for each in held["met"] if m.book.triggers[each[0]].optional)  # a reaction without a choice meets every line
    for frame in (part, *whole):
        m.amend(frame.id, {"met": met} | ({"spared": held["spared"]} if held.get("spared") else {}))


def _still_possible(m: Machine) -> bool:
    """Test again, after a reaction, whether the actor and targets of the interrupted action are valid."""
    vars = triggers.cause(m)
    if not vars:
        return True
    action = m.book.actions[vars["action"]]
    return m.in_play(vars["actor"]) and not any(
        judging.first_failed_check(m, pick, vars, vars[pick.name], again=True) for pick in action.picks if pick.name in vars
    )
