"""What a book declares: stats, zones, kinds, classes, windows' priority rules, what settles the game, readings and limits."""

from __future__ import annotations

from rulewright.program import marks as own_words
from rulewright.program.quick_dataclasses import dataclass

NOWHERE = -1
"""The number of nothing: no thing, no zone, no action, no class."""
NOBODY = -1
"""The number of no player."""

COLUMNS = ("kind", "owner", "side", "life", "tile", "action", "born", "blocked", "standing")
"""The stats that every object of every book has, before those that the book declares."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep any text and any game finite; all can be set."""

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
    """A named whole number that every object has, and its bounds."""

    name: str
    least: int | None = 0
    most: int | None = None
    cap: int | None = None
    default: int = 0
    refresh: tuple[str, int] | None = None  # the structure at whose start it becomes so much
    until: str = ""  # the structure at whose end it becomes its default again
    series: bool = False  # whether it is a row of numbers, one for each blow, whose sum is its value
    pays: int | None = None  # the stat for which it can be paid as well
    shared: str = ""  # by whom it is shared: "cast" or "all"; otherwise everybody has its own
    words: tuple[str, ...] = ()  # what its values are called, from 0 on
    declared: bool = True
    open: bool = False  # whether it is seen of what lies face down in plain sight
    first: bool = False  # whether it is spent before the stat it pays for
    only: int = NOWHERE  # the mark, a word, of the actions for which it can be paid
    burden: bool = False  # whether one would rather have less of it
    silent: bool = False  # whether it says something to the rules alone, and is not drawn


OWN_STATS = tuple(Stat(name, least=None, default=-1 if name in ("tile", "owner", "side") else 0) for name in COLUMNS)


@dataclass(frozen=True, slots=True)
class Zone:
    """A kind of place; `seen` by all, by its owner, or by nobody."""

    name: str
    owned: bool = False
    seen: str = "all"
    live: bool = False
    stack: bool = False
    quiet: int = 0  # seconds without change after which a stack pops
    keeps: bool = False  # what comes here keeps its life
    open: bool = False  # what waits here can be reached by what acts at once
    refill: str = ""  # the structure that is taken when more is to be taken from here than there is
    called: tuple[tuple[str, str], ...] = ()  # what it is called for certain seats


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object: its actions and what its stats start from."""

    name: str
    actions: tuple[int, ...] = ()
    stats: tuple[tuple[int, int], ...] = ()
    marks: frozenset[int] = frozenset()  # words: its marks, and its name in plain spelling
    series: tuple[tuple[int, tuple[int, ...]], ...] = ()  # the rows of numbers of its stats that are series
    loose: frozenset[int] = frozenset()  # the actions it has only while it is attached to nothing
    bound: frozenset[int] = frozenset()  # and those it has only while it is attached


UNSEEN = Kind("unseen", marks=frozenset({own_words.CARD}))
"""What is seen of a thing whose face is not: it is a card, and it has nothing."""


@dataclass(frozen=True, slots=True)
class Class:
    """A class of actions: exactly one for each action of a book that has classes. Some are also called something together."""

    name: str
    waits: bool = False
    called: frozenset[str] = frozenset()
    below: int = 0  # the actions of rules with a lower number are of this class
    rest: bool = False  # all actions that no other class takes are


@dataclass(frozen=True, slots=True)
class Settle:
    """The procedure that settles the game, where it runs, and the stats and event kinds that make it due.

    `structure` is the book's own part of it. Where that lets players `answers` what has happened, triggers wait for it.
    """

    procedure: str
    boundaries: frozenset[str]
    watch: frozenset[str | int]
    structure: str = ""
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """An ambiguity with two sides somebody would play: the rule it settles, its sides, the default first."""

    name: str
    rule: str
    sides: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Discipline:
    """A priority rule.

    lap: "one" asks its holder alone; "succession" closes when all pass in a row; "owner" when the owner of the newest passes.
    keeps: who has acted keeps priority. resets: after a resolution priority goes back to the active player.
    newest: whoever owns the newest thing that waits has priority first, when it is put there and when it becomes the newest.
    Where the owner closes a lap, priority begins after whoever put the newest thing there, and goes on from there.
    """

    name: str
    lap: str = "one"
    keeps: bool = True
    resets: bool = False
    newest: bool = False


DISCIPLINES = (Discipline("alone"),)
"""The priority rules that every program has, first of all."""
ALONE = 0
"""The number of the one by which its holder alone is asked."""
IN_SUCCESSION = Discipline("in succession", "succession", keeps=True, resets=True)
GOES_ROUND = Discipline("goes round", "owner", keeps=False)
