"""An ability refers to a thing that has left the board as the thing last was."""

import json

import pytest

from rulewright.kernel.history import saves
from rulewright.testing import differences
from tests.books.riftbound.play import Table

HEIR = """
Heir (Unit)
Energy: 1
Might: 2

  Legacy
  Trigger: this goes from Board to Trash
  do: gain [This Might] Energy

Squire (Unit)
Energy: 1
Might: 2

  Claim
  Speed: reaction
  do: gain [This Might] Energy

Mourner (Unit)
Energy: 1
Might: 9

  Tally
  Trigger: another unit goes from Board to Trash
  do: gain [It Might] Energy

Blade (Spell)
Cost: 0 Energy
Target: a unit
do: kill target

Quick Blade (Spell)
Speed: reaction
Cost: 0 Energy
Target: a unit
do: kill target
"""


def table(board: str, hand: str = "Blade") -> Table:
    """Sets up a table with some units of Ann's and a card in her hand."""
    return Table(f"seats Ann, Bo\nAnn (Energy 0), Bo (Energy 0)\nAnn's Hand: {hand}\nAnn's Board: {board}", more=HEIR)


def resolves(at: Table, *passing: str) -> None:
    """Lets players pass, one after another."""
    for who in passing or ("Ann", "Bo"):
        at.does(who, "pass")


@pytest.mark.parametrize(("buffed", "energy"), [(0, 2), (1, 3)])
def test_an_ability_of_a_dead_unit_uses_its_last_might(buffed: int, energy: int):
    """The ability uses the might that the unit had when it died, with the buff that it has lost in the trash (W-357, W-701)."""
    at = table(f"Heir (Buffed {buffed})")
    at.does("Ann", "Blade on Heir")
    resolves(at)
    assert at.stat("Heir", "Buffed") == 0 and at.waiting == 1
    state, book = at.game.state, at.game.book
    assert differences(saves.state_in(json.loads(json.dumps(saves.state_out(state, book))), book), state) == []
    resolves(at)
    assert at.stat("Ann", "Energy") == energy


def test_a_reaction_to_a_death_reads_the_units_last_might():
    """This might includes the unit's buff."""
    at = table("Heir (Buffed 1), Mourner")
    at.does("Ann", "Blade on Heir")
    resolves(at)
    at.does("Ann", "Tally (Mourner)")
    resolves(at)
    assert at.stat("Ann", "Energy") == 3


def test_a_source_that_dies_while_its_ability_waits_is_remembered():
    """The ability resolves with the might that its source had when it died."""
    at = table("Squire (Buffed 1)", "Quick Blade")
    at.does("Ann", "Claim (Squire)")
    at.does("Ann", "Quick Blade on Squire")
    resolves(at)
    assert at.stat("Squire", "Might") == 2 and at.waiting == 1
    resolves(at)
    assert at.stat("Ann", "Energy") == 3
