"""Strength for one encounter: every use of an ability counts, and all of them end with the encounter."""

import pytest

from tests.books.netrunner.play import does, passes, position, refused, stat

WALL = "Corp's Servers at HQ: Breakwater\nCorp's Score Area: Tollkeeper's Seal (Power 2)\nRunner's Rig: Crowbar Moth"


def encounter(lines: str = WALL, **readings: str):
    """Runs HQ as far as the window of its first encounter."""
    game = position("Runner", lines, **readings)
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    return game


def test_two_uses_of_one_ability_add_up():
    """Three credits raise a breaker by three, as the wall requires (KW-9.5.2, KW-6.9.3)."""
    game = encounter()
    game.answer("Runner", "Lean")
    game.answer("Runner", "Lean")
    assert stat(game, "Crowbar Moth", "Strength") == 4 and refused(game, "Runner", "Pry", "Breakwater") == "needs"
    game.answer("Runner", "Lean")
    assert stat(game, "Crowbar Moth", "Strength") == 5 and refused(game, "Runner", "Pry", "Breakwater") == ""


def test_all_uses_are_over_with_the_encounter():
    """The breaker has its printed strength when the ice is passed (KW-6.9.3)."""
    game = encounter("Corp's Servers at HQ: Mud Bank\nRunner's Rig: Crowbar Moth")
    for answer in (("Lean",), ("Lean",), ("Pry", "Mud Bank")):
        game.answer("Runner", *answer)
    passes(game, 2)
    assert "approach server" in game.where() and stat(game, "Crowbar Moth", "Strength") == 2


def test_the_ice_is_raised_by_every_use_too():
    """Both counters of a seal raise the ice by four in one encounter (KW-9.5.2)."""
    game = encounter()
    passes(game)
    game.answer("Corp", "Toll Bar", "Breakwater")
    game.answer("Corp", "Toll Bar", "Breakwater")
    assert stat(game, "Breakwater", "Strength") == 9


@pytest.mark.parametrize(("side", "strength"), [("adds up", 5), ("newest replaces", 3)])
def test_the_reading_decides_whether_uses_add_up(side: str, strength: int):
    """With the other side only the newest use counts."""
    game = encounter(**{"same name": side})
    for _ in range(3):
        game.answer("Runner", "Lean")
    assert stat(game, "Crowbar Moth", "Strength") == strength
