"""Plays random games of a program in JSON and prints what happened; with `--bare`, where the rules language cannot be imported.

Texts are not given: reading them needs the language.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ANSWERS = 25


class Missing:
    """Finds no module of the rules language, and raises an error that says so."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.startswith("rulewright.language"):
            raise ImportError(f"{name} is not here")


def games(book: Any) -> Iterator[list[Any]]:
    """Gives each answer of a random game of every scene, with its events."""
    from rulewright.kernel.game import Game

    for number, scene in enumerate(book.scenes):
        game, chance = Game(book, scene, seed=number), Random(number)
        yield [scene, repr(tuple(game.events))]
        for _ in range(ANSWERS):
            if game.over:
                break
            player = game.asking[0]
            path = answer(game, player, chance)
            yield [player, repr(list(game.menu(player) or ())), repr(path), repr(game.answer(player, *path))]


def answer(game: Any, player: int, chance: Random) -> tuple[Any, ...]:
    """Picks at random; if a text would have to be given, picks something else."""
    for _ in range(50):
        path: tuple[Any, ...] = ()
        while (menu := game.menu(player, *path)) is not None and not menu.parser:
            path = (*path, chance.choice(list(menu)))
        if menu is None:
            return path
    raise AssertionError("only texts can be given")


def main(file: str, *how: str) -> None:
    """Plays the program of a file."""
    if "--bare" in how:
        sys.meta_path.insert(0, Missing())
    from rulewright.kernel.book import Book

    print(json.dumps(list(games(Book.read(Path(file).read_bytes())))))


if __name__ == "__main__":
    main(*sys.argv[1:])
