"""Say what the native machine leaves to Python in random games of a book: `python -m benchmarks.left BOOK [GAMES]`.

It names what keeps a whole book in Python, or else counts the answers that the machine gave and those that it left, by action.
"""

from __future__ import annotations

import sys
from collections import Counter

from benchmarks import leave
from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.native import obstacles
from rulewright.play.bots import Path, random_bot
from rulewright.play.playout import play_out

MOST = 300  # answers of a game


def counted(book: Book, games: int) -> Counter[tuple[str, bool]]:
    """Play so many games of each scene; count the answers by what was done and whether the machine did it."""
    found: Counter[tuple[str, bool]] = Counter()

    def note(game: Game, what: str) -> None:
        native = game._native
        found[what, native is not None and native.block is not None] += 1

    def answer(game: Game, player: int, path: Path) -> None:
        game.answer(player, *path)
        note(game, str(path[0][0]) if isinstance(path[0], tuple) else str(path[0]))

    def tick(game: Game, now: int) -> None:
        game.tick(now)
        note(game, "the clock")

    for scene in book.scenes:
        for seed in range(games):
            game = Game(book, scene, seed=seed)
            play_out(game, [random_bot(seed)] * len(game.seats), MOST, answer, tick)
    return found


def main(words: list[str]) -> int:
    """Report about one book."""
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    book, games = books.load(words[0]), int([*words, "4"][1])
    if why := obstacles.obstacle(book):
        print(f"Python plays {book.name}: {why}")
        return 0
    found = counted(book, games)
    left = Counter({what: count for (what, native), count in found.items() if not native})
    total, many = sum(found.values()), sum(left.values())
    print(f"{book.name}: {total:,} answers, {many:,} of them left to Python ({100 * many / total:.1f} %)")
    for what, count in left.most_common():
        print(f"{count:8,}  {what}")
    return 0


if __name__ == "__main__":
    leave(lambda: main(sys.argv[1:]))
