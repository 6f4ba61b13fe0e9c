"""Actions: what counts as one, when it is complete, what it counts as, and whether it could change anything."""

import pytest

from rulewright.kernel.game import Game
from rulewright.kernel.history import deeds, saves
from rulewright.kernel.history.deeds import Deed
from tests.books.netrunner.identities import CASES
from tests.books.netrunner.play import acting, asked, does, lies, options, passes, position, refused, stat, told, until, zone

CARDS = """
Paper Mill (Asset)
Trash Cost: 9
  Grind
  Cost: 1 Clicks
  do: gain 1 Credits
  Recall
  Cost: 1 Clicks
  Target: another asset in Servers
  do: return target to its owner's Hand

Early Bird (Resource)
  Dawn Chorus (Triggered)
  Trigger: your Turn begins
  do: the actor takes Gain a credit without spending Clicks in its Action Phase

Errand Boy (Resource)
  Errand (Triggered)
  Trigger: an agenda is scored
  do: the actor takes Gain a credit without spending Clicks in its Action Phase
      draw 1 card

Curfew (Resource)
  Lights Out
  Cost: 0 Credits
  do: end the Action Phase

Windfall (Event)
do: gain [total Virus of programs in Rig] Credits

Clean Sweep (Resource)
  Wipe
  Cost: 1 Clicks, trash this
  do: all programs in Rig have 0 Virus

Even Trade (Resource)
  Swap
  Cost: 1 Clicks, 2 Credits
  do: gain 2 Credits
"""


def record(game: Game, who: str) -> list[Deed]:
    return deeds.done(game.machine, game.find(who))


def origins(game: Game, who: str) -> list[str]:
    return [game.book.words[deed.origin[0]] for deed in record(game, who)]


def made(text: str) -> list[Deed]:
    named = [part.partition(":") for part in text.split()]
    words = [name for name, _, _ in named]
    return [Deed((1,), (words.index(name), int(card or 0)), True) for name, _, card in named]


