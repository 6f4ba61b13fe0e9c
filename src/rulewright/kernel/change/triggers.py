"""Triggers: what listens. A *would* holds a prepared change while reactions may alter it; what happened is noticed and heeded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel.change import effects, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.change.moment import Moment, subject
from rulewright.kernel.flow import performing
from rulewright.kernel.flow.agenda import Control, Stepwise, ask, call, end, go, leave
from rulewright.kernel.flow.stacks import CONTEXT, REFS
from rulewright.kernel.legality import acts, having, judging
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import fill
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import LIVES, NOWHERE, Frame, Lasting, Vars
from rulewright.program.definition import Action, Trigger

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

DECLINE = "decline"
Entry = tuple[int, ...]  # trigger; references to holder, what it was about, who brought it about, for what it was to follow


def unasked(m: Machine, trigger: Trigger) -> bool:
    """Say whether a trigger is used without asking anybody: it must be, and nothing such as a target is picked for it."""
    return not trigger.optional and not acts.asked_for(m, m.book.actions[trigger.action])


def notice(m: Machine, trigger: Trigger, event: Event, moment: Moment | None = None) -> None:
    """Write down for each holder of a trigger that the event was noticed, in the moment it belongs to."""
    if trigger.stat is not None and event[2] != trigger.stat:
        return
    about = cause(m)
    if trigger.optional and _silent(m, trigger.action, about.get("action", NOWHERE)):
        return
    by = _by(m, event)
    if trigger.following:
        _followed(m, trigger, event, by)
        return
    for holder in [subject(event)] if trigger.everyone else _hearing(m, trigger.action, event, moment):
        actor = m.book.actor_for(m.state, holder, m.player_of(holder))
        seen = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": holder}
        if judging.holds(m, trigger.test, {**about, **seen}):
            _note(m, m.book.triggers.index(trigger), holder, subject(event), by)


def _note(m: Machine, index: int, *things: int) -> None:
    """Write down that a trigger was met: who heard it and what it was about, each in its life as it is now."""
    m.emit(("noticed", len(m.state.noticed), None, (index, *(m.state.ref(it) if it != NOWHERE else it for it in things))))


def heard_by(entry: Entry) -> int:
    """Give who heard what was noticed."""
    return NOWHERE if entry[1] == NOWHERE else entry[1] % LIVES


def context(entry: Entry) -> tuple[int, int, Vars]:
    """Give what was noticed: the trigger, who heard it, and the variables its action starts from."""
    index, *refs = entry
    about = (ref % LIVES if ref != NOWHERE else ref for ref in refs[1:])
    return index, heard_by(entry), {**dict(zip(CONTEXT, about, strict=False)), REFS: tuple(refs)}


FOLLOWS = "follows"


def follow(m: Machine, action: int, source: int, about: int, until: tuple[Any, ...], by: int) -> None:
    """Let an ability of something follow, once: one without a trigger next, any other when its trigger is met until then."""
    index = next(n for n, trigger in enumerate(m.book.triggers) if trigger.action == action)
    if m.book.triggers[index].on == FOLLOWS:
        _note(m, index, source, NOWHERE, by, about)
        return
    ref = NOWHERE if about == NOWHERE else m.state.ref(about)
    effect = Lasting(m.new_id(), m.book.actions[action].name, NOWHERE, (FOLLOWS, action), "set", ref, until, None, source)
    m.emit(("lasts", None, effect))


def _followed(m: Machine, trigger: Trigger, event: Event, by: int) -> None:
    """Let those abilities come that were to follow on an event; each comes once."""
    for effect in list(values.touching(m, NOWHERE, (FOLLOWS, trigger.action))):
        bound = _same(m, effect.amount, event)
        actor = m.book.actor_for(m.state, effect.by, m.player_of(effect.by))
        seen = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": effect.by, "bound": bound}
        if judging.holds(m, trigger.test, seen):
            m.emit(("expired", effect, None))
            _note(m, m.book.triggers.index(trigger), effect.by, subject(event), by, bound)


def _same(m: Machine, ref: int, event: Event) -> int:
    """Give the thing a reference names, if it is still the same or this very event has ended its life."""
    if ref == NOWHERE:
        return NOWHERE
    gone = event[0] == "moved" and event[1] == ref % LIVES and event[2][2] == ref // LIVES
    return ref % LIVES if gone or m.state.alive(ref) else NOWHERE


def occasion(m: Machine, edge: str, structure: str, slot: int) -> None:
    """Let those notice it who listen to the start, the course or the end of a structure."""
    for trigger in m.book.listeners.get("occasion", ()):
        notice(m, trigger, ("began", edge, structure, slot))


def _by(m: Machine, event: Event) -> int:
    """Give who brought an event about: what was put on a stack, its source; what is performed, who does; else whoever acts."""
    if event[:2] == ("told", "stacked"):
        return int(m.state.links[event[2], "actor"][1]) % LIVES
    if event[0] == "performed":
        return int(event[1])
    return int(cause(m).get("actor", NOWHERE))


def _hearing(m: Machine, action: int, event: Event, moment: Moment | None) -> list[int]:
    """List who may notice an event with an action: those in play who have it, who had it as its moment began, what is told of."""
    found = list(holders(m, action))
    about = subject(event) if event[0] == "told" else NOWHERE
    if about != NOWHERE and not m.in_play(about) and action in acts.abilities(m, about):
        found += _awake(m, [about])  # wherever it lies, if everybody sees its face
    if moment is None:
        return found
    found += [slot for slot in moment.hearing(m, action, subject(event)) if slot not in found]
    return found if len(moment.events) < 2 else m.book.ordered(m, sorted(found))


def holders(m: Machine, action: int) -> Iterator[int]:
    """Give who has a reaction, in the order in which the book lets them answer."""
    found = having.in_play(m, action)
    yield from _awake(m, found) if found else ()


def _awake(m: Machine, slots: list[int]) -> list[int]:
    """List those of some things that can hear: what lies face down answers nothing, or its silence would tell what it is."""
    order = m.book.ordered(m, slots)
    return [slot for slot in order if visibility.knows(m, None, slot)] if m.book.secret else order


def cause(m: Machine) -> Vars:
    """Give the variables of the innermost action under way."""
    for frame in reversed(m.state.agenda):
        if "action" in frame.vars and frame.procedure in m.book.action_procedures:
            return frame.vars
    return {}


def means(m: Machine, event: Event | None = None) -> tuple[int, ...]:
    """Give what brings about what happens now: what the rules name as doing it, or the source of the innermost act.

    A word there says that of each thing what is noted under it does it. What settling does by itself is nobody's doing.
    """
    for frame in reversed(m.state.agenda):
        if BY in frame.vars:
            return _noted(m, frame.vars[BY], event)
        if m.book.settle is not None and frame.procedure == m.book.settle.procedure:
            return ()
        if "action" in frame.vars and (frame.procedure == "act" or frame.procedure in m.book.action_procedures):
            return (frame.vars["source"],)
    return ()


BY = "by"


def _noted(m: Machine, by: str | tuple[int, ...], event: Event | None) -> tuple[int, ...]:
    """Give what is noted of the thing an event is about under a word, wherever it has gone since."""
    if not isinstance(by, str):
        return by
    known = m.state.links.get((NOWHERE if event is None else subject(event), f"noted {by}"), ())
    return tuple(ref % LIVES for ref in known)


def would(m: Machine, changes: Sequence[Change], then: str, mine: Vars) -> Control | None:
    """Call a would-frame for prepared changes if anybody could answer them or has done so for the whole act; else None."""
    given = {**_scene(m), "changes": _unspared(m, changes, mine), "met": mine.get("met", ()), "spared": mine.get("spared", ())}
    if len(given["changes"]) == len(changes):
        if not any(m.book.triggers[n].stat in (None, change[2]) for n in m.book.would for change in changes):
            return None
        if not any(next(listening(m, given, again=again), None) for again in (False, True)):
            return None
    return call("would", given, then, mine)


def _unspared(m: Machine, changes: Sequence[Change], mine: Vars) -> tuple[Change, ...]:
    """Leave out what has been negated for the whole act, and say of whom."""
    spared = [change for change in changes if change[1:4] in mine.get("spared", ())]
    for change in spared:
        m.emit(("told", "negated", change[1]))
    return tuple(change for change in changes if change not in spared)


def _scene(m: Machine) -> Vars:
    """Say who causes changes, so that a trigger can tell."""
    about = cause(m)
    return {"attacker": about.get("actor", NOWHERE), "cause": about.get("action", NOWHERE)}


def listening(m: Machine, given: Vars, again: bool = False) -> Iterator[tuple[int, int]]:
    """Give each (trigger, holder) that may answer the prepared changes: once, or `again` as often as it can."""
    if not again and m.book.replies is not None and sum(met[2] for met in given["met"]) >= m.book.replies:
        return
    wanted = [(index, m.book.triggers[index]) for index in m.book.would if m.book.triggers[index].again == again]
    for holder in _awake(m, m.live()) if wanted else ():
        held = acts.abilities(m, holder)
        for index, trigger in wanted:
            if trigger.action in held and not _met(m, given, index, holder) and heard(m, trigger, holder, given):
                yield index, holder


def _silent(m: Machine, action: int, cause: int) -> bool:
    """Where the book lets no reaction be reacted to, a reaction does not hear what another one does."""
    if m.book.nested or cause == NOWHERE:
        return False
    return all("reaction" in m.book.actions[index].kinds for index in (action, cause))


def _met(m: Machine, given: Vars, index: int, holder: int) -> bool:
    """A listener meets a trigger once, whether it replied (1) or declined (0); who has reacted does not react again."""
    reactions = [met for met in given["met"] if met[2] and "reaction" in m.book.actions[m.book.triggers[met[0]].action].kinds]
    reacts = "reaction" in m.book.actions[m.book.triggers[index].action].kinds
    return any(met[:2] == (index, holder) for met in given["met"]) or (reacts and any(met[1] == holder for met in reactions))


def heard(m: Machine, trigger: Trigger, holder: int, given: Vars) -> tuple[int, ...]:
    """Give whom the prepared changes are about that a listener hears and may answer."""
    if _silent(m, trigger.action, given["cause"]):
        return ()
    found = []
    for change in given["changes"]:
        seen = {**given, "actor": holder, "it": change[1], "change": change}
        if (trigger.stat is None or change[2] == trigger.stat) and judging.holds(m, trigger.test, seen):
            found.append(change[1])
    if not found:
        return ()
    action = m.book.actions[trigger.action]
    vars = acts.given(m, action, holder, {**given, "it": found[0]})
    return tuple(found) if acts.open_to(m, action, vars) else ()


class Reply(Stepwise):
    """What the two reply procedures share: one holder is asked once whether to use a reaction."""

    def menu(self, m: Machine, frame: Frame, player: int, picks: tuple[Any, ...]) -> Menu | None:
        """Offer the reaction or to decline, unless it must be used; then the reaction's own picks."""
        action, vars = self.reaction(m, frame)
        offer = Offer(action.name, m.state.ref(vars["source"]))
        if not picks:
            declining = [DECLINE] * m.book.triggers[frame.vars["offer"][0]].optional
            keys = [offer, *declining] if acts.completable(m, action, vars, 0) else [DECLINE]
            return Menu(f"{m.book.name_of(m.state, vars['source'])} may answer", keys, Namer(m, "plain"))
        return None if picks[0] == DECLINE else acts.next_menu(m, action, vars, picks[1:])

    def reaction(self, m: Machine, frame: Frame) -> tuple[Action, Vars]:
        """Give the reaction on offer and the variables it starts from."""
        index, holder = frame.vars["offer"]
        action = m.book.actions[m.book.triggers[index].action]
        extra: Vars = {k: frame.vars[k] for k in ("attacker", "cause", "it", "heard", "bound", REFS) if k in frame.vars}
        # What was noticed before is the interrupted action's to heed, not the reaction's.
        return action, acts.given(m, action, holder, {**extra, "would": frame.id, "pending": len(m.state.noticed)})

    def answer(self, m: Machine, frame: Frame, back: str) -> Control:
        """Perform the reaction, or go on when it was declined."""
        _, picks = frame.vars["answer"]
        if picks[0] == DECLINE:
            return go("", frame.vars)
        action, vars = self.reaction(m, frame)
        vars = fill(action, vars, picks[1:])
        return performing.perform(m, action, vars, picks, back, {**frame.vars, "used": True})

    def words(self, m: Machine, frame: Frame) -> str:
        """Name who is answering."""
        if "offer" not in frame.vars:
            return ""
        return f"{m.book.name_of(m.state, frame.vars['offer'][1])} may answer"


