"""Seats of bots: when the seat of a bot is asked, a worker computes an answer, which is given like any other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final
from zlib import crc32

from rulewright.host.clocks import failed
from rulewright.host.registry import Registry
from rulewright.host.rooms import Room
from rulewright.host.seating import BOT
from rulewright.host.workers import Worker
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.play.bots import nothing

LAPS: Final = 2
"""How often in a row a bot acts on an open floor; then somebody else must act, or time must pass."""


@dataclass(eq=False, slots=True)
class Players:
    """The bots of all rooms: each worker computes one answer at a time, always for the same rooms, whose games it keeps."""

    registry: Registry
    workers: Sequence[Worker] = field(default_factory=lambda: (Worker(), Worker()))
    _lanes: list[asyncio.Queue[Room]] = field(init=False)
    _waiting: set[str] = field(default_factory=set)
    _passed: dict[str, set[int]] = field(default_factory=dict)  # by room: which bots have passed since its last change

    def __post_init__(self) -> None:
        """Make a queue for each worker."""
        self._lanes = [asyncio.Queue() for _ in self.workers]

    def changed(self, room: Room) -> None:
        """Look at a room that has changed; who had passed there may act again."""
        self._passed.pop(room.id, None)
        self._look(room)

    def _look(self, room: Room) -> None:
        """Put a room into its queue if a bot must answer there."""
        if self._turn(room) is not None and room.id not in self._waiting:
            self._waiting.add(room.id)
            self._lanes[self._lane(room)].put_nowait(room)

    def _lane(self, room: Room) -> int:
        return crc32(room.id.encode()) % len(self._lanes)

    def _turn(self, room: Room) -> int | None:
        """Give the seat of a bot that must answer now."""
        if room.over:
            return None
        asked = [seat for seat in room.game.asking if room.chairs[seat].kind == BOT]
        floor = len(room.game.asking) > 1
        return next((seat for seat in asked if not floor or self._speaks(room, seat)), None)

    def _speaks(self, room: Room, seat: int) -> bool:
        """Say whether a bot may act on the floor: not if it passed since the last change, or acted last so many times."""
        last = [done.entry.player for done in room.game.done[-LAPS:]]
        return last != [seat] * LAPS and seat not in self._passed.get(room.id, ())

    async def run(self) -> None:
        """Answer for one bot after another in every queue."""
        await asyncio.gather(*(self._run(lane) for lane in self._lanes))

    async def _run(self, lane: asyncio.Queue[Room]) -> None:
        while True:
            room = await lane.get()
            self._waiting.discard(room.id)
            try:
                await self._play(room)
            except Exception as error:  # one game that fails stops no other
                failed(room.id, error)

    async def _play(self, room: Room) -> None:
        seat = self._turn(room)
        if seat is None:
            return
        table = room.table
        path = await self._path(room, table.game, seat)
        if len(table.game.asking) > 1 and path == (PASS,):
            if room.table is table:
                self._passed.setdefault(room.id, set()).add(seat)
            self._look(room)  # the next bot may act
            return
        try:
            await room.answer_by_keys(table, seat, path)
        except Refused:
            await room.answer_by_keys(table, seat, _least(table.game, seat))

    async def _path(self, room: Room, game: Game, seat: int) -> tuple[object, ...]:
        path = await asyncio.to_thread(self.workers[self._lane(room)].think, room.id, game, seat, level(room, seat))
        return path if path is not None else _least(game, seat)

    def close(self) -> None:
        """End the workers."""
        for worker in self.workers:
            worker.close()


def level(room: Room, seat: int) -> str:
    """Give the level of the bot in a seat; none for the default bot."""
    return str(room.settings.get("bots", {}).get(str(seat), ""))


def _least(game: Game, seat: int) -> tuple[object, ...]:
    return nothing(game.copy(), seat, Random(game.state.number))
