"""Expressions for things, numbers and conditions, as records that every execution interprets.

A test is about `it`. An expression about another thing names a slot, or a link that leads to the thing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from rulewright.program.modes import (
    Bearing,
    Happening,
    Holds,
    Joint,
    Link,
    Past,
    Phase,
    Quality,
    Source,
    Tie,
    Want,
    Way,
)
from rulewright.program.numbered import (
    OptionalFeatureNumber,
    OptionalRoutineNumber,
    OptionalStatNumber,
    OptionalWordNumber,
    OptionalZoneNumber,
    StatNumber,
    WordNumber,
    ZoneNumber,
)
from rulewright.program.quick_dataclasses import assign, dataclass, field
from rulewright.program.signs import Comparison, Direction, Reach, Sum

NONE = -1

Used = Literal["", "played", "ability"]
"""Whether an act plays a card, or uses an ability or another action."""
Passing = Literal["", "drawn", "died", "left play", "entered play", "removed"]
"""What a move between zones is, whichever they are: from one that nobody sees to a hand, out of play for good, out of play, into
play, out of the game."""

# -- who and what ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slot:
    """A thing or a number in a variable of the procedure: actor, target, attacker, it, source, a picked tile."""

    name: str
    holds: Holds = Holds.THING


@dataclass(frozen=True, slots=True)
class Related:
    """A thing that is found by another thing, by its name, or by the course of the game."""

    how: Link
    who: Expression | None = None
    word: OptionalWordNumber = NONE  # its name, or what it is noted as, as a word
    structure: OptionalRoutineNumber = NONE  # the procedure whose it is
    owned: bool = False  # of a player: who owns it, whoever controls it


@dataclass(frozen=True, slots=True)
class Holder:
    """The thing that stores a stat which several share."""

    who: Expression
    stat: StatNumber


@dataclass(frozen=True, slots=True)
class Next:
    """The player so many seats after another; players who are out, or who fail a test, are skipped."""

    who: Expression
    step: int
    test: Expression | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """All things of a source that pass all tests (each about `it`), in the book's order."""

    tests: tuple[Expression, ...]
    words: str
    zones: tuple[ZoneNumber, ...] = ()
    source: Source = Source.PLAY
    asked: bool = False  # whether the tests know the thing for which the set is wanted as `asker`: the `it` outside of the set
    among: str = ""  # the slot whose things are meant, if they are not those that were picked for the act
    hashed: int = field(init=False, repr=False, compare=False)  # the hash, computed once

    def __post_init__(self) -> None:
        if self.zones and self.source is Source.PLAY:
            assign(self, "source", Source.ZONES)
        assign(self, "hashed", hash((self.tests, self.words, self.zones, self.source, self.asked, self.among)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple[type[Query], tuple[tuple[Expression, ...], str, tuple[int, ...], Source, bool, str]]:
        """Do not pickle the hash: the hash of a text differs between processes."""
        return Query, (self.tests, self.words, self.zones, self.source, self.asked, self.among)


@dataclass(frozen=True, slots=True)
class Picked:
    """The things that were picked, if several can be."""

    var: str = "targets"
    words: str = "targets"
    tests: tuple[Expression, ...] = ()
    zones: tuple[ZoneNumber, ...] = ()


# -- numbers -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    n: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The sum of some dice, or of the highest or lowest of them; low ones are rolled again, and high ones roll another."""

    count: Expression
    sides: int
    keep: Expression | None = None  # how many of them count, if not all
    lowest: bool = False  # the lowest ones count, not the highest
    again: int = 0  # dice that show at most this are rolled again
    once: bool = False  # only once, not until they show more
    explodes: int = 0  # a die that shows its highest number rolls another, at most so many times


@dataclass(frozen=True, slots=True)
class StatOf:
    """The current value of a stat of a thing."""

    who: Expression
    stat: StatNumber


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two numbers with + - * or / between them (by zero gives 0, `/` rounds down and `/^` up), the remainder of a division
    (%), or the lower or the higher of the two (min, max)."""

    op: Sum
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Unary:
    """A number with the opposite sign (-), or a complete expression, whose value is at least 0 (+)."""

    op: Literal["-", "+"]
    of: Expression


@dataclass(frozen=True, slots=True)
class Measure:
    """The number of some things, whether there are any, the sum of a stat of theirs, or the number of their players; with

    `along`, only of the most that stand side by side in one of these directions of the map.
    """

    want: Want
    of: Query | Picked
    stat: OptionalStatNumber = NONE
    rank: int = 1  # the place among the different values: 1 is the highest, 2 the next lower, -1 the lowest
    along: tuple[Direction, ...] = ()


# -- conditions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers: = != > < >= or <=."""

    op: Comparison
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic:
    """All parts are true, one of them is true, or (with a single part) the part is not true."""

    how: Joint
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class About:
    """All tests are true of a thing."""

    who: Expression
    tests: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """`it` has this relation to another thing."""

    how: Tie
    who: Expression
    word: OptionalWordNumber = NONE  # what it is noted as, as a word


@dataclass(frozen=True, slots=True)
class Trait:
    """`it` has this property."""

    how: Quality


@dataclass(frozen=True, slots=True)
class OfKind:
    """`it` is of a kind, or has a mark, which is a word of the program; for something that waits, its action has it."""

    mark: WordNumber


@dataclass(frozen=True, slots=True)
class OfCast:
    """`it` belongs to the cast of a name, which is a word of the program."""

    name: WordNumber


@dataclass(frozen=True, slots=True)
class Lies:
    """`it` is in a zone of a certain player, or in any zone of that kind."""

    zone: ZoneNumber
    of: Expression | None = None


@dataclass(frozen=True, slots=True)
class Stands:
    """`it` is on a tile with a mark, or on a certain tile."""

    mark: OptionalWordNumber = NONE  # as a word
    spot: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """`it`, or a picked tile, is within so many tiles of a thing or of a picked tile, visible from it, on the opposite side of a

    third thing (`across`), both adjacent to it, or straight between the two. With `along`, it is in one of these directions
    from there, straight, and so many steps away, or at most so many, or any number. Within so many tiles with a third thing,
    it is in its direction: straight, or in a cone.
    """

    how: Bearing
    who: Expression
    tiles: Expression | None = None
    spot: str = ""
    across: Expression | None = None
    along: tuple[Direction, ...] = ()
    exact: bool = False  # it is exactly so many steps away
    cover: bool = False  # whether something that cannot be entered is in the way, instead of whether it is seen


@dataclass(frozen=True, slots=True)
class Has:
    """`it` has a feature, by its number in the book, or an ability that responds to an announcement about itself."""

    feature: OptionalFeatureNumber = NONE
    word: OptionalWordNumber = NONE  # the announcement, as a word


# -- events and history ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changes:
    """The change or event raises or lowers a stat, or (falls to, rises to) takes it past an amount."""

    stat: StatNumber
    how: Way
    amount: int = 0
    tag: str = ""  # the kind of damage, which only a prepared change has


@dataclass(frozen=True, slots=True)
class Happens:
    """The event is of a sort: something moves between kinds of zone (NONE: any), an announcement is made, a structure begins

    or ends, a feature is gained, an action of a name is performed, something comes to a place or to a tile with a mark.
    """

    how: Happening
    word: OptionalWordNumber = NONE  # the announcement, or the mark of the tile, as a word of the program
    structure: OptionalRoutineNumber = NONE  # a procedure
    passing: Passing = ""
    feature: OptionalFeatureNumber = NONE
    hostile: bool = False  # the action that is performed is an attack
    used: Used = ""  # a card is played, or it is not
    action: OptionalWordNumber = NONE  # the name, as a word of the program
    origin: OptionalZoneNumber = NONE
    zone: OptionalZoneNumber = NONE
    mark: OptionalWordNumber = NONE  # of the action that is performed
    origin_of: Expression | None = None  # somebody whose zone it leaves
    zone_of: Expression | None = None  # somebody to whose zone it goes


@dataclass(frozen=True, slots=True)
class Cause:
    """The action in progress has a reach (melee, ranged) or a name; "" means any."""

    reach: Reach = ""
    action: OptionalWordNumber = NONE


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of the game: whether a structure is in progress, how often it has passed, how many sides are left, whether

    nothing waits.
    """

    how: Phase
    structure: OptionalRoutineNumber = NONE  # a procedure


@dataclass(frozen=True, slots=True)
class PastActions:
    """How many actions somebody has used in a structure, or whether the first so many are complete and of the same

    origin, or of different origins; with a key, how often something else has happened (see `definition.Counted`).
    """

    how: Past
    who: Expression | None  # for whom it is counted, if not for everybody together
    structure: OptionalRoutineNumber  # a procedure
    count: Expression | None = None
    key: OptionalWordNumber = NONE  # under which word it is counted


NOTHING, ANYTHING = -1, -2
TopNumber = Annotated[WordNumber, ANYTHING]


@dataclass(frozen=True, slots=True)
class FastEnough:
    """The speed of the action is allowed, by a table of (top of the stack, structure in progress, allowed speeds).

    Speeds are words of the program; the top of the stack can also be NOTHING or ANYTHING.
    """

    table: tuple[tuple[TopNumber, OptionalRoutineNumber, tuple[WordNumber, ...]], ...]


Expression = (
    Slot | Related | Holder | Next | Query | Picked | Constant | Roll | StatOf | Arithmetic | Unary | Measure | Compare | Logic
    | About | Relation | Trait | OfKind | OfCast | Lies | Stands | Near | Has | Changes | Happens | Cause | Situation
    | PastActions | FastEnough
)  # fmt: skip
