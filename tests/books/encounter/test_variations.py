"""Phrases of the chapter with other numbers, stats, subjects and durations are read and work."""

import pytest

from tests.books.encounter.play import asked, begin, cannot, do, finish, problems, scene, spot, stat

PAIR = "Ann at 5,5 (Attack 9, Defense 9, Action Points 5, Mana 9) beside Ben (Attack 9, Defense 9, Health 20)"


@pytest.mark.parametrize(
    ("line", "who", "name", "value"),
    [
        ("-3 Attack until end of turn", "Ann", "Attack", 6),
        ("Actor loses balance; -2 Defense until start of next turn", "Ann", "Defense", 7),
        ("Actor finds footing; +4 Defense until start of next turn", "Ann", "Defense", 13),
        ("-1d4 Defense to target until end of turn", "Ben", "Defense", 6),
        ("[Defense] += 2 until end of turn", "Ann", "Defense", 11),
        ("[Target Attack] -= 5 until the end of this turn", "Ben", "Attack", 4),
        ("[Target Attack] = 1 until start of next turn", "Ben", "Attack", 1),
        ("target loses 2 Attack this turn", "Ben", "Attack", 7),
        ("all actors gain [Mana] Strength this turn", "Ben", "Strength", 9),
    ],
)
def test_a_lasting_change_can_have_any_amount_stat_and_subject(line: str, who: str, name: str, value: int):
    """E-36, E-44: it may have any amount, stat and subject, and the stored stat does not change."""
    game = scene(PAIR, f"Try\ndo: {line}\n    [Target Gold] += 1")
    before = stat(game, who, name)
    do(game, "Ann", "Try Ben", [3] if "1d4" in line else [])
    assert stat(game, who, name) == value
    begin(game, "Ann")
    assert stat(game, who, name) == before


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ("until end of turn", 0),
        ("this turn", 0),
        ("for the rest of this turn", 0),
        ("until start of next turn", 2),
        ("until the start of its next turn", 2),
        ("until end of next turn", 3),
        ("for 2 turns", 3),
    ],
)
def test_a_lasting_change_can_have_any_duration(words: str, ends: int):
    """E-36, E-37, E-44: the same effect ends with the turn, at the start of the next one, or after so many turns."""
    game = scene(PAIR, f"Try\ndo: [Defense] += 2 {words}")
    do(game, "Ann", "Try")
    seen = []
    for moment in (finish, lambda g: begin(g, "Ben"), lambda g: begin(g, "Ann"), finish):
        moment(game)
        seen.append(stat(game, "Ann", "Defense"))
    assert seen == [11] * ends + [9] * (4 - ends)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("Push target 1 tile away from actor", "7,5"),
        ("Push target 3 tiles away from actor", "9,5"),
        ("push target 2 tiles from actor", "8,5"),
        ("Push target 1d4 tiles away from actor", "9,5"),
        ("Push target [Mana] tiles away from Cid", "5,5"),
        ("Push all adjacent enemies 2 tiles away from actor", "8,5"),
    ],
)
def test_a_push_can_have_any_subject_origin_and_distance(line: str, where: str):
    """E-44: any actor can be pushed, from any other and any distance."""
    game = scene(PAIR.replace("Mana 9", "Mana 1") + ", Cid at 9,5", f"Try\ndo: {line}\n    [Target Gold] += 1")
    do(game, "Ann", "Try Ben", [3] if "1d4" in line else [])
    assert spot(game, "Ben") == where


@pytest.mark.parametrize(
    ("line", "where"), [("Pull target 2 tiles toward actor", "8,5"), ("Pull target 9 tiles towards actor", "6,5")]
)
def test_a_pull_can_have_any_subject_and_distance(line: str, where: str):
    """E-44: a pull is like a push with another word; it ends beside the actor."""
    game = scene("Ann at 5,5, Ben at 10,5", f"Try\ndo: {line}")
    do(game, "Ann", "Try Ben")
    assert spot(game, "Ben") == where


@pytest.mark.parametrize(
    ("line", "free", "action"),
    [
        ("This turn, the actor may Move twice without spending additional Action Points", 2, "Move"),
        ("This turn, the actor may Move three times without spending additional Action Points", 3, "Move"),
        ("the actor may Move once without paying Action Points this turn", 1, "Move"),
        ("This turn, the actor may Guard twice without spending any Action Points", 2, "Guard"),
    ],
)
def test_any_action_can_be_free_any_number_of_times(line: str, free: int, action: str):
    """E-49, E-51: the words name the free action, how often it is free, and of which stat."""
    game = scene("Ann at 1,1 (Action Points 5)", f"Try\ndo: {line}")
    do(game, "Ann", "Try")
    points = []
    for x in range(2, 6):
        do(game, "Ann", f"Move {x},1" if action == "Move" else action)
        points.append(stat(game, "Ann", "Action Points"))
    assert points == [5] * free + [4, 3, 2, 1][: 4 - free]


def test_only_the_named_stat_of_a_free_action_is_free():
    """E-49: the other costs of the action are still paid."""
    rules = "Try\ndo: This turn, the actor may Heal once without spending additional Mana"
    game = scene("Elena (cast A, Mana 6, Action Points 3) beside Sera (cast A, Health 1, Health Maximum 9)", rules)
    do(game, "Elena", "Try")
    do(game, "Elena", "Heal Sera", [1, 1])
    assert (stat(game, "Elena", "Mana"), stat(game, "Elena", "Action Points")) == (6, 2)


