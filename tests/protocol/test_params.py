"""Missing, unknown and wrongly typed params are named in the error, with what would have worked."""

import json
from typing import Any

import pytest

from rulewright.adapters.engine import METHODS
from rulewright.protocol import params
from rulewright.protocol.messages import PARAMS
from tests.adapters.client import FILES, Client

CLIENT = Client()
GAME = CLIENT.duel()


def wrong(method: str, **given: Any) -> tuple[str, str]:
    """Gives the param that was wrong and what was expected of it."""
    error = CLIENT.error(method, **given)
    assert (error["code"], error["data"]["code"]) == (PARAMS, "params")
    return error["data"]["param"], error["data"]["expected"]


def test_a_missing_param_is_named():
    """The error names the param that the method needs, with its kind."""
    assert wrong("answer", game=GAME) == ("picks", params.PICKS.words)


def test_an_unknown_param_is_named_with_the_nearest():
    """The error names the unknown param, the params that the method takes, and the most similar one."""
    assert wrong("view", game=GAME, seats="Ann") == ("seats", "game, seat")
    assert CLIENT.error("view", game=GAME, seats="Ann")["data"]["nearest"] == ["seat"]


ILL_TYPED: list[tuple[str, str, Any]] = [
    ("asking", "game", 1),
    ("asking", "seat", True),
    ("asking", "seat", 1.5),
    ("asking", "picks", [None]),
    ("answer", "picks", {"a": 1}),
    ("answer", "picks", [True]),
    ("answer", "at", -1),
    ("answer", "at", "noon"),
    ("answer", "dice", [0]),
    ("answer", "dice", "6"),
    ("tick", "now", 1.0),
    ("new", "book", None),
    ("new", "files", {}),
    ("new", "files", {"a.rules": 7}),
    ("new", "readings", ["x"]),
    ("new", "seats", ["a, b"]),
    ("new", "seats", ["a\nUses: x"]),
    ("new", "seed", "7"),
    ("new", "seed", 1 << 64),
    ("new", "position", ["Ann"]),
    ("check", "strict", "yes"),
    ("events", "since", -1),
    ("why_not", "targets", "Bo"),
    ("explain", "answer", "last"),
    ("load", "save", [1]),
]


@pytest.mark.parametrize(("method", "name", "value"), ILL_TYPED)
def test_an_ill_typed_param_is_named_with_its_kind(method: str, name: str, value: Any):
    """The error names the param and the kind it should have; all params are read before anything is done."""
    kinds = {param.name: param.kind.words for param in METHODS[method][1]}
    good = {"game": GAME} if "game" in kinds and name != "game" else {}
    assert wrong(method, **{**good, name: value}) == (name, kinds[name])


def test_params_may_be_given_in_order():
    """A list of params is read in the order in which `hello` lists them."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view", "params": [GAME, "Reds"]})
    assert CLIENT.line(line)["result"] == CLIENT.call("view", game=GAME, seat="Reds")


@pytest.mark.parametrize("given", ["x", 7, None, [1, 2, 3, 4]])
def test_params_are_an_object_or_a_list(given: Any):
    """Params of any other kind, or too many of them, are refused."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view", "params": given})
    assert CLIENT.line(line)["error"]["code"] == PARAMS


def test_a_long_value_is_shown_short():
    """A message quotes the beginning of a value, not all of it."""
    assert len(CLIENT.error("new", files={"a.rules": [7] * 9999})["message"]) < 200


def test_an_unknown_book_is_named_with_the_shipped_ones():
    """A book that is not shipped is not looked for on disk."""
    error = CLIENT.error("new", book="encountr")
    assert (error["code"], error["data"]["param"], error["data"]["nearest"]) == (PARAMS, "book", ["encounter"])
    assert CLIENT.error("new", book="/etc/hostname")["data"]["param"] == "book"


def test_an_unknown_scene_is_named_with_the_books_own():
    """A scene that the book does not have is refused with those it has."""
    error = CLIENT.error("new", files=FILES, scene="Yart")
    assert (error["data"]["param"], error["data"]["expected"], error["data"]["nearest"]) == ("scene", "Yard", ["Yard"])


def test_a_request_with_both_a_scene_and_a_position_is_refused():
    """A game begins either from a scene or from a position."""
    assert wrong("new", files=FILES, scene="Yard", position="Ann at 1,1") == ("position", "scene or position")


def test_names_for_another_number_of_seats_are_refused():
    """There must be one player's name for each seat."""
    assert wrong("new", files=FILES, seats=["Amy"])[0] == "seats"


def test_wrong_params_change_nothing():
    """A request whose params are wrong begins no game."""
    before = len(CLIENT.engine.games)
    wrong("new", files=FILES, seats=["Amy"])
    assert len(CLIENT.engine.games) == before
