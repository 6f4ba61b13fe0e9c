"""Rulings on difficult cases: each succeeds, and a similar act beside it is refused for its reason."""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.lower.compiler import bind
from tests.books.proofs import Written, changed, is_noticed, problems, written

SOURCE = str(Path(__file__).parent / "rulings")
RULINGS = books.sources(SOURCE)
EXAMPLES = [pytest.param(each, id=each.name) for each in written(SOURCE)]
TEXT = "\n".join(text for _, text in RULINGS)


BROKEN = [
    pytest.param(", spent on actions", "", id="K-01"),
    pytest.param("Cost: 1 Clicks, 1 Credits", "Cost: 1 Clicks", id="K-04, KW-C5"),
    pytest.param("one only, no passing, called action window", "no passing, called action window", id="K-05, K-08"),
    pytest.param("Reading potential: asked, not asked", "Reading potential: not asked, asked", id="K-22, KW-1.2.5"),
    pytest.param("For: Runner\nCost: 1 Clicks\nTarget: a server", "Cost: 1 Clicks\nTarget: a server", id="K-21"),
    pytest.param("Cost: 3 Clicks", "Cost: 2 Clicks", id="KW-C7"),
    pytest.param("Needs: [Runner Tags] > 0\nTarget: a resource", "Target: a resource", id="KW-C6"),
    pytest.param("Needs: this is an ice or this is an upgrade or target is a remote\n", "", id="KW-C3"),
    pytest.param("[This As Ice] * [total As Ice of cards at target] Credits", "0 Credits", id="KW-1.15.5"),
    pytest.param("with [Advancement] >= [Requirement]", "with [Advancement] >= 0", id="KW-1.16"),
    pytest.param("Needs: the actor has taken no action this Turn\n", "", id="KW-1.11"),
    pytest.param("Cost: 1 Clicks, 2 Credits\ndo: lose 1 Tags", "Cost: 1 Clicks\ndo: lose 1 Tags", id="KW-R6"),
    pytest.param("step unique: if [Corp Arrivals] > 0: take a Uniqueness", "step unique: tell unique", id="KW-10.3"),
    pytest.param("step memory: if [total Memory Need", "step memory: if 9 < 0 and [total Memory Need", id="memory: KW-10.3"),
    pytest.param("Target: a face-down ice of the Approach", "Target: a face-down ice in Servers", id="KW-6.9.2"),
    pytest.param(
        "window paid abilities and breaking for each", "window paid abilities and breaking and rezzing for each", id="KW-6.9.3"
    ),
    pytest.param("Needs: [This Strength] >= [Target Strength]", "Needs: [This Strength] >= 1", id="strength: KW-6.9.3"),
    pytest.param("= [Corp Bad Publicity]", "= 0", id="KW-6.9.1"),
    pytest.param("step run ends: [Runner Publicity Credits] = 0", "step run ends: tell over", id="KW-6.9.6"),
    pytest.param("    Runner has 0 Run Credits\n", "", id="K-18"),
    pytest.param("pays first for Credits in breaking", "pays first for Credits", id="KW-1.15.1"),
    pytest.param("    end the Action Phase\n", "", id="KW-5.4.3"),
    pytest.param("  do: end the Action Phase", "  do: end the run", id="the run alone: KW-5.4.3"),
    pytest.param("do: +1 Install Cost", "do: +0 Install Cost", id="a dearer cost: KW-1.15.1"),
    pytest.param("gain [Target Shame] Bad Publicity", "gain 1 Bad Publicity", id="KW-1.15.9"),
    pytest.param("Stitches (Interrupt)", "Stitches (Triggered, Optional)", id="KW-9.2.9"),
    pytest.param("Target: a face-down card in Servers with [Rezzable] = 1", "Target: a card in Servers", id="KW-8.1"),
    pytest.param(
        "if the actor is Runner: window paid abilities and rezzing for",
        "if the actor is Runner: window paid abilities and rezzing and scoring for",
        id="KW-5.7",
    ),
    pytest.param("do: Runner gains 1 Tags unless Runner pays 4 Credits", "do: Runner gains 1 Tags", id="KW-1.15.10"),
    pytest.param("this Turn were different", "this Turn were the same", id="K-29, K-31"),
    pytest.param("Cost: lose 1 Clicks", "Cost: 1 Clicks", id="K-02"),
]


@pytest.mark.once("it tests the examples")
@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_rule_makes_a_ruling_fail(old: str, new: str):
    """Each change of a rule makes a ruling fail that names this rule."""
    other = changed("netrunner", old, new)
    bound = bind(RULINGS, lambda name: other if name == "netrunner" else books.sources(name))
    assert is_noticed(bound, *(file for file, _ in RULINGS))


def test_the_text_has_no_problem():
    """The rulings are read without an error or a warning."""
    assert problems(SOURCE) == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_ruling_succeeds(example: Written):
    """Each line of play ends as it says."""
    assert example.failures() == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_ruling_also_refuses_a_similar_act_that_is_not_legal(example: Written):
    """Beside the legal act of each ruling, a similar act is refused by a named check."""
    steps = example.steps()
    refused = [step.words.partition("|")[2] for step in steps if step.kind == "cannot"]
    assert {"act", "expect"} <= {step.kind for step in steps}
    assert refused and all(refused)


def test_there_are_fifty_rulings_with_the_numbers_of_their_rules():
    """Each ruling names at most three requirements."""
    titles = re.findall(r"^Example: (J-\d\d) .+ \(((?:KW?-[\w.]+(?:, )?)+)\)$", TEXT, re.MULTILINE)
    assert len(titles) == len(EXAMPLES) >= 50 and len({number for number, _ in titles}) == len(titles)
    assert all(len(ids.split(", ")) <= 3 for _, ids in titles)
