"""The order in which connections get their news: one at a time, first those who are asked.

Whoever only watches waits a little longer under load, and then gets the news of several answers at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Final

SLICE: Final = 0.001
"""For how many seconds news are made before requests are read again."""
FIRST: Final = 8
"""How many connections of asked players go before one of somebody who only watches."""


@dataclass(eq=False, slots=True)
class Telling:
    """A lock with two queues."""

    _held: bool = False
    _used: float = 0.0  # for how long news were made since requests were read last
    _began: float = 0.0
    _row: int = 0  # how many asked players have gone first in a row
    _asked: deque[asyncio.Future[None]] = field(default_factory=deque)
    _others: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def begin(self, asked: bool) -> None:
        """Wait for one's turn, and where news were made for a while, for requests; `end` must follow."""
        if self._held:
            await self._turn(asked)
        self._held = True
        if self._used > SLICE:
            self._used = 0.0
            try:
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                self._next_one()
                raise
        self._began = time.perf_counter()

    async def _turn(self, asked: bool) -> None:
        turn = asyncio.get_running_loop().create_future()
        (self._asked if asked else self._others).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was this one's turn already
                self._next_one()
            raise

    def end(self) -> None:
        """Let the next one begin."""
        self._used += time.perf_counter() - self._began
        self._next_one()

    def _next_one(self) -> None:
        turn = self._next()
        while turn is not None and turn.done():  # who has gone away
            turn = self._next()
        self._held = turn is not None
        if turn is not None:
            turn.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        if self._asked and (not self._others or self._row < FIRST):
            self._row += 1
            return self._asked.popleft()
        self._row = 0
        return self._others.popleft() if self._others else None
