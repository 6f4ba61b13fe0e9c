"""The compiled form of what to do: instructions, of which a procedure is a list. Every execution reads the same ones.

Nothing here is a string of Python: names of rule text appear only as words for people or as indices into a book's tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.program.expressions import Expression, Picked, Query
from rulewright.program.intervening import Aim, Bar, Block, Classify, Copy, Enact, Judge, Strays, Table
from rulewright.program.relations import By, Control, Detach, Follow, Note, Station, Sum, TellOf
from rulewright.program.timing import Allow, Answers, Decide, InOrder, Instruct, Make, Settling, Silence, Skip, Use


@dataclass(frozen=True, slots=True)
class Declare:
    """Say who performs what at whom; count it where a limit counts."""

    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Test:
    """Go on if the condition holds, else at another instruction. A check is told."""

    condition: Expression
    otherwise: int
    told: bool = False
    shown: bool = False  # whether what its first die shows is spoken of afterwards


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on at another instruction."""

    to: int


@dataclass(frozen=True, slots=True)
class Alter:
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
class Last:
    """Begin something that lasts: an amount on a stat, for a duration (when, structure, count)."""

    whom: Expression
    stat: int
    op: str
    amount: Expression
    name: str
    until: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Free:
    """Let somebody perform an action so many times without its cost in a stat, for a duration."""

    whom: Expression
    action: str
    stat: int
    uses: Expression
    name: str
    until: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Shove:
    """Take somebody across the map against its will: away from, toward, or along."""

    whom: Expression
    origin: Expression
    tiles: Expression
    mode: str


@dataclass(frozen=True, slots=True)
class Walk:
    """Take somebody to a picked tile."""

    whom: Expression
    tile: str


@dataclass(frozen=True, slots=True)
class Send:
    """Bring things to a zone, on top or at the bottom; fewer than asked for is as many as possible."""

    what: Expression
    zone: int
    owner: Expression | None
    at: str
    count: Expression | None = None
    down: bool = False  # face down: the actor's player alone sees what it is
    keep: bool = False  # what lies face down does so there, too
    mixed: bool = False  # in a random order that nobody knows


@dataclass(frozen=True, slots=True)
class Show:
    """Let things be seen: by "all", by the "actor" too, face "down" by it alone or "known" to all, or face "up"."""

    what: Expression
    to: str
    count: Expression | None = None
    by: Expression | None = None  # whose player looks, if not the actor's


@dataclass(frozen=True, slots=True)
class Each:
    """Run what follows, up to `end`, once for each thing, under a name."""

    var: str
    of: Query | Picked
    end: int = 0
    last: bool = False  # the active player's come last
    anew: bool = False  # who is next is worked out anew each time, so that late arrivals are not left out
    reverse: bool = False  # the last comes first
    count: Expression | None = None  # only the first so many


@dataclass(frozen=True, slots=True)
class Again:
    """End of an Each or Repeat: go back."""

    to: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Run what follows, up to `end`, so many times."""

    var: str
    times: Expression
    end: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Run a procedure: a structure, or a component that is a frame of its own."""

    procedure: str
    actor: Expression | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """Open a window."""

    kinds: tuple[str, ...]
    discipline: str
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
class Negate:
    """Take the stat's part, or so much of it, out of the change that is being answered."""

    stat: int
    amount: Expression | None = None


@dataclass(frozen=True, slots=True)
class Expire:
    """End what lasts until the start or the end of a structure."""

    when: str
    structure: str


@dataclass(frozen=True, slots=True)
class Refresh:
    """Set the stats that are refreshed at the start of a structure."""

    structure: str


@dataclass(frozen=True, slots=True)
class Heeding:
    """Let triggered reactions be used; `own` alone takes what happens by itself."""

    own: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """End a structure, or by no name the whole game."""

    structure: str


