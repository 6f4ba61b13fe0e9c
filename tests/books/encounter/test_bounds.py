"""Limits of numbers in the book: the bounds of every stat, and a check whose total equals its target."""

import pytest

from rulewright.kernel.change import effects
from tests.books.encounter.play import asked, cannot, check, do, menu, said, scene, spot, stat

AT_LEAST_NOTHING = (
    "Health", "Health Maximum", "Action Points", "Reaction Points", "Attack", "Strength", "Defense", "Accuracy", "Speed",
    "Stealth", "Perception", "Mana", "Ammunition", "Gold", "Initiative", "Tie Break", "Sub-Initiative", "Armor", "Arrival",
)  # fmt: skip
MOST = {"Action Points": 5, "Reaction Points": 3}


@pytest.mark.parametrize("name", AT_LEAST_NOTHING)
def test_a_stat_has_its_bounds(name: str):
    """EW-05: no stat falls below 0; action and reaction points have a maximum, other stats have none."""
    game = scene("Ann at 5,5")
    found = game.book.stats[game.book.stat(name)]
    assert found.declared
    for amount, expected in ((99, MOST.get(name, 99)), (-999, 0)):
        effects.do(game.game.machine, effects.alter(game.game.find("Ann"), game.book.stat(name), "+=", amount))
        assert stat(game, "Ann", name) == expected


CHECKS = {
    "Strike": ("Attack 5", "Defense 12", 7, [1]),
    "Shield Bash": ("Strength 5", "Defense 12", 7, [1]),
    "Power Shot": ("Attack 5", "Defense 12", 10, [1, 1, 1]),
    "Longbow Shot": ("Accuracy 5", "Defense 12", 7, [1]),
    "Steal": ("Stealth 5", "Perception 12", 7, []),
}


@pytest.mark.parametrize("action", CHECKS)
def test_a_check_that_equals_its_target_succeeds(action: str):
    """E-32, E-46, E-52: a total that is one less fails."""
    mine, theirs, die, dice = CHECKS[action]
    position = f"Ann ({mine}, Ammunition 9, Action Points 3) beside Ben ({theirs}, Health 90)"
    for face, more, outcome in ((die, dice, "passed"), (die - 1, [], "failed")):
        game = scene(position)
        do(game, "Ann", f"{action} Ben", [face, *more])
        assert check(game) == outcome


@pytest.mark.parametrize(("die", "health"), [(4, 20), (3, 13)])
def test_a_parry_that_equals_the_attack_succeeds(die: int, health: int):
    """E-91: the total of Defense and die is compared with the total of the attacker's Attack."""
    game = scene("Orc (Attack 20, Strength 3, Action Points 3) beside Sera (Defense 16, Health 20, Reaction Points 1)")
    do(game, "Orc", "Strike Sera", [13, 4])
    do(game, "Sera", "Parry", [die])
    assert stat(game, "Sera", "Health") == health


def test_a_bash_hurts_before_it_pushes():
    """E-44: the target is still beside the attacker at that time, and may parry."""
    game = scene("Orc (Strength 20, Action Points 3) beside Sera (Defense 16, Health 20, Reaction Points 1)")
    here = spot(game, "Sera")
    do(game, "Orc", "Shield Bash Sera", [13, 4])
    assert asked(game, "Sera") and menu(game) == ["Parry", "decline"] and spot(game, "Sera") == here


def test_only_a_fencer_can_answer_with_a_riposte():
    """A fencer who is struck may strike back, with 1d20 to hit and 1d6 damage; other actors may not."""
    position = "Orc (Attack 20, Defense 12, Health 20, Action Points 3) beside Sera ({}Attack 5, Health 30, Reaction Points 1)"
    game, other = scene(position.format("Fencer, ")), scene(position.format(""))
    for each in (game, other):
        do(each, "Orc", "Strike Sera", [13, 4])
    do(other, "Sera", "decline")
    assert "Riposte" in menu(game) and stat(other, "Sera", "Health") == 26, "only a parry was asked for"
    do(game, "Sera", "Riposte", [7, 6])
    assert {"Rolled 1d20: 7.", "Rolled 1d6: 6.", "Orc's Health: 20 → 14."} <= set(said(game))


def test_a_fireball_reaches_ten_tiles():
    """E-86: the centre of the area is ten tiles away at most."""
    game = scene("Elena at 1,12 (Action Points 3, Mana 10), Orc at 11,12 (Health 20), Imp at 12,12 (Health 20)")
    assert cannot(game, "Elena", "Fireball 11,12") == "" and cannot(game, "Elena", "Fireball 12,12") != ""


@pytest.mark.parametrize(("armor", "health"), [(0, 15), (1, 16), (2, 17)])
def test_one_point_of_armor_lowers_damage_by_one(armor: int, health: int):
    """EW-32: damage is reduced by the Armor of the actor that takes it."""
    game = scene(f"features: Damage Reduction\nAnn (Attack 20, Action Points 3) beside Ben (Armor {armor}, Health 20)")
    do(game, "Ann", "Strike Ben", [5, 5])
    assert stat(game, "Ben", "Health") == health


@pytest.mark.parametrize(("die", "dice", "health"), [(20, [5, 3], 12), (19, [], 20)])
def test_a_natural_twenty_hits_whatever_the_defense(die: int, dice: list[int], health: int):
    """EW-32: the damage dice are rolled twice; a nineteen has no such effect."""
    game = scene("features: Critical Hits\nAnn (Action Points 3) beside Ben (Defense 90, Health 20)")
    do(game, "Ann", "Strike Ben", [die, *dice])
    assert stat(game, "Ben", "Health") == health
