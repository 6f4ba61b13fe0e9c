"""Where a game is, as data: structures in progress and their steps, whose turn, who may act, what waits, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.flow import popping, stacks
from rulewright.kernel.sight import schema, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state.facts import ACTION, BLOCKED, LIVES, NOBODY, NOWHERE, OWNER, Frame
from rulewright.kernel.state.holding import subject_of

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.sight.handles import Handles


# -- structures --------------------------------------------------------------------------------------------------------


def stages(m: Machine, handles: Handles, words: Sequence[str]) -> list[schema.Stage]:
    """Give the structures in progress, the outermost first; the words of all frames are given."""
    told = zip(m.state.agenda, words, strict=True)
    return [_stage(m, frame, handles, said) for frame, said in told if m.book.procedures[frame.procedure].announced]


def _stage(m: Machine, frame: Frame, handles: Handles, words: str) -> schema.Stage:
    procedure = m.book.procedures[frame.procedure]
    steps, number = procedure.stage(frame)
    actor = subject_of(procedure, frame) if getattr(procedure, "subject", True) else NOWHERE
    return {
        "name": procedure.name.partition("@")[0],
        "of": "" if actor == NOWHERE else m.book.name_of(m.state, actor),
        "thing": None if actor == NOWHERE else handles.of(actor),
        "words": words,
        "step": steps[number - 1] if number else "",
        "number": number,
        "steps": list(steps),
    }


def rounds(m: Machine, handles: Handles) -> dict[str, int]:
    """Count how often each structure in progress has begun, except for the game itself and structures inside an act."""
    found: dict[str, int] = {}
    for frame in m.state.agenda:
        if frame.procedure in m.book.action_procedures:
            break
        procedure = m.book.procedures[frame.procedure]
        if procedure.announced and frame.procedure != m.book.main:
            found[procedure.name.partition("@")[0]] = handles.counts.get(procedure.name, 1)
    return found


def actor(m: Machine) -> int:
    """Give the object that is asked: the one whose turn it is, or who may respond; NOWHERE if another thing is asked about it."""
    asked = m.state.asked
    frame = m.state.frame(asked.frame) if asked is not None else None
    if frame is None or asked is None:
        return NOWHERE
    slot = int(frame.vars["offer"][1] if "offer" in frame.vars else frame.vars.get("actor", NOWHERE))
    return slot if slot == NOWHERE or m.player_of(slot) in asked.players else NOWHERE


# -- who may act -------------------------------------------------------------------------------------------------------


def priority(m: Machine) -> schema.Priority | None:
    """Give who may act now and who comes next; None if nobody is asked, or several at once."""
    seats, order = m.state.setting.seats, to_come(m)
    if m.state.asked is None or len(m.state.asked.players) != 1 or not order:
        return None
    frame = m.state.frame(m.state.asked.frame)
    held = frame.vars if frame is not None else {}
    focus = held.get("focus", NOBODY)
    return {
        "window": str(held.get("title", "")),
        "holder": seats[order[0]],
        "then": [seats[seat] for seat in order[1:]],
        "focus": seats[focus] if focus >= 0 else None,
    }


def to_come(m: Machine) -> list[int]:
    """List who may act now and who comes next, before the top of the stack resolves or the window closes."""
    asked = m.state.asked.players if m.state.asked else ()
    frame = next((each for each in reversed(m.state.agenda) if "holder" in each.vars), None)
    others = [player for player in asked if frame is None or player != frame.vars["holder"]]
    if frame is None or others:
        return others
    seats = frame.vars["seats"]
    at = seats.index(frame.vars["holder"])
    order = [seat for seat in (*seats[at:], *seats[:at]) if stacks.present(m, seat)]
    return order[: _still(m, frame, order)]


def _still(m: Machine, frame: Frame, order: list[int]) -> int:
    """Count the players who still get priority, in order."""
    rule = frame.vars.get("discipline")
    lap = "succession" if rule is None else m.book.disciplines[rule].lap  # an interrupt window closes when all pass
    waiting = stacks.waiting(m)
    if not waiting and frame.vars.get("open") == "first":
        return 1  # the player whose pass closes the window
    if lap == "succession":
        return max(1, len(order) - int(frame.vars["passes"]))
    owner = m.state.cell(waiting[-1], OWNER) if waiting else NOBODY
    return order.index(owner) + 1 if lap == "owner" and owner in order else 1


# -- what waits --------------------------------------------------------------------------------------------------------


def piles(m: Machine, seen: Machine, viewer: Viewer, handles: Handles) -> list[schema.Stack]:
    """Give the stacks with something on them, the oldest first, each from its top."""
    found = [zone for zone in stacks.stacks(m) if m.state.zones[zone]]
    return [
        {
            "zone": zone,
            "name": m.book.zone_words(m.state, zone),
            "due": _due(m, zone),
            "waiting": [_waiting(m, seen, viewer, slot, handles) for slot in reversed(seen.state.zones[zone])],
        }
        for zone in found
    ]


def _due(m: Machine, zone: int) -> int | None:
    """Give the time at which a stack pops."""
    kind, _, touched = m.state.grounds[zone]
    quiet = m.book.zones[kind].quiet
    return touched + quiet if quiet else None


def _waiting(m: Machine, seen: Machine, viewer: Viewer, slot: int, handles: Handles) -> schema.Waiting:
    state, owner, source = seen.state, seen.state.cell(slot, OWNER), stacks.source(seen, slot)
    known = visibility.knows(m, viewer, slot)
    action = m.book.actions[m.state.cell(slot, ACTION)] if known else None
    refs = [ref for _, ref in state.named_refs(slot, "targets") if state.alive(ref)]
    aims = [handles.of(ref % LIVES) for ref in dict.fromkeys(refs)]
    number = stacks.class_of(seen, action) if action is not None else NOWHERE
    speed = "" if action is None else m.book.classes[number].name.casefold() if number != NOWHERE else m.book.speed_of(action)
    return {
        "handle": handles.of(slot) or 0,
        "name": m.book.name_of(state, slot),
        "player": state.setting.seats[owner] if owner != NOBODY else None,
        "source": None if source in (NOWHERE, slot) else handles.of(source),
        "speed": speed,
        "targets": [aim for aim in aims if aim is not None],
        "blocked": bool(state.cell(slot, BLOCKED)),
        "text": list(m.book.texts.get(action.name, ())) if action is not None else [],
    }


# -- the clock ---------------------------------------------------------------------------------------------------------


def clock(m: Machine) -> schema.Clock | None:
    """Give the time in a book with a clock: now, when something is due next, and when the floor closes."""
    if not m.book.timed:
        return None
    due = popping.due(m)
    closes: int | None = m.state.agenda[-1].vars.get("closes") if m.state.agenda else None
    return {"now": m.state.now, "due": None if due is None else due[0], "closes": closes}
