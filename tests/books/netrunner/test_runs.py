"""Runs, ice, access and damage: one ruling at a time, with a similar act that is refused."""

import pytest

from tests.books.netrunner.play import (
    RUNNER,
    acting,
    asked,
    does,
    lies,
    options,
    passes,
    position,
    refused,
    run,
    stat,
    told,
    until,
    zone,
)

WALL = "Corp's Servers at HQ: Mud Bank (face down)"


def test_bad_publicity_gives_credits_for_the_run_alone():
    """The Runner gets one credit for each when the run begins, and loses them when it ends (KW-6.9.1, KW-6.9.6)."""
    game = position("Runner", corp="Corp (Credits 5, Bad Publicity 2)")
    does(game, "Runner", "Run a server", "HQ")
    assert stat(game, "Runner", "Publicity Credits") == 2
    acting(game)
    assert stat(game, "Runner", "Publicity Credits") == 0


def test_without_ice_the_run_goes_straight_to_the_server():
    """After the initiation comes the approach of the server (KW-6.9.1, KW-6.9.5)."""
    game = position("Runner")
    does(game, "Runner", "Run a server", "R&D")
    assert "run on R&D, approach server" in game.where()


def test_nobody_jacks_out_before_the_first_ice():
    """The decision is offered at the second approach and at the server (KW-6.9.2)."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank (face down), Riddle Clerk (face down)")
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    assert "approach ice 2" in game.where()
    passes(game, 2)
    assert options(game) == ["jack out", "decline"]
    game.answer("Runner", "jack out")
    assert "unsuccessful run" in told(game) and "run on" not in game.where()


def test_only_the_approached_ice_is_rezzed():
    """The ice behind it is not offered (KW-6.9.2, KW-9.2.7)."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank (face down), Riddle Clerk (face down)")
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 3)
    assert asked(game) == "Corp" and refused(game, "Corp", "Rez the ice", "Riddle Clerk") == "target"
    game.answer("Corp", "Rez the ice", "Mud Bank")
    assert stat(game, "Corp", "Credits") == 7
    passes(game, 2)
    assert "encounter ice 1" in game.where()


def test_unrezzed_ice_is_passed():
    """There is no encounter; the run goes on to the next ice or to the server (KW-6.9.4)."""
    game = position("Runner", WALL)
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    assert "approach server" in game.where() and "encounter" not in game.where()


def test_unbroken_subroutines_resolve_in_printed_order():
    """The click is lost before the run ends (KW-6.9.3, KW-1.2.3)."""
    game = position("Runner", "Corp's Servers at HQ: Riddle Clerk")
    run(game, "HQ")
    assert stat(game, "Runner", "Clicks") == 2 and lies(game, "Riddle Clerk") == "Servers"
    last = position("Runner", "Corp's Servers at HQ: Riddle Clerk")
    for _ in range(3):
        does(last, "Runner", "Gain a credit")
    run(last, "HQ")
    assert stat(last, "Runner", "Clicks") == 0


def test_a_breaker_needs_strength_and_its_own_kind_of_ice():
    """A weaker breaker is refused until it is raised, and it is raised only for this encounter (KW-6.9.3)."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Crowbar Moth, Cipher Louse")
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    assert refused(game, "Runner", "Pry", "Mud Bank") == "needs" and refused(game, "Runner", "Decode", "Mud Bank") == "target"
    game.answer("Runner", "Lean")
    game.answer("Runner", "Pry", "Mud Bank")
    assert refused(game, "Runner", "Pry", "Mud Bank") == "potential"
    passes(game, 2)
    assert "approach server" in game.where() and stat(game, "Crowbar Moth", "Strength") == 2


def test_a_breaker_is_used_in_encounters_only():
    """Nothing can be broken in the approach window (KW-6.9.3, K-09)."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Crowbar Moth (Strength 5)")
    does(game, "Runner", "Run a server", "HQ")
    assert refused(game, "Runner", "Pry", "Mud Bank") == "window"


def test_recurring_credits_of_a_console_pay_for_breaking_only():
    """They are spent first, but not on an installation (KW-1.15.1)."""
    lines = "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Driftwood Console, Crowbar Moth (Strength 5)\nGrip: Market Stall"
    game = position("Runner", lines, runner=RUNNER.replace("Credits 9", "Credits 1"))
    assert refused(acting(game), "Runner", "Market Stall") == "cost"
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    game.answer("Runner", "Pry", "Mud Bank")
    assert (stat(game, "Runner", "Credits"), stat(game, "Runner", "Breaker Credits")) == (1, 0)


