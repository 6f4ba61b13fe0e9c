"""Records games as text: every menu, answer, event and view. `python -m tests.playthroughs.record` writes the files anew."""

import difflib
from pathlib import Path
from typing import Any

from rulewright import books, testing
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.language.account import say

FOLDER = Path(__file__).parent
SEED = 1
ROOM = 100_000  # a game is recorded to its end or until it fills so many characters


def file_of(book: str, scene: str) -> Path:
    """Names the file of a scene's playthrough."""
    return FOLDER / f"{book}-{scene.casefold().replace(' ', '-')}.txt"


def scenes() -> list[tuple[str, str]]:
    """Lists every scene of every shipped book."""
    return [(name, scene) for name in books.shipped() for scene in books.load(name).scenes]


def record(book: Book, scene: str) -> str:
    """Plays a scene with seeded random answers and tells all of it."""
    game = Game(book, scene, seed=SEED)
    lines = [f"{book.name}, {scene}, seed {SEED}, answered at random", "", "answer 0: the game is set up"]
    lines += [*events(game), *sights(game)]
    while not game.over and sum(map(len, lines)) < ROOM:
        lines += ["", *answer(game), *events(game), *sights(game)]
    return "\n".join([*lines, "", f"{game.where()}; standing: {listed(game.standing())}"]) + "\n"


def answer(game: Game) -> list[str]:
    """Answers at random; tells who was asked, every menu on the way, and what was picked."""
    player = testing.random_player(game, SEED)
    path = testing.random_path(game, player, SEED)
    lines, words = [f"asked: {', '.join(game.seats[p] for p in game.asking)} ({game.where()})"], []
    for length, pick in enumerate(path):
        menu = game.menu(player, *path[:length])
        assert menu is not None
        lines.append(f"menu: {menu.prompt}: {' | '.join(menu.words(key) for key in menu)}")
        words.append(menu.words(pick))
    game.answer(player, *path)
    return [*lines, f"answer {game.state.number}: {game.seats[player]}: {' → '.join(words)}"]


def events(game: Game) -> list[str]:
    """Tells the events of the last answer in words."""
    told = [say(game.machine, event) for event in game.done[-1].events]
    return [f"  {line}" for line in told if line]


def sights(game: Game) -> list[str]:
    """Tells what each seat and a spectator see, those who see the same together."""
    seers: dict[str, list[str]] = {}
    for seat in (*range(len(game.seats)), None):
        name = "spectator" if seat is None else game.seats[seat]
        seers.setdefault("\n".join(sight(game.view(seat))), []).append(name)
    return [line for text, names in seers.items() for line in (f"seen by {', '.join(names)}:", *text.split("\n"))]


def sight(view: dict[str, Any]) -> list[str]:
    """Tells one view, a line for each thing."""
    lines = []
    for zone in view["zones"]:
        lines.append(f"  {zone['zone']}: {zone['count']}")
        lines += [f"    {thing['name']} {thing['at']} {listed(thing['stats'])}" for thing in zone["things"] or ()]
    return [*lines, *(f"  lasting: {' '.join(map(str, effect))}" for effect in view["lasting"])]


def listed(named: dict[str, Any]) -> str:
    """Lists names and numbers on one line."""
    return ", ".join(f"{name} {number}" for name, number in named.items())


def difference(book: str, scene: str) -> str:
    """Gives the first lines in which a recorded game and today's differ."""
    file = file_of(book, scene)
    was = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    now = record(books.load(book), scene).splitlines()
    return "\n".join(list(difflib.unified_diff(was, now, file.name, "now", lineterm="", n=2))[:40])


def main() -> None:
    """Writes every playthrough anew."""
    for book, scene in scenes():
        file_of(book, scene).write_text(record(books.load(book), scene), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
