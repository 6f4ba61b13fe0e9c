"""Counts the sequences of n complete answers. `python -m tests.perft.count` writes counts.txt again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Path as Picks
from rulewright.kernel.legality.menus import Menu

FOLDER = Path(__file__).parent
FILE = FOLDER / "counts.txt"
HEAD = "# book or file | scene | seed | sequences of one, two, three … whole answers; the dice fall as the seed lets them\n"
DEPTHS = {"corridor.rules": 5}
SHIPPED = 2


def fitting(menu: Menu) -> list[Any]:
    """Lists the options of a menu; for a text, only the prepared texts that are possible now."""
    return [key for key in menu if menu.judge is None or not menu.judge(key)]


def whole(game: Game, player: int, path: Picks = ()) -> Iterator[Picks]:
    """Lists every complete answer of a player."""
    menu = game.menu(player, *path)
    if menu is None:
        yield path
    else:
        for key in fitting(menu):
            yield from whole(game, player, (*path, key))


def sequences(game: Game, depth: int) -> int:
    """Counts the sequences of so many answers, and leaves the game as it was."""
    paths = [(player, path) for player in game.asking for path in whole(game, player)]
    return len(paths) if depth == 1 else sum(after(game, player, path, depth - 1) for player, path in paths)


def after(game: Game, player: int, path: Picks, depth: int) -> int:
    """Counts the sequences that begin with an answer."""
    game.answer(player, *path)
    found = sequences(game, depth)
    game.undo()
    return found


def load(name: str) -> Book:
    """Loads a shipped book or a rule file of this folder."""
    return books.load(name if name in books.shipped() else str(FOLDER / name))


def positions() -> list[tuple[str, str, int, int]]:
    """Lists the counted positions: file or book, scene, seed, depth."""
    own = [(name, scene, seed, depth) for name, depth in DEPTHS.items() for scene in load(name).scenes for seed in (1, 2)]
    return own + [(name, scene, 1, SHIPPED) for name in books.shipped() for scene in load(name).scenes]


def line(name: str, scene: str, seed: int, depth: int) -> str:
    """Counts one position to its depth."""
    game = Game(load(name), scene, seed=seed)
    return f"{name} | {scene} | {seed} | {' '.join(str(sequences(game, n)) for n in range(1, depth + 1))}"


def main() -> None:
    """Writes the counts again."""
    FILE.write_text(HEAD + "".join(f"{line(*position)}\n" for position in positions()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
