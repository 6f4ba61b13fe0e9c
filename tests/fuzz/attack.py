"""Bad input for everything that reads: rule text, saved games, engine lines; and what must be true for any input.

Each attack takes a `random.Random` and raises Broken if a promise is broken: every refusal is one of our own error classes, and
a refused input changes no game. All random numbers come from this generator, so that the same seed gives the same input.
"""

from __future__ import annotations

import json
import os
import random
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unittest import mock

import rulewright
from rulewright import books
from rulewright.adapters.engine import METHODS, Engine
from rulewright.kernel.errors import RulewrightError, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.language.check.checking import check
from rulewright.language.check.problems import RuleTextError
from rulewright.language.text.format import format_text
from rulewright.program.declared import Limits
from rulewright.protocol.messages import INTERNAL
from tests.fuzz.mutations import GENTLE, TESTS, cut, delete, insert, pages, rule_text
from tests.fuzz.texts import book_text


class Broken(AssertionError):
    """Raised if an input breaks a promise."""


# -- attacks on text ---------------------------------------------------------------------------------------------------


def attack_check(r: random.Random) -> None:
    """For any text, a check gives a report that can be shown."""
    text = rule_text(r)
    try:
        for line in check([("<text>", text)], books.finder(), None).lines():
            line.encode("utf-8", "surrogatepass")
    except RuleTextError:
        pass


def attack_format(r: random.Random) -> None:
    """Any text is refused with problems or formatted; formatting the result again does not change it."""
    text = rule_text(r)
    try:
        written = format_text(text)
    except RuleTextError as error:
        if not error.problems:
            raise Broken("refused without a problem") from None
        return
    if format_text(written) != written:
        raise Broken("formatting twice is not formatting once")


def attack_play(r: random.Random) -> None:
    """With any rules, a game continues, ends, or reports that an answer ran too long; a refused answer changes nothing."""
    text = book_text(r, 0, sound=True) if r.random() < 0.5 else r.choice(GENTLE)(r, cut(r, r.choice(pages())))
    report = check([("<text>", text)], books.finder(), None, limits=Limits(steps=3000))
    for scene in report.bound.book.scenes if report.bound.book is not None else ():
        try:
            _play(r, Game(report.bound.book, scene, seed=r.randrange(99)))  # type: ignore[arg-type]
        except RulewrightError:
            continue


def _play(r: random.Random, game: Game) -> None:
    for _ in range(8):
        if game.over:
            return
        player, path, before = r.choice(game.asking), list[Any](), game.fingerprint()
        while (menu := game.menu(player, *path)) is not None:
            path.append(r.choice(list(menu)))
        try:
            game.answer(player, *path, at=game.state.now + 3600)
        except RulewrightError:
            if game.fingerprint() != before:
                raise Broken("a refused answer changed the game") from None
            return
        if r.random() < 0.3:
            rulewright.explain(game)


# -- attacks on saves --------------------------------------------------------------------------------------------------


@cache
def games() -> tuple[Game, ...]:
    """Gives games that are in progress."""
    found = []
    for name in ("perft/corridor", "shapes/mandarin", "shapes/nomic", "contract/whispers"):
        game = Game(books.load(str(TESTS / f"{name}.rules")), seed=7)
        for _ in range(6):
            player, path = game.asking[0], list[Any]()
            while (menu := game.menu(player, *path)) is not None:
                path.append(next(iter(menu)))
            game.answer(player, *path)
        found.append(game)
    return tuple(found)


