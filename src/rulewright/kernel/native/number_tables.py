"""Writes a program as numbers for the native machine: one row, whose first numbers say where each table begins.

An instruction or expression that the machine does not know is written as one that it leaves: the answer is then given by the
Python kernel. What a book does everywhere, such as hiding things, is asked for first (`obstacles`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import building, expressions, instructions, marks, slots
from rulewright.program.bookkeeping import given
from rulewright.program.conditions import Costs, Payable, Truth
from rulewright.program.definition import Action, Check, Pick, Routine
from rulewright.program.expressions import Expression
from rulewright.program.modes import Source
from rulewright.program.pools import Candidates, WholeNumbers
from rulewright.program.quick_dataclasses import dataclass, field, fields
from rulewright.program.slots import SlotDeclaration, SlotType

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

ABSENT = -(1 << 63)
NONE = ABSENT + 1
LARGEST = 10**18
BITS = 62  # of a number that is used as a set
UNKNOWN = -1  # the kind of what the machine leaves

LISTED: tuple[tuple[SlotType, bool, tuple[str, ...]], ...] = (
    ("thing", False, ("actor",)),
    ("player", False, ("player",)),
    ("thing", False, ("it", "outer", "source")),
    ("action", False, ("action",)),
    ("thing", False, ("attacker", "bound")),
    ("reference", True, (slots.REFS,)),
    ("frame", False, (slots.WOULD,)),
    ("number", False, (slots.PENDING,)),
    ("answer", False, (slots.ANSWER,)),
    ("word", True, ("kinds",)),
    ("discipline", False, ("discipline",)),
    ("text", False, ("title",)),
    ("flag", False, ("once", "must")),
    ("text", False, ("idle",)),
    ("player", True, ("seats",)),
    ("player", False, ("holder",)),
    ("number", False, ("passes",)),
    ("thing", True, ("waiting",)),
    ("text", False, ("result",)),
    ("number", False, (slots.OUTCOME,)),
    ("flag", False, ("own",)),
    ("number", False, ("from",)),
    ("offer", False, ("offer",)),
    ("thing", False, (slots.CHOSEN,)),
    ("thing", True, (slots.CHOSEN_ONES,)),
    ("thing", False, (slots.ASKER,)),
    ("key", True, ("path",)),
)
KNOWN = tuple(SlotDeclaration(name, type, several) for type, several, names in LISTED for name in names)
"""The slots that the header numbers, in its order."""

OWN_PROCEDURES = ("window", "heed", "act")
STEPS = ("ask", "answer", "acted", "passed", "close", "offer", "check", "place", "done")
BOUNDARIES = ("instruction", "choice", "payment", "resolution", "structure", "window")
Row = tuple[Callable[["NumberWriter", Any], list[int]], str]
OPERATIONS = {"=": "OP_SET", "+=": "OP_ADD", "-=": "OP_SUBTRACT", "*=": "OP_MULTIPLY", "/=": "OP_DIVIDE"}
EXPRESSIONS: dict[type, Row] = {}
INSTRUCTIONS: dict[type, Row] = {}
"""How each kind is written, and the fields that are understood by that; `number_nodes` fills them."""


class LeftToPython(Exception):
    """Something that the machine does not know."""


@dataclass(frozen=True, slots=True)
class NumberedProgram:
    """A program as numbers, and the names that its numbers stand for."""

    native: Any  # the machine's own object, which holds the numbers
    slots: tuple[SlotDeclaration, ...]
    slot_numbers: dict[str, int]
    procedures: tuple[str, ...]
    procedure_numbers: dict[str, int]
    texts: tuple[str, ...]
    text_numbers: dict[str, int]
    called: tuple[str, ...]  # the names that rules speak of
    scenes: dict[str, int]
    prompts: dict[tuple[str, int], tuple[str, str]] = field(
        default_factory=dict
    )  # of picks, and their kinds, by action and place
    starts: dict[str, Any] = field(default_factory=dict)  # blocks of games that wait for their first answer, by scene


@dataclass(slots=True)
class NumberWriter:
    """Writes one program."""

    book: Book
    row: list[int] = field(default_factory=list)
    known: dict[Any, int] = field(default_factory=dict)  # where an expression was written
    slots: dict[str, SlotDeclaration] = field(default_factory=dict)
    slot_numbers: dict[str, int] = field(default_factory=dict)
    procedures: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    called: dict[str, int] = field(default_factory=dict)

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

    def name(self, name: str) -> int:
        """Give the number of the name of a thing."""
        return self.called.setdefault(name, len(self.called))

    # -- expressions ---------------------------------------------------------------------------------------------

    def expression(self, node: Expression) -> int:
        """Write an expression, once, and say where it stands; one that the machine does not know, as one that it leaves."""
        if node not in self.known:
            self.known[node] = self.put(self.node(EXPRESSIONS, node))
        return self.known[node]

    def optional(self, node: Expression | None) -> int:
        """Write an expression that may be left out."""
        return NOWHERE if node is None else self.expression(node)

    def query(self, node: object) -> int:
        """Write the tests of a query of things in play; that they are in play need not be tested."""
        if not isinstance(node, expressions.Query) or node.source is not Source.PLAY or strange(node, "tests words source asked"):
            raise LeftToPython("a query")
        tests = [self.expression(test) for test in node.tests if test != building.IN_PLAY]
        return self.put([node.asked, len(tests), *tests])

    def kinds(self, mark: int) -> int:
        """Write the set of the kinds that have a mark."""
        found = [0] * (len(self.book.kinds) // BITS + 1)
        for number, kind in enumerate(self.book.kinds):
            found[number // BITS] |= (mark in kind.marks) << number % BITS
        return self.put(found)

    # -- instructions --------------------------------------------------------------------------------------------

    def instruction(self, node: instructions.Instruction) -> int:
        """Write an instruction; one that the machine does not know, as one that it leaves."""
        return self.put(self.node(INSTRUCTIONS, node))

    def node(self, rows: dict[type, Row], node: object) -> list[int]:
        """Give an expression or instruction as numbers; one that says more than is understood is left."""
        write, understood = rows.get(type(node), (_left, ""))
        try:
            return [UNKNOWN] if strange(node, understood) else write(self, node)
        except LeftToPython:
            return [UNKNOWN]

    def routine(self, routine: Routine | None) -> list[int]:
        """Write a procedure; the kernel's own have no instructions."""
        lent = self.listed(self.slot(name) for name in getattr(routine, "lent", ()))
        if routine is None:
            return [0, 0, 0, lent, 0]
        code = [self.instruction(each) for each in routine.code]
        return [routine.announced, self.put(code), len(code), lent, routine.name in self.book.action_procedures]

    # -- actions -------------------------------------------------------------------------------------------------

    def check(self, check: Check) -> int:
        """Write one condition of legality."""
        N = numbers()
        if isinstance(check.test, Payable):
            return self.put([N["C_PAYABLE"], *self.costs(check.test)])
        node = check.test.node if isinstance(check.test, Truth) else None
        return self.put([N["C_TRUTH"], self.put([UNKNOWN]) if node is None else self.expression(node)])

    def costs(self, test: Payable) -> list[int]:
        """Write costs that are so much of a stat of somebody each; others are left."""
        parts = test.costs.parts
        plain = [part for part in parts if isinstance(part, instructions.Alter) and part.op == "-=" and not part.each]
        single = len({part.stat for part in plain}) == len(plain)
        if not parts or test.costs.extra or len(plain) < len(parts) or not single:
            return [1, self.put([UNKNOWN]), 0, self.put([UNKNOWN])]
        rows = [(self.expression(part.whom), part.stat, self.expression(part.amount)) for part in plain]
        return [len(rows), *(number for row in rows for number in row)]

    def pick(self, pick: Pick) -> list[int]:
        """Write a pick of one thing in play or of a number; any other is left."""
        pool, left = pick.pool, self.put([UNKNOWN])
        things = isinstance(pool, Candidates) and pool.node.tests == (building.IN_PLAY,) and pool.node.source is Source.PLAY
        number = isinstance(pool, WholeNumbers) and not strange(pool, "least most")
        plain = (things and pick.kind == "object") or (number and pick.kind == "number")
        odd = strange(pick, "name prompt kind pool checks first whole")
        if not plain or odd or pick.whole or pick.name not in self.slot_numbers:
            never = self.listed([self.put([numbers()["C_TRUTH"], left])])
            return [0, never, never, 0, left, left]
        tests = [each for each in pick.checks if not (isinstance(each.test, Truth) and each.test.node == building.IN_PLAY)]
        checks, again = (
            self.listed(map(self.check, tests)),
            self.listed(self.check(each) for each in pick.checks if not each.once),
        )
        bounds = [self.expression(pool.least), self.expression(pool.most)] if isinstance(pool, WholeNumbers) else [left, left]
        return [self.slot_numbers[pick.name], checks, again, number, *bounds]

    def paid(self, costs: Sequence[Costs]) -> int:
        """Write what is paid for an action before it happens; 0 if nothing is."""
        return self.listed([self.listed_costs(each) for each in costs]) if costs else 0

    def listed_costs(self, costs: Costs) -> int:
        """Write costs that are changes of stats; others are left."""
        N, rows, left = numbers(), list[int](), self.put([UNKNOWN])
        for part in costs.parts:
            if costs.extra or not isinstance(part, instructions.Alter) or not isinstance(part.whom, expressions.Slot):
                return self.put([1, left, 0, 0, left])
            if part.op not in OPERATIONS or strange(part, "whom stat op amount price sure"):
                return self.put([1, left, 0, 0, left])
            rows += [self.expression(part.whom), part.stat, N[OPERATIONS[part.op]], self.expression(part.amount)]
        return self.put([len(rows) // 4, *rows])

    def action(self, action: Action) -> list[int]:
        """Write an action."""
        picks = [number for pick in action.picks for number in self.pick(pick)]
        at = self.put([len(action.picks), *picks])
        kinds, checks = self.listed(sorted(action.kinds)), self.listed(map(self.check, action.checks))
        rest = [marks.AUTOMATIC in action.kinds, self.paid(action.costs)]
        return [self.procedures[action.procedure], action.index, kinds, checks, at, *rest]

    # -- the whole -----------------------------------------------------------------------------------------------

    def declare(self) -> None:
        """Number the slots and the procedures."""
        book = self.book
        found = {each.name: each for each in KNOWN}
        for routine in book.routines.values():
            for each in (*given(routine), *routine.slots):
                found.setdefault(each.name, each)
        self.slots, self.slot_numbers = found, {name: number for number, name in enumerate(found)}
        self.procedures = {name: number for number, name in enumerate((*OWN_PROCEDURES, *book.routines))}

    def table(self, rows: Iterable[Sequence[int]]) -> int:
        """Write a table, all rows of which are equally long."""
        return self.put([number for row in [*rows] for number in row])

    def header(self) -> dict[str, int]:
        """Write all tables and say where they begin."""
        book = self.book
        routines = [self.routine(None) for _ in OWN_PROCEDURES]
        routines += [self.routine(book.procedures[name]) for name in book.routines]  # type: ignore[arg-type]
        settle, watch = book.settle, book.watch
        stats = [
            (_bound(s.least), _bound(s.most), NOWHERE if s.cap is None else s.cap, n in watch) for n, s in enumerate(book.stats)
        ]
        refresh = [(self.procedures.get(s.refresh[0], NOWHERE), n, s.refresh[1]) for n, s in enumerate(book.stats) if s.refresh]
        lists = [n for n, each in enumerate(self.slots.values()) if each.several or each.type in slots.COMPOSITES]
        return {
            "P_STATS": self.table(stats),
            "P_ZONES": self.table((zone.live, zone.keeps) for zone in book.zones),
            "P_KINDS": self.table([[self.listed(kind.actions)] for kind in book.kinds]),
            "P_ACTIONS": self.table([self.action(each) for each in book.actions]),
            "P_TRIGGERS": self.table([(t.action, self.expression(t.test.node), t.optional) for t in book.triggers]),
            "P_LISTENERS": self.table([[self.hearing(stat)] for stat in range(len(book.stats))]),
            "P_PROCEDURES": self.table(routines),
            "P_RANKS": self.listed([] if book.rank is None else (book.rank, *book.ranks)),
            "P_ENDINGS": self.table([[self.endings(scene)] for scene in book.scenes]),
            "P_CAPPED": self.table([[self.listed(book.capped[n]) if n in book.capped else 0] for n in range(len(book.stats))]),
            "P_REFRESH": self.put([len(refresh), *(number for row in refresh for number in row)]),
            "P_LISTS": self.listed(lists),
            "P_WIDTH": len(book.stats),
            "P_SLOTS": len(self.slots),
            "P_SETTLE": NOWHERE if settle is None else self.procedures[settle.procedure],
            "P_BOUNDARIES": 0
            if settle is None
            else sum(1 << n for n, each in enumerate(BOUNDARIES) if each in settle.boundaries),
            "P_TURN": self.procedures.get(book.turn, NOWHERE),
            "P_STEPS": book.limits.steps,
            "P_DEPTH": book.limits.depth,
            "P_DICE": book.limits.dice,
            "P_MAIN": self.procedures.get(book.main, NOWHERE),
            "P_WATCH_MOVED": "moved" in watch,
            "P_WATCH_NOTICED": "noticed" in watch,
            "P_CLOSES": self.text("closes"),
            "P_TRIGGERED": bool(book.triggers),
            "P_DONE": self.text("done"),
            "P_VERSION": numbers()["RW_VERSION"],
            "P_SIZE": len(self.row),
        }

    def hearing(self, stat: int) -> int:
        """Write which triggers notice a change of a stat; 0 if none does."""
        found = self.book.listeners.get(stat, ())
        return self.listed(self.book.triggers.index(trigger) for trigger in found) if found else 0

    def endings(self, scene: str) -> int:
        """Write what ends a scene, and who wins by it."""
        found = self.book.endings.get(scene, ())
        rows = [(self.expression(when), NOWHERE if who is None else self.query(who)) for when, who in found]
        return self.put([len(rows), *(number for row in rows for number in row)])


def _left(writer: NumberWriter, node: object) -> list[int]:
    return [UNKNOWN]


def strange(record: object, understood: str, kind: type | None = None) -> bool:
    """Say whether a record says something in a field that is not among those which are understood."""
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
