"""An internal error of the engine: the reply is one sentence, every game is unchanged, and the engine goes on."""

import json
from typing import Any

import pytest

from rulewright.adapters import engine
from rulewright.kernel.game import Game
from rulewright.kernel.sight.handles import Handles
from rulewright.protocol import records
from rulewright.protocol.messages import INTERNAL
from tests.adapters.client import FILES, Client


def fail(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("sums are hard")


@pytest.fixture
def playing() -> tuple[Client, str, Any]:
    client = Client()
    game = client.duel(seed=1)
    client.call("answer", game=game, picks="wait")
    client.call("events", game=game)
    return client, game, client.call("save", game=game)


BROKEN = [
    (Game, "answer", "answer", {"picks": "wait"}),
    (Handles, "where", "answer", {"picks": "wait"}),
    (records, "shown", "answer", {"picks": "wait"}),
    (records, "shown", "answer", {"picks": "wait", "seat": 0}),
    (Game, "tick", "tick", {"now": 60}),
    (Handles, "where", "tick", {"now": 60}),
    (Handles, "where", "undo", {}),
    (Handles, "where", "copy", {}),
    (Game, "copy", "answer", {"picks": "wait"}),
]


@pytest.mark.parametrize(("where", "name", "method", "given"), BROKEN)
def test_a_failed_request_changes_no_game(
    playing: tuple, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, method: str, given: dict
):
    """Whatever fails during a request, the reply is -32603 with one sentence, and the game is unchanged."""
    client, game, before = playing
    events = client.call("events", game=game)
    with monkeypatch.context() as broken:
        broken.setattr(where, name, fail)
        error = client.error(method, game=game, **given)
    assert (error["code"], error["data"]["code"]) == (INTERNAL, "internal")
    assert "ZeroDivisionError at test_bugs.py" in error["message"] and "\n" not in error["message"]
    assert client.call("save", game=game) == before
    assert client.call("events", game=game) == events
    assert list(client.engine.games) == [game]
    client.call("answer", game=game, picks="wait")


def test_a_reply_that_cannot_be_written_changes_no_game(playing: tuple, monkeypatch: pytest.MonkeyPatch):
    """A change counts only when its reply has been written as JSON."""
    client, game, before = playing
    with monkeypatch.context() as broken:
        broken.setattr(records, "shown", lambda m, viewer, event: {"kind": object()})
        assert client.error("answer", game=game, picks="wait")["code"] == INTERNAL
    assert client.call("save", game=game) == before


def test_a_game_that_fails_to_begin_is_not_kept(monkeypatch: pytest.MonkeyPatch):
    """A game whose first reply fails is not in the list of games."""
    client = Client()
    monkeypatch.setattr(Handles, "where", fail)
    assert client.error("new", files=FILES)["code"] == INTERNAL
    assert client.engine.games == {}


def test_a_mistake_in_a_batch_does_not_affect_the_other_requests(monkeypatch: pytest.MonkeyPatch):
    """The other requests of a batch are carried out."""
    monkeypatch.setitem(engine.METHODS, "books", (fail, ()))
    calls = [{"jsonrpc": "2.0", "id": n, "method": method} for n, method in enumerate(("books", "games"))]
    replies = Client().line(json.dumps(calls))
    assert ["error" in reply for reply in replies] == [True, False]


def test_params_that_are_nested_too_deeply_are_refused():
    """A value that is nested too deeply is refused, and nothing crashes."""
    deep = "[" * 900 + "]" * 900
    reply = Client().line(f'{{"jsonrpc": "2.0", "id": 1, "method": "load", "params": {{"save": {{"book": {deep}}}}}}}')
    assert reply["error"]["data"]["code"] in ("save", "parse", "params")
