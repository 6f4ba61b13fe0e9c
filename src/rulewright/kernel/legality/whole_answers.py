"""Whole answers: every complete path of picks, each with a small number that is the same wherever the same answer is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.legality.menus import QUIET, Menu, Offer
from rulewright.kernel.state.facts import LIVES, Key, Path

MOST: Final = 10_000
"""A position with more whole answers than this is answered menu by menu."""

NextMenu = Callable[[Path], Menu | None]


class WholeAnswer(NamedTuple):
    """A complete answer: its number, and its picks."""

    number: int
    path: Path


def listed(book: Book, next_menu: NextMenu) -> list[WholeAnswer]:
    """List the whole answers to a question; texts that a player writes are not among them."""
    found: list[WholeAnswer] = []
    for answer in _answers(book, next_menu, (), 0):
        if len(found) == MOST:
            raise too_many()
        found.append(answer)
    return found


def too_many() -> Refused:
    """Say that there are too many answers to list."""
    return Refused(f"there are more than {MOST:,} whole answers here: ask for one menu after the other")


def _answers(book: Book, next_menu: NextMenu, path: Path, number: int) -> Iterator[WholeAnswer]:
    menu = next_menu(path)
    if menu is None:
        yield WholeAnswer(number, path)
        return
    for at, key in enumerate(menu.keys if menu.parser else menu):
        if menu.parser and menu.judge is not None and menu.judge(key):
            continue  # a prepared text that does not fit now
        code = key_number(book, menu, at, key)
        yield from _answers(book, next_menu, (*path, key), paired(number, code) if path else code)


def key_number(book: Book, menu: Menu, at: int, key: Key) -> int:
    """Give the number of a pick: even for a word, odd for an action with its thing, a thing, a tile or a number.

    A thing has the number of its slot, whatever life it is in. A word that declines has a fixed number, any other its place.
    """
    if isinstance(key, tuple):
        return 2 * paired(_action(book, key), key[1] % LIVES) + 1
    if isinstance(key, str):
        return 2 * (QUIET.index(key) if key in QUIET else len(QUIET) + at)
    if key < 0:
        return 2 * (LIVES - key)
    return 2 * (key if menu.kind == "number" else key % LIVES) + 1


def _action(book: Book, offer: Offer | tuple[str, int]) -> int:
    action = book.action(offer[0])
    return 0 if action is None else action.index


def paired(one: int, other: int) -> int:
    """Combine two numbers into one, a different one for each pair; two small numbers give a small one."""
    return other * other + one if one < other else one * one + one + other
