"""Phrases for named numbers, for choosing among several effects, and for counts of things."""

from __future__ import annotations

import re
from itertools import groupby
from string import ascii_uppercase

from rulewright.language.grammar import nouns, past_words, somebody
from rulewright.language.grammar.noun_heads import RANKS
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found, fits
from rulewright.language.text.syntax import BELOW, Clause
from rulewright.program import building, expressions, instructions, procedures, signs
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Question, Want
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _named(f: Found) -> str:
    """Let the rest of the component refer to a number by a letter."""
    letter = f.text("name")
    if len(letter) != 1 or letter not in ascii_uppercase:
        raise f.scope.names.fail(f.at("name"), f"{letter!r} is not a name for a number", "one capital letter, such as X")
    f.scope.names.words[plain(letter)] = letter
    return letter


def _let(f: Found) -> Effects:
    value = f.amount()
    return [instructions.Let(_named(f), value)]


def _how_many(f: Found) -> Effects:
    who = f.single() if f.has("whom") else building.ACTOR
    least = f.amount("least") if f.has("least") else expressions.Constant(0)
    most, purpose = f.amount("most"), f" {f.text('purpose')}" if f.has("purpose") else ""
    letter = _named(f)
    words = f"choose {letter}{f', to{purpose}' if purpose else ''}"
    return [instructions.Decide(who, words, how=Question.HOW_MANY, var=letter, least=least, most=most)]


# -- one of several ----------------------------------------------------------------------------------------------------


def _modes(f: Found) -> Effects:
    names, rest = f.scope.names, f.text("rest")
    if rest != BELOW:
        raise names.fail(f.at("rest"), "there are no choices below this line", "what to choose from, one a line, indented below")
    f.scope.below.used |= {"inside"}
    lines = [list(found) for _, found in groupby(f.scope.below.inside, key=lambda clause: clause.span.line)]
    ways = [_mode(f, line) for line in lines]
    labels = [label for label, _ in ways]
    if len(set(labels)) < len(labels):
        raise names.fail(
            lines[-1][0].span, "two of these have the same name", "a name and a colon before each, its effects indented below"
        )
    who, key = f.single() if f.has("whom") else building.ACTOR, f"ways {len(f.scope.effects)}"
    f.scope.effects.append(key)
    blocks, at, begins = list[Effects](), 1, list[int]()
    for _, block in ways:
        begins.append(at)
        blocks += [block, [instructions.Jump(-at - len(block))]]
        at += len(block) + 1
    said = f"choose {'up to ' if f.has('fewer') else ''}{f.text('amount')}"
    ask = instructions.Decide(
        who, said, at, amount=f.amount(), how=Question.WHICH, ways=tuple(labels), begins=tuple(begins), fewer=f.has("fewer"),
        var=key, rest=f"{key} left",
    )  # fmt: skip
    return procedures.joined([[ask], *blocks])


def _mode(f: Found, line: list[Clause]) -> tuple[str, Effects]:
    """Read one of several effects: its name or text, and what it does."""
    first, named = line[0], re.match(r"([\w' -]+):\s*(?=\S)", line[0].text)
    if named is not None and not first.inside and not fits(f.scope.table, first.whole):
        span = first.span.part(named.end(), len(first.text))
        return named[1], f.lines([replace(first, text=first.text[named.end() :], span=span), *line[1:]])
    if len(line) == 1 and first.inside and not fits(f.scope.table, first.whole):
        return first.text.rstrip(": "), f.lines(first.inside)
    return "; ".join(clause.text for clause in line), f.lines(line)


# -- for each ----------------------------------------------------------------------------------------------------------


def _for_each(f: Found) -> Effects:
    if f.has("duration"):
        rest = f.slots["rest"]
        f = replace(f, slots={**f.slots, "rest": rest._replace(text=f"{rest.text} {f.text('duration')}")})
    done = past_words.number(f.scope.names, f"number of {f.text('things')}", f.at("things"))
    count = building.count(somebody.several(f"each {f.text('things')}") or f.things()) if done is None else done
    return [_multiplied(f, each, count) for each in f.inner("rest")]


