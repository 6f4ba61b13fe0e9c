"""Says whether a suggestion speaks of everything that a sentence says; one that leaves something out is another rule."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from rulewright.language.grammar.kept_words import numbers
from rulewright.language.grammar.like_words import alike, stem
from rulewright.language.grammar.rephrasing import NOUNS, UNITS, ZONES
from rulewright.language.text.syntax import NUMBER_WORDS

TABLE = Path(__file__).with_name("told_words.txt")

LIMITS = (
    (r"random|randomly", "random"),
    (r"instead", "instead|choose|would|else"),
    (r"unless", "unless|not|else|may|agree|pops"),
    (r"this (?:turn|round)", "until|this|follows|next turn|pops|tonight|during"),
    (r"half|halved", r"half|/|\*"),
    (r"twice|double", r"2|two|twice|double|another"),
    (r"up to", "up to|<=|may"),
    (r"(?:both|each|every|all) players|every(?:one|body)", "each|all|players|step|agree"),
    (r"that (?:much|many)|so many", r"amount|\bX\b|\["),
)
"""Words that limit what a sentence says, and the signs that a text still says so."""
GAP = re.compile("…([^…\n]+)…")
IDLE = re.compile(
    r"\b(?:in any order|of (?:your|their|its) choice|if (?:able|possible)|you (?:would )?like|as usual|at a time|in hand)\b",
    re.IGNORECASE,
)
"""Idioms that say nothing more."""
FEET = re.compile(r"(\d+)[- ](?:feet|foot|ft)")
FILLED = re.compile(r"\b(this) [a-z]+|\btarget\b|\byour hero\b")
"""`this creature` is `this`, and what is targeted may be called otherwise."""


def whole(text: str, said: str) -> bool:
    """Say whether a suggestion speaks of everything that a sentence says; a gap in it speaks of what stands in the gap."""
    for gap in GAP.findall(said):
        text = text.replace(gap, " ")
    wanted = {each for each in numbers(FEET.sub(lambda found: str(int(found[1]) // 5), text)) if each > 2}
    if lost(IDLE.sub(" ", text), said) or not wanted <= numbers(said):
        return False
    limits = [keeps for says, keeps in LIMITS if re.search(rf"\b(?:{says})\b", text, re.IGNORECASE)]
    return all(re.search(keeps, said, re.IGNORECASE) for keeps in limits)


def lost(text: str, said: str) -> list[str]:
    """Give the words of a sentence that a suggestion does not speak of."""
    rule = re.findall(r"[a-z]+|\d+|[<>=+*/-]+", said.casefold())
    stems = {each for word in rule for each in (word, stem(word), word.removesuffix("s"))}
    words = re.findall(r"[a-z]{3,}", FILLED.sub(r"\1", text.casefold()))
    return [word for word in words if word not in NUMBER_WORDS and not _told(word, said.casefold(), stems)]


def _told(word: str, said: str, stems: set[str]) -> bool:
    spare, means = _table()
    if {word, word.removesuffix("s"), f"{word}s"} & spare or re.search(rf"\b{word[:4].rstrip('y')}", said) is not None:
        return True
    if word.startswith("un") and f"non-{word[2:]}" in said:
        return True
    group = _groups().get(word, frozenset()) | _groups().get(word.removesuffix("s"), frozenset())
    meant = means.get(word, frozenset()) | group | alike(stem(word))
    return "." in meant or bool((meant | {stem(each) for each in meant}) & stems)


@lru_cache(maxsize=1)
def _table() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """Read the table, when the first suggestion is compared."""
    spare, means = TABLE.read_text(encoding="utf-8").split("\n== spare\n")[1].split("\n== means\n")
    found: dict[str, set[str]] = {}
    for line in means.split("\n"):
        words, _, rule = line.partition(": ")
        for word in words.split():
            found.setdefault(word, set()).update(rule.split())
    return frozenset(spare.split()), {word: frozenset(rule) for word, rule in found.items()}


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    """Give the words that other games use for the same stat, sort of thing or zone."""
    found: dict[str, set[str]] = {}
    for group in (*UNITS, *NOUNS, *ZONES):
        each = {word for words in group for word in words.split(" ")}
        for word in each:
            found.setdefault(word, set()).update(each)
    return {word: frozenset(each) for word, each in found.items()}
