"""The runner that compares whole games on both machines finds what differs, and goes on where it was stopped."""

import sys
from pathlib import Path

import pytest

from benchmarks import equal
from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.native.native_play import NativePlay
from tests.lengths import much

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]


@pytest.mark.parametrize("name", books.shipped())
def test_games_of_every_book_are_the_same_on_both_machines(native: object, name: str):
    book = books.load(name)
    scenes = list(book.scenes)
    for number in range(much(3, 100)):
        equal.Pair(book, scenes[number % len(scenes)], number).play()


def test_the_reference_game_stays_with_python_after_copies(native: object):
    pair = equal.Pair(books.load("honey"), "Two hives", 7)
    pair.play()
    assert pair.reference._native is None and pair.playing._native is not None


def test_an_act_that_python_gave_is_a_past_act_for_the_machine(native: object):
    """After a Judgment the state was that of an older block, which offered no Overrule; this happened in this game."""
    equal.Pair(books.load("nomic"), "Four chairs", 3478).play()


def test_a_judgment_is_a_past_act_in_the_next_menu(native: object):
    """The candidates of Find illegal were those of a menu that was made during the Judgment; this happened in this game."""
    equal.Pair(books.load("nomic"), "Three chairs", 5154).play()


def test_other_dice_are_a_difference(native: object):
    pair = equal.Pair(books.load("encounter"), "Duel", 3)
    pair.playing = Game(pair.book, "Duel", seed=4)
    with pytest.raises(equal.Different, match=r"answer|fingerprint|events"):
        pair.play()


def test_a_wrong_undo_is_a_difference(native: object, monkeypatch: pytest.MonkeyPatch):
    """What is taken back on the native machine must be what Python takes back."""
    pair = equal.Pair(books.load("honey"), "Two hives", 10)
    undo = NativePlay.undo
    monkeypatch.setattr(NativePlay, "undo", lambda play, game, reroll: undo(play, game, reroll) and undo(play, game, reroll))
    with pytest.raises(equal.Different, match=r"taken back|asked|fingerprint"):
        pair.play()


def test_a_run_goes_on_where_it_was_stopped(
    native: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    record = tmp_path / "equal.json"
    for games in (2, 3, 3):
        monkeypatch.setattr(sys, "argv", ["equal", "encounter", "--games", str(games), "--record", str(record)])
        assert equal.main() == 0
    assert equal.kept(record) == {equal.revision(): {"encounter": 3}}
    assert "3 games were equal before" in capsys.readouterr().out
