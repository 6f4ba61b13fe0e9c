"""Turns, phases, windows and the basic actions."""

import pytest

from tests.books.netrunner.play import acting, asked, does, lies, options, passes, position, refused, stat, told, until, zone


def test_the_corps_turn_has_a_draw_phase_and_the_runners_has_none():
    """The Corp has draw, action and discard phases, the Runner action and discard phases (KW-5.1)."""
    corp, runner = position("Corp"), position("Runner")
    assert "Draw Phase of Corp" in corp.where() and "Upkeep of Runner" in runner.where()


def test_the_mandatory_draw_costs_no_click_and_is_not_an_action():
    """The Corp still has three clicks after it (KW-5.3)."""
    game = acting(position("Corp"))
    assert len(zone(game, "HQ")) == 1 and stat(game, "Corp", "Clicks") == 3
    assert not game.state.links.get((game.find("Corp"), "deeds"))


def test_clicks_are_gained_first_and_no_action_can_be_taken_yet():
    """The Corp has three and the Runner four clicks before the turn formally begins (KW-1.11, K-05, K-23)."""
    corp, runner = position("Corp"), position("Runner")
    assert (stat(corp, "Corp", "Clicks"), stat(runner, "Runner", "Clicks")) == (3, 4)
    assert refused(corp, "Corp", "Gain a credit") == refused(runner, "Runner", "Gain a credit") == "window"


def test_a_player_must_act_in_an_action_window():
    """In all other windows passing is offered (KW-9.2.6, KW-5.4.2)."""
    game = position("Corp")
    assert "pass" in options(game)
    acting(game)
    assert "pass" not in options(game) and "Gain a credit" in options(game)


def test_after_one_action_the_window_closes():
    """Both players have a window between two actions (K-08, KW-9.5.2)."""
    game = position("Corp")
    does(game, "Corp", "Gain a credit")
    assert refused(game, "Corp", "Gain a credit") == "window" and asked(game) == "Corp"
    passes(game)
    assert asked(game) == "Runner" and options(game) == ["pass"]
    passes(game)
    assert "Gain a credit" in options(game)


def test_the_last_window_opens_once_more_after_the_last_action():
    """An agenda that the third action made ready can be scored before the discard phase (KW-5.6)."""
    game = position("Corp", "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 3)")
    does(game, "Corp", "Gain a credit")
    does(game, "Corp", "Gain a credit")
    does(game, "Corp", "Advance a card", "Drainage Bond")
    assert stat(game, "Corp", "Clicks") == 0 and "Score" in options(game)
    game.answer("Corp", "Score", "Drainage Bond")
    assert stat(game, "Corp", "Points") == 2


def test_unspent_clicks_are_lost_and_hands_come_down_to_their_limit():
    """Discards of HQ lie face down and are not trashed (KW-5.5)."""
    game = position("Corp", "HQ: 5 Mud Bank")
    for _ in range(3):
        does(game, "Corp", "Gain a credit")
    until(game, "Discarding")
    game.answer("Corp", "Mud Bank")
    assert len(zone(game, "HQ")) == 5 and "face-down" in game.view_as("Runner").state.names[game.state.zones[_discard(game)][0]]


def _discard(game) -> int:
    return next(n for n in range(len(game.state.grounds)) if game.book.zone_words(game.state, n) == "Archives")


def test_brain_damage_shrinks_the_hand():
    """The hand size is five cards, less one for each brain damage (KW-5.5)."""
    runner = "Runner (Credits 9, Hand Limit 5, Core Damage 2)"
    game = position("Runner", "Grip: 4 Kettle and Gossip", runner=runner)
    for _ in range(4):
        does(game, "Runner", "Gain a credit")
    until(game, "Discarding")
    game.answer("Runner", "Kettle and Gossip")
    assert len(zone(game, "Grip")) == 3


