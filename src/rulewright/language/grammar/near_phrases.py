"""For words that cannot be read, finds the phrases about the same: by their words, examples and meanings, not by letters."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache

from rulewright.language.grammar import new_names
from rulewright.language.grammar.like_words import alike, stem, words
from rulewright.language.grammar.patterns import Pattern, Phrase, nearest, respelt
from rulewright.language.names.names import Names
from rulewright.language.names.slot_kinds import SLOTS

NEEDS = {
    "map": re.compile(r"\btiles?\b|adjacent|sight|opposite|\{mark|face|slide|push|pull|radius|steps cost|\bgate\b"),
    "stack": re.compile(r"\bcounter\b|\bblock\b|\bcopy\b|aimed|\bstack\b|put into action|nothing waits"),
    "cards": re.compile(r"\bzone\}|\bcards?\b|reveal|shuffle|\blooks?\b|conceal"),
    "text": re.compile(r"with the text|enact|strike the act|no action|becomes \{class|no \{called"),
}
"""What a phrase is about that not every book has."""

COMMON = frozenset([
    *("a", "an", "the", "of", "to", "in", "is", "are", "for", "it", "its", "by", "and", "or", "from", "all", "each", "any", "up"),
    *("with", "at", "on", "as", "your", "you", "target", "actor", "this", "that", "not", "no", "has", "have", "be", "than"),
    *("into", "onto", "one", "two", "three", "player", "players", "whoever", "these", "will", "may", "can", "cannot", "must"),
    *("if", "when", "then", "they", "them", "their", "who", "which", "turn", "game", "more", "other", "another", "feat"),
])  # fmt: skip
"""Words that say nothing about what a line is about."""

MEANT, VERB = 0.6, 2.0  # how much a word of the same meaning counts, and the first word with a meaning
LEAST = 0.4  # how much of what a line is about a phrase must have


def suits(phrase: Phrase, names: Names) -> bool:
    """Say whether a phrase is about what the book has: a map, a stack, cards, rules that change."""
    return all(what in names.has for what, about in NEEDS.items() if about.search(phrase.pattern.text))


def near(kind: str, text: str, table: tuple[Phrase, ...], names: Names, most: int = 3) -> list[str]:
    """Give the phrases of a kind that are about what a line is about, as a person would write them, the nearest first."""
    wanted = [word for word in dict.fromkeys(map(stem, words(_bare(text, names)))) if word not in COMMON and not word.isdigit()]
    if not wanted:
        return []
    rarity = _rarity(table)
    weights = {word: rarity.get(word, 1.0) * (1 if at else VERB) for at, word in enumerate(wanted)}
    whole = sum(weights.values())
    scored = []
    for at, phrase in enumerate(table):
        own, does = _own(phrase), _does(phrase)
        same = any(word in does or alike(word) & does for word in wanted)
        score = sum(weight * (1 if word in own else MEANT if alike(word) & own else 0) for word, weight in weights.items())
        if phrase.kind == kind and same and score >= LEAST * whole and suits(phrase, names):
            scored.append((-score + len(own) / 100, at, phrase))
    return list(dict.fromkeys(shown(phrase) for _, _, phrase in sorted(scored)[:most]))


def misspelt(kind: str, text: str, table: tuple[Phrase, ...], names: Names) -> list[str]:
    """List examples of the phrases of which a line may be a misspelling."""
    known = new_names.GRAMMAR | COMMON | new_names.spoken(table)
    like = [each for each in table if each.kind == kind and _misspells(text, each.pattern, known) and suits(each, names)]
    like = [each for each in like if len(words(text)) <= 2 * len(words(each.example)) + 2]
    found = nearest(text, [phrase.pattern for phrase in like], 2)
    return [next(phrase.example for phrase in like if phrase.pattern == pattern) for pattern in found]


def _misspells(text: str, pattern: Pattern, known: frozenset[str]) -> bool:
    """Say whether a line is a phrase with misspelt words: words that the language knows are not misspelt."""
    said = respelt(text, pattern)
    right = said is not None and bool(known & set(Counter(words(text)) - Counter(words(said))))
    return said is not None and not right and next(pattern.matches(said, SLOTS), None) is not None


def _bare(text: str, names: Names) -> str:
    """Leave out the book's own names, and what stands in notation."""
    said = re.sub(r"\[[^\]]*\]", " ", text)
    return " ".join(word for word in said.split() if names.declared(word) is None and names.kind(word) is None)


def shown(phrase: Phrase) -> str:
    """Give a phrase with its slots in angle brackets and the first of several words; its example, if a slot is any word."""
    said = re.sub(r"\(([^()|]+)\|[^()]*\)", r"\1", phrase.pattern.text)
    said = re.sub(r"\{\w+:(\w+)\}|\{(\w+)\}", lambda slot: f"<{(slot[1] or slot[2]).replace('_', ' ')}>", said)
    return phrase.example if "<word>" in said else said.replace("<rest>", "<what happens>")


@lru_cache(maxsize=1024)
def _does(phrase: Phrase) -> frozenset[str]:
    """Give the stems of the words that every line of a phrase has: its verb, most of all."""
    said = re.sub(r"\{[^}]*\}|\[[^\[\]]*\]", " ", re.sub(r"\[[^\[\]]*\]", " ", phrase.pattern.text))
    return frozenset(stem(word) for word in words(said) if word not in COMMON)


@lru_cache(maxsize=1024)
def _own(phrase: Phrase) -> frozenset[str]:
    """Give the stems of the words of a phrase, of its example and of what it is said to do."""
    said = re.sub(r"\{[^}]*\}", " ", phrase.pattern.text)
    return frozenset(stem(word) for word in words(f"{said} {phrase.example} {phrase.about}") if word not in COMMON)


@lru_cache(maxsize=2)
def _rarity(table: tuple[Phrase, ...]) -> dict[str, float]:
    """Give how much each word says: less, the more phrases have it."""
    counts: dict[str, int] = {}
    for phrase in table:
        for word in _own(phrase):
            counts[word] = counts.get(word, 0) + 1
    return {word: 1 / math.sqrt(count) for word, count in counts.items()}
