"""Instructions, of which a procedure is a list. Names of rule text are words for people, slots, or numbers of a book's tables."""

from __future__ import annotations

from typing import Final

from rulewright.program import numbered, signs
from rulewright.program.durations import Until
from rulewright.program.expressions import NONE, Expression, Picked, Query
from rulewright.program.located import Located
from rulewright.program.modes import Adjustment, Bond, Grant, Intervention, Occasion, Order, Question, Use
from rulewright.program.quick_dataclasses import dataclass

WALK: Final = "walk"  # the mode of a move to a picked tile

# -- the course of a procedure -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declare(Located):
    """Record who performs the action and its targets; count it if there is a limit."""

    limits: tuple[numbered.WordNumber, ...] = ()  # the words under which uses are counted


@dataclass(frozen=True, slots=True)
class Test(Located):
    """Continue if the condition is true, otherwise at another instruction. A check is reported to players."""

    condition: Expression
    otherwise: int
    told: bool = False
    shown: bool = False  # whether the first die is used afterwards


@dataclass(frozen=True, slots=True)
class Jump(Located):
    """Continue at another instruction; with `back`, at the start of a loop, where the game may settle first."""

    to: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class Each(Located):
    """Run the instructions up to `end` once for each thing under a name, a number of times, or once for each cast."""

    var: str
    of: Query | Picked | None = None
    end: int = 0
    order: Order = Order.AS_THEY_ARE
    count: Expression | None = None  # only the first so many; how often; how many cards of the pile
    by: Expression | None = None  # who chooses the order
    pile: Query | None = None  # the zone whose first few cards can be chosen too
    rest: str = ""  # the slot for the remaining or used things, the count, or the state after the last run
    kept: str = ""  # the slot for who had the name before
    piled: str = ""  # where an order is chosen: the slot for how many of the pile are still to come
    as_they_lie: str = ""  # the slot for whether the rest are taken in their present order
    among: str = ""  # the slot for what may be chosen next
    secret: bool = False  # everybody makes the first choice at the same time, before anything is done
    said: str = ""  # where they choose in secret: the slot for what was chosen so far


@dataclass(frozen=True, slots=True)
class Run(Located):
    """Run a procedure: a structure, or a component with a frame of its own; so many extra ones after the one in progress."""

    procedure: numbered.RoutineNumber
    actor: Expression | None = None
    own: bool = False
    extra: Expression | None = None
    name: str = ""  # the thing that causes the extra ones


@dataclass(frozen=True, slots=True)
class Leave(Located):
    """End a structure, or the whole game; with a step, continue there and cut short what began since; or skip the next."""

    structure: numbered.OptionalRoutineNumber  # a procedure; NONE for the whole game
    step: int = NONE  # the number of its step
    skip: Expression | None = None  # how many of the next ones are skipped instead
    whose: Expression | None = None  # whose structure; if nobody is given, anybody's
    name: str = ""  # the thing that causes the skip
    passes: bool = False  # the step begins here, unless it is to be skipped


@dataclass(frozen=True, slots=True)
class Course(Located):
    """Cause something in the course of the game, for some modes at an edge (begin, continue, end) of a structure."""

    how: Occasion
    structure: numbered.OptionalRoutineNumber = NONE  # a procedure
    edge: signs.Edge = ""


@dataclass(frozen=True, slots=True)
class Open(Located):
    """Open a window."""

    kinds: tuple[numbered.WordNumber, ...]  # the marks of what may be done, as words
    discipline: numbered.DisciplineNumber
    title: str
    who: Expression | None = None
    seats: signs.Seats = ""
    once: bool = False
    must: bool = False
    idle: signs.Idle = ""
    floor: bool = False
    lasts: int | None = None  # seconds until a floor closes
    open: signs.Opening = ""  # while nothing waits: "first" asks only the first player, "on" the next one after each resolution
    first: Expression | None = None  # who is asked first, if not the active player
    last: Expression | None = None  # the player whose abilities go on the stack last, after those of all others
    turn: bool = False  # abilities go on the stack in turn order from the active player, whoever is asked first
    still: Expression | None = None  # the condition for it to stay open


@dataclass(frozen=True, slots=True)
class Permit(Located):
    """Let abilities be used outside their time: one of some actions for free, one with a mark, or all with a mark in a row."""

    how: Use
    who: Expression
    mark: numbered.OptionalWordNumber = NONE
    actions: tuple[numbered.WordNumber, ...] = ()  # their names, as words
    stat: numbered.OptionalStatNumber = NONE
    structure: numbered.OptionalRoutineNumber = NONE  # a procedure
    must: bool = False
    rest: str = ""  # the slot for those of all that are still to be used
    free: bool = False  # nothing is paid
    by: Expression | None = None  # who acts, if not the player of the thing itself
    until: Until | None = None  # for how long a card may be played; without it, now


