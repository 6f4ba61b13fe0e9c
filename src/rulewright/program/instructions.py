"""Instructions: what to do, of which a procedure is a list. Every execution reads the same ones.

Names of rule text appear only as words for people, as names of procedures and actions, or as numbers of a book's tables.
"""

from __future__ import annotations

from rulewright.program.durations import Until
from rulewright.program.expressions import NONE, Expression, Picked, Query
from rulewright.program.located import Located
from rulewright.program.modes import Adjustment, Bond, Grant, Intervention, Occasion, Order, Question, Use
from rulewright.program.quick_dataclasses import dataclass

WALK = "walk"
"""The mode of a journey to a picked tile; others go away, toward, or in one of the eight directions."""

# -- the course of a procedure -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declare(Located):
    """Say who performs what at whom; count it where a limit counts."""

    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Test(Located):
    """Go on if the condition holds, else at another instruction. A check is told."""

    condition: Expression
    otherwise: int
    told: bool = False
    shown: bool = False  # whether what its first die shows is spoken of afterwards


@dataclass(frozen=True, slots=True)
class Jump(Located):
    """Go on at another instruction; `back` to the start of a loop, where the game may settle first."""

    to: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class Each(Located):
    """Run what follows, up to `end`, once for each thing under a name, so many times, or once for each cast."""

    var: str
    of: Query | Picked | None = None
    end: int = 0
    order: Order = Order.AS_THEY_ARE
    count: Expression | None = None  # only the first so many; how often; how many of the pile
    by: Expression | None = None  # who chooses the order
    pile: Query | None = None  # the first few of which are chosen from, too


@dataclass(frozen=True, slots=True)
class Run(Located):
    """Run a procedure: a structure, or a component that is a frame of its own."""

    procedure: str
    actor: Expression | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Leave(Located):
    """End a structure, or by no name the whole game; with a step, go on there instead, and cut short what was begun since."""

    structure: str
    step: str = ""


@dataclass(frozen=True, slots=True)
class Course(Located):
    """Let happen what the course of the game brings about, at the edge (begin, continue, end) of a structure where it says so."""

    how: Occasion
    structure: str = ""
    edge: str = ""


# -- asking ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open(Located):
    """Open a window."""

    kinds: tuple[int, ...]  # the marks of what may be done, as words
    discipline: int
    title: str
    who: Expression | None = None
    seats: str = ""
    once: bool = False
    must: bool = False
    idle: str = ""
    floor: bool = False
    lasts: int | None = None  # seconds until a floor closes
    open: str = ""  # while nothing waits: "first" is the first player's alone, "on" goes on to the next after each resolution
    first: Expression | None = None  # who is asked first, if not the active player
    last: Expression | None = None  # whose abilities are put on the stack last, after all others' from the first on
    turn: bool = False  # abilities are put on the stack from the active player on, whoever is asked first
    still: Expression | None = None  # what must hold for it to stay open


@dataclass(frozen=True, slots=True)
class Permit(Located):
    """Let abilities be used out of their time: one of some actions without paying a stat, while a structure of theirs
    is under way; one of a mark, wherever it lies; or all of a mark, one after another."""

    how: Use
    who: Expression
    mark: int = NONE
    actions: tuple[int, ...] = ()  # their names, as words
    stat: int = NONE
    structure: str = ""
    must: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Located):
    """Let somebody choose one or some of some things, under a name."""

    var: str
    of: Query
    by: Expression
    purpose: str = ""  # what for, as who is asked is told
    optional: bool = False
    count: Expression | None = None  # how many; as many as there are, if there are fewer


@dataclass(frozen=True, slots=True)
class Decide(Located):
    """Ask somebody whether to do what follows, paying for it where a stat is named (if not, go on at `otherwise`); which of
    some ways to go on, one after another until all that were chosen are done; or for a number, which is then known by a name."""

    who: Expression
    words: str
    otherwise: int = NONE
    stat: int = NONE
    amount: Expression | None = None  # how much is paid; of ways, how many are chosen
    when: Expression | None = None  # what must hold of it, too; who is asked is asked in any case
    how: Question = Question.WHETHER
    ways: tuple[Branch, ...] = ()
    fewer: bool = False  # whether fewer ways may be chosen
    var: str = ""  # the number; the ways chosen so far
    rest: str = ""  # the ways that are still to be gone
    least: Expression | None = None
    most: Expression | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """One of several ways to go on: what it is called, and at which instruction it begins."""

    words: str
    to: int


@dataclass(frozen=True, slots=True)
class Let(Located):
    """Work a number out and keep it under a name."""

    var: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Silence(Located):
    """Let the actor put so many abilities of a mark that something has out of use, for a duration."""

    of: Expression
    mark: int
    count: Expression
    until: Until | None
    fewer: bool = False


