"""Triggers: who listens to what happens, what brought it about, and how it is written down that it was noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.kernel.change import values
from rulewright.kernel.change.memory import MEMORY, WORDS
from rulewright.kernel.change.moment import Instant, subject
from rulewright.kernel.flow.stacks import CONTEXT, REFS
from rulewright.kernel.legality import acts, having, judging
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import LIVES, NOWHERE, Lasting, Vars
from rulewright.program import marks
from rulewright.program.definition import Trigger

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

DECLINE = "decline"
Entry = tuple[Any, ...]
"""Trigger; references to holder, what it was about, who brought it about, for what it was to follow; what left, as it was."""


def unasked(m: Machine, trigger: Trigger) -> bool:
    """Say whether a trigger is used without asking anybody: it must be, and nothing such as a target is picked for it."""
    return not trigger.optional and not acts.asked_for(m, m.book.actions[trigger.action])


def notice(m: Machine, trigger: Trigger, event: Event, moment: Instant | None = None) -> None:
    """Write down for each holder of a trigger that the event was noticed, in the moment it belongs to."""
    if trigger.stat is not None and event[2] != trigger.stat:
        return
    about = cause(m)
    if trigger.optional and silent(m, trigger.action, about.get("action", NOWHERE)):
        return
    by = _by(m, event)
    if trigger.following:
        _followed(m, trigger, event, by, moment)
        return
    hearing = [subject(event)] if trigger.everyone else _hearing(m, trigger.action, event, moment)
    for holder in [slot for slot in hearing if having.in_use(m, slot, trigger.action)]:
        actor = m.book.actor_for(m.state, holder, m.player_of(holder))
        seen = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": holder}
        if judging.holds(m, trigger.test, {**about, **seen}):
            _note(m, m.book.triggers.index(trigger), moment, holder, subject(event), by)


def _note(m: Machine, index: int, moment: Instant | None, *things: int) -> None:
    """Write down that a trigger was met: who heard it and what it was about, in their lives as of now, and as they last were."""
    entry: Entry = (index, *(m.state.ref(it) if it != NOWHERE else it for it in things))
    left = {} if moment is None else moment.last
    known = tuple((word, left[it]) for word, it in zip(WORDS, things, strict=False) if it in left)
    m.emit(("noticed", len(m.state.noticed), None, (*entry, known) if known else entry))


def heard_by(entry: Entry) -> int:
    """Give who heard what was noticed."""
    return NOWHERE if entry[1] == NOWHERE else int(entry[1]) % LIVES


def context(entry: Entry) -> tuple[int, int, Vars]:
    """Give what was noticed: the trigger, who heard it, and the variables its action starts from."""
    index, *refs = entry
    known = {MEMORY: refs.pop()} if isinstance(refs[-1], tuple) else {}
    about = (ref % LIVES if ref != NOWHERE else ref for ref in refs[1:])
    return index, heard_by(entry), {**dict(zip(CONTEXT, about, strict=False)), REFS: tuple(refs), **known}


FOLLOWS = "follows"


def follow(m: Machine, action: int, source: int, about: int, until: tuple[Any, ...], by: int) -> None:
    """Let an ability of something follow, once: one without a trigger next, any other when its trigger is met until then."""
    index = next(n for n, trigger in enumerate(m.book.triggers) if trigger.action == action)
    if m.book.triggers[index].on == FOLLOWS:
        _note(m, index, None, source, NOWHERE, by, about)
        return
    ref = NOWHERE if about == NOWHERE else m.state.ref(about)
    effect = Lasting(m.new_id(), m.book.actions[action].name, NOWHERE, (FOLLOWS, action), "set", ref, until, None, source)
    m.emit(("lasts", None, effect))


def _followed(m: Machine, trigger: Trigger, event: Event, by: int, moment: Instant | None) -> None:
    """Let those abilities come that were to follow on an event; each comes once."""
    for effect in list(values.touching(m, NOWHERE, (FOLLOWS, trigger.action))):
        bound = _same(m, effect.amount, event)
        actor = m.book.actor_for(m.state, effect.by, m.player_of(effect.by))
        seen = {"event": event, "it": subject(event), "attacker": by, "actor": actor, "source": effect.by, "bound": bound}
        if judging.holds(m, trigger.test, seen):
            m.emit(("expired", effect, None))
            _note(m, m.book.triggers.index(trigger), moment, effect.by, subject(event), by, bound)


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


def _hearing(m: Machine, action: int, event: Event, moment: Instant | None) -> list[int]:
    """List who may notice an event with an action: those in play who have it, who had it as its moment began, what is told of."""
    found = list(holders(m, action))
    about = subject(event) if event[0] == "told" else NOWHERE
    if about != NOWHERE and not m.in_play(about) and action in acts.abilities(m, about):
        found += awake(m, [about])  # wherever it lies, if everybody sees its face
    if moment is None:
        return found
    found += [slot for slot in moment.hearing(m, action, subject(event)) if slot not in found]
    return found if len(moment.events) < 2 else m.book.ordered(m, sorted(found))


def silent(m: Machine, action: int, cause: int) -> bool:
    """Where the book lets no reaction be reacted to, a reaction does not hear what another one does."""
    if m.book.nested or cause == NOWHERE:
        return False
    return all(marks.REACTION in m.book.actions[index].kinds for index in (action, cause))


def holders(m: Machine, action: int) -> Iterator[int]:
    """Give who has a reaction, in the order in which the book lets them answer."""
    found = having.in_play(m, action)
    yield from awake(m, found) if found else ()


def awake(m: Machine, slots: list[int]) -> list[int]:
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


def stacked(m: Machine, entry: Entry) -> bool:
    """Say whether what a noticed trigger leads to goes on the common stack: those go there together, before anybody is asked."""
    return m.book.actions[m.book.triggers[entry[0]].action].stack in ("one", "through")


def by_itself(m: Machine, entry: Entry) -> bool:
    """Say whether what a noticed trigger leads to happens while the game settles, without anybody's choice."""
    trigger, settle = m.book.triggers[entry[0]], m.book.settle
    return trigger.everyone if settle is not None and settle.answers else not trigger.optional
