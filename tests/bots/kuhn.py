"""Kuhn poker: how much a strategy can lose to its best opponent, computed exactly over all deals and bets.

`python -m tests.bots.kuhn --bot strong --seeds 50` asks a bot at each of the twelve information sets, with several seeds, and
prints how often it bets there and the exploitability; `--openspiel` asks the ISMCTS of OpenSpiel instead, if it is installed.
"""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import permutations

import rulewright
from rulewright import bots
from rulewright.kernel.game import Game

CARDS = ("Knave", "Lady", "King")
BETS = ("", "p", "b", "pb")  # what was answered before: p passed, b bet; the first seat answers at "" and "pb"
WORDS = {"": ("Knock", "Bet"), "p": ("Knock", "Bet"), "b": ("Fold", "Match the Bet"), "pb": ("Fold", "Match the Bet")}
SETS = [(card, before) for before in BETS for card in range(3)]
Strategy = dict[tuple[int, str], float]
"""For each card and what was answered before: how often chips are put in (Bet or Match the Bet)."""

OPTIMAL: Strategy = {
    **dict.fromkeys([(0, ""), (1, ""), (2, "")], 0.0),
    **{(0, "p"): 1 / 3, (1, "p"): 0.0, (2, "p"): 1.0},
    **{(0, "b"): 0.0, (1, "b"): 1 / 3, (2, "b"): 1.0},
    **{(0, "pb"): 0.0, (1, "pb"): 1 / 3, (2, "pb"): 1.0},
}
VALUE = -1 / 18  # what the first seat gets for each hand between perfect players


def paid(cards: tuple[int, int], told: str) -> int | None:
    """Gives what the first seat has won at the end; None if somebody is still asked."""
    higher = 1 if cards[0] > cards[1] else -1
    ends = {"pp": higher, "bb": 2 * higher, "pbb": 2 * higher, "bp": 1, "pbp": -1}
    return ends.get(told)


def expected(first: Strategy, second: Strategy) -> float:
    """Gives what the first seat wins on average."""
    return sum(_worth(cards, "", (first, second)) for cards in permutations(range(3), 2)) / 6


def _worth(cards: tuple[int, int], told: str, both: tuple[Strategy, Strategy]) -> float:
    if (won := paid(cards, told)) is not None:
        return won
    mover = len(told) % 2
    puts = both[mover][cards[mover], told]
    return puts * _worth(cards, told + "b", both) + (1 - puts) * _worth(cards, told + "p", both)


def best(seat: int, other: Strategy) -> float:
    """Gives what a seat wins on average with its best strategy against another one: all 64 deterministic ones are tried."""
    own = [each for each in SETS if (each[1] in ("p", "b")) == (seat == 1)]
    found = []
    for number in range(2 ** len(own)):
        mine: Strategy = {each: float(number >> n & 1) for n, each in enumerate(own)}
        found.append(expected(mine, other) if seat == 0 else -expected(other, mine))
    return max(found)


def exploitability(strategy: Strategy) -> float:
    """Gives how much more than the fair value the best opponent wins per hand, as the mean of both seats."""
    return (best(0, strategy) + best(1, strategy)) / 2


# -- bots --------------------------------------------------------------------------------------------------------------


def at(card: int, before: str) -> Game:
    """Gives a game in which the seat that is asked holds a card, after some answers."""
    book, seat = rulewright.load("kuhn-poker"), len(before) % 2
    games = (Game(book, seed=seed) for seed in range(100))
    game = next(game for game in games if held(game, seat) == CARDS[card])
    for n, sign in enumerate(before):
        game.answer(n % 2, WORDS[before[:n]][sign == "b"])
    return game


def held(game: Game, seat: int) -> str:
    """Names the card that a seat holds."""
    hand = next(n for n, zone in enumerate(game.book.zones) if zone.name == "Hand")
    return game.state.names[game.state.zones[game.state.owned(hand, seat)][0]]


def asked(bot: Callable[[int], Callable], seeds: int) -> Strategy:
    """Gives how often a bot puts chips in at each information set, over several seeds."""
    found = {}
    for card, before in SETS:
        game, seat = at(card, before), len(before) % 2
        paths = [bot(seed)(game, seat) for seed in range(seeds)]
        found[card, before] = sum(path[0][0] == WORDS[before][1] for path in paths) / seeds
    return found


def openspiel(iterations: int, seeds: int) -> Strategy:
    """Gives the same for OpenSpiel's ISMCTS with one random play-out an iteration, and the most visited answer."""
    pyspiel = import_module("pyspiel")

    game, found = pyspiel.load_game("kuhn_poker"), {}
    for card, before in SETS:
        seat, bets = len(before) % 2, 0
        for seed in range(seeds):
            state = game.new_initial_state()
            deal = [card, (card + 1) % 3] if seat == 0 else [(card + 1) % 3, card]
            for action in [*deal, *("pb".index(sign) for sign in before)]:
                state.apply_action(action)
            rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.ISMCTSBot(
                seed, rollouts, 2.0, iterations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
            )
            bets += bot.step(state)
        found[card, before] = bets / seeds
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Asks the bot at every information set and prints the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.kuhn")
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--openspiel", action="store_true")
    given = parser.parse_args(arguments)
    iterations = bots.limit(given.bot).in_python().iterations  # the machine does not play for amounts
    assert iterations, "a bot with a number of iterations"
    found = openspiel(iterations, given.seeds) if given.openspiel else asked(lambda seed: bots.bot(given.bot, seed), given.seeds)
    for card, before in SETS:
        print(f"{CARDS[card]:6} {'-'.join(before) or 'first':6} {WORDS[before][1]} {found[card, before]:.0%}")
    print(f"exploitability {exploitability(found):.4f} chips a hand, {iterations} iterations, {given.seeds} seeds")


if __name__ == "__main__":
    main()
