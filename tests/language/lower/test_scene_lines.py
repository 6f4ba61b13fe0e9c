"""The lines of a scene may be written in any order, and everybody on a map needs a place."""

import pytest

import rulewright
from rulewright.kernel.errors import RuleTextError

LINES = ["map:\n    h .\n    . .", "marks: h Heroes camp", "cast Heroes: Ann (Scout)", "cast Others: Ben at 2,1 (Scout)"]


def scene(*lines: str) -> str:
    return "Scene Yard\n" + "".join(f"  {line}\n" for line in lines)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 1, 0)], ids=["map first", "casts first"])
def test_a_cast_deploys_in_its_camp_wherever_the_camp_is_marked(order: tuple[int, ...]):
    """The camp may be marked below the line of the cast."""
    game = rulewright.new(rulewright.load(text=scene(*(LINES[n] for n in order))), "Yard", seed=1)
    menu = game.menu(None, "Deploy")
    assert menu is not None and [option.words for option in menu.options] == ["1,2"]


def test_an_actor_without_a_place_on_a_map_is_an_error():
    """Such an actor was placed at 5,12, which is off most maps."""
    with pytest.raises(RuleTextError, match="it is not said where on the map Ann is") as error:
        rulewright.load(text=scene(LINES[0], LINES[2], LINES[3]))
    assert [problem.expected for problem in error.value.problems] == ["Ann at 1,1, or a line `marks:` with a camp of its cast"]


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("ends when one cast is left", "ends when: one cast is left"),
        ("map", "map:"),
        ("players Ann, Bo", "seats Ann, Bo"),
        ("seats: Ann, Bo", "seats Ann, Bo"),
        ("weather is fine", ""),
    ],
)
def test_a_line_of_a_scene_with_the_wrong_punctuation_is_suggested_with_the_right_one(line: str, nearest: str):
    """A colon stands after the key, but not after `seats`."""
    with pytest.raises(RuleTextError) as error:
        rulewright.load(text=scene(line))
    assert [(each.message, each.nearest) for each in error.value.problems] == [(f"{line!r} is not a line of a scene", nearest)]
