"""Turns, motions, votes, activity, points and winning by the wider rules."""

import pytest

from rulewright.kernel.errors import Refused
from tests.books.nomic.table import DAY, HOUR, TOLLS, carry, days, do, has, mover, names, table


def test_everybody_plays_by_the_rules_in_force():
    """NW-101: the Initial Set is in force from the beginning, and acts against it are refused."""
    game = table()
    assert {"101", "116", "117", "202", "215"} <= set(game.book.rules)
    with pytest.raises(Refused):
        do(game, "Bo", "Move", TOLLS)


def test_an_act_that_is_not_on_the_menu_is_refused():
    """NW-116: an act that is not on the menu at that moment is refused and changes nothing."""
    game = table()
    before = game.fingerprint()
    with pytest.raises(Refused):
        do(game, "Ann", "Vote for")
    assert game.fingerprint() == before


def test_points_and_rules_change_only_by_an_action_of_the_rules():
    """NW-117: only actions of the rules change points or rules; everybody may do nothing."""
    game = table()
    for words in ("gain 5 Points", "enact Tolls"):
        with pytest.raises(Refused):
            do(game, "Ann", words)
    before = [has(game, seat) for seat in game.seats]
    do(game, "Cy", "pass")
    assert [has(game, seat) for seat in game.seats] == before


def test_players_take_turns_round_the_table():
    """NW-201, NW-202: a turn is one motion and the vote on it; the next player's turn follows."""
    game = table()
    turns = []
    for draft in ("Tolls", "Harvest", "Market", "Mirrors"):
        turns.append(mover(game))
        carry(game, draft)
    assert turns == ["Ann", "Bo", "Cy", "Ann"]


def test_a_turn_is_a_day():
    """NW-206: a turn without a motion ends after exactly 24 hours."""
    game = table()
    game.tick(DAY - 1)
    assert mover(game) == "Ann"
    game.tick(DAY)
    assert mover(game) == "Bo"


@pytest.mark.parametrize(
    ("voters", "insisted", "length"), [("Ann Bo Cy", False, 1), ("Ann Bo", False, 2), ("Ann Bo Cy", True, 2)]
)
def test_a_motion_makes_it_two_days(voters: str, insisted: bool, length: int):
    """NW-206: it stays one day if all active players have voted by then and nobody insisted on Judgment."""
    game = table()
    do(game, "Ann", "Move Tolls")
    for seat in voters.split():
        do(game, seat, "Vote for")
    if insisted:
        do(game, "Cy", "Insist")
    game.tick(length * DAY - 1)
    assert mover(game) == "Ann"
    game.tick(length * DAY)
    assert mover(game) == "Bo"


@pytest.mark.parametrize(("ayes", "adopted"), [("Ann", False), ("Ann Bo", True)])
def test_a_motion_needs_more_than_half_of_the_active_players(ayes: str, adopted: bool):
    """NW-203, NW-208: each player has one vote, and more than half of the active players must be for it."""
    game = table()
    do(game, "Ann", "Move Tolls")
    for seat in game.seats:
        do(game, seat, "Vote for" if seat in ayes.split() else "Vote against")
        do(game, seat, "Vote for" if seat in ayes.split() else "Vote against")
    days(game, 1)
    assert ("Toll" in names(game)) == adopted


def test_a_motion_needs_more_than_fifteen_percent_of_all_players():
    """NW-204: one vote of seven players is a majority of the only active player, and still too few."""
    game = table("Large")
    for seat in game.seats:
        game.state.cells[game.find(seat) * game.state.width + game.book.stat("Active")] = int(seat == "Ann")
    do(game, "Ann", "Move Tolls")
    do(game, "Ann", "Vote for")
    days(game, 2)
    assert mover(game) != "Ann" and "Toll" not in names(game)


def test_an_adopted_motion_takes_effect_with_the_next_turn():
    """NW-205: the old rules hold until the turn is over, and the new ones afterwards."""
    game = table()
    do(game, "Ann", "Move Tolls")
    for seat in game.seats:
        do(game, seat, "Vote for")
    game.tick(DAY - 1)
    assert "Toll" not in names(game)
    game.tick(DAY)
    do(game, "Cy", "Toll Ann")
    assert has(game, "Cy") == 21


def test_a_silent_player_becomes_inactive():
    """NW-207: a player becomes inactive without a motion or a vote, or by leaving; voting or returning ends this."""
    game = table()
    days(game, 1)
    assert [has(game, seat, "Active") for seat in game.seats] == [0, 1, 1]
    do(game, "Bo", "Move Tolls")
    do(game, "Ann", "Vote for")
    do(game, "Bo", "Vote for")
    days(game, 2)
    assert [has(game, seat, "Active") for seat in game.seats] == [1, 1, 0]
    do(game, "Cy", "Return")
    assert has(game, "Cy", "Active") == 1
    do(game, "Cy", "Leave the table")
    assert has(game, "Cy", "Active") == 0


def test_a_motion_is_replaced_by_a_new_one_and_never_edited():
    """NW-210: it can be replaced twice more on the first day; votes on the earlier motion are removed."""
    game = table()
    for draft in ("Tolls", "Harvest", "Market"):
        do(game, "Ann", f"Move {draft}")
        assert [has(game, seat, "Aye") for seat in game.seats] == [0, 0, 0]
        for seat in game.seats:
            do(game, seat, "Vote for")
    with pytest.raises(Refused):
        do(game, "Ann", "Move Mirrors")
    days(game, 1)
    assert "Sell a bead" in names(game) and "Reap" not in names(game)


