"""A broken rule makes an example of the book fail; the examples and rulings of these tests succeed."""

from pathlib import Path

import pytest

from rulewright import books
from tests.books.proofs import Written, broken, is_noticed, problems, written

HERE = Path(__file__).parent
TEXTS = [str(HERE / name) for name in ("probes.rules", "rulings")]
EXAMPLES = [pytest.param(each, id=each.name) for text in TEXTS for each in written(text)]


@pytest.mark.parametrize("text", TEXTS, ids=["probes", "rulings"])
def test_the_text_has_no_problem(text: str):
    """The probes are read without an error or a warning, and have examples."""
    assert problems(text) == []
    assert len(written(text)) > 15


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_succeeds(example: Written):
    """Each example and each ruling ends as it says."""
    assert example.failures() == []


def test_there_are_more_than_fifty_rulings_and_most_refuse_a_similar_act():
    """Each ruling is a line of play with its rule; most also say what is refused beside it (W-350)."""
    rulings = [ruling for _, text in books.sources(str(HERE / "rulings")) for ruling in text.split("Example: Q-")[1:]]
    assert len(rulings) > 50
    assert sum(" cannot " in ruling for ruling in rulings) >= 40


BROKEN = [
    pytest.param("nothing in a Showdown  | no ", "nothing in a Showdown  | yes", id="anything in a showdown"),
    pytest.param("anything               | no    | no ", "anything               | no    | yes", id="actions answer a chain"),
    pytest.param("<whom> gains 1 Exhausted", "<whom> loses 1 Exhausted", id="exhausting"),
    pytest.param("replenished by Burn Out", "seen by nobody", id="no burn out"),
    pytest.param("[Chosen Score] += 1", "tell burnt", id="burning out costs nothing"),
    pytest.param("belong to at most 1 player", "belong to at most 2 players", id="a third army"),
    pytest.param("Stat Room: at least 0, starts at 2", "Stat Room: at least 0, starts at 3", id="a third army by force"),
    pytest.param("with [Stays] = 0", "with [Stays] >= 0", id="cannot does not beat can"),
    pytest.param("kill all units with [Damage] > 0 and [Damage] >= [Might] in Board",
                 "kill all units with [Damage] > 0 and [Damage] > [Might] in Board", id="more than lethal"),
    pytest.param("recall all units with [Attacking] = 1", "tell stays", id="attackers stay"),
    pytest.param("[Tank] = 1: take a Blow at a Tank", "[Tank] = 2: take a Blow at a Tank", id="Tank is nothing"),
    pytest.param("Levy: Deflect of an enemy unit, in Power", "Levy: Deflect of a unit, in Power", id="deflecting one's own"),
    pytest.param("in succession, who acts keeps it, the newest gives it", "in succession, who acts passes it on", id="priority"),
    pytest.param(", goes on when nothing waits any more", "", id="focus stays"),
    pytest.param(", the first player's while nothing waits", "", id="everybody in the open"),
]  # fmt: skip


@pytest.mark.once("it tests the examples")
@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_is_noticed(old: str, new: str):
    """Changing one rule of the book makes one of its examples fail."""
    assert is_noticed(broken("riftbound", old, new))
