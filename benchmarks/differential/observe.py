"""Play random journals and write down what a game shows at every choice, one line of JSON for each.

This file is run by its path, with the `rulewright` of either revision on the path, so it imports nothing of this repository's
benchmarks and uses only what both revisions have. What is written down names no frame, no step and no wording: things are
known by their numbers and names, options by action and target. `facts` is the one function that knows how a state is laid out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from zlib import crc32

from rulewright import books
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game

WORDING = frozenset(["where", "words", "text", "texts", "prompt", "course", "goal"])
"""What a view says in words, or of steps."""
Data = dict[str, Any]
LIVES = 1 << 20
"""A reference is a life times this, and a slot."""


def journals(book: Any, count: int, answers: int, seed: int) -> Iterator[Data]:
    """Play several journals, the book's scenes in turn; give what is observed at each choice."""
    scenes = list(book.scenes)
    for number in range(count):
        for choice, seen in enumerate(journal(book, scenes[number % len(scenes)], answers, seed + number)):
            yield {"journal": number, "choice": choice, **seen}


def journal(book: Any, scene: str, answers: int, seed: int) -> Iterator[Data]:
    """Play one journal; give what is observed before each answer, and after the last."""
    game, given = Game(book, scene, seed=seed), ["begun"]
    for left in range(answers, -1, -1):
        yield {"answer": given, **observed(game)}
        if game.over or not left or given[0] == "error":
            return
        given = answered(game, seed)


def observed(game: Game) -> Data:
    """Give what a game shows now."""
    asking = [] if game.over else list(game.asking)
    return {
        "facts": facts(game),
        "menus": [[player, options(game, game.menu(player))] for player in asking],
        "views": [unworded(game.view(seat)) for seat in (None, *range(len(game.seats)))],
        "standings": [game.standing(), game.over, asking, game.state.now],
    }


# -- answering ---------------------------------------------------------------------------------------------------------


def answered(game: Game, seed: int) -> list[Any]:
    """Give a random answer, the same for the same options; tell who gave it and by which menus, or what went wrong."""
    given: list[Any] = ["tick"]
    try:
        due = next(iter(game.due()), None)
        if due is not None and lot(4, seed, game.state.number, "due") == 0:
            game.tick(max(due[0], game.state.now))
            return given
        player = game.asking[lot(len(game.asking), seed, game.state.number, "who")]
        given = [player]
        path: tuple[Any, ...] = ()
        while (menu := game.menu(player, *path)) is not None:
            named = options(game, menu)
            at = picked(menu, named, lot(len(named), seed, game.state.number, len(path)))
            given.append([sorted(map(plain, named)), named[at]])
            path = (*path, list(menu)[at])
        game.answer(player, *path)
    except Exception as error:
        return ["error", type(error).__name__, isinstance(error, RulewrightError), given]
    return given


def lot(among: int, *about: Any) -> int:
    """Draw one of so many by what the draw is about."""
    return crc32(repr(about).encode()) % max(1, among)


def picked(menu: Any, named: list[Any], at: int) -> int:
    """Give the place of an option that was drawn; the order of the menu does not matter, and a text must fit."""
    order = sorted(range(len(named)), key=lambda place: (plain(named[place]), place))
    order = order[at:] + order[:at]
    judge = getattr(menu, "judge", None) if getattr(menu, "parser", "") else None
    keys = list(menu)
    return next((place for place in order if judge is None or not judge(keys[place])), order[0])


def options(game: Game, menu: Any) -> list[Any]:
    """Name what may be picked, in the menu's order: an action and the name of what has it, a thing, or the option itself."""
    refers = getattr(menu.words, "kind", "") in ("object", "stack")
    return [_option(game, key, refers) for key in menu]


def _option(game: Game, key: Any, refers: bool) -> Any:
    if isinstance(key, tuple):
        return [key[0], game.state.names[key[1] % LIVES]]
    if refers and isinstance(key, int) and key >= 0:
        return game.state.names[key % LIVES]
    return key


# -- what is written down ----------------------------------------------------------------------------------------------


def facts(game: Game) -> Data:
    """Give the facts of a game, without numbers of frames and without what only names how something came about."""
    now, book = game.state, game.book
    stats = [stat.name for stat in book.stats]
    rows = [now.cells[at : at + now.width].tolist() for at in range(0, len(now.cells), now.width)]
    cells = [dict(zip(stats, row, strict=True)) for row in rows]
    return {
        "things": [list(thing) for thing in zip(now.names, now.places, cells, strict=True)],
        "zones": [[list(ground), list(lying)] for ground, lying in zip(now.grounds, now.zones, strict=True)],
        "links": sorted(plain([*key, value]) for key, value in now.links.items() if key[1] != "made"),
        "tallies": sorted(plain([*key, value]) for key, value in now.tallies.items() if value),
        "lasting": [_lasting(effect) for _, effect in sorted(now.lasting.items())],
        "amendments": list(now.amendments),
    }


def _lasting(effect: Any) -> Data:
    """Give something that lasts, without its number and without the number of the frame it ends with."""
    told = {name: value for name, value in effect._asdict().items() if name != "id"}
    until = effect.until
    return {**told, "until": ["frame"] if until[:1] == ("frame",) else list(until)}


def unworded(shown: Any) -> Any:
    """Give a view without what is said in words."""
    if isinstance(shown, dict):
        return {key: unworded(value) for key, value in shown.items() if key not in WORDING}
    return [unworded(value) for value in shown] if isinstance(shown, list | tuple) else shown


def plain(value: Any) -> str:
    """Give a value as text that is the same in every process."""
    return json.dumps(value, sort_keys=True, default=str)


def brief(seen: Data) -> Data:
    """Give an observation with a short hash for each of its parts, for comparing many."""
    return {key: value if type(value) is int else sha256(plain(value).encode()).hexdigest()[:12] for key, value in seen.items()}


def main(book: str, count: str, answers: str, seed: str, journal: str = "", choice: str = "") -> None:
    """Write one line for each choice: hashes of everything, or one choice of one journal whole."""
    loaded, whole = books.load(book), (int(journal), int(choice)) if journal else None
    for seen in journals(loaded, int(count), int(answers), int(seed)):
        if whole is None:
            print(plain(brief(seen)), flush=True)
        elif (seen["journal"], seen["choice"]) == whole:
            print(plain(seen), flush=True)
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
