"""How many targets an action has, and where they stand."""

import pytest

import rulewright
from rulewright import books
from rulewright.language.check.checking import check

RULES = """Uses: encounter

Blast
Target: {target}
do: all targets lose 1 Health

Example: a blast
  cast Reds: Ann at 1,1 (Health 9, Action Points 2)
  cast Blues: Bo at 2, 1 (Health 8), Bea at 3,2 (Health 6); Cy at 4 , 2 (Health 5)
  {play}
  expect Bo at 2,1
"""


def problems(target: str, *play: str) -> list[str]:
    """Plays an example with an action that has these targets; gives what is wrong."""
    found = check([("blast.rules", RULES.format(target=target, play="\n  ".join(play)))], books.finder(), None)
    return [problem.message for problem in found.problems if problem.severity == "error"]


TWO = ("Ann: Blast Bo, Bea, done", "expect Bo Health 7, Bea Health 5, Cy Health 5")
EXACTLY_TWO = ("Ann: Blast Bo, Bea", "expect Bo Health 7, Bea Health 5, Cy Health 5")
THREE = ("Ann: Blast Bo, Bea, Cy", "expect Bo Health 7, Bea Health 5, Cy Health 4")
ALL = ("Ann: Blast Bo, Bea, Cy, done", *THREE[1:])
NOT_ONE, NOT_THREE = ("Ann cannot Blast Bo, done",), ("Ann cannot Blast Bo, Bea, Cy",)


@pytest.mark.parametrize(
    ("target", "plays"),
    [
        ("two enemies", (EXACTLY_TWO, NOT_ONE, NOT_THREE)),
        ("exactly 2 enemies", (EXACTLY_TWO, NOT_ONE, NOT_THREE)),
        ("at most two enemies", (EXACTLY_TWO, NOT_THREE)),
        ("two or more enemies", (TWO, ALL, NOT_ONE)),
        ("two or three enemies", (TWO, THREE, NOT_ONE)),
        ("between two and 3 enemies", (TWO, THREE, NOT_ONE)),
        ("any number of enemies", (TWO, ALL)),
        ("up to twelve enemies", (TWO, ALL)),
        ("six enemies", (("Ann cannot Blast Bo, Bea, Cy",),)),
        ("10 enemies", (("Ann cannot Blast Bo, Bea, Cy",),)),
    ],
)
def test_a_number_of_targets_is_picked(target: str, plays: tuple[tuple[str, ...], ...]):
    """Neither fewer nor more; a number may be a word or digits."""
    assert [problems(target, *play) for play in plays] == [[]] * len(plays)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("up to 0 enemies", "'up to 0 enemies' asks for 0 at most"),
        ("between 3 and 2 enemies", "'between 3 and 2 enemies' asks for 2 at most and 3 at least"),
    ],
)
def test_a_number_of_targets_that_nobody_can_pick_is_an_error(target: str, message: str):
    """The bounds must leave a number to pick."""
    assert message in problems(target, *TWO)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (("Ann cannot Blast Bo, Bea, Cy: target",), "two enemies"),
        (("Ann cannot Blast Bo, done: target",), "two or more enemies"),
        (("Ann cannot Blast Bo, Bea: target",), "six enemies"),
        (("Ann cannot Blast Bo, Ann: target",), "two enemies"),
    ],
)
def test_a_refusal_is_about_all_targets_that_are_named(play: tuple[str, ...], words: str):
    """Too many, too few, more than there are, and the second one of the wrong kind."""
    assert problems(words, *play) == []


DEPENDING = """Uses: encounter

Stat Mana: at least 0

Shove
Target: an enemy
do: target loses 1 Health
    move up to [Target Defense] tiles

Hex
Cost: X Mana
Target: an actor with [Health] <= X
do: target loses X Health

Leap
Cost: X Mana
do: move up to X tiles

Scene Yard
  map:
    . . . . . .
    . . . . . .
  cast Reds: Ann at 1,1 (Health 3, Mana 5, Action Points 2)
  cast Blues: Bo at 2,1 (Health 1, Defense 1), Bea at 4,2 (Health 2, Defense 3), Cy at 6,2 (Health 5)
  ends when: one cast is left
"""


@pytest.mark.parametrize(
    ("action", "menus"),
    [
        ("Shove", {"Bo": ["1,2", "2,1"], "Bea": ["1,2", "2,2", "2,1", "3,2", "3,1", "4,1"]}),
        ("Hex", {1: ["Bo"], 2: ["Bo", "Bea"], 5: ["Ann", "Bo", "Bea", "Cy"]}),
        ("Leap", {1: ["1,2", "2,1"], 2: ["1,2", "2,2", "2,1", "3,1"]}),
    ],
)
def test_a_pick_may_depend_on_the_one_before_it(action: str, menus: dict[str | int, list[str]]):
    """Tiles on the Defense of the target, and targets and tiles on the number that is paid; each on the present one."""
    playing = rulewright.new(books.load(text=[("depending.rules", DEPENDING)]), "Yard", seed=1)
    while playing.seats[playing.asking[0]] != "Reds":
        playing.answer(playing.asking[0], "pass")
    found = {first: playing.menu("Reds", action, first) for first in menus}
    assert {first: [menu.words(key) for key in menu] for first, menu in found.items() if menu is not None} == menus
