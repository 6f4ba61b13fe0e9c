"""Prints a program readably: expressions in words, instructions line by line, each with the file and line that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TypeAlias

from rulewright.program.bookkeeping import FIELDS
from rulewright.program.building import AnyRecord, Node
from rulewright.program.expressions import NONE, Expression
from rulewright.program.instructions import Alter, Course, Each, Give, Instruction, Jump, Last, Leave, Run, Send, Test
from rulewright.program.listed_expressions import CONDITIONS, EXPRESSIONS
from rulewright.program.modes import Grant, Occasion
from rulewright.program.quick_dataclasses import MISSING, dataclass, fields, replace
from rulewright.program.shapes import table

Value: TypeAlias = "AnyRecord | Enum | str | int | tuple[Value, ...] | frozenset[str] | frozenset[int] | None"
"""The values that a field of a record can have."""


@dataclass(frozen=True, slots=True)
class Legend:
    """The names behind the numbers of a program."""

    stats: Sequence[str] = ()
    zones: Sequence[str] = ()
    features: Sequence[str] = ()
    classes: Sequence[str] = ()
    words: Sequence[str] = ()
    disciplines: Sequence[str] = ()
    prohibitions: Sequence[str] = ()
    routines: Sequence[str] = ()
    steps: Sequence[Sequence[str]] = ()  # of each of them


@dataclass(frozen=True, slots=True)
class ListingLine:
    """One line of a listing: a number, its words, and the file and line that it comes from."""

    number: int
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class Printer:
    """Puts values of a program into words, with the names of a book."""

    legend: Legend

    # -- instructions --------------------------------------------------------------------------------------------

    def lines(self, code: Iterable[Instruction]) -> list[ListingLine]:
        """Print a procedure."""
        return [ListingLine(n, self.instruction(each), each.source) for n, each in enumerate(code)]

    def instruction(self, node: Instruction) -> str:
        """Put one instruction into words."""
        say = INSTRUCTIONS.get(type(node))
        return say(self, node) if say is not None else self.record(node)

    def record(self, node: AnyRecord) -> str:
        """Put any record into words: its kind, and each field that differs from its default."""
        parts = []
        for each in fields(node):
            value = getattr(node, each.name)
            default = each.default_factory() if each.default_factory is not MISSING else each.default
            if each.compare and each.name not in FIELDS and value != default:
                parts.append((each.name, self.field(node, each.name)))
        how = [words for name, words in parts if name == "how"]
        said = [words if words.startswith(name) else f"{name} {words}" for name, words in parts if name != "how"]
        head = " ".join([_spoken(type(node).__name__), *how])
        return f"{head}: {', '.join(said)}" if said else head

    def field(self, node: AnyRecord, name: str) -> str:
        """Put the value of a field into words: numbers of stats and zones by their names."""
        value, names = getattr(node, name), getattr(self.legend, table(type(node), name), None)
        if isinstance(node, Leave) and name == "step":
            names = self.legend.steps[node.structure]
        if names is not None and isinstance(value, int):
            return self.named(names, value)
        if names is not None and isinstance(value, tuple):
            return " or ".join(self.named(names, each) for each in value)
        return self.value(value)

    def named(self, names: Sequence[str], number: int) -> str:
        """Name a number of one of the book's tables."""
        return names[number] if 0 <= number < len(names) else "nowhere" if number < 0 else f"number {number}"

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, node: Value) -> str:
        """Put an expression, a record or a plain value into words."""
        for words in (EXPRESSIONS, CONDITIONS, INSTRUCTIONS):
            if type(node) in words:
                return words[type(node)](self, node)
        if isinstance(node, Enum):
            return str(node.value)
        if isinstance(node, str | int) or node is None:
            return str(node)
        if isinstance(node, tuple):
            return f"({'; '.join(map(self.value, node))})"
        if isinstance(node, frozenset):
            return f"({'; '.join(map(str, sorted(node)))})"
        return self.record(node)

    def procedure(self, number: int) -> str:
        """Name a procedure; "" if there is none."""
        return self.named(self.legend.routines, number) if number != NONE else ""

    def stat(self, number: int) -> str:
        """Name a stat."""
        return self.named(self.legend.stats, number)

    def word(self, number: int) -> str:
        """Give a word of the program."""
        return self.named(self.legend.words, number)

    def tests(self, parts: Sequence[Expression]) -> str:
        """Put tests into words, all of which must hold."""
        return " and ".join(self.value(part) for part in parts)