def _multiplied(f: Found, each: Instruction, count: Expression) -> Instruction:
    if isinstance(each, instructions.Alter | instructions.Last):
        return replace(each, amount=_scaled(each.amount, count))
    if isinstance(each, instructions.Send) and each.count is not None:
        return replace(each, count=_scaled(each.count, count))
    if isinstance(each, instructions.Tell):
        return each
    expected = "an amount before it, as in `gain 2 Gold for each ally`, or `each ally: …`"
    raise f.scope.names.fail(f.at("rest"), f"{f.text('rest')!r} has no amount that could be multiplied", expected)


def _scaled(amount: Expression, count: Expression) -> Expression:
    """Give a multiple of an amount; dice are rolled that many times."""
    if isinstance(amount, expressions.Unary):
        return replace(amount, of=_scaled(amount.of, count))
    if isinstance(amount, expressions.Roll) and amount.keep is None:
        return replace(amount, count=_scaled(amount.count, count))
    if isinstance(amount, expressions.Arithmetic) and amount.op in ("+", "-"):
        return replace(amount, left=_scaled(amount.left, count), right=_scaled(amount.right, count))
    return count if amount == expressions.Constant(1) else expressions.Arithmetic("*", amount, count)


# -- comparing ---------------------------------------------------------------------------------------------------------

BOUNDS: dict[str, signs.Comparison] = {"at least": ">=", "at most": "<=", "exactly": "=", "only": "="}


def _so_many(f: Found) -> Expression:
    return expressions.Compare(BOUNDS[f.text("bound").casefold()], building.count(f.things()), f.amount())


def _ranks(f: Found) -> Expression:
    """Compare a stat of somebody with those of all players, or of some others."""
    names, stat = f.scope.names, f.stat()
    among = f.things("among") if f.has("among") else nouns.phrase(names, "all players", f.span).things
    return expressions.Compare(
        "=", names.whose(f.single(), stat), expressions.Measure(Want.MOST, among, stat, RANKS[plain(f.text("rank"))])
    )


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("there (is|are) {bound} {amount} {things}", _so_many, "there are at least 2 enemies with [Health] < 5",
         "so many of a kind: `at least`, `at most`, `exactly` or `only` so many"),
        ("{whom} (has|have) [the] {rank} {stat} [of {among:things}]", _ranks, "you have the most Attack of all allies",
         "nobody among all players, or among some things, has more of it; also `least`, `second most`; "
         "it is true of all who share that value"),
    ),
)  # fmt: skip


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("let {name:word} be {amount}", _let, "let X be 2d6 + [Attack]",
         "gives a number a capital letter, by which the rest of the component can use it: `gain X Health`, `X times: …`"),
        ("[{whom}] (choose|chooses) {name:word} from {least:amount} to {most:amount} [, to {purpose:label}]", _how_many,
         "choose X from 1 to [Attack], to spend", "somebody chooses the number that the letter stands for"),
        ("[{whom}] (choose|chooses) {name:word} up to {most:amount} [, to {purpose:label}]", _how_many, "choose X up to 3",
         "the same, from 0 on"),
        ("[{whom}] (choose|chooses) {fewer:up_to} {amount}: {rest}", _modes, "choose up to two:",
         "some of several effects that stand on lines indented below; they happen in the order in which they are written"),
        ("[{whom}] (choose|chooses) {amount}: {rest}", _modes, "choose one:",
         "one of several effects, or so many; each effect is a line indented below, or a name with a colon and its effects "
         "after the colon or below it"),
        ("{rest} for each {things} [{duration}]", _for_each, "gain 2 Health for each ally",
         "the amount is multiplied by the number of such things; dice are rolled that many times; a duration may come last"),
    ),
)  # fmt: skip
