"""Helpers for tests that read like play: somebody acts, time passes, a motion is carried."""

from functools import lru_cache

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.words import read_path
from rulewright.language.lower.compiler import bind

HOUR, DAY = 3600, 24 * 3600
TOLLS = "Rule 330. Tolls\n  Toll\n  Target: another player\n  do: [Target Points] -= 1\n      gain 1 Points\n"
SCENES = """
Uses: nomic
Scene Small
  seats Ann, Bo, Cy
  Ann (Points 20, Beads 6), Bo (Points 20, Beads 6), Cy (Points 20, Beads 6)
Scene Large
  seats Ann, Bo, Cy, Di, Ed, Fay, Gil
  Ann (Points 20)
"""


@lru_cache(maxsize=8)
def loaded(readings: tuple[tuple[str, str], ...] = ()) -> Book:
    """Loads the book with tables to test at."""
    found = bind([("table.rules", SCENES)], books.finder(), readings=dict(readings))
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


def table(scene: str = "Small", **readings: str) -> Game:
    """Begins a game; it is Ann's turn."""
    return Game(loaded(tuple((name.replace("_", " "), side) for name, side in readings.items())), scene, seed=1)


def do(game: Game, seat: str, words: str, *more: str) -> int:
    """Lets somebody act: words, then texts or picks; gives the number of the act."""
    game.answer(seat, *read_path(game, seat, words), *more)
    return game.done[-1].entry.number


def has(game: Game, seat: str, stat: str = "Points") -> int:
    """Gives how much somebody has of a stat."""
    return game.state.cell(game.find(seat), game.book.stat(stat))


def days(game: Game, count: float) -> None:
    """Lets days pass."""
    game.tick(game.state.now + int(count * DAY))


def mover(game: Game) -> str:
    """Names the player whose turn it is."""
    return next(seat for seat in game.seats if has(game, seat, "Moving"))


def judge(game: Game) -> str:
    """Names the Judge."""
    return next(seat for seat in game.seats if has(game, seat, "Judge"))


def carry(game: Game, text: str) -> None:
    """Lets the mover propose a text, everybody vote for it, and the next turn begin."""
    now = mover(game)
    do(game, now, "Move", text)
    for seat in game.seats:
        do(game, seat, "Vote for")
    while mover(game) == now:
        days(game, 1)


def names(game: Game) -> set[str]:
    """Names the actions that somebody can perform by the rules in force."""
    return {action.name for action in game.book.actions if not action.gone}


def again(game: Game) -> Game:
    """Saves a game and loads it again."""
    return saves.load(saves.save(game), game.base)
