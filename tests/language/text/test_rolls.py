"""All ways of rolling dice in rule text: their results for given dice, what is told, and what is an error."""

import pytest

from rulewright import load
from rulewright.kernel.change import values
from rulewright.kernel.evaluation import explaining
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind

RULES = """Uses: nothing
Start: Bout
Stat Found, Skill: at least 0
Zone Players: in play

structure Bout
  step turns: window actions for each player

Roll
do: [Found] = {dice}

Scene Yard
  seats Ada, Ben
  Ada (Skill 2)
"""


def rolled(dice: str, *faces: int) -> int:
    """Gives what Ada has found."""
    game = Game(load(text=RULES.format(dice=dice)), "Yard", dice=faces)
    game.answer("Ada", "Roll")
    return values.value(game.machine, game.find("Ada"), game.book.stat("Found"))


@pytest.mark.parametrize(
    ("dice", "faces", "sum_of_them"),
    [
        ("1d20 with advantage", (4, 13), 13),
        ("1d20 with disadvantage + 1", (4, 13), 5),
        ("2d20 keep highest", (4, 13), 13),
        ("3d6 keep lowest 2", (4, 1, 6), 5),
        ("4d6 drop lowest 1", (2, 5, 1, 6), 13),
        ("4d6 drop the highest 2", (2, 5, 1, 6), 3),
        ("5d6 keep highest [Skill]", (2, 5, 1, 6, 6), 12),
        ("2d6 re-roll ones", (1, 4, 1, 3), 7),
        ("2d6 re-roll ones once", (1, 4, 1), 5),
        ("2d6 re-roll 3 or less once", (3, 2, 1, 6), 7),
        ("1d6 exploding", (6, 6, 2), 14),
        ("2d6 exploding keep highest", (6, 2, 3), 9),
        ("1d20 with advantage, re-roll ones", (1, 12, 15), 15),
    ],
)
def test_dice_give_what_counts_of_them(dice: str, faces: tuple[int, ...], sum_of_them: int):
    assert rolled(dice, *faces) == sum_of_them


def test_the_account_says_which_dice_count():
    game = Game(load(text=RULES.format(dice="3d6 keep highest 2")), "Yard", dice=(4, 1, 6))
    game.answer("Ada", "Roll")
    assert any("3d6 keep highest 2: 6 + 4 (of 4, 1, 6) = 10." in line for line in explaining.explain(game))


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("2d20 with advantage", "advantage is for one die, not for several"),
        ("1d6 re-roll 6 or less", "a d6 never shows more than 6"),
        ("3d6 keep highest 1 drop lowest 1", "these dice have two limits for which of them count"),
        ("1d1 exploding", "a die with one side would explode each time"),
    ],
)
def test_dice_that_cannot_be_rolled_so_are_an_error(dice: str, message: str):
    bound = bind([("yard.rules", RULES.format(dice=dice))], lambda used: ())
    assert [problem.message for problem in bound.problems] == [message]