def test_a_hand_size_below_zero_flatlines_the_runner_in_the_discard_phase():
    """There is more brain damage than the hand size (KW-1.7)."""
    game = position("Runner", runner="Runner (Credits 9, Hand Limit 5, Core Damage 6)")
    for _ in range(4):
        does(game, "Runner", "Gain a credit")
    until(game, "Turn of Corp")
    assert game.standing() == {"Runner": -1, "Corp": 1}


@pytest.mark.parametrize(
    ("action", "more", "clicks", "credits"),
    [
        pytest.param("Gain a credit", (), 1, -1, id="KW-C1"),
        pytest.param("Draw a card", (), 1, 0, id="KW-C2"),
        pytest.param("Mud Bank", ("HQ",), 1, 0, id="KW-C3"),
        pytest.param("Silt Subsidy", (), 1, -4, id="KW-C4"),
        pytest.param("Advance a card", ("Drainage Bond",), 1, 1, id="KW-C5"),
        pytest.param("Trash a resource", ("Market Stall",), 1, 2, id="KW-C6"),
        pytest.param("Purge virus counters", (), 3, 0, id="KW-C7"),
    ],
)
def test_the_corps_basic_actions_cost_clicks_and_credits(action: str, more: tuple[str, ...], clicks: int, credits: int):
    """Each action costs its clicks and credits when it begins (K-03, K-04, K-21)."""
    lines = (
        "HQ: Mud Bank, Silt Subsidy\nCorp's Servers: Site\n"
        "Corp's Servers at Site: Drainage Bond (face down)\nRunner's Rig: Market Stall"
    )
    game = position("Corp", lines, runner="Runner (Credits 5, Tags 1)")
    does(game, "Corp", action, *more)
    assert (stat(game, "Corp", "Clicks"), stat(game, "Corp", "Credits")) == (3 - clicks, 9 - credits)


@pytest.mark.parametrize(
    ("action", "more", "clicks", "credits"),
    [
        pytest.param("Gain a credit", (), 1, -1, id="KW-R1"),
        pytest.param("Draw a card", (), 1, 0, id="KW-R2"),
        pytest.param("Market Stall", (), 1, 2, id="KW-R3"),
        pytest.param("Pawned Heirlooms", (), 1, -3, id="KW-R4"),
        pytest.param("Run a server", ("HQ",), 1, 0, id="KW-R5"),
        pytest.param("Remove a tag", (), 1, 2, id="KW-R6"),
    ],
)
def test_the_runners_basic_actions_cost_clicks_and_credits(action: str, more: tuple[str, ...], clicks: int, credits: int):
    """Each action costs its clicks and credits (K-20, K-21)."""
    runner = "Runner (Credits 9, Hand Limit 5, Memory 4, Hand Reach 1, Tags 1)"
    game = position("Runner", "Grip: Market Stall, Pawned Heirlooms\nStack: Market Stall", runner=runner)
    does(game, "Runner", action, *more)
    assert (stat(game, "Runner", "Clicks"), stat(game, "Runner", "Credits")) == (4 - clicks, 9 - credits)


def test_the_two_sets_of_basic_actions_differ():
    """Neither side has a basic action of the other (K-20, K-21)."""
    corp, runner = acting(position("Corp")), acting(position("Runner"))
    assert refused(corp, "Corp", "Run a server", "HQ") == refused(runner, "Runner", "Advance a card") == "has"


def test_a_resource_is_not_trashed_while_the_runner_has_no_tag():
    """It can be trashed only while the Runner is tagged (KW-C6)."""
    game = acting(position("Corp", "Runner's Rig: Market Stall"))
    assert refused(game, "Corp", "Trash a resource", "Market Stall") == "needs"


def test_purging_takes_every_virus_counter():
    """Purging costs three clicks and affects all cards (KW-C7)."""
    game = position("Corp", "Runner's Rig: Mould Garden (Virus 3), Rust Limpet (Virus 2)")
    does(game, "Corp", "Purge virus counters")
    assert stat(game, "Mould Garden", "Virus") == 0


