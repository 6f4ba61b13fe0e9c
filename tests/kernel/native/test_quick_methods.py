"""The native machine does the most frequent calls of a game without calling Python, with the same results."""

import gc
import inspect
import weakref
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.native.native_play import NativePlay
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import load

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]


def forbidden(*given: Any) -> Any:
    """Stands for a method that must not be called."""
    raise AssertionError("Python was asked")


def first_answers(game: Game) -> None:
    """Plays the first option of every menu until the game is over."""
    while not game.over:
        player, path = game.asking[0], list[Any]()
        while (menu := game.menu(player, *path)) is not None:
            assert len(menu) == len(list(menu)) > 0
            path.append(next(iter(menu)))
        game.answer(player, *path)


def test_a_game_by_seats_and_keys_calls_no_python_method(native: ModuleType, monkeypatch: pytest.MonkeyPatch):
    game = Game(load("tictactoe"))
    game.native()
    monkeypatch.setattr(NativePlay, "answer", forbidden)
    monkeypatch.setattr(NativePlay, "menu", forbidden)
    first_answers(game)
    assert game.standing() == {"X": 1, "O": -1}


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: list(game.menu("X")),
        lambda game: list(game.menu(player=0)),
        lambda game: list(game.menu()),
        lambda game: list(Game.menu(game, 0) or ()),
        lambda game: [game.asking, game.over],
        lambda game: game.answer(0, *claim(game), at=5),
        lambda game: game.answer("X", *claim(game)),
    ],
    ids=["by name", "by keyword", "whoever is asked", "from the class", "who", "later", "answer by name"],
)
def test_other_calls_mean_the_same(pair: Pair, ask: Callable[[Game], Any]):
    playing, reference = pair(load("tictactoe"))
    assert ask(playing) == ask(reference)


def claim(game: Game) -> tuple[Any, ...]:
    """Gives the first answer of a game of tic-tac-toe."""
    offer = next(iter(game.menu(0) or ()))
    return offer, next(iter(game.menu(0, offer) or ()))


@pytest.mark.parametrize("picks", [("pass",), (("Claim", 0), 99), (("Claim", 0), 2, 3), (1 << 70,)])
def test_a_refusal_is_the_same_and_changes_nothing(pair: Pair, picks: tuple[Any, ...]):
    told = []
    for game in pair(load("tictactoe")):
        before = game.fingerprint()
        with pytest.raises(Refused) as refusal:
            game.answer(0, *picks)
        told.append(str(refusal.value))
        assert game.fingerprint() == before
    assert told[0] == told[1]


def test_an_answer_of_which_an_account_is_kept_is_given_by_python(native: ModuleType):
    game = Game(load("tictactoe"))
    game.native()
    game.machine.account = []
    game.answer(0, *claim(game))
    assert game.machine.account


def test_a_new_game_begins_without_python(native: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """With a book and a scene, and perhaps a seed; what else is asked for, Python does."""
    book = load("tictactoe")
    Game(book, "Board"), Game(book, "Board")  # the first games of a scene are prepared by Python
    monkeypatch.setattr(Game, "_begun_before", forbidden)
    assert Game(book, "Board", seed=7).seed == 7 and Game(book, "Board").seed == 0
    for other in (lambda: Game(book), lambda: Game(book, scene="Board"), lambda: Game(book, "Board", dice=(1,))):
        with pytest.raises(AssertionError, match="Python was asked"):
            other()
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "0")
    with pytest.raises(AssertionError, match="Python was asked"):
        Game(book, "Board", seed=7)


def test_a_method_of_a_game_is_like_any_other(native: ModuleType):
    one, other = Game(load("tictactoe"), "Board"), Game(load("tictactoe"), "Board")
    assert one.menu == one.menu != other.menu and len({one.menu, one.menu, one.answer}) == 2
    assert getattr(one.menu, "__self__") is one and one.menu.__name__ == "menu"  # noqa: B009
    held = [getattr(game, name) for game in (one, other) for name in ("menu", "answer") for _ in range(20)]
    assert [list(menu(0)) for menu in held[:3]] == [list(other.menu(0) or ())] * 3


def test_a_game_that_holds_a_method_of_its_own_is_freed(native: ModuleType):
    """The cycle from a game over its machine and a method back to the game is found by the collector."""
    game = Game(load("tictactoe"), "Board")
    gone = weakref.ref(kept := Kept(game.menu))
    game.machine.account = [kept]  # type: ignore[list-item]
    del game, kept
    gc.collect()
    assert gone() is None


class Kept:
    """Holds a method."""

    def __init__(self, method: object) -> None:
        self.method = method


def test_the_methods_are_described_as_before(native: ModuleType):
    described = inspect.signature(Game.menu), Game.answer.__name__, Game.over.__doc__
    assert tuple(map(str, described)) == (
        "(self, player: 'int | str | None' = None, *picks: 'Key') -> 'Menu | None'",
        "answer",
        "Whether the game has ended.",
    )
