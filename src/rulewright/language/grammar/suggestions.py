"""Suggestions in an error about a line that fits no phrase."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Phrase, nearest
from rulewright.language.names.names import Names, Unreadable
from rulewright.language.text.source import Span

MANY = 300  # after so many problems, no more suggestions are computed


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def unknown(table: tuple[Phrase, ...], kind: str, text: str, span: Span, names: Names) -> Unreadable:
    """Give the error for a line no phrase fits, with the nearest phrases."""
    patterns = [phrase.pattern for phrase in table if phrase.kind == kind and len(names.problems) < MANY]
    examples = {phrase.pattern: phrase.example for phrase in table}
    near = [examples[pattern] for pattern in nearest(text, patterns, 2)]
    return names.fail(span, f"{text!r} is not understood", f"{_a(kind)} the reference lists", " or ".join(map(repr, near)))
