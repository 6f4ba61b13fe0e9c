"""The spelling in which names are compared, and the sentence that tells somebody what is forbidden."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16384)
def plain(words: str) -> str:
    """Give words in lower case, with one space between them."""
    return " ".join(words.casefold().split())


def said_of(name: str, words: str) -> str:
    """Put a prohibition about somebody into words: `cannot …` follows the name; otherwise the name comes last."""
    return f"{name} {words}" if words.startswith("cannot ") else f"{words}: {name}"
