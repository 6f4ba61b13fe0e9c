"""Actions as a book defines them, with their checks, picks, costs and triggers; and the procedures that they run."""

from __future__ import annotations

from rulewright.program.conditions import Condition, Costs, Truth
from rulewright.program.declared import NOWHERE
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.pools import Pool
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.wording import Words


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """One condition of legality, with the rule it comes from and the words that give its values. Equal to itself only."""

    name: str
    rule: str
    test: Condition
    words: Words
    once: bool = False  # asked when the act is declared, and not again before it goes on


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """Something an act must have declared: where it lands, what could be named, and what makes it valid. Equal to itself only."""

    name: str
    prompt: str
    kind: str  # object, tile, number, option (no or yes), text, act (a past one), or stack: which stack to join
    pool: Pool
    checks: tuple[Check, ...] = ()
    least: int = 1
    most: int = 1
    several: bool = False  # from least to most are picked, one after another, until DONE
    whole: tuple[Check, ...] = ()  # what must hold of all that were picked together
    first: bool = True  # nothing was picked before it, so its candidates hang on the source alone
    zones: tuple[int, ...] = ()  # the kinds of zone that it looks into, where that is not what is in play
    spent: bool = False  # what is picked is what is paid with
    when: str = ""  # the option that was taken before it, without which it is not picked


@dataclass(frozen=True, slots=True)
class Action:
    """An action as the book defines it."""

    name: str
    index: int
    procedure: str
    kinds: frozenset[int]  # its marks, and how it comes to be done, as words
    rule: str = ""
    checks: tuple[Check, ...] = ()
    picks: tuple[Pick, ...] = ()
    costs: tuple[Costs, ...] = ()
    zones: tuple[int, ...] = ()
    stack: str = (
        ""  # "" acts at once, "one" waits on the common stack, "new" on one of its own, "through" resolves as it is put there
    )
    speed: str = ""
    after: str = ""  # where the source goes when all is done
    countered: str = ""  # where it goes when it is countered
    played: bool = False  # whether the source itself waits on the stack, as a card does; otherwise something that stands for it
    hostile: bool = False
    limits: tuple[str, ...] = ()
    reach: str = ""
    of_class: int = NOWHERE  # its class by the rules as written, among the book's
    gone: bool = False  # the rules no longer have it
    answers: bool = False  # its effect is about what its trigger was about, which is a target of it
    identity: str = ""  # the action it counts as, where a card is played by a common one
    word: int = NOWHERE  # its name, as a word of the program
    counts_as: int = NOWHERE  # and that of the action it counts as
    onto: int = NOWHERE  # the kind of zone in which its source lies while it goes on
    noted: bool = False  # whether its player's taking it is written down
    awake: bool = False  # whether its source must not lie face down
    need: Truth | None = None  # what is asked again when it is popped


@dataclass(frozen=True, slots=True)
class Trigger:
    """When an action of somebody's may answer: before a change would happen (`on` "would") or after an event."""

    action: int
    on: str
    test: Truth
    stat: int | None = None
    optional: bool = True
    everyone: bool = False  # it befalls whoever the event is about, without being anybody's ability
    again: bool = False  # before a change: it is used in a window, as often as it can be paid for
    following: bool = False  # an effect has let it follow, for whom and as often as it said; nobody holds it by itself
    fixed: bool = False  # in such a window: it costs nothing, and is used once, by those who had it as the window opened


@dataclass(frozen=True, slots=True)
class Routine:
    """A procedure of rule text. Steps are counted in instructions; labels name the steps a person knows."""

    name: str
    code: tuple[Instruction, ...]
    announced: bool = False
    labels: tuple[tuple[int, str], ...] = ()
    title: str = ""
    subject: bool = True  # whether it is somebody's, as a turn is
    told: tuple[str | Expression | None, ...] = ()  # the words in which `where` tells it, with numbers that are worked out
