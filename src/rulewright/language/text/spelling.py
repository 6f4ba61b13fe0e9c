"""The one spelling of a line of rule text: spaces, signs, keys, names and the cells of tables.

It never changes the meaning: notation that would be read differently in its new spelling keeps the old one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from rulewright.language.check.problems import RuleTextError
from rulewright.language.grammar.vocabulary import TABLE
from rulewright.language.lower import scopes
from rulewright.language.lower.actions import HEADERS
from rulewright.language.names.slot_kinds import SLOTS
from rulewright.language.text import notation, syntax
from rulewright.language.text.source import BRACKETED, Span
from rulewright.language.text.syntax import Clause, Item
from rulewright.program.building import AnyRecord, Part
from rulewright.program.quick_dataclasses import fields, is_dataclass

_SPACES: Final = re.compile(r'"[^"]*"|\[(?P<words>[^\[\]]*)\]|\s+')
_TOKEN: Final = re.compile(
    rf"""{BRACKETED}|[-+*/−×÷]=|>=|<=|==|!=|[0-9]+|(?i:d[0-9]+(?!\w))
      |[^\W\d_]\w+(?:-[^\W\d_]\w+)+|[^\W\d_]\w*(?:['’]\w+)*|\S""",
    re.VERBOSE,
)
_SIGNS: Final = {"−": "-", "×": "*", "÷": "/", "≥": ">=", "≤": "<=", "≠": "!=", "==": "=", "−=": "-=", "×=": "*=", "÷=": "/="}
_OPERATORS: Final = frozenset(["+", "-", "*", "/", "=", "!=", "<", ">", "<=", ">=", "+=", "-=", "*=", "/=", "and", "or", "not"])
_DIE: Final = re.compile(r"d[0-9]+", re.IGNORECASE)
_INNER: Final = re.compile(r"(?P<head>(?:each|if) [^:]+|[^:]+ times|once|twice|thrice):\s*(?P<rest>.+)", re.IGNORECASE)


def collapse(text: str) -> str:
    """Makes all spaces single, except those in quotations."""
    return _SPACES.sub(_single, text).strip()


def _single(found: re.Match[str]) -> str:
    if found["words"] is not None:
        return f"[{' '.join(found['words'].split())}]"
    return found[0] if found[0].startswith('"') else " "


def listed(text: str) -> str:
    """Puts one space after each comma and semicolon, except in brackets, quotations and numbers."""
    return collapse(re.sub(rf'("[^"]*"|{BRACKETED})|\s*([,;])(?!\d)\s*', lambda found: found[1] or f"{found[2]} ", text))


# -- notation ----------------------------------------------------------------------------------------------------------


def spaced(text: str) -> str:
    """Writes notation with one space around every operator and none inside parentheses and dice."""
    written, last, number = "", "(", False
    for found in _TOKEN.finditer(text):
        token = _SIGNS.get(found[0], found[0])
        token = collapse(token) if token.startswith("[") else token.lower() if _DIE.fullmatch(token) else token
        unary = token == "-" and not number
        written += token if not last or _close(last, token, number) else f" {token}"
        last = "" if unary else token
        number = token not in ("(", ",") and token.lower() not in _OPERATORS
    return written


def _close(last: str, token: str, number: bool) -> bool:
    """Tells whether no space stands between two tokens."""
    die = _DIE.fullmatch(token) is not None and number and not last[0].isalpha()
    return last == "(" or token in (")", ",") or die


Bare: TypeAlias = "Part | tuple[Bare, ...]"
"""Syntax without its places."""


def bare(node: Part) -> Bare:
    """Gives syntax without its places, for comparing; words in it with single spaces."""
    if is_dataclass(node):
        names = [each.name for each in fields(node) if not each.name.endswith("span")]
        return (type(node).__name__, *(bare(getattr(node, name)) for name in names))
    return tuple(map(bare, node)) if isinstance(node, tuple) else collapse(node) if isinstance(node, str) else node


def _phrases(expr: syntax.Expr) -> Iterator[Span]:
    """Yields the places of what is said in words."""
    if isinstance(expr, syntax.English):
        yield expr.span
    for part in expr.parts if isinstance(expr, syntax.Connective) else ():
        yield from _phrases(part)


def _notation(clause: Clause, words: Sequence[Span]) -> str:
    """Spaces a clause, except the parts of it that are words."""
    parts, at = [], 0
    for span in words:
        start = span.column - clause.span.column
        parts += [spaced(clause.text[at:start]), collapse(clause.text[start : start + span.length])]
        at = start + span.length
    return re.sub(r"\( | \)", lambda found: found[0].strip(), " ".join(filter(None, [*parts, spaced(clause.text[at:])])))


def condition(clause: Clause) -> str:
    """Spells a condition; raises RuleTextError if it is neither notation nor a phrase."""
    read = partial(notation.condition, joined=True)
    try:
        found = read(clause.text, clause.span)
    except RuleTextError:
        if _is_phrase(clause.text) or _is_joined(clause):
            return collapse(clause.text)
        raise
    return _checked(read, found, _notation(clause, tuple(_phrases(found))), clause)


def _is_phrase(text: str) -> bool:
    """Tells whether a condition has the shape of a phrase, whatever its signs."""
    patterns = [phrase.pattern for phrase in TABLE if phrase.kind == "condition"]
    return any(next(pattern.matches(text, SLOTS), None) is not None for pattern in patterns)


def _is_joined(clause: Clause) -> bool:
    """Tells whether a condition is made of others with `and`, `or` or `not` between them, some of them phrases with signs."""
    words = collapse(clause.text)
    cuts = [(words[: cut.start()], words[cut.end() :]) for cut in re.finditer(" or | and ", words)]
    parts = [*cuts, *([(words[4:],)] if words.startswith("not ") else [])]
    return any(all(_is_condition(Clause(part, clause.span)) for part in each) for each in parts)


def _is_condition(clause: Clause) -> bool:
    try:
        condition(clause)
    except RuleTextError:
        return False
    return True


def effect(clause: Clause) -> str:
    """Spells an effect; raises RuleTextError if it begins like a change of a stat but is not one."""
    found = notation.assignment(clause.text, clause.span)
    if found is None:
        return _english(clause)
    return _checked(notation.assignment, found, _notation(clause, [found.tail_span] if found.tail else []), clause)


def _checked(read: Callable[[str, Span], AnyRecord | None], found: AnyRecord, written: str, clause: Clause) -> str:
    """Gives the new spelling if it is read as the old one was, else the old one."""
    try:
        same = bare(read(written, clause.span)) == bare(found)
    except RuleTextError:
        same = False
    return written if same else collapse(clause.text)


def _english(clause: Clause) -> str:
    """Spells an effect in words, and the effect inside it."""
    words = collapse(clause.text)
    inner = _INNER.fullmatch(words)
    if inner is None:
        return f"{_head(words[:-1].rstrip(), clause.span)}:" if words.endswith(":") else words
    try:
        return f"{_head(inner['head'], clause.span)}: {effect(Clause(inner['rest'], clause.span))}"
    except RuleTextError:
        return words


def _head(words: str, span: Span) -> str:
    if words[:3].lower() != "if ":
        return words
    return f"{words[:3]}{condition(Clause(words[3:], span))}"


def effects(clauses: Sequence[Clause]) -> str:
    """Spells the effects of one line; a full stop that belongs to one is kept from being dropped."""
    return "; ".join(written + "." if written.endswith(".") else written for written in map(effect, clauses))


def conditions(clauses: Sequence[Clause]) -> str:
    """Spells the conditions of one line."""
    return "; ".join(written + "." if written.endswith(".") else written for written in map(condition, clauses))


# -- lines -------------------------------------------------------------------------------------------------------------


def heading(item: Item) -> str:
    """Spells `Name (Mark, Mark)`."""
    return f"{item.name} ({', '.join(map(collapse, item.marks))})" if item.marks else item.name


def key(word: str, known: Sequence[str]) -> str:
    """Spells a key as the language does."""
    plain = " ".join(word.lower().split())
    return next((each for each in known if each.lower() == plain), " ".join(word.split()))


def header(word: str, value: str, span: Span) -> str:
    """Spells `Key: value` of an action; raises RuleTextError where its notation cannot be read."""
    name = key(word, (*HEADERS, *scopes.HEADERS))
    match name:
        case "Needs" | "Prerequisite" | "When" if value:
            said = condition(Clause(value, span))
        case "Cost":
            said = ", ".join(_cost(Clause(part.strip(), span)) for part in value.split(","))
        case "Short":
            said = effects(syntax.split_clauses(value, span))
        case "Range" | "For" | "Limit":
            said = listed(value)
        case _:
            said = collapse(value)
    return f"{name}: {said}".rstrip()


def _cost(clause: Clause) -> str:
    """Spells an amount and a stat, or an effect."""
    try:
        return effect(clause)
    except RuleTextError:
        return collapse(clause.text)


def cells(row: str) -> list[str]:
    """Cuts a row of a table into its cells."""
    return [collapse(cell) for cell in row.strip().strip("|").split("|")]


def table(rows: Sequence[str]) -> list[str]:
    """Aligns the columns of a table; a row of dashes is as wide as they are."""
    found = [cells(row) for row in rows]
    said = [row for row in found if not _is_ruler(row)]
    least = 3 if len(said) < len(found) else 0
    widths = [max([least, *(len(row[at]) for row in said if at < len(row))]) for at in range(max(map(len, found), default=0))]
    return ["| " + " | ".join(_row(row, widths)) + " |" for row in found]


def _is_ruler(row: Sequence[str]) -> bool:
    return any(row) and all(set(cell) <= set("-: ") for cell in row)


def _row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for cell, width in zip(row, widths, strict=False):
        left, right = cell.startswith(":"), cell.endswith(":")
        yield ":" * left + "-" * (width - left - right) + ":" * right if _is_ruler(row) else cell.ljust(width)


def scene(text: str) -> str:
    """Spells a line of a scene, `key: value` or a list."""
    word, colon, value = text.partition(":")
    return f"{listed(word)}{colon} {listed(value)}".strip()


def signs(row: str) -> str:
    """Spells a row of a map: one space between its symbols."""
    return " ".join("".join(row.split()))
