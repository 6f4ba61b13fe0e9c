"""Play random journals and record what a game shows at every choice, one line of JSON for each.

This file is run by its path, with the `rulewright` of one of the revisions on the import path. So it imports nothing from
benchmarks, and from `rulewright` only what docs/api.md lists, because a rework may move every module. The records contain no
frames, steps or wording: things are identified by numbers and names, options by action and target. Only `facts` and the
functions it calls depend on the layout of a state. If a rework changes the layout, they must read both layouts.

Facts, menus, standings and events are recorded at every choice. Views take most of the time and follow from the facts, so only
one viewer's view is recorded at every fourth choice (`--views`), the viewers in turn, and all views at the end of a journal.

Journals differ in length and in how they pick, because short, purely random ones seldom reach late parts of a game or effects
that need several answers of one kind. One in eight is ten times as long as the others, and each journal picks anything,
preferred actions, or what it has picked least.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any
from zlib import crc32

import rulewright

WORDING = frozenset(["where", "words", "text", "texts", "prompt", "course", "goal", "layout"])
"""What a view says in words, of steps, or about drawing the table."""
FACTUAL = ("changed", "moved", "revealed", "shuffled", "founded", "linked", "tallied", "amended", "rolled", "lasts", "expired")
"""Events that change a fact, or are dice. The others tell frames, steps and words, or what was noticed on the way."""
UNCOMPARED = ("made", "memory", "owner")
"""Links that only record how something came about, and who owns a thing, which earlier revisions did not note."""
SLOTS = 2**20  # a reference to a thing is its life times this and its slot (docs/api.md)
MIXER = 0x9E3779B1  # consecutive seeds have similar checksums; after this multiplication their upper bits differ
READINGS = {
    "nomic": "Reading same name: newest replaces, adds up\n  about: does an effect of the same name replace the older one\n"
}
"""Readings that books had without saying so: effects of the same name now add up where a book says nothing."""
Data = dict[str, Any]


def loaded(name: str) -> Any:
    """Load a book with the readings that it had."""
    return rulewright.load(name, text=READINGS.get(name))


def journals(book: Any, numbers: Iterable[int], answers: int, seed: int, views: int) -> Iterator[Data]:
    """Play several journals, the book's scenes in turn; give what is observed at each choice."""
    scenes = list(book.scenes)
    for number in numbers:
        for choice, seen in enumerate(journal(book, scenes[number % len(scenes)], answers, seed + number, views)):
            yield {"journal": number, "choice": choice, **seen}


def journal(book: Any, scene: str, answers: int, seed: int, views: int = 1) -> Iterator[Data]:
    """Play one journal; give what is observed before each answer, and after the last."""
    game, given = rulewright.new(book, scene, seed=seed), ["begun"]
    events, used, last = list(game.events), Counter[str](), length(answers, seed)
    for choice in range(last + 1):
        ends = game.over or choice == last or given[0] == "error"
        looking = viewers(game) if ends else looks(game, choice + seed, views)
        yield {"answer": given, "events": [] if given[0] == "error" else factual(game, events), **observed(game, looking)}
        if ends:
            return
        given, events = answered(game, seed, choice, used)


def length(answers: int, seed: int) -> int:
    """Give the number of answers of a journal: close to the average, but far more in one journal of eight."""
    return answers * 5 if lot(8, seed, "length") == 0 else answers // 2


def observed(game: Any, looking: list[int | None]) -> Data:
    """Give what a game shows now, and its views to those who look."""
    asking = [] if game.over else list(game.asking)
    return {
        "facts": facts(game),
        "menus": [[player, options(game, game.menu(player))] for player in asking],
        "views": [unworded(game.view(seat)) for seat in looking],
        "standings": [game.standing(), game.over, asking],
    }


def viewers(game: Any) -> list[int | None]:
    """Give all viewers of a game: a spectator and each seat."""
    return [None, *range(len(game.seats))]


