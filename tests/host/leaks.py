"""Compares every byte that a seat or a spectator is sent with those of a twin game that differs only in what it may not know.

In the twin, things that the viewer has never seen have other faces: everything that has happened is the same, answer by answer,
and only a viewer who sees those faces could notice a difference. Each game has its own room, and both continue with the same
answers, until one of those faces is revealed or the rules act on it.

`python -m tests.host.leaks --games 200` is the long run; CI plays a few.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from benchmarks import leave
from rulewright import books
from rulewright.host import access, workers
from rulewright.host.access import Place
from rulewright.host.automatic_passes import AutomaticPasses
from rulewright.host.registry import Registry
from rulewright.host.rooms import Room
from rulewright.host.seating import PERSON, Chair
from rulewright.host.services import Seated
from rulewright.host.sockets import Allowance, Socket
from rulewright.host.store import Store
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done
from rulewright.kernel.sight import redeal, views, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import KIND, OWN, OWNER, SIDE
from rulewright.play.bots import nothing
from rulewright.protocol import messages
from rulewright.testing.answers import random_answer, random_path, random_player
from rulewright.testing.leaks import viewers

BEFORE, AFTER = 60, 12
"""How many answers a game has at most before its twin is made, and how many both get after that."""
MANY = 40
"""How many passes are given in a row at most."""
BOTH = ("changed", "linked", "lasts", "expired")
"""Events after which a thing is no longer as it was printed."""


# -- twins -------------------------------------------------------------------------------------------------------------


class Onlooker(Witness):
    """A witness that records every thing whose face it has seen."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        super().__init__(game, viewer)
        self.seen: set[int] = set()
        self._look()

    def _look(self) -> None:
        m = self.machine
        self.seen |= {slot for slot in range(len(m.state.places)) if visibility.knows(m, self.viewer, slot)}

    def tell(self, done: Done, event: Event, told: Event) -> Any:
        """Look around after an event that is told."""
        return self.untold(event)

    def untold(self, event: Event) -> Any:
        """Look around after any event."""
        if event[0] in ("moved", "revealed"):
            self.seen.add(views.faced(self.machine, self.viewer, event))
            self._look()


def never_seen(game: Game, viewer: Viewer) -> set[int]:
    """Gives the things whose faces a viewer has never seen and that are still as printed."""
    onlooker = Onlooker(game, viewer)
    onlooker.follow(game.done)
    touched = {event[1] for event in game.events if event[0] in BOTH and isinstance(event[1], int)}
    return set(redeal.unseen(game.machine, viewer)) - onlooker.seen - touched


def twin(game: Game, viewer: Viewer, chance: Random, near: bool = False) -> tuple[Game, set[int]] | None:
    """Gives a twin in which some things never seen have other faces, and which ones; None if no such game is possible.

    With `near`, faces are exchanged only between zones if things have moved unseen between them: a bot may know a deck's cards.
    """
    groups: dict[Any, list[int]] = {}
    home = redeal.homes(game) if near else dict.fromkeys(range(len(game.state.zones)), 0)
    for slot in sorted(never_seen(game, viewer)):
        key = (game.state.cell(slot, OWNER), game.state.cell(slot, SIDE), home[game.state.places[slot]])
        groups.setdefault(key, []).append(slot)
    for most in (1000, 12, 4, 4, 2, 2, 2):
        faces: dict[int, int] = {}
        for slots in groups.values():
            some = chance.sample(slots, min(most, len(slots)))
            faces |= dict(zip(some, chance.sample(some, len(some)), strict=True))
        other = _with_faces(game, faces)
        changed = {slot for slot in faces if other.state.names[slot] != game.state.names[slot]}
        if changed and _could_be(other):
            return other, changed
    return None


def _with_faces(game: Game, faces: dict[int, int]) -> Game:
    other = game.copy()
    other.handles = {}
    state, was, width = other.state, game.state, game.state.width
    columns = [KIND, *(stat for stat in range(OWN, width) if stat not in game.book.open_stats)]
    for slot, face in faces.items():
        state.names[slot] = was.names[face]
        for column in columns:
            state.cells[slot * width + column] = was.cells[face * width + column]
    other.machine.forget()
    return other


def _could_be(game: Game) -> bool:
    """Says whether the rules allow a game to go exactly like this, from its first answer on."""
    again, given = game.copy(), list(game.done)
    again.handles = {}
    while len(again.done) > 1:
        again.undo()
    try:
        for done in given[1:]:
            again.enter(done.entry.player, done.entry.path, done.entry.at)
            if again.done[-1].events != done.events:
                return False
    except RulewrightError:
        return False
    return True


# -- what is sent ------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Ear:
    """Records everything that is sent to a viewer without a request, as it is sent over the connection."""

    room: Room
    viewer: Viewer
    heard: list[str] = field(default_factory=list)
    known: Any = None

    def changed(self) -> None:
        """Records the news, whole and as changes since the last ones."""
        told = self.room.told(self.viewer, self.known)
        self.known = told.news
        self.heard += [told.text, self.room.told(self.viewer).text, self.room.choice(self.viewer)]

    def tell(self, message: Any) -> None:
        """Keep a last message."""
        self.heard.append(messages.encode(message))


