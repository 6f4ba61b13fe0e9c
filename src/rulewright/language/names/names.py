"""The names that a rule text declares and uses, and their meanings: stats, zones, structures, kinds, actions, actors.

`[A B C]` is read as the longest declared stat, else Self, Target or Attacker and a stat, else a known actor and a stat, else
one undeclared stat. Two possible readings are an error that names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rulewright.language.check.problems import Problem, Severity, UnknownName, Unreadable
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.spoken import spoken
from rulewright.language.names.switches import POLICIES
from rulewright.language.text import syntax
from rulewright.language.text.source import Span
from rulewright.program import building, expressions
from rulewright.program.declared import OWN_STATS, Class, Limits, Stat
from rulewright.program.definition import Counted, Prohibition
from rulewright.program.marks import WORDS
from rulewright.program.modes import Link, Phase
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.names.keywords import Keyword

ROLES = {
    "self": "actor",
    "actor": "actor",
    "target": "target",
    "attacker": "attacker",
    "it": "it",
    "source": "source",
    "action": "item",
    "this": "source",
    "chosen": "chosen",
    "other": "other",
    "doer": "doer",
}


SETTLE = "settle"
RESERVED = (*(routine.name for routine in OWN_ROUTINES), SETTLE)
"""The procedures that every book has, by their numbers: the kernel's own, and the one that settles the game."""


def _singulars(word: str) -> tuple[str, ...]:
    """Give what a word may be the plural of, itself first."""
    ends = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"))
    return tuple([word[: len(word) - len(end)] + instead for end, instead in ends if word.endswith(end)])


