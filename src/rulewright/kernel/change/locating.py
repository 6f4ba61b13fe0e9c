"""Works out and changes where things are, whose they are and what is noted of them: facts kept as links and as owners.

A thing is at a place (a link), or at home: with its player, at no place in particular.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.kernel.change import effects, triggers, values
from rulewright.kernel.change.effects import Change
from rulewright.kernel.evaluation.reckon import RECKON, reckon, things, whom
from rulewright.kernel.flow import batches, stacks
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.facts import LIVES, NOBODY, NOWHERE, OWNER, SIDE, Vars
from rulewright.program import relations

Outcome = Control | int | None
AT = "at"


def whereabouts(m: Machine, slot: int) -> int:
    """Give the place a thing is at; what is attached is where its host is."""
    on = host(m, slot)
    return m.state.linked(slot if on == NOWHERE else on, AT)


def noted(m: Machine, word: str, slot: int) -> list[int]:
    """List what is noted of a thing under a word, if it is still the same."""
    return [ref % LIVES for ref in m.state.links.get((slot, f"noted {word}"), ()) if m.state.alive(ref)]


def player(m: Machine, seat: int) -> int:
    """Give the object of a player; where casts play, a player has none."""
    seats = m.state.links.get((0, "players"), ())
    return seats[seat] if 0 <= seat < len(seats) else NOWHERE


# -- asking ------------------------------------------------------------------------------------------------------------


def _at(node: relations.At, m: Machine, vars: Vars) -> bool:
    place = reckon(node.who, m, vars)
    return bool(place != NOWHERE and whereabouts(m, vars["it"]) == place)


def _some(found: Callable[[Machine, int], int]) -> Callable[[Any, Machine, Vars], bool]:
    def holds(node: Any, m: Machine, vars: Vars) -> bool:
        host = found(m, vars["it"])
        return host != NOWHERE and all(reckon(test, m, {**vars, "it": host}) for test in node.tests)

    return holds


def _together(node: relations.Together, m: Machine, vars: Vars) -> bool:
    other, it = reckon(node.who, m, vars), vars["it"]
    if other == NOWHERE:
        return False
    here, there = whereabouts(m, other), whereabouts(m, it)
    return here == there and (here != NOWHERE or m.state.cell(it, OWNER) == m.state.cell(other, OWNER))


def host(m: Machine, slot: int) -> int:
    """Give what a thing is attached to."""
    return m.state.linked(slot, "attached")


def _to(found: Callable[[Machine, int], int]) -> Callable[[Any, Machine, Vars], int]:
    def reckoned(node: Any, m: Machine, vars: Vars) -> int:
        slot = reckon(node.who, m, vars)
        return NOWHERE if slot == NOWHERE else found(m, slot)

    return reckoned


def _none_there(node: relations.NoneThere, m: Machine, vars: Vars) -> bool:
    there = [slot for slot in things(node.of, m, vars, ordered=False) if whereabouts(m, slot) == vars["it"]]
    return not there


def _abroad(node: relations.Abroad, m: Machine, vars: Vars) -> bool:
    place = whereabouts(m, vars["it"])
    return place != NOWHERE and m.player_of(place) != m.player_of(vars["it"])


def _first_noted(node: relations.Noted, m: Machine, vars: Vars) -> int:
    slot = reckon(node.of, m, vars)
    return next(iter(noted(m, node.word, slot)), NOWHERE) if slot != NOWHERE else NOWHERE


def _noted_as(node: relations.NotedAs, m: Machine, vars: Vars) -> bool:
    slot, it = reckon(node.who, m, vars), vars["it"]
    if slot == NOWHERE:
        return False
    return slot in noted(m, node.word, it) if node.turned else it in noted(m, node.word, slot)


def _player_of(node: relations.PlayerOf, m: Machine, vars: Vars) -> int:
    slot = reckon(node.who, m, vars)
    return NOWHERE if slot == NOWHERE else player(m, m.player_of(slot))


def _owners(node: relations.Owners, m: Machine, vars: Vars) -> int:
    return len({m.player_of(slot) for slot in things(node.of, m, vars, ordered=False)} - {NOBODY})


PICKED = ("target", "targets", "other", "others", "extra ones")
"""What an act is aimed at, and what is picked to pay with in addition."""


def _toll(node: relations.Levy, m: Machine, vars: Vars) -> int:
    picked = [slot for name in PICKED for slot in stacks.several(vars.get(name, ()))]
    met = [slot for slot in picked if slot != NOWHERE and all(reckon(test, m, {**vars, "it": slot}) for test in node.tests)]
    return sum(values.value(m, slot, node.stat) for slot in met)


RECKON |= {
    relations.Levy: _toll,
    relations.At: _at,
    relations.AtSome: _some(whereabouts),
    relations.Attaching: _some(host),
    relations.Together: _together,
    relations.PlaceOf: _to(whereabouts),
    relations.HostOf: _to(host),
    relations.NoneThere: _none_there,
    relations.Abroad: _abroad,
    relations.Topmost: lambda node, m, vars: m.state.zones[m.state.places[vars["it"]]][-1:] == [vars["it"]],
    relations.Revealed: lambda node, m, vars: visibility.knows(m, None, vars["it"]),
    relations.Quiet: lambda node, m, vars: batches.quiet(m),
    relations.Noted: _first_noted,
    relations.NotedAs: _noted_as,
    relations.ActivePlayer: lambda node, m, vars: player(m, m.book.active(m)),
    relations.PlayerOf: _player_of,
    relations.Owners: _owners,
    relations.Nobodys: lambda node, m, vars: m.player_of(vars["it"]) == NOBODY,
    relations.UnderWay: lambda node, m, vars: m.state.innermost(node.structure) is not None,
    relations.Arrives: lambda node, m, vars: bool(vars["event"][2] == AT and vars["event"][4] is not None),
}


# -- changing ----------------------------------------------------------------------------------------------------------


def stationed(node: relations.Station, m: Machine, vars: Vars) -> list[Change]:
    """Prepare what lets things be at a place; those that are there already stay."""
    place = NOWHERE if node.at is None else reckon(node.at, m, vars)
    if place == NOWHERE and node.at is not None:
        return []
    found: list[Change] = []
    for slot in whom(node.what, m, vars):
        goal = NOWHERE if _crowded(node, m, vars, place, slot) else place
        if whereabouts(m, slot) != goal:
            found.append(effects.bind(slot, AT, None if goal == NOWHERE else (m.state.ref(goal),)))
    there = [] if place == NOWHERE else [m.state.ref(place)]
    arriving = [change for change in found if list(change[3] or ()) == there]
    return [*found, *(effects.tell(change[1], node.word) for change in arriving if node.word)]


def _crowded(node: relations.Station, m: Machine, vars: Vars, place: int, slot: int) -> bool:
    """Say whether a thing would be of one player too many at a place."""
    if node.crowd is None:
        return False
    there = {m.player_of(other) for other in things(node.crowd, m, vars, ordered=False) if whereabouts(m, other) == place}
    return bool(m.player_of(slot) not in there and len(there - {NOBODY}) >= reckon(node.most, m, vars))


def detached(node: relations.Detach, m: Machine, vars: Vars) -> list[Change]:
    """Prepare what takes things off what they are attached to; each stays where its host is."""
    found: list[Change] = []
    for slot in whom(node.what, m, vars):
        place = whereabouts(m, slot)
        if (slot, "attached") in m.state.links:
            found.append(effects.bind(slot, "attached", None))
            found += [effects.bind(slot, AT, (m.state.ref(place),))] if place != NOWHERE else []
    return found


def told(node: relations.TellOf, m: Machine, vars: Vars) -> list[Change]:
    """Prepare a word about things."""
    return [effects.tell(slot, node.word) for slot in whom(node.what, m, vars)]


def notes(node: relations.Note, m: Machine, vars: Vars) -> list[Change]:
    """Prepare what is noted of somebody, or that it is forgotten."""
    key, found = f"noted {node.word}", list[Change]()
    for of in whom(node.of, m, vars):
        known = m.state.links.get((of, key), ())
        refs = () if node.what is None else [m.state.ref(slot) for slot in _noting(node.what, m, vars)]
        new = () if node.what is None else tuple(dict.fromkeys((*known, *refs)))
        if new != known:
            found.append(effects.bind(of, key, new or None))
    return found


def _noting(what: Any, m: Machine, vars: Vars) -> Sequence[int]:
    return triggers.means(m) if isinstance(what, relations.Means) else whom(what, m, vars)


PREPARE: dict[type, Callable[[Any, Machine, Vars], list[Change]]] = {
    relations.Station: stationed,
    relations.Detach: detached,
    relations.TellOf: told,
    relations.Note: notes,
}
"""The instructions that are prepared changes, and so can be costs."""


def _prepared(node: Any, m: Machine, vars: Vars, at: int) -> Outcome:
    for change in PREPARE[type(node)](node, m, vars):
        effects.do(m, change)
    return None


def _control(node: relations.Control, m: Machine, vars: Vars, at: int) -> Outcome:
    by = NOWHERE if node.by is None else reckon(node.by, m, vars)
    owner, side = (NOBODY, NOBODY) if by == NOWHERE else (m.player_of(by), m.state.cell(by, SIDE))
    for slot in whom(node.what, m, vars):
        for column, to in ((OWNER, owner), (SIDE, side)):
            effects.write(m, slot, column, to)
    return None


def _sum(node: relations.Sum, m: Machine, vars: Vars, at: int) -> Outcome:
    total = sum(values.value(m, slot, node.other) for slot in whom(node.of, m, vars))
    for slot in whom(node.whom, m, vars):
        effects.do(m, effects.alter(slot, node.stat, "+=", total))
    return None


LOCATING: dict[type, Callable[[Any, Machine, Vars, int], Outcome]] = {
    **dict.fromkeys(PREPARE, _prepared),
    relations.Control: _control,
    relations.Sum: _sum,
}
