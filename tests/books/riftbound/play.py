"""Helpers for tests that read like play: a table set up with a few lines of rule text, and the legal actions."""

from functools import lru_cache
from pathlib import Path

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.change import values
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.language.check.examples import ExampleRun, set_up
from rulewright.language.lower.compiler import bind

HERE = Path(__file__).parent


@lru_cache
def loaded(lines: str, readings: tuple[tuple[str, str], ...] = (), more: str = "") -> tuple[Book, ExampleRun]:
    """Sets up a table by lines of an example, with the book's cards, the test cards and further text."""
    probes = (HERE / "probes.rules").read_text(encoding="utf-8").split("# -- draw and burn out")[0]
    text = probes + more + "\nExample: table\n" + "".join(f"  {line.strip()}\n" for line in lines.splitlines() if line.strip())
    found = bind([("table.rules", text)], books.finder(), readings=dict(readings))
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book, set_up(found.book, found.examples[-1])


class Table:
    """A table of an example, with somebody's turn begun in its action phase."""

    def __init__(self, lines: str, who: str = "Ann", more: str = "", **readings: str) -> None:
        book, laid = loaded(lines, tuple(readings.items()), more)
        text_example = laid.result.example
        self.run = set_up(book, text_example)
        self.run.reach(who)

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.run.game

    def does(self, who: str, words: str) -> None:
        """Lets somebody answer in words."""
        self.run.act(who, words)

    def may(self, who: str, name: str) -> bool:
        """Tells whether an action is on somebody's menu now."""
        if self.game.seat(who) not in self.game.asking:
            return False
        menu = self.game.menu(who)
        return menu is not None and any(isinstance(key, tuple) and key[0] == name for key in menu.keys)

    def stat(self, name: str, stat: str) -> int:
        """Reads the current value of a stat."""
        return values.value(self.game.machine, self.game.find(name), self.game.book.stat(stat))

    @property
    def waiting(self) -> int:
        """The number of items on the chain."""
        return len(stacks.waiting(self.game.machine))
