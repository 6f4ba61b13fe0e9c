"""The engine: several games at once, played by another program with JSON-RPC 2.0, one message per line.

Every method is a row of METHODS. This module reads requests; the kernel plays the games.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from rulewright import __version__, books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.sight.visibility import HOST
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.protocol import library, messages, methods, params, tables
from rulewright.protocol.faults import NoGame, TooManyGames, fault, internal
from rulewright.protocol.library import Library
from rulewright.protocol.messages import METHOD, Data, Fault
from rulewright.protocol.params import Given, Param
from rulewright.protocol.tables import Table

PROTOCOL: Final = 1
"""The version of the protocol; it changes when an existing message changes."""

GAMES: Final = 1000
"""The default for the largest number of open games."""


@dataclass(slots=True)
class Engine:
    """Games by id; a request changes one of them completely or not at all."""

    limit: int = GAMES
    games: dict[str, Table] = field(default_factory=dict)
    made: int = 0
    books: Library = field(default_factory=Library)
    _before: list[tuple[str, Table | None]] = field(default_factory=list)

    def reply(self, line: bytes | None) -> str | None:
        """Answer one line; None if it needs no reply."""
        return messages.reply(line, self.call)

    def call(self, method: str, given: Any) -> str:
        """Carry out a request and give the result as JSON text; after a failure every game is unchanged."""
        self._before = []
        try:
            return messages.encode(self.result(method, given))
        except Fault:
            self._put_back()
            raise
        except RulewrightError as error:
            self._put_back()
            raise fault(error) from None
        except Exception as error:
            self._put_back()
            raise internal(error) from error

    def result(self, method: str, given: Any) -> Data:
        """Carry out a request and give the result."""
        if method not in METHODS:
            near, expected = params.nearest(method, METHODS), ", ".join(METHODS)
            data = {"code": "method", "expected": expected, "nearest": near}
            raise Fault(METHOD, f"there is no method {messages.quote(method)}: the methods are {expected}", data)
        do, wanted = METHODS[method]
        return do(self, params.read(method, given, wanted))

    # -- games -----------------------------------------------------------------------------------------------------

    def table(self, given: Given) -> Table:
        """Find the game that a request names."""
        found = self.games.get(given["game"])
        if found is None:
            known = ", ".join(list(self.games)[:10]) or "none"
            raise NoGame(f"there is no game {messages.quote(given['game'])}; open games: {known}")
        return found

    def put(self, id: str, table: Table | None) -> None:
        """Store a game under its id, or remove it; the earlier one comes back if the request fails."""
        self._before.append((id, self.games.get(id)))
        if table is None:
            del self.games[id]
        else:
            self.games[id] = table

    def _put_back(self) -> None:
        for id, table in reversed(self._before):
            if table is None:
                self.games.pop(id, None)
            else:
                self.games[id] = table

    def seat(self, game: Game, players: list[str]) -> Table:
        """Make a table with a new id for a new game."""
        if players and len(players) != len(game.seats):
            expected = f"{len(game.seats)} names, for {', '.join(game.seats)}"
            raise params.wrong("seats", f"there are {len(players)} names for {len(game.seats)} seats: give {expected}", expected)
        for n, name in enumerate(players):
            others = (*players[:n], *players[n + 1 :], *game.seats[:n], *game.seats[n + 1 :])
            if name.casefold() in map(str.casefold, others):
                expected = "names that differ, none of them another seat's"
                raise params.wrong("seats", f"{name!r} would be the name of two seats: give {expected}", expected)
        return self.admit(lambda id: tables.seated(id, game, players))

    def admit(self, make: Callable[[str], Table]) -> Table:
        """Give a new table an id and store it."""
        self.room()
        self.made += 1
        table = make(f"g{self.made}")
        self.put(table.id, table)
        return table

    def room(self) -> None:
        """Refuse a game if too many are open."""
        if len(self.games) >= self.limit:
            raise TooManyGames(f"{self.limit}  games are open, and no more are allowed: close one first")


# -- methods -----------------------------------------------------------------------------------------------------------


def _hello(engine: Engine, given: Given) -> Data:
    methods = {name: [f"{p.name}{'' if p.needed else '?'}" for p in wanted] for name, (_, wanted) in METHODS.items()}
    limits = {"games": engine.limit, "line": messages.LINE}
    return {"program": "rulewright", "version": __version__, "protocol": PROTOCOL, "methods": methods, "limits": limits}


def _books(engine: Engine, given: Given) -> Data:
    return {"books": [library.about(engine.books.book({"book": name}).book) for name in books.known()]}


def _check(engine: Engine, given: Given) -> Data:
    return library.check(given)


def _new(engine: Engine, given: Given) -> Data:
    engine.room()
    if "scene" in given and "position" in given:
        raise params.wrong("position", "a game begins from a scene or from a position, not from both", "scene or position")
    book, problems = engine.books.book(given)
    game = _set_up(book, library.scene(given, book), given)
    warned = {"problems": [library.problem_data(problem) for problem in problems]} if problems else {}
    return {**_begun(engine.seat(game, given.get("seats", []))), **warned}


def _set_up(book: Book, scene: str, given: Given) -> Game:
    try:
        return Game(book, scene, seed=given.get("seed", 0), dice=given.get("dice"))
    except ValueError as error:
        expected = "a position that fits its map"
        name = "position" if "position" in given else "scene"
        raise params.wrong(name, f"{scene} cannot be set up: {error}", expected) from None


def _begun(table: Table) -> Data:
    return {**table.about(), "asking": table.asking(HOST)}


def _load(engine: Engine, given: Given) -> Data:
    engine.room()
    saved = given["save"]
    game = books.restore(saved if isinstance(saved, str) else json.dumps(saved))
    return _begun(engine.seat(game, given.get("seats", [])))


def _copy(engine: Engine, given: Given) -> Data:
    return _begun(engine.admit(engine.table(given).copied))


def _close(engine: Engine, given: Given) -> Data:
    table = engine.table(given)
    engine.put(table.id, None)
    return {"closed": table.id}


def _games(engine: Engine, given: Given) -> Data:
    return {"games": [{**t.about(), "answers": t.game.state.number, "over": t.game.over} for t in engine.games.values()]}


TEXT = (Param("book", params.TEXT), Param("files", params.FILES), Param("readings", params.NAMED))
SEATS = Param("seats", params.SEATS)
PLACE = (Param("scene", params.TEXT), Param("position", params.TEXT))

METHODS: dict[str, tuple[Callable[[Engine, Given], Data], tuple[Param, ...]]] = {
    "hello": (_hello, ()),
    "books": (_books, ()),
    "check": (_check, (*TEXT, Param("strict", params.TRUTH))),
    "new": (_new, (*TEXT, *PLACE, SEATS, Param("seed", params.NUMBER), methods.DICE)),
    **methods.OF_A_GAME,
    "bot": (methods.bot, methods.BOT),
    "load": (_load, (Param("save", params.SAVE, needed=True), SEATS)),
    "copy": (_copy, (methods.GAME,)),
    "close": (_close, (methods.GAME,)),
    "games": (_games, ()),
}


# -- lines -------------------------------------------------------------------------------------------------------------


def replies(source: BinaryIO, engine: Engine) -> Iterator[bytes]:
    """Give the replies to the lines of a stream."""
    for line in messages.lines(source):
        text = engine.reply(line)
        if text is not None:
            yield text.encode("utf-8") + b"\n"


def serve(source: BinaryIO, sink: BinaryIO, games: int = GAMES) -> None:
    """Answer line by line until the input ends or nobody reads the output."""
    try:
        for line in replies(source, Engine(games)):
            sink.write(line)
            sink.flush()
    except BrokenPipeError:
        # Python would report it again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(games: int = GAMES) -> None:
    """Run the engine on standard input and output."""
    serve(sys.stdin.buffer, sys.stdout.buffer, games)
