"""Plays the matches that docs/bots.md publishes: `python -m tests.bots.proofs all --cores 16 --save proofs.jsonl`.

Every part is a match with fixed iterations and seeds, the seats in turn. Each game is written as a line of JSON when it is over,
and after an interruption the same command continues. At the end it prints a table with 95 % intervals (Wilson).
`--list` names the parts, `--games 10` plays fewer games of each, `--seconds 500` begins no game after that time.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from benchmarks import job_lines
from benchmarks.job_lines import Row
from rulewright import bots
from rulewright.bots import standings
from rulewright.bots.no_progress import Progress
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot
from rulewright.play.playout import play_out
from rulewright.play.worth import Worth
from tests.bots.alphabeta import alphabeta_bot
from tests.bots.minimax import minimax_bot
from tests.bots.seeing import seeing_bot

OWN = Path(__file__).parent / "games"
HAND_WRITTEN: dict[str, Callable[[int], Bot]] = {"perfect": minimax_bot, "alpha-beta 6": lambda seed: alphabeta_bot(6)}
SEEING = "seeing "
SEED = 1000  # the settings of the search were tried with other seeds


@dataclass(frozen=True)
class Part:
    """A match: a scene, the measured bot, the bots in the other seats, and the share of the points that it must win."""

    book: str
    bot: str
    rival: str
    aim: float
    games: int = 100
    scene: str = ""
    seat: int | None = None  # always this seat; otherwise every seat in turn

    @property
    def name(self) -> str:
        """The name of the match on the command line, in the file and in the table."""
        where = "".join(f" {each}" for each in (self.scene, "" if self.seat is None else f"seat {self.seat + 1}") if each)
        return f"{Path(self.book).stem}{where}: {self.bot} against {self.rival}".replace("  ", " ")

    def play(self, number: int) -> Row:
        """Plays one game."""
        book = job_lines.loaded(self.book)
        seed = SEED + number
        game = Game(book, self.scene, seed=seed)
        mine = number % len(game.seats) if self.seat is None else self.seat
        timed = Watched(player(self.bot, seed))
        players = [timed if seat == mine else player(self.rival, seed) for seat in range(len(game.seats))]
        over = play_out(game, players, stuck=Progress(game).look)
        won = [seat for seat in range(len(game.seats)) if game.standing().get(Worth(game, seat).side, 0) > 0]
        score = (1.0 if mine in won else 0.0) if won else 0.5
        return {"part": self.name, "game": number, "seed": seed, "seat": mine, "score": score, "won": won, "over": over,
                "answers": len(game.done) - 1, "asked": timed.asked, "seconds": round(timed.seconds, 2)}  # fmt: skip


class Watched:
    """A bot whose processor time is measured."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.asked = bot, 0.0, 0

    def __call__(self, game: Game, player: int) -> tuple:
        began = process_time()
        path = self.bot(game, player)
        self.seconds, self.asked = self.seconds + process_time() - began, self.asked + 1
        return path


def player(name: str, seed: int) -> Bot:
    """Gives a player by its name: one of the package's bots, a hand-written one, or `seeing` and a level for one that cheats."""
    if name.startswith(SEEING):
        return seeing_bot(name.removeprefix(SEEING), seed)
    return HAND_WRITTEN[name](seed) if name in HAND_WRITTEN else bots.bot(name, seed)


TWO_SIDED = ("tic-tac-toe", "connect-four", "encounter", "honey", "mandarin")
SEVERAL = (  # one bot against several random ones; the last number is its share if all play equally well
    ("mandarin", "Three at the ford", "strong", 60, 1 / 3),
    ("mandarin", "Four at the market", "strong", 60, 1 / 4),
    ("nomic", "Three chairs", "easy", 30, 1 / 3),
    ("riftbound", "Three banks", "easy", 30, 1 / 3),
    ("riftbound", "Four banks", "easy", 20, 1 / 4),
    ("riftbound", "Two against two", "easy", 20, 1 / 2),
)


def parts() -> list[Part]:
    """Lists all matches, the cheap ones first."""
    orchard, causeway = (str(OWN / f"{name}.rules") for name in ("orchard", "causeway"))
    found = [Part("tic-tac-toe", "strong", "perfect", 0.5, 500), Part("connect-four", "strong", "alpha-beta 6", 0.6)]
    found += [Part(book, "easy", "random", 0.8) for book in TWO_SIDED]
    found += [Part(orchard, "strong", "random", 0.95), Part(causeway, "strong", "random", 0.95, scene="Causeway")]
    found += [Part(book, "strong", "random", 0.95) for book in TWO_SIDED]
    found += [Part(book, "strong", "bot", 0.9) for book in ("honey", "mandarin")]
    found += [Part("netrunner", "strong", "bot", 0.9, seat=seat) for seat in range(2)]
    found += [Part("netrunner", "strong", "random", 0.95, seat=seat) for seat in range(2)]
    found += [Part("riftbound", "strong", "bot", 0.9), Part("riftbound", "strong", "random", 0.95)]
    return found + [Part(book, bot, "random", aim, games, scene) for book, scene, bot, games, aim in SEVERAL]


# -- what came of them --------------------------------------------------------------------------------------------------


def table(rows: Sequence[Row], chosen: Iterable[Part]) -> Iterator[str]:
    """Gives the table of docs/bots.md."""
    yield "| match | won, drawn, lost | points (95 %) | aim | ms an answer | answers a game |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for part in chosen:
        own = [row for row in rows if row["part"] == part.name]
        if own:
            yield _line(part, own)


def _line(part: Part, own: Sequence[Row]) -> str:
    score = sum(row["score"] for row in own) / len(own)
    low, high = standings.wilson(score, len(own))
    won, drawn, lost = (sum(row["score"] == which for row in own) for which in (1.0, 0.5, 0.0))
    spent = 1000 * sum(row["seconds"] for row in own) / max(1, sum(row["asked"] for row in own))
    length = sum(row["answers"] for row in own) / len(own)
    points = f"{score:.0%} ({low:.0%}–{high:.0%})"
    return f"| {part.name} | {won}, {drawn}, {lost} | {points} | {part.aim:.0%} | {spent:.0f} | {length:.0f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the chosen matches and prints the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.proofs", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", help="all, or words that occur in the names of the parts")
    parser.add_argument("--list", action="store_true", help="name the parts and play nothing")
    parser.add_argument("--bot", help="another bot than the one of the part")
    parser.add_argument("--games", type=int, help="at most so many games of each part")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no game after this time")
    parser.add_argument("--save", type=Path, help="a file with a line for each game; what is in it is not played again")
    given = parser.parse_args(arguments)
    chosen = [changed(part, given.bot, given.games) for part in parts() if asked(part, given.names)]
    if given.list:
        print("\n".join(part.name for part in chosen))
        return
    rows = job_lines.run(chosen, given.save, given.cores, given.seconds)
    print("\n".join(table(rows, chosen)))


def asked(part: Part, names: Sequence[str]) -> bool:
    """Says whether a match is chosen: its name begins with one of the words, or all are chosen."""
    return names == ["all"] or any(part.name.startswith(name) for name in names)


def changed(part: Part, bot: str | None, games: int | None) -> Part:
    """Gives a part with another bot, or with fewer games."""
    return Part(part.book, bot or part.bot, part.rival, part.aim, min(part.games, games or part.games), part.scene, part.seat)


if __name__ == "__main__":
    main()
