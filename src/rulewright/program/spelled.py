"""The one spelling in which names are compared."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16384)
def plain(words: str) -> str:
    """Give words in lower case, with one space between them."""
    return " ".join(words.casefold().split())
