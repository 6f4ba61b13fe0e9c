"""The table of phrases: what a line may say, what it compiles to, and an example that is also its test."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from typing import Any

from rulewright.language.check.problems import Indefinite, Problem, RuleTextError, TwoReadings, Unreadable
from rulewright.language.grammar import chance, looping, nouns, otherwise, patterns, readings, somebody, suggestions, until_words
from rulewright.language.grammar.any_words import of_one
from rulewright.language.grammar.asked_later import aside
from rulewright.language.grammar.clause_scope import Below, Scope
from rulewright.language.grammar.joining import Joining
from rulewright.language.grammar.patterns import Gap, Pattern, PhraseTable
from rulewright.language.grammar.phrase_slots import PhraseSlots
from rulewright.language.grammar.readings import ClauseReading
from rulewright.language.grammar.same_words import SAME_CONDITIONS
from rulewright.language.names.keywords import Keyword
from rulewright.language.names.slot_kinds import SLOTS
from rulewright.language.text import notation, syntax
from rulewright.language.text.source import Span
from rulewright.program import building, expressions, instructions, procedures, signs
from rulewright.program.durations import Until
from rulewright.program.expressions import NONE, Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Term
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.slots import CHOSEN, DRAWN, EXTRA_ONES
from rulewright.program.spelled import plain

TARGETS = ("all targets", "each target", "targets", "every target", "all in the area")

MOST_SPELLED = 4_000  # the largest number of expansions of phrases that the text defines, also nested ones


@dataclass(frozen=True, slots=True)
class Found(PhraseSlots):
    """A phrase that fits, with the contents of its slots."""

    def parted(self, name: str, regex: str) -> Found | None:
        """Read a slot as words with slots of their own; None if it is not of this shape."""
        found = re.fullmatch(regex, self.text(name), re.IGNORECASE)
        if found is None:
            return None
        start = self.slots[name].start
        parts = {key: found.span(key) for key, text in found.groupdict().items() if text is not None}
        more = {key: Gap(key, found[key], start + first, start + last) for key, (first, last) in parts.items()}
        return replace(self, slots={**self.slots, **more})

    def amount(self, name: str = "amount") -> Expression:
        """Read a slot as a number."""
        return somebody.amount(self.scope.names, self.text(name), self.at(name))

    def signed(self, name: str = "signed") -> Expression:
        """Read a slot as a number with its sign."""
        written = self.text(name)
        node = somebody.amount(self.scope.names, written[1:], self.at(name))
        if written[0] not in "-−":
            return node
        return expressions.Constant(-node.n) if isinstance(node, expressions.Constant) else building.negative(node)

    def times(self, name: str = "times") -> Expression:
        """Read once, twice, three times."""
        written = self.text(name).casefold().removesuffix("times").removesuffix("time").strip()
        return somebody.amount(self.scope.names, written, self.at(name))

    def whom(self, name: str = "whom") -> Expression:
        """Read a slot as the object of an effect."""
        text = self.text(name)
        chosen = self.several(name)
        if chosen is not None:
            return chosen
        if (known := somebody.several(text)) is not None:
            return known
        if random := re.fullmatch(r"(?:an?|the) random (.+)", text, re.IGNORECASE):
            return chance.drawn(self, f"a {random[1]}", name)
        if re.fullmatch(r"(?:all |each of )?those chosen in addition", text.casefold()):
            return expressions.Picked(EXTRA_ONES, text)
        if text.casefold() in ("the others", "all others"):
            return expressions.Picked("others", "the others")
        if text.casefold() in TARGETS:
            return self.area()
        return nouns.whom(self.scope.names, text, self.at(name))

    def several(self, name: str) -> expressions.Picked | None:
        """Read a slot as the targets, if the action may have several."""
        return expressions.Picked() if self.scope.several and self.text(name).casefold() in (*TARGETS, "target") else None

    def aimed_at(self, name: str) -> expressions.Picked | expressions.Query | None:
        """Read a slot as the targets: those picked, where there may mean several things, or everybody in the area."""
        if self.scope.radius is not None and self.text(name).casefold() in ("target", "targets"):
            return self.area()
        return self.several(name)

    def single(self, name: str = "whom") -> Expression:
        """Read a slot as one thing, not a set of things."""
        found = self.whom(name)
        if isinstance(found, expressions.Query | expressions.Picked):
            raise self.scope.names.fail(
                self.at(name), f"{self.text(name)!r} may mean several things", "target, actor, attacker or a name"
            )
        return found

    def holder(self, whom: Expression, stat: int) -> Expression:
        """Give the thing that stores a stat, if others share it."""
        return expressions.Holder(whom, stat) if self.scope.names.stats[stat].shared else whom

    def area(self) -> expressions.Query:
        """Give everybody in the area of the action, on either side."""
        scope = self.scope
        if scope.area is not None:
            return scope.area
        wanted = "a Range: with a radius, such as 10 tiles, 2-tile radius"
        raise scope.names.fail(self.span, "there is no area to find targets in", wanted)

    def things(self, name: str = "things") -> expressions.Query:
        """Read a slot as some things."""
        return nouns.phrase(self.scope.names, self.text(name), self.at(name)).things

    def duration(self, name: str = "duration") -> Until | None:
        """Read a duration; without one the effect is permanent."""
        return duration(self.scope, self.text(name), self.at(name)) if self.has(name) else None

    def inner(self, name: str) -> list[Instruction]:
        """Compile the clause inside a clause."""
        below, text = self.scope.below, self.text(name)
        if text == syntax.BELOW:
            return self.block("inside")
        below.used |= {"inside"} if text.endswith(syntax.BELOW) else set()
        kept = "otherwise" not in below.used  # a test of this clause has not used the `else:`
        inside = below.inside if text.endswith(syntax.BELOW) else ()
        words = text.removesuffix(syntax.BELOW).rstrip()
        clause = syntax.Clause(words, self.at(name), inside, below.otherwise if kept else None)
        below.used |= {"otherwise"}
        return _surely(self.scope, clause)

    def block(self, which: str) -> list[Instruction]:
        """Compile the lines indented below the clause, or below its `else:`; all problems are reported at once."""
        below = self.scope.below
        below.used |= {which}
        otherwise = below.otherwise.clauses if below.otherwise is not None else ()
        return self.lines(below.inside if which == "inside" else otherwise)

    def lines(self, found: Sequence[syntax.Clause]) -> list[Instruction]:
        """Compile lines one after another."""
        blocks, wrong = list[list[Instruction]](), list[Problem]()
        for clause in found:
            try:
                blocks.append(_surely(self.scope, clause))
            except Unreadable as error:
                wrong.append(suggestions.led(error, self.scope.names))
            except RuleTextError as error:
                wrong.extend(error.problems)
        if wrong:
            raise RuleTextError(wrong)
        return procedures.joined(blocks)

    def alternatives(self, name: str) -> tuple[list[Instruction], list[Instruction]]:
        """Compile the clause inside a clause that tests something, and its `else:`."""
        otherwise = self.block("otherwise")
        return self.inner(name), otherwise

    @property
    def one(self) -> str:
        """The name of the current thing of a loop: the actor in a structure, `it` in an action."""
        return "actor" if self.scope.structure != NONE else "it"

    def loop(self, first: instructions.Each) -> list[Instruction]:
        """Compile the clause inside a clause, which is repeated."""
        scope, text = self.scope, self.text("rest")
        inside = scope.below.inside if text == syntax.BELOW else (syntax.Clause(text, self.at("rest")),)
        first = looping.in_person(first, inside, scope.names)
        looping.plainly_whose(first, inside, scope.names)
        taker = {"it": building.IT, "actor": building.ACTOR}.get(first.var, scope.taker)
        scope = replace(scope, taker=taker, subject=looping.subject(first, inside, scope.subject))
        called = scope.names.calling_it("actor") if first.var == "actor" else nullcontext()
        spoken = looping.spoken_of(first, scope.names)
        with scope.names.looking_at_each(first.var == "it" or (scope.names.met and first.var != "actor"), spoken), called:
            inner = replace(self, scope=scope).inner("rest")
        return procedures.joined([[replace(first, end=len(inner) + 2)], inner, [instructions.Jump(-len(inner) - 1, back=True)]])

    def doer(self) -> Expression:
        """Give who gains or loses: the one who is named, or each in `each player: …`, or the actor."""
        found = self.whom() if self.has("whom") else self.scope.subject
        if found is None:
            message = "it is not clear who gains or loses here: each of them or you"
            raise self.scope.names.fail(self.span, message, "`it gains …`, `it loses …` or `you gain …`, `you lose …`")
        return found

    def condition(self, name: str) -> Expression:
        """Compile the condition inside a clause."""
        return read_condition(self.scope.table, self.text(name), self.at(name), self.scope)


@lru_cache(maxsize=16384)
def _ways(pattern: Pattern, text: str) -> tuple[Mapping[str, Gap], ...]:
    """Give every way in which a text is a phrase; cached, because the lines of a book are read again for every text."""
    return tuple(pattern.matches(text, SLOTS))


def fits(table: PhraseTable, text: str) -> bool:
    """Say whether a line fits the pattern of some effect."""
    words = patterns.bag(text)
    return any(_ways(phrase.pattern, text) for phrase in table.fitting("effect", words))


def match(table: PhraseTable, kind: str, text: str, span: Span, scope: Scope) -> Any:
    """Compile a line; None if no phrase fits. Phrases that the text defines come before those of the language."""
    worded = _worded(table, kind, text, span, scope)
    if worded is not None:
        return worded
    words = patterns.bag(text)
    found = [
        ClauseReading(phrase.pattern, slots, partial(phrase.build, Found(scope, slots, span)))
        for phrase in table.fitting(kind, words)
        for slots in _ways(phrase.pattern, text)
    ]
    try:
        return readings.only(nouns.counting_first(found), text, span, scope)
    except Unreadable as error:
        raise suggestions.noted(error, kind, text, scope) from None


def _worded(table: PhraseTable, kind: str, text: str, span: Span, scope: Scope) -> Any:
    """Compile a line by a phrase that the text defines; a phrase cannot use itself."""
    names, words = scope.names, patterns.bag(text)
    found = [
        ClauseReading(word.pattern, slots, partial(_spelled_out, table, word, slots, span, scope))
        for word in names.keywords
        if word.kind == kind and word.pattern.may_fit(words) and word not in names.using
        for slots in _ways(word.pattern, text)
    ]
    try:
        return readings.only(nouns.counting_first(found), text, span, scope)
    except (TwoReadings, Indefinite):
        raise
    except (Unreadable, RuleTextError):
        return None


def _spelled_out(table: PhraseTable, word: Keyword, slots: Mapping[str, Gap], span: Span, scope: Scope) -> Any:
    """Compile the meaning of a phrase that the text defines."""
    names = scope.names
    names.spelled += 1
    if names.spelled > MOST_SPELLED:
        raise names.fail(
            span, "the phrases that this text defines expand to too much text", "fewer phrases that use other phrases"
        )
    names.using.append(word)
    try:
        return _meant(table, word.kind, word.spelled_out(slots), span, scope)
    finally:
        names.using.pop()


def _meant(table: PhraseTable, kind: str, text: str, span: Span, scope: Scope) -> Any:
    if kind == "condition":
        return read_condition(table, text, span, scope)
    if kind != "effect":
        return match(table, kind, text, span, scope)
    whole = span.part(0, 0)
    blocks = [effect(table, syntax.Clause(part.strip(), whole), scope) for part in text.split(";")]
    return None if None in blocks else procedures.joined([block for block in blocks if block is not None])


def duration(scope: Scope, text: str, span: Span) -> Until:
    """Read how long something lasts: by structures, or until a condition comes true."""
    try:
        return until_words.duration(scope.names, text, span)
    except Unreadable as error:
        said = text.strip(" ,")
        if not plain(said).startswith("until "):
            raise
        try:
            found = read_condition(scope.table, said[6:], span, scope)
        except TwoReadings:
            raise
        except (Unreadable, RuleTextError):
            raise error from None
    aside(scope.names, found, span)
    scope.names.untils.append(found)
    return Until(Term.WHEN, condition=len(scope.names.untils) - 1)


def assign(scope: Scope, clause: syntax.Assign) -> list[Instruction]:
    """Compile `[Stat] += amount`, with or without a duration."""
    target = scope.names.resolve(clause.ref)
    amount = scope.names.final(clause.value)
    if not clause.tail:
        return [instructions.Alter(target.who, target.stat, clause.op, amount)]
    until = duration(scope, clause.tail, clause.tail_span)
    if clause.op not in ("+=", "-=", "="):
        raise scope.names.fail(clause.span, f"{clause.op} cannot have a duration", "+=, -= or = with a duration")
    signed = building.negative(amount) if clause.op == "-=" else amount
    op: signs.Standing = "set" if clause.op == "=" else "add"
    return [instructions.Last(target.who, target.stat, op, signed, scope.owner, until)]


def condition(table: PhraseTable, expr: syntax.Expr, scope: Scope) -> Expression:
    """Compile a condition: comparisons, and / or / not, and conditions in words."""
    names = scope.names
    if isinstance(expr, syntax.Comparison):
        return expressions.Compare(expr.op, names.final(expr.left), names.final(expr.right))
    if isinstance(expr, syntax.Connective):
        parts = tuple(condition(table, part, scope) for part in expr.parts)
        return building.negated(parts[0]) if expr.op == "not" else (building.every if expr.op == "and" else building.some)(parts)
    if isinstance(expr, syntax.English):
        found = names.saying(match(table, "condition", expr.text, expr.span, scope), expr.text)
        if found is None:
            raise suggestions.unknown(scope, "condition", expr.text, expr.span)
        return found
    raise names.fail(expr.span, "a number is not a condition", "a comparison such as [Health] >= 5")


def read_condition(table: PhraseTable, text: str, span: Span, scope: Scope) -> Expression:
    """Read a condition: as one phrase if possible, else as comparisons and phrases joined by and, or, not."""
    return Joining(lambda part: _single(table, part, span, scope)).read(text)


def _single(table: PhraseTable, text: str, span: Span, scope: Scope) -> Expression:
    """Read a condition that is one phrase, or whose comparisons are joined in notation."""
    try:
        found = scope.names.saying(match(table, "condition", text, span, scope), text)
    except TwoReadings:
        raise
    except (Unreadable, RuleTextError):
        found = None
    if found is not None:
        return found
    reworded: Expression | None = otherwise.first(SAME_CONDITIONS, text, scope, lambda said: _single(table, said, span, scope))
    return condition(table, notation.condition(text, span, joined=True), scope) if reworded is None else reworded


def effect(table: PhraseTable, clause: syntax.Clause, scope: Scope) -> list[Instruction] | None:
    """Compile one clause, in its own words or in other words for the same; None when no phrase fits it."""
    looping.not_below_an_effect(clause, scope.names)
    return otherwise.effect(clause, scope, partial(_plainly, table))


def _plainly(table: PhraseTable, clause: syntax.Clause, scope: Scope) -> list[Instruction] | None:
    said = re.search(r" instead\s*$", clause.text)  # no notation, though it may begin like that
    assignment = None if said else notation.assignment(clause.text, clause.span)
    scope = replace(scope, below=Below(clause.inside, clause.otherwise), drawn=[])
    try:
        found = match(table, "effect", clause.whole, clause.span, scope) if assignment is None else assign(scope, assignment)
    except Indefinite as error:
        return _chosen_first(table, clause, scope, error)
    if found is None:
        return None
    _all_used(scope, clause)
    if scope.drawn and any(building.mentions(each, DRAWN) for each in found):
        found = procedures.joined([scope.drawn[:1], found])
    return procedures.located(found, f"{clause.span.file}:{clause.span.line}")


def _chosen_first(table: PhraseTable, clause: syntax.Clause, scope: Scope, error: Indefinite) -> list[Instruction] | None:
    """Compile `destroy a relic`: somebody chooses a relic, and the clause refers to the chosen one."""
    before, noun, after = clause.text.partition(error.noun)
    if not noun or THE_CHOSEN in clause.text or error.noun in after:
        raise error
    of_one(clause, before, noun, after)
    counted = nouns.NUMBERED.fullmatch(noun) if plain(noun).split(" ")[0] not in nouns.CHOSEN_FROM else None
    things = nouns.phrase(scope.names, f"all {counted['rest']}" if counted else noun, clause.span).things
    count = somebody.amount(scope.names, counted["count"], clause.span) if counted else expressions.Constant(1)
    purpose = f", to {before.strip()}" if before.strip() and ":" not in before else ""
    by = scope.subject or scope.taker  # inside a loop it is each who chooses
    choose = instructions.Choose(CHOSEN, things, by, purpose, count=count)
    spoken_of = f"{THE_CHOSEN} ones" if scope.paying or counted else f"{THE_CHOSEN} one"  # of a cost, what is picked to pay with
    rest = effect(table, replace(clause, text=f"{before}{spoken_of}{after}"), scope)
    chosen = procedures.located([choose], f"{clause.span.file}:{clause.span.line}")
    return None if rest is None else procedures.joined([chosen, rest])


THE_CHOSEN = "the chosen"


def _all_used(scope: Scope, clause: syntax.Clause) -> None:
    """Refuse lines below a clause that cannot have any."""
    if clause.inside and "inside" not in scope.below.used:
        raise scope.names.fail(
            clause.inside[0].span, f"{clause.text!r} cannot have lines indented below it", "a line that is not indented"
        )
    if clause.otherwise is not None and "otherwise" not in scope.below.used:
        message = f"this `else:` has no condition to be the alternative of: {clause.text!r} tests nothing"
        raise scope.names.fail(clause.otherwise.span, message, "`if …:` or `… may …:` on the line before")


def _surely(scope: Scope, clause: syntax.Clause) -> list[Instruction]:
    found = effect(scope.table, clause, scope)
    if found is None:
        raise suggestions.unknown(scope, "effect", clause.text, clause.span)
    return found
