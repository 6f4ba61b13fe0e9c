"""Games that are played out inside the native machine end as they do on the Python machine."""

import random
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Entry
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


def test_copies_of_a_game_play_in_threads_as_they_do_one_after_another(pair: Pair):
    """The threads take turns after very few steps; copies share records, the state at which they began, and the program."""
    game, _ = pair(load("honey"), seed=3)
    play_by_chance(game, 0)
    alone = [play_by_chance(game.copy(), number) for number in range(6)]
    copies, before = [game.copy() for _ in range(6)], sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(copies)) as threads:
            assert list(threads.map(play_by_chance, copies, range(6))) == alone
    finally:
        sys.setswitchinterval(before)


def play_by_chance(game: Game, number: int) -> tuple[str, tuple[Entry, ...], list[PlayedOut]]:
    """Gives forty answers and takes some of them back; gives the position, the journal and games that were played out from it."""
    chance = random.Random(number)
    for _ in range(40):
        path: tuple[Any, ...] = ()
        while not game.over and (menu := game.menu(game.asking[0], *path)) is not None:
            path = (*path, chance.choice(list(menu)))
        if path:
            game.answer(game.asking[0], *path)
        if chance.random() < 0.2 and game.length > 1:
            game.undo()
    return game.fingerprint(), game.journal, [] if game.over else rulewright.play_out(game, "random", 4, seed=number, cores=2)