@dataclass(slots=True)
class Names:
    """What is known while a book is compiled."""

    limits: Limits = field(default_factory=Limits)
    stats: list[Stat] = field(default_factory=lambda: list(OWN_STATS))
    numbers: dict[str, int] = field(default_factory=dict)  # of the stats, by name
    zones: dict[str, int] = field(default_factory=dict)
    piles: tuple[int, ...] = ()  # the zones that everybody sees and that are not in play
    structures: dict[str, str] = field(default_factory=dict)
    procedures: dict[str, int] = field(default_factory=lambda: {name: n for n, name in enumerate(RESERVED)})
    steps: dict[str, list[str]] = field(default_factory=dict)  # of the structures, by their names
    classes: list[Class] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)  # of kinds, where they are declared
    card_types: set[str] = field(default_factory=set)  # kinds of card, of which nothing can be made by itself
    homes: dict[str, int] = field(default_factory=dict)  # of cards and other kinds: the zone in play where they are made
    stacks: frozenset[int] = frozenset()  # the zones that are stacks
    unseen: dict[int, str] = field(default_factory=dict)  # the zones that not all see, and who does
    actions: dict[str, str] = field(default_factory=dict)
    actors: set[str] = field(default_factory=set)
    words: dict[str, str] = field(default_factory=dict)
    policies: dict[str, str] = field(default_factory=dict)
    damage: int | None = None
    has: set[str] = field(default_factory=set)  # what the book is played with: cards, a map, a stack, texts
    turn: str = "Turn"
    problems: list[Problem] = field(default_factory=list)
    subjects: dict[str, str] = field(default_factory=dict)  # for structures: a player, an actor; empty if they are nobody's
    alias: dict[str, str] = field(default_factory=dict)  # other meanings of a name in the action being compiled
    playing: int | None = None  # the zone of the card whose effect is compiled, which no longer counts there
    met: bool = False  # whether `it` is known: the current thing of a loop, or what a trigger was about
    speeds: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)  # on top, in which structure, what may answer
    speed_names: tuple[str, ...] = ()
    refills: dict[int, int] = field(default_factory=dict)  # for zones: the structure that runs when they hold too little
    keepers: dict[str, str] = field(default_factory=dict)  # the owners of zones with this name
    acting: int | None = None  # the stat that is spent on actions
    listening: bool = False  # some rule may respond before a change happens
    marks: set[str] = field(default_factory=set)
    casts: dict[str, str] = field(default_factory=dict)
    features: dict[str, tuple[int, str]] = field(default_factory=dict)
    untils: list[expressions.Expression] = field(default_factory=list)  # the conditions at which something ends
    heading: int | None = None  # the stat that is a direction
    series: int | None = None  # the stat that is a row of blows
    keywords: list[Keyword] = field(default_factory=list)  # the words that the text itself defines
    using: list[Keyword] = field(default_factory=list)  # and those being read just now
    spelled: int = 0  # how often one was spelled out
    said: dict[expressions.Expression, str] = field(default_factory=dict)  # conditions as the rules say them, in words alone
    own_marks: dict[str, str] = field(default_factory=dict)  # the marks that the text declares: kinds, classes, speeds and marks
    unfolded: list[tuple[Span, str]] = field(default_factory=list)  # clauses that say what comes later, as they were written
    following: set[str] = field(default_factory=set)  # the abilities that are used only after an effect lets them follow
    vocabulary: dict[str, int] = field(default_factory=lambda: {word: n for n, word in enumerate(WORDS)})  # kinds and marks
    prohibitions: list[Prohibition] = field(default_factory=list)  # what cannot happen, each once
    counted: list[Counted] = field(default_factory=list)  # what is counted because rules ask for it
    bare: expressions.Expression = building.ACTOR  # the thing to which a plain [Stat] belongs
    mentioned: tuple[Any, ...] = ()  # what the lines before have spoken of, which `other` leaves out: see grammar.mentioned
    carried: frozenset[str] = frozenset()  # the files that a game carries: stricter checks than theirs only warn

    def keep_numbers(self, like: Program) -> None:
        """Give everything the number that it has in an earlier book."""
        self.stats[:], self.prohibitions[:] = like.stats, like.prohibitions
        self.vocabulary |= {word: n for n, word in enumerate(like.words)}
        self.procedures |= {routine.name: n for n, routine in enumerate(like.routines)}

    def written(self, span: Span) -> tuple[Span, str] | None:
        """Give the clause that says what comes later, as it was written, where a place is in one."""
        inside = [each for each in self.unfolded if each[0].file == span.file and each[0].line == span.line]
        return max((each for each in inside if each[0].column <= span.column), key=lambda each: each[0].column, default=None)

    def pinned(self, span: Span) -> bool:
        """Say whether a place is in a file that a game carries."""
        return span.file in self.carried

    # -- problems ------------------------------------------------------------------------------------------------

    def report(self, span: Span, message: str, expected: str = "", nearest: str = "", severity: Severity = "error") -> None:
        """Record a problem and continue."""
        self.problems.append(Problem(span, message, expected, nearest, severity))

    def fail(self, span: Span, message: str, expected: str = "", nearest: str = "") -> Unreadable:
        """Give the exception for a clause that cannot be read."""
        return Unreadable(Problem(span, message, expected, nearest))

    def unknown(self, span: Span, message: str, expected: str = "", nearest: str = "") -> UnknownName:
        """Give the exception for words that name nothing."""
        return UnknownName(Problem(span, message, expected, nearest))

    def saying(self, node: expressions.Expression | None, text: str) -> expressions.Expression | None:
        """Keep the words of a condition, if the rule has it in words only; give the condition."""
        if node is not None and not re.search(r"[\[\]<>=+*/]", text):
            self.said.setdefault(node, " ".join(text.split()))
        return node

    def prohibit(self, found: Prohibition) -> int:
        """Give the number of what cannot happen, or of what acts cost; what is said again is the same one."""
        for number, each in enumerate(self.prohibitions):
            if replace(found, test=each.test) == each and found.test.node == each.test.node:
                return number
        self.prohibitions.append(found)
        return len(self.prohibitions) - 1

    def policy(self, name: str) -> str:
        """Give the side of a switch that is in force."""
        return self.policies.get(name, POLICIES[name][0])

    # -- stats ---------------------------------------------------------------------------------------------------

    def stat(self, words: str) -> int | None:
        """Find a declared (or already used) stat."""
        for index in range(len(OWN_STATS) + len(self.numbers), len(self.stats)):
            self.numbers[plain(self.stats[index].name)] = index
        return self.numbers.get(plain(words))

    def declared(self, words: str) -> int | None:
        """Find a declared stat, in the singular or plural: `1 Coin` where the stat is Coins."""
        index, said = self.stat(words), plain(words)
        forms = (self.numbers.get(f"{said}s"), self.numbers.get(said.removesuffix("s")))
        return next((n for n in (index, *forms) if n is not None and self.stats[n].declared), None)

    def spoken(self, text: str) -> str:
        """Put a noun phrase into everyday words."""
        return spoken(text, self.look)

    def look(self, words: str) -> Stat | None:
        """Find a stat by its name."""
        return None if (index := self.stat(words)) is None else self.stats[index]

    def add_stat(self, stat: Stat) -> int:
        """Declare a stat, or replace its declaration."""
        index = self.stat(stat.name)
        if index is None:
            self.stats.append(stat)
            return len(self.stats) - 1
        self.stats[index] = stat
        return index

    def forget(self, stat: Stat) -> None:
        """Remove a stat that was introduced by a discarded reading."""
        self.numbers.pop(plain(stat.name), None)

    def undeclared_stat(self, words: str, span: Span) -> int:
        """Take a name for an undeclared stat: a warning, default 0."""
        index = self.stat(words)
        if index is None:
            index = self.add_stat(Stat(" ".join(words.split()), declared=False))
            known = [stat.name for stat in self.stats[len(OWN_STATS) :] if stat.declared]
            near = did_you_mean(words, known) or ""
            message = f"[{self.stats[index].name}] is not declared; every actor starts with 0"
            self.report(span, message, nearest=near and f"[{near}]", severity="warning")
        return index

    # -- [A B C] -------------------------------------------------------------------------------------------------

    def resolve(self, ref: syntax.Ref) -> expressions.StatOf:
        """Read `[A B C]`."""
        if not ref.words:
            raise self.fail(ref.span, "empty brackets", "the name of a stat, such as [Health]")
        if "[" in ref.words:
            expected = "brackets inside brackets only in [number of …] and [total … of …]"
            raise self.fail(ref.span, f"[{ref.words}] does not name a stat", expected)
        index = self.declared(ref.words)
        if index is not None:
            return self.whose(self.bare, index)
        from rulewright.language.grammar import somebody  # imported here, because it imports this module

        known = self._of_role(ref) or self._of_actor(ref) or somebody.stat(self, ref.words)
        return known or expressions.StatOf(self.bare, self.undeclared_stat(ref.words, ref.span))

    def whose(self, who: expressions.Expression, stat: int) -> expressions.StatOf:
        """Give the stat of a thing, or the holder's if it is shared."""
        return expressions.StatOf(expressions.Holder(who, stat) if self.stats[stat].shared else who, stat)

    def splits(self, words: str) -> list[tuple[str, str]]:
        """Cut some words in two, in every way."""
        parts = words.split()
        return [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]

    def _of_role(self, ref: syntax.Ref) -> expressions.StatOf | None:
        head, _, rest = ref.words.partition(" ")
        role = ROLES.get(head.casefold())
        if role is None or not rest:
            return None
        readings = [a for a, stat in self.splits(ref.words) if self.actor(a) and self.declared(stat) is not None]
        if readings and self.declared(rest) is not None:
            raise self._two(ref, f"the {head}'s {rest}", f"{readings[0]}'s {ref.words[len(readings[0]) + 1 :]}")
        index, who = self.declared(rest), self.role(role)
        if who == self.bare == building.IT:  # in a test of a set; there a plain [Stat] is that of the thing that is tested
            who = self._before_the_test(ref, rest)
        return self.whose(who, self.undeclared_stat(rest, ref.span) if index is None else index)

    def _before_the_test(self, ref: syntax.Ref, stat: str) -> expressions.Expression:
        """Give what `it` is outside of a test of a set: what a loop has come to, or what a trigger was about."""
        if self.met:
            return building.OUTER
        message, stat = f"[{ref.words.title()}] would be of each thing that is looked at here", stat.title()
        raise self.fail(ref.span, message, f"[{stat}] for its own, [Actor {stat}] or [Target {stat}] for somebody else's")

    def _of_actor(self, ref: syntax.Ref) -> expressions.StatOf | None:
        readings = [(a, stat) for a, stat in self.splits(ref.words) if self.actor(a)]
        good = [(a, stat) for a, stat in readings if self.declared(stat) is not None] or readings
        if len(good) > 1:
            raise self._two(ref, *(f"{a}'s {stat}" for a, stat in good[:2]))
        if not good:
            return None
        name, words = good[0]
        index = self.declared(words)
        stat = self.undeclared_stat(words, ref.span) if index is None else index
        return self.whose(self.called(self.actor(name) or name), stat)

    def _two(self, ref: syntax.Ref, one: str, other: str) -> Unreadable:
        return self.fail(ref.span, f"[{ref.words}] has two readings: {one}, or {other}", "a name with one reading")

    def role(self, var: str) -> expressions.Expression:
        """Give a thing in a variable of the procedure."""
        if var == "doer":
            return expressions.Related(Link.DOER)
        return expressions.Slot(self.alias.get(var, var))

    def actor(self, words: str) -> str | None:
        """Find a known actor by name."""
        wanted = plain(words)
        return next((name for name in self.actors if plain(name) == wanted), None)

    @contextmanager
    def looking_at_each(self, known: bool = True, spoken: tuple[Any, ...] = ()) -> Iterator[None]:
        """Read `it` as the current thing of a loop, if that is known under this name."""
        before, alias = (self.alias, self.met, self.mentioned), {name: var for name, var in self.alias.items() if name != "it"}
        self.alias, self.met, self.mentioned = alias, known, spoken
        try:
            yield
        finally:
            self.alias, self.met, self.mentioned = before

    @contextmanager
    def calling_it(self, name: str) -> Iterator[None]:
        """Read `it` as something that is known under another name."""
        before, self.alias = self.alias, {**self.alias, "it": name}
        try:
            yield
        finally:
            self.alias = before

    # -- other names ---------------------------------------------------------------------------------------------

    def zone(self, words: str) -> int | None:
        """Find a kind of zone."""
        return self.zones.get(plain(words))

    def structure(self, words: str) -> str | None:
        """Find a structure, in the singular or plural."""
        wanted = plain(words)
        return self.structures.get(wanted) or self.structures.get(wanted.removesuffix("s"))

    def add_structure(self, name: str, steps: list[str], of: str = "") -> None:
        """Declare a structure, the names of its steps, and to what sort of thing it belongs."""
        self.structures[plain(name)], self.steps[name], self.subjects[name] = name, steps, of
        self.procedure(name)

    def procedure(self, name: str) -> int:
        """Give the number of a procedure; a new one gets the next number."""
        return self.procedures.setdefault(name, len(self.procedures))

    def turn_procedure(self) -> int:
        """Give the number of the structure that is somebody's turn; NONE if there is none."""
        return self.procedure(self.turn) if self.turn in self.steps else expressions.NONE

    def action(self, words: str) -> str | None:
        """Find an action."""
        return self.actions.get(plain(words))

    def word(self, words: str) -> int:
        """Give the number of a kind or mark among the book's words; a new one gets the next number."""
        return self.vocabulary.setdefault(plain(words), len(self.vocabulary))

    def exact_word(self, words: str) -> int:
        """Give the number of a word that keeps its spelling, because people read it: an announcement, or a name."""
        return self.vocabulary.setdefault(words, len(self.vocabulary))

    def numbered(self, words: Iterable[str]) -> frozenset[int]:
        """Give the numbers of some kinds or marks, new ones in alphabetical order."""
        return frozenset(map(self.word, sorted(words)))

    def called(self, name: str) -> expressions.Related:
        """Give the thing with a name."""
        return expressions.Related(Link.CALLED, word=self.exact_word(name))

    def kind(self, words: str) -> str | None:
        """Find a kind of thing or a mark, in the singular or plural."""
        wanted = self.plurals.get(plain(words), plain(words))
        return next((self.kinds[each] for each in _singulars(wanted) if each in self.kinds), None)

    # -- expressions ---------------------------------------------------------------------------------------------

    @contextmanager
    def about(self, who: expressions.Expression) -> Iterator[None]:
        """Read plain [Stat]s as those of a certain thing; `[Actor Stat]` and the like keep their meaning."""
        before, self.bare = self.bare, who
        try:
            yield
        finally:
            self.bare = before

    def expression(self, expr: syntax.Expr) -> expressions.Expression:
        """Compile a number."""
        if isinstance(expr, syntax.Number):
            return expressions.Constant(expr.value)
        if isinstance(expr, syntax.Ref):
            return self._quantity(expr) or self.resolve(expr)
        if isinstance(expr, syntax.Dice):
            count, keep = self.expression(expr.count), None if expr.keep is None else self.expression(expr.keep)
            return expressions.Roll(count, expr.sides, keep, expr.lowest, expr.again, expr.once, expr.explodes)
        if isinstance(expr, syntax.Negative):
            return building.negative(self.expression(expr.of))
        if isinstance(expr, syntax.Binary):
            return expressions.Arithmetic(expr.op, self.expression(expr.left), self.expression(expr.right))
        if isinstance(expr, syntax.Word) and plain(expr.text) in self.words:
            return building.number(self.words[plain(expr.text)])
        if isinstance(expr, syntax.Word) and expr.text.endswith("s") and (structure := self.structure(expr.text)):
            return expressions.Situation(Phase.PASSED, self.procedure(structure))
        written = getattr(expr, "text", "a comparison")
        raise self.fail(
            expr.span, f"{written!r} is not a number", "a number, dice such as 2d6, or [Stat]", self.bracketed(written)
        )

    def _quantity(self, ref: syntax.Ref) -> expressions.Expression | None:
        from rulewright.language.grammar import quantities  # imported here, because it imports this module

        return quantities.read(self, ref)

    def near(self, written: str) -> str:
        """Name the stat that was most likely meant; "" if none is similar."""
        return did_you_mean(written, [stat.name for stat in self.stats[len(OWN_STATS) :]]) or ""

    def bracketed(self, written: str) -> str:
        """Give the stat that was most likely meant in brackets: a plain name most likely lacks them."""
        return f"[{near}]" if (near := self.near(written)) else ""

    def final(self, expr: syntax.Expr) -> expressions.Expression:
        """Compile a complete expression, whose value is at least 0."""
        node = self.expression(expr)
        plain_one = isinstance(node, expressions.Constant | expressions.Roll) or building.is_number(node)
        return node if plain_one else building.final(node)
