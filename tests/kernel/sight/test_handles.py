"""Handles: the numbers that each viewer has for things, which views and records use."""

import json
from typing import Any

import pytest

from rulewright import load, new
from rulewright.kernel.change import effects
from rulewright.kernel.game import Game
from rulewright.kernel.sight import handles
from rulewright.kernel.sight.handles import Handles
from rulewright.kernel.sight.visibility import HOST
from rulewright.testing.answers import random_answer
from tests.kernel.fakes import ANN, BO
from tests.kernel.sight.test_witness import BOARD, BOS_DECK, CUB, ELK, HEN, OWL, OX, YAK, happens, stirs, table


def named(playing: Game, viewer: int | None) -> dict[str, int]:
    """Gives the handle of each thing that the viewer sees, by name."""
    things = [thing for zone in playing.view(viewer)["zones"] for thing in zone["things"] or ()]
    return {thing["name"]: thing["handle"] for thing in things}


def test_everything_in_sight_has_a_handle_from_the_start():
    """Before anything has happened, each viewer numbers the things it sees."""
    playing = table()
    assert named(playing, ANN) == {"Ox": 0, "Yak": 1}
    assert named(playing, BO) == {"Ox": 0, "Yak": 1, "Elk": 2, "Hen": 3, "Cub": 4}
    assert named(playing, HOST) == {"Ox": OX, "Yak": YAK, "Elk": ELK, "Hen": HEN, "Cub": CUB, "Owl": OWL}


def test_a_handle_is_kept_while_the_thing_can_be_followed():
    """It is kept from a hand to the board, and from one visible zone to another."""
    playing = happens(table(), effects.send(HEN, BOARD))
    assert named(playing, BO)["Hen"] == 3 and named(playing, ANN)["Hen"] == 2
    happens(playing, effects.send(OX, BOARD))
    assert named(playing, ANN)["Ox"] == 0


def test_a_handle_is_lost_when_the_thing_goes_out_of_sight():
    """A thing that goes into the deck and comes back has another handle for every viewer."""
    playing = happens(table(), effects.send(OX, BOS_DECK))
    assert "Ox" not in named(playing, ANN)
    happens(playing, effects.send(OX, BOARD))
    assert named(playing, ANN) == {"Yak": 1, "Ox": 2} and named(playing, BO)["Ox"] == 5


def test_the_record_refers_to_things_by_their_handles():
    """An event about the yak contains the handle that the view gives it."""
    playing = happens(table(), stirs(YAK))
    assert playing.told(ANN) == [stirs(named(playing, ANN)["Yak"])] == [stirs(1)]


def test_an_undone_answer_gives_its_handles_back():
    """The next view is the same, whether or not somebody looked in between."""
    playing = table()
    before = json.dumps(playing.view(ANN))
    happens(playing, effects.send(OX, BOS_DECK), effects.send(ELK, BOARD))
    assert named(playing, ANN) == {"Yak": 1, "Elk": 2}
    playing.record[0] = ()
    playing.undo()
    assert json.dumps(playing.view(ANN)) == before
    happens(playing, effects.send(HEN, BOARD))
    assert named(playing, ANN) == {"Ox": 0, "Yak": 1, "Hen": 2}


def test_a_copy_shares_its_handles_and_goes_its_own_way():
    """Later, the game and the copy each give handles for their own events only."""
    playing = table()
    playing.view(ANN)
    copy = happens(playing.copy(), effects.send(ELK, BOARD))
    happens(playing, effects.send(CUB, BOARD))
    assert named(copy, ANN) == {"Ox": 0, "Yak": 1, "Elk": 2} and named(playing, ANN) == {"Ox": 0, "Yak": 1, "Cub": 2}
    assert named(copy, ANN) == {"Ox": 0, "Yak": 1, "Elk": 2}


def test_a_view_reads_only_the_answers_since_the_last_view(monkeypatch: pytest.MonkeyPatch):
    """The same witness continues from the last view: it reads one answer, however long the game is."""
    heard, hear = [], Handles._hear

    def hearing(self: Handles, done: Any) -> None:
        heard.append(done)
        hear(self, done)

    monkeypatch.setattr(Handles, "_hear", hearing)
    playing = table()
    for _ in range(20):
        happens(playing, stirs(OX))
        playing.view(ANN)
    assert len(heard) == 21


def test_handles_do_not_depend_on_when_a_viewer_first_looks():
    """Handles depend on what happened and not on who asked when."""
    early, late = table(), table()
    for playing in (early, late):
        for change in (effects.send(OX, BOS_DECK), effects.send(ELK, BOARD), effects.send(OX, BOARD)):
            happens(playing, change)
            if playing is early:
                playing.view(ANN)
    assert json.dumps(early.view(ANN)) == json.dumps(late.view(ANN))


def test_a_card_shown_in_a_hand_has_a_handle_for_its_viewers():
    """Shown cards are numbered by name, not by the order in which they lie hidden."""
    playing = happens(table(), ("show", CUB, (ANN, BO)), ("show", ELK, (ANN, BO)))
    assert named(playing, ANN) == {"Ox": 0, "Yak": 1, "Cub": 2, "Elk": 3} and handles.of(playing, ANN).of(HEN) is None


@pytest.mark.parametrize("book", ["honey", "mandarin", "netrunner", "riftbound"])
def test_handles_do_not_depend_on_whether_somebody_is_told_the_events(book: str):
    """They are numbered event by event in both cases, also things that went out of sight and came back."""
    game = new(load(book), seed=5)
    while not game.over and len(game.done) < 40:
        random_answer(game, 5)
    for viewer in (None, *range(len(game.seats))):
        silent, telling = Handles(game, viewer), Handles(game, viewer, telling=True)
        for each in (silent, telling):
            each.come_up(game)
        slots = range(len(game.state.places))
        assert [silent.of(slot) for slot in slots] == [telling.of(slot) for slot in slots]
        assert telling.told and not silent.told
