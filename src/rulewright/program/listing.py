"""Prints a program readably: expressions in words, instructions line by line, each with the file and line that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TypeAlias

from rulewright.program import building
from rulewright.program import expressions as ex
from rulewright.program.bookkeeping import FIELDS
from rulewright.program.building import AnyRecord, Node
from rulewright.program.durations import Until
from rulewright.program.expressions import NONE, Expression
from rulewright.program.instructions import Alter, Course, Each, Give, Instruction, Jump, Last, Leave, Run, Send, Test
from rulewright.program.modes import Bearing, Grant, Happening, Holds, Joint, Link, Occasion, Phase, Source, Term, Tie, Want
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
        if type(node) in EXPRESSIONS:
            return EXPRESSIONS[type(node)](self, node)
        if type(node) in INSTRUCTIONS:
            return INSTRUCTIONS[type(node)](self, node)
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


# -- expressions -------------------------------------------------------------------------------------------------------


def _slot(p: Printer, node: ex.Slot) -> str:
    return f"the number {node.name}" if node.holds is Holds.NUMBER else node.name


def _related(p: Printer, node: ex.Related) -> str:
    if node.how is Link.CALLED:
        return repr(p.word(node.word))
    how = "owner" if node.owned else node.how.value
    what = p.word(node.word) if node.how is Link.NOTED else f"{how} {p.procedure(node.structure)}".strip()
    return f"the {what}" + (f" of {p.value(node.who)}" if node.who is not None else "")


def _relation(p: Printer, node: ex.Relation) -> str:
    return f"it is {TIES[node.how]}{p.value(node.who)}{f' as {p.word(node.word)}' if node.word != NONE else ''}"


def _query(p: Printer, node: ex.Query) -> str:
    where = {
        Source.PLAY: "things in play",
        Source.ZONES: f"things in {p.field(node, 'zones')}",
        Source.WAITING: "what waits",
        Source.WAITED: "what waits or has waited",
        Source.PICKED: "what was picked",
        Source.CAUSES: "what brings it about",
    }[node.source]
    return f"[{where}{f' where {p.tests(node.tests)}' if node.tests else ''}]"


def _measure(p: Printer, node: ex.Measure) -> str:
    if node.want is Want.SUM:
        return f"the sum of {p.stat(node.stat)} of {p.value(node.of)}"
    if node.want is Want.MOST:
        rank = {1: "highest", 2: "second highest", -1: "lowest", -2: "second lowest"}[node.rank]
        return f"the {rank} {p.stat(node.stat)} of {p.value(node.of)}"
    if node.along:
        return f"the longest line ({', '.join(node.along)}) of {p.value(node.of)}"
    head = {Want.COUNT: "the number of", Want.ANY: "there are", Want.OWNERS: "the number of owners of"}[node.want]
    return f"{head} {p.value(node.of)}"


def _logic(p: Printer, node: ex.Logic) -> str:
    if node.how is Joint.NOT:
        return f"not ({p.value(node.parts[0])})"
    word = " and " if node.how is Joint.ALL else " or "
    return f"({word.join(map(p.value, node.parts))})" if node.parts else str(node.how is Joint.ALL).lower()


def _near(p: Printer, node: ex.Near) -> str:
    it, who = f"the {node.spot}" if node.spot else "it", p.value(node.who)
    if node.how is Bearing.WITHIN and node.across is not None:
        far = f"{it} is within {p.value(node.tiles)} tiles of {who}"
        return f"{far}, {'straight' if node.along else 'in a cone'} in the direction of {p.value(node.across)}"
    if node.along:
        steps = "any number of" if node.tiles is None else p.value(node.tiles)
        ways = "any direction" if len(node.along) == len(building.EVERY_WAY) else " or ".join(node.along)
        return f"{it} is {'exactly' if node.exact else 'up to'} {steps} tiles from {who}, straight to {ways}"
    if node.how is Bearing.WITHIN:
        return f"{it} is within {p.value(node.tiles)} tiles of {who}"
    if node.how is Bearing.OPPOSITE:
        return f"{it} is opposite to {who} across {p.value(node.across)}"
    return f"{it} is between {who} and {p.value(node.across)}" if node.how is Bearing.BETWEEN else f"{who} sees {it}"


def _stands(p: Printer, node: ex.Stands) -> str:
    if node.spot is not None:
        return f"it stands on {node.spot[0]},{node.spot[1]}"
    return f"it stands on {p.word(node.mark)}"


def _lies(p: Printer, node: ex.Lies) -> str:
    whose = f" of {p.value(node.of)}" if node.of is not None else ""
    return f"it lies in {p.field(node, 'zone')}{whose}"


def _has(p: Printer, node: ex.Has) -> str:
    return f"it hears {p.word(node.word)!r}" if node.word != NONE else f"it has {p.named(p.legend.features, node.feature)}"


def _changes(p: Printer, node: ex.Changes) -> str:
    amount = f" {node.amount}" if " " in node.how.value else ""
    return f"{p.stat(node.stat)} goes {node.how.value}{amount}{f' by {node.tag}' if node.tag else ''}"


def _happens(p: Printer, node: ex.Happens) -> str:
    if node.how is Happening.WENT:
        whose = [f" of {p.value(of)}" if of is not None else "" for of in (node.origin_of, node.zone_of)]
        zones = [p.named(p.legend.zones, zone) if zone != NONE else "anywhere" for zone in (node.origin, node.zone)]
        ends = [f"{zone}{of}" for zone, of in zip(zones, whose, strict=True)]
        onto = f" onto {p.word(node.word)}" if node.word != NONE else f": {node.passing}" if node.passing else ""
        return f"something goes from {ends[0]} to {ends[1]}{onto}"
    if node.how is Happening.TOLD:
        return f"{p.word(node.word)!r} is told{f' of {p.word(node.action)}' if node.action != NONE else ''}"
    words = {
        Happening.PERFORMED: f"{p.word(node.action)} is performed",
        Happening.ARRIVED: "something comes to a place",
        Happening.BEGAN: f"{p.procedure(node.structure) or p.named(p.legend.features, node.feature)} begins",
        Happening.ENDED: f"{p.procedure(node.structure)} ends",
        Happening.CONTINUES: f"{p.procedure(node.structure)} goes on",
    }
    return words[node.how]


def _cause(p: Printer, node: ex.Cause) -> str:
    asked = [node.reach, f"called {p.word(node.action)!r}" if node.action != NONE else ""]
    return f"the action under way is {' and '.join(filter(None, asked)) or 'any'}"


def _situation(p: Printer, node: ex.Situation) -> str:
    words = {
        Phase.UNDER_WAY: f"{p.procedure(node.structure)} is under way",
        Phase.PASSED: f"the number of {p.procedure(node.structure)} that have passed",
        Phase.SIDES_LEFT: "the number of sides left",
        Phase.QUIET: "nothing waits",
    }
    return words[node.how]


def _past(p: Printer, node: ex.PastActions) -> str:
    if node.key != NONE:
        return f"how often, for {p.value(node.who)}: {p.word(node.key)}" if node.who else f"how often: {p.word(node.key)}"
    first = f"the first {p.value(node.count)} actions" if node.count is not None else "the number of actions"
    return f"{first} of {p.value(node.who)} in this {node.structure} ({node.how.value})"


def _until(p: Printer, node: Until) -> str:
    if node.how is Term.WHEN:
        return f"until condition {node.condition} holds"
    if node.how is Term.FRAME:
        return f"until this {p.procedure(node.structure)} ends"
    whose = f" of {p.value(node.whose)}" if node.whose is not None else ""
    edge = "start" if node.how is Term.BEGIN else "end"
    return f"until the {edge} of {p.value(node.count)} {'later ' if node.later else ''}{p.procedure(node.structure)}{whose}"


TIES: dict[Tie, str] = {
    Tie.SELF: "",
    Tie.OTHER: "not ",
    Tie.ALLY: "an ally of ",
    Tie.ENEMY: "an enemy of ",
    Tie.OWNER: "owned like ",
    Tie.COMPANY: "in the company of ",
    Tie.NAMESAKE: "a namesake of ",
    Tie.AT: "at ",
    Tie.TOGETHER: "together with ",
    Tie.ATTACHED: "attached to ",
    Tie.NOTED: "noted of ",
    Tie.NOTES: "something that notes ",
}
EXPRESSIONS: dict[type, Callable[[Printer, Node], str]] = {
    ex.Slot: _slot,
    ex.Related: _related,
    ex.Holder: lambda p, node: f"the holder of {p.stat(node.stat)} of {p.value(node.who)}",
    ex.Next: lambda p, node: f"the player {node.step:+d} of {p.value(node.who)}",
    ex.Query: _query,
    ex.Picked: lambda p, node: node.var,
    ex.Constant: lambda p, node: str(node.n),
    ex.Roll: lambda p, node: building.roll_words(node, p.value(node.count), p.value(node.keep) if node.keep else ""),
    ex.StatOf: lambda p, node: f"{p.value(node.who)}'s {p.stat(node.stat)}",
    ex.Arithmetic: lambda p, node: f"({building.SUM_WORDS[node.op].format(p.value(node.left), p.value(node.right))})",
    ex.Unary: lambda p, node: f"-{p.value(node.of)}" if node.op == "-" else p.value(node.of),
    ex.Measure: _measure,
    ex.Compare: lambda p, node: f"{p.value(node.left)} {node.op} {p.value(node.right)}",
    ex.Logic: _logic,
    ex.About: lambda p, node: f"of {p.value(node.who)}: {p.tests(node.tests) or 'it is there'}",
    ex.Relation: lambda p, node: (
        f"it is {TIES[node.how]}{p.value(node.who)}{f' as {p.word(node.word)}' if node.word != NONE else ''}"
    ),
    ex.Trait: lambda p, node: f"it is {node.how.value}",
    ex.OfKind: lambda p, node: f"it is of kind {p.word(node.mark)!r}",
    ex.OfCast: lambda p, node: f"it is of the cast {p.word(node.name)!r}",
    ex.Lies: _lies,
    ex.Stands: _stands,
    ex.Near: _near,
    ex.Has: _has,
    ex.Changes: _changes,
    ex.Happens: _happens,
    ex.Cause: _cause,
    ex.Situation: _situation,
    ex.PastActions: _past,
    Until: _until,
}

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
    until = f" {_until(p, node.until)}" if node.until is not None else ""
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