class Would(Reply):
    """Hold prepared changes, let each listener reply once, open a window for what interrupts, then let the changes happen."""

    name = "would"

    def _answer(self, m: Machine, frame: Frame) -> Control:
        return self.answer(m, frame, "used")

    def _used(self, m: Machine, frame: Frame) -> Control:
        met = frame.vars["met"]
        return go("", {**frame.vars, "met": (*met[:-1], (*met[-1][:2], 1))})

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Ask the next listener, or open the window for what interrupts."""
        offer = next(listening(m, frame.vars), None)
        if offer is None or not frame.vars["changes"]:
            return call("interrupts", {"would": frame.id}, "interrupted", frame.vars, "interrupted")
        about = heard(m, m.book.triggers[offer[0]], offer[1], frame.vars)
        met = {**frame.vars, "offer": offer, "it": about[0], "heard": about, "met": (*frame.vars["met"], (*offer, 0))}
        if unasked(m, m.book.triggers[offer[0]]):
            action, vars = self.reaction(m, frame._replace(vars=met))
            return performing.perform(m, action, vars, (action.name,), "", met)
        return ask((m.player_of(offer[1]),), "answer", met)

    def _interrupted(self, m: Machine, frame: Frame) -> Control:
        """Let the changes happen, unless a reaction made the rest of this part impossible; what always happens goes on."""
        part, answered = m.state.agenda[-2], frame.vars.get("used") or frame.vars["interrupted"]
        _remember(m, frame.vars)
        if answered and part.procedure not in m.book.action_procedures and not _still_possible(m):
            m.emit(("told", "no longer possible"))
            return leave(part.id)
        effects.do(m, *frame.vars["changes"])
        return end()


def _remember(m: Machine, held: Vars) -> None:
    """Let the rest of the act know which reactions have met it and whom they spare: this component and those after it."""
    part, below = m.state.agenda[-2], m.state.agenda[-3:-2]
    whole = below if "action" in part.vars and part.procedure not in m.book.action_procedures else []
    met = tuple(each for each in held["met"] if m.book.triggers[each[0]].optional)  # what is no choice meets every line
    for frame in (part, *whole):
        m.amend(frame.id, {"met": met} | ({"spared": held["spared"]} if held.get("spared") else {}))


def _still_possible(m: Machine) -> bool:
    """Ask again, after a reaction, whether the interrupted action's actor and targets are valid."""
    vars = cause(m)
    if not vars:
        return True
    action = m.book.actions[vars["action"]]
    return m.in_play(vars["actor"]) and not any(
        judging.first_failed_check(m, pick, vars, vars[pick.name], again=True) for pick in action.picks if pick.name in vars
    )


def stacked(m: Machine, entry: Entry) -> bool:
    """Say whether what a noticed trigger leads to goes on the common stack: those go there together, before anybody is asked."""
    return m.book.actions[m.book.triggers[entry[0]].action].stack in ("one", "through")


def by_itself(m: Machine, entry: Entry) -> bool:
    """Say whether what a noticed trigger leads to happens while the game settles, without anybody's choice."""
    trigger, settle = m.book.triggers[entry[0]], m.book.settle
    return trigger.everyone if settle is not None and settle.answers else not trigger.optional
