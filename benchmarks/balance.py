"""Measure how a book's scenes play between the default players: `python -m benchmarks.balance [--book NAME] [--seeds N]`.

For every scene, by itself and within each campaign, the table says how many games ended with a winner, who won and
how many answers a game took. Below it, it says how often each action of the book was chosen. `--scene NAME` plays only that
scene. `--against random --games 200` measures instead how often the default bot beats another one, from both seats in turn.
`--bot normal --cores 16 --save FILE` plays every scene of all shipped books by a searching bot (`benchmarks.seat_balance`);
with `--clear` a scene is played only until its 95 % intervals lie clearly inside the aims, or one of them clearly outside.
Progress goes to stderr; the exit status is 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File

from benchmarks import job_lines, leave, seat_balance
from rulewright import books, bots
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import Path
from rulewright.play import campaigns
from rulewright.play.bots import Bot, greedy_bot, random_bot
from rulewright.play.playout import play_out
from rulewright.play.strategies import seated
from rulewright.play.worth import Worth
from rulewright.program import marks

ENDED = 0.95  # the part of a scene's games that must end with a winner
BEATS = 0.8  # the part of its games that the default bot must win against another one
ALWAYS = 10  # if at least so many games are played, no side may win them all
RIVALS: dict[str, Callable[[int], Bot]] = {"random": random_bot, "greedy": greedy_bot}


@dataclass(slots=True)
class Tally:
    """The results of the games of one scene."""

    scene: str
    games: int = 0
    ended: int = 0
    answers: int = 0
    won: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    offered: set[str] = field(default_factory=set)

    def add(self, game: Game) -> None:
        """Count a game that was played out."""
        winners = [side for side, stands in game.standing().items() if stands > 0]
        self.games += 1
        self.ended += game.over and bool(winners)
        self.answers += len(game.done) - 1
        self.won.update({side: side in winners for side in game.standing()})
        self.chosen.update(chosen(game))

    def misses(self) -> Iterator[str]:
        """Say which aims these games missed."""
        if self.ended < ENDED * self.games:
            yield f"{self.scene}: {self.ended} of {self.games} games ended with a winner, the aim is {ENDED:.0%}"
        always = [side for side, won in self.won.items() if won == self.games >= ALWAYS]
        yield from (f"{self.scene}: {side} won all {self.games} games" for side in always)

    def row(self) -> tuple[str, ...]:
        """Give the table's row."""
        won = ", ".join(f"{side} {count}" for side, count in self.won.items())
        return self.scene, str(self.games), str(self.ended), f"{self.answers / max(1, self.games):.1f}", won


def chosen(game: Game) -> Iterator[str]:
    """Name the actions that players chose, reactions among them; a choice names its action first."""
    return (entry.path[0][0] for entry in game.journal if entry.path and isinstance(entry.path[0], tuple))


def choosable(book: Book) -> list[str]:
    """Name a book's actions that somebody may choose, without those that happen automatically."""
    by_itself = {trigger.action for trigger in book.triggers if not trigger.optional}
    found = [action.name for action in book.actions if marks.AUTOMATIC not in action.kinds and action.index not in by_itself]
    return list(dict.fromkeys(found))


def played(game: Game, seed: int, tally: Tally) -> Game:
    """Let the default players play a game to its end: the strategy that the scene names, otherwise the greedy bot."""

    def answer(game: Game, player: int, path: Path) -> None:
        menu = game.menu(player)
        tally.offered |= {key[0] for key in menu or () if isinstance(key, tuple)}
        game.answer(player, *path)

    play_out(game, seated(game, greedy_bot(seed), seed), answer=answer)
    tally.add(game)
    return game


def scene(book: Book, name: str, seeds: Iterable[int]) -> Tally:
    """Play a scene with each seed."""
    tally = Tally(name)
    for seed in seeds:
        progress(name, seed)
        played(Game(book, name, seed=seed), seed, tally)
    return tally


def campaign(book: Book, name: str, seeds: Iterable[int]) -> list[Tally]:
    """Play a campaign with each seed; give the games of its scenes, each begun as the campaign reached it."""
    scenes = campaigns.find(book, name).scenes
    tallies = [Tally(f"{name}, {number}: {scene}") for number, scene in enumerate(scenes, 1)]
    for seed in seeds:
        progress(name, seed)
        campaigns.play(book, name, seed, lambda game, seed=seed: played(game, seed, tallies[game.given["stage"]]))  # type: ignore[misc]
    return tallies


