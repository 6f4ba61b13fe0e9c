"""The order in which news are made: first for those who are asked, and views when there is time."""

import asyncio

from rulewright.host.telling import FIRST, SLICE, TURNS, Telling
from tests.host.rooms import Waiting, settled


def test_a_player_who_is_asked_gets_a_view_before_those_who_watch_but_they_are_not_left_out():
    async def play() -> None:
        telling, told = Telling(), list[str]()
        for name, count in (("watches", 2), ("asked", FIRST + 2)):
            for _ in range(count):
                telling.look(Waiting(told, name), name == "asked")
        while len(told) < FIRST + 4:
            await asyncio.sleep(0)
        assert told == [*["asked"] * FIRST, "watches", "asked", "asked", "watches"]
        telling.look(Waiting(told, "later"), asked=False)
        await settled()
        assert told[-1] == "later"

    asyncio.run(play())


def test_a_view_waits_for_a_turn_without_requests_but_not_for_long():
    async def play(requests: int) -> int:
        telling, told = Telling(), list[str]()
        telling.look(Waiting(told, "one"), asked=True)
        turns = 0
        while not told:
            await asyncio.sleep(0)
            telling.requests += turns < requests
            turns += 1
        return turns

    turns = [asyncio.run(play(requests)) for requests in (0, 1, 2, 1000)]
    assert turns == sorted(turns) and turns[0] < turns[2] <= turns[3] <= TURNS + 2


def test_requests_are_read_again_when_choices_were_told_for_a_while(monkeypatch):
    async def play(spent: float) -> list[str]:
        telling, order, now = Telling(), [], [0.0]
        monkeypatch.setattr("rulewright.host.telling.time.perf_counter", lambda: now[0])

        async def tell(name: str) -> None:
            await telling.begin()
            order.append(name)
            now[0] += spent
            telling.end()

        async def request() -> None:
            order.append("request")

        await asyncio.gather(tell("first"), tell("second"), request())
        return order

    assert asyncio.run(play(SLICE / 3)) == ["first", "second", "request"]
    assert asyncio.run(play(SLICE * 2)) == ["first", "request", "second"]
