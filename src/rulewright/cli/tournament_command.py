"""`tournament`: plays games between bots with a progress bar, keeps what was played, and prints the standings."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rulewright.bots import charts, standings
from rulewright.bots.standings import TournamentGame
from rulewright.bots.tournaments import Tournament, ends, run
from rulewright.cli.failures import fail
from rulewright.cli.playing import choose, load, own_scene
from rulewright.play import files


def play(target: str, scene: str | None, bots: str, games: int, seed: int, cores: int, readings: Sequence[str],
         file: Path | None, drawing: Path | None) -> int:  # fmt: skip
    """Play a tournament, or go on with one that was interrupted; give the exit status."""
    book = load(target, readings)
    if not book.scenes:
        fail(f"{book.name} has no scene to play")
    where = choose("scene", scene, tuple(book.scenes)) if scene else own_scene(book, target)
    tournament = Tournament(book, where, tuple(name.strip() for name in bots.split(",")), games, seed)
    tournament.check()
    head = {"book": book.name, "hash": book.hash, "scene": where, "bots": list(tournament.names), "seed": seed}
    kept = [] if file is None or not file.exists() else read(file, head)
    played, interrupted = kept[:], False
    try:
        for game in watched(tournament, kept, cores):
            played.append(game)
            if file is not None:
                keep(file, head, played)
    except KeyboardInterrupt:
        interrupted = True
    tell(tournament, played, drawing)
    if interrupted:
        again = f"; the same command goes on with {file}" if file is not None else "; with --save FILE it could go on later"
        print(f"interrupted after {len(played)} of {games} games{again}", file=sys.stderr)
    return 130 if interrupted else 0


def watched(tournament: Tournament, kept: Sequence[TournamentGame], cores: int) -> Iterator[TournamentGame]:
    """Play the games that are left, and show on stderr how far it is and how long it will take."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    done = {game.number for game in kept}
    left = [number for number in range(tournament.games) if number not in done]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(" : ".join(tournament.names), total=tournament.games, completed=tournament.games - len(left))
        for game in run(tournament, left, cores):
            bar.advance(task)
            yield game


def tell(tournament: Tournament, played: Sequence[TournamentGame], drawing: Path | None) -> None:
    """Print the standings, and draw them where that is wanted."""
    found = standings.standings(tournament.names, played)
    title = (
        f"{tournament.book.title or tournament.book.name}: {tournament.scene}, {len(played)} games, seeds from {tournament.seed}"
    )
    print(title)
    for line in standings.table(found):
        print(line)
    for line in seats(tournament, played):
        print(line)
    if how := ends(played):
        print(f"Of these games {how}; they count as drawn.")
    if drawing is not None:
        files.write(drawing, charts.svg(title, found))


def seats(tournament: Tournament, played: Sequence[TournamentGame]) -> list[str]:
    """Say how often each seat has won, whoever had it."""
    if not played:
        return []
    parts = []
    for seat, name in enumerate(tournament.seats):
        won = sum(seat in game.won for game in played)
        low, high = standings.wilson(won / len(played), len(played))
        parts.append(f"{name} {won} ({won / len(played):.0%}, {low:.0%}–{high:.0%})")
    return [f"won by seat: {', '.join(parts)}"]


# -- what is kept ------------------------------------------------------------------------------------------------------


def keep(file: Path, head: dict[str, Any], played: Sequence[TournamentGame]) -> None:
    """Write all games so far, or nothing: an interruption leaves no half of a file."""
    rows = [json.dumps(head), *(json.dumps(game._asdict()) for game in sorted(played))]
    files.write(file, "\n".join(rows) + "\n")


def read(file: Path, head: dict[str, Any]) -> list[TournamentGame]:
    """Read the games of a tournament that was interrupted; another tournament's are refused."""
    try:
        first, *rows = [json.loads(line) for line in files.read(file).splitlines()]
        found = [_game(row) for row in rows]
    except (ValueError, KeyError, TypeError):
        fail(f"{file} is not a saved tournament: give another file with --save")
    if first != head:
        different = ", ".join(key for key in head if not isinstance(first, dict) or first.get(key) != head[key])
        fail(f"{file} contains another tournament (it differs in {different}): give another file with --save")
    return found


def _game(row: dict[str, Any]) -> TournamentGame:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return TournamentGame(**values)
