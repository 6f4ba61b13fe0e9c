"""Measures the processor seconds of an answer: `python -m tests.bots.level_times honey mandarin --levels easy,normal,strong`.

The default bot plays a game with seed 1. At some questions with a real choice each level searches for an answer, not given then.
The time for practice, which is needed once in a scene, is printed apart.
"""

import argparse
from collections.abc import Iterator, Sequence
from time import process_time

from rulewright import books, bots
from rulewright.bots import weights
from rulewright.bots.native_search import serves
from rulewright.bots.thinking import forced
from rulewright.kernel.game import Game

AT = (6, 14)  # after so many answers a question is measured, or the next one with a choice
ALL = ("tic-tac-toe", "connect-four", "encounter", "honey", "mandarin", "netrunner", "riftbound", "nomic")


def questions(game: Game, at: Sequence[int]) -> Iterator[int]:
    """Plays on, and stops at some questions with a choice; gives the seat that is asked."""
    usual, left = bots.bot("bot", 1), list(at)
    while left and not game.over:
        player = game.asking[0]
        if len(game.done) > left[0] and forced(game, player) is None:
            left.pop(0)
            yield player
        game.answer(player, *usual(game, player))


def seconds(game: Game, player: int, level: str) -> float:
    """Gives the processor seconds for an answer of a level."""
    began = process_time()
    bots.bot(level, 1)(game, player)
    return process_time() - began


def practice(game: Game) -> float:
    """Gives the processor seconds for practice in a scene."""
    began = process_time()
    if serves(game):
        weights.learned(game)
    return process_time() - began


def line(name: str, levels: Sequence[str], at: Sequence[int] = AT) -> str:
    """Gives a line of the table: the least and the most seconds of each level."""
    game = Game(books.load(name), seed=1)
    practised = practice(game)
    found = [[seconds(game, player, level) for level in levels] for player in questions(game, at)]
    spent = [f"{min(each):.2g}–{max(each):.2g}" for each in zip(*found, strict=True)] or ["–"] * len(levels)
    return f"| {name} | {' | '.join(spent)} | {practised:.2g} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table of docs/bots.md."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.level_times", description=__doc__.splitlines()[0])
    parser.add_argument("books", nargs="*", default=ALL)
    parser.add_argument("--levels", default=",".join(bots.LEVELS))
    parser.add_argument("--at", default=",".join(map(str, AT)), help="after how many answers is measured")
    given = parser.parse_args(arguments)
    levels = given.levels.split(",")
    print("\n".join((f"| book | {' | '.join(levels)} | practice |", "| --- " * (len(levels) + 2) + "|")))
    for name in given.books:
        print(line(name, levels, [int(each) for each in given.at.split(",")]), flush=True)


if __name__ == "__main__":
    main()
