"""Rulewright: write a game's actions the way a rulebook does; play, prove and host them from that same text.

`load` a book, begin a `new` game, answer its menus, and let `explain` tell what happened. docs/api.md lists all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright.kernel.book import Book
    from rulewright.kernel.errors import Refused, RuleTextError, RulewrightError, SaveError
    from rulewright.kernel.game import Game
    from rulewright.play.whole_games import PlayedOut

__version__ = "0.1.0"
__all__ = [
    "Book",
    "Game",
    "Refused",
    "RuleTextError",
    "RulewrightError",
    "SaveError",
    "check",
    "explain",
    "load",
    "new",
    "play_out",
    "restore",
    "save",
]

# The modules of the names that are imported when they are first used, so that `import rulewright` is fast.
_LATER = {
    "Book": "book",
    "Game": "game",
    **dict.fromkeys(("Refused", "RuleTextError", "RulewrightError", "SaveError"), "errors"),
}


if not TYPE_CHECKING:  # a type checker uses the imports above, and reports unknown names

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"rulewright.kernel.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load(*names: str, readings: dict[str, str] | None = None, text: str | None = None) -> Book:
    """Load a shipped book by name, or rule text from files or a string.

    :raises RuleTextError: the text cannot be read; `problems` lists everything that is wrong with it.
    """
    from rulewright import books

    return books.load(*names, readings=readings, text=() if text is None else (("<text>", text),))


def new(book: Book | str, scene: str = "", *, seed: int = 0, dice: Sequence[int] | None = None) -> Game:
    """Begin a game of a book, given or by name, in its first scene or another, with a seed or with given dice.

    :raises Refused: the book has no such scene.
    """
    from rulewright.kernel.game import Game

    return Game(load(book) if isinstance(book, str) else book, scene, seed=seed, dice=dice)


def play_out(
    game: Game, policy: str | Mapping[str, int] = "random", n: int = 1, *, seed: int = 0, most: int = 2000, cores: int = 1
) -> list[PlayedOut]:
    """Play n whole games at random from the position of a game, which does not change; give the result of each.

    A policy is "random" or a weight for each action, by its name. A game's dice depend on the seed and the game's number.

    :raises Refused: there is no such policy or action, or a weight or another number is not a whole number within its bounds.
    """
    from rulewright.play import whole_games

    return whole_games.play_out(game, policy, n, seed, most, cores)


def explain(game: Game, number: int | None = None) -> str:
    """Explain an answer, by default the last, in the style of an example in a rulebook.

    :raises Refused: there is no answer of that number.
    """
    from rulewright.kernel.evaluation.explaining import explain as tell

    return "\n".join(tell(game, number))


def check(text: str, file: str = "<text>") -> list[str]:
    """Check rule text and its examples; give every problem as text for people."""
    from rulewright import books
    from rulewright.language.check.checking import check as check_sources

    return check_sources([(file, text)], books.finder(), books.DEFAULT).lines()


def save(game: Game) -> str:
    """Give a game as JSON text; it carries the book's text."""
    import json

    from rulewright.kernel.history.saves import save as saved

    return json.dumps(saved(game), separators=(",", ":"))


def restore(text: str) -> Game:
    """Read a saved game back, with the book it carries.

    :raises SaveError: the text is no saved game, or was changed.
    """
    from rulewright import books

    return books.restore(text)
