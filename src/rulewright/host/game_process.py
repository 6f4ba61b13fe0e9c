"""The whole server application for one game with rule text of a stranger, in a process of its own.

It reads and writes the messages between a web server and its application on standard input and output, one line of JSON each:
`[connection, what, data]`. A game that takes too much time or memory ends only its own process; acknowledged answers are in the
store.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, Final

from rulewright.host import process_limits

Message = MutableMapping[str, Any]
OPEN, IN, SENT, CLOSE, OUT, DONE = "open", "in", "sent", "close", "out", "done"
BYTES: Final = "bytes"
LONGEST: Final = 64 << 20
"""How many bytes one line may have."""
ALIVE: Final = 0.5
"""The number of seconds after which an idle process resets its time limit."""
SCOPE: Final = ("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers")
"""The data of a connection that the process receives."""


def packed(value: Any) -> Any:
    """Give a message in a form that JSON can hold."""
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
    """One connection as the application sees it: incoming messages, and whether the sent ones have gone out."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.coming: asyncio.Queue[Message] = asyncio.Queue()
        self.gone: asyncio.Queue[None] = asyncio.Queue()

    async def send(self, message: Message) -> None:
        """Send a message, and wait until it has gone out, so that no queue grows for a slow reader."""
        say(line(self.number, OUT, dict(message)))
        await self.gone.get()


def say(text: bytes) -> None:
    """Write to the server."""
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


class GameProcess:
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
        process_limits.time()
        await asyncio.sleep(ALIVE)


def work(store: str, game: str) -> None:
    """Serve one game; begun by the server."""
    process_limits.memory()
    process_limits.time()
    from rulewright.host.server import app
    from rulewright.host.store import Store

    kept = Store(Path(store), migrated=True)
    try:
        asyncio.run(GameProcess(app(kept, within=game)).run())
    finally:
        kept.close()
