"""What frames hold, by the types of their slots: the things that they refer to, and whether everything has its declared type.

Play does not check this: the program is proved when it is made, and the contract looks at every frame at every choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeGuard

from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE, Frame, Json, SlotValue, State
from rulewright.program import own_procedures
from rulewright.program.slots import COMPOSITES, SlotDeclaration, SlotType

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Procedure

Slots = Mapping[str, SlotDeclaration]


def declared(book: Book, frame: Frame) -> Slots:
    """Give the slots of a frame by their names; an act also holds what is picked for its action."""
    action = int(frame.vars.get("action", -1)) if frame.procedure == own_procedures.ACT else -1
    known, key = book.caches.slots, (frame.procedure, action)
    if key not in known:
        known[key] = {each.name: each for each in _declared(book, frame.procedure, action)}
    return known[key]


def _declared(book: Book, procedure: int, action: int) -> Iterator[SlotDeclaration]:
    from rulewright.program.bookkeeping import given  # imported here, because that module imports this one

    if procedure < len(book.routines):
        yield from (*given(book.routines[procedure]), *book.routines[procedure].slots)
    if action >= 0 and book.actions[action].procedure < len(book.routines):
        yield from book.routines[book.actions[action].procedure].slots


def subject_of(procedure: Procedure, frame: Frame) -> int:
    """Give the owner of a procedure in progress: a loop in it may use the name "actor", and then keeps the owner elsewhere."""
    for name in getattr(procedure, "lent", ()):
        if name in frame.vars:
            return by_name.number(frame.vars, name)
    return int(frame.vars.get("actor", NOWHERE))


def joined(words: Iterable[str]) -> str:
    """Join what the frames of an agenda say of themselves; words that begin with a comma continue the part before."""
    parts: list[str] = []
    for each in words:
        if each.startswith(", ") and parts:
            parts[-1] += each
        elif each:
            parts.append(each)
    return " · ".join(parts) or "the game is over"


# -- whether it is what was declared -----------------------------------------------------------------------------------


def misfits(book: Book, state: State) -> list[str]:
    """Say which frames hold something without a slot, or a value of another type than the slot's."""
    found = []
    for frame in state.agenda:
        slots, procedure = declared(book, frame), book.procedure_name(frame.procedure)
        for name in frame.vars if slots else ():
            slot, value = slots.get(name), by_name.value(frame.vars, name)
            if slot is None:
                found.append(f"{procedure} has no slot {name!r}, and holds {value!r} there")
            elif value is not None and not fits(book, state, slot.type, slot.several, value):
                found.append(f"the slot {name!r} of {procedure} is for {slot.words}, and holds {value!r}")
    return found


def fits(book: Book, state: State, type: SlotType, several: bool, value: SlotValue) -> bool:
    """Say whether a value is of a type; numbers of things, players, tiles and the like must be in range."""
    if several:
        return isinstance(value, tuple) and all(fits(book, state, type, False, each) for each in value)
    parts = COMPOSITES.get(type)
    if parts is not None:
        if not isinstance(value, tuple) or len(value) != len(parts):
            return False
        return all(fits(book, state, *part, each) for part, each in zip(parts, value, strict=True))
    if type in RANGES:
        return _number(value) and -1 <= value < RANGES[type](book, state)
    return SHAPES[type](value)


def _number(value: SlotValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _tuple(value: SlotValue, *kinds: type) -> bool:
    return isinstance(value, tuple) and len(value) >= len(kinds) and all(map(isinstance, value, kinds))


def _tiles(book: Book, state: State) -> int:
    grid = state.setting.grid
    return 0 if grid is None else grid.width * grid.height


RANGES: dict[SlotType, Callable[[Book, State], int]] = {
    "thing": lambda book, state: len(state.places),
    "player": lambda book, state: len(state.setting.seats),
    "side": lambda book, state: max(len(state.setting.sides), len(state.setting.seats)),
    "tile": _tiles,
    "zone": lambda book, state: len(state.zones),
    "stat": lambda book, state: len(book.stats),
    "action": lambda book, state: len(book.actions),
    "trigger": lambda book, state: len(book.triggers),
    "word": lambda book, state: len(book.words),
    "discipline": lambda book, state: len(book.disciplines),
    "frame": lambda book, state: state.ids + 1,
}
"""The types that are numbers of a table, and how long that is; -1 stands for none."""

SHAPES: dict[SlotType, Callable[[SlotValue], bool]] = {
    "number": _number,
    "reference": _number,
    "holder": _number,
    "flag": lambda value: value in (0, 1),
    "text": lambda value: isinstance(value, str),
    "key": lambda value: isinstance(value, int | str) or _tuple(value, str, int),
    "change": lambda value: _tuple(value, str, int),
    "part of a change": lambda value: _tuple(value, int),
    "noticed trigger": lambda value: _tuple(value, int, int),
    "memory": lambda value: _tuple(value, str, tuple),
    "secret choice": lambda value: _tuple(value, int, tuple),
    "doers": lambda value: _number(value) or (isinstance(value, tuple) and all(map(_number, value))),
}

# -- what it refers to -------------------------------------------------------------------------------------------------

NO_THINGS = frozenset(RANGES) - {"thing"} | {"number", "flag", "text", "memory", "secret choice"}
"""The types in which no thing is named: what is remembered is a thing as it was, wherever it lies now, and what was chosen in
secret is chosen again when things are dealt again."""


def things(book: Book, frame: Frame) -> Iterator[int]:
    """Give the numbers of the things that a frame refers to; a variable without a declared slot could be any of them."""
    slots = declared(book, frame)
    for name, value in frame.vars.items():
        slot = slots.get(name)
        yield from named(by_name.value(frame.vars, name)) if slot is None else _things(slot.type, slot.several, value)


def _things(type: SlotType, several: bool, value: Json) -> Iterator[int]:
    if several:
        for each in value:
            yield from _things(type, False, each)
    elif type in COMPOSITES:
        for part, each in zip(COMPOSITES[type], value, strict=True):
            yield from _things(*part, each)
    elif type not in NO_THINGS:
        yield from named(value[1:] if type == "noticed trigger" else value)


def named(value: SlotValue | list[SlotValue]) -> Iterator[int]:
    """Give every number inside a value as that of a thing."""
    if isinstance(value, int):
        yield value % LIVES
    elif isinstance(value, tuple | list):
        for part in value:
            yield from named(part)
