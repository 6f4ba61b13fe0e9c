"""Stacks: ordered zones of waiting objects with an action, an owner and targets. The newest is the top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects, guises, values, writing
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import ACTION, BLOCKED, BORN, KIND, LIVES, NOBODY, NOWHERE, OWN, OWNER, SIDE, Vars
from rulewright.program.own_procedures import FLOOR, WINDOW
from rulewright.program.slots import EXTRA, EXTRA_ONES, MEMORY, REFS, WOULD

CONTEXT = ("it", "attacker", "bound")
"""The links of a waiting ability to what its trigger was about and what it follows for."""

OPEN = (FLOOR, WINDOW)
"""Procedures during whose questions time passes; they ask again after something has happened by the clock."""

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.program.definition import Action


def stacks(m: Machine) -> list[int]:
    """List the zones that are stacks, in the order of their creation."""
    known = m.state.zone_cache
    if known.stacks is None:
        known.stacks = [i for i, ground in enumerate(m.state.grounds) if ground[0] >= 0 and m.book.zones[ground[0]].stack]
    return known.stacks


def top(m: Machine, zone: int) -> int:
    """Give the top of a stack, or NOWHERE."""
    waiting = m.state.zones[zone]
    return waiting[-1] if waiting else NOWHERE


def waiting(m: Machine) -> list[int]:
    """List everything that waits, stack by stack from the bottom."""
    return [slot for zone in stacks(m) for slot in m.state.zones[zone]]


def alike(m: Machine, slots: Sequence[int]) -> bool:
    """Say whether nothing distinguishes some things: the same name, zone and numbers, and out of play."""
    state, width = m.state, m.state.width
    if any(m.in_play(slot) or slot in waiting(m) for slot in slots):
        return False
    marks = {(state.names[slot], state.places[slot], *state.cells[slot * width + OWN : (slot + 1) * width]) for slot in slots}
    return len(marks) == 1


def class_of(m: Machine, action: Action) -> int:
    """Give the number of the current class of an action, its own or that of a lasting effect; NOWHERE if it has none."""
    if action.gone:
        return NOWHERE
    if m.state.lasting:
        made = values.touching(m, NOWHERE, ("class", action.index))
        if made:
            return made[-1].amount  # the newest effect counts
    return action.of_class


def waits(m: Machine, action: Action) -> bool:
    """Say whether an action, with its current class, waits on a stack."""
    if action.of_class == NOWHERE:
        return action.stack in ("one", "new")
    number = class_of(m, action)
    return number != NOWHERE and m.book.classes[number].waits


NUMBERS = "numbers"
"""The link under which something that waits keeps the numbers that it was declared with."""


def put(m: Machine, action: Action, vars: Vars, copied: int = NOWHERE) -> int:
    """Put an act on its stack: that of its targets (merged, if several), else a named one, the common one or a new one."""
    zone = _stack_for(m, action, vars)
    card = action.played and copied == NOWHERE
    slot = vars["source"] if card else _item(m, action, vars["player"], zone)
    if card:
        effects.arrange(m, effects.send(slot, zone))
        writing.write(m, slot, ACTION, action.index)
        writing.write(m, slot, OWNER, vars["player"])
        writing.write(m, slot, BORN, m.state.number)
    writing.link(m, slot, "targets", _referred(m, action, vars))
    writing.link(m, slot, "actor", (vars["actor"], _ref(m, vars, vars["source"])))
    writing.link(m, slot, MEMORY, vars.get(MEMORY))
    if vars.get(EXTRA) or vars.get(EXTRA_ONES):
        writing.link(m, slot, "extra", (1,))
    declared = [pick.name for pick in action.picks if pick.kind in ("number", "way")]
    if numbers := tuple((name, by_name.number(vars, name)) for name in declared):
        writing.link(m, slot, NUMBERS, numbers)
    if m.book.timed:
        writing.link(m, slot, "stack", (zone,))
    note_origin(m, slot, action.name, vars, copied)
    m.emit(("told", "stacked" if copied == NOWHERE else "copied", slot))
    return slot


def copy(m: Machine, slot: int, vars: Vars) -> int:
    """Put a copy of a waiting thing on the stack to which it would go; the copier controls it.

    The copy of a card is not a card: it is the source of its effect, and is removed after it has resolved.
    """
    action, given = resolving(m, slot)
    source = vars["actor"] if given["source"] == given["actor"] else given["source"]
    by: Vars = {"actor": vars["actor"], "source": source, "player": vars["player"]}
    made = put(m, action, {**given, **by}, slot)
    if action.played:
        writing.link(m, made, "actor", (vars["actor"], m.state.ref(made)))
    writing.link(m, made, "targets", m.state.links[slot, "targets"])  # also those that have left
    for stat in (BLOCKED, *range(OWN, m.state.width)):
        writing.write(m, made, stat, m.state.cell(slot, stat))
    return made


def note_origin(m: Machine, slot: int, name: str, vars: Vars, copied: int = NOWHERE) -> None:
    """Record how a thing was made, for a re-run: (what, whose ability, because of what, by which answer).

    If time caused it, no answer did; a thing that was made by something popped is identified by that, whenever it pops.
    """
    if not m.book.judges:
        return
    item = _popped(m)
    because = (copied,) if copied != NOWHERE else (vars.get("it", NOWHERE),) if WOULD in vars else ()
    whose = vars["source"] if WOULD in vars and copied == NOWHERE else NOWHERE
    by = NOWHERE if item != NOWHERE or m.by_clock else m.state.number
    writing.link(m, slot, "made", ("copy" if copied != NOWHERE else name, whose, (*because, item), by))


def _popped(m: Machine) -> int:
    """Give the action that came off a stack and is in progress, if no act has begun since: acts in a window come from answers."""
    for frame in reversed(m.state.agenda):
        if "item" in frame.vars or frame.procedure in OPEN:
            return int(frame.vars.get("item", NOWHERE))
    return NOWHERE


def _referred(m: Machine, action: Action, vars: Vars) -> tuple[tuple[str, int], ...]:
    """Give references to what an act was declared with: its picks, and what its trigger was about."""
    picked = [(p.name, it) for p in action.picks if p.kind == "object" for it in by_name.all_in(vars, p.name)]
    about = [(name, by_name.number(vars, name)) for name in CONTEXT if by_name.thing(vars, name) != NOWHERE]
    return tuple((name, _ref(m, {} if (name, it) in picked else vars, it)) for name, it in (*picked, *about))


def _ref(m: Machine, vars: Vars, slot: int) -> int:
    """Give a reference to a thing of an act; for the thing of its trigger, in the life that it had when the trigger was met."""
    return next((ref for ref in vars.get(REFS, ()) if ref != NOWHERE and ref % LIVES == slot), m.state.ref(slot))


def _item(m: Machine, action: Action, player: int, zone: int) -> int:
    cells = [0] * m.state.width
    cells[KIND], cells[OWNER], cells[ACTION], cells[BORN] = m.book.item, player, action.index, m.state.number
    cells[SIDE] = NOWHERE  # waiting things neither win nor lose
    for stat in range(OWN, m.state.width):
        cells[stat] = m.book.stats[stat].default
    return effects.make(m, action.name, tuple(cells), zone)


def _aimed(action: Action, vars: Vars) -> tuple[int, ...]:
    """List the targets of an act: the picks and, if its effect is about it, the thing of its trigger."""
    picked = tuple(it for p in action.picks if p.kind == "object" for it in by_name.all_in(vars, p.name))
    return (*picked, vars["it"]) if action.answers and vars.get("it", NOWHERE) != NOWHERE else picked


def _stack_for(m: Machine, action: Action, vars: Vars) -> int:
    all_stacks = stacks(m)
    held = sorted({m.state.places[t] for t in _aimed(action, vars) if t != NOWHERE} & set(all_stacks))
    if len(held) > 1:
        return merge(m, held)
    if held:
        return held[0]
    joined = home(m, vars.get("stack", NOWHERE))
    if joined != NOWHERE:
        return joined
    if action.stack != "one" or not all_stacks:
        return effects.found(m, m.book.stack_kind)
    return all_stacks[0]


def home(m: Machine, slot: int) -> int:
    """Give the stack that a thing is or was on, if it still exists; for a merged stack, the one into which it was merged."""
    zone = m.state.link(slot, "stack")
    while zone != NOWHERE and m.state.grounds[zone][0] < 0:
        zone = m.state.grounds[zone][1]
    return zone


def waited(m: Machine) -> list[int]:
    """List everything that waits or has waited on a timed stack."""
    return [slot for slot, name in m.state.links if name == "stack"]


def joinable(m: Machine) -> list[int]:
    """List the things whose stack can be joined: everything that is or was on a stack that still exists."""
    return [slot for slot in waited(m) if home(m, slot) != NOWHERE]


def merge(m: Machine, zones: list[int]) -> int:
    """Merge stacks into the oldest, with the newest action on top."""
    oldest = zones[0]
    everything = sorted((s for zone in zones for s in m.state.zones[zone]), key=lambda s: (m.state.cell(s, BORN), s))
    for slot in everything:
        effects.arrange(m, effects.send(slot, oldest))
    for zone in zones[1:]:
        m.emit(("founded", zone, m.state.grounds[zone], (-1, oldest, m.state.now)))
    m.emit(("told", "merged", f"{len(zones)} stacks"))
    return oldest


def targets(m: Machine, action: Action, slot: int) -> Vars:
    """Give the targets of a waiting thing that are still the same things."""
    found = by_name.filled((pick.name, ()) for pick in action.picks if pick.several)
    for name, ref in m.state.named_refs(slot, "targets"):
        if m.state.alive(ref):
            by_name.put(found, name, (*by_name.listed(found, name), ref % LIVES) if name in found else ref % LIVES)
    return found


def source(m: Machine, slot: int) -> int:
    """Give the source of a waiting thing, if it is still the same thing."""
    _, ref = m.state.refs(slot, "actor") or (NOWHERE, NOWHERE)
    return ref % LIVES if ref != NOWHERE and m.state.alive(ref) else NOWHERE


def about(m: Machine, slot: int, name: str) -> int:
    """Give what a waiting thing refers to under a name, even if it is no longer the same thing."""
    return next((ref % LIVES for known, ref in m.state.named_refs(slot, "targets") if known == name), NOWHERE)


def aimed(m: Machine, slot: int, at: Sequence[int]) -> list[effects.Change]:
    """Prepare other targets of a waiting thing, as many as it may have; nothing, if it is its own target or nothing changes."""
    action, old = m.book.actions[m.state.cell(slot, ACTION)], m.state.named_refs(slot, "targets")
    pick = next((pick for pick in action.picks if pick.kind == "object"), None)
    if pick is None or slot in at or not at:
        return []
    named = tuple((pick.name, m.state.ref(it)) for it in at[: pick.most])
    new = (*named, *(pair for pair in old if pair[0] != pick.name))
    return [effects.bind(slot, "targets", new)] if new != old else []


def astray(m: Machine, action: Action, vars: Vars, zone: int) -> bool:
    """Say whether an act lacks a target, or has a waiting target that is not on its stack."""
    item, own = vars.get("item", NOWHERE), {pick.name for pick in action.picks} | ({"it"} if action.answers else set())
    known = [ref for name, ref in m.state.named_refs(item, "targets") if name in own]
    if m.book.timed and not all(map(m.state.alive, known)):
        return True
    things = [pick.name for pick in action.picks if pick.kind == "object"]
    if any(name not in vars or NOWHERE in by_name.all_in(vars, name) for name in things):
        return True
    return m.book.timed and not all(_reaches(m, target, zone) for target in _aimed(action, vars))


def reaching(m: Machine, action: Action, vars: Vars, zone: int) -> Vars | None:
    """Give the variables of an act that comes off a stack: where the rest of one happens, with the targets it still reaches.

    None means that the act does nothing: it lacks a target or, if the rest of an act happens, all of them.
    """
    if not astray(m, action, vars, zone):
        return vars
    picks = [pick for pick in action.picks if pick.kind == "object"] if m.book.partial else []
    held = {pick.name: by_name.all_in(vars, pick.name) for pick in picks}
    left = {name: tuple(it for it in its if it != NOWHERE and _reaches(m, it, zone)) for name, its in held.items()}
    if not any(left.values()):
        return None
    still = [(pick.name, left[pick.name] if pick.several else (*left[pick.name], NOWHERE)[0]) for pick in picks]
    return {**vars, **by_name.filled(still)}


def _reaches(m: Machine, target: int, zone: int) -> bool:
    """Say whether something from a stack, or from none, may affect a target: a waiting target only on the same stack."""
    if m.state.cell(target, KIND) != m.book.item:
        return True
    place = m.state.places[target]
    return place != NOWHERE and (place == zone or (zone == NOWHERE and m.book.zones[m.state.grounds[place][0]].open))


def stray(m: Machine) -> tuple[int, ...]:
    """List actions that may no longer wait because of their class: the oldest stack first, each from its top."""
    found = [(slot, m.book.actions[m.state.cell(slot, ACTION)]) for zone in stacks(m) for slot in reversed(m.state.zones[zone])]
    return tuple(slot for slot, action in found if action.of_class != NOWHERE and not waits(m, action))


def resolving(m: Machine, slot: int) -> tuple[Action, Vars]:
    """Give the action of a waiting thing and the variables with which it resolves."""
    action = m.book.actions[m.state.cell(slot, ACTION)]
    actor, player = m.state.refs(slot, "actor")[0], m.state.cell(slot, OWNER)
    base: Vars = {"actor": actor, "source": source(m, slot), "action": action.index, "player": player, "item": slot}
    extra: Vars = {EXTRA: 1} if (slot, "extra") in m.state.links else {}
    extra |= by_name.filled(m.state.named_refs(slot, NUMBERS))
    extra |= {MEMORY: memory} if (memory := m.state.memory(slot, MEMORY)) else {}
    return action, {**base, **extra, **targets(m, action, slot)}


def present(m: Machine, player: int) -> bool:
    """Say whether a player is still in the game: if players are objects, theirs is in play. NOBODY is not in the game."""
    players = m.state.refs(0, "players")
    return player != NOBODY and (not players or m.in_play(players[player]))


def countered(m: Machine, slot: int) -> list[effects.Change]:
    """Prepare that a waiting thing leaves its stack without effect: an ability is gone, a card goes where its kind says."""
    if slot not in waiting(m):
        return []
    action = m.book.actions[m.state.cell(slot, ACTION)]
    kind = action.after if action.countered == NOWHERE else action.countered
    gone = kind == NOWHERE or m.state.cell(slot, KIND) == m.book.item
    return [effects.counter(slot, NOWHERE if gone else _goal(m, kind, slot))]


def put_away(m: Machine, action: Action, slot: int) -> list[effects.Change]:
    """Prepare the move of an act that has resolved: a card goes to the zone of its kind; an ability or a copy disappears."""
    if m.state.cell(slot, KIND) == m.book.item:
        if m.state.places[slot] != NOWHERE:
            effects.arrange(m, effects.send(slot, NOWHERE))
        return []
    if action.played and m.state.places[slot] not in stacks(m) and action.stack:
        return []  # its own effect, or somebody's, has taken it elsewhere
    if action.after == NOWHERE:
        return []
    grown = action.grows and m.book.zones[action.after].live
    return [effects.send(slot, _goal(m, action.after, slot), effects.GROWN if grown else "top")]


def _goal(m: Machine, kind: int, slot: int) -> int:
    """Give the zone to which a card goes: a zone in play is that of the player who has played it, any other that of its owner."""
    return m.state.owned(kind, m.state.cell(slot, OWNER) if m.book.zones[kind].live else guises.owner(m, slot))


def take_off(m: Machine, slot: int) -> None:
    """Take a resolved thing off its stack if it could not go to its usual zone; otherwise it would resolve without end."""
    if m.state.places[slot] in stacks(m):
        effects.arrange(m, effects.send(slot, NOWHERE))
