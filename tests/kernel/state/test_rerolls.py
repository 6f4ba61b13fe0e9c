"""Undoing and answering again gives the same dice, unless the host asks for other ones; saves and replays keep them."""

import json

import pytest

import rulewright
from rulewright.kernel.game import Game

THROW = """
Uses: nothing
Start: Day
Stat Points: at least 0
Zone Table: in play
structure Day
  step turns: repeat Turn
structure Turn
  step act: each actor: take a Go
structure Go of an actor
  step act: window actions for the actor, one only
Throw
do: gain 1d1000 Points
Scene Yard
  cast Reds: Ann at 1,1
  cast Blues: Bo at 2,1
"""


def thrown(game: Game, count: int = 1) -> list[int]:
    """Lets each player who is asked roll, and gives the faces."""
    found = []
    for _ in range(count):
        found += [face for event in game.answer(None, "Throw") if event[0] == "rolled" for face in event[2]]
    return found


def yard(**more: object) -> Game:
    """Begins a game in which everybody throws a die of a thousand sides."""
    return rulewright.new(rulewright.load(text=THROW), seed=4, **more)  # type: ignore[arg-type]


def test_an_answer_that_is_given_again_has_the_same_dice():
    """Undo does not give another roll."""
    game = yard()
    first = thrown(game, 2)
    game.undo(), game.undo()
    assert thrown(game, 2) == first


def test_a_host_may_ask_for_other_dice():
    """They differ from the undone answer on; earlier dice stay, and undoing once more keeps the new ones."""
    game = yard()
    first, second, third = thrown(game, 3)
    game.undo()
    game.undo(reroll=True)
    others = thrown(game, 2)
    assert others[0] != second and others[1] != third
    game.undo(), game.undo()
    assert thrown(game, 2) == others
    for _ in range(3):
        game.undo()
    assert thrown(game, 3) == [first, *others]


def test_each_reroll_gives_other_dice():
    """Asking twice gives two new rolls, also for an earlier answer."""
    game = yard()
    seen = {thrown(game)[0]}
    for _ in range(3):
        game.undo(reroll=True)
        seen.add(thrown(game)[0])
    assert len(seen) == 4


@pytest.mark.parametrize("again", [lambda game: rulewright.restore(rulewright.save(game)), Game.copy])
def test_saves_and_copies_keep_the_other_dice(again):
    """They keep past rolls and coming ones."""
    game = yard()
    thrown(game, 2)
    game.undo(reroll=True)
    thrown(game)
    other = again(game)
    assert other.fingerprint() == game.fingerprint() and thrown(other, 2) == thrown(game, 2)


def test_a_save_of_a_game_without_other_dice_has_no_entry_for_them():
    """Older saves can be read, and older versions can read this save."""
    game = yard()
    thrown(game)
    game.undo()
    assert "rerolls" not in json.loads(rulewright.save(game))


def test_a_game_with_given_dice_cannot_be_rerolled():
    """The request is refused, and nothing is undone."""
    game = yard(dice=[5, 6])
    thrown(game)
    with pytest.raises(rulewright.Refused, match="the dice of this game are given"):
        game.undo(reroll=True)
    assert len(game.journal) == 2
