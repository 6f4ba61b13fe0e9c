"""The kernel's own procedures, which come first in every program: their numbers, their names and their slots.

Python runs them (`kernel.book.kernel_procedures`), so that they have no instructions.
"""

from __future__ import annotations

from typing import Final

from rulewright.program import slots
from rulewright.program.definition import Routine
from rulewright.program.slots import of_type

WINDOW, REPLY, ACT, BATCH, FLOOR, INTERRUPTS, POPPING, STRAYING, BEFORE_CHANGE, REACTIONS = range(10)
"""Their numbers, which `machine.h` has too. The native machine knows some of them (`OWN_PROCEDURES` of `number_tables`)."""

_WINDOW: Final[slots.Slots] = (
    *of_type("thing", "actor"),
    *of_type("thing", "members", "waiting", several=True),
    *of_type("player", "holder", "focus"),
    *of_type("player", "seats", "order", several=True),
    *of_type("discipline", "discipline"),
    *of_type("text", "title", "idle", "open", "result"),
    *of_type("word", "kinds", "only", several=True),
    *of_type("flag", "once", "must", "still", slots.INSTRUCTED, slots.GRATIS),
    *of_type("player", slots.USER),
    *of_type("stat", slots.FREE),
    *of_type("number", "passes"),
    *of_type("resolution", "resolved"),
    *of_type("answer", slots.ANSWER),
)
_BATCH: Final[slots.Slots] = (
    *of_type("player", "seats", several=True),
    *of_type("noticed trigger", "batch", several=True),
    *of_type("player", "player"),
    *of_type("answer", slots.ANSWER),
)


def _own(name: str, held: slots.Slots) -> Routine:
    return Routine(name, (), slots=held, kernel=True)


OWN_ROUTINES: Final = (
    _own("window", _WINDOW),
    _own(
        "heed",
        (
            *slots.ABOUT,
            *of_type("flag", "own", "used"),
            *of_type("number", "from"),
            *of_type("offer", "offer"),
            *of_type("reply", "replied", several=True),
            *of_type("answer", slots.ANSWER),
        ),
    ),
    _own("act", (*slots.ACT, *of_type("origin", "origin"))),
    _own("batch", _BATCH),
    _own("floor", (*_WINDOW, *of_type("number", "lasts", "closes"))),
    _own(
        "interrupts",
        (
            *_WINDOW,
            *of_type("frame", slots.WOULD),
            *of_type("one-time use", "fixed", several=True),
            *of_type("flag", "used"),
        ),
    ),
    _own("popping", (*of_type("zone", "zone"), *of_type("thing", "item"), *of_type("thing", "seen", several=True))),
    _own("straying", (*of_type("thing", "item"), *of_type("thing", "left", several=True))),
    _own(
        "would",
        (
            *slots.ABOUT,
            *of_type("change", "changes", several=True),
            *of_type("meeting", "met", several=True),
            *of_type("treatment", "treated", several=True),
            *of_type("part of a change", "spared", several=True),
            *of_type("offer", "offer"),
            *of_type("offer", "among", several=True),
            *of_type("flag", "used", "interrupted"),
            *of_type("answer", slots.ANSWER),
        ),
    ),
    _own("reactions", _BATCH),
)
"""The table of procedures with which every program begins; an act also holds what is picked for it."""
