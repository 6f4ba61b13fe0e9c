"""Plays a searching bot against hand-written players: `python -m tests.bots.proofs tic-tac-toe --bot strong --games 500`.

Tic-tac-toe against a perfect player, connect four against alpha-beta of depth 6, the seats in turn. It prints won, drawn and lost
games with the interval of 95 %. docs/bots.md has the figures.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from time import process_time

import rulewright
from rulewright import bots
from rulewright.bots import standings
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot
from rulewright.play.playout import play_out
from tests.bots.alphabeta import alphabeta_bot
from tests.bots.minimax import minimax_bot
from tests.hygiene.tree import ROOT

RIVALS: dict[str, tuple[str, Callable[[int], Bot]]] = {
    "tic-tac-toe": (str(ROOT / "benchmarks" / "tictactoe.rules"), minimax_bot),
    "connect-four": ("connect-four", lambda seed: alphabeta_bot(6)),
}


def result(name: str, level: str, seed: int) -> tuple[int, float, int]:
    """Plays one game; gives 1 won, 0 drawn, -1 lost, the processor time of the bot, and how many answers it gave."""
    book, rival = RIVALS[name]
    game, mine, spent = Game(rulewright.load(book), seed=seed), seed % 2, [0.0, 0]
    bot = bots.bot(level, seed)

    def timed(playing: Game, player: int) -> tuple:
        began = process_time()
        path = bot(playing, player)
        spent[0], spent[1] = spent[0] + process_time() - began, spent[1] + 1
        return path

    players = [timed if seat == mine else rival(seed) for seat in range(2)]
    play_out(game, players)
    return list(game.standing().values())[mine], spent[0], int(spent[1])


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the games and prints what came of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.proofs")
    parser.add_argument("game", choices=RIVALS)
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args(arguments)
    found = []
    for seed in range(given.games):
        found.append(result(given.game, given.bot, seed))
        print(f"\r{seed + 1} of {given.games}: {_counts(found)}\x1b[K", end="", file=sys.stderr, flush=True)
    scores = [(1 + score) / 2 for score, _, _ in found]
    part = sum(scores) / len(scores)
    low, high = standings.wilson(part, len(scores))
    spent = 1000 * sum(each[1] for each in found) / max(1, sum(each[2] for each in found))
    points = f"{part:.1%} of the points ({low:.1%}–{high:.1%})"
    print(f"\n{given.game}, {given.bot}: {_counts(found)}; {points}, {spent:.0f} ms an answer")


def _counts(found: Sequence[tuple[int, float, int]]) -> str:
    won, drawn, lost = (sum(score == which for score, _, _ in found) for which in (1, 0, -1))
    return f"{won} won, {drawn} drawn, {lost} lost"


if __name__ == "__main__":
    main()