@dataclass(frozen=True, slots=True)
class Choose(Located):
    """Let somebody choose one or some of some things, under a name; if nobody chooses, they are random."""

    var: str
    of: Query
    by: Expression | None
    purpose: str = ""  # the purpose, which is shown to the player
    optional: bool = False
    count: Expression | None = None  # how many; all of them, if there are fewer
    taken: str = ""  # the slot for what was chosen so far
    ones: str = ""  # the slot for all that were chosen in the end


@dataclass(frozen=True, slots=True)
class Decide(Located):
    """Ask somebody whether to do what follows, for a payment if a stat is named; if not, continue at `otherwise`."""

    who: Expression
    words: str
    otherwise: int = NONE
    stat: numbered.OptionalStatNumber = NONE
    amount: Expression | None = None  # how much is paid; of ways, how many are chosen
    when: Expression | None = None  # a further condition; the player is asked even if it is not met
    pays: tuple[Instruction, ...] = ()  # what is done first, so that nobody is asked unless all of it can be done
    how: Question = Question.WHETHER
    ways: tuple[str, ...] = ()  # what each is called
    begins: tuple[int, ...] = ()  # at which instruction each begins
    fewer: bool = False  # whether fewer ways may be chosen
    var: str = ""  # the number; the ways chosen so far
    rest: str = ""  # the ways that are still to be gone
    least: Expression | None = None
    most: Expression | None = None
    sharers: Query | Picked | None = None  # among what the number is divided; how much each gets is kept under the name


@dataclass(frozen=True, slots=True)
class Let(Located):
    """Work a number out and keep it under a name."""

    var: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Silence(Located):
    """Let the actor put so many abilities with a mark of a thing out of use, for a duration; without a mark, all are."""

    of: Expression
    mark: numbered.OptionalWordNumber
    count: Expression | None
    until: Until | None
    fewer: bool = False
    done: str = ""  # the slot for how many were put out of use so far


# -- changes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Alter(Located):
    """Change a stat of one or several things; one roll is used for all unless `each`."""

    whom: Expression
    stat: numbered.StatNumber
    op: signs.Change
    amount: Expression
    tag: str = ""
    price: bool = False
    each: bool = False
    sure: bool = False  # whether nobody can respond before it happens
    shares: str = ""  # the slot that says how much each gets, if the amount is divided


@dataclass(frozen=True, slots=True)
class Send(Located):
    """Bring things to a zone, to its top or bottom; if there are too few, as many as possible."""

    what: Expression | None
    zone: numbered.OptionalZoneNumber
    owner: Expression | None
    at: signs.End
    count: Expression | None = None
    down: bool = False  # face down: only the actor's player sees the face
    keep: bool = False  # a face-down thing stays face down
    mixed: bool = False  # in a random order that nobody knows


@dataclass(frozen=True, slots=True)
class Show(Located):
    """Show things: to "all", to the "actor" too, face "down" to the actor alone or "known" to all, or face "up"."""

    what: Expression
    to: signs.Showing
    count: Expression | None = None
    by: Expression | None = None  # the thing whose player looks, if not the actor
    sought: Query | None = None  # only as far as the first of these things, which is stored as `var`
    var: str = ""
    ones: str = ""  # the slot for those that were shown before it


@dataclass(frozen=True, slots=True)
class Make(Located):
    """Make new things of a kind in a zone, or copies, known under a name; station something there, or let it carry the text."""

    kind: numbered.OptionalWordNumber  # its name, as a word; NONE for a copy
    zone: numbered.OptionalZoneNumber  # NONE for where the original is
    what: Expression | None = None  # what is stationed there
    text: bool = False  # whether it carries the text
    like: Expression | None = None  # what it is a copy of
    count: Expression | None = None
    owner: Expression | None = None  # whose they are
    var: str = ""
    ones: str = ""  # the slot for all that were made together
    at: Expression | None = None  # the place or the tile where they are made


@dataclass(frozen=True, slots=True)
class Station(Located):
    """Put things at a place, all at once; without a place, at home. Those that were elsewhere announce a word, if given."""

    what: Expression
    at: Expression | None = None
    word: numbered.OptionalWordNumber = NONE
    most: Expression | None = None  # how many players may have such things there; things of further players go home
    crowd: Query | None = None


