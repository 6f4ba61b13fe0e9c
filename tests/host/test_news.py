"""News: complete at first and then as changes, first for the seats that are asked, and reported if they fail."""

import asyncio
from functools import reduce
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from benchmarks.host import changed
from rulewright.host.registry import Registry
from rulewright.host.server import AHEAD, ReadAhead
from rulewright.host.sockets import CHANGES, CHOICE, TROUBLE, WHOLE
from rulewright.host.telling import FEW, Telling
from tests.host.rooms import Waiting, Wire, ask, begun, first, settled, socket


@pytest.fixture(autouse=True)
def as_many_views_as_changes(monkeypatch):
    """Lets the views of somebody who is not asked follow each other at once; one test is about the time between them."""
    monkeypatch.setattr("rulewright.host.sockets.FRAME", 0.0)


@pytest.fixture
def no_time_for_views(monkeypatch):
    """Lets views wait until the event is set."""
    time = asyncio.Event()
    monkeypatch.setattr(Telling, "_quiet", lambda self: time.wait())
    return time


def connected(registry, room, seat, form=WHOLE):
    """Connects a seat; gives the task that serves it, and its connection."""
    wire = Wire()
    at = socket(registry, room, seat, wire)
    at.form = form
    return asyncio.ensure_future(at.serve()), wire


async def parted(*serving):
    for task in serving:
        task.cancel()
    await asyncio.gather(*serving, return_exceptions=True)


