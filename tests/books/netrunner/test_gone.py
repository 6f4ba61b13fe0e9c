"""Things that leave in the middle of a run: ice that is trashed or derezzed, and servers that become empty."""

import pytest

from rulewright.kernel.game import Game
from tests.books.netrunner.play import does, lies, passes, position, refused, stat, told, until, zone

CARDS = """
Bolt Cutter (Program)
  Cut
  Target: a card in Servers with [As Ice] = 1
  do: trash target
  Fold
  Target: a face-up ice in Servers
  do: turn target face down, known to all
  Empty
  Target: an asset in Servers
  do: trash target
      gain 1 Credits

Brittle Gate (Ice, Barrier)
Strength: 1
  Shatter (Subroutine)
  do: trash this
  Splinter (Subroutine)
  do: end the run

Revolving Gate (Ice, Barrier)
Strength: 1
  Turn (Subroutine)
  do: put this face down into HQ
      put this into Servers
      station this at the server of the Run
  Push (Subroutine)
  do: end the run

Tripwire (Program)
  Trip (Triggered)
  Trigger: an Encounter begins
  do: trash the ice of the Encounter

Onlooker (Resource)
  Notes (Triggered)
  Trigger: an ice is passed
  do: gain 1 Credits
  Minutes (Triggered)
  Trigger: a Run ends
  Needs: it is a server
  do: gain 3 Credits
"""
ICE = "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Bolt Cutter, Crowbar Moth (Strength 5)\n"
LEASE = "Corp's Servers: Site, Watch Bell\nCorp's Servers at Site: Tide Office\nRunner's Rig: Bolt Cutter"


def running(lines: str, server: str = "HQ", passed: int = 0, **more: str) -> Game:
    """Begins a run and lets some passes be given."""
    game = position("Runner", lines, rules=CARDS, **more)
    does(game, "Runner", "Run a server", server)
    passes(game, passed)
    return game


@pytest.mark.parametrize(("ability", "where"), [("Cut", "Archives"), ("Fold", "Servers")])
def test_ice_that_is_trashed_or_derezzed_in_its_encounter_resolves_no_subroutine(ability: str, where: str):
    """The encounter ends at once, and the run continues (KW-6.9.3, KW-6.9.4)."""
    game = running(ICE, passed=4)
    game.answer("Runner", f"{ability} (Bolt Cutter)", "Mud Bank")
    assert lies(game, "Mud Bank") == where and "approach server" in game.where()
    assert "subroutine resolves" not in told(game)


def test_ice_that_is_gone_as_the_encounter_begins_resolves_no_subroutine():
    """Ice that a trigger trashes has neither a window nor a subroutine (KW-6.9.3, KW-9.2.8)."""
    game = running("Corp's Servers at HQ: Mud Bank\nRunner's Rig: Tripwire", passed=4)
    assert lies(game, "Mud Bank") == "Archives" and "approach server" in game.where()


def test_a_subroutine_that_trashes_its_own_ice_is_the_last_one():
    """The next subroutine would end the run (KW-6.9.3)."""
    game = running("Corp's Servers at HQ: Brittle Gate", passed=6)
    assert lies(game, "Brittle Gate") == "Archives" and "approach server" in game.where()


def test_ice_that_left_and_came_back_counts_as_another_card():
    """The remaining subroutines were those of the ice that left (KW-6.9.3)."""
    game = running("Corp's Servers at HQ: Revolving Gate", passed=6)
    assert lies(game, "Revolving Gate") == "Servers" and "approach server" in game.where()


def test_a_breaker_finds_nothing_to_break_on_ice_that_lies_face_down():
    """Of two walls, the face-down one is over, and the next is broken as usual (KW-6.9.3)."""
    game = running(ICE.replace("Mud Bank", "Mud Bank, Breakwater"), passed=4)
    game.answer("Runner", "Fold (Bolt Cutter)", "Mud Bank")
    until(game, "encounter ice 2")
    assert refused(game, "Runner", "Pry", "Mud Bank") == "target" and refused(game, "Runner", "Pry", "Breakwater") == ""


def test_ice_that_is_trashed_in_its_approach_is_neither_encountered_nor_passed():
    """It cannot be rezzed any more, and is not counted as passed (KW-6.9.2, KW-6.9.4)."""
    game = running(f"{ICE}Runner's Rig: Onlooker")
    before = stat(game, "Runner", "Credits")
    game.answer("Runner", "Cut (Bolt Cutter)", "Mud Bank")
    assert "approach server" in game.where() and stat(game, "Runner", "Credits") == before


def test_derezzed_ice_is_passed():
    """The ice still lies there (KW-6.9.4)."""
    game = running(f"{ICE}Runner's Rig: Onlooker", passed=4)
    before = stat(game, "Runner", "Credits")
    game.answer("Runner", "Fold (Bolt Cutter)", "Mud Bank")
    assert stat(game, "Runner", "Credits") == before + 1


@pytest.mark.parametrize("answers", [(), ("pass", "pass", "decline")], ids=["first window", "second window"])
def test_a_run_whose_server_is_gone_is_neither_won_nor_lost(answers: tuple[str, ...]):
    """In both windows of the approach the ability resolves completely, and then the run ends (KW-6.9.6, KW-10.3)."""
    game = running(LEASE, "Site", corp="Corp (Credits 0)")
    for answer in answers:
        game.answer(None, answer)
    before = stat(game, "Runner", "Credits")
    game.answer("Runner", "Empty (Bolt Cutter)", "Tide Office")
    assert "Site" not in zone(game, "Servers") and "run on" not in game.where()
    assert "successful run" not in told(game) and "unsuccessful run" not in told(game)
    assert stat(game, "Watch Bell", "Power") == stat(game, "Runner", "Successes") == 0
    assert stat(game, "Runner", "Credits") == before + 1


def test_a_server_that_lost_its_last_ice_and_card_in_an_approach_is_gone_too():
    """A run does not continue to a server that does not exist (KW-6.9.6, KW-10.3)."""
    lines = "Corp's Servers: Site, Watch Bell\nCorp's Servers at Site: Mud Bank (face down)\nRunner's Rig: Bolt Cutter"
    game = running(lines, "Site")
    game.answer("Runner", "Cut (Bolt Cutter)", "face-down card in Servers")
    assert "run on" not in game.where() and stat(game, "Watch Bell", "Power") == 0


def test_a_run_on_a_server_that_is_still_there_is_won():
    """With another card in its root the server still exists, and the run continues (KW-6.9.5)."""
    game = running(LEASE.replace("at Site: Tide Office", "at Site: Tide Office, Lock Keeper (face down)"), "Site")
    game.answer("Runner", "Empty (Bolt Cutter)", "Tide Office")
    assert "approach server" in game.where()
    until(game, "access")
    assert stat(game, "Runner", "Successes") == 1


def test_a_trigger_for_the_end_of_a_run_knows_the_server_even_if_the_run_is_cut_short():
    """It knows the server even if the run ends at ice in the middle (KW-5.4.3, KW-6.9.6)."""
    lines = "Corp's Servers at HQ: Undertow\nRunner's Rig: Onlooker\nGrip: 3 Kettle and Gossip"
    game = running(lines, passed=4)
    before = stat(game, "Runner", "Credits")
    passes(game, 2)
    assert "Discard Phase" in game.where() and stat(game, "Runner", "Credits") == before + 3
