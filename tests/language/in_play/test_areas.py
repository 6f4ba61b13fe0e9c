"""Areas that begin at the actor, tiles as targets, cover and reach, on a map of the encounter book."""

import pytest

from rulewright import books
from rulewright.language.check import checking

MAP = """\
  map:
    . . . . .
    . . . . .
    . . n . .
    . . . . .
    . . . . .
  tiles: n low wall
  cast Reds: Ada at 1,3 (Action Points 3, Health 9, Reaction Points 1)
  cast Blues: Ben at {spot} (Health 9, Action Points 3); Bo at 5,1 (Health 9)
"""


def failures(action: str, spot: str, lines: str) -> list[str]:
    """Gives the failures of an example in which Ben stands at a tile; none if it succeeds."""
    text = f"Test\n{action}\nthen: [Action Points] -= 1\n\nExample: the action reaches Ben\n{MAP.format(spot=spot)}{lines}"
    report = checking.check([("area.rules", text)], books.finder(), books.DEFAULT)
    assert report.bound.book is not None, [*report.lines()]
    own = [result for result in report.results if result.example.span.file == "area.rules"]
    assert own
    return [told for result in own for _, told in result.failures]


@pytest.mark.parametrize(
    ("shape", "spot", "health"),
    [
        ("3-tile cone", "3,4", 7),
        ("3-tile cone", "4,3", 7),
        ("3-tile cone", "5,3", 9),
        ("3-tile cone", "1,5", 9),
        ("3-tile cone, line of sight", "4,3", 7),
        ("4-tile line", "4,3", 7),
        ("4-tile line", "4,4", 9),
        ("[Health] tile line", "5,3", 7),
    ],
)
def test_a_shape_reaches_whom_it_covers(shape: str, spot: str, health: int):
    """Ada stands at 1,3 and picks the tile to her right."""
    action = f"Range: {shape}\ndo: all targets take 2 damage"
    assert failures(action, spot, f"  Ada: Test 2,3\n  expect Ben Health {health}\n") == []


@pytest.mark.parametrize(
    "lines",
    [
        "do: target loses 1 Health",
        "do: push target 1 tile away from actor",
        "do: [Action Points] += [Target Health]",
        "if: [Target Health] > 3\ndo: all targets take 1 damage",
    ],
)
def test_an_area_has_no_single_target(lines: str):
    """The line is an error: the program would read a target that nobody has picked, and do nothing."""
    report = checking.check([("area.rules", f"Test\nRange: 3-tile cone\n{lines}\n")], books.finder(), books.DEFAULT)
    said = [problem.message for problem in report.problems]
    assert said == ["no single target is picked here, because the area may hold several"]


def test_a_burst_needs_no_direction():
    action = "Range: 2-tile burst\ndo: all targets take 2 damage"
    assert failures(action, "3,3", "  Ada: Test\n  expect Ben Health 7, Ada Health 9\n") == []


def test_the_direction_is_a_tile_beside_the_actor():
    action = "Range: 3-tile cone\ndo: all targets take 2 damage"
    assert failures(action, "4,3", "  Ada cannot Test 3,3: range\n  Ada: Test 2,3\n  expect Ben Health 7\n") == []


def test_a_free_tile_is_one_where_nobody_stands():
    action = "Target: a free tile within 3 tiles\ndo: put the actor on the tile"
    lines = "  Ada cannot Test 2,4: target\n  Ada cannot Test 5,5: range\n  Ada: Test 2,2\n  expect Ada at 2,2\n"
    assert failures(action, "2,4", lines) == []


@pytest.mark.parametrize(("spot", "health"), [("5,3", 7), ("5,5", 9)])
def test_cover_is_a_low_wall_on_the_line(spot: str, health: int):
    action = "Target: an enemy\nNeeds: an enemy is in sight\ndo: if target is in cover from the actor: deal 2 damage to target"
    assert failures(action, spot, f"  Ada: Test Ben\n  expect Ben Health {health}\n") == []


@pytest.mark.parametrize(("goal", "told"), [("4,4", "Ada is asked, Ben at 2,4"), ("1,4", "Ben at 1,4")])
def test_leaving_the_reach_is_answered_before_the_step(goal: str, told: str):
    """A step from one neighbouring tile to another does not leave it."""
    blow = "do: gain 1 Attack\n\nBlow (Reaction)\nTrigger: an enemy would leave the reach of this actor\ndo: deal 2 damage to it"
    assert failures(blow, "2,4", f"  Ben: Move {goal}\n  expect {told}\n") == []
