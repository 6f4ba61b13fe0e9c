"""How an action works, said from its text."""

import pytest

import rulewright
from rulewright.kernel.errors import Refused
from rulewright.play import howto
from tests.play.tables import encounter


def said(name: str) -> dict[str, str]:
    return dict(howto.lines(encounter(), howto.find(encounter(), name)))


def test_signs_are_said_in_words():
    """Operators and square brackets become words."""
    assert howto.worded("[Target Health] -= 1d8 + [Strength]") == "lower the target's Health by 1d8 + the actor's Strength"


def test_an_action_says_its_check_and_its_rule():
    """Range, target, check, effect and rule are all said."""
    lines = said("strike")
    assert lines["Range"] == "Melee"
    assert lines["Check"] == "1d20 + the actor's Attack is at least the target's Defense"
    assert lines["Rule"].startswith("6.5.1")


def test_a_prerequisite_is_called_a_need():
    """A condition that decides whether an action may be tried is not called a check."""
    assert "Needs" in said("desperate strike")


@pytest.mark.parametrize(
    ("book", "scene", "said"),
    [
        ("encounter", "Lantern Row", ["one cast is left", "20 Rounds have passed (nobody wins)"]),
        ("mandarin", "Two at the river", ["one side is left"]),
        ("honey", "Two hives", []),
    ],
)
def test_the_end_is_said_in_the_words_of_the_scene(book: str, scene: str, said: list[str]):
    """When a scene ends, and who has won then, is told as it is written: a game of cards speaks of no casts."""
    assert howto.endings(rulewright.load(book), scene) == said


def test_a_beginning_is_enough():
    """The only action that begins so is meant."""
    assert howto.find(encounter(), "fire").name == "Fireball"


def test_an_unknown_action_is_refused_with_the_nearest():
    """A slip gets the name that was probably meant."""
    with pytest.raises(Refused, match=r"did you mean Fireball"):
        howto.find(encounter(), "firebal1")
