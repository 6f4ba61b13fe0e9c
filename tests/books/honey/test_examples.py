"""A broken rule makes an example of the book fail."""

import pytest

from tests.books.proofs import broken, is_noticed

BROKEN = [
    pytest.param("Limit: once per Turn\n", "", id="forage all day"),
    pytest.param("Cost: 2 Hours\ndo: gain 1d6 Honey", "Cost: 1 Hours\ndo: gain 1d6 Honey", id="a cheap linden"),
    pytest.param(">= 4 + [Target Bees]", "> 4 + [Target Bees]", id="a raid needs more"),
    pytest.param("else: lose 1 Bees\n", "", id="a raid costs no bees"),
    pytest.param("| slow    | no ", "| slow    | yes", id="slow answers slow"),
    pytest.param("| smoke   | no   | no ", "| smoke   | no   | yes", id="quick answers smoke"),
    pytest.param("| nothing | yes  | yes   | no ", "| nothing | yes  | yes   | yes", id="smoke without fire"),
    pytest.param(", the first player's while nothing waits", "", id="beginning in the other's turn"),
    pytest.param("do: counter target", "do: gain 1 Honey", id="smoke that stops nothing"),
    pytest.param("that player loses 1 Bees", "that player loses 1 Hours", id="a blunt hedge"),
    pytest.param("  Cost: 1 Hours\n  do: that", "  do: that", id="a hedge for nothing"),
    pytest.param("Trigger: your Turn begins", "Trigger: a Turn begins", id="lavender on every morning"),
    pytest.param("rises to 15", "rises to 16", id="a bigger comb"),
    pytest.param("falls to 0", "falls to 1", id="a weak hive"),
]


@pytest.mark.once("it tests the examples")
@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert is_noticed(broken("honey", old, new))