def test_priority_cards_are_played_first_or_not_at_all():
    """They are played only as the first click of the turn; a lost click does not count (KW-1.11)."""
    game = position("Runner", "Grip: Up Before the Gulls")
    fresh = acting(game.copy())
    assert refused(fresh, "Runner", "Up Before the Gulls") == ""
    does(game, "Runner", "Gain a credit")
    assert refused(acting(game), "Runner", "Up Before the Gulls") == "needs"


def test_recurring_credits_are_filled_before_the_turn_formally_begins():
    """The credits are on the card again, whatever was left (KW-5.6)."""
    game = position(
        "Corp", "Corp's Servers: Site\nCorp's Servers at Site: Rate Board", corp="Corp (Credits 9, Hand Limit 5, Rate Credits 0)"
    )
    assert stat(game, "Corp", "Rate Credits") == 0
    assert stat(acting(game), "Corp", "Rate Credits") == 2


def test_a_card_rezzed_before_the_turn_begins_responds_to_its_beginning():
    """It responds in step 5.6.1b and not after the mandatory draw (KW-5.6, KW-8.1)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Tide Office (face down)"
    early, late = position("Corp", lines), position("Corp", lines)
    early.answer("Corp", "Rez", "Tide Office")
    acting(early)
    until(late, "Action Phase").answer("Corp", "Rez", "Tide Office")
    assert (stat(early, "Corp", "Credits"), stat(late, "Corp", "Credits")) == (9, 8)


def test_scoring_costs_no_click_and_is_not_an_action():
    """Scoring is refused in the Runner's turn (KW-1.16)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 4)"
    game, theirs = position("Corp", lines), position("Runner", lines)
    game.answer("Corp", "Score", "Drainage Bond")
    assert stat(game, "Corp", "Clicks") == 3 and lies(game, "Drainage Bond") == "Score Area"
    assert refused(theirs, "Corp", "Score", "Drainage Bond") == "turn"


def test_an_agenda_without_its_advancement_is_not_scored():
    """The agenda has three of its four counters (KW-1.16)."""
    game = position("Corp", "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 3)")
    assert refused(game, "Corp", "Score", "Drainage Bond") == "target"


def test_ice_is_not_rezzed_outside_its_approach():
    """In the Corp's windows only assets and upgrades can be rezzed (KW-8.1, K-11)."""
    game = position("Corp", "Corp's Servers at HQ: Mud Bank (face down)")
    assert refused(game, "Corp", "Rez", "Mud Bank") == "target"
    assert refused(game, "Corp", "Rez the ice", "Mud Bank") == "window"


def test_seven_points_win_at_the_next_checkpoint():
    """The player who has them wins at once (KW-1.7, KW-10.3)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 4)"
    game = position("Corp", lines, corp="Corp (Credits 9, Points 5)")
    game.answer("Corp", "Score", "Drainage Bond")
    assert game.over and game.standing()["Corp"] == 1


def test_the_game_is_a_draw_if_both_reach_seven_points_at_once():
    """Both players reach them in the same moment (KW-1.7, KW-10.3)."""
    game = position("Corp", corp="Corp (Credits 9, Points 7)", runner="Runner (Points 7)")
    assert game.over and set(game.standing().values()) == {0}


STRIKE = """
Features: Strike

Stat Strikes: at least 0

Feature Strike
Scope: action Gain a credit, Run a server
Needs: [Strikes] = 0
"""


def test_with_no_action_that_can_be_taken_the_phase_ends_and_says_so():
    """Nothing can be gained, drawn or run on, and the game still continues (KW-5.4.2)."""
    game = position("Runner", rules=STRIKE, runner="Runner (Credits 0, Strikes 1)")
    passes(game, 4)
    assert options(game) == ["pass"] and "action window" in game.where().rpartition(" · ")[2]
    passes(game)
    assert "no action can be taken" in told(game) and "Discard Phase" in game.where()
