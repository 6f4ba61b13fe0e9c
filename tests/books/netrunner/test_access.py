"""Accessing several cards: the Runner chooses the next one, one at a time, and sees only what the rules show."""

import pytest

from rulewright.kernel.errors import Refused
from tests.books.netrunner.play import does, lies, options, position, run, stat, until, zone

TRAPS = """
Spring Gun (Asset)
Trash Cost: 9
  Bang (Triggered)
  Trigger: this is accessed
  do: gain 5 Credits

Door Chain (Asset)
Trash Cost: 9
  Rattle (Triggered)
  Trigger: this is accessed
  From: Servers
  do: gain 5 Credits

Eavesdropper (Asset)
Trash Cost: 9
  Listen (Triggered)
  Trigger: a card is accessed
  do: gain 5 Credits
"""
PLACES = {
    "R&D": "R&D: {0}, Mud Bank",
    "HQ": "HQ: {0}",
    "Archives": "Archives: {0} (face down)",
    "Site": "Corp's Servers: Site\nCorp's Servers at Site: {0} (face down)",
}
SITE = "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down), Customs Clerk, Lock Keeper (face down)"


def breaching(lines: str, server: str, **more: str):
    """Runs a server as far as the first choice of its breach."""
    game = position("Runner", lines, **more)
    does(game, "Runner", "Run a server", server)
    return until(game, ", access")


def test_the_runner_chooses_which_root_card_is_next():
    """If the clerk is trashed first, stealing the agenda has no additional cost (KW-9.2.2)."""
    game = breaching(SITE, "Site")
    assert "run on Site, access" in game.where()
    game.answer("Runner", "Customs Clerk")
    game.answer("Runner", "pay 3 Credits to trash it")
    game.answer("Runner", "face-down card in Servers 2")
    assert lies(game, "Drainage Bond") == "Stolen" and stat(game, "Runner", "Credits") == 6


def test_an_agenda_that_is_accessed_before_the_clerk_still_costs_more():
    """The cards are the same, and the order is another (KW-9.2.2, KW-1.15.9)."""
    game = breaching(SITE, "Site")
    game.answer("Runner", "face-down card in Servers 2")
    assert options(game) == ["pay 3 Credits to steal it", "decline"]


def test_cards_to_choose_from_in_a_breach_are_not_shown():
    """Face-down cards have no name until they are accessed, and cannot be picked by a name (KW-9.2.2)."""
    game = breaching(SITE, "Site")
    assert options(game) == ["face-down card in Servers", "Customs Clerk", "face-down card in Servers 2", "the rest as they lie"]
    with pytest.raises(Refused):
        game.answer("Runner", "Drainage Bond")


def test_a_card_of_the_root_comes_before_after_or_between_those_of_rd():
    """Of R&D only the next card from the top can be chosen (KW-9.2.2)."""
    lines = "Corp's Servers at R&D: Lock Keeper (face down)\nR&D: Tide Office, Drainage Bond, Mud Bank\nRunner's Rig: Ear Trumpet"
    game = breaching(lines, "R&D")
    assert options(game) == ["face-down card in Servers", "a card of R&D", "the rest as they lie"]
    game.answer("Runner", "a card of R&D")
    assert "access of Tide Office" in game.where("Runner")
    game.answer("Runner", "decline")
    assert options(game) == ["face-down card in Servers", "a card of R&D"]
    game.answer("Runner", "face-down card in Servers")
    assert "access of Lock Keeper" in game.where("Runner")
    game.answer("Runner", "decline")
    assert stat(game, "Runner", "Points") == 2 and zone(game, "R&D") == ["Tide Office", "Mud Bank"]


def test_every_card_is_accessed_exactly_once():
    """If nothing is left to choose, the breach ends (KW-9.2.2)."""
    game = breaching(SITE, "Site")
    while ", access" in game.where():
        game.answer("Runner", "decline" if "access of" in game.where() else options(game)[0])
    began = [event for done in game.done for event in done.events if event[0] == "began" and event[2] == "Access"]
    assert sorted(game.state.names[event[3]] for event in began) == ["Customs Clerk", "Drainage Bond", "Lock Keeper"]


