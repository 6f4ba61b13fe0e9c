"""Reads what a person types, `strike the goblin`, as a path of picks: each menu takes the longest option the words begin with."""

from __future__ import annotations

from typing import Any

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.menus import Menu

SMALL = ("at ", "on ", "to ", "the ", "with ", "→ ", "-> ", "against ")


def read_path(game: Game, player: int | str | None, text: str) -> tuple[Any, ...]:
    """Give the picks that words make, as far as they go; raise Refused where they fit no option."""
    path: list[Any] = []
    rest = " ".join(text.split())
    while rest:
        menu = game.menu(player, *path)
        if menu is None:
            raise Refused(f"{rest!r} is too much: the answer was whole before it")
        key, rest = _take(menu, rest)
        path.append(key)
    return tuple(path)


def _take(menu: Menu, text: str) -> tuple[Any, str]:
    """Take one option off the front of the words."""
    bare = text
    while bare.casefold().startswith(SMALL) and not any(_begins(bare, menu.words(key)) for key in menu.keys):
        bare = bare.partition(" ")[2]
    if menu.most >= menu.least:
        first, _, rest = bare.partition(" ")
        return menu.read(first.rstrip(",")), rest
    options = [(menu.words(key), key) for key in menu]
    # An option may be said without the thing in brackets that it comes from: `Lift` of `Lift (Hook)`.
    found = _fitting(bare, options) or _fitting(bare, [(words.partition(" (")[0], key) for words, key in options])
    if not found:
        return menu.read(text if menu.parser else bare), ""
    length, key = max(found, key=lambda pair: pair[0])
    alike = sum(size == length for size, _ in found) > 1  # then the words say too little: the menu says what they fit
    return menu.read(bare[:length]) if alike else key, bare[length:].strip(" ,")


def _fitting(text: str, options: list[tuple[str, Any]]) -> list[tuple[int, Any]]:
    """List the options that words begin with, each with its length."""
    return [(len(words), key) for words, key in options if _begins(text, words)]


def _begins(text: str, words: str) -> bool:
    rest = text[len(words) :]
    return text.casefold().startswith(words.casefold()) and (not rest or not rest[0].isalnum())


def path_words(game: Game, player: int, path: tuple[Any, ...]) -> tuple[str, ...]:
    """Say a path in words, at the moment it is an answer to what is asked."""
    words = []
    for length, pick in enumerate(path):
        menu = game.menu(player, *path[:length])
        words.append(menu.words(pick) if menu is not None else str(pick))
    return tuple(words)
