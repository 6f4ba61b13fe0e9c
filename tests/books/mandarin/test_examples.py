"""A broken rule or another reading makes an example of the book fail; the texts beside the book prove themselves."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from tests.books.proofs import broken, failing, is_noticed, problems, written

HERE = Path(__file__).parent


ROWS = ("| basic     | no    | yes  | yes       |", "| breakneck | no    | no   | yes       |")
BROKEN = [
    pytest.param(ROWS[0], "| basic     | yes   | yes  | yes       |", id="basic answers basic"),
    pytest.param(ROWS[0], "| basic     | no    | no   | yes       |", id="fast does not answer basic"),
    pytest.param(ROWS[1], "| breakneck | no    | yes  | yes       |", id="fast answers breakneck"),
    pytest.param("Raise Shield (fast)", "Raise Shield", id="an ability without its mark"),
    pytest.param("Word tap <whom>: <whom> gains 1 Tapped", "Word tap <whom>: <whom> loses 1 Tapped", id="tapping"),
    pytest.param("do: counter it\n", "do: tell blocked\n", id="a block that counters nothing"),
    pytest.param("Damage: 2x(0, 2x2, 0)", "Damage: 2x(2, 2x0, 2)", id="another pattern"),
    pytest.param(", pays for Mana", "", id="food pays for nothing"),
    pytest.param("Limit: once per Turn\n  do: this gains", "Limit: twice per Turn\n  do: this gains", id="twice per turn"),
]


@pytest.mark.once("it tests the examples")
@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert is_noticed(broken("mandarin", old, new))


def test_with_the_other_reading_an_effect_without_its_target_does_nothing():
    """SW-12: the rest of such an effect does not happen with this reading."""
    other = broken("mandarin", "", "", **{"lost targets": "nothing happens"})
    assert [each.name for each in failing(other)] == ["an effect that has lost its target does the rest"]


def test_the_reading_priority_changes_only_the_examples_about_priority():
    """S-33, S-41, S-42: with priority in succession, only the examples about priority fail."""
    other = {each.name for each in failing(broken("mandarin", "", "", priority="in succession"))}
    assert "after an effect was added, everybody has priority once, its player last" in other
    assert "after a resolution there is only a partial lap" in other
    assert "nobody has priority at the end of another player's turn if nothing triggers" in other
    assert not other & {
        "a card can be played only if its cost can be paid",
        "a cost that cannot be paid in full keeps the card from being played",
    }


def proves(source: str, least: int) -> None:
    """Asserts that a text has no problem, and that its examples, of which there is a least number, succeed."""
    assert problems(source) == []
    assert {each.name: each.failures() for each in written(source) if each.failures()} == {}
    assert len(written(source)) >= least


def test_a_text_can_choose_priority_in_succession():
    """S-24, S-33, S-42: a text with the same cards chooses the Magic-like discipline by a Reading, and its examples succeed."""
    proves(str(HERE / "magic.rules"), 5)


def test_a_text_can_define_its_own_speeds_and_priority():
    """S-18, S-19: a text declares a table of four speeds and a priority rule in parts, and its examples succeed."""
    proves(str(HERE / "design.rules"), 3)


def test_an_unknown_priority_rule_is_an_error():
    """The error lists what can be written."""
    text = "Uses: nothing\nPriority: goes round, backwards"
    report = check([("wrong.rules", text)], books.finder(), None)
    assert [problem.message for problem in report.problems] == ["'backwards' is not a priority rule"]
