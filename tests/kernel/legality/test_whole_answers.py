"""Whole answers: complete paths of picks with numbers that stay the same."""

import random

import pytest

import rulewright
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.legality import whole_answers
from rulewright.kernel.legality.whole_answers import paired


def test_whole_answers_are_the_answers_that_the_menus_lead_to():
    playing = rulewright.new("honey", seed=5)
    for answer in playing.options():
        assert playing.menu(None, *answer.path) is None
        playing.copy().answer(None, *answer.path)


def test_an_answer_has_the_same_number_wherever_it_is_offered():
    """The same action with the same targets has this number at several moments of several games; no other answer has it."""
    numbers: dict[int, object] = {}
    for seed in range(3):
        playing, chance = rulewright.new("tic-tac-toe", seed=seed), random.Random(seed)
        while not playing.over:
            for number, path in playing.options():
                assert numbers.setdefault(number, path) == path
            playing.answer(None, *chance.choice(playing.options()).path)
    assert max(numbers) < 1000


def test_a_thing_that_left_and_came_back_keeps_its_number():
    """The reference to the thing changes with its life, but the number of the answer does not."""
    playing = rulewright.new("tic-tac-toe")
    offer, cell = playing.options()[0].path
    menu = playing.menu(None, offer)
    assert menu is not None and isinstance(cell, int)
    later = whole_answers.key_number(playing.base, menu, 0, cell + 3 * (1 << 20))
    assert later == whole_answers.key_number(playing.base, menu, 0, cell)


def test_pairs_of_numbers_are_told_apart():
    found = {paired(one, other) for one in range(40) for other in range(40)}
    assert len(found) == 1600 and max(found) < 1600


def test_very_many_answers_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(whole_answers, "MOST", 2)
    playing: Game = rulewright.new("honey", seed=5)
    with pytest.raises(Refused, match="more than 2 whole answers here: ask for one menu after the other"):
        playing.options()
