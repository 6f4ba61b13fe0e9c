"""The book agrees with an independent reading of the rules, made from the requirements alone before the book was written."""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.state import positions
from tests.books.riftbound.independent import rulings_actions, rulings_board
from tests.books.riftbound.independent.actions import ACTIONS, KEYWORDS, Kind
from tests.books.riftbound.independent.course import CLEANUP, CLEANUP_WHEN, MODES, PHASES, TURN
from tests.books.riftbound.independent.permissions import OP_MEANING, PERMISSIONS, Op, TurnState, Who, cell
from tests.books.riftbound.test_states import neutral_closed, neutral_open, offered, showdown_closed, showdown_open

BOOK = books.load("riftbound")
TEXT = dict(books.sources("riftbound"))
RULINGS = (*rulings_actions.RULINGS, *rulings_board.RULINGS)
STATES = {
    TurnState.NEUTRAL_OPEN: neutral_open,
    TurnState.NEUTRAL_CLOSED: neutral_closed,
    TurnState.SHOWDOWN_OPEN: showdown_open,
    TurnState.SHOWDOWN_CLOSED: showdown_closed,
}
# What the tables of both call the same thing; conceding and what happens by itself are no offers.
CALLED = {
    Op.PLAY_UNIT: "Play a unit",
    Op.PLAY_GEAR: "Play gear",
    Op.PLAY_SPELL: "Turn Out the Pockets",
    Op.PLAY_ACTION: "Cinder Rebuke",
    Op.PLAY_REACTION: "Hush the Drum",
    Op.PLAY_FACEDOWN: "Play from hiding",
    Op.ACTIVATE: "Shake It Off",
    Op.ACTIVATE_REACTION: "Splint",
    Op.ACTIVATE_ADD: "Burn Paper",
    Op.STANDARD_MOVE: "Standard Move",
    Op.HIDE: "Hide",
}
SPENT = {(TurnState.NEUTRAL_CLOSED, Op.PLAY_SPELL), (TurnState.SHOWDOWN_CLOSED, Op.PLAY_ACTION)}


def test_the_tables_of_the_independent_reading_are_complete():
    """The tables have no gaps, and no identifier is used twice."""
    ids = [row.id for table in (PERMISSIONS, TURN, CLEANUP, MODES, ACTIONS, KEYWORDS) for row in table]
    assert len(set(ids)) == len(ids)
    assert {(each.state, each.op) for each in PERMISSIONS} == {(state, op) for state in TurnState for op in Op}
    assert set(OP_MEANING) == set(Op)
    assert (len(CLEANUP), len(CLEANUP_WHEN)) == (10, 7)
    assert PHASES == ("Awaken", "Beginning", "Channel", "Draw", "Action", "End of Turn")
    assert (len(ACTIONS), len(KEYWORDS)) == (25, 17), "24 action types and the Standard Move; 17 keywords"


def test_the_rulings_of_the_independent_reading_are_complete():
    """Each ruling has its own number, a basis, rules, and every part of its line of play."""
    assert len({ruling.id for ruling in RULINGS}) == len(RULINGS)
    assert [each.id for each in RULINGS if each.basis not in ("stated", "reading", "background") or not each.rules] == []
    assert [each.id for each in RULINGS if not all((each.setup, each.play, each.expect, each.refused, each.why))] == []


@pytest.mark.parametrize("state", STATES)
def test_each_cell_of_the_permission_table_is_the_menu(state: TurnState):
    """In each state the player with priority is offered what the table permits, and nothing else (W-307, W-312)."""
    menu = offered(STATES[state](), "Ann")
    wrong = [op for op, name in CALLED.items() if (state, op) not in SPENT and cell(state, op).allowed != (name in menu)]
    assert wrong == []


def test_passing_is_as_the_table_says():
    """Priority, focus and the phase are all passed with the same word, if the table allows passing (W-334, W-338)."""
    passes = (Op.PASS_PRIORITY, Op.PASS_FOCUS, Op.END_PHASE)
    for state, made in STATES.items():
        assert ("pass" in offered(made(), "Ann")) == any(cell(state, op).who is not Who.NOBODY for op in passes)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_each_action_type_is_one_definition_of_its_kind(action):
    """Limited actions are refused to players, the others are offered; each cites its rule (R-398, R-399)."""
    named = {"play": "Play a unit", "standard move": "Standard Move", "hide": "Hide", "burn out": "Burn Out"}
    found = BOOK.action(named.get(action.name, action.name.capitalize()))
    assert found is not None
    kind = "limited" if action.kind is Kind.LIMITED else "discretionary"
    assert kind in {BOOK.words[mark] for mark in found.kinds}
    assert action.rule.startswith(found.rule) or found.rule in ("W-143",)


def test_the_turn_has_the_phases_of_the_reading_in_order():
    """They are Awaken, Beginning, Channel, Draw, Action and End of Turn (W-315, W-316, W-317)."""
    turn = TEXT["riftbound/course.rules"].split("structure Turn of a player")[1].split("structure")[0]
    assert [step.capitalize() for step in re.findall(r"step (\w+):", turn)] == [phase.split()[0] for phase in PHASES]


def test_the_cleanup_goes_in_the_order_of_the_reading():
    """It has ten steps: seven of the cleanup, then pending items, then one showdown or else one combat (W-318)."""
    text = TEXT["riftbound/course.rules"]
    steps = [
        re.findall(r"step (\w+):", text.split(f"structure {name}\n")[1].split("structure")[0]) for name in ("Cleanup", "Opening")
    ]
    assert steps[0] == ["win", "deaths", "marks", "control", "strays", "showdowns", "combats", "pending"]
    assert steps[1] == ["showdown", "combat"]
    assert len([*steps[0], *steps[1]]) == len(CLEANUP)


def test_the_modes_of_the_reading_are_scenes():
    """Their seats, teams and winning scores are equal (W-458)."""
    scenes = {"Duel": "M-DUEL", "Three banks": "M-FFA3", "Four banks": "M-FFA4", "Two against two": "M-2V2"}
    modes = {mode.id: mode for mode in MODES}
    for scene, mode in scenes.items():
        state = positions.set_up(BOOK, BOOK.scenes[scene], {})
        found = (len(state.setting.seats), len(state.setting.sides), state.cell(0, BOOK.stat("Goal")))
        assert found == (modes[mode].seats, modes[mode].teams, modes[mode].victory_score)


def test_every_ruling_played_is_one_of_the_reading_and_cites_one_of_its_rules():
    """The examples have the numbers of the rulings and one of their rules."""
    text = "\n".join(text for _, text in books.sources(str(Path(__file__).parent / "rulings")))
    known = {ruling.id: {rule.split(".")[0] for rule in ruling.rules} for ruling in RULINGS}
    played = re.findall(r"^Example: (Q-\d+) .*\((.+)\)$", text, re.MULTILINE)
    assert len(played) > 50
    assert [name for name, cited in played if not known[name] & {rule.split(".")[0] for rule in cited.split(", ")}] == []
