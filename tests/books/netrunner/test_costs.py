"""Costs: what is paid and when; and rules that a card changes."""

from tests.books.netrunner.play import acting, asked, does, lies, options, passes, position, refused, stat, until, zone


def test_the_text_of_a_card_prevails_over_the_rules():
    """A scored charter rezzes ice outside its approach, without the cost and without the bad publicity (KW-1.2.1, KW-8.1)."""
    lines = (
        "Corp's Servers: Site\nCorp's Servers at Site: Floodgate Charter (face down, Advancement 5)\n"
        "Corp's Servers at HQ: Undertow (face down)"
    )
    game = position("Corp", lines, corp="Corp (Credits 0)")
    game.answer("Corp", "Score", "Floodgate Charter")
    game.answer("Corp", "Sluices (Floodgate Charter)", "Undertow")
    assert (stat(game, "Corp", "Credits"), stat(game, "Corp", "Bad Publicity")) == (0, 0)
    assert "Undertow" in [thing["name"] for part in game.view("Runner")["zones"] for thing in part["things"] or ()]


def test_ice_costs_a_credit_for_each_ice_already_there():
    """A server without ice costs nothing, and neither does a card that is not ice (KW-1.15.5, KW-1.15.4)."""
    lines = "HQ: Mud Bank, Tide Office\nCorp's Servers at HQ: Riddle Clerk, Breakwater"
    game = position("Corp", lines, corp="Corp (Credits 1, Hand Limit 5)")
    acting(game)
    assert refused(game, "Corp", "Mud Bank", "HQ") == "cost" and refused(game, "Corp", "Mud Bank", "R&D") == ""
    rich = position("Corp", lines)
    does(rich, "Corp", "Mud Bank", "HQ")
    assert stat(rich, "Corp", "Credits") == 7
    does(rich, "Corp", "Tide Office", "New Server")
    assert stat(rich, "Corp", "Credits") == 7


def test_assets_and_agendas_go_into_remotes_only():
    """An upgrade can be installed in any server (KW-C3)."""
    game = acting(position("Corp", "HQ: Tide Office, Customs Clerk, Drainage Bond"))
    assert refused(game, "Corp", "Tide Office", "HQ") == refused(game, "Corp", "Drainage Bond", "R&D") == "needs"
    assert refused(game, "Corp", "Customs Clerk", "HQ") == ""


def test_a_second_asset_in_a_remote_trashes_the_first():
    """A remote has one agenda or asset; a face-down card goes to Archives face down."""
    game = position(
        "Corp", "HQ: Tide Office\nCorp's Servers: Site\nCorp's Servers at Site: Pulp Works (face down), Lock Keeper (face down)"
    )
    does(game, "Corp", "Tide Office", "Site")
    assert lies(game, "Pulp Works") == "Archives" and lies(game, "Lock Keeper") == "Servers"
    assert "Pulp Works" not in str(game.view("Runner"))


def test_a_checkpoint_follows_every_payment():
    """The works are trashed with their last credits, before the gain happens (KW-1.15.2, KW-10.3)."""
    game = position("Corp", "Corp's Servers: Pulp Works (Hosted 2)")
    does(game, "Corp", "Pulping (Pulp Works)")
    events = game.done[-1].events
    works, corp = game.find("Pulp Works"), game.find("Corp")
    gone = next(n for n, event in enumerate(events) if event[0] == "moved" and event[1] == works)
    gained = next(n for n, event in enumerate(events) if event[:2] == ("changed", corp) and event[2] == game.book.stat("Credits"))
    assert gone < gained and stat(game, "Corp", "Credits") == 11


def test_targets_are_named_after_paying_and_each_instruction_is_a_step():
    """The shrike is paid for, and then asks for two of the subroutines (KW-9.5.6)."""
    lines = "Corp's Servers at HQ: Eel Pot\nRunner's Rig: Needle Shrike (Strength 9)\nGrip: 2 Kettle and Gossip"
    game = position("Runner", lines)
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    game.answer("Runner", "Stab (Needle Shrike)", "Eel Pot")
    assert stat(game, "Runner", "Credits") == 7 and options(game) == ["Teeth", "Sting"]
    game.answer("Runner", "Sting")
    game.answer("Runner", "done")
    passes(game, 2)
    assert zone(game, "Rig") == [] and len(zone(game, "Grip")) == 2


def test_costs_are_raised_before_they_are_lowered_and_never_fall_below_0():
    """A bell and a tag make an installation more expensive (KW-1.15.1)."""
    lines = "Corp's Servers: Watch Bell\nGrip: Restless Hands"
    tagged = acting(position("Runner", lines, runner="Runner (Credits 0, Tags 1, Hand Limit 5)"))
    free = acting(position("Runner", lines, runner="Runner (Credits 0, Hand Limit 5)"))
    assert refused(tagged, "Runner", "Restless Hands") == "cost" and refused(free, "Runner", "Restless Hands") == ""


def test_rezzing_pays_the_whole_cost_or_nothing():
    """The cost includes credits and bad publicity (KW-1.15.9)."""
    for credits, check in ((4, "cost"), (5, "")):
        game = position("Runner", "Corp's Servers at HQ: Undertow (face down)", corp=f"Corp (Credits {credits})")
        does(game, "Runner", "Run a server", "HQ")
        passes(game, 3)
        assert asked(game) == "Corp" and refused(game, "Corp", "Rez the ice", "Undertow") == check
    game.answer("Corp", "Rez the ice", "Undertow")
    assert (stat(game, "Corp", "Credits"), stat(game, "Corp", "Bad Publicity")) == (0, 1)


def test_credits_for_one_purpose_go_first_and_pay_for_nothing_else():
    """The credits of the rate board pay for advancing, not for an operation (KW-1.15.1)."""
    lines = "Corp's Servers: Site, Rate Board\nCorp's Servers at Site: Drainage Bond (face down)\nHQ: Silt Subsidy"
    game = acting(position("Corp", lines, corp="Corp (Credits 3)"))
    assert refused(game, "Corp", "Silt Subsidy") == "cost"
    game.answer("Corp", "Advance a card", "Drainage Bond")
    assert (stat(game, "Corp", "Credits"), stat(game, "Corp", "Rate Credits")) == (3, 1)


def test_the_runner_may_pay_to_avoid_a_writ():
    """The nested cost is paid while the operation resolves; without a run in the last turn it cannot be played (KW-1.15.10)."""
    runner = "Runner (Credits 4, Last Successes 1)"
    game = position("Corp", "HQ: Writ of Entry", runner=runner)
    does(game, "Corp", "Writ of Entry")
    assert asked(game) == "Runner" and options(game) == ["pay 4 Credits", "decline"]
    game.answer("Runner", "pay 4 Credits")
    assert (stat(game, "Runner", "Credits"), stat(game, "Runner", "Tags")) == (0, 0)
    assert refused(acting(position("Corp", "HQ: Writ of Entry")), "Corp", "Writ of Entry") == "needs"


def test_a_player_who_cannot_pay_is_not_asked():
    """The Runner gets the tag at once (KW-1.15.10, KW-1.15.1)."""
    game = position("Corp", "HQ: Writ of Entry", runner="Runner (Credits 3, Last Successes 1)")
    does(game, "Corp", "Writ of Entry")
    assert stat(game, "Runner", "Tags") == 1 and asked(until(game, "window")) == "Corp"