@pytest.mark.parametrize(("taken", "same", "different"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_same_and_different_are_separate_questions_about_a_set_of_actions(taken: str, same: bool, different: bool):
    """Three actions of which two are equal are neither all the same nor all different (K-25, K-26, K-28)."""
    found = made(taken)
    assert (deeds.same(found), deeds.different(found)) == (same, different)


def test_equal_abilities_of_two_copies_are_different_actions():
    """Two uses of one ability of one card are the same action (K-27, K-29)."""
    game = position("Corp", "Corp's Servers: Paper Mill, Paper Mill", rules=CARDS)
    does(game, "Corp", "Grind (Paper Mill)")
    does(game, "Corp", "Grind (Paper Mill 2)")
    assert deeds.different(record(game, "Corp"))
    does(game, "Corp", "Grind (Paper Mill)")
    found = record(game, "Corp")
    assert deeds.same([found[0], found[2]]) and not deeds.different(found) and not deeds.same(found)


def test_an_ability_of_a_card_that_left_and_came_back_is_another_action():
    """After its return the card has another origin (K-27, K-29)."""
    game = position(
        "Corp", "Corp's Servers: Paper Mill, Pulp Works (Hosted 8)", rules=CARDS, corp="Corp (Credits 9, Clicks 4, Hand Limit 5)"
    )
    does(game, "Corp", "Pulping (Pulp Works)")
    does(game, "Corp", "Recall (Paper Mill)", "Pulp Works")
    does(game, "Corp", "Pulp Works", "New Server")
    game.answer("Corp", "Rez", "Pulp Works")
    does(game, "Corp", "Pulping (Pulp Works)")
    found = record(game, "Corp")
    assert origins(game, "Corp")[0] == origins(game, "Corp")[3] == "pulping" and deeds.different([found[0], found[3]])


def test_an_act_without_a_click_is_not_recorded():
    """Rezzing, scoring and paid abilities are not actions (K-01, K-02, K-32)."""
    lines = (
        "Corp's Servers: Site, Watch Bell (Power 2)\n"
        "Corp's Servers at Site: Drainage Bond (face down, Advancement 4), Tide Office (face down)"
    )
    game = position("Corp", lines)
    game.answer("Corp", "Rez", "Tide Office")
    game.answer("Corp", "Alarm (Watch Bell)")
    game.answer("Corp", "Score", "Drainage Bond")
    assert record(game, "Corp") == []
    does(game, "Corp", "Gain a credit")
    assert origins(game, "Corp") == ["gain a credit"]


def test_an_action_is_recorded_when_it_begins_and_complete_when_all_of_it_is():
    """The action of a run is in progress as long as the run (K-03, K-14, K-32)."""
    game = position("Runner")
    does(game, "Runner", "Run a server", "HQ")
    assert [deed.complete for deed in record(game, "Runner")] == [False]
    acting(game)
    assert [deed.complete for deed in record(game, "Runner")] == [True]


def test_an_action_whose_cost_cannot_be_paid_does_not_begin():
    """The click is not spent, and nothing is recorded (K-04, KW-1.15.1)."""
    game = acting(
        position("Corp", "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down)", corp="Corp (Credits 0)")
    )
    assert refused(game, "Corp", "Advance a card", "Drainage Bond") == "cost" and record(game, "Corp") == []


def test_the_record_is_that_of_one_turn():
    """In a new turn the list of actions is empty (K-32)."""
    game = position("Corp", "R&D: 9 Eel Pot")
    for _ in range(3):
        does(game, "Corp", "Gain a credit")
    for _ in range(4):
        does(game, "Runner", "Gain a credit")
    does(game, "Corp", "Gain a credit")
    assert origins(game, "Corp") == ["gain a credit"]


def test_an_operation_with_an_additional_click_is_one_action():
    """It costs two clicks and has one entry; with one click left it cannot be played (KW-1.15.9, KW-1.15.4, K-32)."""
    game = position("Corp", "HQ: Second Reading\nR&D: Silt Subsidy, Mud Bank")
    does(game, "Corp", "Second Reading")
    assert stat(game, "Corp", "Clicks") == 1 and origins(game, "Corp") == ["play an operation"]
    poor = position("Corp", "HQ: Second Reading")
    does(poor, "Corp", "Gain a credit")
    does(poor, "Corp", "Gain a credit")
    assert refused(acting(poor), "Corp", "Second Reading") == "cost"


def test_granted_actions_are_recorded_inside_the_one_that_grants_them():
    """The outer action is first; all three are complete when the operation is (K-32, K-06, K-28)."""
    lines = "HQ: Standing Order, Drainage Bond\nR&D: 2 Silt Subsidy\nCorp's Identities: Saltmarsh Mutual"
    game = position("Corp", lines)
    does(game, "Corp", "Standing Order")
    assert options(game) == ["Drainage Bond"]
    game.answer("Corp", "Drainage Bond", "New Server")
    assert [deed.complete for deed in record(game, "Corp")] == [False, True]
    game.answer("Corp", "Advance a card", "Drainage Bond")
    assert origins(game, "Corp") == ["play an operation", "install a card", "advance a card"]
    assert stat(game, "Corp", "Clicks") == 2 and stat(game, "Corp", "Credits") == 9 - 1 - 1 + 2


def test_two_operations_among_the_first_three_pay_nothing():
    """This does not change with another third action (K-30, K-31)."""
    game = position("Corp", "HQ: 2 Silt Subsidy\nCorp's Identities: Saltmarsh Mutual")
    does(game, "Corp", "Silt Subsidy")
    does(game, "Corp", "Silt Subsidy")
    does(game, "Corp", "Draw a card")
    assert stat(game, "Corp", "Credits") == 9 + 4 + 4


# -- while an action resolves ------------------------------------------------------------------------------------------


def test_while_an_operation_resolves_nobody_is_asked_anything():
    """No paid ability, rezzing or scoring is offered before it is complete (K-07, K-10, K-12)."""
    lines = (
        "HQ: Silt Subsidy\nCorp's Servers: Site, Watch Bell (Power 2)\n"
        "Corp's Servers at Site: Drainage Bond (face down, Advancement 4)"
    )
    game = position("Corp", lines)
    before = len(game.done)
    does(game, "Corp", "Silt Subsidy")
    assert lies(game, "Silt Subsidy") == "Archives" and "completes an action" in told(game) and len(game.done) > before
    assert "window" in game.where() and asked(game) == "Corp"


def test_inside_a_run_the_runs_own_windows_say_what_is_open():
    """Paid abilities come before the decision to jack out, rezzing after it; scoring is not possible (K-09, K-11, K-13)."""
    lines = (
        "Corp's Servers: Site, Watch Bell (Power 2)\n"
        "Corp's Servers at Site: Drainage Bond (face down, Advancement 4), Tide Office (face down)"
    )
    game = position("Runner", lines)
    does(game, "Runner", "Run a server", "HQ")
    passes(game)
    assert options(game) == ["Alarm (Watch Bell)", "pass"]
    passes(game)
    game.answer("Runner", "decline")
    passes(game)
    assert "Rez" in options(game) and refused(game, "Corp", "Score", "Drainage Bond") == "window"


def test_triggers_are_met_while_an_action_resolves():
    """A reaction is used between two instructions (K-10, KW-9.1.2a, KW-9.2.8)."""
    lines = (
        "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 4)\n"
        "Runner's Rig: Restless Hands, Restless Hands"
    )
    game = position("Corp", lines)
    game.answer("Corp", "Score", "Drainage Bond")
    assert "reaction window" in game.where() and asked(game) == "Runner" and stat(game, "Corp", "Bad Publicity") == 1


def test_two_runs_of_one_event_are_one_action():
    """It is complete after the second run and the trashing (K-14, K-15, KW-9.2.2)."""
    game = position("Runner", "Grip: Twice Round the Harbour")
    does(game, "Runner", "Twice Round the Harbour", "HQ")
    until(game, "Second Lap")
    assert [deed.complete for deed in record(game, "Runner")] == [False] and "HQ" not in options(game)
    game.answer("Runner", "R&D")
    assert "run on R&D" in game.where() and lies(game, "Twice Round the Harbour") == "Play Area"
    acting(game)
    assert [deed.complete for deed in record(game, "Runner")] == [True]


def test_a_card_is_played_face_up_paid_for_resolved_and_trashed():
    """These steps happen in this order (KW-8.6)."""
    game = position("Corp", "HQ: Silt Subsidy")
    does(game, "Corp", "Silt Subsidy")
    moved = [event[3][0] for event in game.done[-1].events if event[0] == "moved"]
    assert [game.book.zone_words(game.state, place) for place in moved] == ["Play Area", "Archives"]


def test_a_game_can_be_saved_resumed_and_taken_back_in_the_middle_of_a_run():
    """This works at every point of an event's run (K-14, K-17)."""
    game = position(
        "Runner", "Corp's Servers at HQ: Riddle Clerk\nGrip: Double Dose, 3 Kettle and Gossip\nRunner's Rig: Cipher Louse"
    )
    does(game, "Runner", "Double Dose", "HQ")
    while "Double Dose" in game.where():
        before = game.fingerprint()
        assert saves.load(saves.save(game), game.book).fingerprint() == before
        said = options(game)
        game.answer(None, next(each for each in ("pass", "decline", said[0]) if each in said))
        other = game.copy()
        other.undo()
        assert other.fingerprint() == before
    assert stat(game, "Runner", "Core Damage") == 1


def test_the_where_command_describes_nested_structures():
    """They are named from the event down to the window (K-16, K-17)."""
    game = position("Runner", "Corp's Servers at HQ: Riddle Clerk\nGrip: Stimhack")
    does(game, "Runner", "Stimhack", "HQ")
    passes(game, 4)
    assert game.where().endswith("Stimhack, step 2 of 4 · run on HQ, encounter ice 1 · paid ability window, Runner")


# -- outside the action phase ------------------------------------------------------------------------------------------


def test_an_action_granted_in_the_other_players_turn_has_no_effect_and_no_cost():
    """It is lost; the rest of the effect happens (K-24, KW-1.2.4)."""
    lines = (
        "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 4)\n"
        "Runner's Rig: Errand Boy\nStack: 9 Kettle and Gossip"
    )
    game = position("Corp", lines, rules=CARDS)
    game.answer("Corp", "Score", "Drainage Bond")
    assert stat(game, "Runner", "Credits") == 9 and len(zone(game, "Grip")) == 1 and record(game, "Runner") == []
    until(game, "Turn of Runner")
    assert stat(game, "Runner", "Clicks") == 4


def test_the_runners_turn_begins_inside_the_action_phase():
    """In the Runner's action phase the action is taken, without its click (K-23, K-24, KW-5.7)."""
    game = position("Runner", "Runner's Rig: Early Bird", rules=CARDS)
    passes(game, 2)
    game.answer("Runner", "Gain a credit")
    assert (
        stat(game, "Runner", "Credits") == 10
        and stat(game, "Runner", "Clicks") == 4
        and origins(game, "Runner") == ["gain a credit"]
    )


# -- the end of the phase ----------------------------------------------------------------------------------------------


def test_a_terminal_operation_leaves_no_window_behind_it():
    """Nothing can be scored after it and the clicks are lost; it is recorded as cut short and counts as complete (KW-5.4.3)."""
    lines = "HQ: Slack Water\nCorp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down, Advancement 4)"
    game = position("Corp", lines)
    does(game, "Corp", "Slack Water")
    assert "Discard Phase" in game.where() and "Score" not in options(game) and lies(game, "Slack Water") == "Archives"
    assert "cut short" in told(game) and [deed.complete for deed in record(game, "Corp")] == [True]
    assert refused(game, "Corp", "Gain a credit") == "window"


def test_a_terminal_third_action_still_counts():
    """The three actions are different, and the last one was cut short (KW-5.4.3, K-31)."""
    game = position("Corp", "HQ: Slack Water, Mud Bank\nCorp's Identities: Saltmarsh Mutual")
    does(game, "Corp", "Mud Bank", "HQ")
    does(game, "Corp", "Gain a credit")
    does(game, "Corp", "Slack Water")
    assert stat(game, "Corp", "Credits") == 9 + 1 + 4 + 2


def test_an_ability_that_ends_the_phase_leaves_the_clicks_unspent():
    """No further action window opens (KW-5.4.3, KW-9.2.7)."""
    game = position("Runner", "Runner's Rig: Curfew", rules=CARDS)
    passes(game, 2)
    game.answer("Runner", "Lights Out (Curfew)")
    assert "Discard Phase" in game.where() and stat(game, "Runner", "Clicks") == 4 and record(game, "Runner") == []
    until(game, "Turn of Corp")
    assert stat(game, "Runner", "Clicks") == 0


# -- potential ---------------------------------------------------------------------------------------------------------

POTENTIAL = [
    pytest.param("Corp", "Draw a card", (), "R&D: Eel Pot", "", id="drawing the last card of R&D, then none: K-22"),
    pytest.param("Runner", "Draw a card", (), "", "potential", id="the Runner draws from an empty stack: K-22"),
    pytest.param("Runner", "Windfall", (), "Grip: Windfall", "potential", id="gaining nothing: K-22"),
    pytest.param("Runner", "Windfall", (), "Grip: Windfall\nRunner's Rig: Mould Garden (Virus 1)", "", id="gaining one: K-22"),
    pytest.param("Runner", "Wipe", (), "Runner's Rig: Clean Sweep", "potential", id="trashing itself is cost: KW-1.2.5"),
    pytest.param("Runner", "Swap", (), "Runner's Rig: Even Trade", "", id="the gain alone counts: KW-1.2.5"),
    pytest.param("Runner", "Remove a tag", (), "", "potential", id="no tag to remove: KW-R6"),
    pytest.param("Runner", "Run a server", ("Archives",), "", "", id="a run always has potential: KW-R5"),
    pytest.param("Runner", "Blown Fuse", (), "Grip: Blown Fuse", "target", id="no rezzed ice: K-22"),
    pytest.param("Runner", "Ironmonger's Catalogue", (), "Grip: Ironmonger's Catalogue", "potential", id="an empty stack: K-22"),
    pytest.param(
        "Runner", "Ironmonger's Catalogue", (), "Grip: Ironmonger's Catalogue\nStack: Market Stall", "", id="a stack: K-22"
    ),
    pytest.param(
        "Runner", "Keyhole Glance", (), "Grip: Keyhole Glance\nStack: Market Stall", "", id="as much as possible: KW-1.2.4"
    ),
    pytest.param("Corp", "Salvage Auction", (), "HQ: Salvage Auction", "potential", id="nothing rezzed: KW-1.2.5"),
    pytest.param(
        "Corp", "Salvage Auction", ("done",), "HQ: Salvage Auction\nCorp's Servers at HQ: Mud Bank", "", id="one: KW-1.2.5"
    ),
    pytest.param(
        "Corp",
        "Standing Order",
        (),
        "HQ: Standing Order\nR&D: 2 Silt Subsidy",
        "potential",
        id="nothing to install or advance: K-22",
    ),
    pytest.param("Corp", "Advance a card", (), "Corp's Servers at HQ: Tide Office", "target", id="nothing to advance: KW-C5"),
    pytest.param("Corp", "Purge virus counters", (), "", "", id="purging always: KW-C7"),
    pytest.param("Runner", "Broadside", (), "Runner's Rig: Pamphlet Press", "potential", id="no run on HQ: KW-1.2.5"),
]


@pytest.mark.parametrize(("who", "action", "more", "lines", "check"), POTENTIAL)
def test_an_action_must_be_able_to_change_something(who: str, action: str, more: tuple[str, ...], lines: str, check: str):
    """Only the expected effect is tested (K-22, KW-1.2.5)."""
    game = acting(position(who, lines, rules=CARDS))
    assert refused(game, who, action, *[name for name in more if name != "done"]) == check
    if not check:
        game.answer(who, action, *more)


def test_without_the_potential_check_a_click_may_be_wasted():
    """This is the other side of the reading (K-22)."""
    asked_for, wasted = (acting(position("Runner", potential=side)) for side in ("asked", "not asked"))
    assert (refused(asked_for, "Runner", "Draw a card"), refused(wasted, "Runner", "Draw a card")) == ("potential", "")
    wasted.answer("Runner", "Draw a card")
    assert stat(wasted, "Runner", "Clicks") == 3
