"""Bots in hosted games: their worker keeps the games and is sent only what is new; on a floor they stop acting."""

import asyncio

import pytest

from rulewright import load, new
from rulewright.bots import limit, think
from rulewright.host import workers
from rulewright.host.botseats import LAPS, Players
from rulewright.host.new_games import GameForm
from rulewright.host.registry import Registry
from rulewright.host.seating import BOT, PERSON
from rulewright.host.store import Store
from rulewright.host.workers import Worker, thought
from rulewright.kernel.flow.windows import PASS
from rulewright.play.bots import greedy_bot
from tests.host.rooms import begun, settled


@pytest.fixture
def worker(monkeypatch):
    """A worker in this process, which notes from which answer on each game was sent to it."""
    made, made.sent = Worker(), []
    workers._KEPT.clear()

    def ask(task, given):
        made.sent.append(given.since)
        return workers.TASKS[task](workers.json.loads(workers.json.dumps(given)))

    monkeypatch.setattr(made, "ask", lambda task, given: workers.frozen(ask(task, given)))
    return made


def played(worker, game, answers):
    """Lets the worker play for every seat, each time on a copy, as a room does; gives the last copy."""
    for _ in range(answers):
        seat = game.asking[0]
        path = worker.think("a", game, seat)
        assert path == greedy_bot(game.state.number)(game.copy(), seat)
        game = game.copy()
        game.answer(seat, *path)
    return game


@pytest.mark.parametrize("book", ["honey", "mandarin"])
def test_a_worker_is_sent_a_game_once_and_then_what_is_new(worker, book):
    played(worker, new(load(book), seed=2), 6)
    assert worker.sent == [0, 1, 2, 3, 4, 5]


def test_a_worker_lets_a_bot_of_a_level_search(worker):
    game = new(load("honey"), seed=2)
    path = worker.think("a", game, game.asking[0], "easy")
    assert path == think(game, game.asking[0], limit("easy"), game.state.number).path


def test_a_seat_can_be_given_to_a_bot_of_a_level():
    wish = GameForm.read({"book": "honey", "seat0": "person", "seat1": "strong"}, {})
    assert [chair.kind for chair in wish.chairs] == ["person", "bot"]
    assert wish.settings["bots"] == {"1": "strong"}


def test_a_game_in_which_something_was_taken_back_is_sent_whole(worker):
    game = played(worker, new(load("honey"), seed=2), 3)
    back = game.copy()
    back.undo()
    back.undo(reroll=True)
    played(worker, back, 1)
    assert worker.sent == [0, 1, 2, 0]


def test_a_worker_that_has_forgotten_a_game_gets_it_whole(worker):
    game = played(worker, new(load("honey"), seed=2), 2)
    workers._KEPT.clear()
    played(worker, game, 1)
    assert worker.sent == [0, 1, 2, 0]


def test_a_worker_keeps_a_limited_number_of_games(worker, monkeypatch):
    monkeypatch.setattr(workers, "KEPT", 2)
    game = new(load("honey"), seed=2)
    for name in "abc":
        worker.think(name, game, game.asking[0])
    assert list(workers._KEPT) == list(worker._sent) == ["b", "c"]


def test_an_update_of_a_long_game_is_short(worker):
    game = played(worker, new(load("honey"), seed=2), 8)
    seat = game.asking[0]
    assert len(workers.json.dumps(thought(game, seat, "a", 8))) * 10 < len(workers.json.dumps(thought(game, seat)))


class Prepared(Worker):
    """A worker whose bots give prepared answers and then pass; it records which seats were asked."""

    def __init__(self, *paths):
        super().__init__()
        self.paths, self.asked = list(paths), []

    def think(self, name, game, seat, level=""):
        """Gives the next prepared answer."""
        self.asked.append(seat)
        return self.paths.pop(0) if self.paths else (PASS,)


async def rest(players, room):
    """Lets bots think until nobody is waiting to."""
    while not players._lanes[0].empty():
        assert len(players.workers[0].asked) < 20
        players._waiting.discard(players._lanes[0].get_nowait().id)
        await players._play(room)
        await settled()


def on_a_floor(tmp_path, worker, play):
    """Begins nomic, in which everybody may act at any time, with a person and two bots, and plays it."""

    async def run() -> None:
        store = Store(tmp_path / "games.sqlite")
        registry = Registry(store)
        room = await begun(registry, "nomic", (PERSON, BOT, BOT))
        players = Players(registry, [worker])
        room.after.append(players.changed)
        players.changed(room)
        await rest(players, room)
        await play(players, room)
        store.close()

    asyncio.run(run())


def act(game, seat):
    """Gives an answer of a seat that asks for no text."""
    path = ()
    while (menu := game.menu(seat, *path)) is not None:
        path = (*path, next(key for key in menu if path or (key != PASS and key.action == "Hasten")))
    return path


def test_bots_that_pass_on_a_floor_think_again_only_when_the_game_changes(tmp_path):
    """A pass of one bot is no reason for the other to think again."""
    worker = Prepared()

    async def play(players, room) -> None:
        assert worker.asked == [1, 2]
        await room.answer_by_keys(room.table, 0, act(room.game, 0))
        await rest(players, room)
        assert worker.asked == [1, 2, 1, 2]

    on_a_floor(tmp_path, worker, play)


def test_a_bot_on_a_floor_acts_a_limited_number_of_times_until_somebody_else_acts(tmp_path):
    """Otherwise a bot that always finds something to do would prevent all others from acting."""
    worker = Prepared()
    game = new(load("nomic"), "Three chairs", seed=4)
    worker.paths = [act(game, 1)] * LAPS

    async def play(players, room) -> None:
        assert worker.asked == [1] * LAPS + [2]
        worker.paths = [act(room.game, 1)]
        await room.answer_by_keys(room.table, 0, act(room.game, 0))
        await rest(players, room)
        assert worker.asked == [1] * LAPS + [2, 1, 1, 2]

    on_a_floor(tmp_path, worker, play)
