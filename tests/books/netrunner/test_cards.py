"""Single cards and their numbers, with one line of play for each."""

import pytest

from tests.books.netrunner.play import acting, does, lies, options, passes, position, run, stat, until, zone

GAINS = [
    pytest.param("Runner", "A Night's Work", "Runner's Rig: Night Ferry Shift (Hosted 8)", 2, id="A Night's Work"),
    pytest.param("Corp", "Pulping", "Corp's Servers: Pulp Works (Hosted 8)", 2, id="Pulping"),
    pytest.param("Runner", "Pawned Heirlooms", "Grip: Pawned Heirlooms", 3, id="Pawned Heirlooms"),
    pytest.param("Corp", "Silt Subsidy", "HQ: Silt Subsidy", 4, id="Silt Subsidy"),
    pytest.param("Corp", "Slack Water", "HQ: Slack Water", 4, id="Slack Water"),
    pytest.param("Corp", "Hedge Fund", "HQ: Hedge Fund", 4, id="Hedge Fund"),
    pytest.param("Corp", "Lateral Growth", "HQ: Lateral Growth", 3, id="Lateral Growth"),
]


@pytest.mark.parametrize(("who", "action", "lines", "more"), GAINS)
def test_a_card_gains_its_credits_for_one_click(who: str, action: str, lines: str, more: int):
    """The player has the credits after paying the cost (KW-1.15.4)."""
    game = position(who, lines)
    before = stat(game, who, "Credits")
    does(game, who, action)
    assert stat(game, who, "Credits") == before + more


SCORED = [
    pytest.param("Floodgate Charter", 5, 3, 0, 0, id="Floodgate Charter"),
    pytest.param("Drainage Bond", 4, 2, 5, 1, id="Drainage Bond"),
    pytest.param("Joint Venture in Eels", 3, 2, 0, 0, id="Joint Venture in Eels"),
    pytest.param("Tollkeeper's Seal", 3, 1, 0, 0, id="Tollkeeper's Seal"),
]


@pytest.mark.parametrize(("agenda", "need", "points", "credits", "shame"), SCORED)
def test_an_agenda_has_its_requirement_points_and_effect(agenda: str, need: int, points: int, credits: int, shame: int):
    """It gives its points, and its effect happens when it is scored (KW-1.16)."""
    game = position("Corp", f"Corp's Servers: Site\nCorp's Servers at Site: {agenda} (face down, Advancement {need})")
    game.answer("Corp", "Score", agenda)
    assert (stat(game, "Corp", "Points"), stat(game, "Corp", "Credits")) == (points, 9 + credits)
    assert stat(game, "Corp", "Bad Publicity") == shame and lies(game, agenda) == "Score Area"


def test_a_venture_pays_the_runner_when_scored_and_the_corp_when_stolen():
    """It gives two credits in both cases."""
    scored = position("Corp", "Corp's Servers: Site\nCorp's Servers at Site: Joint Venture in Eels (face down, Advancement 3)")
    scored.answer("Corp", "Score", "Joint Venture in Eels")
    stolen = run(position("Runner", "HQ: Joint Venture in Eels"), "HQ")
    assert (stat(scored, "Runner", "Credits"), stat(stolen, "Corp", "Credits"), stat(stolen, "Runner", "Points")) == (11, 11, 2)


def test_a_charter_rezzes_ice_and_nothing_else():
    """A face-down asset is no target of the sluices (KW-1.2.1)."""
    lines = (
        "Corp's Servers: Site\nCorp's Servers at Site: Floodgate Charter (face down, Advancement 5), Tide Office (face down)\n"
        "Corp's Servers at HQ: Mud Bank (face down), Riddle Clerk (face down), Breakwater"
    )
    game = position("Corp", lines)
    game.answer("Corp", "Score", "Floodgate Charter")
    assert sorted(options(game, "Sluices")) == ["Mud Bank", "Riddle Clerk"]


def test_a_third_copy_of_a_unique_card_replaces_the_second():
    """The card that was the newer one is now the older one (KW-10.3)."""
    game = position("Runner", "Runner's Rig: Ear Trumpet\nGrip: 2 Ear Trumpet")
    does(game, "Runner", "Ear Trumpet")
    does(game, "Runner", "Ear Trumpet")
    assert zone(game, "Rig") == ["Ear Trumpet"] and len(zone(game, "Heap")) == 2


def test_a_key_can_be_used_twice():
    """It has two power counters when it is installed; without a counter it bypasses nothing."""
    game = position("Runner", "Grip: Back Stair Key\nCorp's Servers at HQ: Mud Bank")
    does(game, "Runner", "Back Stair Key")
    assert stat(game, "Back Stair Key", "Power") == 2
    blunt = position("Runner", "Runner's Rig: Back Stair Key\nCorp's Servers at HQ: Mud Bank")
    does(blunt, "Runner", "Run a server", "HQ")
    passes(blunt, 4)
    assert "Slip Past" not in str(options(blunt))


@pytest.mark.parametrize("event", ["Stimhack", "Double Dose", "Through the Coal Hole", "Twice Round the Harbour"])
def test_an_event_that_runs_names_a_server(event: str):
    """It can name any server that can be run, but not a new server and not a card (KW-R5)."""
    game = acting(position("Runner", f"Grip: {event}\nCorp's Servers at HQ: Mud Bank"))
    assert sorted(options(game, event)) == ["Archives", "HQ", "R&D"]


def test_one_net_damage_costs_one_card():
    """The eel pot does one net damage (KW-1.7)."""
    game = run(position("Runner", "Corp's Servers at HQ: Eel Pot\nGrip: 3 Kettle and Gossip"), "HQ")
    assert len(zone(game, "Grip")) == 2


def test_a_search_reveals_what_it_found_in_the_hand():
    """The other side has seen this card where it lies now."""
    game = position("Corp", "HQ: Second Reading\nR&D: Silt Subsidy, Slack Water, Mud Bank")
    does(game, "Corp", "Second Reading")
    game.answer("Corp", "Slack Water")
    assert "Slack Water" in str(game.view("Runner")) and "Silt Subsidy" not in str(game.view("Runner"))


@pytest.mark.parametrize(("server", "virus"), [("HQ", 1), ("R&D", 0)])
def test_a_limpet_weakens_only_the_ice_that_it_is_on(server: str, virus: int):
    """In an encounter with this ice it gets a counter and one Strength less."""
    lines = (
        "Corp's Servers at HQ: Mud Bank\nCorp's Servers at R&D: Riddle Clerk\nRunner's Rig: Rust Limpet (attached to Mud Bank)"
    )
    game = position("Runner", lines)
    strength = stat(game, "Mud Bank", "Strength")
    does(game, "Runner", "Run a server", server)
    until(game, "encounter ice 1")
    assert (stat(game, "Rust Limpet", "Virus"), stat(game, "Mud Bank", "Strength")) == (virus, strength - virus)
