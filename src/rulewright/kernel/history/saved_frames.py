"""Frames as saves and archives keep them: words and priority rules by their names, because their numbers may differ in a later
version. Frames that were written before slots were declared (format 2) are converted when they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.kernel.errors import SaveError
from rulewright.kernel.state import by_name, holding
from rulewright.kernel.state.facts import Frame, Vars
from rulewright.program.definition import Routine
from rulewright.program.instructions import Each, Permit
from rulewright.program.modes import Order, Use
from rulewright.program.slots import OWN, SlotDeclaration
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

DECLARED = 3
"""The format of saves from which on frames hold only declared slots."""

TABLES: dict[str, Callable[[Book], list[str]]] = {
    "word": lambda book: list(book.words),
    "discipline": lambda book: [each.name for each in book.disciplines],
}
"""The types of slot that are written by name."""

BY_NAME: dict[str, list[SlotDeclaration]] = {name: [each for each in slots if each.type in TABLES] for name, slots in OWN.items()}


def written(book: Book, frame: Frame) -> Frame:
    """Give a frame with names for numbers."""
    return _translated(frame, lambda slot, value: TABLES[slot.type](book)[value])


def read(book: Book, frame: Frame, format: int) -> Frame:
    """Give a frame as the kernel runs it, whichever format it was written in."""
    found = _translated(frame, lambda slot, value: _number(TABLES[slot.type](book), value))
    return found if format >= DECLARED else converted(book, found)


def _translated(frame: Frame, translate: Callable[[SlotDeclaration, Any], Any]) -> Frame:
    found: Vars = {}
    for slot in BY_NAME.get(frame.procedure, ()):
        if slot.name in frame.vars:
            value = by_name.value(frame.vars, slot.name)
            several = [translate(slot, each) for each in value] if isinstance(value, tuple) else None
            by_name.put(found, slot.name, translate(slot, value) if several is None else tuple(several))
    return frame._replace(vars={**frame.vars, **found}) if found else frame


def _number(names: list[str], name: str | int) -> int:
    """Find a name; for a short time numbers were written instead."""
    if isinstance(name, int):
        return name
    if plain(name) not in names:
        raise SaveError(f"the saved game speaks of {name!r}, which the rules do not have")
    return names.index(plain(name))


# -- format 2 ----------------------------------------------------------------------------------------------------------


def converted(book: Book, frame: Frame) -> Frame:
    """Give a frame of format 2 with the slots that its procedure declares; the kernel composed the names as it ran."""
    slots = holding.declared(book, frame)
    if not slots:
        return frame
    routine = book.routines.get(frame.procedure)
    older = {} if routine is None else dict(_older(book, routine))
    named = {older.get(name, name) if name not in slots else name: by_name.value(frame.vars, name) for name in frame.vars}
    found = [(name, _value(slots[name], value)) for name, value in named.items() if name in slots]
    return frame._replace(vars=by_name.filled(found))


def _older(book: Book, routine: Routine) -> list[tuple[str, str]]:
    """Give the slots of a procedure whose names were others, by those names."""
    used = [each for each in routine.code if isinstance(each, Permit) and each.how is Use.IN_ORDER]
    ordered = [each for each in routine.code if isinstance(each, Each) and each.order is Order.CHOSEN]
    return [
        *((f"{book.words[each.mark]} left", each.rest) for each in used),
        *((f"{each.var} so far", each.as_they_lie) for each in ordered),
    ]


def _value(slot: SlotDeclaration, value: Any) -> Any:
    """What was noted as a text that the rest are taken as they lie is a flag now."""
    return bool(value) if slot.type == "flag" and isinstance(value, str) else value
