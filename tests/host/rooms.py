"""Rooms without a server: a registry over a store, and connections that the test itself reads and writes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from rulewright import load
from rulewright.host import access
from rulewright.host.access import Place
from rulewright.host.registry import Registry
from rulewright.host.rooms import Room
from rulewright.host.seating import PERSON, Chair
from rulewright.host.services import Seated
from rulewright.host.sockets import Socket
from rulewright.kernel.book import Book


class Wire:
    """A connection as the server sees it; if it is never read, whoever sends to it waits forever."""

    def __init__(self, reads: bool = True) -> None:
        self.reads, self.sent = reads, list[Any]()
        self.coming: asyncio.Queue[str | None] = asyncio.Queue()

    async def accept(self) -> None:
        """Take the connection."""

    async def close(self) -> None:
        """End the connection."""

    async def send_text(self, text: str) -> None:
        """Take what the server sends, if anybody reads."""
        self.sent.append(json.loads(text))
        if not self.reads:
            await asyncio.Event().wait()

    async def receive_text(self) -> str:
        """Give what was sent to the server."""
        text = await self.coming.get()
        if text is None:
            raise RuntimeError("gone")
        return text

    def say(self, method: str, **given: Any) -> None:
        """Send a request."""
        self.coming.put_nowait(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": given}))


class Waiting:
    """Somebody who waits for a view."""

    def __init__(self, told: list[str], name: str) -> None:
        self.told, self.name = told, name

    def show(self) -> None:
        """Note that the view can be made."""
        self.told.append(self.name)


async def begun(
    registry: Registry, book: str | Book = "honey", kinds: tuple[str, ...] = (PERSON, PERSON), **settings: int
) -> Room:
    """Begins a game and gives its room."""
    chairs = [Chair(seat, kind, f"P{seat}", settings.get("bank")) for seat, kind in enumerate(kinds)]
    loaded = load(book) if isinstance(book, str) else book
    made = await registry.begin(loaded, "", chairs, seed=4, title="A game", settings=settings, public=False)
    return await registry.room(made)


def socket(registry: Registry, room: Room, seat: int, wire: Wire | None = None) -> Socket:
    """Gives a connection of a seat."""
    return Socket(wire or Wire(), Seated(registry, room, Place(room.id, access.SEAT, seat), False))  # type: ignore[arg-type]


async def ask(connection: Socket, method: str, **given: Any) -> Any:
    """Sends one message and gives its result, or its error."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": given})
    reply = json.loads(await connection.reply(line) or "{}")
    return reply.get("result", reply.get("error"))


def first(room: Room) -> tuple[int, list[str]]:
    """Gives who is asked and a complete answer that consists of the first options."""
    player, picks = room.game.asking[0], list[str]()
    while not (question := room.table.asking(player, picks)["asked"][0])["whole"]:
        picks.append(question["options"][0]["id"])
    return player, picks


async def settled() -> None:
    """Lets every task run that waits for nothing."""
    for _ in range(50):
        await asyncio.sleep(0)
