"""Distinguishes a misspelled effect from a remark."""

from __future__ import annotations

import re

from rulewright.language.grammar.patterns import Phrase, closeness
from rulewright.language.names.names import Names

NEAR = 0.6
"""A clause that is at least this similar to a phrase with which it shares words is a misspelling, not a remark."""
COMMON = frozenset(["a", "an", "the", "of", "to", "in", "is", "are", "for", "it", "its", "by", "and", "from", "all"])


def near(table: tuple[Phrase, ...], text: str, names: Names) -> bool:
    """Say whether a text looks like a misspelling of some effect phrase: two of its words in common, or one and a stat."""
    words = set(re.findall(r"[a-z]+", text.casefold())) - COMMON
    ends_in_stat = any(names.declared(part) is not None for part in _endings(text))
    needed = 1 if ends_in_stat else 2
    for phrase in table:
        own = set(re.findall(r"[a-z]+", re.sub(r"\{[^}]*\}", " ", phrase.pattern.text))) - COMMON
        if phrase.kind == "effect" and len(words & own) >= needed and closeness(text, phrase.pattern) >= NEAR:
            return True
    return False


def _endings(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[n:]) for n in range(1, len(words))]
