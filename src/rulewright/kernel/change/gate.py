"""The gate, which every change passes: rules can forbid it, replace it, or act before it; then it happens and is noticed.

A prepared change to which somebody could respond is held in a frame while reactions amend it and interrupts are used.
Changes of one instruction pass the gate together, happen in one moment and are noticed after it (`moment`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, foreseeing, replacements, triggers, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.flow import performing
from rulewright.kernel.flow.agenda import Control, Stepwise, ask, call, end, go, leave
from rulewright.kernel.legality import acts, availability, judging
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import fill
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE, Frame, Key, Path, Vars
from rulewright.program import marks, own_procedures
from rulewright.program.definition import Action, Trigger
from rulewright.program.slots import AMOUNT, ANSWER, JOINED, MEMORY, PENDING, REFS, WOULD

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

ORDERED = "ordered"
"""The step at which a player says which of several abilities comes first."""
NEXT = "next"
"""The question of lasting effects that prevent a coming gain or loss of a stat."""


def through(m: Machine, changes: Sequence[Change], then: str, mine: Vars) -> Control | None:
    """Pass the prepared changes of an effect through the gate together: they happen now, or a frame is called that holds them.

    What is done instead of a held change, or with it, joins that change.
    """
    if JOINED in mine and (held := m.state.frame(mine[JOINED])) is not None:
        more = replacements.inherited(m, held.vars, mine.get("it", NOWHERE), changes)
        m.amend(held.id, {**more, "changes": (*held.vars["changes"], *changes)})
        return None
    changes = effects.permitted(m, changes, happening=False)
    control = would(m, changes, then, mine) if m.book.would or m.book.shielding else None
    if control is None:
        effects.do(m, *changes)
    return control


def would(m: Machine, changes: Sequence[Change], then: str, mine: Vars) -> Control | None:
    """Call a frame that holds prepared changes if anybody could respond to them or has done so for the whole act; else None."""
    met = (*mine.get("met", ()), *_applied(m))
    given: Vars = {**_scene(m), "changes": _unspared(m, changes, mine), "met": met, "spared": mine.get("spared", ())}
    if len(given["changes"]) == len(changes):
        about = {foreseeing.concerned(change) for change in changes}
        if not any(_concerns(m.book.triggers[n], *each) for n in m.book.would for each in about) and not shields(m, changes):
            return None
        if not any(next(listening(m, given, again=again), None) for again in (False, True)):
            return None
    return call(own_procedures.BEFORE_CHANGE, given, then, mine)


def _applied(m: Machine) -> list[tuple[int, int, int]]:
    """List the abilities that are being applied to a held change without a choice: they do not respond to their own results."""
    held = [frame.vars for frame in m.state.agenda if frame.procedure == own_procedures.BEFORE_CHANGE]
    found = [vars["offer"] for vars in held if "offer" in vars]
    return [(*offer, 0) for offer in found if not m.book.triggers[offer[0]].optional]


def _unspared(m: Machine, changes: Sequence[Change], mine: Vars) -> tuple[Change, ...]:
    """Leave out changes that were negated for the whole act, and list the things they were about."""
    spared = [change for change in changes if change[1:4] in mine.get("spared", ())]
    for change in spared:
        m.emit(("told", "negated", change[1]))
    return tuple(change for change in changes if change not in spared)


def _scene(m: Machine) -> Vars:
    """Give who causes the changes, for the triggers."""
    about = triggers.cause(m)
    return {"attacker": about.get("actor", NOWHERE), "cause": about.get("action", NOWHERE)}


def listening(m: Machine, given: Vars, again: bool = False) -> Iterator[tuple[int, int]]:
    """Give each (trigger, holder) that may answer the prepared changes: once, or `again` as often as it can.

    A lasting effect (an ability that follows or, without a trigger, a prevention) is given as a number from -2 downwards.
    """
    if not again and m.book.replies is not None and sum(met[2] for met in given["met"]) >= m.book.replies:
        return
    wanted = [(index, m.book.triggers[index]) for index in m.book.would if m.book.triggers[index].again == again]
    for index, trigger in [each for each in wanted if each[1].everyone]:  # nobody's: it applies to whoever a change is about
        for holder in dict.fromkeys(change[1] for change in given["changes"]):
            if not _met(m, given, index, holder) and heard(m, trigger, holder, given):
                yield index, holder
    if not again:
        yield from ((NOWHERE, holder) for holder in shields(m, given["changes"]) if not _met(m, given, NOWHERE, holder))
    for index, trigger in [each for each in wanted if each[1].following]:
        for effect in values.touching(m, NOWHERE, (triggers.FOLLOWS, trigger.action)):
            if not _met(m, given, index, -2 - effect.id) and heard(m, trigger, -2 - effect.id, given):
                yield index, -2 - effect.id
    wanted = [each for each in wanted if not each[1].everyone and not each[1].following]
    for holder in triggers.awake(m, m.live()) if wanted else ():
        held = availability.abilities(m, holder)
        for index, trigger in wanted:
            if trigger.action in held and not _met(m, given, index, holder) and heard(m, trigger, holder, given):
                yield index, holder


def shields(m: Machine, changes: Sequence[Change]) -> list[int]:
    """List the lasting effects that prevent the next of certain changes."""
    if not m.book.shielding:
        return []
    keys = dict.fromkeys((each[1], (NEXT, each[2], each[3])) for each in changes if each[0] == "alter" and each[4] > 0)
    return [-2 - index for key in keys for index in m.state.touched.get(key, ())]


def _concerns(trigger: Trigger, kind: str, stat: int | None) -> bool:
    """Say whether a trigger may listen to a prepared change, by the event that it would cause and by its stat."""
    return trigger.of in ("", kind) and trigger.stat in (None, stat)


def _met(m: Machine, given: Vars, index: int, holder: int) -> bool:
    """Say whether a listener has replied (1) or declined (0) before; a thing that has reacted does not react again."""
    if any(met[:2] == (index, holder) for met in given["met"]):
        return True
    reactions = [met for met in given["met"] if met[2] and marks.REACTION in m.book.actions[m.book.triggers[met[0]].action].kinds]
    reacts = index != NOWHERE and marks.REACTION in m.book.actions[m.book.triggers[index].action].kinds
    return reacts and any(met[1] == holder for met in reactions)


def holder_of(m: Machine, holder: int) -> tuple[int, int]:
    """Give to whom the ability of a listener belongs, and what it follows for; for a prevention, whom it protects."""
    if holder >= NOWHERE:
        return holder, NOWHERE
    effect = m.state.lasting[-2 - holder]
    if isinstance(effect.question, tuple) and effect.question[0] == NEXT:
        return effect.object, NOWHERE
    bound = effect.amount
    return effect.by, bound % LIVES if bound != NOWHERE and m.state.alive(bound) else NOWHERE


def heard(m: Machine, trigger: Trigger, holder: int, given: Vars) -> tuple[int, ...]:
    """Give the things of the prepared changes to which a listener may respond: all of them or, one by one, the next."""
    slot, bound = holder_of(m, holder)
    if triggers.silent(m, trigger.action, given["cause"]) or not availability.in_use(m, slot, trigger.action):
        return ()
    action = m.book.actions[trigger.action]
    about: Vars = {**judging.given(m, action, slot, given), "bound": bound}
    found = [change[1] for change in given["changes"] if _hears(m, trigger, about, change)]
    if trigger.separate:
        found = [it for it in found if (trigger.action, holder, it) not in given.get("treated", ())][:1]
    if not found:
        return ()
    vars: Vars = {**about, "it": found[0]}
    return tuple(found) if judging.open_to(m, action, vars) else ()


def _hears(m: Machine, trigger: Trigger, about: Vars, change: Change) -> bool:
    """Say whether a trigger is met by a prepared change."""
    befalls = _concerns(trigger, *foreseeing.concerned(change)) and (not trigger.everyone or change[1] == about["source"])
    return befalls and judging.holds(m, trigger.test, {**about, "it": change[1], **_under_consideration(m, change)})


def parts(m: Machine, held: Vars, vars: Vars) -> list[int]:
    """List the held changes to which an ability in progress responds, by their places."""
    listens = [m.book.triggers[n] for n in m.book.would if m.book.triggers[n].action == vars["action"]]
    one = any(trigger.separate for trigger in listens)
    wanted = [(n, change) for n, change in enumerate(held["changes"]) if not one or change[1] == vars["it"]]
    return [n for n, change in wanted if any(_hears(m, trigger, vars, change) for trigger in listens)]


def amount(m: Machine, held: Vars, vars: Vars) -> int:
    """Give the amount of a stat in the changes to which an ability responds; for other changes, their number."""
    heard = [held["changes"][n] for n in parts(m, held, vars)]
    return sum(change[4] if change[0] == "alter" else 1 for change in heard)


def _under_consideration(m: Machine, change: Change) -> Vars:
    """Give a prepared change and the event that it would cause, as variables for tests."""
    event = foreseeing.foreseen(m, change)
    return {"change": change} if event is None else {"change": change, "event": event}


class Reply(Stepwise):
    """What the two reply procedures share: one holder is asked once whether to use a reaction."""

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Offer the reaction and to decline, unless it must be used; then the picks of the reaction."""
        action, vars = self.reaction(m, frame)
        offer = Offer(action.name, m.state.ref(vars["source"]))
        if not picks:
            declining = [DECLINE] * m.book.triggers[frame.vars["offer"][0]].optional
            keys: list[Key] = [offer, *declining] if judging.completable(m, action, vars, 0) else [DECLINE]
            return Menu(f"{m.book.name_of(m.state, vars['source'])} may answer", keys, Namer(m, "plain"))
        return None if picks[0] == DECLINE else acts.next_menu(m, action, vars, picks[1:])

    def reaction(self, m: Machine, frame: Frame) -> tuple[Action, Vars]:
        """Give the reaction on offer and the variables it starts from."""
        index, holder = frame.vars["offer"][0], holder_of(m, frame.vars["offer"][1])[0]
        action = m.book.actions[m.book.triggers[index].action]
        extra = by_name.only(frame.vars, ("attacker", "cause", "it", "heard", "bound", REFS, MEMORY))
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
        return f"{m.book.name_of(m.state, holder_of(m, frame.vars['offer'][1])[0])} may answer"