def test_bypassing_ends_the_encounter_and_no_subroutine_resolves():
    """The Runner then passes the ice (KW-6.9.3, KW-6.9.4)."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Back Stair Key (Power 2)")
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    game.answer("Runner", "Slip Past (Back Stair Key)")
    assert "approach server" in game.where() and stat(game, "Back Stair Key", "Power") == 1


def test_an_upgrade_responds_only_to_the_approach_of_its_own_server():
    """It costs two credits or ends the run; at other servers it does nothing (KW-6.9.5, KW-1.15.10)."""
    lines = "Corp's Servers at HQ: Lock Keeper"
    game, other = position("Runner", lines), position("Runner", lines)
    does(game, "Runner", "Run a server", "HQ")
    assert options(game) == ["pay 2 Credits", "decline"]
    game.answer("Runner", "decline")
    assert "unsuccessful run" in told(game)
    does(other, "Runner", "Run a server", "R&D")
    assert options(other) == ["pass"]


def test_a_successful_run_accesses_one_card_of_hq_at_random():
    """An agenda is stolen without a question (KW-6.9.5, KW-1.7)."""
    game = position("Runner", "HQ: Drainage Bond")
    run(game, "HQ")
    assert (
        lies(game, "Drainage Bond") == "Stolen" and stat(game, "Runner", "Points") == 2 and stat(game, "Runner", "Successes") == 1
    )


def test_rd_is_accessed_from_the_top_and_one_more_with_a_trumpet():
    """The second card is accessed separately (KW-9.2.2)."""
    game = position("Runner", "R&D: Mud Bank, Drainage Bond, Mud Bank\nRunner's Rig: Ear Trumpet")
    run(game, "R&D")
    assert zone(game, "R&D") == ["Mud Bank", "Mud Bank"] and stat(game, "Runner", "Points") == 2
    plain = position("Runner", "R&D: Mud Bank, Drainage Bond, Mud Bank")
    run(plain, "R&D")
    assert stat(plain, "Runner", "Points") == 0


def test_archives_are_turned_up_and_all_accessed_and_nothing_there_is_trashed():
    """This includes every card, face down or not (KW-6.9.5)."""
    game = position("Runner", "Archives: Drainage Bond (face down), Tide Office, Joint Venture in Eels (face down)")
    run(game, "Archives")
    assert stat(game, "Runner", "Points") == 4 and zone(game, "Archives") == ["Tide Office"]


def test_an_accessed_asset_may_be_trashed_for_its_cost():
    """The Runner may pay or not; without the credits it is not offered (KW-1.15.1)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Tide Office (face down)"
    rich, poor = position("Runner", lines), position("Runner", lines, runner="Runner (Credits 2, Hand Limit 5)")
    run(rich, "Site", yes=("pay 3 Credits to trash it",))
    assert lies(rich, "Tide Office") == "Archives" and stat(rich, "Runner", "Credits") == 6
    does(poor, "Runner", "Run a server", "Site")
    until(poor, "access of")
    assert options(poor) == ["decline"]


def test_an_additional_cost_to_steal_may_be_declined():
    """The agenda then stays where it is (KW-1.15.9)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down), Customs Clerk"
    paid, declined = position("Runner", lines), position("Runner", lines)
    run(paid, "Site", yes=("pay 3 Credits to steal it",))
    run(declined, "Site")
    assert (stat(paid, "Runner", "Points"), stat(paid, "Runner", "Credits")) == (2, 6)
    assert stat(declined, "Runner", "Points") == 0 and lies(declined, "Drainage Bond") == "Servers"


def test_a_face_down_ambush_can_be_used_when_it_is_paid_for():
    """It does one net damage for each counter, and gives a tag with two (KW-1.15.10, KW-9.2.8)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Drowned Vault (face down, Advancement 2)\nGrip: 3 Kettle and Gossip"
    game = position("Runner", lines)
    run(game, "Site", yes=("Deep Water (Drowned Vault)",))
    assert len(zone(game, "Grip")) == 1 and stat(game, "Runner", "Tags") == 1 and stat(game, "Corp", "Credits") == 7


