"""Rooms: read once for all who come, and nothing that one of them asks for makes the others wait."""

import asyncio

from rulewright.host.game_rows import NoSuchGame
from rulewright.host.registry import Registry
from rulewright.host.viewer_log import ViewerLog
from tests.host.rooms import ask, begun, first, settled, socket


def test_two_seats_may_give_their_answers_the_same_id(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        given = dict[int, dict[str, int]]()
        while len(given) < 2:
            seat, picks = first(room)
            given[seat] = await ask(socket(registry, room, seat), "answer", picks=picks, client="1" if seat not in given else "")
        assert len({told["n"] for told in given.values()}) == 2 and "data" not in str(given)
        for seat, told in given.items():
            assert await ask(socket(registry, room, seat), "pick", picks=["anything"], client="1") == told
        again = await Registry(store).room(room.id)
        assert again.receipts == room.receipts and len(room.receipts) == 2

    asyncio.run(play())


def test_requests_for_games_that_do_not_exist_leave_nothing_behind(store):
    async def play() -> None:
        registry = Registry(store)
        found = await asyncio.gather(*(registry.room(f"no game {n // 2}") for n in range(6)), return_exceptions=True)
        assert all(isinstance(each, NoSuchGame) for each in found)
        await settled()
        assert not registry.rooms and not registry._loading

    asyncio.run(play())


def test_two_who_come_at_the_same_time_find_the_same_room(store):
    async def play() -> None:
        room = await begun(Registry(store))
        registry = Registry(store)
        gone, *found = [asyncio.ensure_future(registry.room(room.id)) for _ in range(3)]
        await asyncio.sleep(0)
        gone.cancel()
        one, other = await asyncio.gather(*found)
        assert one is other

    asyncio.run(play())


def test_the_log_of_a_long_game_does_not_make_others_wait(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        for _ in range(20):
            await room.answer(*first(room))
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        waiting = asyncio.ensure_future(others())
        one, other = await asyncio.gather(*(ask(socket(registry, room, 0), "log") for _ in range(2)))
        waiting.cancel()
        assert turns >= 20 and one == other and len(one["lines"]) >= 20
        whole = ViewerLog(0)
        whole.follow(room.game)
        assert one == whole.data(room.game.seats)

    asyncio.run(play())