class BeforeChange(Reply):
    """Hold prepared changes, let each listener reply once, open a window for what interrupts, then let the changes happen."""

    name = "would"

    def _answer(self, m: Machine, frame: Frame) -> Control:
        return self.answer(m, frame, "used")

    def _used(self, m: Machine, frame: Frame) -> Control:
        met, (index, holder) = frame.vars["met"], frame.vars["offer"]
        if holder < NOWHERE:  # an ability that follows is used once
            triggers.use_up(m, m.state.lasting[-2 - holder])
        replied = met if m.book.triggers[index].separate else (*met[:-1], (*met[-1][:2], 1))
        return go("", {**frame.vars, "met": replied})

    def reaction(self, m: Machine, frame: Frame) -> tuple[Action, Vars]:
        """Give the reaction on offer, with the amount of the changes and what it follows for."""
        action, vars = super().reaction(m, frame)
        vars |= {"bound": holder_of(m, frame.vars["offer"][1])[1]} if frame.vars["offer"][1] < NOWHERE else {}
        return action, {**vars, AMOUNT: amount(m, frame.vars, vars)}

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Ask the next listener, or open the window for what interrupts."""
        given: Vars = {**frame.vars, "changes": tuple(effects.permitted(m, frame.vars["changes"], happening=False))}
        offers = list(listening(m, given)) if given["changes"] else []
        if not offers:
            return call(own_procedures.INTERRUPTS, {WOULD: frame.id}, "interrupted", given, "interrupted")
        rivals, player = replacements.rivals(m, given, offers)
        if len(rivals) > 1:
            return ask((player,), ORDERED, {**given, "among": tuple(rivals)})
        return self._use(m, frame, given, offers[0])

    def _ordered(self, m: Machine, frame: Frame) -> Control:
        """Use the ability that the player chose as the first."""
        _, (chosen, *_) = frame.vars[ANSWER]
        assert isinstance(chosen, int)  # the place of a listener, which was on the menu
        return self._use(m, frame, frame.vars, frame.vars["among"][chosen])

    def _use(self, m: Machine, frame: Frame, given: Vars, offer: tuple[int, int]) -> Control:
        """Ask a listener, or use it where nobody is asked."""
        met: Vars = {**given, "met": (*given["met"], (*offer, 0))}
        if offer[0] == NOWHERE:
            return go("", {**met, "changes": replacements.prevented(m, given["changes"], -2 - offer[1])})
        trigger = m.book.triggers[offer[0]]
        about = heard(m, trigger, offer[1], given)
        if trigger.separate:
            met = {**given, "treated": (*given.get("treated", ()), (trigger.action, offer[1], about[0]))}
        met = {**met, "offer": offer, "it": about[0], "heard": about}
        if not triggers.unasked(m, trigger):
            return ask((m.player_of(holder_of(m, offer[1])[0]),), "answer", met)
        action, vars = self.reaction(m, frame._replace(vars=met))
        if offer[1] < NOWHERE:
            triggers.use_up(m, m.state.lasting[-2 - offer[1]])
        return performing.perform(m, action, vars, (action.name,), "", {**met, "offer": (offer[0], vars["source"])})

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Offer the abilities that may come first, or the reaction."""
        if frame.step != ORDERED:
            return super().menu(m, frame, player, picks)
        return None if picks else replacements.menu(m, frame.vars["among"], player)

    def _interrupted(self, m: Machine, frame: Frame) -> Control:
        """Let the changes happen, unless a reaction made the rest of this component impossible; `then` happens anyway."""
        part, answered = m.state.agenda[-2], frame.vars.get("used") or frame.vars["interrupted"]
        _remember(m, frame.vars)
        if answered and part.procedure not in m.book.action_procedures and not _still_possible(m):
            m.emit(("told", "no longer possible"))
            return leave(part.id)
        effects.do(m, *frame.vars["changes"])
        return end()


def _remember(m: Machine, changes: Vars) -> None:
    """Store in the frames of the act which reactions have met it and whom they protect, for the rest of the act."""
    part, below = m.state.agenda[-2], m.state.agenda[-3:-2]
    whole = below if "action" in part.vars and part.procedure not in m.book.action_procedures else []
    met = tuple(
        each for each in changes["met"] if each[0] != NOWHERE and m.book.triggers[each[0]].optional
    )  # an ability without a choice applies to every line of the act
    spared = changes.get("spared")
    for frame in (part, *whole):
        m.amend(frame.id, {"met": met, "spared": spared} if spared else {"met": met})


def _still_possible(m: Machine) -> bool:
    """Test again, after a reaction, whether the actor and targets of the interrupted action are valid."""
    vars = triggers.cause(m)
    if not vars:
        return True
    action = m.book.actions[vars["action"]]
    picked = [(pick, by_name.number(vars, pick.name)) for pick in action.picks if pick.name in vars]
    return m.in_play(vars["actor"]) and not any(judging.first_failed_check(m, pick, vars, it, again=True) for pick, it in picked)
