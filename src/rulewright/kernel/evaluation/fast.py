"""The fast execution: Python code generated from the compiled form when it first runs.

The generated source contains only numbers and indices into tables, never a name or string of rule text. Nodes that are not worth
generating are handed to the explained execution, so the two agree there by construction, and elsewhere by tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

from rulewright.kernel.change import effects, gate, values
from rulewright.kernel.change.memory import WORDS
from rulewright.kernel.evaluation import evaluate, relating, rolling
from rulewright.kernel.flow.agenda import Control, Executors, Machine
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import LIVES, OWN, SIDE, Frame, Vars
from rulewright.program import building, expressions, instructions
from rulewright.program.declared import Stat
from rulewright.program.expressions import Expression
from rulewright.program.modes import Holds, Joint, Link, Occasion, Source, Tie, Want
from rulewright.program.quick_dataclasses import dataclass, field

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

Test = Callable[[Machine, Vars], Any]
Run = Callable[[Machine, Frame], Control]
Pay = Callable[[Machine, Vars, int, int, int], int]
Filter = Callable[[Machine, Vars, Iterable[int]], list[int]]
ROLES = ("actor", "target", "attacker", "it", "source")


@dataclass(slots=True)
class Writer:
    """Generates code for expressions; `table` holds everything that is not a number."""

    book: Book
    table: list[Any] = field(default_factory=list)
    fresh: int = 0
    looped: tuple[str, ...] = ()  # what changes in a loop over things
    before: list[str] = field(default_factory=list)  # lines before the loop

    def keep(self, thing: Any) -> str:
        """Put a value into the table and give the source text that reads it."""
        self.table.append(thing)
        return f"T[{len(self.table) - 1}]"

    def name(self) -> str:
        """Give a new local name."""
        self.fresh += 1
        return f"x{self.fresh}"

    def expression(self, node: Expression) -> str:
        """Generate a number or a condition."""
        write = WRITE.get(type(node))
        return write(self, node) if write else self.general(node)

    def who(self, node: Expression) -> str:
        """Generate the slot of the thing that a node refers to."""
        if isinstance(node, expressions.Slot) and node.holds is Holds.THING and node.name in ROLES:
            return f"v.get('{node.name}', -1)"  # a role is a word of the kernel, not of the rule text
        return self.expression(node)

    def stat(self, node: expressions.StatOf) -> str:
        """Generate the stat of a thing: directly from its cell if no lasting effect touches it."""
        slot, width = self.name(), len(self.book.stats)
        cell = f"s.cells[{slot} * {width} + {node.stat}]"
        counts = f"value(m, {slot}, {node.stat})"
        touched = f"({slot}, {node.stat}) in s.touched"
        if node.stat in self.book.fluid:
            touched += f" or s.setting.scene in {self.keep(self.book.fluid[node.stat])}"
        present = f"(0 if ({slot} := {self.who(node.who)}) == -1 else {counts} if {touched} else {cell})"
        if isinstance(node.who, expressions.Slot) and node.who.name in WORDS:
            return f"({self.general(node)} if 'memory' in v else {present})"  # a thing that left is read as it last was
        return present

    def arith(self, node: expressions.Arithmetic) -> str:
        """Generate a sum; division rounds down, and division by zero gives 0."""
        left, right = self.expression(node.left), self.expression(node.right)
        if node.op == "/":
            by = self.name()
            return (
                f"(({left}) // {by} if ({by} := {right}) else 0)" if not building.rolls(node) else f"arith('/', {left}, {right})"
            )
        return f"({left} {node.op} {right})" if node.op in "+-*" else f"arith({node.op!r}, {left}, {right})"

    def unary(self, node: expressions.Unary) -> str:
        """Generate a number with the opposite sign, or a complete expression."""
        if node.op == "-":
            return f"(-{self.expression(node.of)})"
        whole = self.name()
        return f"({whole} if ({whole} := {self.expression(node.of)}) > 0 else 0)"

    def roll(self, node: expressions.Roll) -> str:
        """Generate a roll, if its dice are just added up."""
        if not rolling.plain(node):
            return self.general(node)
        count = (
            str(max(0, node.count.n))
            if isinstance(node.count, expressions.Constant)
            else f"max(0, {self.expression(node.count)})"
        )
        return f"sum(m.roll({count}, {node.sides}))"

    def compare(self, node: expressions.Compare) -> str:
        """Generate a comparison."""
        op = {"=": "=="}.get(node.op, node.op)
        return f"({self.expression(node.left)} {op} {self.expression(node.right)})"

    def relation(self, node: expressions.Relation) -> str:
        """Generate the relation of `it` to a thing; sides without alliances are compared directly from their cells."""
        if node.how in (Tie.SELF, Tie.OTHER):
            return f"({self.who(node.who)} {'==' if node.how is Tie.SELF else '!='} v['it'])"
        if node.how not in (Tie.ENEMY, Tie.ALLY):
            return self.tie(node)
        other, width, sign = self.name(), len(self.book.stats), "!=" if node.how is Tie.ENEMY else "=="
        plain = f"s.cells[{other} * {width} + {SIDE}] {sign} s.cells[v['it'] * {width} + {SIDE}]"
        alone = f"({other} := {self.who(node.who)}) != -1 and not s.setting.allied and not s.setting.neutral"
        return f"({plain} if {alone} else {self.general(node)})"

    def tie(self, node: expressions.Relation) -> str:
        """Generate a relation of any other sort; in a loop over things, a slot that does not change is read before the loop."""
        other, tie = self.name(), self.keep(relating.TIES[node.how])
        if self.looped and isinstance(node.who, expressions.Slot) and node.who.name not in self.looped:
            self.before.append(f" {other} = {self.who(node.who)}")
            return f"({other} != -1 and {tie}(m, v['it'], {other}, {node.word}))"
        return f"(({other} := {self.who(node.who)}) != -1 and {tie}(m, v['it'], {other}, {node.word}))"

    def related(self, node: expressions.Related) -> str:
        """Print how a thing is found."""
        return f"called(m.book, s, {node.word})" if node.how is Link.CALLED else self.general(node)

    def of_kind(self, node: expressions.OfKind) -> str:
        """Generate whether `it` is of a kind: by the number of the kind; for a waiting thing, by the marks of its action."""
        if node.mark in self.book.changing_marks:
            return self.general(node)
        matching = [n for n, kind in enumerate(self.book.kinds) if node.mark in kind.marks]
        kind, plain = self.name(), f"s.cells[v['it'] * {len(self.book.stats)}]"
        if not any(node.mark in action.kinds for action in self.book.actions):
            return f"{plain} in {self.keep(frozenset(matching))}"
        waits = f"{kind} == {self.book.item} and {self.general(node)}"
        return f"({kind} := {plain}) in {self.keep(frozenset(matching))} or {waits}"

    def lies(self, node: expressions.Lies) -> str:
        """Generate whether `it` is in a zone of a kind, of a certain player if given."""
        place, owner, whose = self.name(), self.name(), self.name()
        there = f"({place} := s.places[v['it']]) != -1 and s.grounds[{place}][0] == {node.zone}"
        if node.of is None:
            return f"({there})"
        theirs = f"({whose} := {self.who(node.of)}) != -1 and {owner} == m.player_of({whose})"
        return f"({there} and (({owner} := s.grounds[{place}][1]) == -1 or {theirs}))"

    def general(self, node: Expression) -> str:
        """Hand a node to the explained execution."""
        return f"{self.keep(evaluate.EVALUATE[type(node)])}({self.keep(node)}, m, v)"

    def logic(self, node: expressions.Logic) -> str:
        """Generate joined conditions."""
        if node.how is Joint.NOT:
            return f"(not {self.expression(node.parts[0])})"
        if not node.parts:
            return str(node.how is Joint.ALL)
        word = " and " if node.how is Joint.ALL else " or "
        return "(" + word.join(f"bool({self.expression(part)})" for part in node.parts) + ")"

    def measure(self, node: expressions.Measure) -> str:
        """Generate the number of some things; other measures are computed by the explained execution."""
        return (
            f"len(things({self.keep(node.of)}, m, v, False))"
            if node.want is Want.COUNT and not node.along
            else self.general(node)
        )


WRITE: dict[type, Callable[[Writer, Any], str]] = {
    expressions.Constant: lambda w, node: str(int(node.n)),
    expressions.StatOf: Writer.stat,
    expressions.Arithmetic: Writer.arith,
    expressions.Unary: Writer.unary,
    expressions.Roll: Writer.roll,
    expressions.Compare: Writer.compare,
    expressions.Logic: Writer.logic,
    expressions.Trait: lambda w, node: "m.in_play(v['it'])" if node == building.IN_PLAY else w.general(node),
    expressions.Relation: Writer.relation,
    expressions.OfKind: lambda w, node: f"({w.of_kind(node)})",
    expressions.Lies: Writer.lies,
    expressions.Related: Writer.related,
    expressions.Measure: Writer.measure,
}


def compiled(source: str, name: str, table: list[Any], more: dict[str, Any] | None = None) -> Any:
    """Make a function from generated source; it can use the table, a few functions of the kernel, and no other builtins."""
    scope = {
        "__builtins__": {
            "sum": sum,
            "max": max,
            "min": min,
            "bool": bool,
            "dict": dict,
            "int": int,
            "str": str,
            "isinstance": isinstance,
            "len": len,
        },
        "T": table,
        "value": values.value,
        "clamp": values.clamp,
        "price": values.price,
        "use": values.use,
        "do": effects.do,
        "would": gate.would,
        "things": evaluate.things,
        "called": whereabouts.called,
        "arith": values.arith,
        **(more or {}),
    }
    exec(_code(source, name), scope)
    return scope[name]


@lru_cache(maxsize=4096)
def _code(source: str, name: str) -> CodeType:
    """Compile generated source, each source once: books that differ in one rule share the code of the others."""
    return compile(source, f"<{name}>", "exec")


def test(book: Book, node: Expression) -> Test:
    """Make a function from a condition or number."""
    writer = Writer(book)
    text = writer.expression(node)
    made: Test = compiled(f"def test(m, v):\n s = m.state\n return {text}\n", "test", writer.table)
    return made


def passing(book: Book, tests: Sequence[expressions.Expression | Test], name: str = "it") -> Filter:
    """Make the function that lists those of some slots that pass all tests; each is called `it`, and as a pick calls it."""
    writer = Writer(book, looped=("it", name))
    called = f" = v[{writer.keep(name)}]" if name != "it" else ""
    written = [f"{writer.keep(test)}(m, v)" if callable(test) else writer.expression(test) for test in tests]
    source = [
        "def passing(m, v, slots):",
        " s = m.state",
        " v = dict(v)",
        " v.setdefault('outer', v.get('it', -1))"
        if any(not callable(test) and building.mentions(test, "outer") for test in tests)
        else "",
        *writer.before,
        " found = []",
        " for it in slots:",
        f"  v['it']{called} = it",
        f"  if {' and '.join(written) or 'True'}: found.append(it)",
        " return found",
    ]
    made: Filter = compiled("\n".join(source) + "\n", "passing", writer.table)
    return made


def chosen(book: Book, node: expressions.Query) -> Filter:
    """Make the function that lists those of some slots that pass all tests of a set."""
    known = node.source is Source.PLAY  # then the slots are those of the things in play
    return passing(book, [test for test in node.tests if not (known and test == building.IN_PLAY)])


# -- procedures --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class ProcedureWriter:
    """Generates one procedure: each instruction under its number, in order, so that any of them can be resumed at."""

    writer: Writer
    steps: tuple[instructions.Instruction, ...]
    execute: Executors
    lines: list[str] = field(default_factory=list)

    def source(self) -> str:
        """Give the whole function."""
        for at, instruction in enumerate(self.steps):
            self.lines.append(f"  if at == {at}:")
            body = self._instruction(at, instruction)
            self.lines += [f"   {line}" for line in (*body, f"at = {at + 1}")] if body != ["pass"] else [f"   at = {at + 1}"]
        head = ["def run(m, frame):", " v = dict(frame.vars)", " s = m.state", " at = int(frame.step or 0)", " while True:"]
        tail = [f"  if at >= {len(self.steps)}: return ('end', None)"]
        return "\n".join([*head, *self.lines, *tail]) + "\n"

    def _instruction(self, at: int, node: instructions.Instruction) -> list[str]:
        if isinstance(node, instructions.Declare) and not node.limits:
            return ["pass"]
        if isinstance(node, instructions.Test):
            judged = self.writer.book.judged
            if node.shown:
                return self._general(at, node)
            if not node.told or not judged:
                return self._test(node)
            general = [f" {line}" for line in self._general(at, node)]
            return [f"if s.setting.scene in {self.writer.keep(judged)}:", *general, "else:", *(f" {x}" for x in self._test(node))]
        if isinstance(node, instructions.Jump) and not node.back:
            return [f"at = {node.to}", "continue"]
        if isinstance(node, instructions.Course) and node.how in (Occasion.HEED, Occasion.HEED_OWN):
            return ["if s.noticed:", *(f" {line}" for line in self._general(at, node))]
        if (
            isinstance(node, instructions.Alter)
            and isinstance(node.whom, expressions.Slot)
            and not node.each
            and not node.shares
            and node.op in ("-=", "+=", "=")
            and not any(isinstance(each, instructions.Adjust) for each in self.steps)  # what is done may join a held change
        ):
            if not self.writer.book.judged or not building.rolls(node.amount):
                return self._alter(at, node)
            general = [f" {line}" for line in self._general(at, node)]
            return ["if 'dice' in v:", *general, "else:", *(f" {x}" for x in self._alter(at, node))]
        return self._general(at, node)

    def _settled(self, at: int) -> str:
        return f"if s.unsettled: return ('go', '{at + 1}', v)"

    def _general(self, at: int, node: instructions.Instruction) -> list[str]:
        """Hand an instruction to the explained execution."""
        run, kept = self.writer.keep(self.execute[type(node)]), self.writer.keep(node)
        return [
            f"out = {run}({kept}, m, v, {at})",
            "if out is not None:",
            " if not isinstance(out, int): return out",
            " if s.unsettled: return ('go', str(out), v)",
            " at = out",
            " continue",
            self._settled(at),
        ]

    def _test(self, node: instructions.Test) -> list[str]:
        lines = [f"held = {self.writer.expression(node.condition)}"]
        if node.told:
            told = "m.emit(('told', 'check', 'passed' if held else 'failed', m.book.actions[v['action']].name))"
            lines += [told]
        return [*lines, "if not held:", f" at = {node.otherwise}", " continue"]

    def _alter(self, at: int, node: instructions.Alter) -> list[str]:
        """Generate a change of one stat of a thing, within the bounds of the stat."""
        stat = self.writer.book.stats[node.stat]
        amount = self.writer.expression(node.amount)
        assert isinstance(node.whom, expressions.Slot)
        slot = f"v.get({self.writer.keep(node.whom.name)}, -1)"
        lines = [f"w = {slot}", f"n = {amount}", "if w != -1:", f" w %= {LIVES}"]
        if node.price:
            always = node.stat in self.writer.book.priced
            lines.append(f" if {always} or s.touched or 'free' in v or 'gratis' in v: n = pay(m, v, w, {node.stat}, n)")
        change = f"('alter', w, {node.stat}, '{node.op}', n, {self.writer.keep(node.tag)})"
        if (self.writer.book.would or self.writer.book.shielding) and not node.sure:
            lines += [f" out = would(m, ({change},), '{at + 1}', v)", " if out is not None: return out"]
        if node.stat < OWN or stat.cap is not None or node.stat in {*self.writer.book.capped, *self.writer.book.forbidden}:
            lines.append(f" do(m, {change})")
        else:
            lines += [f" {line}" for line in _bounded(node, stat, len(self.writer.book.stats))]
        return [*lines, self._settled(at)]


def _bounded(node: instructions.Alter, stat: Stat, width: int) -> list[str]:
    """Generate the change of a stat whose bounds are plain numbers."""
    reckoned = {"-=": "old - n", "+=": "old + n", "=": "n"}[node.op]
    lines = [f"old = s.cells[w * {width} + {node.stat}]", f"new = {reckoned}"]
    if stat.most is not None:
        lines.append(f"if new > {stat.most}: new = {stat.most}")
    if stat.least is not None:
        lines.append(f"if new < {stat.least}: new = {stat.least}")
    return [*lines, f"if new != old: m.emit(('changed', w, {node.stat}, old, new))"]


def procedure(book: Book, steps: tuple[instructions.Instruction, ...], execute: Executors, pay: Pay) -> Run:
    """Make a function from a procedure's instructions."""
    writer = Writer(book)
    source = ProcedureWriter(writer, steps, execute).source()
    made: Run = compiled(source, "run", [*writer.table], {"pay": pay})
    return made
