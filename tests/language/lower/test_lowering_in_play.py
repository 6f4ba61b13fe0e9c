"""Lines of an action as they are played: a cooldown, an area with a number, several other targets, a rolled cost."""

import pytest

from rulewright import books
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game

TABLE = """Uses: nothing
Start: Duel
Stat Health: at least 0, takes damage
Stat Mana: 0 to 20
Zone Field: in play, keeps identity
structure Duel
  step rounds: repeat Round
structure Round
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor
{}
Scene Duel
  cast One: Ann at 1,1 (Health 9, Mana 5); Al at 2,1 (Health 5); Abe at 3,1 (Health 5)
  cast Two: Bo at 4,1 (Health 9)
  map:
    ....
  ends when: one cast is left
"""


def game(action: str) -> Game:
    return Game(books.load(text=[("t.rules", TABLE.format(action))]), "Duel", seed=1)


def passed(table: Game, times: int) -> None:
    """Lets so many actors pass."""
    for _ in range(times):
        table.answer(None, "pass")


def health(table: Game, name: str) -> int:
    slot = table.state.names.index(name)
    return table.state.cell(slot, table.book.stat("Health"))


def test_an_action_with_a_cooldown_can_be_used_again_when_it_has_passed():
    """With a cooldown of two turns it is refused in the actor's next turn and possible in the one after."""
    table = game("Jab\nTarget: an enemy\nCooldown: 2 Turns\ndo: target loses 1 Health\n")
    table.answer(None, "Jab", "Bo")
    passed(table, 4)
    with pytest.raises(Refused, match="Ann has used Jab too recently"):
        table.answer("One", "Jab", "Bo")
    passed(table, 4)
    table.answer("One", "Jab", "Bo")
    assert health(table, "Bo") == 7


def test_an_area_is_picked_after_the_number_that_is_paid():
    """Both are asked: X, and the tile in whose radius everybody is hit."""
    table = game("Blast\nRange: 5 tiles, 1-tile radius\nCost: X Mana\ndo: all targets lose X Health\n")
    table.answer("One", "Blast", "3", "4,1")
    assert [health(table, name) for name in ("Ann", "Al", "Abe", "Bo")] == [9, 5, 2, 6]


def test_several_others_are_picked_after_the_target():
    """`Also: up to 2 allies` takes up to two words, and each of them is one of the others."""
    table = game("Rally\nTarget: an enemy\nAlso: up to 2 allies\ndo: target loses 1 Health\n    the others gain 2 Health\n")
    table.answer("One", "Rally", "Bo", "Al", "Abe")
    assert [health(table, name) for name in ("Al", "Abe", "Bo")] == [7, 7, 8]


def test_a_cost_that_is_rolled_is_not_asked_beforehand():
    """Nobody knows how much it will be, so an actor without Mana may begin."""
    table = game("Gamble\ndo: gain 1 Health\nthen: [Mana] -= 1d6\n")
    passed(table, 1)
    assert table.why_not("One", "Gamble") is None
    table.answer("One", "Gamble")
    assert health(table, "Al") == 6
