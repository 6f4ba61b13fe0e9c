"""Bots in hosted games: their worker keeps the games it thinks about and is sent what is new."""

import pytest

from rulewright import load, new
from rulewright.bots import limit, think
from rulewright.host import workers
from rulewright.host.new_games import Wish
from rulewright.host.workers import Worker, thought
from rulewright.play.bots import greedy_bot


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
    """Lets the worker play for every seat, each time on a copy as a room does; gives the last of them."""
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
    wish = Wish.read({"book": "honey", "seat0": "person", "seat1": "strong"}, {})
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


def test_a_worker_keeps_so_many_games_and_no_more(worker, monkeypatch):
    monkeypatch.setattr(workers, "KEPT", 2)
    game = new(load("honey"), seed=2)
    for name in "abc":
        worker.think(name, game, game.asking[0])
    assert list(workers._KEPT) == list(worker._sent) == ["b", "c"]


def test_an_update_of_a_long_game_is_short(worker):
    game = played(worker, new(load("honey"), seed=2), 8)
    seat = game.asking[0]
    assert len(workers.json.dumps(thought(game, seat, "a", 8))) * 10 < len(workers.json.dumps(thought(game, seat)))
