"""Distinguishes an effect that is not understood from a remark."""

from __future__ import annotations

import re
from functools import cache

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


LEADING = re.compile(r"^(?:\[[^\]]*\]|\{[^}]*\}|\s)*(?:\(([^()]+)\)|([a-z]+))")
"""The first words of a pattern, after who does it: `[{whom}] (gain|gains) …`."""
OTHERS = "each less more at that may unless are also instead nobody if do has have cannot window floor ties steps divided"
NO_VERBS = COMMON | frozenset(OTHERS.split())
EXPECTED = "draw discard destroy trash kill sacrifice exile tap untap exhaust ready heal damage steal swap exchange pay spend"
OF_GAMES = frozenset(EXPECTED.split())
"""Verbs that books define, or that people expect."""
OF_NAMES = frozenset(["gain", "gains", "lose", "loses"])
"""Verbs of effects whose object is a name: `Actor loses balance` is a remark if nothing declared is called like that."""
SEVERAL = frozenset(["all", "they", "you", "players", "opponents", "enemies", "allies", "actors"])
"""The first words of a sentence about several, in which a verb has no -s."""


def commands(table: tuple[Phrase, ...], text: str, names: Names) -> bool:
    """Say whether a text begins with a verb of an effect, or says that somebody does something: `it discards its cards`."""
    first, *others = re.findall(r"[a-z]+", text.casefold()) or [""]
    own = {verb for word in names.keywords if word.kind == "effect" for verb in _leading(word.pattern.text)}
    named = own | OF_GAMES
    several = first in SEVERAL
    verbs = _verbs(table) - (frozenset() if _names_something(text, names) else OF_NAMES)
    said = (word for word in others if several or word.endswith("s"))
    return first in verbs | named or any(word in verbs or word.removesuffix("s") in named for word in said)


def _names_something(text: str, names: Names) -> bool:
    """Say whether a text ends in a declared name, or in a word like one."""
    return any(names.look(part) is not None or names.near(part) for part in _endings(text))


@cache
def _verbs(table: tuple[Phrase, ...]) -> frozenset[str]:
    return frozenset(verb for phrase in table if phrase.kind == "effect" for verb in _leading(phrase.pattern.text))


def _leading(pattern: str) -> frozenset[str]:
    """Give the verbs with which a pattern begins."""
    found = LEADING.match(pattern.casefold())
    return frozenset(((found[1] or found[2]) if found else "").split("|")) - NO_VERBS


def _endings(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[n:]) for n in range(1, len(words))]
