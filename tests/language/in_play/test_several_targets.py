"""Actions with several targets or an area: what `target` may mean there, and what is asked of each of the targets."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from tests.language.in_play.test_silent_faults import wrong

CAST = "  cast Reds: Ada at 1,1; Bo at 3,3\n  cast Blues: Orc at 3,2 (Strength 5, Health 9); Rat at 4,3 (Strength 1, Health 9)\n"


def played(action: str, lines: str) -> list[str]:
    """Checks an action on a map and plays some lines; gives what is wrong."""
    return wrong(f"Sweep\n{action}\nExample: a sweep\n{CAST}{lines}", "", "encounter")


@pytest.mark.parametrize("header", ["Target: up to 2 enemies", "Range: 6 tiles, 1-tile radius", "Range: 2-tile cone"])
@pytest.mark.parametrize(
    "line",
    [
        "do: [Target Strength] += 1",
        "do: gain [Target Health] Strength",
        "do: if [Target Health] > 3: gain 2 Strength",
        "do: each ally within 2 tiles of target: it gains 1 Health",
        "if: 1d20 + [Attack] >= [Target Defense]\ndo: all targets lose 1 Health",
    ],
)
def test_target_is_an_error_where_it_may_be_several_things(header: str, line: str):
    """The line would be about nobody, and a stat would count as 0."""
    found = check([("s.rules", f"Sweep\n{header}\n{line}\n")], books.finder(), "encounter").problems
    (problem,) = [each for each in found if each.severity == "error"]
    several = "`target` may be several things here, so it does not say which of them"
    assert problem.message == (
        several if "Target" in header else "no single target is picked here, because the area may hold several"
    )
    assert "`all targets" in problem.expected


def test_target_stands_for_all_targets_as_the_object_of_an_effect():
    """`target loses` is read as `all targets lose`."""
    lines = "  Ada: Sweep Orc Rat\n  expect Orc Health 8, Rat Health 8\n"
    assert played("Target: up to 2 enemies\ndo: target loses 1 Health\n", lines) == []


@pytest.mark.parametrize(
    "needs",
    [
        "[Target Strength] < 3",
        "there is no enemy with [Strength] < [Target Strength]",
        "[number of enemies within 1 tile of target with [Strength] > [Target Strength]] = 1",
    ],
)
def test_a_need_is_asked_of_each_of_several_targets(needs: str):
    """Only the rat meets the need."""
    lines = "  Ada cannot Sweep Orc: needs\n  Ada: Sweep Rat done\n  expect Rat Health 8, Orc unchanged\n"
    assert played(f"Target: up to 2 enemies\nNeeds: {needs}\ndo: all targets lose 1 Health\n", lines) == []


@pytest.mark.parametrize("needs", ["[Target Strength] < 3", "there is no enemy with [Strength] < [Target Strength]"])
def test_a_feature_asks_its_need_of_each_of_several_targets(needs: str):
    """Only the rat meets what the feature needs."""
    feature = f"Feature Awe\nScope: global\nNeeds: {needs}\n\nFeatures: Awe\n\n"
    lines = "  Ada cannot Sweep Orc: feature\n  Ada: Sweep Rat done\n  expect Rat Health 8, Orc unchanged\n"
    sweep = f"Sweep\nTarget: up to 2 enemies\ndo: all targets lose 1 Health\n\nExample: a sweep\n{CAST}{lines}"
    assert wrong(feature + sweep, "", "encounter") == []


def test_a_feature_asks_its_need_of_each_of_several_cards_in_a_hand():
    """The cards are picked from a zone that is not in play."""
    feature = "Feature Awe\nScope: global\nNeeds: [Target Power] < 3\n\nFeatures: Awe\n\n"
    beasts = "Ox (Beast)\nPower: 5\n\nRat (Beast)\nPower: 1\n\n"
    dump = "Dump\nTarget: up to 2 beasts in your Hand\ndo: move all targets to your Grave\n\nExample: a dump\n"
    lines = "  seats Ada, Ben\n  Ada's Hand: Ox, Rat\n  Ada cannot Dump Ox\n  Ada: Dump Rat done\n  expect Rat in Grave\n"
    assert wrong(feature + beasts + dump + lines) == []


def test_a_need_about_several_targets_of_a_waiting_action_is_an_error():
    """It is asked again when the action pops, when some of the targets may be gone."""
    wave = "Uses: nomic\n\nRule 501. Waves\n  Wave (Delayed)\n  Target: up to 2 players\n  Needs: [Target Points] > 2\n"
    found = check([("s.rules", f"{wave}  do: all targets lose 1 point\n")], books.finder()).problems
    assert any("there may be several targets" in problem.message for problem in found)