def _spoken(name: str) -> str:
    """Put the name of a kind into words: FastEnough becomes fast enough."""
    return "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name).strip()


# -- instructions ------------------------------------------------------------------------------------------------------


def _test(p: Printer, node: Test) -> str:
    return f"{'check' if node.told else 'if'} {p.value(node.condition)}, else go to {node.otherwise}"


def _alter(p: Printer, node: Alter) -> str:
    marks = [
        word
        for word, on in (("a price", node.price), ("rolled for each", node.each), ("sure", node.sure), ("divided", node.shares))
        if on
    ]
    tag = [f"as {node.tag}"] if node.tag else []
    more = f" ({', '.join([*tag, *marks])})" if tag or marks else ""
    return f"alter {p.value(node.whom)}'s {p.stat(node.stat)} {node.op} {p.value(node.amount)}{more}"


def _each(p: Printer, node: Each) -> str:
    of = p.value(node.of) if node.of is not None else node.order.value
    count = f", {p.value(node.count)} of them" if node.count is not None else ""
    by = f", as {p.value(node.by)} chooses" if node.by is not None else ""
    secret = ", all choosing in secret first" if node.secret else ""
    return f"for each {of} as {node.var} ({node.order.value}{count}{by}{secret}), up to {node.end}"


def _send(p: Printer, node: Send) -> str:
    whose = f" of {p.value(node.owner)}" if node.owner is not None else ""
    count = f"{p.value(node.count)} of " if node.count is not None else ""
    marks = [word for word, on in (("face down", node.down), ("as it lies", node.keep), ("mixed", node.mixed)) if on]
    more = f" ({', '.join(marks)})" if marks else ""
    return f"send {count}{p.value(node.what)} to the {node.at} of {p.field(node, 'zone')}{whose}{more}"


def _give(p: Printer, node: Give) -> str:
    words = {Grant.MARK: p.legend.words, Grant.BAR: p.legend.words}
    names = {Grant.CLASS: p.legend.classes, Grant.CANNOT: p.legend.prohibitions, **words}.get(node.how, p.legend.features)
    return p.record(replace(node, number=NONE)) + (f", namely {p.named(names, node.number)}" if node.number != NONE else "")


def _last(p: Printer, node: Last) -> str:
    sign = "=" if node.op == "set" else "+="
    until = f" {p.value(node.until)}" if node.until is not None else ""
    return f"for a while {p.value(node.whom)}'s {p.stat(node.stat)} {sign} {p.value(node.amount)}{until} (as {node.name})"


OCCASIONS: dict[Occasion, str] = {
    Occasion.EXPIRE: "end what lasts until",
    Occasion.REFRESH: "set the stats that are refreshed at the start of",
    Occasion.OCCASION: "let happen what is due at",
    Occasion.BEGIN_FEATURES: "begin the features that last for a while",
    Occasion.OVERDUE: "end what lasts until a condition that has come true",
    Occasion.TALLY: "count one more",
    Occasion.HEED: "let reactions to what has happened be used",
    Occasion.HEED_OWN: "do what happens by itself",
    Occasion.ANSWER: "let each player answer what has happened",
    Occasion.SETTLE: "settle the game",
    Occasion.STRAYS: "take what may no longer wait off its stack",
    Occasion.FINISH: "end the game if its scene is over",
    Occasion.STRIKE: "strike the act that was picked",
}


def _course(p: Printer, node: Course) -> str:
    edge = f"the {node.edge} of {p.procedure(node.structure)}" if node.edge else p.procedure(node.structure)
    return f"{OCCASIONS[node.how]} {edge}".rstrip()


INSTRUCTIONS: dict[type, Callable[[Printer, Node], str]] = {
    Test: _test,
    Alter: _alter,
    Each: _each,
    Send: _send,
    Give: _give,
    Course: _course,
    Last: _last,
    Jump: lambda p, node: f"go {'back ' if node.back else ''}to {node.to}",
    Run: lambda p, node: f"run {p.procedure(node.procedure)}{f' of {p.value(node.actor)}' if node.actor is not None else ''}",
}