@dataclass(frozen=True, slots=True)
class Bind(Located):
    """Attach, note, control or turn things, or let them be of another form; without a thing, undo what they had of that."""

    how: Bond
    what: Expression
    to: Expression | None = None
    word: numbered.OptionalWordNumber = NONE
    name: str = ""  # the name of what somebody has for a while
    until: Until | None = None  # how long somebody controls or owns it, or it has another form
    owned: bool = False  # it is owned, not controlled
    kind: numbered.OptionalWordNumber = NONE  # the kind that it becomes, as a word
    stat: numbered.OptionalStatNumber = NONE  # the stat that stores the direction


@dataclass(frozen=True, slots=True)
class Travel(Located):
    """Take somebody across the map: to a picked tile, or so many tiles away from, toward or along something."""

    whom: Expression
    mode: signs.Mode
    origin: Expression | None = None
    tiles: Expression | None = None
    rest: str = ""  # the slot for the ways that are still to go


@dataclass(frozen=True, slots=True)
class Tell(Located):
    """Make an announcement of the actor or about things; it changes no fact, and triggers can respond to it."""

    word: numbered.WordNumber
    what: Expression | None = None


@dataclass(frozen=True, slots=True)
class Standing(Located):
    """Record who has won or lost: the remaining sides, or the side of somebody."""

    whom: Expression | None
    to: int


@dataclass(frozen=True, slots=True)
class Intervene(Located):
    """Block, copy, retarget or counter something that waits; or enact the text of a thing."""

    how: Intervention
    whom: Expression
    target: Expression | None = None


@dataclass(frozen=True, slots=True)
class Last(Located):
    """Begin a lasting effect: an amount on a stat, for a duration."""

    whom: Expression
    stat: numbered.StatNumber
    op: signs.Lasting
    amount: Expression
    name: str
    until: Until | None


@dataclass(frozen=True, slots=True)
class Give(Located):
    """Give somebody a feature, a cheaper action or a bar on an action for a duration, or change the class of an action."""

    how: Grant
    name: str = ""
    until: Until | None = None
    whom: Expression | None = None
    action: numbered.OptionalWordNumber = NONE  # its name, as a word
    stat: numbered.OptionalStatNumber = NONE
    uses: Expression | None = None
    number: int = NONE  # the feature, the mark, the class (NONE: no action any more), or what barred classes are called
    lost: bool = False  # it is taken away
    but: tuple[str, ...] = ()  # the rules whose actions are not barred


@dataclass(frozen=True, slots=True)
class Follow(Located):
    """Let an ability of this card follow, about something: next, or when its trigger is met."""

    action: numbered.WordNumber  # its name, as a word
    whom: Expression | None = None
    until: Until | None = None
    again: bool = False  # every time that its trigger is met, not only once


@dataclass(frozen=True, slots=True)
class Adjust(Located):
    """Edit the change to which an ability responds, decide a check, multiply its damage dice, or make tiles difficult.

    An edit applies to the parts that met the trigger, or to those about a stat. "" and "instead" drop them; + - * / >= <=
    change their amount; "to" redirects them, or an amount of them, to somebody. What is done from "join" to "part" joins them.
    """

    how: Adjustment
    stat: numbered.OptionalStatNumber = NONE
    amount: Expression | None = None
    op: signs.Edit = ""
    whom: Expression | None = None


@dataclass(frozen=True, slots=True)
class By(Located):
    """Set the cause of what happens from here on: a thing, what is noted for each thing under a word, or the usual cause."""

    whom: Expression | None = None
    word: numbered.OptionalWordNumber = NONE


@dataclass(frozen=True, slots=True)
class Ties(Located):
    """Let those with the same value of a stat roll for another stat until no two share both."""

    stat: numbered.StatNumber
    breaker: numbered.StatNumber
    amount: Expression
    casts: bool = False


@dataclass(frozen=True, slots=True)
class Fight(Located):
    """Let somebody fight others, blow by blow: one other, or the sources of the waiting actions of a name that respond to it."""

    whom: Expression
    others: Expression | None
    action: numbered.WordNumber  # its name, as a word
    blows: numbered.StatNumber
    health: numbered.StatNumber


Instruction = (
    Declare | Test | Jump | Each | Run | Leave | Course | Open | Permit | Choose | Decide | Let | Silence | Alter | Send | Show
    | Make | Station | Bind | Travel | Tell | Standing | Intervene | Last | Give | Follow | Adjust | By | Ties | Fight
)  # fmt: skip