def looks(game: Any, count: int, every: int) -> list[int | None]:
    """Give the viewers whose views are compared at a choice: one viewer, in turn, after every few choices."""
    seers = viewers(game)
    return [seers[count // every % len(seers)]] if count % every == 0 else []


# -- answering ---------------------------------------------------------------------------------------------------------


def answered(game: Any, seed: int, choice: int, used: Counter[str]) -> tuple[list[Any], list[Any]]:
    """Give a random answer, the same for the same options: the player and the menus, or the error, and its events."""
    given: list[Any] = ["tick"]
    try:
        due = game.due()
        if due and lot(4, seed, choice, "due") == 0:
            return given, list(game.tick(max(due[0].at, clock(game))))
        player = game.asking[lot(len(game.asking), seed, choice, "who")]
        given = [player]
        path: tuple[Any, ...] = ()
        while (menu := game.menu(player, *path)) is not None:
            named = options(game, menu)
            places = liked(named, seed, used) if lot(4, seed, choice, len(path), "liked") else ordered(named)
            first = lot(len(places), seed, choice, len(path))
            at = picked(game, player, path, menu, places[first:] + places[:first])
            used[label(named[at])] += 1
            given.append([sorted(map(plain, named)), named[at]])
            path = (*path, list(menu)[at])
        return given, list(game.answer(player, *path))
    except Exception as error:
        return ["error", type(error).__name__, isinstance(error, rulewright.RulewrightError), given], []


def lot(among: int, *about: Any) -> int:
    """Give a random number below a bound that depends only on the given values."""
    return (crc32(repr(about).encode()) * MIXER % 2**32 >> 8) % max(1, among)


def liked(named: list[Any], seed: int, used: Counter[str]) -> list[int]:
    """Give the places of the options that a journal prefers: any, those of some actions, or what it has used least."""
    manner = lot(3, seed, "manner")
    ranks = [(0, lot(2**16, seed, label(each)), used[label(each)])[manner] for each in named]
    return [place for place in ordered(named) if ranks[place] == min(ranks)]


def label(named: Any) -> str:
    """Give the name of an option for a journal with preferences: its action, or the option itself."""
    return str(named[0] if isinstance(named, list) else named)


def ordered(named: list[Any]) -> list[int]:
    """Give the places of the options in an order that does not depend on the menu's order."""
    return sorted(range(len(named)), key=lambda place: (plain(named[place]), place))


def picked(game: Any, player: int, path: tuple[Any, ...], menu: Any, places: list[int]) -> int:
    """Give the first place; for texts, that of the first text that is accepted, if there is one."""
    if menu.kind != "text":
        return places[0]
    keys = list(menu)
    return next((place for place in places if fits(game, player, (*path, keys[place]))), places[0])


def fits(game: Any, player: int, path: tuple[Any, ...]) -> bool:
    """Say whether some picks can be given; an available text may be refused."""
    try:
        game.menu(player, *path)
    except rulewright.RulewrightError:
        return False
    return True


def options(game: Any, menu: Any) -> list[Any]:
    """Name what may be picked, in the menu's order: an action with the name of its holder, a thing, or the option itself."""
    names = game.state.names
    refers = menu.kind in ("object", "stack")
    return [uncommented(key) if menu.kind == "text" else _option(names, key, refers) for key in menu]


def _option(names: list[str], key: Any, refers: bool) -> Any:
    if isinstance(key, tuple):
        return [key[0], names[key[1] % SLOTS]]
    return names[key % SLOTS] if refers and isinstance(key, int) and key >= 0 else key


# -- what is written down ----------------------------------------------------------------------------------------------


def factual(game: Any, events: list[Any]) -> list[str]:
    """Give the events of an answer that change facts, sorted, because their order is not compared."""
    told = [event for event in events if event[0] in FACTUAL and not any(name in event for name in UNCOMPARED)]
    return sorted(plain(_event(game, event)) for event in told)


def _event(game: Any, event: Any) -> list[Any]:
    """Give an event with names for numbers that may change: stats and lasting effects; of a new thing only its name."""
    kind, *parts = event
    if kind in ("lasts", "expired"):
        parts = [part and _lasting(game, part) for part in parts]
    elif kind == "changed":
        parts[1] = game.book.stats[parts[1]].name
    elif kind == "moved":
        parts[3:] = [made and made[0] for made in parts[3:]]
    elif kind == "linked":
        parts[2:] = [_referred(game, parts[1], part) for part in parts[2:]]
        parts[1] = _link(game, parts[1])
    elif kind == "tallied":
        parts[0] = _tally(game, parts[0])
    elif kind == "amended":
        parts = uncommented(parts)
    return [kind, *parts]


def _referred(game: Any, name: Any, to: Any) -> Any:
    """Give what a link refers to; of what a player has done, the origins by names, without capitals."""
    if name != "deeds" or to is None:
        return uncommented(to) if name == "text" else to
    return [[frames, *_origin(game, *origin), complete] for frames, origin, complete in to]


def _origin(game: Any, name: Any, thing: int = -1) -> list[Any]:
    return [game.book.words[name] if isinstance(name, int) else " ".join(name.casefold().split()), thing]


def _link(game: Any, name: Any) -> str:
    """Name a link; a link noted under a word is identified by the number of the word."""
    return f"noted {game.book.words[name]}" if isinstance(name, int) else str(name)


def _tally(game: Any, what: Any) -> str:
    """Name what is counted: a noted word, how often a structure has passed, or that an ability was used in a frame."""
    if not isinstance(what, tuple):
        return str(game.book.words[what] if isinstance(what, int) else what)
    name = game.book.procedure_name
    passed = f"{name(what[1])} passed/{name(game.book.main)}"
    return passed if what[0] == "passed" else f"{game.book.actions[what[1]].name} is met/frame {what[2]}"


def uncommented(value: Any) -> Any:
    """Give the texts of players without their comments, which do not affect the game."""
    if isinstance(value, str):
        return "\n".join(line for line in value.splitlines() if not line.lstrip().startswith("#"))
    return [uncommented(part) for part in value] if isinstance(value, list | tuple) else value


def clock(game: Any) -> int:
    """Give the time of a game in seconds."""
    now: int = game.state.now
    return now


def facts(game: Any) -> Data:
    """Give the facts of a game, without numbers of frames and without names of causes."""
    now, book = game.state, game.book
    zones = [zone.name for zone in book.zones]
    return {
        "now": clock(game),
        "things": [[*thing, cells] for *thing, cells in zip(now.names, now.places, _cells(game), strict=True)],
        "zones": [
            [zones[kind] if kind >= 0 else "closed", *rest, list(lying)]
            for (kind, *rest), lying in zip(now.grounds, now.zones, strict=True)
        ],
        "links": sorted(
            plain([slot, _link(game, name), _referred(game, name, to)])
            for (slot, name), to in now.links.items()
            if name not in UNCOMPARED
        ),
        "tallies": sorted(plain([_tally(game, what), slot, n]) for (what, slot), n in now.tallies.items() if n),
        "lasting": sorted(plain(_lasting(game, effect)) for effect in now.lasting.values()),
        "amendments": uncommented(now.amendments),
    }


def _cells(game: Any) -> list[Data]:
    """Give the numbers of each thing by stat name; kinds and actions are given by name, since their numbers may change."""
    state, book = game.state, game.book
    stats = [stat.name for stat in book.stats]
    rows = [state.cells[at : at + state.width].tolist() for at in range(0, len(state.cells), state.width)]
    cells = [dict(zip(stats, row, strict=True)) for row in rows]
    for row in cells:
        row["kind"] = book.kinds[row["kind"]].name
        row["action"] = book.actions[row["action"]].name if row["action"] >= 0 else None
    return cells


def _lasting(game: Any, effect: Any) -> Data:
    """Give a lasting effect without its own number and those of frames; of what it is asked about, only the sort."""
    question = game.book.stats[effect.question].name if isinstance(effect.question, int) else effect.question[0]
    told = {name: getattr(effect, name) for name in ("name", "object", "op", "amount", "uses", "by")}
    return {**told, "question": question, "until": effect.until[0]}


def unworded(shown: Any) -> Any:
    """Give a view without its texts for people, and without the comments of texts."""
    if isinstance(shown, dict):
        return {key: unworded(value) for key, value in shown.items() if key not in WORDING}
    return [unworded(value) for value in shown] if isinstance(shown, list | tuple) else uncommented(shown)


def plain(value: Any) -> str:
    """Give a value as text that is the same in every process."""
    return json.dumps(value, sort_keys=True, default=str)


def brief(seen: Data) -> Data:
    """Give an observation with a short hash for each of its parts, for comparing many."""
    return {key: value if type(value) is int else sha256(plain(value).encode()).hexdigest()[:12] for key, value in seen.items()}


def main(book: str, count: str, answers: str, seed: str, views: str, journal: str = "", choice: str = "") -> None:
    """Write one line for each choice: hashes of everything, or one choice of one journal whole."""
    numbers = [int(journal)] if journal else range(int(count))
    for seen in journals(loaded(book), numbers, int(answers), int(seed), int(views)):
        if not journal:
            print(plain(brief(seen)), flush=True)
        elif seen["choice"] == int(choice):
            print(plain(seen), flush=True)
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
