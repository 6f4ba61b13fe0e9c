"""Scenes and examples as numbers: those in which the same features, words and endings count have the same number."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from rulewright.program.position import SceneWords

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

ELSEWHERE = ""
"""The name for every position of which the book says nothing."""


def numbered(book: Book) -> dict[str, int]:
    """Give the number of each scene and example of a book."""
    known: dict[Hashable, int] = {}
    names = dict.fromkeys((*book.scenes, *book.active_features, *book.endings, *book.marks, *book.spoken, ELSEWHERE))
    return {name: known.setdefault(_said(book, name), len(known)) for name in names}


def _said(book: Book, name: str) -> Hashable:
    """Give what a book says of a scene."""
    marks, spoken = book.marks.get(name, {}), book.spoken.get(name, SceneWords())
    seats = book.scenes[name].seats if name in book.scenes else ()
    in_force, endings = frozenset(book.active_features.get(name, ())), book.endings.get(name, ())
    return in_force, endings, frozenset(marks.items()), frozenset(spoken.casts.items()), seats
