"""Timers: what comes due by the rules, and the time limits of players. They are stored with the change that set them.

A wake-up only checks whether anything is due. The store's time and the game itself decide what is due, so a wake-up that is
late, repeated or missing only changes when it is noticed.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from rulewright.host import timers
from rulewright.host.game_rows import NoSuchGame
from rulewright.host.registry import Registry
from rulewright.host.rooms import Room
from rulewright.kernel.errors import RulewrightError
from rulewright.protocol import faults

LOG: Final = logging.getLogger("rulewright.host")
REST: Final = 60
MOMENT: Final = 5
"""The number of seconds for which a game that was woken in its own process is left alone."""
LONGEST: Final = 30.0
"""The longest time between two checks, in seconds: the clock may have been changed."""


@dataclass(eq=False, slots=True)
class Wakeups:
    """The task that looks after the timers."""

    registry: Registry
    elsewhere: Callable[[str], Awaitable[None]] | None = None  # wakes a game that runs in its own process
    _again: asyncio.Event = field(default_factory=asyncio.Event)
    _until: float = math.inf  # when it looks again; timers that come due later need not be looked at before
    _resting: dict[str, int] = field(default_factory=dict)  # games whose timers failed, and until when they are left alone

    def changed(self, room: Room) -> None:
        """Check again after a change of a game with timers."""
        if any(at is not None and at < self._until for at in room.times().values()):
            self._again.set()

    async def run(self) -> None:
        """Wake up whenever a timer may have come due."""
        while True:
            self._again.clear()
            self._until, wait = math.inf, 1.0
            try:
                await self.look()
                wait = self._wait()
                self._until = self.registry.now() + wait
            except Exception as error:  # the store cannot be read now: what is due happens when it can
                failed("timers", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._again.wait(), max(wait, 0.02))

    def _wait(self) -> float:
        """Give for how many seconds nothing is due."""
        at = self.registry.store.read(lambda connection: timers.next_at(connection, self._resting, self.registry.within))
        return LONGEST if at is None else min(LONGEST, max(0.0, at - self.registry.now()))

    async def look(self) -> None:
        """Let everything happen that is due; a game that fails is left alone for a while and does not stop others."""
        now = self.registry.now()
        self._resting = {id: until for id, until in self._resting.items() if until > now}
        for id, kind in self.registry.store.read(lambda connection: timers.due_now(connection, now, self.registry.within)):
            if id in self._resting:
                continue
            try:
                await self._happen(id, kind)
            except NoSuchGame:
                continue  # deleted just now
            except Exception as error:
                self._resting[id] = now + REST
                failed(id, error)

    async def _happen(self, id: str, kind: str) -> None:
        if self.elsewhere is not None and self.registry.strange(id):
            self._resting[id] = self.registry.now() + MOMENT
            await self.elsewhere(id)
            return
        room = await self.registry.room(id)
        await (room.tick() if kind == timers.DUE else room.out_of_time())


def failed(what: str, error: Exception) -> None:
    """Log for the operator that something failed; the log contains nothing of anybody's game."""
    words = str(error) if isinstance(error, RulewrightError) else faults.internal(error).message
    LOG.warning("%s: %s", what, words)
