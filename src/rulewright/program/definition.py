"""Actions as a book defines them, with their checks, picks, costs and triggers; and the procedures that they run."""

from __future__ import annotations

from typing import Final, Literal

from rulewright.program.conditions import Condition, Costs, Truth
from rulewright.program.declared import NOWHERE
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.numbered import (
    ActionNumber,
    OptionalClassNumber,
    OptionalWordNumber,
    OptionalZoneNumber,
    ProhibitionNumber,
    RoutineNumber,
    StatNumber,
    WordNumber,
    ZoneNumber,
)
from rulewright.program.pools import Pool
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.signs import EventKind, ForbiddenKind, HeldKind, Measured, PickKind, Price, Reach, Stacking, Whose
from rulewright.program.slots import SlotDeclaration
from rulewright.program.wording import Words


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """One condition of legality, with its rule. Compares by identity.

    A failure is told in its own words or, without them, in those for the kind of condition.
    """

    name: str
    rule: str
    test: Condition
    words: Words | None = None
    once: bool = False  # tested when the act is declared, and not again later


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """Something that must be picked for an act: its name, its candidates, and the checks on them. Compares by identity."""

    name: str
    prompt: str
    kind: PickKind  # object, tile, number, option (no or yes), text, act (a past one), or stack: which stack to join
    pool: Pool
    checks: tuple[Check, ...] = ()
    least: int = 1
    most: int = 1
    several: bool = False  # so many are picked, one after another, until DONE
    whole: tuple[Check, ...] = ()  # checks on all picked things together
    first: bool = True  # it is the first pick, so its candidates depend only on the source
    zones: tuple[ZoneNumber, ...] = ()  # the kinds of zone with its candidates, if they need not be in play
    spent: bool = False  # the picked things are used for the payment
    when: str = ""  # the earlier option without which this is not picked
    way: int | None = None  # the way of paying for which this is picked; otherwise it is left out
    many: str = ""  # the number picked before that says how many are picked, instead of `least` and `most`


@dataclass(frozen=True, slots=True)
class Action:
    """An action as the book defines it."""

    name: str
    index: int
    procedure: RoutineNumber
    kinds: frozenset[WordNumber]  # its marks and how it is used, as words
    rule: str = ""
    checks: tuple[Check, ...] = ()
    picks: tuple[Pick, ...] = ()
    costs: tuple[Costs, ...] = ()
    zones: tuple[ZoneNumber, ...] = ()
    stack: Stacking = (
        # "" does not wait, "one" waits on the common stack, "new" on a stack of its own, "through" resolves when put on the stack
        ""
    )
    speed: OptionalWordNumber = NOWHERE  # as a word
    after: OptionalZoneNumber = NOWHERE  # the kind of zone to which the source goes afterwards
    countered: OptionalZoneNumber = NOWHERE  # the kind of zone to which it goes when it is countered
    # whether the source itself waits on the stack, like a card; otherwise an object that represents it waits
    played: bool = False
    hostile: bool = False
    limits: tuple[WordNumber, ...] = ()  # the words under which its uses are counted
    reach: Reach = ""
    of_class: OptionalClassNumber = NOWHERE  # the number of its class in the book, before effects change it
    gone: bool = False  # it was removed from the rules
    answers: bool = False  # its effect is about the thing of its trigger, which is one of its targets
    identity: str = ""  # the action that it counts as, if a card is played by a common action
    word: OptionalWordNumber = NOWHERE  # its name, as a word of the program
    counts_as: OptionalWordNumber = NOWHERE  # and that of the action it counts as
    onto: OptionalZoneNumber = NOWHERE  # the kind of zone in which its source is while the action is in progress
    noted: bool = False  # whether its use is recorded
    awake: bool = False  # whether its source must not lie face down
    grows: bool = False  # whether its effect changes its own card, which keeps these changes when it then comes into play
    need: Truth | None = None  # the checks that are repeated when it pops
    forbids: tuple[ProhibitionNumber, ...] = ()  # what cannot happen while something in play has the action


@dataclass(frozen=True, slots=True)
class Trigger:
    """The condition under which an action can respond: before a change (`on` "would") or after an event."""

    action: ActionNumber
    on: EventKind | Literal["would", "follows"]
    test: Truth
    stat: StatNumber | None = None
    optional: bool = True
    everyone: bool = False  # it applies to whoever the event is about, and is nobody's ability
    again: bool = False  # before a change: it is used in a window, as often as it can be paid for
    following: bool = False  # it can be used only after an effect said that it follows
    of: HeldKind = ""  # before a change: the kind of event that it would cause; "" for any
    fixed: bool = False  # in such a window: without a cost it is used once, by those who had it when the window opened
    together: bool = False  # it is met once by all that happens in one moment
    separate: bool = False  # before changes of several things: it is used for one thing after another


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted until a structure ends, because rules ask for it: the events of which a test holds."""

    key: WordNumber  # the word under which it is counted, which ends with the name of the structure
    on: EventKind
    test: Truth
    stat: StatNumber | None = None
    whose: Whose = ""  # the slot of those for whom it is counted: "source" (each thing), "actor" (each who can act), "" (nobody)
    how: Measured = ""  # "much": how much of the stat, "once": how many things, "": how often


PRICED: Final = "priced"
"""The kind of prohibition that says what acts cost."""


CHOSEN: Final = "chosen"
"""The event that tells which things were chosen, if a rule asks for it; a prohibition may be about it, too."""


@dataclass(frozen=True, slots=True)
class Prohibition:
    """What cannot happen, an event of a kind of which a test holds; or ("priced") what an act of which it holds costs.

    It stands while somebody has the ability or the feature that says so, or for as long as an effect lets it last on somebody.
    """

    on: ForbiddenKind  # the kind of event; beside those of changes: "performed" (an action), "chosen" (as a target) and "priced"
    test: Truth
    words: str  # what cannot happen, or what it costs, as the rules say it
    stat: StatNumber | None = None
    op: Price = ""  # of a price: = (that instead), + (more), - (less), <= (at most) or >= (at least), applied in this order;
    # of a stat that cannot pass an amount: <= or >=, for what it still can be
    amount: Expression | None = None
    own: bool = False  # it is about the card that says so, wherever that is


@dataclass(frozen=True, slots=True)
class Routine:
    """A procedure of rule text. Its steps are numbers of instructions; labels name the steps that people know."""

    name: str
    code: tuple[Instruction, ...]
    announced: bool = False
    labels: tuple[tuple[int, str], ...] = ()
    title: str = ""
    subject: bool = True  # whether it belongs to somebody, like a turn
    told: tuple[str | Expression | None, ...] = ()  # its description for `where`, with numbers that are computed
    act: bool = False  # whether it is performed as an act, and given what every act is given
    slots: tuple[SlotDeclaration, ...] = ()  # what it holds beside what it is given
    kernel: bool = False  # whether it is one of the kernel's own
