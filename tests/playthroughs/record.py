"""Records games as text: every menu, answer, event and view. `python -m tests.playthroughs.record` writes the files again."""

import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright import books, testing
from rulewright.kernel.book import Book
from rulewright.kernel.evaluation.account import say
from rulewright.kernel.game import Game
from rulewright.kernel.sight.schema import View

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
    """Plays a scene with seeded random answers and records everything."""
    game = Game(book, scene, seed=SEED)
    lines = [f"{book.name}, {scene}, seed {SEED}, answered at random", "", "answer 0: the game is set up"]
    sights = Sights()
    lines += [*events(game), *sights.of(game)]
    while not game.over and sum(map(len, lines)) < ROOM:
        lines += ["", *answer(game), *events(game), *sights.of(game)]
    return "\n".join([*lines, "", f"{game.where()}; standing: {listed(game.standing())}"]) + "\n"


def answer(game: Game) -> list[str]:
    """Answers at random; records who was asked, every menu on the way, and what was picked."""
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
    """Records the events of the last answer in words."""
    told = [say(game.machine, event) for event in game.done[-1].events]
    return [f"  {line}" for line in told if line]


class Sights:
    """What each seat and a spectator were last shown, so that only the changes are written down."""

    def __init__(self) -> None:
        self.last: dict[str, list[str]] = {}

    def of(self, game: Game) -> list[str]:
        """Records what has changed for each viewer; viewers with the same changes are written together."""
        seers: dict[str, list[str]] = {}
        for seat in (*range(len(game.seats)), None):
            name = "spectator" if seat is None else game.seats[seat]
            seers.setdefault("\n".join(self.news(name, sight(game.view(seat)))), []).append(name)
        return [line for text, names in seers.items() if text for line in (f"seen by {', '.join(names)}:", *text.split("\n"))]

    def news(self, name: str, lines: list[str]) -> list[str]:
        """Gives the lines that were removed and added since a viewer last looked."""
        before, self.last[name] = self.last.get(name, []), lines
        return [*(f"- {line}" for line in before if line not in lines), *(f"+ {line}" for line in lines if line not in before)]


def sight(view: View) -> list[str]:
    """Writes one view: a line for each player, thing and other part."""
    lines = [f"{part}: {json.dumps(value)}" for part, value in view.items() if part not in APART and value]
    lines += [f"{stage['name']} of {stage['of']}: {stage['step']}, {stage['number']}" for stage in view["course"]]
    lines += [f"{each['seat']}: {brief(each, 'seat')}" for each in view["players"]]
    for zone in view["zones"]:
        lines.append(f"{zone['zone']}: {zone['count']}" + ("" if zone["things"] is None else ", seen"))
        lines += [f"  {thing['name']} {brief(thing, 'name', 'zone')}" for thing in zone["things"] or ()]
    return [*lines, f"kinds: {', '.join(view['kinds'])}"]


APART = ("book", "scene", "where", "course", "players", "zones", "kinds", "layout", "map")
"""What is written down otherwise, or never changes; what is printed on cards stands in the books."""


def brief(data: Mapping[str, Any], *apart: str) -> str:
    """Writes the fields that are not empty."""
    said = {key: value for key, value in data.items() if key not in apart and value is not False}
    return json.dumps({key: value for key, value in said.items() if value == 0 or value}, ensure_ascii=False)


def listed(named: dict[str, Any]) -> str:
    """Writes names and numbers on one line."""
    return ", ".join(f"{name} {number}" for name, number in named.items())


def difference(book: str, scene: str) -> str:
    """Gives the first lines in which a recorded game and the current one differ."""
    file = file_of(book, scene)
    was = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    now = record(books.load(book), scene).splitlines()
    return "\n".join(list(difflib.unified_diff(was, now, file.name, "now", lineterm="", n=2))[:40])


def main() -> None:
    """Writes every playthrough again."""
    for book, scene in scenes():
        file_of(book, scene).write_text(record(books.load(book), scene), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
