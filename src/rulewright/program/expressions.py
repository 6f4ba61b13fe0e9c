"""Expressions: who, how much and whether, as values that every execution reads in its own way.

A test is asked of `it`; an expression that speaks of somebody else names a slot, or a link that leads there.
"""

from __future__ import annotations

from typing import Any, Literal

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
from rulewright.program.quick_dataclasses import dataclass, field

NONE = -1

# -- who and what ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slot:
    """Somebody or a number that the procedure knows: actor, target, attacker, it, source, a picked tile."""

    name: str
    holds: Holds = Holds.THING


@dataclass(frozen=True, slots=True)
class Related:
    """A thing that is known by another, by its name, or by the course of the game."""

    how: Link
    who: Expression | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds a stat that somebody shares with others."""

    who: Expression
    stat: int


@dataclass(frozen=True, slots=True)
class Next:
    """The player so many seats after somebody's; those who are out of play, or for whom a test does not hold, are passed over."""

    who: Expression
    step: int
    test: Expression | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """Every thing of a source that passes all tests (each asked of `it`), in the book's order; `at` a place alone, if any."""

    tests: tuple[Expression, ...]
    words: str
    zones: tuple[int, ...] = ()
    source: Source = Source.PLAY
    at: Expression | None = None
    hashed: int = field(init=False, repr=False, compare=False)  # what it is looked up by, again and again

    def __post_init__(self) -> None:
        if self.zones and self.source is Source.PLAY:
            object.__setattr__(self, "source", Source.ZONES)
        object.__setattr__(self, "hashed", hash((self.tests, self.words, self.zones, self.source, self.at)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave the hash behind: that of a text is another one in every process."""
        return Query, (self.tests, self.words, self.zones, self.source, self.at)


@dataclass(frozen=True, slots=True)
class Picked:
    """The things that were picked, where several may be."""

    var: str = "targets"
    words: str = "targets"
    tests: tuple[Expression, ...] = ()
    zones: tuple[int, ...] = ()


# -- numbers -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    n: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The sum of some dice."""

    count: Expression
    sides: int


@dataclass(frozen=True, slots=True)
class StatOf:
    """Somebody's stat, as it counts now."""

    who: Expression
    stat: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two numbers with + - * or / between them (by zero gives 0, `/` rounds down and `/^` up), the remainder of a division
    (%), or the lower or the higher of the two (min, max)."""

    op: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Unary:
    """A number with the other sign (-), or a whole expression, whose final value is at least 0 (+)."""

    op: Literal["-", "+"]
    of: Expression


@dataclass(frozen=True, slots=True)
class Measure:
    """How many things there are, whether there are any, how much of a stat they have, or how many players they belong to."""

    want: Want
    of: Query | Picked
    stat: int = NONE


# -- conditions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers: = != > < >= or <=."""

    op: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic:
    """All of the parts hold, one of them, or (of one part) it does not."""

    how: Joint
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class About:
    """All tests hold of somebody."""

    who: Expression
    tests: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """`it` stands so to somebody."""

    how: Tie
    who: Expression
    word: str = ""


@dataclass(frozen=True, slots=True)
class Trait:
    """`it` is so by itself."""

    how: Quality


@dataclass(frozen=True, slots=True)
class OfKind:
    """`it` is of a kind, or has a mark, which is a word of the program; of what waits, its action has it."""

    mark: int


@dataclass(frozen=True, slots=True)
class OfCast:
    """`it` belongs to the cast of a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Lies:
    """`it` lies in a zone of somebody's, or in any of that kind."""

    zone: int
    of: Expression | None = None


@dataclass(frozen=True, slots=True)
class Stands:
    """`it` stands on a tile with a mark of the map (with `own`, one that bears the name of its cast too), or on a spot."""

    mark: str = ""
    own: bool = False
    spot: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """`it`, or a picked tile, is within so many tiles of somebody or of a picked tile, next to it, seen from it, or (`across`)
    on the opposite side of a third, each next to it."""

    how: Bearing
    who: Expression
    tiles: Expression | None = None
    spot: str = ""
    across: Expression | None = None


@dataclass(frozen=True, slots=True)
class Has:
    """`it` has a feature, by its place in the book, or an ability that answers a word told of itself."""

    feature: int = NONE
    word: str = ""


# -- what happens, and what has happened -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changes:
    """The change or event under consideration takes a stat up, down, or (falls to, rises to) past an amount."""

    stat: int
    how: Way
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Happens:
    """The event is of a sort: something goes between kinds of zone (NONE: any), a word is told, a structure begins or ends, an
    action of a name is performed, something comes to a place."""

    how: Happening
    name: str = ""  # the word, or the structure
    action: int = NONE  # the name, as a word of the program
    origin: int = NONE
    zone: int = NONE


@dataclass(frozen=True, slots=True)
class Cause:
    """The action under way is of a reach (melee, ranged), or of a name, which is a word of the
    program; by "" and NONE none is asked for."""

    reach: str = ""
    action: int = NONE


@dataclass(frozen=True, slots=True)
class Situation:
    """How the game stands: whether a structure is in progress, how often it has passed, how many sides are left, whether nothing
    waits."""

    how: Phase
    structure: str = ""


@dataclass(frozen=True, slots=True)
class PastActions:
    """How many actions somebody has taken in a structure, or whether the first so many are complete and of one origin, or of
    different ones."""

    how: Past
    who: Expression
    structure: str
    count: Expression | None = None


@dataclass(frozen=True, slots=True)
class FastEnough:
    """The speed of the action fits on the stack, by a table of (top, structure under way, speeds that may answer)."""

    table: tuple[tuple[str, str, tuple[str, ...]], ...]


Expression = (
    Slot | Related | Holder | Next | Query | Picked | Constant | Roll | StatOf | Arithmetic | Unary | Measure | Compare | Logic
    | About | Relation | Trait | OfKind | OfCast | Lies | Stands | Near | Has | Changes | Happens | Cause | Situation
    | PastActions | FastEnough
)  # fmt: skip
