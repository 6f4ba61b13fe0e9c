"""The computed chance of a check is the share of all dice on which it passes."""

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
    target = m.state.ref(m.state.names.index("Ben"))
    return odds.chance(m, action, picks.fill(action, judging.given(m, action, m.state.names.index("Ada"), {}), (target,)))


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
        ("1d6 with advantage >= 5", (6, 6)),
        ("1d6 with disadvantage + [Aim] >= [Target Guard]", (6, 6)),
        ("3d4 keep highest 2 >= 6", (4, 4, 4)),
        ("3d4 keep lowest 2 >= 6", (4, 4, 4)),
        ("4d4 drop lowest 1 >= 9", (4, 4, 4, 4)),
        ("1d6 re-roll 2 or less once >= 4", (6, 6)),
        ("2d4 re-roll ones once keep highest 1 >= 3", (4, 4, 4, 4)),
    ],
)
def test_the_chance_is_the_share_of_dice_on_which_the_check_passes(check, sides):
    rolls = list(product(*(range(1, each + 1) for each in sides)))
    assert chance(check) == pytest.approx(sum(passes(check, *roll) for roll in rolls) / len(rolls))


@pytest.mark.parametrize(
    ("check", "share"),
    [
        ("1d6 re-roll ones >= 4", 3 / 5),
        ("1d2 exploding >= 4", 1 / 4),
        ("1d6 exploding >= 7", 1 / 6),
        ("1d6 exploding >= 13", 1 / 36),
        ("1d6 exploding >= 65", 1 / 6**10 * 2 / 6),
        ("30d6 keep highest 1 >= 6", 1 - (5 / 6) ** 30),
    ],
)
def test_the_chance_is_exact_for_dice_that_are_rolled_again(check, share):
    assert chance(check) == pytest.approx(share, rel=1e-9)


CRITICAL = """
Feature Critical
Scope: rule book
When: the check shows a natural 6
do: the check succeeds

Feature Steady
Scope: rule book
When: [Aim] > 1
do: the check has advantage

Features: Critical, Steady
"""


def test_the_chance_counts_what_features_decide():
    """Ada aims well, so she rolls twice; a natural six always hits."""
    assert chance(f"1d6 - 9 >= [Target Guard]\ndo: gain 0 Aim\n{CRITICAL}\nRest") == pytest.approx(11 / 36)


def test_a_check_without_dice_has_no_chance():
    assert chance("[Aim] >= [Target Guard]") is None
