"""Creatures that leave play together: each of them, and whoever looks at them, is as it was before any of them left."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine
from rulewright.language.check.checking import check
from tests.language.in_play.test_moments import CARDS

SPELLS = """
Pump (Spell)
Target: a creature
do: target gets +2 Might until end of turn

Sacrifice (Spell)
Cost: move a creature you control to its owner's Graveyard
do: gain 100 Score

Ghost (Creature)
Life: 3
Might: 2

Lord (Creature)
Life: 3
Might: 1

Features: Banner

Feature Banner
Scope: creature
When: there is a Lord in play
do: +3 Might

"""
TOGETHER = """Settle: Cleanup

structure Cleanup
  step deaths: move all creatures with [Life] <= 0 to its owner's Graveyard
"""
ONE_BY_ONE = """Death (Automatic)
Trigger: [Life] of a creature falls to 0
do: move it to its owner's Graveyard
"""
BOOK = CARDS.replace("Stat Score: at least 0\n", "Stat Score, Might: at least 0\n").replace(ONE_BY_ONE, TOGETHER) + SPELLS
EXAMPLE = """
Example: played
  seats Ada, Ben
  Ada's Hand: Poke, 2 Slay, Quake, Wipe, Steal, Pump, Sacrifice
"""
BOTH_ORDERS = pytest.mark.parametrize("order", ["Ghost, Lord", "Lord, Ghost"])


@pytest.fixture(autouse=True, params=["0", "1"], ids=["python", "native"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Plays with each of the two machines."""
    monkeypatch.setenv(c_machine.SWITCH, request.param)
    return str(request.param)


def creature(trigger: str, do: str, name: str = "Vulture") -> str:
    return f"{name} (Creature)\nLife: 3\n\n  Answer of the {name}\n  Trigger: {trigger}\n  do: {do}\n\n"


def wrong(more: str, play: str) -> list[str]:
    """Plays an example on the machine that is switched on, and gives the errors."""
    scene = "\nScene Board\n  seats Ada, Ben\n"
    report = check([("small.rules", f"{BOOK}{more}{scene}{EXAMPLE}{play}")], books.finder())
    return [str(problem) for problem in report.problems if problem.severity == "error"]


def test_the_native_machine_plays_this_book(machine: str):
    """Otherwise the tests of this file would play with the Python machine twice."""
    book = books.load(text=[("small.rules", f"{BOOK}{creature('this dies', 'gain 1 Score')}\nScene Board\n  seats Ada, Ben\n")])
    assert (Game(book, "Board").native() is not None) == (machine == "1")


@BOTH_ORDERS
@pytest.mark.parametrize("spell", ["Quake", "Wipe"])
def test_a_dead_creature_has_the_number_that_a_creature_beside_it_gave_it(order: str, spell: str):
    """The Lord that gave the Ghost 3 Might dies in the same moment, before or after it in the row."""
    more = creature("another creature dies", "if [It Might] = 5: gain 1 Score")
    assert wrong(more, f"  Ben's Board: Vulture, {order}\n  Ada: {spell}\n  expect Ben Score 1\n") == []


@BOTH_ORDERS
@pytest.mark.parametrize("spell", ["Quake", "Wipe"])
def test_a_trigger_reads_the_last_numbers_of_a_dead_creature(order: str, spell: str):
    """The trigger itself asks for the number."""
    more = creature("another creature with 5 or more Might dies", "gain 1 Score")
    assert wrong(more, f"  Ben's Board: Vulture, {order}\n  Ada: {spell}\n  expect Ben Score 1\n") == []


def test_a_trigger_does_not_see_numbers_that_are_gone_before():
    """The Lord dies first; then the Ghost is small, and dies as such."""
    more = creature("another creature with 5 or more Might dies", "gain 1 Score")
    play = "  Ben's Board: Vulture, Ghost, Lord\n  Ada: Slay Lord\n  Ada: Slay Ghost\n  expect Ben Score 0\n"
    assert wrong(more, play) == []


@BOTH_ORDERS
def test_the_creature_itself_answers_with_its_last_number(order: str):
    """The number is that of its kind, an effect until the end of the turn, and a feature."""
    more = creature("this dies", "gain [This Might] Score", "Shade")
    play = f"  Ben's Board: {order.replace('Ghost', 'Shade')}\n  Ada: Pump Shade\n  Ada: Quake\n  expect Ben Score 5\n"
    assert wrong(more, play) == []


@BOTH_ORDERS
def test_a_count_reads_the_last_numbers_of_dead_creatures(order: str):
    """A later effect counts the large creatures that died in this turn."""
    ask = "Ask (Spell)\ndo: gain [number of creatures with 5 or more Might that died this turn] Score\n\n"
    play = f"  Ada's Hand: Ask\n  Ben's Board: {order}\n  Ada: Quake\n  Ada: Ask\n  expect Ada Score 1\n"
    assert wrong(ask, play) == []


def test_two_creatures_that_die_in_one_moment_see_each_other_die():
    """One sentence moves both of them; each belongs to another player."""
    more = creature("another creature dies", "gain 1 Score", "Crow") + creature("another creature dies", "gain 10 Score", "Rook")
    play = "  Ada's Board: Crow\n  Ben's Board: Rook\n  Ada: Quake\n  expect Ada Score 1, Ben Score 10\n"
    assert wrong(more, play) == []


def test_creatures_that_die_one_after_another_do_not_all_see_each_other_die():
    """A rule about `a creature` is used for one creature after another: the second one sees nobody else die."""
    more = creature("another creature dies", "gain 1 Score", "Crow") + creature("another creature dies", "gain 1 Score", "Rook")
    text = f"{BOOK}{more}{EXAMPLE}  Ben's Board: Crow, Rook\n  Ada: Quake\n  expect Ben Score 1\n".replace(TOGETHER, ONE_BY_ONE)
    problems = check([("small.rules", text)], books.finder()).problems
    assert [str(problem) for problem in problems if problem.severity == "error"] == []


