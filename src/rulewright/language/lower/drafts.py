"""An action or structure while it is being compiled: its headers and components, and the clauses in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeGuard, TypeVar

from rulewright.language.check.problems import Problem, RuleTextError, Unreadable
from rulewright.language.grammar import phrases, slips, suggestions
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.patterns import PhraseTable
from rulewright.language.names import misspellings, ranges
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Clause, Component, Header, Item
from rulewright.program import building, instructions, procedures
from rulewright.program.declared import NOWHERE
from rulewright.program.definition import Check
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.modes import Grant
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.spelled import plain

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known of an action beside its text: the card that it is or that has it, and what is so for all actions."""

    prefix: str = ""  # the card whose ability it is
    live: tuple[int, ...] = ()  # the zones in play, for such an ability
    types: tuple[str, ...] = ()  # the kinds of card that it is or that has it
    card: bool = False  # whether it is a card, which is played from a zone, and goes elsewhere then and when it is countered
    played_from: int | None = None
    after: int = NOWHERE
    countered: int = NOWHERE
    at_once: bool = False
    by: str = ""  # the common action by which it is played
    onto: int | None = None  # where it lies while it is played
    reactions: tuple[str, Span] | None = None  # the limit for all reactions
    sight: bool = False  # whether targets must be seen
    allowed: tuple[tuple[bool, Check], ...] = ()  # what features ask, and whether they ask it of the target
    levies: tuple[Alter, ...] = ()  # what features let targets cost


