"""An annexe: the server's whole application for one game whose rule text a stranger wrote, in a process of its own.

What comes in and goes out are the messages between a web server and its application, one line of JSON each, on the standard
input and output: `[connection, what, data]`. A game that takes too much time or memory ends its own process and nothing else;
what was acknowledged is in the store.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, Final

from rulewright.host import bounds

Message = MutableMapping[str, Any]
OPEN, IN, SENT, CLOSE, OUT, DONE = "open", "in", "sent", "close", "out", "done"
BYTES: Final = "bytes"
LONGEST: Final = 64 << 20
"""How many bytes one line may have."""
ALIVE: Final = 0.5
"""After how many seconds a process that is not busy says so to its clock."""
SCOPE: Final = ("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers")
"""What of a connection an annexe gets to know."""


def packed(value: Any) -> Any:
    """Give a message as JSON can hold it."""
    if isinstance(value, bytes | bytearray):
        return {BYTES: bytes(value).decode("latin-1")}
    if isinstance(value, list | tuple):
        return [packed(each) for each in value]
    return {name: packed(each) for name, each in value.items()} if isinstance(value, dict) else value


def unpacked(value: Any) -> Any:
    """Read a message again."""
    if isinstance(value, list):
        return [unpacked(each) for each in value]
    if not isinstance(value, dict):
        return value
    return value[BYTES].encode("latin-1") if value.keys() == {BYTES} else {name: unpacked(each) for name, each in value.items()}


def line(connection: int, what: str, data: Any = None) -> bytes:
    """Write one message as a line."""
    return json.dumps([connection, what, packed(data)]).encode() + b"\n"


class Visit:
    """One connection as the application sees it: what comes, and whether what was sent has gone out."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.coming: asyncio.Queue[Message] = asyncio.Queue()
        self.gone: asyncio.Queue[None] = asyncio.Queue()

    async def send(self, message: Message) -> None:
        """Send a message, and wait until it has gone out, so that nothing piles up for a slow reader."""
        say(line(self.number, OUT, dict(message)))
        await self.gone.get()


def say(text: bytes) -> None:
    """Write to the server."""
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


class Annexe:
    """The application and its connections."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.visits: dict[int, Visit] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Serve until the server has gone."""
        reader = asyncio.StreamReader(limit=LONGEST)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        alive = asyncio.create_task(_alive())
        async with self.app.router.lifespan_context(self.app):
            while text := await reader.readline():
                self.take(*json.loads(text))
            for task in (alive, *self.tasks.values()):
                task.cancel()

    def take(self, number: int, what: str, data: Any) -> None:
        """Take one message from the server."""
        if what == OPEN:
            self.visits[number] = Visit(number)
            self.tasks[number] = asyncio.create_task(self._visit(self.visits[number], unpacked(data)))
        elif (visit := self.visits.get(number)) is None:
            return  # it has ended meanwhile
        elif what == IN:
            visit.coming.put_nowait(unpacked(data))
        elif what == SENT:
            visit.gone.put_nowait(None)
        elif what == CLOSE:
            self.tasks[number].cancel()

    async def _visit(self, visit: Visit, scope: Message) -> None:
        scope["headers"] = [tuple(pair) for pair in scope["headers"]]
        try:
            await self.app({**scope, "asgi": {"version": "3.0"}}, visit.coming.get, visit.send)
        finally:
            self.visits.pop(visit.number, None)
            self.tasks.pop(visit.number, None)
            say(line(visit.number, DONE))


async def _alive() -> None:
    while True:
        bounds.time()
        await asyncio.sleep(ALIVE)


def work(store: str, game: str) -> None:
    """Serve one game; begun by the server."""
    bounds.memory()
    bounds.time()
    from rulewright.host.server import app
    from rulewright.host.store import Store

    kept = Store(Path(store), migrated=True)
    try:
        asyncio.run(Annexe(app(kept, within=game)).run())
    finally:
        kept.close()
