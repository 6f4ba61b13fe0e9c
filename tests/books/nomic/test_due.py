"""An answer that says when it is given is judged after everything that is due by then."""

import pytest

from rulewright.kernel.errors import GameOver, NotAsked, Refused
from tests.books.nomic.table import HOUR, again, do, has, table
from tests.books.nomic.test_asking import begun

AIM = """
Rule 351. Aims
  Cheer
  Needs: [Points] >= 25
  do: gain 1 Beads

  Mope
  Needs: [Points] <= 20
  do: gain 1 Beads
"""
"""Ann has 20 points before her Hex pops, and 25 after it."""


def test_what_only_the_pop_makes_possible_is_accepted():
    """Everything due up to an answer happens before it."""
    game = begun("Ann Hex Bo", more=AIM)
    with pytest.raises(Refused):
        game.answer("Ann", "Cheer", at=4 * HOUR - 1)
    game.answer("Ann", "Cheer", at=4 * HOUR)
    assert (has(game, "Ann"), has(game, "Ann", "Beads"), game.state.now) == (25, 6, 4 * HOUR)
    assert again(game).fingerprint() == game.fingerprint()


def test_what_the_pop_makes_impossible_is_refused_and_no_time_passes():
    """A refused answer changes nothing: the stack still waits, and the clock stands where it stood."""
    game = begun("Ann Hex Bo", more=AIM)
    before = game.fingerprint()
    with pytest.raises(Refused):
        game.answer("Ann", "Mope", at=4 * HOUR)
    assert (game.fingerprint(), game.state.now, len(game.done)) == (before, 0, 2)
    game.answer("Ann", "Mope", at=4 * HOUR - 1)
    assert has(game, "Ann", "Beads") == 6


def test_the_question_of_a_pop_is_answered_in_the_same_breath():
    """By whoever is asked then, named or not."""
    game = begun("Ann Wish")
    other = game.copy()
    game.answer("Ann", "Cy", at=4 * HOUR)
    other.answer(None, "Cy", at=4 * HOUR)
    assert has(game, "Cy") == 23 and other.fingerprint() == game.fingerprint() == again(game).fingerprint()


def test_who_is_not_asked_after_the_pop_is_refused():
    """Although everybody was asked before it."""
    game = begun("Ann Wish")
    before = game.fingerprint()
    with pytest.raises(NotAsked):
        game.answer("Bo", "Gift", "Cy", at=4 * HOUR)
    assert game.fingerprint() == before


def test_nobody_acts_after_a_pop_that_wins():
    """The game would be over by then; it is not over now."""
    game = begun("Bo Crown")
    with pytest.raises(GameOver):
        game.answer("Ann", "Gift", "Cy", at=4 * HOUR)
    assert not game.over and game.state.now == 0


@pytest.mark.parametrize("player", ["Nobody", -1, 9])
def test_who_is_no_player_is_refused(player):
    """Whatever is due."""
    game = table()
    do(game, "Ann", "Hex Bo")
    with pytest.raises(NotAsked):
        game.answer(player, "Gift", "Cy", at=4 * HOUR)
