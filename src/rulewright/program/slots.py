"""Slots: what a procedure holds while it is in progress. Each has a name and a type; a frame holds nothing else.

A procedure of rule text declares its picks, loops, choices and counters (`Routine.slots`); it also holds what its caller gives
it. `own_procedures` declares those of the kernel's own procedures.
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
    "origin": (("word", False), ("reference", False)),
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
LEFT_TILE: Final = "left tile"  # the tile that somebody leaves, in an event on the map
ENTERED_TILE: Final = "entered tile"  # the tile that somebody enters, in an event on the map
ASKER: Final = "asker"  # the thing that is tested, if its test asks for a set of other things
ANSWER: Final = "answer"  # the answer to a question: who answered, and what was picked
BY: Final = "by"  # the thing that is the cause of what happens
CHOSEN: Final = "chosen"  # the first thing that was chosen
CHOSEN_ONES: Final = "chosen ones"  # all things that were chosen under the same name
DRAWN: Final = "drawn"  # the random thing that a clause picked
DICE: Final = "dice"  # the factor for the number of dice in the effect that a check decides
EXTRA: Final = "extra"  # whether the optional cost is paid
EXTRA_ONES: Final = "extra ones"  # the things that are picked to pay the optional cost
FIGHT: Final = "fight left"  # the fighter's blows, its current opponent, the opponent's blows, and the next opponents
FREE: Final = "free"  # the stat in which nothing has to be paid
GRATIS: Final = "gratis"  # whether the act is free
INSTRUCTED: Final = "instructed"  # whether an effect lets it be used from any zone and at any speed
JOINED: Final = "joined"  # the frame whose held changes are joined by what is done
MADE: Final = "made"  # the first of the things that were made last
MADE_ONES: Final = "made ones"  # all things that were made together
MAKING: Final = "making"  # how many things there were before new ones were made
MEANS: Final = "means"  # the things that are still to be used for the payment
MEMORY: Final = "memory"  # for each word by which an ability refers to a thing: the thing as it last was
NATURAL: Final = "natural"  # what the first die of a check shows
OUTCOME: Final = "outcome"  # whether somebody acted in a window for one act
PAYING: Final = "paying"  # whether it is used to pay for something else
PENDING: Final = "pending"  # how many triggers had been noticed before
REFS: Final = "refs"  # references to the source and to what the trigger was about, as they were then
SAID: Final = "said"  # the instruction that uses secret choices, and the choices that it has not used yet
STEP: Final = "last step"  # a thing that is moved on the map, and the tile that it should reach
STOOD: Final = "stood"  # the things whose win or loss is a held change
REST: Final = "the rest"  # the cards that were revealed before the one that was searched for
USER: Final = "user"  # the player who acts with things of others, if an effect allows it
WAY: Final = "way"  # how an act is paid: 0 by its cost, 1 or more by an alternative cost
WOULD: Final = "would"  # the frame that holds the changes to which the act responds


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
"""The slots for the owner of a procedure, and for what changed or prevented its changes."""

STRUCTURE: Final[Slots] = (*_WHOSE, *of_type("thing", CHOSEN), *of_type("thing", CHOSEN_ONES, several=True))
"""The slots that a structure is given; it also knows what was chosen before it began."""

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
"""The slots that the procedure of an act is given, in addition to its picks."""