@pytest.mark.parametrize(("whose", "ada", "ben"), [("controller", 1, 0), ("owner", 0, 1)])
def test_the_player_of_a_stolen_creature_that_died(whose: str, ada: int, ben: int):
    """Its controller is who had it last, its owner is who owns the card."""
    more = creature("another creature dies", f"its {whose} gains 1 Score")
    play = f"  Ben's Board: Vulture, Ghost\n  Ada: Steal Ghost\n  Ada: Wipe\n  expect Ada Score {ada}, Ben Score {ben}\n"
    assert wrong(more, play) == []


def test_a_creature_that_is_paid_answers_another_that_is_paid_for():
    """The payment is a moment of its own: who was there answers, and then the effect happens."""
    more = creature("another creature dies", "gain 1 Score")
    play = "  Ada's Board: Vulture, Ghost\n  Ada: Sacrifice, Ghost\n  expect Ada Score 101\n"
    assert wrong(more, play) == []


def test_a_death_that_is_replaced_and_a_creature_that_cannot_be_damaged_in_one_moment():
    """A Quake damages four creatures: one cannot be damaged, for two the damage is lowered, and the last one dies."""
    warden = creature("another creature would be damaged", "lower the amount by 2", "Warden")
    rock = "Rock (Creature)\nLife: 3\n\n  Hard (Standing)\n  do: this cannot be damaged\n\n"
    play = "  Ben's Board: Warden, Ghost, Lord, Rock\n  Ada: Quake\n"
    expected = "  expect Ghost Life 2, Lord Life 2, Rock Life 3, Warden in Graveyard\n"
    assert wrong(warden + rock, play + expected) == []


def test_two_creatures_that_save_each_other_in_one_moment():
    """Each death is replaced by the ability of the other, which is still there."""
    more = creature("another creature would die", "instead move it to its owner's Hand", "Warden")
    assert wrong(more, "  Ben's Board: 2 Warden\n  Ada: Wipe\n  expect 2 cards in Ben's Hand\n") == []


BAT = "Bat (Creature)\nLife: 1\n\n"
DRAIN = "Drain (Spell)\nCost: deal 1 damage to a creature you control\ndo: gain 100 Score\n\n"


def standing(rule: str, name: str = "Saint") -> str:
    return f"{name} (Creature)\nLife: 3\n\n  Rule of the {name} (Standing)\n  do: {rule}\n\n"


@BOTH_ORDERS
def test_a_prohibition_counts_in_the_moment_in_which_its_creature_dies(order: str):
    """The Saint protects the Bat from the spell that moves both of them, whichever lies first."""
    board = order.replace("Ghost", "Saint").replace("Lord", "Bat")
    play = f"  Ada's Board: {board}\n  Ada: Wipe\n  expect Saint in Graveyard, Bat Life 1\n"
    assert wrong(BAT + standing("other creatures you control cannot die"), play) == []


def test_a_trigger_whose_creature_is_gone_still_happens():
    """The first of two Bombs leaves; the second one is triggered again, and its second use has nothing left to move."""
    bomb = creature("another creature dies", "move this to its owner's Graveyard\n      gain 1 Score", "Bomb")
    play = "  Ada's Board: 2 Bomb, Ghost\n  Ada: Slay Ghost\n  expect 3 cards in Ada's Graveyard, Ada Score 3\n"
    assert wrong(bomb, play.replace("3 cards", "4 cards")) == []  # with the spell


def test_a_new_life_has_new_numbers():
    """A creature that died with 4 Might comes back with 2; the trigger of another creature reads the new number."""
    phoenix = creature("this dies", "move it to the Board", "Phoenix").replace("Life: 3\n", "Life: 3\nMight: 2\n")
    judge = creature("a creature with 4 or more Might enters", "gain 1 Score", "Judge")
    play = "  Ada's Board: Phoenix, Judge\n  Ada: Pump Phoenix\n  Ada: Slay Phoenix\n  expect Ada Score 0\n"
    assert wrong(phoenix + judge, play) == []


def test_a_payment_by_damage_is_paid_as_written():
    """The damage is not lowered by an ability that would lower it; the creature dies after the payment, and is seen to die."""
    warden = creature("another creature would be damaged", "lower the amount by 2", "Warden")
    crow = creature("another creature dies", "gain 1 Score", "Crow")
    play = "  Ada's Hand: Drain\n  Ada's Board: Warden, Crow, Bat\n  Ada: Drain, Bat\n"
    assert wrong(DRAIN + BAT + warden + crow, f"{play}  expect Bat in Graveyard, Ada Score 101\n") == []


def test_a_payment_is_neither_replaced_nor_made_where_it_is_forbidden():
    """An ability that would save a creature does not save one that is paid; one that cannot leave play cannot be paid."""
    warden = creature("another creature would die", "instead move it to its owner's Hand", "Warden")
    paid = "  Ada's Board: Warden, Bat\n  Ada: Sacrifice, Bat\n  expect Bat in Graveyard, Ada Score 100\n"
    assert wrong(BAT + warden, paid) == []
    assert wrong(standing("this cannot leave play"), "  Ada's Board: Saint\n  Ada cannot Sacrifice: cost\n") == []
    assert (
        wrong(DRAIN + standing("this cannot be damaged"), "  Ada's Hand: Drain\n  Ada's Board: Saint\n  Ada cannot Drain: cost\n")
        == []
    )