# -- changes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Alter(Located):
    """Change a stat of somebody, or of each of several; one roll serves all unless `each`."""

    whom: Expression
    stat: int
    op: str
    amount: Expression
    tag: str = ""
    price: bool = False
    each: bool = False
    sure: bool = False  # nobody answers it before it happens


@dataclass(frozen=True, slots=True)
class Send(Located):
    """Bring things to a zone, on top or at the bottom, as many as possible; with nothing to bring, shuffle the zone."""

    what: Expression | None
    zone: int
    owner: Expression | None
    at: str
    count: Expression | None = None
    down: bool = False  # face down: the actor's player alone sees what it is
    keep: bool = False  # what lies face down does so there, too
    mixed: bool = False  # in a random order that nobody knows


@dataclass(frozen=True, slots=True)
class Show(Located):
    """Let things be seen: by "all", by the "actor" too, face "down" by it alone or "known" to all, or face "up"."""

    what: Expression
    to: str
    count: Expression | None = None
    by: Expression | None = None  # whose player looks, if not the actor's


@dataclass(frozen=True, slots=True)
class Make(Located):
    """Make a new thing of a kind in a zone; station something there, or let it carry the text that was given."""

    kind: int  # its name, as a word
    zone: int
    what: Expression | None = None


@dataclass(frozen=True, slots=True)
class Station(Located):
    """Let things be at a place, all at once; with none, at home. What was elsewhere tells a word, if there is one."""

    what: Expression
    at: Expression | None = None
    word: str = ""
    most: Expression | None = None  # how many players may have such things there; what would be of one too many goes home
    crowd: Query | None = None


@dataclass(frozen=True, slots=True)
class Bind(Located):
    """Attach things to something or detach them, note them of somebody under a word, let them be somebody's, or turn them toward
    somebody; without an end, forget what was noted, or let them be nobody's."""

    how: Bond
    what: Expression
    to: Expression | None = None
    word: str = ""
    stat: int = NONE  # where it is written which way something faces


@dataclass(frozen=True, slots=True)
class Travel(Located):
    """Take somebody across the map: to a picked tile, or so many tiles away from, toward or along."""

    whom: Expression
    mode: str
    origin: Expression | None = None
    tiles: Expression | None = None


@dataclass(frozen=True, slots=True)
class Tell(Located):
    """Say a word of the book's own, of the actor or about things; it changes nothing and can be listened to."""

    word: str
    what: Expression | None = None


@dataclass(frozen=True, slots=True)
class Standing(Located):
    """Note who has won or lost: sides left, or somebody's."""

    whom: Expression | None
    to: int


@dataclass(frozen=True, slots=True)
class Intervene(Located):
    """Block, copy, aim anew or counter what waits; or let the text that something carries be in force."""

    how: Intervention
    whom: Expression
    target: Expression | None = None


@dataclass(frozen=True, slots=True)
class Last(Located):
    """Begin something that lasts: an amount on a stat, for a duration."""

    whom: Expression
    stat: int
    op: str
    amount: Expression
    name: str
    until: Until | None


@dataclass(frozen=True, slots=True)
class Give(Located):
    """Give somebody a feature, a cheaper or a barred action for a duration, or let an action be of another class."""

    how: Grant
    name: str = ""
    until: Until | None = None
    whom: Expression | None = None
    action: int = NONE  # its name, as a word
    stat: int = NONE
    uses: Expression | None = None
    number: int = NONE  # the feature, or the class (NONE: no action any more)
    but: tuple[str, ...] = ()  # the rules whose actions are not barred


@dataclass(frozen=True, slots=True)
class Follow(Located):
    """Let an ability of this card follow for something: next, or once its trigger is met."""

    action: int  # its name, as a word
    whom: Expression | None = None
    until: Until | None = None


@dataclass(frozen=True, slots=True)
class Adjust(Located):
    """Take a stat's part, or so much of it, out of the change that is being answered; decide the check under way; roll its dice
    so many times as often; make the tiles of a feature difficult."""

    how: Adjustment
    stat: int = NONE
    amount: Expression | None = None


@dataclass(frozen=True, slots=True)
class By(Located):
    """Let what happens from here on be the doing of somebody, of what is noted of each thing under a word, or as ever."""

    whom: Expression | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Ties(Located):
    """Let those who share a value of a stat roll for another stat until none of them share both."""

    stat: int
    breaker: int
    amount: Expression
    casts: bool = False


@dataclass(frozen=True, slots=True)
class Fight(Located):
    """Let somebody fight others, blow by blow: one other, or the sources of what waits to answer it with an action."""

    whom: Expression
    others: Expression | None
    action: int  # its name, as a word
    blows: int
    health: int


Instruction = (
    Declare | Test | Jump | Each | Run | Leave | Course | Open | Permit | Choose | Decide | Let | Silence | Alter | Send | Show
    | Make | Station | Bind | Travel | Tell | Standing | Intervene | Last | Give | Follow | Adjust | By | Ties | Fight
)  # fmt: skip
