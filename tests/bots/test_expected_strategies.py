"""A search expects that a seat which the scene gives to a strategy plays by it: everybody may read the scene."""

import pytest

from rulewright import bots
from rulewright.bots.searching import Limit, decides
from rulewright.bots.worlds import ImaginedGames
from rulewright.kernel.game import Game
from rulewright.kernel.words import path_words
from tests.books.encounter.play import rounds

RUN = """
Kind Thief: Health 3
  actions: Move, Guard

Strategy Flight
  1. when [Speed] = 0: Guard
  2. when the actor is on the exit: Withdraw
  3. Move toward the nearest exit
  4. pass
"""
ROAD = """
map:
  . . . . . . . . . .
  . . . . . . . . . E
marks: E exit
cast Watch: Ann at 1,1 (Attack 40, Ammunition 9, has Power Shot)
cast Thieves, run by strategy Flight: Dot at 4,2 (Thief{first}); Eve at 4,1 (Thief{second})
ends when: there is an actor of Thieves in Escaped; Thieves win
ends when: no Thieves are left; Watch wins
"""
QUICK, SLOW = ", Speed 1", ""


def road(first: str, second: str) -> Game:
    """Begins a scene in which only a quick thief runs for the exit, and is there after one turn; Ann may shoot once before."""
    return rounds(ROAD.format(first=first, second=second), [90, 50, 40], RUN).game


@pytest.mark.parametrize(("first", "second", "target"), [(QUICK, SLOW, "Dot"), (SLOW, QUICK, "Eve")])
@pytest.mark.parametrize("seed", range(3))
def test_the_search_stops_the_actor_whose_strategy_would_win(first: str, second: str, target: str, seed: int):
    """Only the strategy tells which of two equal thieves runs away."""
    game = road(first, second)
    advice = bots.think(game, 0, Limit(40), seed)
    assert path_words(game, 0, advice.path) == ("Power Shot", target)


def test_an_imagined_game_goes_on_by_the_strategy():
    """After a pass the quick thief moves three times and leaves; nothing else was imagined."""
    imagined = ImaginedGames(road(QUICK, SLOW), 0).deal(1)
    imagined.play(("pass",))
    decides(imagined)
    done = [entry.entry.path[0][0] for entry in imagined.game.done if entry.entry.path and isinstance(entry.entry.path[0], tuple)]
    assert done == ["Move", "Move", "Move", "Withdraw"]
    assert imagined.game.over


def test_a_search_for_the_seat_itself_is_not_bound_by_the_strategy():
    """A search for the thieves themselves chooses among all their answers."""
    game = road(QUICK, SLOW)
    game.answer(0, "pass")
    advice = bots.think(game, 1, Limit(40))
    assert len(advice.considered) > 2
