"""Modifiers of stats in the shipped books: a thing that no modifier can change is read without testing any."""

import random

import pytest

from rulewright import load, new
from rulewright.kernel.change import values
from rulewright.kernel.state.facts import KIND


@pytest.mark.parametrize("name", ["riftbound", "netrunner", "mandarin"])
def test_a_modified_stat_is_the_same_as_computed_from_all_its_modifiers(name):
    chance, game, left_out = random.Random(7), new(load(name), seed=7), 0
    for _ in range(60):
        if game.over:
            break
        m, player = game.machine, game.asking[0]
        for slot in range(len(m.state.places)):
            known = values.fluid_of(m, m.state.cell(slot, KIND))
            for stat in values.fluid(m):
                counted = values.fold(m.state.cell(slot, stat), values.counted(m, slot, stat))
                assert values.value(m, slot, stat) == values.clamp(m, slot, stat, counted)
                left_out += stat not in known
        game.answer(player, *chance.choice(game.options(player)).path)
    assert left_out
