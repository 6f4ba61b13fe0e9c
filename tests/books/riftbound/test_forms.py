"""Every game action in every form: an example shows the form, or a rule says why it is impossible."""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.program import marks
from tests.books.proofs import Written, problems, written
from tests.books.riftbound.independent.actions import ACTIONS
from tests.books.riftbound.play import Table

HERE = Path(__file__).parent
FILES = ("decks", "cards", "units", "damage", "places", "chain")
TEXTS = [str(HERE / "forms" / f"{name}.rules") for name in FILES]
EXAMPLES = [each for text in TEXTS for each in written(text)]
FORMS = ("as an effect", "as a cost", "as many as possible", "where it does nothing", "by whom", "in words")

# What no example can show, with the rule that says so.
CANNOT_BE = {
    ("Draw", "as a cost"): "R-400.2.b: instructions draw, and no rule knows a draw as a cost",
    ("Draw", "where it does nothing"): "R-400.4: with too few cards it burns out and goes on",
    ("Play", "as a cost"): "R-406.1: playing is what costs are paid for",
    ("Play", "as many as possible"): "R-406.3.c: an effect plays a card, or finds none",
    **dict.fromkeys([("Hide", form) for form in FORMS], "R-408.2: done at will alone, so that no effect or cost is a Hide"),
    ("Reveal", "as a cost"): "R-411.2: on instruction of an effect",
    ("Reveal", "by whom"): "R-411.1: shown to everybody, whoever shows it",
    ("Counter", "as a cost"): "R-412.2: on instruction of an effect",
    ("Add", "as a cost"): "R-416.4: it gives what costs are paid with",
    ("Add", "as many as possible"): "R-416.1: a pool has no bound",
    ("Add", "where it does nothing"): "R-416.1: a pool has no bound",
    ("Burn Out", "as a cost"): "R-418.4: forced by a deck that is too short, and never wanted",
    ("Double", "as a cost"): "R-419.2: on instruction of an effect",
    ("Double", "by whom"): "R-419.1.a: a modifier of a fixed size, whoever gave it",
    ("Swap", "as a cost"): "R-420.2: on instruction of an effect",
    ("Swap", "as many as possible"): "R-420.1: it takes two numbers",
    ("Swap", "by whom"): "R-420.1: an increase and a decrease, whoever caused them",
    ("Attach", "as a cost"): "R-421.2: on instruction of an effect",
    ("Attach", "by whom"): "R-421.3: it is no choice of a target, so that nothing asks whose it was",
    ("Detach", "by whom"): "R-422.3: it is no choice of a target, so that nothing asks whose it was",
}
ROWS = [*dict.fromkeys(action.name.title() for action in ACTIONS if action.name != "standard move")]


def shown(action: str, form: str) -> list[Written]:
    """Lists the examples of a cell."""
    return [each for each in EXAMPLES if each.name.startswith(f"{action} {form}")]


@pytest.mark.parametrize("text", TEXTS, ids=FILES)
def test_the_cards_are_read_without_a_problem(text: str):
    """The cards that show the forms have no error and no warning."""
    assert problems(text) == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_succeeds(example: Written):
    """Each form that is shown ends as it says."""
    assert example.failures() == []


def test_the_table_has_a_row_for_every_game_action():
    """Every action type of the section has a row, twenty-four of them (R-399)."""
    assert len(ROWS) == 24
    assert {action.name for action in books.load("riftbound").actions if marks.LIMITED in action.kinds} <= set(ROWS)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("action", ROWS)
def test_each_form_of_a_game_action_has_an_example_or_a_reason_why_not(action: str, form: str):
    """A form of an action is shown by an example, or a rule says why it cannot be."""
    reason = CANNOT_BE.get((action, form), "")
    assert bool(shown(action, form)) != bool(reason)
    assert not reason or re.match(r"R-4\d\d", reason)


LIMITED = [
    pytest.param("Draw", "400", id="R-400.2"),
    pytest.param("Exhaust", "401", id="R-401.3"),
    pytest.param("Ready", "402", id="R-402.3"),
    pytest.param("Recycle", "403", id="R-403.2"),
    pytest.param("Deal", "404", id="R-404.3"),
    pytest.param("Heal", "405", id="R-405.3"),
    pytest.param("Play", "406.3", id="R-406.3.a"),
    pytest.param("Move", "407", id="R-407.2, R-424"),
    pytest.param("Discard", "409", id="R-409.2"),
    pytest.param("Stun", "410", id="R-410.2, R-410.2.a"),
    pytest.param("Reveal", "411", id="R-411.2, R-411.2.a"),
    pytest.param("Counter", "412", id="R-412.2, R-412.2.a"),
    pytest.param("Buff", "413", id="R-413.2, R-413.2.a"),
    pytest.param("Banish", "414", id="R-414.4, R-414.4.a"),
    pytest.param("Kill", "415", id="R-415.3, R-415.3.a"),
    pytest.param("Add", "416", id="R-416.4, R-416.4.a"),
    pytest.param("Channel", "417", id="R-417.3, R-417.3.a"),
    pytest.param("Burn Out", "418", id="R-418.4, R-418.4.a"),
    pytest.param("Double", "419", id="R-419.2, R-419.2.a"),
    pytest.param("Swap", "420", id="R-420.2, R-420.2.a"),
    pytest.param("Attach", "421", id="R-421.2, R-421.2.a"),
    pytest.param("Detach", "422", id="R-422.2, R-422.2.a"),
    pytest.param("Recall", "433", id="R-433"),
]


@pytest.mark.parametrize(("name", "rule"), LIMITED)
def test_a_limited_action_is_refused_at_will_by_its_own_rule(name: str, rule: str):
    """It is used only by instructions and at fixed times; a player who chooses it is refused, with the rule (R-398.2)."""
    table = Table("seats Ann, Bo\nAnn's Board: Emberline Runner")
    why = table.game.why_not("Ann", name)
    assert why is not None and (why.check, why.rule) == ("limited", rule)
    assert not table.may("Ann", name)
