"""Finds and changes where things are, who controls them and what is noted for them: facts stored as links and as owners.

A thing is at a place (a link), or at home: with its player, at no place.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import combat, effects, gate, guises, lasting, movement
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation.evaluate import evaluate, things, whom
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import KIND, NOBODY, NOWHERE, SIDE, TILE, Vars
from rulewright.kernel.state.whereabouts import AT
from rulewright.program.building import Node
from rulewright.program.instructions import Alter, Bind, Choose, Instruction, Last, Make, Send, Show, Station, Tell
from rulewright.program.modes import Bond

Outcome = Control | int | None


# -- changing ----------------------------------------------------------------------------------------------------------


def stationed(node: Station, m: Machine, vars: Vars) -> list[Change]:
    """Prepare the changes that put things at a place; things that are already there stay."""
    place = evaluate(node.at, m, vars)
    if place == NOWHERE and node.at is not None:
        return []
    found: list[Change] = []
    for slot in whom(node.what, m, vars):
        goal = NOWHERE if _crowded(node, m, vars, place, slot) else place
        if whereabouts.place(m, slot) != goal:
            found.append(_brought(m, slot, goal))
    there = [] if place == NOWHERE else [m.state.ref(place)]
    arriving = [change for change in found if change[0] == "alter" or list(change[3] or ()) == there]
    return [*found, *(effects.tell(change[1], m.book.words[node.word]) for change in arriving if node.word != NOWHERE)]


def _brought(m: Machine, slot: int, goal: int) -> Change:
    """Prepare that a thing comes to a place: onto its tile, where the place is on a map."""
    tile = NOWHERE if goal == NOWHERE else m.state.cell(goal, TILE)
    if tile >= 0:
        return effects.shift(slot, tile)
    return effects.bind(slot, AT, None if goal == NOWHERE else (m.state.ref(goal),))


def _crowded(node: Station, m: Machine, vars: Vars, place: int, slot: int) -> bool:
    """Say whether a thing may not go to a place because as many players as allowed already have things there."""
    if node.crowd is None:
        return False
    there = {m.player_of(other) for other in things(node.crowd, m, vars, ordered=False) if whereabouts.place(m, other) == place}
    return bool(m.player_of(slot) not in there and len(there - {NOBODY}) >= evaluate(node.most, m, vars))


def detached(node: Bind, m: Machine, vars: Vars) -> list[Change]:
    """Prepare the changes that detach things; each stays at the place of its host."""
    found: list[Change] = []
    for slot in whom(node.what, m, vars):
        place = whereabouts.place(m, slot)
        if (slot, "attached") in m.state.links:
            found.append(effects.bind(slot, "attached", None))
            found += [effects.bind(slot, AT, (m.state.ref(place),))] if place != NOWHERE else []
    return found


def notes(node: Bind, m: Machine, vars: Vars) -> list[Change]:
    """Prepare that something is noted for a thing, or forgotten."""
    found = list[Change]()
    for of in whom(node.what, m, vars):
        known = m.state.links.get((of, node.word), ())
        refs = () if node.to is None else [m.state.ref(slot) for slot in whom(node.to, m, vars)]
        new = () if node.to is None else tuple(dict.fromkeys((*known, *refs)))
        if new != known:
            found.append(effects.bind(of, node.word, new or None))
    return found


def prepared(node: Instruction, m: Machine, vars: Vars) -> list[Change] | None:
    """Prepare the changes of an instruction that consists only of changes and so can be a cost; None for other instructions."""
    if isinstance(node, Bind):
        return BONDS[node.how](node, m, vars) if _prepares(node) else None
    return PREPARE[type(node)](node, m, vars) if can_be_prepared(node) else None


def can_be_prepared(node: Instruction) -> bool:
    """Say whether an instruction consists only of changes that can be prepared."""
    if isinstance(node, Make):
        return not node.text and node.what is None
    return _prepares(node) if isinstance(node, Bind) else isinstance(node, CHANGES)


def can_be_paid(part: Instruction) -> bool:
    """Say whether an instruction can be a cost: its changes are known before it happens."""
    if isinstance(part, Send):
        return part.what is not None  # shuffling is always possible
    return isinstance(part, Alter | Tell | Choose) or can_be_prepared(part)


def place(node: Bind | Station, m: Machine, vars: Vars, at: int) -> Outcome:
    """Put things at a place, bind them, or turn them toward a thing."""
    if isinstance(node, Bind) and not _prepares(node):
        return OTHER_BONDS[node.how](node, m, vars, at)
    return gate.through(m, prepared(node, m, vars) or (), str(at + 1), vars)


def _prepares(node: Bind) -> bool:
    return node.how in BONDS and not (node.how is Bond.ATTACH and node.to is not None) and node.until is None


def _given(node: Bind, m: Machine, vars: Vars) -> list[Change]:
    """Prepare that somebody controls or owns things from now on, or nobody does; a card in play stays its owner's."""
    by = evaluate(node.to, m, vars)
    player, side = (NOBODY, NOBODY) if by == NOWHERE else (m.player_of(by), m.state.cell(by, SIDE))
    return [effects.give(slot, player, side, node.owned) for slot in whom(node.what, m, vars)]


BONDS: dict[Bond, Callable[[Bind, Machine, Vars], list[Change]]] = {
    Bond.ATTACH: detached,
    Bond.NOTE: notes,
    Bond.CONTROL: _given,
}
PREPARE: dict[type, Callable[[Node, Machine, Vars], list[Change]]] = {Station: stationed}
"""How the changes of each of these kinds are prepared; the modules `showing`, `making` and `rules` add theirs."""
CHANGES = (Last, Make, Show, Station)
"""These kinds. The compiler asks what can be a cost without importing the modules that prepare it."""


def _control(node: Bind, m: Machine, vars: Vars, at: int) -> Outcome:
    """Let somebody control or own things for a while."""
    question = guises.OWNED if node.owned else guises.CONTROL
    return _for_a_while(node, m, vars, at, question, evaluate(node.to, m, vars))


def _form(node: Bind, m: Machine, vars: Vars, at: int) -> Outcome:
    """Make things of another kind, or of the kind of a thing; an object that represents an ability on a stack has no kind."""
    like = evaluate(node.to, m, vars)
    kind = m.book.made_of[node.kind] if node.to is None else NOWHERE if like == NOWHERE else m.state.cell(like, KIND)
    return _for_a_while(node, m, vars, at, guises.FORM, NOWHERE if kind == m.book.item else kind)


def _for_a_while(node: Bind, m: Machine, vars: Vars, at: int, question: tuple[str], amount: int) -> Outcome:
    found = [slot for slot in whom(node.what, m, vars) if m.state.cell(slot, KIND) != m.book.item] if amount != NOWHERE else []
    return gate.through(m, lasting.begin(m, vars, found, node.name, question, node.until, amount), str(at + 1), vars)


OTHER_BONDS: dict[Bond, Callable[[Bind, Machine, Vars, int], Outcome]] = {
    Bond.CONTROL: _control,
    Bond.FORM: _form,
    Bond.ATTACH: combat.attach,
    Bond.FACE: movement.face,
}
