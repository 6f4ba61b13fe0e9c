"""Declarations of a book: stats, zones, kinds, classes, priority rules of windows, settling, readings and limits."""

from __future__ import annotations

from typing import Literal

from rulewright.program import marks as own_words
from rulewright.program.numbered import (
    ActionNumber,
    OptionalRoutineNumber,
    OptionalWordNumber,
    RoutineNumber,
    StatNumber,
    WordNumber,
)
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.signs import Boundary, Lap

NOWHERE = -1
"""The number that means nothing: no thing, no zone, no action, no class."""
NOBODY = -1
"""The number that means no player."""

COLUMNS = ("kind", "owner", "side", "life", "tile", "action", "born", "blocked", "standing")
"""The stats that every object of every book has; those that the book declares come after them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep every text and every game finite; each can be set."""

    text: int = 1 << 20
    nesting: int = 64
    dice: int = 1000
    steps: int = 100_000
    tiles: int = 10_000
    lines: int = 50_000
    things: int = 5_000
    depth: int = 400


@dataclass(frozen=True, slots=True)
class Stat:
    """A named integer that every object has, and its bounds."""

    name: str
    least: int | None = 0
    most: int | None = None
    cap: StatNumber | None = None
    default: int = 0
    refresh: tuple[RoutineNumber, int] | None = None  # the procedure at whose start it is set to that amount
    until: OptionalRoutineNumber = NOWHERE  # the procedure at whose end it is reset to its default
    series: bool = False  # whether it is a row of numbers, one for each blow, whose sum is its value
    pays: StatNumber | None = None  # the stat for which it can be paid instead
    shared: Literal["", "cast", "all"] = ""  # who shares it: "cast" or "all"; otherwise everybody has its own
    words: tuple[str, ...] = ()  # the names of its values, from 0 on
    declared: bool = True
    open: bool = False  # whether everybody sees it on a face-down thing in a zone seen by all
    first: bool = False  # whether it is spent before the stat it pays for
    only: OptionalWordNumber = NOWHERE  # the mark of the actions for which it can be paid, as a word
    burden: bool = False  # whether less of it is better
    silent: bool = False  # whether only the rules use it, so that it is not shown


OWN_STATS = tuple(Stat(name, least=None, default=-1 if name in ("tile", "owner", "side") else 0) for name in COLUMNS)


@dataclass(frozen=True, slots=True)
class Zone:
    """A kind of zone; `seen` says whether all, its owner or nobody sees it."""

    name: str
    owned: bool = False
    seen: Literal["all", "owner", "nobody"] = "all"
    live: bool = False
    stack: bool = False
    quiet: int = 0  # seconds without change after which a stack pops
    keeps: bool = False  # a thing that comes here keeps its life
    open: bool = False  # actions that do not wait can affect what waits here
    refill: OptionalRoutineNumber = NOWHERE  # the procedure that runs when there are too few things here to be taken
    called: tuple[tuple[str, str], ...] = ()  # its name for certain seats


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object: its actions and the starting values of its stats."""

    name: str
    actions: tuple[ActionNumber, ...] = ()
    stats: tuple[tuple[StatNumber, int], ...] = ()
    marks: frozenset[WordNumber] = frozenset()  # words: its marks, and its name in plain spelling
    series: tuple[tuple[StatNumber, tuple[int, ...]], ...] = ()  # the numbers of those of its stats that are series
    loose: frozenset[ActionNumber] = frozenset()  # the actions that it has only while it is not attached
    bound: frozenset[ActionNumber] = frozenset()  # the actions that it has only while it is attached


UNSEEN = Kind("unseen", marks=frozenset({own_words.CARD}))
"""The kind of a thing whose face a viewer does not see: a card without stats and actions."""


@dataclass(frozen=True, slots=True)
class Class:
    """A class of actions; in a book with classes each action has exactly one. Several classes can share another name."""

    name: str
    waits: bool = False
    called: frozenset[WordNumber] = frozenset()  # what it is called, alone or with others, as words
    below: int = 0  # actions of rules with a lower number belong to this class
    rest: bool = False  # all actions of no other class belong to this one


@dataclass(frozen=True, slots=True)
class Settle:
    """The procedure that settles the game, when it runs, and the stats and kinds of event that make it necessary.

    `structure` is the book's own part of it. If players respond there (`answers`), triggered abilities are used only there.
    """

    procedure: RoutineNumber
    boundaries: frozenset[Boundary]
    watch: frozenset[str | int]
    structure: OptionalRoutineNumber = NOWHERE
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A rule with several possible interpretations: the rule, and the sides, the default first."""

    name: str
    rule: str
    sides: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Discipline:
    """A priority rule.

    lap: "one" asks only the holder; "succession" closes when all pass in a row; "owner" when the owner of the newest passes.
    keeps: a player who has acted keeps priority. resets: after a resolution priority goes back to the active player.
    newest: the owner of the newest waiting thing has priority first, when it is put there and when it becomes the newest.
    With "owner", priority begins with the player after the one who put the newest thing there.
    """

    name: str
    lap: Lap = "one"
    keeps: bool = True
    resets: bool = False
    newest: bool = False


DISCIPLINES = (Discipline("alone"),)
"""The priority rules that every program has, before those of the book."""
ALONE = 0
"""The number of the priority rule that asks only the holder."""
IN_SUCCESSION = Discipline("in succession", "succession", keeps=True, resets=True)
GOES_ROUND = Discipline("goes round", "owner", keeps=False)
