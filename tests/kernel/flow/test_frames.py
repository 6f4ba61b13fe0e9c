"""Frames: how they describe their place, what they keep, and which machine runs them."""

import pytest

from rulewright.kernel.flow.agenda import Machine, ask, go
from rulewright.kernel.state.facts import Frame
from tests.kernel.fakes import ANN, Steps, asks, game, numbered


class Named(Steps):
    """A procedure whose place is described by the words of its frame."""

    def words(self, m, frame):
        return frame.vars["words"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("main", "turn", ", of Ann"), "main · turn, of Ann"),
        ((", of Ann", "", "turn"), ", of Ann · turn"),
        (("main", ", at dusk", ", of Ann"), "main, at dusk, of Ann"),
    ],
)
def test_words_with_a_leading_comma_continue_the_part_before(words, said):
    """If no part comes before, the words stand alone."""
    playing = game(asks("main", ANN), Named("named", {}))
    playing.state.agenda[:] = [Frame(n, numbered(playing.machine, "named"), "", {"words": each}) for n, each in enumerate(words)]
    assert playing.where() == said


def test_a_frame_keeps_its_number_wherever_it_goes_on():
    """With this number a later step can leave it."""
    steps = {"": lambda m, f: go("on", {"first": f.id}), "on": lambda m, f: ask((ANN,), "", f.vars)}
    (frame,) = game(Steps("main", steps)).state.agenda
    assert frame.id == frame.vars["first"]


def test_a_machine_without_a_game_has_no_answers():
    """The answers belong to the game."""
    playing = game(asks("main", ANN))
    assert len(Machine(playing.book, playing.state).done) == 0 and len(playing.machine.done) == 1
