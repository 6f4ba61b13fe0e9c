"""Triggers: who responds to an event, what caused the event, and how a met trigger is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from rulewright.kernel.change import memory, values
from rulewright.kernel.change.memory import WORDS
from rulewright.kernel.change.moment import Instant, subject
from rulewright.kernel.flow import extra_structures
from rulewright.kernel.flow.stacks import CONTEXT
from rulewright.kernel.legality import availability, judging
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import LIVES, NOWHERE, Ending, Frame, Lasting, Noticed, Remembered, Vars
from rulewright.program import marks, own_procedures
from rulewright.program.definition import CHOSEN, Trigger
from rulewright.program.slots import BY, MEMORY, REFS

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

DECLINE = "decline"
Entry = Noticed
"""A met trigger: references to its holder, its object, its cause and what it follows for; and what left, as it was."""


def unasked(m: Machine, trigger: Trigger) -> bool:
    """Say whether a trigger is used without a question: it is not optional, and it has no picks such as a target."""
    return not trigger.optional and not judging.asked_for(m, m.book.actions[trigger.action])


def notice(m: Machine, trigger: Trigger, event: Event, moment: Instant | None = None) -> None:
    """Record for each holder of a trigger that it noticed the event, in the moment of the event."""
    if trigger.stat is not None and event[2] != trigger.stat:
        return
    about = cause(m)
    if trigger.optional and silent(m, trigger.action, about.get("action", NOWHERE)):
        return
    by = caused_by(m, event)
    if trigger.following:
        _followed(m, trigger, event, by, moment)
        return
    hearing = [subject(event)] if trigger.everyone else _hearing(m, trigger.action, event, moment)
    for holder in [slot for slot in hearing if availability.in_use(m, slot, trigger.action)]:
        actor = m.book.actor_for(m.state, holder, m.player_of(holder))
        seen: Vars = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": holder}
        known = remembering({**about, **seen}, moment, holder, subject(event), by)
        if judging.holds(m, trigger.test, known) and not (trigger.together and _met(m, trigger, holder, moment)):
            _note(m, m.book.triggers.index(trigger), moment, holder, subject(event), by)


def answering(m: Machine) -> list[Frame]:
    """List the procedures in progress that respond to what has happened, the innermost first, up to the innermost structure.

    All that happens in one of them happens together.
    """
    settle, found = m.book.settle, list[Frame]()
    for frame in reversed(m.state.agenda):
        if frame.procedure == own_procedures.REPLY or (settle is not None and frame.procedure == settle.procedure):
            found.append(frame)
        elif m.book.procedures[frame.procedure].announced and not (settle is not None and frame.procedure == settle.structure):
            break
    return found


def _met(m: Machine, trigger: Trigger, holder: int, moment: Instant | None) -> bool:
    """Say whether a trigger that is met only once in a moment was met before; a rule that belongs to nobody is met once."""
    within, holder = answering(m), NOWHERE if trigger.everyone else holder
    if within:
        key = ((extra_structures.MET, trigger.action, within[0].id), holder)
        found = key in m.state.tallies
        if not found:
            m.emit(("tallied", *key, 0, 1))
        return found
    known = set() if moment is None else moment.met
    found = (trigger.action, holder) in known
    known.add((trigger.action, holder))
    return found


def _note(m: Machine, index: int, moment: Instant | None, holder: int, *others: int) -> None:
    """Record that a trigger was met: its holder and its object, in their current lives, and as they last were."""
    things = (holder, *others)
    first, *rest = (m.state.ref(it) if it != NOWHERE else it for it in things)
    entry: Entry = (index, first, *rest)
    known = _left_in(moment, *things)
    m.emit(("noticed", len(m.state.noticed), None, (*entry, known) if known else entry))


def _left_in(moment: Instant | None, *things: int) -> tuple[tuple[str, Remembered], ...]:
    """Give which things of a trigger left in a moment, as they last were: its holder, object and cause, and what follows it."""
    left = {} if moment is None else moment.last
    return tuple((word, left[it]) for word, it in zip(WORDS, things, strict=False) if it in left)


def remembering(vars: Vars, moment: Instant | None, *things: int) -> Vars:
    """Let a test remember what left in its moment, instead of what the ability that caused the event remembers."""
    left = _left_in(moment, *things)
    if left:
        vars[MEMORY] = left
    elif MEMORY in vars:
        del vars[MEMORY]
    return vars


def heard_by(entry: Entry) -> int:
    """Give who noticed something."""
    return NOWHERE if entry[1] == NOWHERE else int(entry[1]) % LIVES


def player(m: Machine, entry: Entry) -> int:
    """Give the player of who noticed something; of a thing that left, the player who had it until then."""
    return memory.player(m, context(entry)[2], heard_by(entry))


def context(entry: Entry) -> tuple[int, int, Vars]:
    """Give the trigger that was met, its holder, and the variables with which its action starts."""
    index, *parts = entry
    refs = [part for part in parts if isinstance(part, int)]
    known: Vars = {MEMORY: parts[-1]} if isinstance(parts[-1], tuple) else {}
    about = (ref % LIVES if ref != NOWHERE else ref for ref in refs[1:])
    return index, heard_by(entry), {**by_name.filled(zip(CONTEXT, about, strict=False)), REFS: tuple(refs), **known}


FOLLOWS: Final = "follows"
AGAIN = "again"
"""The mark of a following ability that is not used up."""


def follow(m: Machine, action: int, source: int, about: int, until: Ending, by: int, again: bool = False) -> None:
    """Let an ability follow: without a trigger next, otherwise when its trigger is met before the duration ends, once or not."""
    index = next(n for n, trigger in enumerate(m.book.triggers) if trigger.action == action)
    if m.book.triggers[index].on == FOLLOWS:
        _note(m, index, None, source, NOWHERE, by, about)
        return
    ref = NOWHERE if about == NOWHERE else m.state.ref(about)
    op = AGAIN if again else "set"
    effect = Lasting(m.new_id(), m.book.actions[action].name, NOWHERE, (FOLLOWS, action), op, ref, until, None, source)
    m.emit(("lasts", None, effect))


def _followed(m: Machine, trigger: Trigger, event: Event, by: int, moment: Instant | None) -> None:
    """Use the abilities that follow at this event; each is used once."""
    for effect in list(values.touching(m, NOWHERE, (FOLLOWS, trigger.action))):
        bound = _same(m, effect.amount, event)
        actor = m.book.actor_for(m.state, effect.by, m.player_of(effect.by))
        seen: Vars = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": effect.by, "bound": bound}
        if judging.holds(m, trigger.test, remembering(seen, moment, effect.by, subject(event), by, bound)):
            use_up(m, effect)
            _note(m, m.book.triggers.index(trigger), moment, effect.by, subject(event), by, bound)


def use_up(m: Machine, effect: Lasting) -> None:
    """End the lasting effect of a following ability."""
    if effect.op != AGAIN:
        m.emit(("expired", effect, None))


def _same(m: Machine, ref: int, event: Event) -> int:
    """Give the thing of a reference, if it is still the same thing or if its life has ended with this event."""
    if ref == NOWHERE:
        return NOWHERE
    gone = event[0] == "moved" and event[1] == ref % LIVES and event[2][2] == ref // LIVES
    return ref % LIVES if gone or m.state.alive(ref) else NOWHERE


def occasion(m: Machine, edge: str, structure: str, slot: int) -> None:
    """Test the triggers for the start, continuation or end of a structure."""
    for trigger in m.book.listeners.get("occasion", ()):
        notice(m, trigger, ("began", edge, structure, slot))


def caused_by(m: Machine, event: Event) -> int:
    """Give the cause of an event: the source of what was put on a stack, the performer of an action, or else whoever acts."""
    if event[:2] == ("told", "stacked"):
        return m.state.refs(event[2], "actor")[1] % LIVES
    if event[:2] == ("told", CHOSEN):  # while it is declared, an act is not in progress yet
        return next((frame.vars["actor"] for frame in reversed(m.state.agenda) if "action" in frame.vars), NOWHERE)
    if event[0] == "performed":
        return int(event[1])
    return int(cause(m).get("actor", NOWHERE))


def _hearing(m: Machine, action: int, event: Event, moment: Instant | None) -> list[int]:
    """List who may respond to an event: things in play with the action, those that had it before the moment, its object."""
    found = list(holders(m, action))
    about = subject(event) if event[0] == "told" else NOWHERE
    if about != NOWHERE and not m.in_play(about) and action in availability.abilities(m, about):
        found += awake(m, [about])  # in any zone, if everybody sees its face
    if moment is None:
        return found
    found += [slot for slot in moment.hearing(m, action, subject(event)) if slot not in found]
    return found if len(moment.events) < 2 else m.book.ordered(m, sorted(found))


def silent(m: Machine, action: int, cause: int) -> bool:
    """Say whether a reaction does not respond to what another reaction does, because the book forbids it."""
    if m.book.nested or cause == NOWHERE:
        return False
    return all(marks.REACTION in m.book.actions[index].kinds for index in (action, cause))


def holders(m: Machine, action: int) -> Iterator[int]:
    """Give who has a reaction, in the order in which the book lets them respond."""
    found = availability.in_play(m, action)
    yield from awake(m, found) if found else ()


def awake(m: Machine, slots: list[int]) -> list[int]:
    """List those of some things that can respond: a face-down thing cannot, because its response would reveal it."""
    order = m.book.ordered(m, slots)
    return [slot for slot in order if visibility.knows(m, None, slot)] if m.book.secret else order


def cause(m: Machine) -> Vars:
    """Give the variables of the innermost action in progress."""
    for frame in m.state.agenda[::-1]:
        if "action" in frame.vars and frame.procedure in m.book.action_procedures:
            return frame.vars
    return {}


def means(m: Machine, event: Event | None = None, held: int | None = None) -> tuple[int, ...]:
    """Give the cause of what happens now: the one that the rules name, or the source of the innermost act.

    A word instead means that for each thing the cause is what is noted for it under this word. Settling itself has no cause.
    The cause of a held change is searched below the frame that holds it: what answers the change is not its cause.
    """
    frames = m.state.agenda if held is None else list(takewhile(lambda frame: frame.id != held, m.state.agenda))
    for frame in reversed(frames):
        if BY in frame.vars:
            return _noted(m, frame.vars[BY], event)
        if m.book.settle is not None and frame.procedure == m.book.settle.procedure:
            return ()
        if "action" in frame.vars and (frame.procedure == own_procedures.ACT or frame.procedure in m.book.action_procedures):
            return (frame.vars["source"],)
    return ()


def _noted(m: Machine, by: int | tuple[int, ...], event: Event | None) -> tuple[int, ...]:
    """Give what is noted under a word for the thing of an event, even if it has left."""
    if not isinstance(by, int):
        return by
    known = m.state.refs(NOWHERE if event is None else subject(event), by)
    return tuple(ref % LIVES for ref in known)


def stacked(m: Machine, entry: Entry) -> bool:
    """Say whether the result of a met trigger goes on the common stack: those go there together, before anybody is asked."""
    return m.book.actions[m.book.triggers[entry[0]].action].stack in ("one", "through")


def by_itself(m: Machine, entry: Entry) -> bool:
    """Say whether the result of a met trigger happens while the game settles, without anybody's choice."""
    trigger, settle = m.book.triggers[entry[0]], m.book.settle
    return trigger.everyone if settle is not None and settle.answers else not trigger.optional
