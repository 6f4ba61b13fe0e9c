"""A table without a terminal: a list gives what a person types, and what is printed is collected as text."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import rulewright
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot, greedy_bot
from rulewright.play.screen import Screen
from rulewright.play.terminal import Terminal

_books: dict[str, Book] = {}


def encounter() -> Book:
    """Loads the encounter book once."""
    return _books.setdefault("encounter", rulewright.load("encounter"))


def game(scene: str = "Duel", seed: int = 7) -> Game:
    """Begins a game."""
    return Game(encounter(), scene, seed=seed)


def position(cast: str, other: str, seed: int = 1, more: str = "") -> Game:
    """Begins a game in a given position: two casts on an empty map."""
    rows = "    . . . . .\n" * 5
    text = f"Scene Field\n  map:\n{rows}  cast Left: {cast}\n  cast Right: {other}\n  ends when: one cast is left\n{more}"
    return Game(rulewright.load(text=text), "Field", seed=seed)


class Table:
    """A terminal whose person types the given lines and then leaves."""

    def __init__(self, playing: Game, *lines: str, bots: dict[int, Bot] | None = None, file: Path | None = None) -> None:
        self.typed: Iterator[str] = iter(lines)
        self.paper = StringIO()
        found = {1: greedy_bot(1)} if bots is None else bots
        seats = ["bot" if player in found else "me" for player in range(len(playing.seats))]
        screen = Screen(self.paper, {"PYTHONUTF8": "1"})
        screen.plain = False
        self.terminal = Terminal(playing, seats, found, screen, file, self._read)

    def _read(self, prompt: str) -> str:
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        return line

    def play(self) -> str:
        """Plays until the lines end, and gives what was printed."""
        self.status = self.terminal.run()
        return self.paper.getvalue()