@pytest.mark.parametrize(
    ("line", "ann", "ben", "cid"),
    [
        ("All targets take 3d6 fire damage", 20, 14, 14),
        ("All targets take 2d4 cold damage", 20, 16, 16),
        ("Each target takes 5 damage", 20, 15, 15),
        ("All enemies take 1d4 + 1 damage", 20, 17, 17),
        ("Actor takes 2 psychic damage", 18, 20, 20),
        ("deal 4 damage to all enemies", 20, 16, 16),
    ],
)
def test_damage_can_have_any_dice_kind_and_subject(line: str, ann: int, ben: int, cid: int):
    """E-87: dice, kind of damage and subject may be any."""
    game = scene(
        "Ann at 1,1 (Health 20), Ben at 5,1 (Health 20), Cid at 6,1 (Health 20)", f"Try\nRange: 9, 1-tile radius\ndo: {line}"
    )
    game.act("Ann", "Try 5,1", [2, 2, 2])
    assert [stat(game, name, "Health") for name in ("Ann", "Ben", "Cid")] == [ann, ben, cid]


@pytest.mark.parametrize(
    ("radius", "tile", "hurt"), [("1-tile radius", "6,1", 1), ("1-tile radius", "7,1", 0), ("3-tile radius", "8,1", 1)]
)
@pytest.mark.parametrize("reach", ["4 tiles", "Ranged 4"])
def test_an_area_can_have_any_radius(reach: str, radius: str, tile: str, hurt: int):
    """E-87: with `4 tiles, 1-tile radius` the centre is within four tiles, and the area includes one tile around it."""
    game = scene(f"Ann at 1,1, Ben at {tile} (Health 9)", f"Try\nRange: {reach}, {radius}\ndo: All targets take 1 damage")
    assert cannot(game, "Ann", "Try 6,1") == "range"
    do(game, "Ann", "Try 5,1")
    assert 9 - stat(game, "Ben", "Health") == hurt


@pytest.mark.parametrize(
    ("words", "check"), [("5 tiles (line of sight)", "sight"), ("5 tiles (bow)", ""), ("4 tiles, line of sight", "range")]
)
def test_a_range_can_require_line_of_sight(words: str, check: str):
    """E-73, E-77: words in parentheses require sight if they say so; any other words in parentheses are a remark."""
    game = scene("map:\n  . . X . . .\ntiles: X wall\nAnn at 1,1, Ben at 6,1", f"Try\nRange: {words}\ndo: [Target Gold] += 1")
    assert cannot(game, "Ann", "Try Ben") == check


@pytest.mark.parametrize(
    ("trigger", "melee", "ranged"),
    [
        ("An adjacent enemy attacks this actor with a melee attack", True, False),
        ("An adjacent enemy attacks this actor with a ranged attack", False, True),
        ("An enemy attacks this actor", True, True),
        ("An ally attacks this actor with a melee attack", False, False),
        ("An enemy attacks an ally with a ranged attack", False, True),
        ("This actor would take damage", True, True),
    ],
)
def test_every_part_of_an_attack_trigger_can_be_changed(trigger: str, melee: bool, ranged: bool):
    """E-91: the trigger says who attacks whom, from where, and with what kind of attack."""
    rules = f"Duck (Reaction)\nTrigger: {trigger}\ndo: Negate the attack's damage"
    for attack, offered in (("Strike", melee), ("Longbow Shot", ranged)):
        game = scene("Ann (Attack 20, Accuracy 20, Action Points 3) beside Ben (Health 20)", rules)
        do(game, "Ann", f"{attack} Ben", [20, 1])
        assert asked(game, "Ben") is offered


@pytest.mark.parametrize(
    ("line", "left"), [("Negate the attack's damage", 20), ("cancel that damage", 20), ("Reduce the damage by 2", 17)]
)
def test_a_reaction_can_negate_all_damage_or_some_of_it(line: str, left: int):
    """E-91: it negates all of the damage or a given part."""
    game = scene(
        "Ann (Attack 20, Action Points 3) beside Ben (Health 20)",
        f"Duck (Reaction)\nTrigger: an enemy attacks this actor\ndo: {line}",
    )
    do(game, "Ann", "Strike Ben", [20, 5])
    do(game, "Ben", "Duck")
    assert stat(game, "Ben", "Health") == left


@pytest.mark.parametrize(
    ("condition", "check"),
    [
        ("Targets within radius", "needs"),
        ("at least one target is in the area", "needs"),
        ("Targets within radius and [Gold] = 0", "needs"),
    ],
)
def test_a_condition_about_the_area_can_be_written_in_several_ways(condition: str, check: str):
    """E-87: it asks whether somebody is in the area, and can be joined with another condition."""
    game = scene("Ann at 1,1, Ben at 9,1", f"Try\nRange: 9, 1-tile radius\nif: {condition}\ndo: [Gold] += 1")
    assert cannot(game, "Ann", "Try 5,1") == check


@pytest.mark.parametrize(
    "line",
    [
        "-2 Defence until end of turn",
        "Push target far away",
        "the actor may Fly twice without spending Mana",
        "All targets take damage",
    ],
)
def test_a_line_that_cannot_be_read_is_an_error(line: str):
    """E-56: a line that differs too much from every phrase is an error and is not ignored."""
    assert problems(f"Try\nRange: 1\ndo: {line}") != []
