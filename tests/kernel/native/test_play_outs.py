"""Games that are played out inside the native machine end as they do on the Python machine."""

from collections.abc import Mapping
from typing import Any

import pytest

import rulewright
from rulewright.kernel.native import c_machine
from rulewright.play import playout, whole_games
from rulewright.play.whole_games import PlayedOut
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import load
from tests.kernel.native.test_left_to_python import STOOP, book

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]
POLICIES: dict[str, dict[str, str | Mapping[str, int]]] = {
    "tictactoe": {"random": "random", "by weights": {"claim": 2}},
    "market": {"random": "random", "by weights": {"Shove": 9, "Boast": 0, "pass": 1}},
    "duel": {"random": "random", "by weights": {"Strike": 3, "pass": 1}},
}


def on_both(
    pair: Pair, rules: rulewright.Book, policy: str | Mapping[str, int], monkeypatch: pytest.MonkeyPatch
) -> list[PlayedOut]:
    """Plays games out on both machines, and gives them if they are the same."""
    playing, reference = pair(rules)
    assert playing.native() is not None
    played = rulewright.play_out(playing, policy, 30, seed=5, most=40)
    monkeypatch.setenv(c_machine.SWITCH, "0")
    assert rulewright.play_out(reference, policy, 30, seed=5, most=40) == played
    return played


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("policy", ["random", "by weights"])
def test_games_end_the_same_on_both_machines(pair: Pair, monkeypatch: pytest.MonkeyPatch, name: str, policy: str):
    assert len(on_both(pair, load(name), POLICIES[name][policy], monkeypatch)) == 30


@pytest.mark.parametrize("policy", ["random", {"Poke": 5, "Stoop": 1, "pass": 0}], ids=["random", "by weights"])
def test_a_game_that_the_machine_leaves_is_played_by_python(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, policy: str | Mapping[str, int], not_lasting: None
):
    assert len(on_both(pair, book(STOOP), policy, monkeypatch)) == 30


def test_python_gives_only_the_answers_that_the_machine_leaves(pair: Pair, monkeypatch: pytest.MonkeyPatch, not_lasting: None):
    given: list[object] = []

    def counted(*more: Any) -> bool:
        given.append(more)
        return playout.play_out(*more)

    monkeypatch.setattr(whole_games, "answered", counted)
    played = on_both(pair, book(STOOP), "random", monkeypatch)
    assert 0 < len(given) - sum(each.answers for each in played) < sum(each.answers for each in played)


def test_games_that_need_more_room_are_played_again_with_more(pair: Pair, monkeypatch: pytest.MonkeyPatch):
    """The blocks begin too small for whole games of honey; no game is left to Python, and later games begin with more room."""
    rules = rulewright.load("honey")
    playing, _ = pair(rules, seed=2)
    native = playing.native()
    assert native is not None
    native.program.room = native.room = 1
    monkeypatch.setattr(whole_games, "_by_both", None)
    assert all(played.over for played in rulewright.play_out(playing, "random", 12, seed=5))
    assert native.program.room > 1
    assert pair(rules, seed=3)[0].native().room == native.program.room  # type: ignore[union-attr]
