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
        bare = bare.split(" ", 1)[1]
    if menu.most >= menu.least:
        first, _, rest = bare.partition(" ")
        return menu.read(first), rest
    found = [(len(words), key) for key in menu if _begins(bare, words := menu.words(key))]
    found = found or [(len(name), key) for key in menu if (name := _short(menu.words(key))) and _begins(bare, name)]
    if found:
        length, key = max(found, key=lambda pair: pair[0])
        alike = sum(size == length for size, _ in found) > 1  # then the words say too little: the menu says what they fit
        return menu.read(bare[:length]) if alike else key, bare[length:].strip(" ,")
    return menu.read(bare), ""


def _short(words: str) -> str:
    """Give an option without the thing in brackets that it comes from: `Lift` of `Lift (Hook)`."""
    return words.partition(" (")[0] if words.endswith(")") else ""


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
