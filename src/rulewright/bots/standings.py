"""The results of a tournament: who has won how many games, how sure that is, and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log10, sqrt
from typing import NamedTuple

SURE = 1.96  # 95 in 100 results lie within so many standard deviations
ROUNDS = 200  # how often ratings are adjusted to each other
ELO = 400.0  # so many points of rating make ten to one
LEAST = 0.25  # every entrant counts as having won and lost at least this part of a game, so that ratings are finite


class TournamentGame(NamedTuple):
    """A game: which entrant had which seat, which seats have won, and how it went."""

    number: int
    seed: int
    lineup: tuple[int, ...]
    won: tuple[int, ...]
    answers: int
    ended: str  # "over", "nowhere" or "long"
    seconds: tuple[float, ...]  # the processor time of each seat
    asked: tuple[int, ...]  # how many answers each seat gave

    def score(self, seat: int) -> float:
        """Give what a seat has scored: a game without a winner is drawn."""
        return (1.0 if seat in self.won else 0.0) if self.won else 0.5


class BotStanding(NamedTuple):
    """One entrant: its games, the part of the points that it scored with the bounds of 95 %, and its rating with bounds."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    milliseconds: float


def wilson(score: float, games: int) -> tuple[float, float]:
    """Give the bounds of 95 % for a part of some games, after Wilson."""
    if not games:
        return 0.0, 1.0
    square = SURE**2 / games
    middle, half = (
        (score + square / 2) / (1 + square),
        SURE * sqrt(score * (1 - score) / games + square / games / 4) / (1 + square),
    )
    return max(0.0, middle - half), min(1.0, middle + half)


def standings(names: Sequence[str], played: Sequence[TournamentGame]) -> list[BotStanding]:
    """Compute the standing of every entrant, the best first."""
    ratings = elo(len(names), played)
    found = [_standing(name, entrant, played, ratings) for entrant, name in enumerate(names)]
    return sorted(found, key=lambda each: -each.score)


def _standing(name: str, entrant: int, played: Sequence[TournamentGame], ratings: Sequence[float]) -> BotStanding:
    seats = [(game, seat) for game in played for seat, who in enumerate(game.lineup) if who == entrant]
    scores = [game.score(seat) for game, seat in seats]
    part = sum(scores) / max(1, len(scores))
    low, high = wilson(part, len(scores))
    asked = sum(game.asked[seat] for game, seat in seats)
    spent = 1000 * sum(game.seconds[seat] for game, seat in seats) / max(1, asked)
    pairs = list(_pairs(entrant, played))
    part_of = (len(ratings) - 1) / len(ratings)  # the others' average is lower by as much as keeps the average of all at 0
    least, most = wilson(sum(score for _, score in pairs) / max(1, len(pairs)), len(pairs))
    won, drawn, lost = (scores.count(result) for result in (1.0, 0.5, 0.0))
    rated = ratings[entrant], part_of * points(least), part_of * points(most)
    return BotStanding(name, len(scores), won, drawn, lost, part, low, high, *rated, spent)


def _pairs(entrant: int, played: Iterable[TournamentGame]) -> Iterator[tuple[int, float]]:
    """Give the result of an entrant against each other one at the table: who wins beats those who do not."""
    for game in played:
        for mine in (seat for seat, who in enumerate(game.lineup) if who == entrant):
            for seat, other in enumerate(game.lineup):
                if other != entrant:
                    yield other, (1 + game.score(mine) - game.score(seat)) / 2


def points(part: float) -> float:
    """Give the difference of ratings at which a part of the points is expected."""
    part = min(max(part, 1e-4), 1 - 1e-4)
    return ELO * log10(part / (1 - part))


def elo(entrants: int, played: Sequence[TournamentGame]) -> list[float]:
    """Give the ratings under which the results were most likely, their average 0."""
    met = [list(_pairs(entrant, played)) for entrant in range(entrants)]
    strength = [1.0] * entrants
    for _ in range(ROUNDS):
        strength = [_adjusted(n, met[n], strength) for n in range(entrants)]
    ratings = [ELO * log10(each) for each in strength]
    middle = sum(ratings) / max(1, entrants)
    return [rating - middle for rating in ratings]


def _adjusted(entrant: int, met: Sequence[tuple[int, float]], strength: Sequence[float]) -> float:
    """Give the strength that fits an entrant's results against the others' present strengths."""
    if not met:
        return strength[entrant]
    scored = min(max(sum(score for _, score in met), LEAST), len(met) - LEAST)
    return scored / sum(1 / (strength[entrant] + strength[other]) for other, _ in met)


def table(found: Sequence[BotStanding]) -> list[str]:
    """Give the standings as lines with aligned columns."""
    heads = ("bot", "games", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %", "ms an answer")
    rows = [heads, *(_row(each) for each in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _row(each: BotStanding) -> tuple[str, ...]:
    part, rated = f"{each.low:.0%}–{each.high:.0%}", f"{each.elo_low:+.0f} to {each.elo_high:+.0f}"
    counts = (str(count) for count in (each.games, each.won, each.drawn, each.lost))
    return each.name, *counts, f"{each.score:.1%}", part, f"{each.elo:+.0f}", rated, f"{each.milliseconds:.0f}"
