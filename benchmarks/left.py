"""Say what the native machine leaves to Python in random games: `python -m benchmarks.left [BOOK or FILE or FOLDER ...]`.

Without a name it takes all shipped books, small games, templates, the cookbook and the books of the tests. Games begin in every
scene and in the position of every example. If a whole book runs in Python, the reason is printed; otherwise the answers and
menus that the machine left to Python are counted by reason.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from benchmarks import leave
from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.native import obstacles
from rulewright.kernel.native.native_play import NativePlay
from rulewright.language.check import examples
from rulewright.language.lower.compiler import Bound, bind
from rulewright.play.bots import Path as Keys
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out

ROOT = Path(__file__).parents[1]
FOLDERS = ("src/rulewright/cli/scaffold", "src/rulewright/cookbook", "tests")
MOST = 100  # answers of a game
GAMES = 2  # games of each scene


def found(names: list[str]) -> list[str]:
    """List the books given by names, files and folders; all of them if none is given."""
    folders = [ROOT / folder for folder in FOLDERS] if not names else [Path(name) for name in names if Path(name).is_dir()]
    files = [str(file) for folder in folders for file in sorted(folder.rglob("*.rules"))]
    return [*(books.known() if not names else (name for name in names if not Path(name).is_dir())), *files]


def read(name: str) -> Bound:
    """Compile a book."""
    default = None if name in books.known() else books.DEFAULT
    return bind(books.sources(name), books.finder(Path(name).parent), name, default=default)


def games(bound: Bound, book: Book) -> Iterator[Game]:
    """Begin games in every scene, and in the position of every example of the text itself."""
    yield from (Game(book, scene, seed=seed) for scene in book.scenes for seed in range(GAMES))
    own = {file for file, _ in books.sources(book.name)}
    for example in bound.examples:
        if example.span.file in own:
            run = examples.set_up(book, example)
            run.game.machine.script = None
            if run.game.over and book.turn >= 0:
                first = next((step.who for step in example.steps if step.who), "")
                try:
                    run.enter(first)
                except RulewrightError:
                    continue
            yield run.game


class Count:
    """What the machine did and what it left to Python, with the reasons."""

    def __init__(self) -> None:
        self.total: Counter[str] = Counter()
        self.left: Counter[str] = Counter()

    def note(self, what: str, native: NativePlay | None, done: bool) -> None:
        self.total[what] += 1
        if not done:
            self.left[f"{what}: {'no program' if native is None else native.why or '?'}"] += 1

    def answer(self, game: Game, player: int, path: Keys) -> None:
        """Give an answer and count it."""
        game.answer(player, *path)
        self._given(game, "answer")

    def tick(self, game: Game, now: int) -> None:
        """Let time pass and count it."""
        game.tick(now)
        self._given(game, "tick")

    def _given(self, game: Game, what: str) -> None:
        native = game._native
        self.note(what, native, native is not None and native.block is not None)

    def play(self, bound: Bound, book: Book) -> None:
        """Play games of a book."""
        menu = NativePlay.menu

        def counted(native: NativePlay, *args: object) -> object:
            given = menu(native, *args)  # type: ignore[arg-type]
            self.note("menu", native, given is not False)
            return given

        with patch.object(NativePlay, "menu", counted):
            for seed, game in enumerate(games(bound, book)):
                try:
                    play_out(game, [random_bot(seed)] * len(game.seats), MOST, self.answer, self.tick)
                except RulewrightError as error:
                    self.left[f"error: {error}"[:80]] += 1


def main(words: list[str]) -> int:
    """Report about some books."""
    if words and words[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    every = Count()
    for name in found(words):
        bound = read(name)
        book, count = bound.book, Count()
        if book is None:
            continue
        why = obstacles.obstacle(book)
        count.play(bound, book)
        total, many = sum(count.total.values()), sum(count.left.values())
        print(
            f"{name.removeprefix(str(ROOT) + '/'):55} {total:8,} {many:8,} {100 * many / max(total, 1):6.1f} %  {why}", flush=True
        )
        for what, times in count.left.most_common(None if words else 3):
            print(f"        {times:8,}  {what[:200]}")
        every.total += count.total
        every.left += count.left
    print(f"all: {sum(every.total.values()):,} answers, ticks and menus; {sum(every.left.values()):,} left to Python")
    for what, times in every.left.most_common(60):
        print(f"{times:8,}  {what[:240]}")
    return 0


if __name__ == "__main__":
    leave(lambda: main(sys.argv[1:]))