class Side:
    """One of the two games, in its own room, with its viewer connected."""

    def __init__(self, registry: Registry, room: Room, viewer: Viewer) -> None:
        self.room, self.ear, self.near = room, Ear(room, viewer), False
        place = Place(room.id, access.SPECTATOR) if viewer is None else Place(room.id, access.SEAT, viewer)
        self.socket = Socket(None, Seated(registry, room, place, False))  # type: ignore[arg-type]
        room.join(self.ear)

    async def ask(self, method: str, **given: Any) -> str:
        """Send one message and give the reply, byte for byte."""
        self.socket.allowance = Allowance()
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": given})
        return await self.socket.reply(message) or ""


async def impression(side: Side, chance: Random, lines: int) -> list[tuple[str, str]]:
    """Gives everything that a viewer can ask for, with the request beside each reply; some lines of its log are opened."""
    told = []
    for method, given in _requests(side, chance, lines):
        told.append((f"{method} {given}", await side.ask(method, **given)))
    return told


def _requests(side: Side, chance: Random, lines: int) -> Iterable[tuple[str, dict[str, Any]]]:
    room, viewer = side.room, side.ear.viewer
    yield from ((method, {}) for method in ("hello", "asking", "view", "events", "log", "closed", "rules", "help", "aims"))
    yield from (("rules", {"number": number}) for number in ("1", "no such rule"))
    yield from (("agree", {"to": wish}) for wish in ("draw", "nothing of the kind"))
    yield "no such method", {}
    known = len(room.chronicles[viewer].lines)
    for line in [*sorted(chance.sample(range(known), min(lines, known))), known, known + 9]:
        yield from ((method, {"line": line}) for method in ("explain", "position"))
    names = chance.sample(sorted(room.game.state.names), 3)
    for action in chance.sample(room.game.book.actions, min(8, len(room.game.book.actions))):
        yield "why_not", {"action": action.name}
        yield "why_not", {"action": action.name, "targets": names[:1]}
    for picks in ("nothing of the kind", [], ["no such option"], ["00000000.0"], names):
        yield "answer", {"picks": picks}
        yield "pick", {"picks": picks}
        yield "asking", {"picks": picks}
    if viewer in room.game.asking:
        for option in room.table.question(viewer).get("options", [])[:12]:
            yield "asking", {"picks": [option["id"]]}
        for option in room.table.question(viewer).get("options", [])[:12]:
            if not room.table.asking(viewer, [option["id"]])["asked"][0]["whole"]:
                yield "pick", {"picks": [option["id"]]}


# -- two games side by side --------------------------------------------------------------------------------------------


class Tables:
    """Two registries over two stores, in which games of the same name are begun."""

    def __init__(self, folder: Path) -> None:
        self.stores = [Store(folder / name) for name in ("one.sqlite", "other.sqlite")]
        self.registries = [Registry(store, 10**9, now=lambda: 1_000_000) for store in self.stores]
        self.games = count()

    @asynccontextmanager
    async def sides(self, games: Iterable[Game], viewer: Viewer) -> AsyncIterator[tuple[Side, Side]]:
        """Puts a game and its twin into rooms; each is read back from its store, as after a restart."""
        name, found = f"game{next(self.games)}", []
        for registry, game in zip(self.registries, games, strict=True):
            chairs = [Chair(seat, PERSON, f"P{seat}") for seat in range(len(game.seats))]
            with mock.patch("secrets.token_urlsafe", side_effect=(name, f"{name} link {id(registry)}")):
                await registry.take_in(game, chairs, title="A game")
            found.append(Side(registry, await registry.room(name), viewer))
        yield found[0], found[1]
        for registry in self.registries:
            registry.rooms.pop(name)

    def close(self) -> None:
        """Closes both stores."""
        for store in self.stores:
            store.close()


class Different(AssertionError):
    """A byte that reveals what a viewer may not know."""


async def compare(one: Side, other: Side, where: str, seed: str, lines: int) -> int:
    """Compares all that both viewers were told or can ask; gives how many messages that were."""
    asked = [await impression(side, Random(seed), lines) for side in (one, other)]
    heard = [[("news", text) for text in side.ear.heard] for side in (one, other)]
    if one.near and one.ear.viewer in one.room.game.asking:
        for side, told in zip((one, other), asked, strict=True):
            told += [(who, repr(path)) for who, path in _programs(side)]
    for (request, mine), (_, others) in zip(heard[0] + asked[0], heard[1] + asked[1], strict=True):
        if mine != others:
            raise Different(f"{where}: {request}\n  {mine}\n  {others}")
    for side in (one, other):
        side.ear.heard.clear()
    return len(asked[0])


def _programs(side: Side) -> Iterable[tuple[str, Any]]:
    """Gives what programs answer for the viewer: a bot in its seat, or the clock if nobody is there."""
    game, viewer = side.room.game, side.ear.viewer
    assert viewer is not None
    yield "bot", workers.TASKS["think"](json.loads(json.dumps(workers.thought(game, viewer))))
    yield "out of time", nothing(game.copy(), viewer, Random(side.room.changed))


