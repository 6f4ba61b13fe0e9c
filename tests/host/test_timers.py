"""Timers: events by the rules, and limits for thinking; each happens exactly once, whenever it is noticed."""

import asyncio

import pytest
from sqlalchemy import select

from rulewright import load
from rulewright.host import sqltables, timers
from rulewright.host.clocks import Wakeups
from rulewright.host.registry import Registry
from rulewright.host.seating import BOT, PERSON, Chair
from rulewright.host.store import Store
from rulewright.kernel.flow.windows import PASS
from rulewright.play.bots import random_bot
from tests.host.rooms import first, settled


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock():
    return Clock()


def registry(store: Store, clock: Clock) -> Registry:
    return Registry(store, now=clock)


async def begun(rooms: Registry, book: str, seats: int, kind: str = PERSON, **settings: int):
    chairs = [Chair(seat, kind, f"P{seat}", settings.get("bank")) for seat in range(seats)]
    made = await rooms.begin(load(book), "", chairs, seed=4, title="A game", settings=settings, public=False)
    return await rooms.room(made)


def set_timers(store: Store) -> dict[str, int]:
    rows = store.read(lambda connection: connection.execute(select(sqltables.timers)).all())
    return {row.kind: row.at for row in rows}


def test_a_due_event_happens_once_at_its_time(store, clock):
    """N-26: a stack pops four quiet hours after the last action, also if nobody looks at the game."""

    async def play() -> None:
        rooms = registry(store, clock)
        room = await begun(rooms, "nomic", 3)
        at = set_timers(store)[timers.DUE]
        clock.at = at - 1
        await Wakeups(rooms).look()
        assert len(room.game.done) == 1
        clock.at = at
        await Wakeups(rooms).look()
        await Wakeups(rooms).look()
        assert len(room.game.done) == 2 and room.game.state.now == at - room.created

    asyncio.run(play())


def test_events_due_while_the_server_was_down_happen_when_it_is_back(store, clock):
    async def play() -> None:
        room = await begun(registry(store, clock), "nomic", 3)
        clock.at = set_timers(store)[timers.DUE] + 10_000
        again = registry(store, clock)
        await Wakeups(again).look()
        assert (await again.room(room.id)).game.state.now == clock.at - room.created

    asyncio.run(play())


def test_a_timer_that_comes_due_later_than_the_next_look_is_not_looked_at_before(store, clock, monkeypatch):
    looks: list[int] = []

    async def look(self: Wakeups) -> None:
        looks.append(clock.at)

    async def play() -> None:
        rooms = registry(store, clock)
        monkeypatch.setattr(Wakeups, "look", look)
        wakeups = Wakeups(rooms)
        rooms.hooks.append(wakeups.changed)
        room = await begun(rooms, "honey", 2, think=60)
        running = asyncio.ensure_future(wakeups.run())
        await settled()
        for _ in range(3):
            clock.at += 1
            await room.answer(*first(room))
            await settled()
        assert len(looks) == 1
        room.settings["think"] = 1
        await room.answer(*first(room))
        await settled()
        assert len(looks) == 2
        running.cancel()

    asyncio.run(play())


def test_a_clock_that_was_moved_back_does_not_move_a_game_back(store, clock):
    async def play() -> None:
        room = await begun(registry(store, clock), "nomic", 3)
        clock.at += 600
        await _act(room)
        before, clock.at = room.game.state.now, clock.at - 3600
        await _act(room)
        assert room.game.state.now == before == 600

    asyncio.run(play())


async def _act(room) -> None:
    """Lets the first seat that is asked do something."""
    seat, seeds = room.game.asking[0], range(100)
    path = next(path for seed in seeds if (path := random_bot(seed)(room.game.copy(), seat)) != (PASS,))
    await room.answer_by_keys(room.table, seat, path)


def _first(room):
    """Gives a whole answer of the first options."""
    player, picks = room.game.asking[0], []
    while not (question := room.table.asking(player, picks)["asked"][0])["whole"]:
        picks.append(question["options"][0]["id"])
    return picks


def test_a_player_who_thinks_too_long_passes(store, clock):
    async def play() -> None:
        rooms = registry(store, clock)
        room = await begun(rooms, "honey", 2, think=60)
        assert set_timers(store) == {timers.CHOICE: clock.at + 60}
        clock.at += 59
        await Wakeups(rooms).look()
        assert len(room.game.done) == 1
        clock.at += 1
        await Wakeups(rooms).look()
        assert len(room.game.done) == 2
        assert set_timers(store) == {timers.CHOICE: clock.at + 60}

    asyncio.run(play())


def test_time_over_the_limit_is_taken_from_the_bank(store, clock):
    async def play() -> None:
        room = await begun(registry(store, clock), "honey", 2, think=60, bank=300)
        seat = room.game.asking[0]
        assert set_timers(store)[timers.CHOICE] == clock.at + 360
        clock.at += 100
        await room.answer(seat, _first(room))
        assert room.chairs[seat].bank == 260

    asyncio.run(play())


def test_a_bot_has_no_clock(store, clock):
    async def play() -> None:
        await begun(registry(store, clock), "honey", 2, kind=BOT, think=60)
        assert set_timers(store) == {}

    asyncio.run(play())