@dataclass(frozen=True, slots=True)
class Finish:
    """End the game if the scene's own condition holds: the sides still in play have won."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Note who has won or lost: sides left, or somebody's."""

    whom: Expression | None
    to: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Let somebody choose one or some of some things, under a name."""

    var: str
    of: Query
    by: Expression
    purpose: str = ""  # what for, as who is asked is told
    optional: bool = False
    count: Expression | None = None  # how many; as many as there are, if there are fewer


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put a zone in random order."""

    zone: int
    owner: Expression


@dataclass(frozen=True, slots=True)
class Tell:
    """Say a word of the book's own; it changes nothing and can be listened to."""

    word: str


@dataclass(frozen=True, slots=True)
class EachCast:
    """Run what follows, up to `end`, once for each cast, with its first member under a name."""

    var: str
    end: int = 0


@dataclass(frozen=True, slots=True)
class Occasion:
    """Let happen what is due at the start (begin), in the course (continue) or at the end of a structure."""

    edge: str
    structure: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Give everybody the features in force that last for a while only."""


@dataclass(frozen=True, slots=True)
class Overdue:
    """End what lasts until a condition that has come true."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Count a structure, until the game ends."""

    structure: str


@dataclass(frozen=True, slots=True)
class Ties:
    """Let those who share a value of a stat roll for another stat until none of them share both."""

    stat: int
    breaker: int
    amount: Expression
    casts: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """Turn somebody toward somebody else."""

    whom: Expression
    toward: Expression
    stat: int


@dataclass(frozen=True, slots=True)
class Cool:
    """Keep the action under way from being used again for a duration."""

    until: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Grant:
    """Give somebody a feature for a duration, or take it away."""

    whom: Expression
    feature: int
    name: str
    until: tuple[Any, ...]
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Decide the check under way, whatever it came to."""

    passed: bool


@dataclass(frozen=True, slots=True)
class Rough:
    """Make the tiles of a feature difficult."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Roll the dice of what the check decides so many times as often."""

    times: Expression


@dataclass(frozen=True, slots=True)
class Counter:
    """Take something that waits off its stack without effect."""

    whom: Expression


@dataclass(frozen=True, slots=True)
class Attach:
    """Attach something to something else."""

    what: Expression
    to: Expression


@dataclass(frozen=True, slots=True)
class Fight:
    """Let somebody fight others, blow by blow: one other, or the sources of what waits to answer it with an action."""

    whom: Expression
    others: Expression | None
    action: str
    blows: int
    health: int


Instruction = (
    Declare | Test | Jump | Alter | Last | Free | Shove | Walk | Send | Each | Again | Repeat | Run | Open | Negate | Expire
    | Refresh | Heeding | Leave | Finish | Standing | Block | Copy | Aim | Classify | Bar | Table | Enact | Judge | Strays
    | Choose | Shuffle | Show | Tell | EachCast | Occasion | Tally
    | Overdue | Begin | Rough | Answers | Settling | Allow | Decide | InOrder | Instruct | Make | Silence | Skip | Use
    | Ties | Face | Cool | Grant | Verdict | Dice | Counter | Attach | Fight
    | Station | Control | Note | Detach | TellOf | Sum | By | Follow
)  # fmt: skip


_GOES_ON = dict.fromkeys((Each, EachCast, Repeat, InOrder), "end") | dict.fromkeys((Test, Decide), "otherwise")
_GOES_ON |= dict.fromkeys((Jump, Again), "to")  # the field that holds an address


def _moved(instruction: Instruction, by: int) -> Instruction:
    """Give an instruction whose addresses count from further up."""
    name = _GOES_ON.get(type(instruction)) if by else None
    return replace(instruction, **{name: getattr(instruction, name) + by}) if name else instruction


def joined(blocks: Iterable[Sequence[Instruction]]) -> list[Instruction]:
    """Join blocks whose addresses count from their own start into one."""
    whole: list[Instruction] = []
    for block in blocks:
        start = len(whole)
        whole.extend(_moved(instruction, start) for instruction in block)
    return whole
