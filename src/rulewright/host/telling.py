"""The order in which news are made: what a seat is asked comes first, views are made when there is time for them.

A view takes longer than anything else that the server does for an answer, and whoever looks at a table needs only the newest
one. So views are made one at a time, when a turn of the event loop passes without a request, or every few turns under load.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

SLICE: Final = 0.001
"""For how many seconds choices are told before requests are read again."""
FIRST: Final = 8
"""How many views of asked players go before one of somebody who only watches."""
TURNS: Final = 4
"""After how many turns of the event loop a view is made although requests are coming in."""
FEW: Final = 2
"""If more asked players than this wait for their views, the next ones get their choices before their views."""


class Looking(Protocol):
    """Somebody who waits for a turn to make a view."""

    def show(self) -> None:
        """Make the newest view now."""


@dataclass(eq=False, slots=True)
class Telling:
    """Says whose turn it is to make a view, and limits for how long choices are told without reading requests."""

    requests: int = 0  # how often something was done that goes before views
    choices: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a choice is told
    _used: float = 0.0  # for how long choices were told since requests were read last
    _row: int = 0  # how many asked players have gone first in a row
    _asked: deque[Looking] = field(default_factory=deque)
    _others: deque[Looking] = field(default_factory=deque)
    _showing: asyncio.Task[None] | None = None

    # -- choices -----------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Wait for one's turn to tell a choice, and where this was done for a while, for requests; `end` must follow."""
        await self.choices.acquire()
        if self._used > SLICE:
            self._used = 0.0
            try:
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                self.choices.release()
                raise
        self._used -= time.perf_counter()

    def end(self) -> None:
        """Let the next one begin."""
        self._used += time.perf_counter()
        self.requests += 1
        self.choices.release()

    # -- views -------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether a view would come too late for somebody who is asked."""
        return len(self._asked) > FEW

    def look(self, who: Looking, asked: bool) -> None:
        """Let somebody make a view when there is time."""
        (self._asked if asked else self._others).append(who)
        if self._showing is None or self._showing.done():
            self._showing = asyncio.get_running_loop().create_task(self._show())

    async def _show(self) -> None:
        while self._asked or self._others:
            await self._quiet()
            self._next().show()

    async def _quiet(self) -> None:
        """Wait for a turn of the event loop in which there was nothing else to do, but not for long."""
        for _ in range(TURNS):
            before = self.requests
            await asyncio.sleep(0)
            if self.requests == before:
                return

    def _next(self) -> Looking:
        if self._asked and (not self._others or self._row < FIRST):
            self._row += 1
            return self._asked.popleft()
        self._row = 0
        return self._others.popleft()
