"""Tournaments: bots play many games of a scene against each other, with fixed seeds, every seat in turn, on several cores."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import permutations
from time import process_time

from rulewright.bots import levels
from rulewright.bots.no_progress import Progress
from rulewright.bots.standings import TournamentGame
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot, Path
from rulewright.play.playout import MOST, play_out
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: a scene of a book, by which bots, and with which seeds."""

    book: Book
    scene: str
    names: tuple[str, ...]
    games: int
    seed: int = 0
    most: int = MOST

    def check(self) -> None:
        """Refuse what cannot be played."""
        for name in self.names:
            levels.bot(name)
        if len(self.names) < 2:
            raise Refused("a tournament needs at least two bots, such as strong,bot")
        if len(self.seats) < 2:
            raise Refused(f"{self.scene} has {len(self.seats)} seat: a tournament needs at least two")

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the scene."""
        return Game(self.book, self.scene).seats

    def lineups(self) -> list[tuple[int, ...]]:
        """List who sits where, game by game: every pair in both orders, or every bot in every seat of a larger table."""
        seats, entrants = len(self.seats), len(self.names)
        if seats == 2:
            return sorted(permutations(range(entrants), 2), key=lambda pair: (sorted(pair), pair))
        return [tuple((seat + turn) % entrants for seat in range(seats)) for turn in range(entrants)]

    def play(self, number: int) -> TournamentGame:
        """Play one game; the games of one round have the same seed."""
        lineups = self.lineups()
        lineup, seed = lineups[number % len(lineups)], self.seed + number // len(lineups)
        game = Game(self.book, self.scene, seed=seed)
        watches = [_Watch(levels.bot(self.names[who], seed)) for who in lineup]
        progress = Progress(game)
        over = play_out(game, watches, self.most, stuck=progress.look)
        won = [seat for seat, side in enumerate(_sides(game)) if game.standing().get(side, 0) > 0]
        ended = "over" if over else "nowhere" if progress.why else "long"
        seconds = tuple(round(watch.seconds, 3) for watch in watches)
        return TournamentGame(
            number, seed, lineup, tuple(won), len(game.done) - 1, ended, seconds, tuple(w.asked for w in watches)
        )


class _Watch:
    """A bot whose time for each answer is measured."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.asked = bot, 0.0, 0

    def __call__(self, game: Game, player: int) -> Path:
        began = process_time()
        path = self.bot(game, player)
        self.seconds, self.asked = self.seconds + process_time() - began, self.asked + 1
        return path


def _sides(game: Game) -> list[str]:
    """Give the side of each seat."""
    from rulewright.play.worth import Worth

    return [Worth(game, seat).side for seat in range(len(game.seats))]


_HERE: list[Tournament] = []


def _elsewhere(number: int) -> TournamentGame:
    return _HERE[0].play(number)


def run(tournament: Tournament, numbers: Iterable[int], cores: int = 1) -> Iterator[TournamentGame]:
    """Play games; give each as soon as it is over. If the caller stops reading them, the tournament stops."""
    wanted = list(numbers)
    if cores < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(tournament.play, wanted)
        return
    _HERE[:] = [tournament]
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(cores, multiprocessing.get_context("fork"), _undisturbed)
    try:
        for done in as_completed([pool.submit(_elsewhere, number) for number in wanted]):
            yield done.result()
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()  # nobody waits for the games in progress
        pool.shutdown(cancel_futures=True)
        _HERE.clear()


def _undisturbed() -> None:
    """Ignore Ctrl-C, which a terminal sends to every process: only the process that prints the results reacts to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def ends(played: Sequence[TournamentGame]) -> str:
    """Say how games ended that nobody won."""
    nowhere, long = (sum(game.ended == how for game in played) for how in ("nowhere", "long"))
    said = [f"{nowhere} made no progress" if nowhere else "", f"{long} were stopped after {MOST} answers" if long else ""]
    return ", ".join(filter(None, said))
