"""The order in which connections get their news: one at a time, first those who are asked.

Whoever only watches waits a little longer under load, and then gets the news of several answers at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

FIRST: Final = 8
"""How many connections of asked players go before one of somebody who only watches."""


@dataclass(eq=False, slots=True)
class Telling:
    """A lock with two queues."""

    _held: bool = False
    _row: int = 0  # how many asked players have gone first in a row
    _asked: deque[asyncio.Future[None]] = field(default_factory=deque)
    _others: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def begin(self, asked: bool) -> None:
        """Wait for one's turn; `end` must follow."""
        if not self._held:
            self._held = True
            return
        turn = asyncio.get_running_loop().create_future()
        (self._asked if asked else self._others).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was this one's turn already
                self.end()
            raise

    def end(self) -> None:
        """Let the next one begin."""
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
