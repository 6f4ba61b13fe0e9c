"""Writes a program as numbers for the native machine: one row, whose first numbers say where each table begins.

An instruction or expression that the machine does not know is written as one that it leaves to Python; the Python kernel then
gives this answer. Things that concern a whole book, such as prohibitions, are tested first (`obstacles`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rulewright.kernel.evaluation.evaluate import PICKED
from rulewright.kernel.evaluation.happening import PASSED
from rulewright.kernel.native import number_scenes
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_order import quickest
from rulewright.kernel.native.number_slots import KNOWN
from rulewright.kernel.state.facts import NOWHERE, Frame, Key, Link, Tally
from rulewright.program import building, expressions, instructions, slots
from rulewright.program.bookkeeping import given
from rulewright.program.building import AnyRecord, Node, Part
from rulewright.program.declared import Kind
from rulewright.program.definition import Routine
from rulewright.program.expressions import Expression
from rulewright.program.modes import Occasion, Source
from rulewright.program.own_procedures import (
    ACT,
    BATCH,
    BEFORE_CHANGE,
    FLOOR,
    INTERRUPTS,
    OWN_ROUTINES,
    POPPING,
    REACTIONS,
    REPLY,
    STRAYING,
    WINDOW,
)
from rulewright.program.quick_dataclasses import dataclass, field, fields
from rulewright.program.slots import SlotDeclaration

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.game import Game
    from rulewright.kernel.native.c_types import NativeBlock, NativeProgram

ABSENT = int.from_bytes(b"\x80" * 8, "big", signed=True)
NONE = ABSENT + 1
LARGEST = 10**18
BITS = 32  # of a number that is used as a set
UNKNOWN = -1  # the kind of what the machine leaves; its number in the list of such nodes follows

OWN_PROCEDURES = (WINDOW, REPLY, ACT, BATCH, FLOOR, POPPING, STRAYING, REACTIONS, BEFORE_CHANGE, INTERRUPTS)
STEPS = ("ask", "answer", "acted", "passed", "close", "offer", "check", "place", "done", "resolved", "next", "used",
         "interrupted", "ordered", "away")  # fmt: skip
TEXTS = (
    "", "closes", "empty", "first", "on", "done", "stacked", "resolved", "decline", "fizzled", "resolves", "countered", "targets",
    "actor", slots.MEMORY, "numbers", slots.EXTRA, "seen", "at", "attached", "token", "owner", "players", "none", "fight",
    "deeds", "cut short", "completes an action", "the rest as they lie",
    "frame", "when", "begin", "end", "price", "feature", "cooldown", "negated", "no longer possible", "follows", "silent",
    "class", "bar", "stack", "made", "copy", "copied", "merged", "blocked", "prerequisites not met", "does nothing",
    "put into action", "left its stack", "interrupt window",
    "control", "form", "owned", "held", "cannot", "next", "prevented", "playable", "mark", "skip", "undone",
)  # fmt: skip
"""The texts that the header numbers, in its order."""
WATCHED = {"moved": "EV_MOVED", "noticed": "EV_NOTICED", "linked": "EV_LINKED", "tallied": "EV_TALLIED", "founded": "EV_FOUNDED",
           "shuffled": "EV_SHUFFLED", "revealed": "EV_REVEALED", "lasts": "EV_LASTS", "expired": "EV_EXPIRED"}  # fmt: skip
"""The kinds of event after which a book may settle, beside changes of stats."""
HEARD = ("occasion", "performed", "told", "moved", "linked", "began", "ended")
"""The kinds of event that triggers notice, in the order of the header."""
SHARED = ("", "all", "cast")
BOUNDARIES = ("instruction", "choice", "payment", "resolution", "structure", "window")
Bar = tuple[str, int, tuple[str, ...]]
Row = tuple[Callable[["NumberWriter", Node], list[int]], str]
HeldSlots = tuple[tuple[str, SlotDeclaration | None], ...]
"""The names of slots, each with what it is declared as, or None if it holds just a number."""
OPERATIONS = {"=": "OP_SET", "+=": "OP_ADD", "-=": "OP_SUBTRACT", "*=": "OP_MULTIPLY", "/=": "OP_DIVIDE"}
SOURCES = {Source.PLAY: "FROM_PLAY", Source.ZONES: "FROM_ZONES", Source.WAITING: "FROM_WAITING", Source.PICKED: "FROM_PICKED",
           Source.CAUSES: "FROM_CAUSES"}  # fmt: skip
EXPRESSIONS: dict[type, Row] = {}
INSTRUCTIONS: dict[type, Row] = {}
"""How each kind is written, and the fields that are understood by that; `number_nodes` fills them."""


class LeftToPython(Exception):
    """Something that the machine does not know."""


class TooSmall(LeftToPython):
    """A block in which a state has no room."""


@dataclass(slots=True, eq=False)
class NumberedProgram:
    """A program as numbers, and the names that its numbers stand for."""

    native: NativeProgram  # the machine's own object, which holds the numbers
    slots: tuple[SlotDeclaration, ...]
    slot_numbers: dict[str, int]
    rule_slots: dict[str, SlotDeclaration]  # what rule text declares
    procedures: int  # how many procedures have a number
    texts: tuple[Link, ...]  # also the words of the program under which something is noted, as numbers
    text_numbers: dict[Link, int]
    called: tuple[int, ...]  # the names of things that rules mention, as words
    scenes: dict[str, int]
    tallies: tuple[Tally, ...]
    camps: tuple[int, ...]  # the marks, as words, of tiles on which actors of a cast may begin
    makes: bool  # whether new things can come into a game
    bars: tuple[Bar, ...]  # what effects ask that bar actions
    unknown: tuple[str, ...]  # what the machine leaves
    starts: dict[str, Game] = field(default_factory=dict)  # games that wait for their first answer, by scene
    setups: dict[str, NativeBlock] = field(
        default_factory=dict
    )  # blocks of games that are only set up, where chance decides how they begin
    said: list[Key] = field(default_factory=list)  # keys of answers that Python has read, such as texts; nothing reads them again
    room: int = 1  # how much more room than usual games of this book have needed
    held_slots: dict[tuple[int, ...], HeldSlots] = field(default_factory=dict)  # by a procedure and which slots are filled
    held_frames: dict[tuple[int, ...], Frame] = field(default_factory=dict)  # by the numbers of which they consist alone


@dataclass(slots=True)
class NumberWriter:
    """Writes one program."""

    book: Book
    row: list[int] = field(default_factory=list)
    known: dict[AnyRecord, int] = field(default_factory=dict)  # where an expression was written
    slots: dict[str, SlotDeclaration] = field(default_factory=dict)
    slot_numbers: dict[str, int] = field(default_factory=dict)
    rule_slots: dict[str, SlotDeclaration] = field(default_factory=dict)  # what rule text declares
    texts: dict[Link, int] = field(default_factory=lambda: {text: number for number, text in enumerate(TEXTS)})
    tallies: tuple[Tally, ...] = ()  # what is counted, words first
    called: dict[int, int] = field(default_factory=dict)
    potential: Callable[[NumberWriter, Routine], int] = lambda writer, routine: 0  # writes what instructions could change
    camps: dict[int, int] = field(default_factory=dict)
    bars: dict[Bar, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)  # what the machine leaves
    scenes: dict[str, int] = field(default_factory=dict)  # the number of each scene and example
    current: Routine | None = None  # the procedure that is being written

    def put(self, values: Iterable[int]) -> int:
        """Write some numbers and say where they begin."""
        at = len(self.row)
        self.row.extend(values)
        return at

    def listed(self, values: Iterable[int]) -> int:
        """Write how many numbers there are, and the numbers."""
        found = list(values)
        return self.put([len(found), *found])

    def slot(self, name: str) -> int:
        """Give the number of a slot; a name that no procedure declares has none."""
        if name not in self.slot_numbers:
            raise LeftToPython(name)
        return self.slot_numbers[name]

    def text(self, text: str) -> int:
        """Give the number of a text."""
        return self.texts.setdefault(text, len(self.texts))

    def tally(self, what: Tally) -> int:
        """Give the number of what is counted."""
        if what not in self.tallies:
            raise LeftToPython("something that is counted")
        return self.tallies.index(what)

    def note(self, word: int) -> int:
        """Give the number of the link that stores what is noted under a word."""
        return self.texts.setdefault(word, len(self.texts))

    def name(self, word: int) -> int:
        """Give the number of the name of a thing among those that rules mention."""
        return self.called.setdefault(word, len(self.called))

    def camp(self, mark: int) -> int:
        """Give the number of a mark of tiles on which actors of a cast may begin."""
        return self.camps.setdefault(mark, len(self.camps))

    def bar(self, called: int, but: tuple[str, ...]) -> int:
        """Give the number of what bars actions of a class, except those of some rules."""
        return self.bars.setdefault(("bar", called, but), len(self.bars))

    def bits(self, numbers: Iterable[int]) -> int:
        """Write a set of small numbers: how far it goes, and its bits."""
        found = frozenset(numbers)
        size = max(found, default=-1) + 1
        words = [sum(1 << n % BITS for n in found if n // BITS == word) for word in range(size // BITS + 1)]
        return self.put([size, *words])

    def would_concern(self, stat: int) -> bool:
        """Say whether somebody may answer a change of a stat before it happens."""
        triggers = [self.book.triggers[n] for n in self.book.would]
        return any(each.of in ("", "changed") and each.stat in (None, stat) for each in triggers)

    # -- expressions ---------------------------------------------------------------------------------------------

    def expression(self, node: Expression) -> int:
        """Write an expression once and give its address; an unknown one is written as one that is left to Python."""
        if node not in self.known:
            self.known[node] = self.put(self.node(EXPRESSIONS, node))
        return self.known[node]

    def optional(self, node: Expression | None) -> int:
        """Write an expression that may be left out."""
        return NOWHERE if node is None else self.expression(node)

    def query(self, node: Part) -> int:
        """Write the tests of a query, and where its things come from; of things in play it need not be tested that they are."""
        if isinstance(node, expressions.Picked):
            return self.put([0, 0, numbers()["FROM_LIST"], 1, self.slot(node.var)])
        if not isinstance(node, expressions.Query) or node.source not in SOURCES:
            raise LeftToPython("a query")
        if node.source is Source.PICKED:
            return self.put([node.asked, *self.tests(node), numbers()["FROM_PICKED"], *self.picked(node)])
        return self.put([node.asked, *self.tests(node), numbers()[SOURCES[node.source]], len(node.zones), *node.zones])

    def tests(self, node: expressions.Query) -> list[int]:
        """Write the tests of a query."""
        played = node.source is Source.PLAY
        known = (building.IN_PLAY,) if played else [expressions.Lies(zone) for zone in node.zones if len(node.zones) == 1]
        tests = [self.expression(test) for test in quickest(node.tests) if test not in known]
        return [len(tests), *tests]

    def picked(self, node: expressions.Query) -> list[int]:
        """Give the slots with what was picked, and whether each holds several."""
        names = [name for name in ((node.among,) if node.among else PICKED) if name in self.slots]
        return [2 * len(names), *(number for name in names for number in (self.slot(name), self.slots[name].several))]

    def marked(self, mark: int) -> int:
        """Write the set of the tiles with a mark, for each scene."""
        found = [self.book.marks.get(scene, {}).get(mark, frozenset()) for scene in self.each_scene()]
        return self.put([self.bits(tiles) if tiles else 0 for tiles in found])

    def kinds(self, belongs: Callable[[Kind], bool]) -> int:
        """Write the set of the kinds that belong to it."""
        found = [0] * (len(self.book.kinds) // BITS + 1)
        for number, kind in enumerate(self.book.kinds):
            found[number // BITS] |= belongs(kind) << number % BITS
        return self.put(found)

    # -- instructions --------------------------------------------------------------------------------------------

    def instruction(self, node: instructions.Instruction) -> int:
        """Write an instruction; one that the machine does not know, as one that it leaves."""
        return self.put(self.node(INSTRUCTIONS, node))

    def node(self, rows: dict[type, Row], node: AnyRecord) -> list[int]:
        """Give an expression or instruction as numbers; one that says more than is understood is left."""
        write, understood = rows.get(type(node), (_left, ""))
        try:
            found = [UNKNOWN] if strange(node, understood) else write(self, node)
        except LeftToPython:
            found = [UNKNOWN]
        return self.left(node) if found == [UNKNOWN] else found

    def left(self, node: AnyRecord) -> list[int]:
        """Give a node that the machine leaves: a number for what it is."""
        return [UNKNOWN, self.unknown.setdefault(repr(node), len(self.unknown))]

    def routine(self, number: int) -> list[int]:
        """Write a procedure; the kernel's own have no instructions."""
        book, routine = self.book, self.book.routines[number]
        self.current = routine
        lent = self.listed(self.slot(name) for name in getattr(book.procedures[number], "lent", ()))
        code = [self.instruction(each) for each in routine.code]
        acts = number in book.action_procedures
        told = self.text(f"{routine.name} is skipped")
        counts = number in book.counted_until or number == book.main
        return [routine.announced, self.put(code), len(code), lent, acts, self.potential(self, routine), told, counts]

    # -- the whole -----------------------------------------------------------------------------------------------

    def declare(self) -> None:
        """Number the slots, the scenes and what is counted."""
        book = self.book
        self.scenes = number_scenes.numbered(book)
        found = {each.name: each for each in KNOWN}
        for routine in book.routines[len(OWN_ROUTINES) :]:
            for each in (*given(routine), *routine.slots):
                known = found.setdefault(each.name, each)
                if self.rule_slots.setdefault(each.name, each) != each or known.several != each.several:
                    raise LeftToPython(f"what {each.name} holds")
        self.slots, self.slot_numbers = found, {name: number for number, name in enumerate(found)}
        counted = {limit for action in book.actions for limit in action.limits}
        counted |= {each for routine in book.routines for each in _limits(routine)}
        self.tallies = (*sorted(counted), *sorted(_passed(book)))

    def each_scene(self) -> Iterable[str]:
        """Give one scene for each number."""
        first = {number: name for name, number in reversed(self.scenes.items())}
        return [first[number] for number in sorted(first)]

    def table(self, rows: Iterable[Sequence[int]]) -> int:
        """Write a table, all rows of which are equally long."""
        return self.put([number for row in [*rows] for number in row])

    def header(self) -> dict[str, int]:
        """Write all tables and say where they begin."""
        book = self.book
        routines = [self.routine(number) for number in range(len(book.routines))]
        settle, watch = book.settle, book.watch
        stats = [
            (
                _bound(s.least),
                _bound(s.most),
                NOWHERE if s.cap is None else s.cap,
                n in watch,
                s.cap in book.fluid,
                SHARED.index(s.shared),
            )
            for n, s in enumerate(book.stats)
        ]
        refresh = [(s.refresh[0], n, s.refresh[1]) for n, s in enumerate(book.stats) if s.refresh]
        lists = [n for n, each in enumerate(self.slots.values()) if each.several or each.type in (*slots.COMPOSITES, "doers")]
        return {
            "P_STATS": self.table(stats),
            "P_KINDS": self.table([[self.listed(kind.actions)] for kind in book.kinds]),
            "P_LISTENERS": self.table([[self.hearing(stat)] for stat in range(len(book.stats))]),
            "P_PROCEDURES": self.table(routines),
            "P_RANKS": self.listed([] if book.rank is None else (book.rank, *book.ranks)),
            "P_ENDINGS": self.table([[self.endings(scene)] for scene in self.each_scene()]),
            "P_CAPPED": self.table([[self.listed(book.capped[n]) if n in book.capped else 0] for n in range(len(book.stats))]),
            "P_REFRESH": self.put([len(refresh), *(number for row in refresh for number in row)]),
            "P_LISTS": self.listed(lists),
            "P_WIDTH": len(book.stats),
            "P_KIND_COUNT": len(book.kinds),
            "P_ZONE_COUNT": len(book.zones),
            "P_SLOTS": len(self.slots),
            "P_SETTLE": NOWHERE if settle is None else settle.procedure,
            "P_BOUNDARIES": 0
            if settle is None
            else sum(1 << n for n, each in enumerate(BOUNDARIES) if each in settle.boundaries),
            "P_SETTLES": NOWHERE if settle is None else settle.structure,
            "P_TURN": book.turn,
            "P_STEPS": book.limits.steps,
            "P_DEPTH": book.limits.depth,
            "P_DICE": book.limits.dice,
            "P_MAIN": book.main,
            "P_WATCHED": sum(1 << numbers()[name] for kind, name in WATCHED.items() if kind in watch),
            "P_TRIGGERED": bool(book.listeners),
            "P_HEADS": self.table([[self.hearing(kind)] for kind in HEARD]),
            "P_VERSION": numbers()["RW_VERSION"],
        }

    def hearing(self, event: str | int) -> int:
        """Write which triggers notice a kind of event, or a change of a stat; 0 if none does."""
        found = self.book.listeners.get(event, ())
        return self.listed(self.book.triggers.index(trigger) for trigger in found) if found else 0

    def endings(self, scene: str) -> int:
        """Write what ends a scene, and who wins by it."""
        found = self.book.endings.get(scene, ())
        rows = [(self.expression(when), NOWHERE if who is None else self.query(who)) for when, who in found]
        return self.put([len(rows), *(number for row in rows for number in row)])


