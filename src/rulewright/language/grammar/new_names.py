"""Words that no text declares: a line is read as if one of them were declared, and the declaration is suggested with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache

from rulewright.language.grammar import noun_heads, rephrasing
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.patterns import Phrase
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program.declared import OWN_STATS, Stat
from rulewright.program.spelled import plain

MANY = 3  # so many words of a line are tried
GRAMMAR = frozenset([
    *("the", "and", "for", "with", "from", "your", "its", "each", "all", "any", "other", "another", "one", "two",
    "not", "cannot", "can", "may", "must", "has", "have", "had", "is", "are", "was", "were", "this", "that", "these",
    "those", "then", "than", "who", "whose", "which", "when", "whenever", "while", "until", "unless", "instead",
    "also", "only", "once", "twice", "more", "less", "fewer", "most", "least", "next", "last", "first", "second",
    "third", "new", "every", "some", "into", "onto", "over", "under", "turn", "round", "game", "player", "players",
    "card", "cards", "target", "actor", "action", "at", "equal", "number", "many", "much", "up", "down", "out", "off",
    "back", "again", "it", "they", "them", "their", "you", "of", "to", "in", "on", "by", "as", "an", "if", "or", "so",
    "no", "nobody", "nothing", "everybody", "anybody", "somebody", "gets", "gain", "gains", "lose", "loses", "take",
    "takes", "draw", "draws", "play", "plays", "put", "piece", "pieces", "creature", "creatures", "unit", "units",
    "token", "tokens", "thing", "things", "man", "men"),
    *("alone", "able", "front", "died", "dealt", "drawn", "lost", "chosen", "half", "twice", "double", "still", "just"),
])  # fmt: skip
"""Words of the language itself, and words that name nothing."""
STATED = re.compile(r"un\w+|\w+(?:ed|en|ing)|prone|asleep|invisible")
SEVERAL = [word for word, number in NUMBER_WORDS.items() if number > 1]
PLURAL = re.compile(r"(?:[^s]s|es|ies)$")


def unknown_words(text: str, scope: Scope) -> Iterator[str]:
    """Give the words of a line that neither the language nor the book knows, in the singular, the first ones only."""
    names, known = scope.names, spoken(scope.table)
    found = 0
    for word in dict.fromkeys(re.findall(r"(?<![\w\[-])[a-z]{3,}(?![\w\]-])", text)):
        one = singular(word)
        seat = any(plain(name) == word for name in names.actors)
        own = (
            seat
            or names.kind(word)
            or rephrasing.own_kind(word, names)
            or rephrasing.own_zone(word, names)
            or names.structure(word)
        )
        amount = rephrasing.own_stat(word, names) is not None and not re.search(rf"\b(?:installed|friendly|enemy) {word}", text)
        if (
            own
            or amount
            or {word, one} & (GRAMMAR | known)
            or word in NUMBER_WORDS
            or word in noun_heads.GENERAL
            or word.endswith("ly")
            or re.search(rf"\b(?:that|who|was|were|has|have) {word}\b", text)
        ):
            continue
        if found < MANY:
            yield one
        found += 1


@lru_cache(maxsize=8)
def spoken(table: tuple[Phrase, ...]) -> frozenset[str]:
    """Give the words of the phrases of the language."""
    return frozenset(
        word.casefold() for phrase in table for word in re.findall(r"[a-z]{3,}", re.sub(r"\{.*?\}", "", phrase.pattern.text))
    )


def singular(word: str) -> str:
    """Give a word without the ending of its plural."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if PLURAL.search(word) and not word.endswith(("ss", "us")) else word


def declarations(word: str, text: str, names: Names) -> Iterator[tuple[str, AbstractContextManager[None]]]:
    """Give the lines that would declare a word, by its place in the text, each with what declares it for a trial."""
    title = word.title()
    if STATED.fullmatch(word) and names.declared(word) is None:
        yield f"Stat {title}: 0 to 1", _state(names, title)
    if re.search(rf"\b(?:\d+|{'|'.join(SEVERAL)}) {word}\b", text, re.IGNORECASE):
        return  # an amount: `2 armor`
    behind = re.search(rf"\b{word} ([a-z]+)", text)
    adjective = behind is not None and (names.kind(behind[1]) or rephrasing.own_kind(behind[1], names)) is not None
    if adjective:
        yield f"Mark {title}: a sort of card" if "cards" in names.has else f"Mark {title}: a sort of thing", _kind(names, title)
        return
    yield f"Kind {title}: {_kind_of(names, text, word)}", _kind(names, title)


def _kind_of(names: Names, text: str, word: str) -> str:
    """Give what a line says of a new kind: that it is a card, or a stat that it has."""
    if "cards" in names.has and "map" not in names.has:
        return "a card"
    stat = next((stat.name for stat in names.stats[len(OWN_STATS) :]), None)
    return f"{stat} 1" if stat is not None else f"plural {word.title()}s"


@contextmanager
def _kind(names: Names, title: str) -> Iterator[None]:
    names.kinds[plain(title)] = title
    try:
        yield
    finally:
        del names.kinds[plain(title)]


@contextmanager
def _state(names: Names, title: str) -> Iterator[None]:
    stat = Stat(title, most=1)
    names.add_stat(stat)
    names.stat(title)
    try:
        yield
    finally:
        names.stats.remove(stat)
        names.forget(stat)
