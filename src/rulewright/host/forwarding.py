"""Forwards requests about games with rule text of strangers to a separate process for each such game.

If a process ends, because its game took too much time or memory, its connections are closed with an explanation, and the next
connection starts it again with the game from the store. Other games are not affected.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulewright.host import access
from rulewright.host.game_process import CLOSE, DONE, IN, LONGEST, OPEN, OUT, SCOPE, SENT, line, unpacked
from rulewright.host.registry import Registry

MOST: Final = 16
"""The largest number of such processes."""
YOUNG: Final = 5.0
"""The number of seconds for which a process is not ended to wake another game."""
IDLE: Final = 60.0
"""The number of seconds without a connection after which a process is ended."""
COMMAND: Final = (sys.executable, "-c", "import sys; from rulewright.host.game_process import work; work(*sys.argv[1:])")
ENDED: Final = "the rules of this game took too much time or memory, so it was stopped; no answer is lost: open the game again"
FULL: Final = "too many games with rule text of their own are open here just now: try again later"


@dataclass(eq=False)
class GameProcessLink:
    """The server's end of a game process."""

    process: asyncio.subprocess.Process
    visits: dict[int, asyncio.Queue[tuple[str, Any] | None]] = field(default_factory=dict)
    quiet: float = field(default_factory=time.monotonic)  # since when nobody is connected

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self.process.returncode is not None

    async def hear(self) -> None:
        """Forward what the process writes; when it ends, tell everybody who is connected."""
        assert self.process.stdout is not None
        with suppress(ValueError):  # a line that is too long, or not JSON: not from our program
            while text := await self.process.stdout.readline():
                number, what, data = json.loads(text)
                if number in self.visits:
                    self.visits[number].put_nowait((what, unpacked(data)))
        self.end()
        await self.process.wait()
        for visit in self.visits.values():
            visit.put_nowait(None)

    def say(self, number: int, what: str, data: Any = None) -> None:
        """Write to the process."""
        assert self.process.stdin is not None
        if not self.process.stdin.is_closing():
            self.process.stdin.write(line(number, what, data))

    def end(self) -> None:
        """End the process."""
        with suppress(ProcessLookupError):
            self.process.kill()


class Forwarding:
    """The game processes, by game."""

    def __init__(self, registry: Registry, most: int = MOST) -> None:
        self.registry, self.most = registry, most
        self.far: dict[str, GameProcessLink] = {}
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()

    async def open(self, game: str, rest: float = 0.0) -> GameProcessLink | None:
        """Give the process of a game, started if necessary; None if too many are in use, or were until some seconds ago."""
        async with self._opening:
            self.sweep()
            found, before = self.far.get(game), time.monotonic() - rest
            if found is None and len(self.far) >= self.most:
                idle = [(far.quiet, id) for id, far in self.far.items() if not far.visits and far.quiet <= before]
                if not idle:
                    return None
                self.far.pop(min(idle)[1]).end()
            return found or await self._begun(game)

    async def _begun(self, game: str) -> GameProcessLink:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND, str(self.registry.store.path), game, stdin=pipe, stdout=pipe, limit=LONGEST
        )
        found = self.far[game] = GameProcessLink(process)
        task = asyncio.create_task(found.hear())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return found

    def sweep(self) -> None:
        """Forget processes that have ended, and end those that were not used for a while."""
        now = time.monotonic()
        for id, far in list(self.far.items()):
            if not far.ended and (far.visits or now - far.quiet < IDLE):
                continue
            far.end()
            del self.far[id]

    async def run(self) -> None:
        """Sweep from time to time."""
        while True:
            await asyncio.sleep(IDLE / 4)
            self.sweep()

    async def wake(self, game: str) -> None:
        """Wake a game with something due: its process looks after its own timers. If many are due, they take turns."""
        await self.open(game, YOUNG)

    async def close(self) -> None:
        """End every process."""
        for far in self.far.values():
            far.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- one connection ------------------------------------------------------------------------------------------------

    async def visit(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a game process answer a connection."""
        far = await self.open(game)
        if far is None:
            await _refused(scope, receive, send, FULL)
            return
        number = next(self._numbers)
        coming = far.visits[number] = asyncio.Queue()
        far.say(number, OPEN, {name: scope[name] for name in SCOPE if name in scope})
        forward = asyncio.create_task(_forward(far, number, receive))
        try:
            await _answered(far, number, coming, scope, receive, send)
        finally:
            forward.cancel()
            far.visits.pop(number, None)
            far.quiet = time.monotonic()
            far.say(number, CLOSE)


async def _forward(far: GameProcessLink, number: int, receive: Receive) -> None:
    while True:
        message = await receive()
        far.say(number, IN, dict(message))
        if message["type"].endswith(".disconnect"):
            return


async def _answered(
    far: GameProcessLink, number: int, coming: asyncio.Queue[Any], scope: Scope, receive: Receive, send: Send
) -> None:
    """Forward the replies of the process, one message after another."""
    begun = False
    while (found := await coming.get()) is not None:
        what, message = found
        if what == DONE:
            return
        if what == OUT:
            begun = True
            await send(_read(message))
            far.say(number, SENT)
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013, "reason": ENDED})
    elif not begun:
        await PlainTextResponse(ENDED, 503)(scope, receive, send)


def _read(message: Message) -> Message:
    if "headers" in message:
        message["headers"] = [tuple(pair) for pair in message["headers"]]
    return message


async def _refused(scope: Scope, receive: Receive, send: Send, words: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1013, "reason": words})
    else:
        await PlainTextResponse(words, 503)(scope, receive, send)


class RequestSorter:
    """Sends requests about a stranger's game to its process, and all others to the server."""

    def __init__(self, app: ASGIApp, relays: Forwarding) -> None:
        self.app, self.relays = app, relays

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a connection where it belongs."""
        game = self._game(scope["path"]) if scope["type"] in ("http", "websocket") else ""
        if game and self.relays.registry.strange(game):
            await self.relays.visit(game, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _game(self, path: str) -> str:
        """Give the game that a path is about, "" for none."""
        kind, _, rest = path.removeprefix("/").partition("/")
        if kind == "g":
            return rest.partition("/")[0]
        if kind != "j":
            return ""
        place = self.relays.registry.store.read(lambda connection: access.behind(connection, rest))
        return "" if place is None else place.game