async def _pass_on(sides: tuple[Side, Side], changed: set[int]) -> bool:
    """Gives automatic passes for the viewer in both games; says whether they are still twins."""
    viewer, habits = sides[0].ear.viewer, (AutomaticPasses(), AutomaticPasses())
    for _ in range(MANY):
        if not _still(sides[0].room, sides[1].room, changed, viewer):
            return False
        for side, each in zip(sides, habits, strict=True):
            each.changed(side.room)
        if habits[0].waiting != habits[1].waiting:
            raise Different(f"a pass is given for viewer {viewer} in one of the games alone")
        if not habits[0].waiting:
            break
        for each in habits:
            await each.step()
    return _still(sides[0].room, sides[1].room, changed, viewer)


async def play(tables: Tables, book: str, seed: int, viewer_at: int, before: int = BEFORE, after: int = AFTER) -> int:
    """Plays one game at random, then both; gives how many messages were compared, 0 if no twin could be made."""
    loaded, chance = _loaded(book), Random(f"{book} {seed} {viewer_at}")
    game = Game(loaded, chance.choice(list(loaded.scenes)), seed=chance.getrandbits(512) | 1 << 512)
    while not game.over and len(game.done) < chance.randrange(2, before):
        random_answer(game, seed)
    all_viewers = viewers(game)
    viewer = all_viewers[viewer_at % len(all_viewers)]
    near = chance.random() < 0.5
    made = twin(game, viewer, chance, near)
    if made is None:
        return 0
    other, changed = made
    where = f"{book}, {game.scene}, seed {seed}, viewer {viewer}"
    async with tables.sides((game, other), viewer) as sides:
        for side in sides:
            side.near = near
        compared = await compare(*sides, where, f"{where} 0", 8)
        for number in range(after):
            if not await _go_on(sides, changed, chance, seed):
                break
            compared += await compare(*sides, f"{where}, {number + 1} answers on", f"{where} {number}", 4)
    return compared


_BOOKS: dict[str, Any] = {}


def _loaded(name: str) -> Any:
    return _BOOKS.setdefault(name, books.load(name))


async def _go_on(sides: tuple[Side, Side], changed: set[int], chance: Random, seed: int) -> bool:
    """Gives both games the same answer, or asks for an undo for the viewer; says whether they are still twins."""
    one, other = (side.room for side in sides)
    viewer = sides[0].ear.viewer
    if one.over or other.over:
        return False
    if viewer is not None and chance.random() < 0.2:
        replies = [(await side.ask("undo"), await side.ask("pass_until", until="dawn")) for side in sides]
        if replies[0] != replies[1]:
            raise Different(f"undo, viewer {viewer}:\n  {replies[0]}\n  {replies[1]}")
        return len(one.game.done) > 1
    if viewer is not None and chance.random() < 0.2:
        until = chance.choice(("my turn", "something happens"))
        orders = [await side.ask("pass_until", until=until) for side in sides]
        if orders[0] != orders[1]:
            raise Different(f"pass until {until}, viewer {viewer}:\n  {orders[0]}\n  {orders[1]}")
        return await _pass_on(sides, changed)
    player = random_player(one.game, seed)
    path = random_path(one.game, player, chance.randrange(1 << 30))
    try:
        for room in (one, other):
            await room.answer_by_keys(room.table, player, path)
    except RulewrightError:
        if player == viewer:
            raise
        return False  # other players could act differently on what only they see
    return _still(one, other, changed, viewer)


def _still(one: Room, other: Room, changed: set[int], viewer: Viewer) -> bool:
    """Says whether two games are still twins: the same has happened, and the viewer has seen none of the changed faces."""
    same = one.game.done[-1].events == other.game.done[-1].events and one.game.asking == other.game.asking
    return same and changed <= never_seen(one.game, viewer)


async def run(names: Iterable[str], games: int, seed: int, folder: Path, tell: bool = False) -> dict[str, int]:
    """Plays so many games of each book; gives how many messages were compared in each."""
    tables, found, began = Tables(folder), dict.fromkeys(names, 0), time.monotonic()
    try:
        for at, (number, name) in enumerate([(number, name) for number in range(games) for name in found], 1):
            found[name] += await play(tables, name, seed + number, number)
            if tell and number and at % len(found) == 0:
                spent = time.monotonic() - began
                print(f"{number + 1} of {games} games, {spent:.0f} s, {spent / (number + 1) * (games - number - 1):.0f} s left")
    finally:
        tables.close()
    return found


def secretive() -> list[str]:
    """Names the shipped books that hide anything."""
    return [name for name in books.shipped() if _loaded(name).secret]


def main() -> int:
    """Plays the long run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--books", nargs="*", default=None)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(given.books or secretive(), given.games, given.seed, Path(folder), tell=True))
    print(", ".join(f"{name}: {compared:,} messages alike" for name, compared in found.items()))
    return 0


if __name__ == "__main__":
    leave(main)
