"""Timers: what comes due by the rules, and how long somebody may think. They stand in the store with the change that set them.

A wake-up only looks whether anything is due. What is due is decided by the store's time and the game itself, so a wake-up that
comes late, twice or not at all changes nothing but when it is noticed.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from rulewright.host import timers
from rulewright.host.hall import Hall
from rulewright.host.rooms import Room

LONGEST: Final = 30.0
"""How many seconds pass at most between two looks: the clock may have been moved."""


@dataclass(eq=False, slots=True)
class Wakeups:
    """The task that looks after the timers."""

    hall: Hall
    _again: asyncio.Event = field(default_factory=asyncio.Event)

    def changed(self, room: Room) -> None:
        """Look again: a game has changed, and its timers with it."""
        self._again.set()

    async def run(self) -> None:
        """Wake up whenever a timer may have come due."""
        while True:
            self._again.clear()
            await self.look()
            at = self.hall.store.read(timers.next_at)
            wait = LONGEST if at is None else min(LONGEST, max(0.0, at - self.hall.now()))
            try:
                await asyncio.wait_for(self._again.wait(), max(wait, 0.02))
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Let everything happen whose time has come."""
        for id, kind in self.hall.store.read(lambda connection: timers.due_now(connection, self.hall.now())):
            room = await self.hall.room(id)
            if kind == timers.DUE:
                await room.tick()
            else:
                await room.out_of_time()