def test_damage_above_the_grip_flatlines():
    """Three damage with two cards flatlines; as much damage as cards does not (KW-1.7)."""
    for held, over in ((2, True), (3, False)):
        game = position("Corp", f"HQ: Bailiffs at Dawn\nGrip: {held} Kettle and Gossip", runner="Runner (Credits 9, Tags 1)")
        does(game, "Corp", "Bailiffs at Dawn")
        assert game.over is over and (game.standing()["Corp"] == 1) is over


def test_damage_is_prevented_in_the_interrupt_window_only():
    """The gloves prevent two of three damage; they are not a paid ability (KW-9.2.9, K-10)."""
    game = position(
        "Corp",
        "HQ: Bailiffs at Dawn\nGrip: 2 Kettle and Gossip\nRunner's Rig: Padded Gloves",
        runner="Runner (Credits 9, Tags 1)",
    )
    assert refused(game, "Runner", "Parry") != ""
    does(game, "Corp", "Bailiffs at Dawn")
    assert asked(game) == "Runner" and options(game) == ["Parry (Padded Gloves)", "pass"]
    game.answer("Runner", "Parry")
    assert len(zone(game, "Grip")) == 1 and lies(game, "Padded Gloves") == "Heap" and not game.over


def test_a_tag_is_avoided_while_it_is_coming_and_removed_when_it_is_there():
    """The first is an interrupt, the second a paid ability that needs a tag (KW-1.2.5, KW-9.2.9)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Watch Bell (Power 2)\nRunner's Rig: Cousin with an Alibi"
    game = position("Corp", lines)
    assert refused(game, "Runner", "Testimony") != "" and refused(game, "Runner", "Elsewhere") != ""
    game.answer("Corp", "Alarm (Watch Bell)")
    game.answer("Runner", "Elsewhere")
    assert stat(game, "Runner", "Tags") == 0 and lies(game, "Cousin with an Alibi") == "Heap"


def test_a_run_cut_off_by_the_end_of_the_phase_is_neither_won_nor_lost():
    """The bell gets no counter, no brain damage is done, and the event is trashed (KW-5.4.3, K-18)."""
    lines = (
        "Corp's Servers: Site\nCorp's Servers at Site: Watch Bell\nCorp's Servers at HQ: Undertow\n"
        "Grip: Double Dose, 4 Kettle and Gossip"
    )
    game = position("Runner", lines)
    does(game, "Runner", "Double Dose", "HQ")
    until(game, "Discard Phase")
    assert (
        stat(game, "Watch Bell", "Power") == 0
        and stat(game, "Runner", "Core Damage") == 1
        and lies(game, "Double Dose") == "Heap"
    )
    assert stat(game, "Runner", "Successes") == 0


def test_a_failed_run_triggers_abilities_after_it_has_ended():
    """It is used after the run and not in it (KW-6.9.6)."""
    game = position("Runner", "Corp's Servers: Site\nCorp's Servers at Site: Watch Bell\nCorp's Servers at HQ: Mud Bank")
    run(game, "HQ")
    assert stat(game, "Watch Bell", "Power") == 1


def test_a_prohibition_prevails_over_a_permission():
    """After Form Twelve the Runner cannot jack out until the run ends (KW-1.2.2)."""
    game = position("Runner", "Corp's Servers at HQ: Form Twelve, Mud Bank (face down)")
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    passes(game, 2)
    game.answer("Runner", "pay 3 Credits")
    passes(game, 2)
    assert "rez" in game.where() and "jack out" not in options(game)


def test_a_subroutine_that_must_choose_lets_the_corp_choose():
    """The Corp chooses which program is trashed; without a program nothing happens (KW-1.2.4)."""
    game = position(
        "Runner", "Corp's Servers at HQ: Eel Pot\nRunner's Rig: Crowbar Moth, Mould Garden\nGrip: 3 Kettle and Gossip"
    )
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 6)
    assert asked(game) == "Corp" and sorted(options(game)) == ["Crowbar Moth", "Mould Garden"]
    game.answer("Corp", "Mould Garden")
    assert lies(game, "Mould Garden") == "Heap" and len(zone(game, "Grip")) == 2


def test_swapped_ledgers_take_what_there_is_instead_of_an_access():
    """The Corp loses two of three credits, and no card is accessed (KW-1.2.4, KW-6.9.5)."""
    game = position("Runner", "HQ: Drainage Bond\nGrip: Swapped Ledgers", corp="Corp (Credits 2)")
    does(game, "Runner", "Swapped Ledgers", "HQ")
    acting(game)
    assert (stat(game, "Corp", "Credits"), stat(game, "Runner", "Credits")) == (0, 11) and lies(game, "Drainage Bond") == "HQ"


def test_a_replacement_of_breaching_happens_during_the_run():
    """The credits are moved before the run ends and before triggers for its end are met (KW-6.9.5, KW-6.9.6)."""
    game = position("Runner", "HQ: Drainage Bond\nGrip: Swapped Ledgers", corp="Corp (Credits 5)")
    does(game, "Runner", "Swapped Ledgers", "HQ")
    until(game, "Action Phase of Runner, step 2")
    events = [event for done in game.done for event in done.events]
    paid = next(n for n, event in enumerate(events) if event[:2] == ("changed", game.find("Corp")))
    won = events.index(("told", "successful run", game.find("HQ")))
    ended = next(n for n, event in enumerate(events) if event[0] == "ended" and event[2] == "Run")
    assert won < paid < ended


def test_breaching_is_not_replaced_in_a_failed_run():
    """No credits are moved if the run ends at a wall (KW-6.9.5)."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank\nGrip: Swapped Ledgers", corp="Corp (Credits 5)")
    does(game, "Runner", "Swapped Ledgers", "HQ")
    until(game, "Action Phase of Runner, step 2")
    assert (stat(game, "Corp", "Credits"), stat(game, "Runner", "Credits")) == (5, 8)