@dataclass(slots=True)
class Draft:
    """An action while it is being compiled."""

    names: Names
    table: PhraseTable
    item: Item
    index: int
    kinds: frozenset[str]
    around: Circumstances
    range: ranges.Range = field(default_factory=ranges.Range)
    checks: list[Check] = field(default_factory=list)
    target_checks: list[Check] = field(default_factory=list)
    way_checks: list[Check] = field(default_factory=list)  # of the way in which it is paid
    number_checks: list[Check] = field(default_factory=list)  # of the number that is chosen when it is declared
    whole_checks: list[Check] = field(default_factory=list)
    limits: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # the instruction with which each clause begins
    foresees: bool = False  # whether it responds before a change happens
    scope: Scope = field(init=False)
    headers: dict[str, Header] = field(init=False)  # the first of each key

    def __post_init__(self) -> None:
        self.scope = Scope(self.names, self.table, self.item.name)
        self.headers = {plain(header.key): header for header in reversed(self.item.headers)}

    @property
    def rule(self) -> str:
        """The rule's number, or its file and line."""
        header = self.header("Rule")
        return header.value if header else f"{self.item.span.file}:{self.item.span.line}"

    def header(self, key: str) -> Header | None:
        """Find a header by its key."""
        return self.headers.get(plain(key))

    def component(self, name: str) -> Component | None:
        """Find a component by its name."""
        return next((c for c in self.item.components if c.name == name), None)

    def guarded(self, read: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Read something; what cannot be read becomes a problem, and reading continues."""
        try:
            return read(*given, **named)
        except Unreadable as error:
            self._report(suggestions.led(error, self.names))
        except RuleTextError as error:
            self.names.problems.extend(error.problems)
        return None

    def _report(self, problem: Problem) -> None:
        """Report a problem, once for both parts of `whenever …, …`; it replaces reports that somebody is missing in its line."""
        at, names = problem.span, self.names
        if problem not in names.problems:
            there = [each.span.file == at.file and each.span.line == at.line for each in names.problems]
            missed = [here and "nobody here" in each.message for here, each in zip(there, names.problems, strict=True)]
            names.problems[:] = [each for each, out in zip(names.problems, missed, strict=True) if not out]
            names.problems.append(problem)


def clauses(draft: Draft, found: Sequence[Clause], starts: list[int] | None = None) -> list[Instruction]:
    """Compile clauses in order; all problems are reported at once. `starts` gets where each begins."""
    blocks: list[list[Instruction]] = []
    for at, clause in enumerate(found):
        before_semicolon = at + 1 < len(found) and found[at + 1].span.line == clause.span.line
        if before_semicolon:
            draft.guarded(_last_of_its_line, draft.names, clause, found[at + 1])
        line = "; ".join(each.text for each in found if each.span.line == clause.span.line)
        block = draft.guarded(_clause, draft, clause, before_semicolon, line)
        if starts is not None and block and not all(isinstance(each, instructions.Tell) for each in block):
            starts.append(sum(map(len, blocks)))
        if block:
            blocks.append(block)
    return procedures.joined(blocks)


def _last_of_its_line(names: Names, clause: Clause, following: Clause) -> None:
    """Refuse a clause after `each player: …;`: it would not be part of the loop, and would happen once."""
    if head := syntax.opening(clause.text):
        message = "this does not belong to what precedes the semicolon: it would happen only once, and in any case"
        again = "" if syntax.opening(following.text) else f", `{head} {following.text}`"
        raise names.fail(following.span, message, f"a line of its own{again}, or both on lines indented below `{head}`")


def _clause(draft: Draft, clause: Clause, before_semicolon: bool, line: str) -> list[Instruction]:
    """Compile a clause; an error in it knows the whole line."""
    try:
        block = phrases.effect(draft.table, clause, draft.scope)
    except Unreadable as error:
        error.whole, error.line = (clause.text, draft.scope), line if line != clause.text else ""
        raise
    if block is not None:
        return block
    plain_words = not re.search(r"[\d\[]", clause.text)
    few = len(draft.names.problems) < slips.MANY
    if before_semicolon and plain_words and few and not _effect(draft, clause.text):
        draft.names.report(clause.span, f"{clause.text!r} is read as a remark and has no effect", severity="remark")
        return []
    wrong = suggestions.unknown(draft.scope, "effect", clause.text, clause.span)
    wrong.whole, wrong.line = (clause.text, draft.scope), line if line != clause.text else ""
    raise wrong


def _effect(draft: Draft, text: str) -> bool:
    """Say whether a text is meant to do something, so that it is no remark."""
    return misspellings.commands(draft.table, text, draft.names) or misspellings.near(draft.table, text, draft.names)


def header_effects(draft: Draft, key: str) -> list[Instruction]:
    """Compile the clauses of a header such as `Short: …`."""
    header = draft.header(key)
    return clauses(draft, syntax.split_clauses(header.value, header.value_span)) if header else []


def forbids_something(each: Instruction) -> TypeGuard[instructions.Give]:
    """Say whether an effect is that something cannot happen."""
    return isinstance(each, instructions.Give) and each.how is Grant.CANNOT


def stands(draft: Draft, parts: Sequence[list[Instruction]]) -> tuple[list[Instruction], ...]:
    """Report what a standing ability says beside what cannot happen: it does nothing, and is never used."""
    do, *others = parts
    if any(others) or draft.header("Trigger") or draft.header("Cost") or not do or not all(map(forbids_something, do)):
        message = (
            f"{draft.item.name} is marked (Standing), so it can only forbid something or change prices, without trigger or cost"
        )
        draft.names.report(draft.item.span, message, "do: this cannot be damaged, or do: spells you play cost 1 Mana less")
    return [], [], []


def of_its_card(part: Instruction) -> bool:
    """Say whether an effect gives something to the card that has it, or takes it away."""
    return isinstance(
        part, instructions.Alter | instructions.Last | instructions.Give | instructions.Bind
    ) and building.SOURCE in (
        getattr(part, "whom", None),
        getattr(part, "what", None),
    )


TESTS = frozenset(["tests", "test"])


def about_it(parts: Sequence[Instruction]) -> bool:
    """Say whether effects refer to the thing of the trigger; in loops and their tests, `it` is a thing of the loop."""
    inside = 0
    for at, part in enumerate(parts):
        if at >= inside and building.IT in building.walk(part, TESTS):
            return True
        if getattr(part, "var", "") == "it":
            inside = max(inside, getattr(part, "end", 0))
    return False
