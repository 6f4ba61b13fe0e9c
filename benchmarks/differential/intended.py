"""Commits that changed the play of a shipped book on purpose: games are compared up to each of them, and from it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Intended(NamedTuple):
    """A commit after which a book plays differently, and what it does differently."""

    book: str
    commit: str
    what: str


INTENDED = (
    Intended("mandarin", "de9243c0b5d97e50529967c12d57d67024a29818",
             "an ability that was met as its card died is one of the card in the life that it had"),
    Intended("mandarin", "827c5d18554282aba9beaba23b84b5f16cac0de7",
             "an attack whose creature was killed deals the damage that the creature had (SW-18)"),
    *(Intended(book, "2e328d48afc13b72e8acfe57dd0f8cdc0d7d2ef3", "scenes begin with other things and stats, for balance")
      for book in ("encounter", "mandarin", "riftbound")),
    Intended("netrunner", "870bf848642dec1ebab14cf98eb998a4eea6c201", "scenes have a larger R&D, for balance"),
)  # fmt: skip
"""In the order in which they were made."""


class Stage(NamedTuple):
    """Two revisions that must show the same; if the later one is empty, it is this code."""

    old: str
    new: str = ""
    after: str = ""  # what the old one does differently from the stage before it


def stages(book: str, old: str, follows: Callable[[str, str], bool], known: tuple[Intended, ...] = INTENDED) -> Iterator[Stage]:
    """Give the pairs of revisions to compare, from an old revision to this code, without the intended changes."""
    what = ""
    for each in known:
        if each.book == book and follows(each.commit, old):
            if follows(f"{each.commit}^", old):
                yield Stage(old, f"{each.commit}^", what)
            old, what = each.commit, each.what
    yield Stage(old, "", what)