def _passed(book: Book) -> Iterable[tuple[str, int]]:
    """Give the structures that are counted for the whole game."""
    courses = [each for routine in book.routines for each in routine.code if isinstance(each, instructions.Course)]
    return ((PASSED, each.structure) for each in courses if each.how is Occasion.TALLY)


def _limits(routine: Routine) -> Iterable[int]:
    return (limit for each in routine.code if isinstance(each, instructions.Declare) for limit in each.limits)


def _left(writer: NumberWriter, node: AnyRecord) -> list[int]:
    return [UNKNOWN]


def strange(record: AnyRecord, understood: str, kind: type | None = None) -> bool:
    """Say whether a record uses a field that the machine does not understand."""
    known = understood.split()
    return any(getattr(record, name) != default for name, default in _defaults(kind or type(record)) if name not in known)


@cache
def _defaults(kind: type) -> tuple[tuple[str, object], ...]:
    """Give the fields of a kind of record that count when two are compared, each with its default."""
    found = [each for each in fields(kind) if each.init and each.compare]
    return tuple((each.name, each.default_factory() if callable(each.default_factory) else each.default) for each in found)


def _number(number: int | None) -> int:
    return NOWHERE if number is None else number


def _bound(bound: int | None) -> int:
    return ABSENT if bound is None else bound