def test_hosted_cards_go_with_their_host_and_empty_servers_vanish():
    """They leave at the next checkpoint (KW-10.3)."""
    lines = "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Rust Limpet (attached to Mud Bank)\nHQ: Salvage Auction"
    game = position("Corp", lines)
    does(game, "Corp", "Salvage Auction", "Mud Bank", "done")
    assert lies(game, "Rust Limpet") == "Heap" and lies(game, "Mud Bank") == "Archives"


def test_a_remote_is_there_as_long_as_something_is_in_it():
    """Each new remote exists until its last card leaves (KW-10.3)."""
    game = position("Corp", "HQ: Tide Office, Salvage Auction")
    does(game, "Corp", "Tide Office", "New Server")
    assert "Site 1" in zone(game, "Servers")
    theirs = position("Runner", "Corp's Servers: Site\nCorp's Servers at Site: Tide Office (face down)")
    run(theirs, "Site", yes=("pay 3 Credits to trash it",))
    assert "Site" not in zone(theirs, "Servers")


def test_the_older_of_two_unique_cards_goes_at_the_checkpoint():
    """When the newer one is there, the older is trashed; of cards that are not unique both stay (KW-10.3)."""
    game = position("Runner", "Runner's Rig: Driftwood Console, Market Stall\nGrip: Driftwood Console, Market Stall")
    does(game, "Runner", "Driftwood Console")
    moved = [event[1] for event in game.done[-1].events if event[0] == "moved"]
    newer, older = moved[0], moved[-1]
    assert newer != older and game.state.names[newer] == game.state.names[older] == "Driftwood Console"
    assert game.book.zone_words(game.state, game.state.places[newer]) == "Rig"
    does(game, "Runner", "Market Stall")
    assert sorted(zone(game, "Rig")) == ["Driftwood Console", "Market Stall", "Market Stall"]


@pytest.mark.parametrize(("first", "second"), [("Watch Bell", "Watch Bell 2"), ("Watch Bell 2", "Watch Bell")])
def test_a_unique_card_is_older_by_its_rezzing_and_not_by_its_place(first: str, second: str):
    """The one that was rezzed later stays; while one is face down, both stay (KW-10.3)."""
    game = position("Corp", "Corp's Servers: Watch Bell (face down), Watch Bell (face down)")
    later = game.find(second)
    game.answer("Corp", "Rez", first)
    assert zone(game, "Servers").count("Watch Bell") == 2
    game.answer("Corp", "Rez", "Watch Bell")
    assert later in game.machine.live() and zone(game, "Archives") == ["Watch Bell"]


def test_the_runner_chooses_which_programs_beyond_the_memory_are_trashed():
    """Four programs fit; a fifth makes one of them leave (KW-10.3)."""
    game = position("Runner", "Runner's Rig: 4 Mould Garden\nGrip: Crowbar Moth")
    does(game, "Runner", "Crowbar Moth")
    assert asked(game) == "Runner"
    game.answer("Runner", "Crowbar Moth")
    assert lies(game, "Crowbar Moth") == "Heap" and len(zone(game, "Rig")) == 4
