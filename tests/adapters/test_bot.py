"""The engine's bot: an answer that can be sent as it is, with its value, its visits and its line."""

import json

import pytest

from rulewright.adapters.engine import Engine
from tests.hygiene.tree import ROOT

RULES = (ROOT / "benchmarks" / "tictactoe.rules").read_text(encoding="utf-8")


def asked(engine: Engine, method: str, **given) -> dict:
    """Sends a request and gives its reply."""
    reply = engine.reply(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": given}).encode())
    assert reply is not None
    return json.loads(reply)


@pytest.fixture
def engine() -> Engine:
    """Gives an engine with tic-tac-toe in which O must claim C1."""
    found = Engine()
    asked(found, "new", files={"board.rules": RULES})
    for square in ("A1", "B2", "B1"):
        asked(found, "answer", game="g1", picks=["Claim", square])
    return found


def test_the_bot_says_which_answer_it_would_give_and_why(engine):
    """It gives the answer in words, its value, how often it was tried, and the answers that it expects next."""
    told = asked(engine, "bot", game="g1", level=200)["result"]
    assert (told["seat"], told["words"], told["value"]) == ("O", ["Claim", "C1"], 0.5)
    assert told["line"][:2] == [{"seat": "O", "words": ["Claim", "C1"]}, {"seat": "X", "words": ["Claim", "A3"]}]
    # An answer may be tried once more before the first iteration.
    visits = [told["visits"], *(other["visits"] for other in told["others"])]
    assert told["iterations"] <= sum(visits) <= told["iterations"] + len(visits)


def test_the_picks_of_the_bot_can_be_sent_as_an_answer(engine):
    """The engine accepts these picks."""
    told = asked(engine, "bot", game="g1", level="easy")["result"]
    sent = asked(engine, "answer", game="g1", picks=told["picks"])["result"]
    assert sent["events"][0]["picks"] == told["words"]


def test_asking_the_bot_changes_nothing(engine):
    """Afterwards the same question is asked."""
    before = asked(engine, "asking", game="g1")
    asked(engine, "bot", game="g1", level=5)
    assert asked(engine, "asking", game="g1") == before


def test_the_same_seed_gives_the_same_reply(engine):
    """A reply depends on the game, the level and the seed."""
    one, other = (asked(engine, "bot", game="g1", level=30, seed=4) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("given", "code"), [({"seat": "X"}, "not-asked"), ({"seat": None}, "spectator"), ({"level": "mighty"}, "params")]
)
def test_a_request_that_cannot_be_answered_is_refused(engine, given, code):
    """The seat is not asked, is a spectator, or the level is unknown."""
    assert asked(engine, "bot", game="g1", **given)["error"]["data"]["code"] == code
