"""How often each seat wins if a bot of one level plays all of them: `python -m benchmarks.balance --bot normal --cores 16`.

Every shipped scene is played, and every campaign is tried from its first scene on. With three or four seats each must win at
least 15 % of the games, with two sides each between 35 % and 65 %, and a campaign must be won in 10 % to 40 % of the tries. A
cast for which a scene names a strategy is played by this strategy. Such a scene may be easy or hard and has no such bounds, and
neither has a scene of a campaign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks import job_lines
from benchmarks.job_lines import Row
from rulewright import bots
from rulewright.bots.no_progress import Progress
from rulewright.bots.standings import wilson
from rulewright.kernel.game import Game
from rulewright.play import campaigns
from rulewright.play.playout import play_out
from rulewright.play.strategies import run_by, seated

SEED = 3000
TWO, SEVERAL, CAMPAIGN = (0.35, 0.65), (0.15, 1.0), (0.1, 0.4)
FEWEST = 12  # so many games are played before a result may count as clear


@dataclass(frozen=True)
class SeatSeries:
    """The games of one scene, or the tries of one campaign, by one bot."""

    book: str
    scene: str
    bot: str
    games: int
    campaign: bool = False

    @property
    def name(self) -> str:
        """The name of the series in the file and in the table."""
        return f"{self.book}, {self.scene}: {self.bot}"

    def play(self, number: int) -> Row:
        """Play one game, or one try of a campaign."""
        book, seed = job_lines.loaded(self.book), SEED + number
        if not self.campaign:
            return self._row(number, [self._finish(Game(book, self.scene, seed=seed), seed)])
        return self._row(number, campaigns.play(book, self.scene, seed, lambda game: self._finish(game, seed)))

    def _finish(self, game: Game, seed: int) -> Game:
        play_out(game, seated(game, bots.bot(self.bot, seed), seed), stuck=Progress(game).look)
        return game

    def _row(self, number: int, games: Sequence[Game]) -> Row:
        last = games[-1]
        won = [side for side, stands in last.standing().items() if stands > 0]
        if self.campaign:
            whole = len(games) == len(campaigns.find(last.book, self.scene).scenes) and campaigns.won(last)
            won = ["the whole campaign"] if whole else [f"stopped in {last.scene}"]
        answers = sum(len(game.done) - 1 for game in games)
        return {"part": self.name, "game": number, "won": won, "over": last.over, "answers": answers}


def series(bot: str, games: int, names: Sequence[str]) -> list[SeatSeries]:
    """List every scene and campaign of some books."""
    found = []
    for name in names:
        book = job_lines.loaded(name)
        found += [SeatSeries(name, scene, bot, games) for scene in book.scenes]
        found += [SeatSeries(name, campaign, bot, games, True) for campaign in book.campaigns]
    return found


def table(rows: Sequence[Row], chosen: Sequence[SeatSeries]) -> Iterator[str]:
    """Give the table of docs/benchmarks.md."""
    yield "| scene | games | won (95 %) | without a winner | answers |"
    yield "| --- | --- | --- | --- | --- |"
    for each in chosen:
        own = [row for row in rows if row["part"] == each.name]
        if own:
            parts = ", ".join(f"{side} {won / len(own):.0%} ({_bounds(won, len(own))})" for side, won in wins(each, own).items())
            answers = sum(row["answers"] for row in own) / len(own)
            yield f"| {each.name} | {len(own)} | {parts} | {sum(not row['won'] for row in own)} | {answers:.0f} |"


def _bounds(won: int, games: int) -> str:
    low, high = wilson(won / games, games)
    return f"{low:.0%}–{high:.0%}"


def wins(each: SeatSeries, own: Sequence[Row]) -> dict[str, int]:
    """Count the games that each side has won, or the tries in which the campaign was won."""
    sides = ["the whole campaign"] if each.campaign else list(Game(job_lines.loaded(each.book), each.scene).standing())
    return {side: sum(side in row["won"] for row in own) for side in sides}


def misses(rows: Sequence[Row], chosen: Sequence[SeatSeries]) -> Iterator[str]:
    """Say in which scenes a side misses its aim."""
    for each in chosen:
        own = [row for row in rows if row["part"] == each.name]
        low, high = _aim(each) if own else (0.0, 1.0)
        for side, won in wins(each, own).items() if own else ():
            if not low <= won / len(own) <= high:
                yield f"{each.name}: {side} won {won} of {len(own)}, the aim is {low:.0%} to {high:.0%}"


def clear(each: SeatSeries, rows: Sequence[Row]) -> bool:
    """Say whether the 95 % intervals lie within the aim for every side, or outside it for one."""
    own = [row for row in rows if row["part"] == each.name]
    if len(own) < FEWEST:
        return False
    low, high = _aim(each)
    bounds = [wilson(won / len(own), len(own)) for won in wins(each, own).values()]
    inside = all(low <= least and most <= high for least, most in bounds)
    return inside or any(most < low or least > high for least, most in bounds)


def _aim(each: SeatSeries) -> tuple[float, float]:
    if each.campaign:
        return CAMPAIGN
    book = job_lines.loaded(each.book)
    game = Game(book, each.scene)
    if any(each.scene in campaign.scenes for campaign in book.campaigns.values()) or any(
        run_by(game, player) for player in range(len(game.seats))
    ):
        return 0.0, 1.0
    return TWO if len(game.standing()) == 2 else SEVERAL
