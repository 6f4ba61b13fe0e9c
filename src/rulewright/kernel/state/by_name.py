"""Slots of a frame by names that rule text gives: what is picked, looped over and chosen. `facts.Vars` types all other slots.

Nothing is checked here: `program.slot_proofs` has proved that every slot is read and written with the type it is declared as.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rulewright.kernel.state.facts import NOWHERE, Path, SlotValue, Things, Vars

Held = TypeVar("Held")


def held(vars: Vars, name: str, empty: Held) -> Held:
    """Give what a slot holds, or something else of the same type if it is empty."""
    return vars.get(name, empty)  # type: ignore[return-value]


def number(vars: Vars, name: str) -> int:
    """Give the number or thing in a slot."""
    return vars[name]  # type: ignore[literal-required, no-any-return]


def value(vars: Vars, name: str) -> SlotValue:
    """Give what a slot holds; None if it is empty."""
    return held(vars, name, None)


def thing(vars: Vars, name: str) -> int:
    """Give the number or thing in a slot, or NOWHERE if it is empty."""
    return vars.get(name, NOWHERE)  # type: ignore[return-value]


def listed(vars: Vars, name: str) -> Things:
    """Give the list in a slot; nothing if it is empty."""
    return held(vars, name, ())


def keys(vars: Vars, name: str) -> Path:
    """Give the keys in a slot."""
    return held(vars, name, ())


def pairs(vars: Vars, name: str) -> tuple[tuple[int, Things], ...]:
    """Give the things in a slot, each with the way that it still has to go."""
    return held(vars, name, ())


def shares(vars: Vars, name: str) -> tuple[tuple[int, int], ...]:
    """Give the things in a slot, each with how much it gets."""
    return held(vars, name, ())


def choices(vars: Vars, name: str) -> tuple[tuple[int, Path], ...]:
    """Give the things in a slot, each with what was chosen for it."""
    return held(vars, name, ())


def pair(vars: Vars, name: str) -> tuple[int, Things] | None:
    """Give the thing in a slot with its list; None if the slot is empty."""
    return held(vars, name, None)


def all_in(vars: Vars, name: str) -> Things:
    """Give what was picked, one thing or several, as a tuple."""
    found = value(vars, name)
    return listed(vars, name) if isinstance(found, tuple) else () if found is None else (thing(vars, name),)


def put(vars: Vars, name: str, value: SlotValue) -> None:
    """Fill a slot."""
    vars[name] = value  # type: ignore[literal-required]


def drop(vars: Vars, *names: str) -> None:
    """Empty slots."""
    for name in names:
        vars.pop(name, None)  # type: ignore[misc]


def take(vars: Vars, name: str) -> Things:
    """Give the list in a slot, and empty it."""
    found = listed(vars, name)
    drop(vars, name)
    return found


def having(vars: Vars, name: str, value: SlotValue) -> Vars:
    """Give the same slots with one more filled."""
    return {**vars, name: value}  # type: ignore[misc]


def considering(vars: Vars, name: str, it: SlotValue) -> Vars:
    """Give the same slots with a candidate of a pick, which is also `it`."""
    return {**vars, "it": it, name: it}  # type: ignore[misc]


def only(vars: Vars, names: Iterable[str]) -> Vars:
    """Give some of the slots, as far as they are filled."""
    return {name: vars[name] for name in names if name in vars}  # type: ignore[literal-required, return-value]


def filled(slots: Iterable[tuple[str, SlotValue]]) -> Vars:
    """Give slots by their names."""
    return dict(slots)  # type: ignore[return-value]