VALUES: tuple[Any, ...] = (None, True, False, 0, -1, 1, 7, 1 << 40, -(1 << 70), 1.5, "", "x", "Ann", [], [0], [[]], {}, {"a": 1})


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Lists the places of a JSON value, except those inside its rule text."""
    found = [path]
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        found += places(data[key], (*path, key))
    return found


def tampered(r: random.Random, data: Any) -> Any:
    """Changes a JSON value in a few places."""
    data = json.loads(json.dumps(data))
    for _ in range(r.choice((1, 1, 1, 2, 5))):
        found = places(data)[1:]
        if not found:
            break
        *above, key = r.choice(found)
        inside = data
        for step in above:
            inside = inside[step]
        way = r.random()
        value = json.loads(json.dumps(r.choice((*VALUES, inside[key]))))
        if way < 0.2:
            del inside[key]
        elif way < 0.3 and isinstance(inside, list):
            inside.insert(key, value)
        elif way < 0.45 and isinstance(inside[key], int):
            inside[key] += r.choice((-1, 1, 1000))
        else:
            inside[key] = value
    return data


@cache
def saved() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(json.dumps(saves.save(game))) for game in games())


def attack_saves(r: random.Random) -> None:
    """A damaged save is refused, or it is the game that was saved; a game loaded from it can be asked and answered."""
    at = r.randrange(len(games()))
    data = tampered(r, saved()[at])
    text = json.dumps(data)
    if r.random() < 0.3:
        text = r.choice((insert, delete, lambda r, text: text[: r.randrange(len(text))]))(r, text)
    try:
        whole = rulewright.restore(text)
    except SaveError:
        return
    _still_a_game(whole)


def attack_replay(r: random.Random) -> None:
    """A damaged journal is refused at the answer that no longer fits, under the book it was played by."""
    at = r.randrange(len(games()))
    data = tampered(r, {**saved()[at], "book": {}})
    try:
        whole = saves.replay(data, games()[at].book, r.choice((None, 0, 3)))
    except SaveError:
        return
    _still_a_game(whole)


def _still_a_game(game: Game) -> None:
    for player in game.asking:
        game.view(player)
        menu = game.menu(player)
        if menu is not None:
            str(menu)
    json.dumps(saves.save(game))
    game.where()


# -- attacks on the engine ---------------------------------------------------------------------------------------------

SMALL = (
    "Uses: nothing\nStart: G\nStat Wit: at least 0\nZone Z: in play\nstructure G\n  step a: each actor: take a T\n"
    "structure T of an actor\n  step a: window actions\n"
)
HOP = "Hop\ndo: gain 1 Wit\n\nScene S\n  cast A: Ada\n  cast B: Ben\n"
PARAMS: dict[str, tuple[Any, ...]] = {
    "game": ("g1", "g2", "g3", "g9"),
    "book": ("encounter", "nope"),
    "files": ({"a.rules": SMALL + HOP}, {"a.rules": "do: x"}),
    "scene": ("Duel", "S", "nope"),
    "position": ("Ada at 1,1 (Health 5) beside Ben", "Ada at 99,99", "("),
    "seat": (None, 0, 1, "Ada", "Heroes", "A"),
    "seats": (["Ann", "Bo"], ["Ann"], []),
    "picks": (["Hop"], "hop", ["pass"], ["Strike", "Grom"], [], "move 1,1", ["Move", "2,1"]),
    "seed": (0, 1, -5),
    "dice": ([3, 4], [], [1]),
    "at": (0, 100),
    "now": (0, 5),
    "since": (0, 2, 10**9),
    "action": ("Hop", "Strike", "nope"),
    "targets": (["Grom"], [], ["1,1"], ["x", "y"]),
    "answer": (0, 1, 2, 999),
    "readings": ({}, {"dash": "all moves"}, {"x": "y"}),
    "strict": (True, False),
    "preview": (True, False),
    "reroll": (True, False),
    "save": (None,),
    "level": ("easy", "20", "nope", 0),
}


@dataclass(slots=True)
class Session:
    """One engine with two games, attacked line by line."""

    engine: Engine = field(default_factory=Engine)
    number: int = 0

    def begin(self) -> None:
        self.send({"method": "new", "params": {"book": "encounter", "scene": "Duel", "seed": 3}})
        self.send({"method": "new", "params": {"files": {"a.rules": SMALL + HOP}}})

    def send(self, message: dict[str, Any]) -> None:
        self.number += 1
        self.line(json.dumps({"jsonrpc": "2.0", "id": self.number, **message}).encode())

    def line(self, line: bytes) -> None:
        """Sends a line; the reply is always JSON, never an internal error, and an error never changes a game."""
        before = self.fingerprints()
        reply = self.engine.reply(line)
        answers = [] if reply is None else json.loads(reply)
        for answer in answers if isinstance(answers, list) else [answers]:
            if "error" in answer and answer["error"]["code"] == INTERNAL:
                raise Broken(f"our own fault: {answer['error']['message']}")
        only = isinstance(answers, dict) and "error" in answers
        if only and before != self.fingerprints():
            raise Broken("a game changed although the line was refused")

    def fingerprints(self) -> dict[str, Any]:
        return {id: (table.game.state.number, table.game.state.cells[:]) for id, table in self.engine.games.items()}


_SESSION: list[Session] = []


def session() -> Session:
    """Gives the session under attack, a new one after so many lines."""
    if not _SESSION or _SESSION[0].number > 300:
        _SESSION[:] = [Session()]
        _SESSION[0].begin()
    return _SESSION[0]


def request(r: random.Random) -> dict[str, Any]:
    """Writes a request that may be valid."""
    method = r.choice((*METHODS, "answer", "answer", "asking", "why_not"))
    wanted = METHODS[method][1]
    given = {p.name: r.choice(PARAMS[p.name]) for p in wanted if p.needed or r.random() < 0.5}
    if "save" in given:
        given["save"] = tampered(r, r.choice(saved()))
    if "files" in given and r.random() < 0.5:
        given["files"] = {"a.rules": "Uses: nothing\n" + rule_text(r)}
    return {"jsonrpc": "2.0", "id": r.choice((1, "a", None, 2.5)), "method": method, "params": given}


def attack_engine(r: random.Random) -> None:
    """After any line, the engine continues and says what is wrong with the line."""
    data: Any = request(r)
    if r.random() < 0.4:
        data = tampered(r, data)
    if r.random() < 0.1:
        data = [data, request(r), r.choice(VALUES)]
    line = json.dumps(data).encode()
    if r.random() < 0.2:
        at = r.randrange(len(line) + 1)
        line = r.choice((line[:at], line[:at] + bytes([r.randrange(256)]) + line[at:], line * 2, b"", b"\xff\xfe", b"[" * 3000))
    now = session()
    now.number += 1
    now.line(line)


ATTACKS: dict[str, Callable[[random.Random], None]] = {
    "check": attack_check,
    "format": attack_format,
    "play": attack_play,
    "saves": attack_saves,
    "replay": attack_replay,
    "engine": attack_engine,
}


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Stores no compiled book on disk during the attack, because damaged books are never compiled again."""
    with mock.patch.dict(os.environ, {"RULEWRIGHT_CACHE": "off"}):
        yield


def attack(name: str, number: int) -> float:
    """Makes one attack and gives its duration; raises Broken, with the traceback, if a promise is broken."""
    begin = time.perf_counter()
    try:
        with nothing_kept():
            ATTACKS[name](random.Random(f"{name} {number}"))
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{type(error).__name__}: {error}\n{traceback.format_exc()}") from error
    return time.perf_counter() - begin
