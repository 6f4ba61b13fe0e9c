"""The four states of the turn, cell by cell: who may do what in each (W-307 to W-313)."""

import pytest

from rulewright import books
from rulewright.program import marks
from tests.books.riftbound.play import Table

TABLE = """
seats Ann, Bo
Ann (Energy 30, Fury 9, Calm 9, Chaos 9), Bo (Energy 30, Fury 9, Calm 9, Chaos 9)
Board: Stillwater Lock
Ann's Board: Collapsed Causeway, Tollhouse Yard, Emberline Runner, Slagback Ram (Buffed 1), Coal Scrip, Fury Rune
Ann's Board at Collapsed Causeway: Crossroads Reaver, Basalt Matron (Damage 1)
Ann's Board at Tollhouse Yard: Mist Confessor
Bo's Board: Reedbank Warden, Fury Rune, Slagback Ram (Buffed 1), Coal Scrip, Basalt Matron
Ann's Hand: Emberline Runner, Quenched Falchion, Turn Out the Pockets, Cinder Rebuke, Hush the Drum, Cellar Lurker, Mooring Line
Bo's Hand: Emberline Runner, Quenched Falchion, Turn Out the Pockets, Cinder Rebuke, Hush the Drum, Cellar Lurker, Mooring Line
Ann's Facedown at Collapsed Causeway: Cellar Lurker (face down)
"""
ALL = {
    "Play a unit", "Play gear", "Turn Out the Pockets", "Cinder Rebuke", "Hush the Drum", "Draw quickly", "Shake It Off",
    "Splint", "Exhaust a rune", "Burn Paper", "Standard Move", "Hide", "Play from hiding", "pass",
}  # fmt: skip
PLAIN = {"Play a unit", "Play gear", "Turn Out the Pockets", "Shake It Off", "Standard Move", "Hide"}
ACTION = {"Cinder Rebuke"}
REACTION = ALL - PLAIN - ACTION


def neutral_open() -> Table:
    """Gives Ann's action phase with nothing on the chain."""
    return Table(TABLE)


def neutral_closed() -> Table:
    """Gives a game in which Ann has put a spell on the chain and has priority."""
    table = Table(TABLE)
    table.does("Ann", "Turn Out the Pockets")
    return table


def showdown_open() -> Table:
    """Gives a game in which Ann has contested a battlefield and has focus."""
    table = Table(TABLE)
    table.does("Ann", "Standard Move Stillwater Lock, Slagback Ram, done")
    return table


def showdown_closed() -> Table:
    """Gives a game with a chain in a showdown, in which Ann has priority."""
    table = showdown_open()
    table.does("Ann", "Cinder Rebuke, Crossroads Reaver, plain")
    return table


def offered(table: Table, who: str) -> set[str]:
    """Names what is on somebody's menu."""
    if table.game.seat(who) not in table.game.asking:
        return set()
    menu = table.game.menu(who)
    assert menu is not None
    return {key[0] if isinstance(key, tuple) else str(key) for key in menu.keys} & ALL


CELLS = [
    pytest.param(neutral_open, ALL, id="neutral open: everything (W-307)"),
    pytest.param(neutral_closed, REACTION, id="neutral closed: reactions (W-308)"),
    pytest.param(showdown_open, ACTION | REACTION, id="showdown open: actions and reactions (W-309)"),
    pytest.param(showdown_closed, REACTION, id="showdown closed: reactions (W-310)"),
]


@pytest.mark.parametrize(("state", "expected"), CELLS)
def test_each_state_offers_exactly_the_actions_of_the_table(state, expected):
    """The menu of the player with priority has exactly the actions of the table (W-307, W-310, W-312)."""
    assert offered(state(), "Ann") == expected


@pytest.mark.parametrize(("state", "expected"), CELLS)
def test_the_others_are_not_asked(state, expected):
    """Only one player has priority, and the others have no menu (W-312)."""
    assert offered(state(), "Bo") == set()


OTHERS = [
    pytest.param(neutral_closed, REACTION - {"Play from hiding"}, id="neutral closed"),
    pytest.param(showdown_open, (ACTION | REACTION) - {"Play from hiding"}, id="showdown open, with focus (W-313)"),
    pytest.param(showdown_closed, REACTION - {"Play from hiding"}, id="showdown closed"),
]


@pytest.mark.parametrize(("state", "expected"), OTHERS)
def test_after_a_pass_the_next_player_may_do_this_in_anothers_turn(state, expected):
    """In Ann's turn the other player has priority, or focus in a showdown, and may do what the state allows (W-312, W-313)."""
    table = state()
    table.does("Ann", "pass")
    assert offered(table, "Bo") == expected


def test_the_table_of_states_is_rule_text():
    """The book's text contains a table with four rows (W-307)."""
    text = dict(books.sources("riftbound"))["riftbound/vocabulary.rules"]
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.strip().startswith("|")]
    assert rows == ["on top", "nothing", "anything", "nothing in a Showdown", "anything in a Showdown"]


def test_every_limited_action_is_refused_at_will_with_its_rule():
    """The refusal names the rule (R-395, R-398.2)."""
    table = neutral_open()
    limited = [action for action in table.game.book.actions if marks.LIMITED in action.kinds]
    assert len(limited) >= 20
    for action in limited:
        why = table.game.why_not("Ann", action.name)
        assert why is not None and (why.check, why.rule) == ("limited", action.rule)


def test_hiding_in_an_open_showdown_is_a_reading():
    """With one side the player whose turn it is can hide a card in any open state, also in a showdown (W-737)."""
    assert not showdown_open().may("Ann", "Hide")
    table = Table(TABLE, hiding="in any open state")
    table.does("Ann", "Standard Move Stillwater Lock, Slagback Ram, done")
    assert table.may("Ann", "Hide")