def progress(name: str, seed: int) -> None:
    """Say on stderr what is being played."""
    print(f"\r{name}, seed {seed}\x1b[K", end="", file=sys.stderr, flush=True)


# -- what is printed ---------------------------------------------------------------------------------------------------


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Give rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def balance(book: Book, names: Sequence[str], seeds: Iterable[int], whole: bool) -> list[str]:
    """Play scenes, print the table and the chosen actions; give the missed aims. In a whole book every action must be used."""
    tallies = [scene(book, name, seeds) for name in names]
    if whole:
        tallies += [tally for name in book.campaigns for tally in campaign(book, name, seeds)]
    print("\r\x1b[K", end="", file=sys.stderr)
    print("\n".join(table([("scene", "games", "ended", "answers", "won"), *(tally.row() for tally in tallies)])))
    used = sum((tally.chosen for tally in tallies), Counter[str]())
    unused = [name for name in choosable(book) if not used[name]]
    never = [name for name in unused if not any(name in tally.offered for tally in tallies)]
    print("\nchosen: " + ", ".join(f"{name} {used[name]}" for name in choosable(book)))
    print(f"never chosen: {', '.join(unused) or 'none'}; never offered: {', '.join(never) or 'none'}")
    missed = [f"{name}: never chosen" for name in unused] if whole else []
    return [miss for tally in tallies for miss in tally.misses()] + missed


def against(book: Book, name: str, rival: str, games: int) -> list[str]:
    """Let the default bot play a scene against another bot, in alternating seats; give the missed aim."""
    won = 0
    for seed in range(games):
        progress(f"{name} against {rival}", seed)
        game = Game(book, name, seed=seed)
        mine = seed % len(game.seats)
        side = Worth(game, mine).side
        bots = [greedy_bot(seed) if player == mine else RIVALS[rival](seed) for player in range(len(game.seats))]
        play_out(game, bots)
        won += game.standing().get(side, 0) > 0
    print("\r\x1b[K", end="", file=sys.stderr)
    said = f"{name}: the default bot won {won} of {games} games against the {rival} one ({won / max(1, games):.1%})"
    print(said)
    return [] if won >= BEATS * games else [f"{said}, the aim is {BEATS:.0%}"]


def by_level(given: argparse.Namespace) -> int:
    """Let a bot of one level play every seat; print each seat's results, and give 1 if one misses its aim."""
    bots.bot(given.bot)
    every = seat_balance.series(given.bot, given.seeds, [given.book] if given.book else books.shipped())
    chosen = [each for each in every if given.scene in (None, each.scene)]
    enough = seat_balance.clear if given.clear else lambda each, rows: False
    rows = job_lines.run(chosen, given.save, given.cores, given.seconds, enough)
    print("\n".join(seat_balance.table(rows, chosen)))
    missed = list(seat_balance.misses(rows, chosen))
    print("".join(f"aim missed: {each}\n" for each in missed), end="")
    return 1 if missed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for; give 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.balance", description=__doc__.splitlines()[0])
    parser.add_argument("--book", help="a shipped book or a file of rules; encounter if none is named")
    parser.add_argument("--scene", help="only this scene")
    parser.add_argument("--seeds", type=int, default=100, help="games of each scene")
    parser.add_argument("--against", choices=RIVALS, help="play the default bot against this one instead")
    parser.add_argument("--games", type=int, default=200, help="games against the other bot")
    parser.add_argument("--bot", help="let a bot of this level play every seat of every scene, in all books or in --book")
    parser.add_argument("--cores", type=int, default=1, help="with --bot: how many games are played at the same time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="with --bot: begin no game after this time")
    parser.add_argument("--clear", action="store_true", help="with --bot: play a scene only until its result is clear")
    parser.add_argument("--save", type=File, help="with --bot: a file of finished games, which are not played again")
    given = parser.parse_args(arguments)
    if given.bot:
        return by_level(given)
    given.book = given.book or "encounter"
    book = books.load(given.book)
    if given.scene and given.scene not in book.scenes:
        parser.error(f"no scene {given.scene!r} in {book.name}: try {', '.join(book.scenes)}")
    names = [given.scene] if given.scene else list(book.scenes)
    if given.against:
        missed = against(book, names[0], given.against, given.games)
    else:
        missed = balance(book, names, range(given.seeds), whole=not given.scene)
    print("".join(f"aim missed: {each}\n" for each in missed), end="")
    return 1 if missed else 0


if __name__ == "__main__":
    leave(main)
