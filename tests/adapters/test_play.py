"""A game through the engine is the same as one in Python: the same answers give the same game."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright import testing
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.sight.visibility import HOST
from rulewright.kernel.state.dice import die
from rulewright.protocol.records import Record
from tests.adapters.client import HANDS, Client

WHISPERS = (Path(__file__).parents[1] / "contract" / "whispers.rules").read_text(encoding="utf-8")
NOMIC = (Path(__file__).parents[1] / "shapes" / "nomic.rules").read_text(encoding="utf-8")
FLOOR = "\nScene Open\n  seats Ann, Bo, Cy\n  Ann (Points 9), Bo (Points 9), Cy (Points 9)\n"
BOOKS: dict[str, dict] = {
    "encounter": {"book": "encounter"},
    "hands": {"files": HANDS},
    "whispers": {"files": {"whispers.rules": WHISPERS}},
    "nomic": {"files": {"nomic.rules": NOMIC + FLOOR}},
}


def in_step(client: Client, id: str, game: Game, seed: int) -> None:
    """Gives the same random answer to the engine, by ids, and to the game, by picks."""
    asked = client.call("asking", game=id)["asked"]
    question = asked[die(seed, game.state.number, 99, len(asked)) - 1]
    seat = question["seat"]
    ids: list[str] = []
    keys: list[Any] = []
    while not question["whole"]:
        at = die(seed, game.state.number, len(ids), len(question["options"])) - 1
        menu = game.menu(seat, *keys)
        assert menu is not None and [option["words"] for option in question["options"]] == [menu.words(key) for key in menu]
        ids, keys = [*ids, question["options"][at]["id"]], [*keys, list(menu)[at]]
        question = client.call("asking", game=id, seat=seat, picks=ids)["asked"][0]
    happened = game.answer(seat, *keys)
    client.call("answer", game=id, seat=seat, picks=ids)
    told = client.call("events", game=id)["events"]
    assert len([event for event in told if event["answer"] == game.state.number]) == len(happened)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), answers=st.integers(1, 25))
def test_random_play_through_the_engine_gives_the_same_game_as_without_it(book: str, seed: int, answers: int):
    """The same picks, as ids and as keys, lead to the same events, journal and state."""
    client = Client()
    id = client.call("new", **BOOKS[book], seed=seed)["game"]
    game = Game(client.engine.games[id].game.book, client.engine.games[id].game.scene, seed=seed)
    for _ in range(answers):
        if not game.over:
            in_step(client, id, game, seed)
    assert client.call("save", game=id)["save"] == json.loads(json.dumps(saves.save(game)))


@pytest.mark.parametrize("book", BOOKS)
def test_a_viewer_is_told_the_same_answer_by_answer_as_all_at_once(book: str):
    """Through undos and copies, a viewer is told in parts the same as for the whole game at once."""
    client = Client()
    id = client.call("new", **BOOKS[book], seed=5)["game"]
    viewers = [HOST, None, *range(len(client.engine.games[id].game.seats))]
    game = client.engine.games[id].game.copy()
    records = {viewer: Record(game, viewer) for viewer in viewers}
    for number in range(40):
        if game.over:
            break
        testing.random_answer(game, 5)
        for viewer in viewers[:: 1 + number % 2]:
            records[viewer].follow(game.done)
        if number % 5 == 4:
            game.undo()
    for viewer in viewers:
        assert records[viewer].follow(game.done) == Record(game, viewer).follow(game.done)


def test_a_seat_is_told_only_the_events_that_it_may_know():
    """A seat is not told more events than the host, nor other kinds of event."""
    client = Client()
    id = client.call("new", **BOOKS["whispers"], seed=2)["game"]
    game = client.engine.games[id].game
    for _ in range(30):
        testing.random_answer(game, 2)
    host = client.call("events", game=id)["events"]
    for seat in range(2):
        told = client.call("events", game=id, seat=seat)["events"]
        assert len(told) < len(host) and {event["kind"] for event in told} <= {event["kind"] for event in host}


def test_a_game_saved_by_python_is_loaded_by_the_engine():
    """The engine and the Python API read each other's saves."""
    playing = rulewright.new("encounter", seed=4)
    testing.random_answer(playing, 4)
    client = Client()
    id = client.call("load", save=rulewright.save(playing))["game"]
    again = rulewright.restore(json.dumps(client.call("save", game=id)["save"]))
    assert again.fingerprint() == playing.fingerprint()
