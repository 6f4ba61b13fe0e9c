"""A socket: one connected page or program. It speaks JSON-RPC; what it may call depends on its place.

News is never queued: a slow reader gets only the current state when it is ready, and slows nobody down.
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from rulewright.host import services
from rulewright.host.clocks import failed
from rulewright.host.differences import differences
from rulewright.host.rooms import news_text
from rulewright.host.services import Seated
from rulewright.host.telling import Telling
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.sight.visibility import Viewer
from rulewright.protocol import faults, messages
from rulewright.protocol.messages import INVALID, Data, Fault

LONGEST: Final = 64 << 10
"""The largest size of a message in bytes."""
RATE: Final = 20.0
BURST: Final = 60.0
"""The messages per second that a connection may send on average, and how many at once."""


WHOLE: Final = "whole"
CHANGES: Final = "changes"
CHOICE: Final = "choice"
FORMS: Final = (WHOLE, CHANGES, CHOICE)
"""How news are sent: whole each time; after the first only what is different; or only who is asked and what."""
UNREADABLE: Final = 1003
"""The code with which a connection is closed that sends something else than text."""
FRAME: Final = 0.04
"""The seconds between two views of somebody who is not asked."""
TROUBLE: Final = "the server failed to show you the current game: this is a fault of the server, and the game itself is stored"


class Told(NamedTuple):
    """What somebody who is only told its choice was told: whether it is asked, whether the game is over, and open proposals."""

    asked: bool
    over: bool
    talk: Data


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
    form: str = WHOLE  # how news are sent
    allowance: Allowance = field(default_factory=Allowance)
    _changes: int = 0  # how often the game has changed
    _told_of: int = 0  # of how many of these changes news were sent
    _sent: asyncio.Event = field(default_factory=asyncio.Event)  # set when news were sent
    _known: Data | None = None  # the news that were sent last
    _choice: Told | None = None  # what was told of the choice last
    _looks: bool = False  # whether this connection waits for its turn to make a view
    _granted: bool = False  # whether it is this connection's turn to make a view
    _later: asyncio.TimerHandle | None = None  # when the next view is due
    _shown: float = -math.inf  # when the last view was made
    _wanted: bool = False  # whether a request waits for news
    _last: Data | None = None
    _ended: bool = False
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _asked: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a request is answered

    @property
    def viewer(self) -> Viewer:
        """The viewer of this connection: a seat, or a spectator."""
        return self.seated.viewer

    @property
    def _telling(self) -> Telling:
        return self.seated.registry.telling

    def changed(self) -> None:
        """Note that there is news; it is computed when it is sent, so that it is never out of date."""
        self._changes += 1
        if not self._asked.locked() and self._has_news():  # otherwise the reply to what is being answered comes first
            self._ready.set()

    def _has_news(self) -> bool:
        """Say whether anything must be sent; what nobody needs to be told counts as told."""
        if self.form == CHOICE and self._told_of < self._changes and not self._concerned():
            self._told(self._changes)
        return self._told_of < self._changes

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
            self._ended = True
            if self._later is not None:
                self._later.cancel()
            ending = [writer] if self._asked.locked() else [writer, reader]
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            try:
                line = await self.web.receive_text()
            except (WebSocketDisconnect, RuntimeError):
                return
            except KeyError:
                await self.web.close(UNREADABLE, "messages are text, not bytes")
                return
            before = self._changes
            self._telling.requests += 1
            async with self._asked:  # a disconnection must not stop an answer between its storing and its telling
                text = await self.reply(line)
            self._telling.requests += 1
            if self._ended:
                return
            if self._changes == before:  # the reply to what changes the game comes before the news of it, others after all news
                await self._caught_up(before)
            if text is not None:  # while nobody reads it, no further request is read
                await self.web.send_text(text)
            if self._has_news():
                self._ready.set()

    async def _caught_up(self, changes: int) -> None:
        """Wait until the news of so many changes were sent."""
        while self._told_of < changes:
            self._wanted = True
            self._ready.set()
            self._sent.clear()
            await self._sent.wait()
        self._wanted = False

    async def _write(self) -> None:
        while True:
            await self._ready.wait()
            self._ready.clear()
            if self._asked.locked():  # the reply to what is being answered comes first
                async with self._asked:
                    pass
            if self._last is not None:
                await self.web.send_text(news_text(self._last))
                await self.web.close()
                return
            if self._granted:
                await self._send_view()
            if self._told_of < self._changes:
                await self._tell()

    # -- news --------------------------------------------------------------------------------------------------------

    async def _tell(self) -> None:
        """Send the choice if nothing else is wanted, or if the view would come too late; let a view be made when it is due."""
        if self.form == CHOICE:
            await self._tell_choice()
            return
        if self._early():
            return
        if self.form == CHANGES and self._known is not None and self._telling.busy and self._concerned():
            await self._tell_choice()
        if not self._looks:
            self._looks = True
            self._telling.look(self, self._is_asked)

    def _early(self) -> bool:
        """Say whether the next view is not due yet: nobody can look at more than some in a second; a choice is always due."""
        left = self._shown + FRAME - time.monotonic()
        if left <= 0 or self._is_asked or self._wanted:
            return False
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(left, self._in_time)
        return True

    def _in_time(self) -> None:
        self._later = None
        self._ready.set()

    def show(self) -> None:
        """Make the newest view as soon as the reader is ready for it."""
        self._granted = True
        self._ready.set()

    async def _send_view(self) -> None:
        self._granted = self._looks = False
        self._shown, changes, text = time.monotonic(), self._changes, self._newest()
        await self.web.send_text(text)
        self._told(changes)

    async def _tell_choice(self) -> None:
        """Send what is asked; choices are told one after another, so that requests do not wait for many of them."""
        changes = self._changes
        if self._concerned():
            await self._telling.begin()
            try:
                changes, text = self._changes, self._newest_choice()
            finally:
                self._telling.end()
            await self.web.send_text(text)
        if self.form == CHOICE:
            self._told(changes)

    def _told(self, changes: int) -> None:
        """Note that news of so many changes were sent, or were not needed."""
        self._told_of = changes
        self._sent.set()

    @property
    def _is_asked(self) -> bool:
        room = self.seated.room
        return self.viewer in room.game.asking and not room.over

    def _concerned(self) -> bool:
        """Say whether somebody must be told the choice: it is asked, was asked without answering, or a proposal is new."""
        now = self._now()
        return now.asked or now != self._choice

    def _now(self) -> Told:
        room = self.seated.room
        return Told(self._is_asked, room.over, room.talk)

    def _newest_choice(self) -> str:
        """Give what is asked now: alone, or as changes of the news that the reader knows."""
        try:
            self._choice, room = self._now(), self.seated.room
            if self.form == CHOICE:
                return room.choice(self.viewer)
            told = {"asking": room.table.asking(self.viewer), "over": room.over, "talk": room.talk}
            self._known, known = {**(self._known or {}), **told}, self._known
            return news_text({"changes": differences(known, self._known)})
        except Exception as error:
            return self._trouble(error)

    def _newest(self) -> str:
        """Give the newest news; if they cannot be made, the reader is told so, and the connection goes on."""
        try:
            self._choice = self._now()
            told = self.seated.room.told(self.viewer, self._known)
        except Exception as error:
            return self._trouble(error)
        self._known = told.news if self.form == CHANGES else None
        return told.text

    def _trouble(self, error: Exception) -> str:
        failed(self.seated.room.id, error)
        return news_text({"trouble": TROUBLE})

    # -- requests ----------------------------------------------------------------------------------------------------

    async def reply(self, line: str) -> str | None:
        """Answer one message; None if it needs no reply."""
        number: Any = None
        try:
            coded, spent = line.encode("utf-8", "replace"), self.allowance.spend(time.monotonic())
            if len(coded) > LONGEST:
                raise Fault(INVALID, "the message is too long", {"code": "line", "expected": f"at most {LONGEST} bytes"})
            message = messages.decode(coded)
            number = messages.id_of(message)
            if not spent:
                raise Fault(INVALID, "too many messages: wait a moment", {"code": "rate", "expected": f"{RATE:g} a second"})
            wanted = messages.request(message)
            result = await self.call(wanted.method, wanted.params)
        except Fault as fault:
            return messages.failed(number, fault)
        return messages.succeeded(number, messages.encode(result))

    async def call(self, method: str, given: Any) -> Data:
        """Carry out a request; after a failure the game is unchanged."""
        try:
            changes, found = self._changes, await services.call(self.seated, method, given)
            if changes != self._changes and "n" in found and self._choice is not None:  # it need not be told that it was answered
                self._choice = self._choice._replace(asked=False)
            return found
        except Fault:
            raise
        except RulewrightError as error:
            raise faults.fault(error) from None
        except Exception as error:
            raise faults.internal(error) from error