def test_a_motion_cannot_be_made_on_the_second_day():
    """NW-210: a motion can be made again only in the first 24 hours."""
    game = table()
    do(game, "Ann", "Move Tolls")
    days(game, 1.5)
    assert mover(game) == "Ann"
    with pytest.raises(Refused):
        do(game, "Ann", "Move Harvest")


def test_a_vote_is_changed_or_withdrawn():
    """NW-209: the last vote counts."""
    game = table()
    do(game, "Ann", "Move Tolls")
    for words in ("Vote for", "Vote against", "Withdraw the vote", "Vote against"):
        do(game, "Bo", words)
    assert (has(game, "Bo", "Aye"), has(game, "Bo", "Nay")) == (0, 1)


@pytest.mark.parametrize(("asking", "length"), [("Ann Bo Cy", 2), ("Ann Bo", 1)])
def test_three_quarters_ask_for_more_time(asking: str, length: int):
    """NW-209: the turn is 24 hours longer if three quarters of the active players ask for it."""
    game = table()
    do(game, "Ann", "Move Tolls")
    for seat in game.seats:
        do(game, seat, "Vote for")
    for seat in asking.split():
        do(game, seat, "Ask for more time")
    game.tick(length * DAY - 1)
    assert mover(game) == "Ann"
    game.tick(length * DAY)
    assert mover(game) == "Bo"


def test_a_player_rolls_a_die_for_points_at_the_end_of_the_turn():
    """NW-212: the player whose turn it was gains 1 to 6 points, and nobody else does."""
    game = table()
    days(game, 1)
    assert 1 <= has(game, "Ann") - 20 <= 6
    assert (has(game, "Bo"), has(game, "Cy")) == (20, 20)


@pytest.mark.parametrize(("points", "over"), [(99, True), (90, False)])
def test_the_first_with_a_hundred_points_wins(points: int, over: bool):
    """NW-213: the player wins at the end of the own turn."""
    game = table()
    game.state.cells[game.find("Ann") * game.state.width + game.book.stat("Points")] = points
    days(game, 1)
    assert game.over == over
    assert game.standing()["Ann"] == (1 if over else 0)


def test_no_motion_can_change_the_rule_of_winning():
    """NW-216: a motion cannot contain the course of the game, and so not the hundred points either."""
    game = table()
    text = "structure Turn of a player\n  step win: the actor wins the game\n"
    with pytest.raises(Refused, match="an amendment cannot contain this"):
        do(game, "Ann", "Move", text)


def test_the_player_in_turn_wins_after_two_inactive_rounds():
    """NW-217: if nobody was active for two whole rounds, the player whose turn it is has won."""
    game = table()
    days(game, 3)
    assert not game.over and [has(game, seat, "Active") for seat in game.seats] == [0, 0, 0]
    days(game, 5)
    assert not game.over
    days(game, 1)
    assert game.over and game.standing() == {"Ann": 1, "Bo": -1, "Cy": -1}


def test_a_judge_who_gives_no_judgment_in_time_becomes_inactive():
    """NW-219: a Judge who has not judged after two days of the turn is inactive until the Judge acts."""
    game = table()
    do(game, "Bo", "Insist")
    assert has(game, "Cy", "Judge") == 1
    game.tick(2 * DAY - 1)
    assert has(game, "Cy", "Active") == 1
    game.tick(2 * DAY)
    assert has(game, "Cy", "Active") == 0
    do(game, "Cy", "Return")
    assert has(game, "Cy", "Active") == 1


def test_events_happen_only_by_ticks_of_the_clock():
    """NW-E3: events happen only by a tick of the clock, each at its own second."""
    game = table()
    do(game, "Ann", "Hex Bo")
    assert has(game, "Bo") == 20 and game.state.now == 0
    game.tick(4 * HOUR - 1)
    assert has(game, "Bo") == 20
    game.tick(4 * HOUR)
    assert has(game, "Bo") == 15


def test_every_action_has_its_rule_class_and_cost():
    """NW-E1: every action has its rule, class and cost in the book, and number and mark decide the class."""
    book = table().book
    classes = {action.name: (action.rule, book.classes[action.of_class].name) for action in book.actions}
    assert classes["Vote for"] == ("203", "Inalienable")
    assert classes["Hex"] == ("318", "Delayed")
    assert classes["Gift"] == ("321", "Immediate")


@pytest.mark.parametrize(("side", "points"), [("nothing happens", 15), ("the rest happens", 20)])
def test_an_action_that_lost_one_target_follows_the_reading(side: str, points: int):
    """By one side of reading 4 a net that has lost one of its hexes blocks nothing, by the other the remaining hex."""
    game = table(lost_targets=side)
    do(game, "Ann", "Hex Cy")
    do(game, "Ann", "Hex Bo on a new stack")
    do(game, "Bo", "Net", "Hex in Action stack", "Hex", "done")
    do(game, "Cy", "Wipe Hex")
    days(game, 0.5)
    assert (has(game, "Bo"), has(game, "Cy")) == (points, 20)
