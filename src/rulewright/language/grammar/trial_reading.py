"""Trial reading: says whether words can be read in the place of a line, and leaves nothing of the attempt behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rulewright.kernel.change import locating
from rulewright.language.check.problems import RuleTextError, UnknownName, Unreadable
from rulewright.language.grammar import nouns
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.readings import Attempt
from rulewright.language.text import parser, syntax
from rulewright.language.text.source import Span
from rulewright.program.instructions import Instruction
from rulewright.program.quick_dataclasses import dataclass, replace

T = TypeVar("T")
TRIES = 600  # how many lines are tried for one sentence
HERE = Span("", 1, 1, 0)


def clauses(text: str) -> tuple[syntax.Clause, ...]:
    """Give the clauses of an effect; those on lines below the first are parts of it. None, where a line is no clause."""
    if "\n" not in text:
        return (syntax.Clause(text, HERE),)
    items, problems = parser.read("Feat\ndo: " + text.replace("\n", "\n    ") + "\n")
    return items[0].components[0].clauses if not problems and len(items) == 1 else ()


@dataclass(slots=True)
class TrialReading:
    """What is tried for one line: its scope, whom `it` is, and how many more may be tried."""

    scope: Scope
    it: bool  # whether `it` is known: what a trigger was about
    aimed: bool  # whether there is a target, which is `it` otherwise
    left: int = TRIES
    alone: bool = False  # whether nothing is known from the lines before

    def tried(self, read: Callable[[], T]) -> bool:
        """Say whether something can be read without any problem."""
        names = self.scope.names
        self.left -= 1
        attempt, before, known = Attempt(self.scope), len(names.problems), (names.met, names.alias)
        before_it = {} if self.alone else names.alias
        names.met, names.alias = self.it, {"it": "target"} if self.aimed and not self.it else before_it
        try:
            return read() is not None and len(names.problems) == before
        except (Unreadable, RuleTextError):
            return False
        finally:
            names.met, names.alias = known
            attempt.take_back()

    @contextmanager
    def about_it(self) -> Iterator[None]:
        """Read `it` as what a trigger was about, or as each of a loop."""
        before, self.it = self.it, True
        try:
            yield
        finally:
            self.it = before

    def effect(self, text: str, standing: bool = False) -> bool:
        """Say whether an effect can be read, with the lines below it."""
        from rulewright.language.grammar import phrases  # imported here, because that module imports this one

        scope, found = replace(self.scope, standing=standing), clauses(text)
        known = bool(found) and self.tried(
            lambda: None not in [phrases.effect(scope.table, each, scope) for each in found] or None
        )
        return known or "…" in text

    def deed(self, text: str) -> bool:
        """Say whether somebody who is asked `may …:` with these words does it at once."""
        from rulewright.language.grammar import phrases

        def read() -> bool | None:
            found = phrases.effect(self.scope.table, syntax.Clause(text, HERE), self.scope)
            return True if found and all(map(locating.can_be_paid, found)) else None

        return self.tried(read)

    def effect_of_nouns(self, text: str) -> bool:
        """Say whether an effect can be read, or could be if its nouns were known."""
        from rulewright.language.grammar import phrases

        def read() -> Sequence[Instruction] | None:
            try:
                return phrases.effect(self.scope.table, syntax.Clause(text, HERE), self.scope)
            except UnknownName:
                return ()

        return self.tried(read)

    def condition(self, text: str) -> bool:
        """Say whether a condition can be read."""
        from rulewright.language.grammar import phrases

        return self.tried(lambda: phrases.read_condition(self.scope.table, text, HERE, self.scope))

    def trigger(self, text: str) -> bool:
        """Say whether a trigger can be read."""
        from rulewright.language.grammar import otherwise

        return self.tried(lambda: otherwise.trigger(text, HERE, self.scope))

    def noun(self, text: str) -> bool:
        """Say whether a noun phrase can be read."""
        return self.tried(lambda: nouns.phrase(self.scope.names, text, HERE))
