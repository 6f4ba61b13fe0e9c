"""Words for the slots of usual words: participles, ways of moving on a board, numbers and whose stat is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.language.text.syntax import NUMBER_WORDS

Words = Mapping[str, str]

ROLES = {
    "target": "Target ",
    "it": "It ",
    "its": "It ",
    "this": "This ",
    "this's": "This ",
    "target's": "Target ",
    "you": "",
    "your": "",
    "chosen card": "the chosen card ",
}
"""Whose stat is meant, as it stands before the stat in brackets."""

IRREGULAR = {
    "steal": "stolen", "build": "built", "rez": "rezzed", "take": "taken", "draw": "drawn", "lose": "lost", "win": "won",
    "buy": "bought", "choose": "chosen", "make": "made", "put": "put", "break": "broken", "sell": "sold", "pay": "paid",
}  # fmt: skip
"""Participles that do not end in -ed."""


def participle(verb: str) -> str:
    """Give the form of a verb in the passive: `trashed`."""
    bare = verb.casefold()
    known = IRREGULAR.get(bare) or IRREGULAR.get(bare.removesuffix("s")) or IRREGULAR.get(bare.removesuffix("zes"))
    ended = f"{bare}d" if bare.endswith("e") else f"{bare[:-1]}ied" if re.search("[^aeiou]y$", bare) else f"{bare}ed"
    return known or ended


BOUNDS = {"exactly": "exactly", "at most": "at most"}
STRAIGHT = "with no non-empty cell between target and it"
WAYS = (
    (
        r"orthogonal|horizontal|row or column|rank or file",
        f"in the same row as target {STRAIGHT} or an empty cell in the same column as",
    ),
    (r"\brow|\brank", "in the same row as"),
    (r"\bcolumn|\bfile|forward", "in the same column as"),
    (r"diagonal", "on the same diagonal as"),
    (r"", "in line with"),
)
"""How pieces move on a board, and the cells to which they do."""
DONE = {"move": "move", "moved": "be moved", "captured": "be removed", "taken": "be removed"}


def numbered(word: str) -> str:
    return "1" if word.casefold() == "first" else str(NUMBER_WORDS.get(word.casefold(), word))


def whose_life(said: Words) -> str:
    return ROLES[re.sub(r"^the ", "", said["what"].casefold())]


def near(said: Words) -> str:
    """Give a place near somebody as the language says it."""
    return re.sub(r"\byou\b", "this actor", re.sub(r"\b(?:next|beside|close) to\b", "adjacent to", said["where"]))


def sign(word: str) -> str:
    """Give the comparison that `or less` and `or more` say."""
    return ">=" if word.casefold() == "more" else "<="


def one_card(words: str) -> str:
    """Say `a card` for `1 card`."""
    return re.sub(r"^(?:1|one) ", "a ", words, flags=re.IGNORECASE)
