"""Picks as they are made: keys one after another; a pick of several things takes as many as are wanted, until DONE."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE, Key, SlotValue, Vars
from rulewright.program.definition import Action, Pick
from rulewright.program.slots import GRATIS

REFERRING = ("object", "stack")
"""The kinds of pick whose keys refer to things in their current life."""
DONE = "done"
"""The pick that ends a row of picks."""


def thing_of(key: Key) -> int:
    """Give the thing that a key refers to."""
    return key % LIVES if isinstance(key, int) else NOWHERE


def meant(pick: Pick, key: Key) -> Key:
    """Give what a key of a pick means: a thing, or the number, text or option itself."""
    return key % LIVES if pick.kind in REFERRING and isinstance(key, int) and key >= 0 else key


def fill(action: Action, vars: Vars, picks: Sequence[Key]) -> Vars:
    """Put the keys picked so far into the variables of an act."""
    filled, rest = vars.copy(), list(picks)
    for pick in action.picks:
        if idle(pick, filled):
            nothing: SlotValue = 0 if pick.kind in ("number", "way") else ()
            by_name.put(filled, pick.name, nothing)
        elif pick.several:
            by_name.put(filled, pick.name, removed(pick, rest, bounds(pick, filled)[1]))
        elif rest:
            picked = rest.pop(0)
            by_name.put(filled, pick.name, meant(pick, picked))
    return filled


def idle(pick: Pick, vars: Vars) -> bool:
    """Say whether a pick is left out, because the option on which it depends was not chosen or the act is paid otherwise."""
    if pick.kind == "way" or pick.way is not None:
        return GRATIS in vars or (pick.way is not None and vars.get("way", 0) != pick.way)
    return bool(pick.when) and not vars.get(pick.when)


def bounds(pick: Pick, vars: Vars) -> tuple[int, int]:
    """Give how few and how many things are picked: as the pick says, or as many as a number that was picked before."""
    return (by_name.number(vars, pick.many),) * 2 if pick.many and pick.many in vars else (pick.least, pick.most)


def removed(pick: Pick, rest: list[Key], most: int) -> tuple[int, ...]:
    """Remove the keys that belong to a pick of several things, and the DONE after them."""
    taken: list[int] = []
    while rest and rest[0] != DONE and len(taken) < most:
        taken.append(thing_of(rest.pop(0)))
    if rest and rest[0] == DONE and len(taken) < most:
        rest.pop(0)
    return tuple(taken)


def pending(wanted: Sequence[Pick], picks: Sequence[Key], given: Vars | None = None) -> tuple[int, int] | None:
    """Give which pick comes next and how many keys were picked for it; None if the act is complete."""
    rest, options = list(picks), by_name.only(given or {}, (GRATIS,))
    for at, pick in enumerate(wanted):
        if idle(pick, options):
            continue
        before, most = len(rest), bounds(pick, options)[1]
        by_name.put(options, pick.name, rest[0] if rest else None)
        taken = len(removed(pick, rest, most)) if pick.several else len(rest[:1])
        rest = rest if pick.several else rest[1:]
        if taken < most and before - len(rest) == taken:  # neither full nor ended by DONE
            return at, taken
    return None
