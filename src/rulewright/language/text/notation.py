"""Reads the notation inside a clause: numbers, dice, [Stat]s, conditions and changes of a stat.

Its grammar is rules.lark; the parser is made when the first clause is read, because importing it takes longer than
loading a book that is already compiled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rulewright.language.check.problems import Problem, RuleTextError
from rulewright.language.text import rolls, syntax
from rulewright.language.text.source import BRACKETED, DIGITS, LIMITS, LONGEST, PARTS, Limits, Span
from rulewright.language.text.syntax import NUMBER_WORDS, Assign, Expr
from rulewright.program import signs
from rulewright.program.quick_dataclasses import dataclass, replace

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput

_COMPARING: Final = re.compile(rf"{BRACKETED}|(?P<sign>[<>=≥≤≠])")
_PHRASE: Final = re.compile(rf"\s*{BRACKETED} (?:times?\s*:|of .* cannot )", re.IGNORECASE)
_JOINING: Final = re.compile(r"\b(?:not|and|or)\b", re.IGNORECASE)
_WEIGHING: Final = re.compile(r"[()]|[-+*/−×÷]|\bnot\b", re.IGNORECASE)
_LAST: Final = re.compile(rf"({BRACKETED}|\w+|[-+*/−×÷<>=!≥≤≠]+|\S)\s*\Z")
_SUMS: Final[Mapping[str, signs.Sum]] = {"+": "+", "-": "-", "−": "-", "*": "*", "×": "*", "/": "/", "÷": "/"}
_COMPARISONS: Final[Mapping[str, signs.Comparison]] = {
    "=": "=", "==": "=", "!=": "!=", "≠": "!=", ">": ">", "<": "<", ">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=",
}  # fmt: skip
_CHANGES: Final[Mapping[str, signs.Change]] = {
    "=": "=", "+=": "+=", "-=": "-=", "−=": "-=", "*=": "*=", "×=": "*=", "/=": "/=", "÷=": "/=",
}  # fmt: skip
"""The signs of the notation, as they can be written, and what each means."""


def expression(text: str, span: Span, limits: Limits = LIMITS) -> Expr:
    """Reads a number, dice, a [Stat] or a sum of them; the span is the place of the text."""
    notation = _Notation(text, span, limits)
    return notation.number(notation.tree("expression"))


def condition(text: str, span: Span, limits: Limits = LIMITS, joined: bool = False) -> Expr:
    """Reads a condition; one that compares nothing is English, to be read as a phrase, or as several joined ones."""
    notation = _Notation(text, span, limits)
    if not text.strip() or any(found["sign"] for found in _COMPARING.finditer(text)):
        return notation.truth(notation.tree("condition"))
    try:
        if joined and _JOINING.search(text):
            return notation.truth(notation.tree("condition"))
        number = notation.tree("expression")
    except RuleTextError:
        return notation.english(0, len(text))
    return notation.truth(number)


def assignment(text: str, span: Span, limits: Limits = LIMITS) -> Assign | None:
    """Reads a change of a stat; None for a clause that does not begin with a bracket, and for phrases that do.

    Such phrases are `[Stat] times: …` and `[Stat] of … cannot …`.
    """
    if not text.lstrip().startswith("[") or _PHRASE.match(text):
        return None
    notation = _Notation(text, span, limits)
    return notation.assign(*notation.tree("assignment").children)


def amount(text: str, span: Span, limits: Limits = LIMITS) -> Expr:
    """Reads an amount: an expression or a number word, with or without "times"."""
    said = text.rstrip()[:-5] if text.lower().split()[-1:] == ["times"] else text
    value = NUMBER_WORDS.get(said.strip().lower())
    return expression(said, span, limits) if value is None else syntax.Number(value, span)


Parsed: TypeAlias = Any
"""A tree or a token of the parser, whose kind `rules.lark` says."""


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    """Makes the parser of the notation, once."""
    from importlib.resources import files

    from lark import Lark

    text = files("rulewright.language").joinpath("rules.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic", start=["expression", "condition", "assignment"])


@lru_cache(maxsize=8192)
def _parsed(text: str, start: str) -> Parsed:
    """Parse a text, once; nothing changes a tree."""
    return _grammar().parse(text, start=start)


@dataclass(frozen=True, slots=True)
class _Notation:
    """The notation of one clause on its way from text to syntax."""

    text: str
    span: Span
    limits: Limits

    def at(self, token: Parsed) -> Span:
        return self.span.part(token.start_pos, token.end_pos)

    def tree(self, start: str) -> Parsed:
        """Parse the text; what cannot be read is reported at its column."""
        from lark import UnexpectedInput

        self.weigh()
        try:
            return _parsed(self.text, start)
        except UnexpectedInput as error:
            raise self.unexpected(error) from None

    def weigh(self) -> None:
        """Refuse what is too long or too deep to be evaluated."""
        if len(self.text) > LONGEST:
            raise _problem(self.span, f"this clause has more than {LONGEST} characters", "several shorter clauses")
        depth = parts = 0
        for found in _WEIGHING.finditer(self.text):
            depth += (found[0] == "(") - (found[0] == ")")
            parts += found[0] not in "()"
            if depth > self.limits.nesting or parts > PARTS:
                what = f"{self.limits.nesting} parentheses deep" if parts <= PARTS else f"{PARTS} parts long"
                where = self.span.part(*found.span())
                raise _problem(where, f"this is more than {what}", "several shorter clauses")

    def unexpected(self, error: UnexpectedInput) -> RuleTextError:
        """Say what was expected after what, and what is there instead."""
        token: Parsed = getattr(error, "token", "")
        start = token.start_pos if token else len(self.text.rstrip())
        where = self.span.part(start, start + max(1, len(token)))
        if token == "[" and self.text.count("[") == self.text.count("]"):
            return _problem(where, "these brackets are nested more than three deep", "at most a count inside a count")
        if token == "[":
            return _problem(where, 'this "[" is never closed', '"]"')
        expected = self.expected(getattr(error, "accepts", None) or (), start)
        before = _LAST.search(self.text[max(0, start - 80) : start])
        after = f' after "{before[1]}"' if before else ""
        found = f', not "{token}"' if token else ""
        bare = before is not None and len(before[1]) > 1 and f"{before[1]}{token}".isalpha() and token
        nearest = f"[{before[1]} {token}]" if before and bare else ""
        return _problem(where, f"expected {expected}{after}{found}", expected, nearest)

    def expected(self, names: Parsed, at: int) -> str:
        """Says in words what the grammar accepts next."""
        inside = self.text.count("(", 0, at) > self.text.count(")", 0, at)
        said = {
            "LPAR": "a number, dice or [Stat]",
            "SET": "=, +=, -=, *= or /=",
            "COMPARE": "a comparison such as >=",
            "RPAR" if inside else "": '")"',
            "OTHER": '"and", "or" or the end',
            "COMMA": "an operator, words or the end",
            "AND": '"and", "or" or the end',
        }
        return next((words for name, words in said.items() if name in names), "an operator or the end")

    def english(self, start: int, end: int) -> syntax.English:
        said = self.text[start:end].strip()
        start = self.text.index(said, start)
        return syntax.English(said, self.span.part(start, start + len(said)))

    def number(self, part: Parsed) -> Expr:
        """Makes what must be a number."""
        made = self.make(part)
        if isinstance(made, syntax.Comparison | syntax.Connective | syntax.English):
            raise _problem(made.span, "this is a condition, and a number is needed here", "a number, dice or [Stat]")
        return made

    def truth(self, part: Parsed) -> Expr:
        """Make what must be a condition; a single name is English."""
        made = self.make(part)
        if isinstance(made, syntax.Word | syntax.Ref):
            return self.english(part.start_pos, part.end_pos)
        if not isinstance(made, syntax.Comparison | syntax.Connective | syntax.English):
            raise _problem(made.span, "this number is compared with nothing", "a comparison such as >=")
        return made

    def make(self, part: Parsed) -> Expr:
        """Makes syntax of a token or of a node, by its name in rules.lark."""
        match getattr(part, "data", None) or part.type, getattr(part, "children", [part]):
            case "NUMBER", [token]:
                return syntax.Number(self.whole(token, 0), self.at(token))
            case "WORD", [token]:
                return syntax.Word(str(token), self.at(token))
            case "REF", [token]:
                return self.ref(token)
            case "dice", parts:
                at = next(n for n, each in enumerate(parts) if getattr(each, "type", "") == "DIE")
                return self.in_manner(self.dice(parts[at], *map(self.number, parts[:at])), parts[at + 1 :])
            case "negative", [sign, of]:
                return syntax.Negative(made := self.number(of), self.at(sign).to(made.span))
            case "binary", [one, sign, other]:
                left, right = self.number(one), self.number(other)
                return syntax.Binary(_SUMS[sign], left, right, left.span.to(right.span))
            case "compare", [one, sign, other]:
                left, right = self.number(one), self.number(other)
                return syntax.Comparison(_COMPARISONS[sign], left, right, left.span.to(right.span))
            case "rounded", [one, sign, other, how]:
                return self.rounded(self.number(one), sign, self.number(other), how)
            case "half", [word, of, *how]:
                two = syntax.Number(2, self.at(word))
                return self.rounded(self.number(of), "/", two, *how)
            case "remainder", [word, one, sign, other]:
                self.divides(sign)
                left, right = self.number(one), self.number(other)
                return syntax.Binary("%", left, right, self.at(word).to(right.span))
            case "extreme", [word, one, _, other]:
                left, right = self.number(one), self.number(other)
                op: signs.Sum = "min" if word.type == "LOWER" else "max"
                return syntax.Binary(op, left, right, self.at(word).to(right.span))
            case "not", [sign, of]:
                return syntax.Connective("not", (made := self.truth(of),), self.at(sign).to(made.span))
            case "phrase", [first, *_, last]:
                return self.english(first.start_pos, last.end_pos)
            case _, parts:  # any, all
                made_of = tuple([self.truth(part) for part in parts[::2]])
                return syntax.Connective(str(parts[1]).lower(), made_of, made_of[0].span.to(made_of[-1].span))

    def rounded(self, one: Expr, sign: Parsed, other: Expr, how: Parsed = "") -> syntax.Binary:
        """Makes a division that says how it is rounded; without that, down."""
        self.divides(sign)
        op: signs.Sum = "/^" if str(how).lower().endswith("up") else "/"
        return syntax.Binary(op, one, other, one.span.to(self.at(how)) if how else one.span)

    def divides(self, sign: Parsed) -> None:
        """Refuse any other operation where only a division makes sense."""
        if _SUMS[sign] != "/":
            raise _problem(self.at(sign), "only a division is rounded or has a remainder", "a division such as [Health] / 2")

    def whole(self, token: Parsed, skipped: int) -> int:
        if len(token) - skipped > DIGITS:
            raise _problem(self.at(token), f"this number has more than {DIGITS} digits", "a smaller number")
        return int(token[skipped:])

    def ref(self, token: Parsed) -> syntax.Ref:
        words = " ".join(token[1:-1].split())
        if not words:
            raise _problem(self.at(token), "these brackets do not name a stat", "a [Stat]")
        return syntax.Ref(words, self.at(token))

    def dice(self, die: Parsed, count: Expr | None = None) -> syntax.Dice:
        count = count or syntax.Number(1, self.at(die))
        made = syntax.Dice(count, self.whole(die, 1), count.span.to(self.at(die)))
        if not made.sides:
            raise _problem(made.span, "a die has at least one side", "a die such as d6")
        if isinstance(count, syntax.Number) and count.value > self.limits.dice:
            message = f"{count.value} dice are more than the {self.limits.dice} that are rolled at once"
            raise _problem(made.span, message, "fewer dice")
        return made

    def in_manner(self, dice: syntax.Dice, manners: Sequence[Parsed]) -> syntax.Dice:
        """Makes dice of which some are kept or dropped, rolled again, or roll another."""
        for manner in manners:
            span = dice.span.to(self.at(manner))
            try:
                dice = replace(rolls.in_manner(dice, str(manner), self.at(manner)), span=span)
            except ValueError as error:
                raise _problem(span, *error.args) from None
        return dice

    def assign(self, ref: Parsed, sign: Parsed, value: Parsed, tail: Parsed = None) -> Assign:
        """Makes a change of a stat; its tail is everything from the first word after the value."""
        end = len(self.text.rstrip())
        start = tail.children[0].start_pos if tail else end
        start = end - len(self.text[start:end].lstrip(", "))
        parts = self.ref(ref), _CHANGES[sign], self.number(value)
        return Assign(*parts, self.text[start:end], self.span.part(start, end), self.span.part(ref.start_pos, end))


def _problem(span: Span, message: str, expected: str, nearest: str = "") -> RuleTextError:
    return RuleTextError([Problem(span, message, expected, nearest, code="notation")])
