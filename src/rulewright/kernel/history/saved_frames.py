"""Frames as saves and archives keep them: procedures, words and priority rules by their names, because their numbers may differ
in a later version. Frames that were written before slots were declared (format 2) are converted when they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.errors import SaveError
from rulewright.kernel.history.saved_names import SavedNames
from rulewright.kernel.state import by_name, holding
from rulewright.kernel.state.facts import Frame, Json, Vars
from rulewright.program.definition import Routine
from rulewright.program.instructions import Each, Permit
from rulewright.program.modes import Order, Use
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.slots import BY, SlotDeclaration

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

DECLARED = 3
"""The format of saves from which on frames hold only declared slots."""

TRANSLATED = ("word", "discipline", "change", "origin")
"""The types of slot that hold numbers which are written by name."""

BY_NAME = [[each for each in routine.slots if each.type in TRANSLATED] for routine in OWN_ROUTINES]
"""The slots of the kernel's own procedures that hold such numbers."""
OF_RULES = (SlotDeclaration(BY, "doers"),)
"""The slots of rule text that hold such numbers."""


class SavedFrame(NamedTuple):
    """A frame with names for numbers."""

    id: int
    procedure: str
    step: str
    vars: Vars
    into: str | None = None


def written(names: SavedNames, frame: Frame) -> SavedFrame:
    """Give a frame with names for numbers."""
    vars = _translated(names, frame.procedure, frame.vars)
    return SavedFrame(frame.id, names.procedure(frame.procedure), frame.step, vars, frame.into)


def read(names: SavedNames, frame: SavedFrame, format: int) -> Frame:
    """Give a frame as the kernel runs it, whichever format it was written in."""
    if frame.procedure not in names.procedures:
        raise SaveError(f"in the saved game {frame.procedure!r} is in progress, which the rules do not have")
    procedure = names.procedure(frame.procedure)
    found = Frame(frame.id, procedure, frame.step, _translated(names, procedure, frame.vars), frame.into)
    return found if format >= DECLARED else converted(names.book, found)


def _translated(names: SavedNames, procedure: int, vars: Vars) -> Vars:
    found: Vars = {}
    for slot in BY_NAME[procedure] if procedure < len(BY_NAME) else OF_RULES:
        if slot.name in vars:
            held: Json = by_name.value(vars, slot.name)
            several = tuple(names.slot(slot.type, each) for each in held) if slot.several else None
            by_name.put(found, slot.name, names.slot(slot.type, held) if several is None else several)
    return {**vars, **found} if found else vars


# -- format 2 ----------------------------------------------------------------------------------------------------------


def converted(book: Book, frame: Frame) -> Frame:
    """Give a frame of format 2 with the slots that its procedure declares; the kernel composed the names as it ran."""
    slots = holding.declared(book, frame)
    if not slots:
        return frame
    older = dict(_older(book, book.routines[frame.procedure]))
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


def _value(slot: SlotDeclaration, value: Json) -> Json:
    """Convert a value: the choice to take the rest in their present order was a text, and is a flag now."""
    return bool(value) if slot.type == "flag" and isinstance(value, str) else value
