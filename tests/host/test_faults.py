"""Failures around a game: nothing is lost, the user gets a sentence, and the server goes on."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from threading import Event

import pytest
from sqlalchemy import event

from rulewright.host import deadlines, game_rows
from rulewright.host.botseats import Players
from rulewright.host.clocks import Wakeups
from rulewright.host.game_rows import NoSuchGame
from rulewright.host.registry import Registry
from rulewright.host.seating import BOT, PERSON
from rulewright.host.store import NotKept, Store
from rulewright.host.workers import Worker
from tests.host.rooms import Wire, ask, begun, first, settled, socket

LONG = "a" * 3000
ENDLESS = (sys.executable, "-c", "import time; time.sleep(1000)")
DYING = (sys.executable, "-c", "import sys; sys.stdin.readline(); sys.exit(3)")
BABBLING = (sys.executable, "-c", "import sys\nfor line in sys.stdin: print('what?', flush=True)")
ABSURD = (sys.executable, "-c", "import sys\nfor line in sys.stdin: print('[99, 98]', flush=True)")


def pragma(store: Store, setting: str) -> None:
    """Sets something on every connection that the store opens from now on."""
    event.listen(store.engine, "checkout", lambda dbapi, *_: dbapi.execute(f"pragma {setting}"))


def kept(store: Store, room):
    return store.read(lambda connection: game_rows.read(connection, room.id)).game


# -- the store ---------------------------------------------------------------------------------------------------------


def test_an_answer_is_refused_with_a_reason_when_the_disk_is_full_and_accepted_later(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        pages = store.read(lambda connection: connection.exec_driver_sql("pragma page_count").scalar())
        pragma(store, f"max_page_count={pages}")
        refused = None
        while refused is None:
            seat, picks = first(room)
            before = room.game.fingerprint()
            told = await ask(socket(registry, room, seat), "answer", picks=picks, client=str(len(room.game.done)))
            refused = told if "n" not in told else None
        assert refused["data"]["code"] == "store" and "disk is full" in refused["message"]
        assert room.game.fingerprint() == before == kept(store, room).fingerprint()
        pragma(store, "max_page_count=1000000")
        again = await ask(socket(registry, room, seat), "answer", picks=picks, client=str(len(room.game.done)))
        assert again == {"n": len(room.game.done) - 1} and kept(store, room).fingerprint() == room.game.fingerprint()

    asyncio.run(play())


def test_a_full_disk_discards_every_unacknowledged_answer_of_a_batch(store):
    async def play() -> None:
        registry = Registry(store)
        rooms = [await begun(registry) for _ in range(6)]
        pages = store.read(lambda connection: connection.exec_driver_sql("pragma page_count").scalar())
        pragma(store, f"max_page_count={pages + 2}")
        gate = Event()
        store.write(lambda connection: gate.wait(5) and None)
        answers = [asyncio.ensure_future(room.answer(*first(room), client=LONG)) for room in rooms]
        await settled()
        gate.set()
        told = await asyncio.gather(*answers, return_exceptions=True)
        assert any(isinstance(each, NotKept) for each in told)
        for room, each in zip(rooms, told, strict=True):
            count = 1 if isinstance(each, NotKept) else 2
            receipts = store.read(lambda connection, room=room: game_rows.receipts(connection, room.id))
            assert len(kept(store, room).done) == len(room.game.done) == count and len(receipts) == count - 1

    asyncio.run(play())


def test_a_store_that_another_program_has_locked_says_so(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        pragma(store, "busy_timeout=1")
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("begin immediate")
            seat, picks = first(room)
            told = await ask(socket(registry, room, seat), "answer", picks=picks)
        assert told["data"]["code"] == "store" and "locked" in told["message"]
        assert len(kept(store, room).done) == len(room.game.done) == 1

    asyncio.run(play())


def test_a_store_that_may_not_be_written_says_so(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        pragma(store, "query_only=on")
        seat, picks = first(room)
        told = await ask(socket(registry, room, seat), "answer", picks=picks)
        assert told["data"]["code"] == "store" and "may not be written" in told["message"]
        assert len(kept(store, room).done) == len(room.game.done) == 1

    asyncio.run(play())


def test_a_reader_does_not_wait_for_a_writer(store):
    gate = Event()
    writing = store.write(lambda connection: gate.wait(20))
    assert store.read(lambda connection: connection.exec_driver_sql("select count(*) from games").scalar()) == 0
    assert not writing.done()
    gate.set()
    assert writing.result()


def test_a_file_that_is_not_a_store_is_refused_before_anything_is_served(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 1000)
    with pytest.raises(NotKept, match=r"letter.txt: file is not a database; give another file"):
        Store(tmp_path / "letter.txt")


# -- people ------------------------------------------------------------------------------------------------------------


def test_the_second_of_two_answers_to_one_question_is_refused_with_the_new_question(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat, picks = first(room)
        pair = [socket(registry, room, seat) for _ in range(2)]
        told = await asyncio.gather(*(ask(each, "answer", picks=picks) for each in pair))
        assert sorted("n" in each for each in told) == [False, True] and len(room.game.done) == 2
        assert next(each for each in told if "n" not in each)["data"]["code"] in ("stale", "not-asked")

    asyncio.run(play())


def test_a_player_who_leaves_while_an_answer_is_written_has_answered(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat, picks = first(room)
        wire, gate = Wire(), Event()
        serving = asyncio.ensure_future(socket(registry, room, seat, wire).serve())
        store.write(lambda connection: gate.wait(5) and None)
        wire.say("answer", picks=picks, client="a")
        await settled()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        gate.set()
        told = await ask(socket(registry, room, seat), "answer", picks=picks, client="a")
        assert told == {"n": 1} and len(room.game.done) == len(kept(store, room).done) == 2

    asyncio.run(play())


def test_a_request_is_completed_even_if_its_sender_has_left(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat, picks = first(room)
        wire, gate = Wire(), Event()
        serving = asyncio.ensure_future(socket(registry, room, seat, wire).serve())
        store.write(lambda connection: gate.wait(5) and None)
        wire.say("answer", picks=picks, client="a")
        await settled()
        wire.coming.put_nowait(None)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        gate.set()
        await room.write(lambda connection: None)
        await settled()
        assert len(room.game.done) == len(kept(store, room).done) == 2 and not room.listeners

    asyncio.run(play())


@pytest.mark.parametrize("client", ["half a letter \ud83c", "a" * 201, "two\nlines"])
def test_an_id_of_an_answer_that_cannot_be_kept_is_refused(store, client):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat, picks = first(room)
        told = await ask(socket(registry, room, seat), "answer", picks=picks, client=client)
        assert told["data"]["code"] == "refused" and "at most 200 characters" in told["message"] and len(room.game.done) == 1

    asyncio.run(play())


def test_a_slow_reader_slows_nobody_and_gets_only_the_newest_news(store, monkeypatch):
    monkeypatch.setattr("rulewright.host.sockets.FRAME", 0.0)

    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        slow, quick = Wire(reads=False), Wire()
        serving = [asyncio.ensure_future(socket(registry, room, 0, wire).serve()) for wire in (slow, quick)]
        await settled()
        quick.sent.clear()
        for _ in range(20):
            await room.answer(*first(room))
            await settled()
        assert len(slow.sent) == 1 and len(quick.sent) == 20 and quick.sent[-1]["params"] == room.news(0)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    asyncio.run(play())


def test_a_connection_that_never_reads_its_replies_is_not_read_any_further(store):
    """Its requests are not read, and its first reply waits behind one piece of news."""

    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        wire = Wire(reads=False)
        connection = socket(registry, room, 0, wire)
        serving = asyncio.ensure_future(connection.serve())
        connection.allowance.left = 1000
        for _ in range(100):
            wire.say("hello")
        await settled()
        assert wire.coming.qsize() == 99 and len(wire.sent) == 1
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        assert not room.listeners

    asyncio.run(play())


def test_an_answer_to_a_game_that_is_being_deleted_is_refused_with_a_reason(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat, picks = first(room)
        wire, at = Wire(), socket(registry, room, seat)
        serving = asyncio.ensure_future(socket(registry, room, 1 - seat, wire).serve())
        await settled()
        deleted = asyncio.ensure_future(registry.forget(room.id))
        await asyncio.sleep(0)
        told = await ask(at, "answer", picks=picks, client="a")
        await deleted
        assert told["data"]["code"] == "no-game" and "deleted" in told["message"]
        assert "deleted" in (await ask(at, "chat", text="hello?"))["message"]
        await asyncio.wait_for(serving, 20)
        assert wire.sent[-1]["params"] == {"gone": True}
        with pytest.raises(NoSuchGame):
            await registry.room(room.id)

    asyncio.run(play())


# -- time --------------------------------------------------------------------------------------------------------------


def test_an_answer_that_arrives_while_time_passes_is_checked_afterwards(store):
    async def play() -> None:
        at = [1_000_000]
        registry = Registry(store, now=lambda: at[0])
        room = await begun(registry, "nomic", (PERSON,) * 3)
        at[0] = deadlines.due(room.game, room.created) or 0
        at_once = ask(socket(registry, room, room.game.asking[0]), "answer", picks="no such thing")
        told = await asyncio.gather(room.tick(), at_once, room.tick())
        assert told[0] is True and told[1]["data"]["code"] == "refused" and told[2] is False
        assert kept(store, room).fingerprint() == room.game.fingerprint()

    asyncio.run(play())


def test_a_clock_that_was_moved_back_gives_nobody_time_and_takes_none(store):
    async def play() -> None:
        at = [1_000_000]
        registry = Registry(store, now=lambda: at[0])
        room = await begun(registry, think=60, bank=300)
        seat, picks = first(room)
        at[0] -= 86400
        await room.answer(seat, picks)
        assert [chair.bank for chair in room.chairs] == [300, 300]

    asyncio.run(play())


def test_a_clock_that_was_moved_back_and_is_set_right_again_takes_nobodys_time(store):
    async def play() -> None:
        at = [1_000_000]
        registry = Registry(store, now=lambda: at[0])
        room = await begun(registry, think=60)
        at[0] -= 86400
        await room.answer(*first(room))
        at[0] += 86400 + 59
        await Wakeups(registry).look()
        assert len(room.game.done) == 2
        at[0] += 1
        await Wakeups(registry).look()
        assert len(room.game.done) == 3

    asyncio.run(play())


def test_a_game_whose_time_cannot_pass_stops_no_other(store, monkeypatch):
    async def play() -> None:
        at = [1_000_000]
        registry = Registry(store, now=lambda: at[0])
        rooms = [await begun(registry, "nomic", (PERSON,) * 3) for _ in range(2)]
        broken = []

        async def breaks() -> bool:
            broken.append(1)
            raise ZeroDivisionError

        monkeypatch.setattr(type(rooms[0]), "tick", _unless(rooms[0], breaks, type(rooms[0]).tick))
        at[0] = deadlines.due(rooms[0].game, rooms[0].created) or 0
        wakeups = Wakeups(registry)
        await wakeups.look()
        await wakeups.look()
        assert len(broken) == 1 and len(rooms[1].game.done) == 2
        at[0] += 3600
        await wakeups.look()
        assert len(broken) == 2

    asyncio.run(play())


def _unless(room, breaks, tick):
    return lambda self: breaks() if self is room else tick(self)


# -- programs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [ENDLESS, DYING, BABBLING, ABSURD])
def test_the_simplest_answer_is_given_for_a_bot_that_hangs_dies_or_writes_nonsense(store, command):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry, kinds=(BOT, BOT))
        players = Players(registry, [Worker(0.2, command)])
        await players._play(room)
        players.close()
        assert len(room.game.done) == 2

    asyncio.run(play())


def test_bots_go_on_when_a_game_fails(store, monkeypatch):
    async def play() -> None:
        registry = Registry(store)
        rooms = [await begun(registry, kinds=(BOT, BOT)) for _ in range(2)]
        players = Players(registry, [Worker(0.2, DYING)])
        registry.rooms.pop(rooms[0].id)
        rooms[0].gone = True
        for room in rooms:
            players.changed(room)
        running = asyncio.ensure_future(players.run())
        while len(rooms[1].game.done) < 2:
            await asyncio.sleep(0.01)
        running.cancel()
        players.close()
        assert len(rooms[0].game.done) == 1

    asyncio.run(play())