def test_a_reader_of_changes_knows_what_a_reader_of_whole_news_knows(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        whole, all_of_it = connected(registry, room, 0)
        short, parts = connected(registry, room, 0, form=CHANGES)
        await settled()
        for _ in range(12):
            await room.answer(*first(room))
            await settled()
        told = [each["params"] for each in parts.sent]
        assert "changes" not in told[0] and all(list(each) == ["changes"] for each in told[1:])
        known = told[0]
        for each in told[1:]:
            known = reduce(changed, each["changes"], known)
        assert known == all_of_it.sent[-1]["params"]
        await parted(whole, short)

    asyncio.run(play())


def test_somebody_who_is_only_told_its_choice_is_told_whenever_it_is_asked_and_when_it_is_asked_no_longer(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        serving, wire = connected(registry, room, 0, form=CHOICE)
        await settled()
        asked, was = [room.table.asked(0)], True
        for _ in range(20):
            await room.answer(*first(room))
            await settled()
            if was or 0 in room.game.asking:
                asked.append(room.table.asked(0))
            was = 0 in room.game.asking
        assert [each["params"]["asked"] for each in wire.sent] == asked and len(asked) < 21
        assert all(list(each["params"]) == ["asked", "over", "talk"] for each in wire.sent)
        await room.agree({"draw": {"by": 1, "agreed": [1]}})
        await settled()
        assert wire.sent[-1]["params"]["talk"] == {"draw": {"by": 1, "agreed": [1]}}
        await parted(serving)

    asyncio.run(play())


def test_somebody_who_is_only_told_its_choice_hears_of_every_change_of_it_although_news_have_waited(store):
    """While the news that it is not asked wait for others, it is asked again; and then it is asked no longer."""

    async def until(room, asked: bool) -> None:
        while (0 in room.game.asking) is not asked:
            await room.answer(*first(room))
            await settled()

    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        serving, wire = connected(registry, room, 0, form=CHOICE)
        await until(room, True)
        await settled()
        await registry.telling.begin()
        await until(room, False)
        await until(room, True)
        registry.telling.end()
        await settled()
        assert wire.sent[-1]["params"]["asked"] == room.table.asked(0)
        await until(room, False)
        await settled()
        assert wire.sent[-1]["params"]["asked"] == room.table.asked(0)
        await parted(serving)

    asyncio.run(play())


def test_an_unknown_form_of_news_is_refused(served):
    host = served.browser()
    game = host.begin(book="honey", seat0="person", seat1="bot")
    cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    url = f"{served.address.replace('http', 'ws')}/g/{game}/socket?news=all"
    with pytest.raises(InvalidStatus), connect(url, origin=Origin(served.address), additional_headers={"cookie": cookie}):
        pass


def test_news_that_cannot_be_made_are_announced_and_the_connection_goes_on(store, monkeypatch, caplog):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        serving, wire = connected(registry, room, 0, form=CHANGES)
        await settled()
        with monkeypatch.context() as broken:
            broken.setattr("rulewright.host.rooms.view", lambda *given: 1 // 0)
            await room.answer(*first(room))
            await settled()
        assert wire.sent[-1]["params"] == {"trouble": TROUBLE} and "ZeroDivisionError" in caplog.text
        await room.answer(*first(room))
        await settled()
        assert not serving.done() and wire.sent[-1]["params"]["changes"]
        await parted(serving)

    asyncio.run(play())


def test_a_program_is_not_told_that_it_has_answered_but_what_it_is_asked_next(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        serving, wire = connected(registry, room, 0, form=CHOICE)
        await settled()
        answers = 0
        while len(room.game.done) < 30:
            if 0 not in room.game.asking:
                await room.answer(*first(room))
                await settled()
                continue
            before = len(wire.sent)
            wire.say("answer", picks=first(room)[1])
            answers += 1
            while "id" not in wire.sent[-1]:
                await asyncio.sleep(0)
            await settled()
            again = [{"asked": room.table.asked(0), "over": False, "talk": {}}] if 0 in room.game.asking else []
            assert [each.get("params") for each in wire.sent[before:]] == [None, *again]
        assert answers > 5
        await parted(serving)

    asyncio.run(play())


def test_the_reply_to_an_answer_comes_before_the_news_of_it(store, no_time_for_views):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat = room.game.asking[0]
        serving, wire = connected(registry, room, seat)
        await settled()
        wire.say("answer", picks=first(room)[1])
        while len(room.game.done) < 2:
            await asyncio.sleep(0)
        no_time_for_views.set()
        await settled()
        replied = next(n for n, each in enumerate(wire.sent) if "id" in each)
        assert wire.sent[replied]["result"] == {"n": 1}
        after = room.table.asking(seat)
        assert [each["params"]["asking"] == after for each in wire.sent if "id" not in each][-1]
        assert all(each["params"]["asking"] != after for each in wire.sent[:replied])
        await parted(serving)

    asyncio.run(play())


def test_the_reply_to_a_request_that_changes_nothing_comes_after_the_news_of_what_was_before_it(store, no_time_for_views):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        serving, wire = connected(registry, room, 0)
        wire.say("hello")
        await settled()
        assert wire.sent == []
        no_time_for_views.set()
        await settled()
        assert ["id" in each for each in wire.sent] == [False, True]
        await parted(serving)

    asyncio.run(play())


def test_under_load_a_page_that_is_asked_gets_its_choice_before_its_view(store, no_time_for_views):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        seat = room.game.asking[0]
        serving, wire = connected(registry, room, seat, form=CHANGES)
        no_time_for_views.set()
        await settled()
        no_time_for_views.clear()
        for _ in range(FEW + 2):  # one of them does not wait in the queue any more
            registry.telling.look(Waiting([], "other"), asked=True)
        await settled()
        await room.answer(*first(room))
        while seat not in room.game.asking:
            await room.answer(*first(room))
        await settled()
        first_news, *later = [each["params"] for each in wire.sent]
        known = reduce(changed, [change for each in later for change in each["changes"]], first_news)
        assert known["asking"] == room.table.asking(seat) and known["view"] == first_news["view"] != room.news(seat)["view"]
        no_time_for_views.set()
        await settled()
        assert reduce(changed, wire.sent[-1]["params"]["changes"], known) == room.news(seat)
        await parted(serving)

    asyncio.run(play())


def test_somebody_who_is_not_asked_gets_the_first_view_at_once_and_the_next_when_it_is_due_or_wanted(store, monkeypatch):
    async def play() -> None:
        monkeypatch.setattr("rulewright.host.sockets.FRAME", 1000.0)
        registry = Registry(store)
        room = await begun(registry)
        watching = 1 - room.game.asking[0]
        serving, wire = connected(registry, room, watching)
        await settled()
        await room.agree({"undo": {"by": 0, "agreed": []}})
        await room.agree({})
        await settled()
        assert len(wire.sent) == 1  # it is shown again some time later
        wire.say("hello")
        await settled()
        assert wire.sent[1]["params"]["talk"] == {} and "id" in wire.sent[2]
        while watching not in room.game.asking:
            await room.answer(*first(room))
        await settled()
        assert wire.sent[-1]["params"]["asking"] == room.table.asking(watching)
        await parted(serving)

    asyncio.run(play())


def test_a_view_that_was_not_due_yet_is_sent_when_it_is(store, monkeypatch):
    async def play() -> None:
        monkeypatch.setattr("rulewright.host.sockets.FRAME", 1000.0)
        registry = Registry(store)
        room = await begun(registry)
        serving, wire = connected(registry, room, 1 - room.game.asking[0])
        await settled()
        loop, later = asyncio.get_running_loop(), []

        def call_later(delay, then):
            later.append((delay, then))
            return SimpleNamespace(cancel=later.clear)

        monkeypatch.setattr(loop, "call_later", call_later)
        await room.agree({"undo": {"by": 0, "agreed": []}})
        await room.agree({"draw": {"by": 0, "agreed": []}})
        await settled()
        monkeypatch.undo()
        monkeypatch.setattr("rulewright.host.sockets.FRAME", 0.0)
        ((delay, then),) = later
        assert 0 < delay <= 1000 and len(wire.sent) == 1
        then()
        await settled()
        assert wire.sent[1]["params"]["talk"] == {"draw": {"by": 0, "agreed": []}}
        await parted(serving)

    asyncio.run(play())


class Counting:
    """A transport that counts how often reading was paused and resumed."""

    def __init__(self) -> None:
        self.paused = self.resumed = 0

    def pause_reading(self) -> None:
        self.paused += 1

    def resume_reading(self) -> None:
        self.resumed += 1


def test_a_connection_reads_on_while_few_messages_wait():
    async def play() -> None:
        at: Any = ReadAhead.__new__(ReadAhead)
        transport = at.transport = Counting()
        at.queue, at.read_paused, at.close_sent, at.curr_msg_data_type = asyncio.Queue(), False, False, "text"
        for number in range(AHEAD + 1):
            assert transport.paused == 0
            at.frames = [b"%d" % number]
            at.send_receive_event_to_app()
        assert at.queue.qsize() == AHEAD + 1 and transport.paused == 1
        assert [(await at.receive())["text"] for _ in range(AHEAD + 1)] == [str(n) for n in range(AHEAD + 1)]
        assert transport.resumed == 1

    asyncio.run(play())


def test_picks_are_answered_if_they_are_complete_and_otherwise_lead_to_the_next_question(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry, "encounter")
        seat, picks = first(room)
        at = socket(registry, room, seat)
        options = room.table.question(seat)["options"]
        move = next(option["id"] for option in options if option["words"] == "Move")
        question = (await ask(at, "pick", picks=[move]))["asked"][0]
        assert question == room.table.asking(seat, [move])["asked"][0] and len(room.game.done) == 1
        assert await ask(at, "pick", picks=picks, client="a") == await ask(at, "pick", picks=picks, client="a") == {"n": 1}
        assert (await ask(at, "pick", picks=picks, client="b"))["data"]["code"] in ("stale", "not-asked")

    asyncio.run(play())


def test_a_reader_of_the_log_is_told_when_lines_were_taken_back(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry)
        at = socket(registry, room, 0)
        await room.answer(*first(room))
        before = await ask(at, "log")
        async with room.lock:
            await room.take_back(1)
        after = await ask(at, "log", since=len(before["lines"]))
        assert after["lines"] == [] and after["undone"] == before["undone"] + 1
        assert len((await ask(at, "log"))["lines"]) < len(before["lines"])

    asyncio.run(play())
