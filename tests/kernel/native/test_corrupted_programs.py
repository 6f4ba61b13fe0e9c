"""A corrupted program is refused with a sentence; one that is still well-formed is the same game on both machines."""

import random

import pytest

from rulewright.kernel.errors import RulewrightError
from tests.kernel.native.conftest import Pair
from tests.kernel.native.corrupted_programs import accepted
from tests.kernel.native.test_timed_play import step_on_both
from tests.lengths import much

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]


def test_corrupted_programs_are_refused_or_played_the_same_on_both_machines(pair: Pair):
    """No number in a file that `validate` accepts makes either machine fail."""
    books = {seed: accepted(seed) for seed in range(much(60, 10_000))}
    played = 0
    for seed, book in books.items():
        if book is None:
            continue
        try:
            playing, reference = pair(book, seed=seed)
        except RulewrightError:
            continue  # it begins with what cannot be, and says so
        chance = random.Random(seed)
        for _ in range(12):
            if not reference.over and all(reference.menu(player) for player in reference.asking):
                step_on_both(playing, reference, chance)
        assert playing.fingerprint() == reference.fingerprint()
        played += 1
    assert played > len(books) // 5
    assert sum(book is None for book in books.values()) > len(books) // 4
