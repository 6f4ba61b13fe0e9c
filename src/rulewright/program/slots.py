"""Slots: what a procedure holds while it is under way. Each has a name and a type; nothing else may stand in a frame.

A procedure of rule text declares what it picks, loops over, chooses and keeps count in (`Routine.slots`); it also holds what it
is given by whoever runs it. `own_procedures` declares those of the kernel's own procedures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from rulewright.program.quick_dataclasses import dataclass

SlotType = Literal[
    "number", "flag", "thing", "reference", "player", "side", "tile", "zone", "stat", "action", "trigger", "word",
    "discipline", "frame", "text", "key", "change", "part of a change", "noticed trigger", "memory", "origin", "doers",
    "answer", "holder", "offer", "meeting", "treatment", "reply", "one-time use", "resolution", "journey", "step", "fight",
    "means", "abilities in a row", "secret choice", "prepared answer",
    "share",
]  # fmt: skip
"""A thing is its number, a reference its number and life; a key is one step of an answer; a holder is a thing or, below -1, what
lasts and responds to a change by itself."""

Part = tuple[SlotType, bool]

COMPOSITES: Final[Mapping[SlotType, tuple[Part, ...]]] = {
    "answer": (("player", False), ("key", True)),
    "offer": (("trigger", False), ("holder", False)),
    "meeting": (("trigger", False), ("holder", False), ("flag", False)),
    "treatment": (("action", False), ("holder", False), ("thing", False)),
    "reply": (("thing", False), ("thing", False)),
    "one-time use": (("trigger", False), ("reference", False)),
    "resolution": (("thing", False), ("player", False), ("action", False)),
    "journey": (("thing", False), ("tile", True)),
    "step": (("thing", False), ("tile", False)),
    "fight": (("number", True), ("thing", False), ("number", True), ("thing", True)),
    "means": (("action", False), ("thing", False), ("thing", True)),
    "abilities in a row": (("reference", False), ("action", True)),
    "share": (("thing", False), ("number", False)),
    "prepared answer": (("number", False), ("key", True)),
}
"""The types that are made of others, with which of their parts are lists."""


@dataclass(frozen=True, slots=True)
class SlotDeclaration:
    """A slot: its name, what it holds, and whether it holds a list of that."""

    name: str
    type: SlotType
    several: bool = False

    @property
    def words(self) -> str:
        """Say what the slot holds."""
        return f"list of {self.type}" if self.several else self.type


# -- the names that the kernel and rule text share ---------------------------------------------------------------------

AMOUNT: Final = "amount"  # how much is about to be gained or lost
LEFT_TILE: Final = "left tile"  # of an event on the map: from where somebody goes
ENTERED_TILE: Final = "entered tile"  # and where to
ASKER: Final = "asker"  # of a set that a test looks at: the thing that is tested
ANSWER: Final = "answer"  # what somebody who was asked said: who, and what was picked
BY: Final = "by"  # whose doing what happens is
CHOSEN: Final = "chosen"  # what was chosen, the first of them
CHOSEN_ONES: Final = "chosen ones"  # all that were chosen under the name of one
DRAWN: Final = "drawn"  # a random one of some things, in one clause
DICE: Final = "dice"  # how many times as many dice what a check decides is rolled with
EXTRA: Final = "extra"  # whether what can be paid in addition is paid
EXTRA_ONES: Final = "extra ones"  # what is picked to pay with in addition
FIGHT: Final = "fight left"  # one's blows, the thing it fights now, that thing's blows, and whom it fights next
FREE: Final = "free"  # the stat that nothing is paid in
GRATIS: Final = "gratis"  # nothing is paid for it
INSTRUCTED: Final = "instructed"  # an effect lets it be taken, wherever its source lies and whatever its speed
JOINED: Final = "joined"  # the frame with the held changes that what is done joins
MADE: Final = "made"  # what was made last, the first of them
MADE_ONES: Final = "made ones"  # all that were made together
MAKING: Final = "making"  # how many things there were before some are made
MEANS: Final = "means"  # what is still to be used to pay with
MEMORY: Final = "memory"  # for each word that an ability has for a thing, that thing as it last was
NATURAL: Final = "natural"  # what the first die of a check shows
OUTCOME: Final = "outcome"  # whether somebody acted in a window for one act
PAYING: Final = "paying"  # it is used to pay for something else
PENDING: Final = "pending"  # how many triggers had been noticed before
REFS: Final = "refs"  # the source and what a trigger was about, in the lives they then had
SAID: Final = "said"  # the instruction that finds what was chosen in secret, and what of it it has not found yet
STEP: Final = "last step"  # a thing that was moved on the map, and the tile it was to come to
STOOD: Final = "stood"  # the things whose winning or losing is held
REST: Final = "the rest"  # what was revealed before what was looked for
USER: Final = "user"  # the player who acts with things of others, if an effect lets one
WAY: Final = "way"  # how an act is paid: 0 by its cost, 1 or more by an alternative cost
WOULD: Final = "would"  # the frame that holds the changes that are answered


def of_type(type: SlotType, *names: str, several: bool = False) -> tuple[SlotDeclaration, ...]:
    """Declare slots of one type."""
    return tuple(SlotDeclaration(name, type, several) for name in names)


Slots = tuple[SlotDeclaration, ...]

# -- what is given -----------------------------------------------------------------------------------------------------

_WHOSE: Final[Slots] = (
    *of_type("thing", "actor"),
    *of_type("player", "player"),
    *of_type("meeting", "met", several=True),
    *of_type("part of a change", "spared", several=True),
)
"""Whose a procedure is, and what its changes met with."""

STRUCTURE: Final[Slots] = (*_WHOSE, *of_type("thing", CHOSEN), *of_type("thing", CHOSEN_ONES, several=True))
"""What a procedure is given that nobody performs as an act; what was chosen before it is known in it, too."""

ABOUT: Final[Slots] = (
    *of_type("thing", "it", "attacker", "bound"),
    *of_type("thing", "heard", several=True),
    *of_type("action", "cause"),
    *of_type("reference", REFS, several=True),
    *of_type("memory", MEMORY, several=True),
)
"""What a trigger was about."""

ACT: Final[Slots] = (
    *_WHOSE,
    *of_type("action", "action"),
    *of_type("thing", "source", "item"),
    *ABOUT,
    *of_type("frame", WOULD, JOINED),
    *of_type("number", PENDING, AMOUNT, WAY),
    *of_type("stat", FREE),
    *of_type("flag", INSTRUCTED, PAYING, EXTRA, GRATIS),
    *of_type("player", USER),
    *of_type("key", "path", several=True),
    *of_type("means", MEANS, several=True),
)
"""What a procedure is given that is performed as an act, beside what is picked for it."""
