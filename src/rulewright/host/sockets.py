"""A socket: one connected page or program. It speaks JSON-RPC; what it may call depends on its place.

News is never queued: a slow reader gets only the current state when it is ready, and slows nobody down.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rulewright.host import services
from rulewright.host.clocks import failed
from rulewright.host.services import Seated
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.sight.visibility import Viewer
from rulewright.protocol import faults, messages
from rulewright.protocol.messages import INVALID, Data, Fault

LONGEST: Final = 64 << 10
"""The largest size of a message in bytes."""
RATE: Final = 20.0
BURST: Final = 60.0
"""The messages per second that a connection may send on average, and how many at once."""
WAITING: Final = 64
"""How many replies may wait for a reader; with one more the connection is closed."""


TROUBLE: Final = "the server could not show you how the game stands now: this is its mistake, and the game itself is kept"


def _news(params: Data) -> str:
    return messages.encode({"jsonrpc": "2.0", "method": "news", "params": params})


@dataclass(slots=True)
class Allowance:
    """How many messages a connection may still send; it grows with time."""

    left: float = BURST
    since: float = field(default_factory=time.monotonic)

    def spend(self, now: float) -> bool:
        """Use one; say whether there was one."""
        self.left = min(BURST, self.left + (now - self.since) * RATE)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(eq=False, slots=True)
class Socket:
    """One connection to a room."""

    web: WebSocket
    seated: Seated
    changes: bool = False  # whether news after the first are sent as what is different
    allowance: Allowance = field(default_factory=Allowance)
    replies: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(WAITING))
    _news: bool = False
    _known: Data | None = None  # the news that were sent last
    _last: Data | None = None
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _asked: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a request is answered

    @property
    def viewer(self) -> Viewer:
        """The viewer of this connection: a seat, or a spectator."""
        return self.seated.viewer

    def changed(self) -> None:
        """Note that there is news; it is computed when it is sent, so that it is never out of date."""
        self._news = True
        self._ready.set()

    def tell(self, message: Data) -> None:
        """Keep the last message, after which the connection ends."""
        self._last = message
        self._ready.set()

    async def serve(self) -> None:
        """Read requests and write replies and news until one side ends the connection."""
        await self.web.accept()
        self.seated.room.join(self)
        reader, writer = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.seated.room.part(self)
            self.seated.room.spread()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            try:
                line = await self.web.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            async with self._asked:
                # a disconnection must not stop an answer between its storing and its telling
                if not await asyncio.shield(asyncio.create_task(self._answered(line))):
                    return  # a reader who never reads

    async def _answered(self, line: str) -> bool:
        """Answer a message and queue the reply, before anybody can make the news of it; say whether there was room."""
        text = await self.reply(line)
        if text is None:
            return True
        if self.replies.full():
            return False
        self.replies.put_nowait(text)
        self._ready.set()
        return True

    async def _write(self) -> None:
        while True:
            await self._ready.wait()
            self._ready.clear()
            if self._last is not None or self._news:
                async with self._asked:  # what is being answered belongs to the news, and to what is sent before the end
                    pass
            await self._send(self._replied())
            if self._last is not None:
                await self._send([_news(self._last)])
                return
            if self._news:
                await self._send(await self._told())

    async def _send(self, texts: list[str]) -> None:
        for text in texts:
            await self.web.send_text(text)

    def _replied(self) -> list[str]:
        """Take the replies that wait."""
        return [self.replies.get_nowait() for _ in range(self.replies.qsize())]

    async def _told(self) -> list[str]:
        """Make the newest news, for one connection at a time, so that requests never wait for many news.

        They follow the replies to all answers that they contain, and come before all other replies.
        """
        telling = self.seated.registry.telling
        await telling.begin(self.viewer in self.seated.room.game.asking)
        try:
            self._news = False
            texts = [*self._replied(), self._newest()]
            await asyncio.sleep(0)
        finally:
            telling.end()
        return texts

    def _newest(self) -> str:
        """Give the newest news; if they cannot be made, the reader is told so, and the connection goes on."""
        try:
            told = self.seated.room.told(self.viewer, self._known)
        except Exception as error:
            failed(self.seated.room.id, error)
            return _news({"trouble": TROUBLE})
        self._known = told.news if self.changes else None
        return told.text

    # -- requests ----------------------------------------------------------------------------------------------------

    async def reply(self, line: str) -> str | None:
        """Answer one message; None if it needs no reply."""
        number: Any = None
        try:
            if len(line.encode("utf-8", "replace")) > LONGEST:
                raise Fault(INVALID, "the message is too long", {"code": "line", "expected": f"at most {LONGEST} bytes"})
            if not self.allowance.spend(time.monotonic()):
                raise Fault(INVALID, "too many messages: wait a moment", {"code": "rate", "expected": f"{RATE:g} a second"})
            message = messages.decode(line.encode("utf-8", "replace"))
            number = messages.id_of(message)
            wanted = messages.request(message)
            result = await self.call(wanted.method, wanted.params)
        except Fault as fault:
            return messages.failed(number, fault)
        return messages.succeeded(number, messages.encode(result))

    async def call(self, method: str, given: Any) -> Data:
        """Carry out a request; after a failure the game is unchanged."""
        try:
            return await services.call(self.seated, method, given)
        except Fault:
            raise
        except RulewrightError as error:
            raise faults.fault(error) from None
        except Exception as error:
            raise faults.internal(error) from error
