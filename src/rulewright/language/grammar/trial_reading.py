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
from rulewright.program.instructions import Each, Instruction
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
    picks: bool = False  # whether a header of what is suggested lets a target be picked

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

    @contextmanager
    def about_target(self, heads: Sequence[str]) -> Iterator[None]:
        """Read a line as one of an action with some headers: one of them may let a target be picked."""
        before, self.aimed = self.aimed, self.aimed or any(head.startswith("Target") for head in heads)
        try:
            yield
        finally:
            self.aimed = before

    def effect(self, text: str, standing: bool = False) -> bool:
        """Say whether an effect can be read, with the lines below it."""
        from rulewright.language.grammar import phrases  # imported here, because that module imports this one

        scope, found = replace(self.scope, standing=standing), clauses(text)

        def read() -> bool | None:
            made = [phrases.effect(scope.table, each, scope) for each in found]
            return True if None not in made and (not self.alone or self._knows_it(made)) else None

        return (bool(found) and self.tried(read)) or "…" in text

    def knows_it(self, text: str) -> bool:
        """Say whether lines that can be read refer to `it` only where something is it; those that cannot are left aside."""
        from rulewright.language.grammar import phrases

        unknown = False

        def read() -> None:
            nonlocal unknown
            made = [phrases.effect(self.scope.table, each, self.scope) for each in clauses(text)]
            unknown = None not in made and not self._knows_it(made)

        self.tried(read)
        return not unknown

    def _knows_it(self, made: Sequence[Sequence[Instruction] | None]) -> bool:
        """Say whether the lines of a whole action refer to `it` only where something is it."""
        from rulewright.program import slot_proofs  # imported here, because only suggestions need it

        if self.it or self.aimed or self.picks:
            return True
        for each in (each for block in made for each in block or ()):
            if isinstance(each, Each) and each.var == slot_proofs.IT:
                return True
            if any(name == slot_proofs.IT for name, _, _ in slot_proofs.reads(each)):
                return False
        return True

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