def test_in_archives_everything_is_named_and_the_rest_can_be_taken_as_it_lies():
    """An agenda can be chosen first; one answer then takes the remaining cards (KW-9.2.2, KW-6.9.5)."""
    game = breaching("Archives: Drainage Bond (face down), Tide Office, Joint Venture in Eels (face down), Mud Bank", "Archives")
    assert sorted(options(game)) == [
        *sorted(["Drainage Bond", "Tide Office", "Joint Venture in Eels", "Mud Bank"]),
        "the rest as they lie",
    ]
    game.answer("Runner", "Joint Venture in Eels")
    assert stat(game, "Runner", "Points") == 2 and stat(game, "Corp", "Credits") == 11
    game.answer("Runner", "the rest as they lie")
    assert stat(game, "Runner", "Points") == 4 and zone(game, "Archives") == ["Tide Office", "Mud Bank"]


def test_with_one_card_to_access_nobody_is_asked_which():
    """In HQ without a root the first question is the access itself (KW-9.2.2)."""
    game = breaching("HQ: Mud Bank", "HQ")
    assert "access of" in game.where()


def test_a_run_that_ends_in_the_middle_of_a_breach_accesses_nothing_more():
    """The first of two cards flatlines the Runner, and the agenda is not accessed (KW-9.2.2, KW-1.7)."""
    lines = "Corp's Servers: Site\nCorp's Servers at Site: Drainage Bond (face down), Drowned Vault (face down, Advancement 1)"
    game = breaching(lines, "Site")
    game.answer("Runner", "face-down card in Servers")
    game.answer("Corp", "Deep Water (Drowned Vault)")
    assert game.over and lies(game, "Drainage Bond") == "Servers"


def test_a_choice_inside_a_breach_is_taken_back_and_made_again():
    """An undo in the middle of an access leads back to the same choice (K-14, KW-9.2.2)."""
    game = breaching(SITE, "Site")
    before = options(game)
    game.answer("Runner", "Customs Clerk")
    game.undo()
    assert options(game) == before and ", access" in game.where()
    game.answer("Runner", "the rest as they lie")
    assert "access of Lock Keeper" in game.where()


def credits_after(card: str, server: str) -> int:
    """Gives the Corp's credits after a card was accessed in its zone."""
    game = position("Runner", PLACES[server].format(card), rules=TRAPS, corp="Corp (Credits 0)")
    return stat(run(game, server), "Corp", "Credits")


@pytest.mark.parametrize("server", PLACES)
def test_a_card_responds_to_its_own_access_in_every_zone(server: str):
    """It responds in R&D, HQ and Archives as it does in a server (KW-9.2.2, KW-9.2.8)."""
    assert credits_after("Spring Gun", server) == 5


@pytest.mark.parametrize(("server", "gained"), [("R&D", 0), ("HQ", 0), ("Archives", 0), ("Site", 5)])
def test_an_ability_says_from_where_it_is_used(server: str, gained: int):
    """An ability with `From: Servers` is not used from other places (KW-1.2.1)."""
    assert credits_after("Door Chain", server) == gained


def test_only_an_accessed_card_that_reacts_is_shown_to_all():
    """The trap on top of R&D is revealed; a card that does not react is not (KW-9.2.2)."""
    for card, seen in (("Spring Gun", True), ("Tide Office", False)):
        game = position("Runner", f"R&D: {card}, Mud Bank", rules=TRAPS)
        run(game, "R&D")
        assert (card in str(game.view("Corp"))) is seen


def test_a_card_in_a_hand_does_not_respond_to_the_access_of_another_card():
    """A card out of play responds only to announcements about itself (KW-9.2.8)."""
    game = position("Runner", "HQ: Eavesdropper\nR&D: Mud Bank", rules=TRAPS, corp="Corp (Credits 0)")
    assert stat(run(game, "R&D"), "Corp", "Credits") == 0
