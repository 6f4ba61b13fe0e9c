"""Executes what makes new things: tokens, cards and copies, places for other things, and what carries a text.

What is made in a zone in play is a token: it is gone when it has left play. What is made elsewhere is a thing like any other.
"""

from __future__ import annotations

from rulewright.kernel.change import effects, gate, writing
from rulewright.kernel.change.locating import PREPARE
from rulewright.kernel.errors import Runaway
from rulewright.kernel.evaluation.evaluate import evaluate, whom
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import BORN, KIND, NOWHERE, OWNER, SIDE, TILE, Vars
from rulewright.program import building, instructions
from rulewright.program.slots import JOINED, MAKING

Outcome = Control | int | None
TILE_NUMBER = building.number("tile")


def make(node: instructions.Make, m: Machine, vars: Vars, at: int) -> Outcome:
    """Make what an instruction says."""
    if not node.text and node.what is not None:
        return gate.through(m, _place(node, m, vars), str(at + 1), vars)
    if node.text:
        _table(node, m, vars)
        return None
    return _make(node, m, vars, at)


def cells(m: Machine, kind: int, owner: int, side: int) -> list[int]:
    """Give the numbers of a new thing of a kind, as they are printed."""
    row = [stat.default for stat in m.book.stats]
    for stat, amount in m.book.kinds[kind].stats:
        row[stat] = amount
    row[KIND], row[OWNER], row[SIDE] = kind, owner, side
    return row


def _numbered(m: Machine, kind: int) -> str:
    """Name a new thing of a kind whose things are numbered in the order in which they are made."""
    number = 1 + sum(m.state.cell(slot, KIND) == kind for slot in range(len(m.state.places)))
    return f"{m.book.kinds[kind].name} {number}"


def _table(node: instructions.Make, m: Machine, vars: Vars) -> None:
    """Make a thing that carries the text that was given."""
    kind = m.book.made_of[node.kind]
    row = [stat.default for stat in m.book.stats]
    row[KIND], row[OWNER], row[BORN] = kind, vars["player"], m.state.number
    slot = effects.make(m, _numbered(m, kind), tuple(row), m.state.owned(node.zone, vars["player"]))
    writing.link(m, slot, "text", (vars["text"],))
    stacks.note_origin(m, slot, m.book.kinds[kind].name, vars)


def _place(node: instructions.Make, m: Machine, vars: Vars) -> list[effects.Change]:
    """Make a place, and prepare that things are stationed there."""
    kind, player = m.book.made_of[node.kind], int(vars.get("player", NOWHERE))
    row = cells(m, kind, player, player)
    thing = effects.make(m, _numbered(m, kind), tuple(row), m.state.owned(node.zone, player))
    stacks.note_origin(m, thing, m.book.kinds[kind].name, vars)
    return [effects.bind(slot, "at", (m.state.ref(thing),)) for slot in whom(node.what, m, vars)]


def _make(node: instructions.Make, m: Machine, vars: Vars, at: int) -> Outcome:
    """Make so many things of a kind, or copies of some things, all in one moment, unless a rule replaces that."""
    if MAKING not in vars:
        first = len(m.state.places)
        held = gate.through(m, _prepared(node, m, vars), str(at), {**vars, MAKING: first})
        if held is not None or JOINED in vars:
            return held
        vars[MAKING] = first
    first = vars.pop(MAKING)
    new = tuple(slot for slot in range(first, len(m.state.places)) if m.state.places[slot] != NOWHERE)
    for slot in new:
        stacks.note_origin(m, slot, m.state.names[slot], vars)
    by_name.put(vars, node.var, new[0] if new else NOWHERE)
    by_name.put(vars, node.ones, new)
    return None


def _prepared(node: instructions.Make, m: Machine, vars: Vars) -> list[effects.Change]:
    whose, count = evaluate(node.owner, m, vars), 1 if node.count is None else evaluate(node.count, m, vars)
    models = _originals(node, m, vars) if node.like is not None else [(m.book.made_of[node.kind], NOWHERE)]
    made: list[effects.Change] = []
    where = _where(node, m, vars)
    for kind, place in models if whose != NOWHERE and where is not None else ():
        owner, side = m.player_of(whose), m.state.cell(whose, SIDE)
        zone = m.state.owned(node.zone, owner) if node.zone != NOWHERE else place
        one = effects.making(whose, m.book.kinds[kind].name, tuple(cells(m, kind, owner, side)), zone, *(where or ()))
        made += [one] * max(0, min(count, m.book.limits.things + 1)) if zone != NOWHERE else []
    if len(made) > m.book.limits.things:
        raise Runaway(f"more than {m.book.limits.things:,} things would be made at once: {m.where()}")
    return made


def _where(node: instructions.Make, m: Machine, vars: Vars) -> tuple[int, int] | None:
    """Give the tile or the place where something is made; None if the place is gone."""
    place = NOWHERE if node.at is None else evaluate(node.at, m, vars)
    if node.at is None or node.at == TILE_NUMBER:
        return place, NOWHERE
    return None if place == NOWHERE else (m.state.cell(place, TILE), m.state.ref(place))


def _originals(node: instructions.Make, m: Machine, vars: Vars) -> list[tuple[int, int]]:
    """Give the kind of each thing that is copied, and where it lies; an object that represents an ability is not copied."""
    found = [slot for slot in whom(node.like, m, vars) if m.state.cell(slot, KIND) != m.book.item]
    waiting = stacks.stacks(m)
    return [(m.state.cell(s, KIND), NOWHERE if m.state.places[s] in waiting else m.state.places[s]) for s in found]


PREPARE[instructions.Make] = _prepared
