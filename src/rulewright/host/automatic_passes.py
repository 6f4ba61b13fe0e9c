"""Passes that are given automatically for a player until something happens. They are shown and can be stopped at any time.

In a book with hidden cards nobody passes automatically without having asked for it, because this would reveal what they hold.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from rulewright.host.clocks import failed
from rulewright.host.rooms import Room
from rulewright.host.seating import PERSON
from rulewright.kernel.errors import Refused
from rulewright.play.passing import NOTHING, UNTIL, Passing, turn
from rulewright.protocol.messages import Data


def passing(room: Room) -> Passing:
    """Give the orders of all players of a table, for the current game."""
    if room.passing is None:
        room.passing = Passing(room.game, together=True)
    room.passing.game = room.game
    return room.passing


async def order(room: Room, seat: int, until: str) -> Data:
    """Begin to pass until something happens, also for the current choice; or stop it."""
    everybody = passing(room)
    mine = everybody.orders[seat]
    if until not in (*UNTIL, NOTHING):
        raise Refused(f"say until when to pass: {', '.join(UNTIL)}, or {NOTHING}")
    if until == NOTHING:
        mine.until = ""
    elif seat in room.game.asking:
        await room.answer_by_keys(room.table, seat, everybody.until(seat, until))
    else:
        mine.until, mine.since, mine.turn = until, len(room.game.done), turn(room.game)
    room.spread()
    return {"until": mine.until}


@dataclass(eq=False, slots=True)
class AutomaticPasses:
    """Gives the passes of all rooms, one after another."""

    _rooms: asyncio.Queue[Room] = field(default_factory=asyncio.Queue)

    def changed(self, room: Room) -> None:
        """Check a room again in which a player is asked who passes automatically."""
        if room.passing is not None and self._next(room) is not None:
            self._rooms.put_nowait(room)

    def _next(self, room: Room) -> int | None:
        orders = passing(room).orders
        asked = room.game.asking if not room.over else ()
        return next((seat for seat in asked if room.chairs[seat].kind == PERSON and orders[seat].until), None)

    async def run(self) -> None:
        """Give one pass after another."""
        while True:
            await self.step()

    @property
    def waiting(self) -> int:
        """How many rooms wait for a pass."""
        return self._rooms.qsize()

    async def step(self) -> None:
        """Give the next pass, if there is one."""
        room = await self._rooms.get()
        try:
            await self._pass(room)
        except Exception as error:  # one game that fails stops no other
            failed(room.id, error)

    async def _pass(self, room: Room) -> None:
        seat = self._next(room)
        if seat is None:
            return
        path = passing(room).automatic(seat)
        if path is None:
            room.spread()  # the awaited event has happened: the player is asked again
            return
        await room.answer_by_keys(room.table, seat, path)
