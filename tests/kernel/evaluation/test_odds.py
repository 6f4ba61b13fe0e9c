"""The chance of a check is the share of all dice on which it passes when it is played."""

from itertools import product

import pytest

from rulewright import load
from rulewright.kernel.evaluation import odds
from rulewright.kernel.game import Game
from rulewright.kernel.legality import judging, picks

RULES = """Uses: nothing
Start: Bout
Stat Aim, Guard, Hurt: at least 0
Zone Players: in play

structure Bout
  step turns: window actions for each player

Shoot
Target: an opponent
if: {check}
do: [Target Hurt] += 1

Scene Yard
  seats Ada, Ben
  Ada (Aim 2), Ben (Guard 6)
"""


def yard(check: str, *dice: int) -> Game:
    """Gives Ada a shot at Ben, with given dice."""
    return Game(load(text=RULES.format(check=check)), "Yard", dice=dice)


def chance(check: str) -> float | None:
    """Gives the chance of Ada's shot."""
    m = yard(check).view_as(0)
    action = next(each for each in m.book.actions if each.name == "Shoot")
    target = m.state.ref(m.state.find("Ben"))
    return odds.chance(m, action, picks.fill(action, judging.given(m, action, m.state.find("Ada"), {}), (target,)))


def passes(check: str, *dice: int) -> bool:
    """Plays the shot and says whether it hit."""
    game = yard(check, *dice)
    game.answer("Ada", "Shoot", "Ben")
    return game.state.cell(game.find("Ben"), game.book.stat("Hurt")) == 1


@pytest.mark.parametrize(
    ("check", "sides"),
    [
        ("1d6 + [Aim] >= [Target Guard]", (6,)),
        ("2d6 - [Aim] > [Target Guard]", (6, 6)),
        ("1d4 - 3 >= 0", (4,)),
        ("1d6 >= 1d4 + [Aim]", (6, 4)),
    ],
)
def test_the_chance_is_the_share_of_dice_on_which_the_check_passes(check, sides):
    rolls = list(product(*(range(1, each + 1) for each in sides)))
    assert chance(check) == pytest.approx(sum(passes(check, *roll) for roll in rolls) / len(rolls))


def test_a_check_without_dice_has_no_chance():
    assert chance("[Aim] >= [Target Guard]") is None
