"""Targets of actions: declaration, keywords, range and line of sight (6.6)."""

import pytest

from rulewright.language.check.examples import ExampleRun
from tests.books.encounter.play import asked, begin, cannot, do, menu, said, scene, spot, stat

CASTS = """
cast Heroes, allied with Militia: Sera at 5,5 (Action Points 3, Health 9); Finn at 6,5 (Health 9)
cast Militia: Olaf at 7,5 (Health 9)
cast Raiders: Orc at 6,6 (Health 9); Goblin at 9,5 (Health 9)
cast Townsfolk, neutral: Miller at 4,5 (Health 9)
"""
ALL = ["Finn", "Goblin", "Miller", "Olaf", "Orc", "Sera"]
WALLED = """
map:
  . . . . .
  . . X . .
  . . . . .
tiles: X wall
"""


def hurt(game: ExampleRun) -> list[str]:
    """Lists the actors that have lost Health from 9."""
    return [name for name in ALL if stat(game, name, "Health") < 9]


def targets(game: ExampleRun, who: str, action: str) -> list[str]:
    """Lists the possible targets of an action."""
    game.reach(who)
    game.game.answer(None, action)
    return sorted(menu(game))


def test_a_target_is_declared_before_anything_happens():
    """E-57, E-62: an action with a Target waits for it; before that nothing is rolled or paid."""
    game = scene("Sera (Attack 5, Action Points 3) beside Orc (Defense 12, Health 10), Goblin (Health 10)")
    game.reach("Sera")
    game.game.answer("Sera", "Strike")
    assert asked(game, "Sera") and menu(game) == ["Orc"] and stat(game, "Sera", "Action Points") == 3
    do(game, "Sera", "Orc", [14, 6])
    assert stat(game, "Orc", "Health") == 4


def test_a_defeated_actor_is_not_a_target():
    """E-58: a declared actor must be in play."""
    game = scene("Sera (Attack 5, Strength 4, Action Points 3) beside Orc (Defense 12, Health 4)")
    do(game, "Sera", "Strike Orc", [14, 6])
    assert cannot(game, "Sera", "Strike Orc") == "active"


def test_a_tile_must_be_valid():
    """E-59: a walk does not end in a wall, off the map or beyond the range."""
    game = scene(WALLED + "Sera at 1,2 (Action Points 3)")
    assert [cannot(game, "Sera", f"Move {tile}") for tile in ("3,2", "9,9", "5,2", "3,1")] == ["tile", "target", "tile", ""]


def test_an_area_must_be_valid():
    """E-59: the centre of an area must be on the map and within range."""
    game = scene("Elena at 1,1 (Action Points 3, Mana 8), Orc at 11,1 (Health 9)")
    assert [cannot(game, "Elena", f"Fireball {tile}") for tile in ("13,1", "99,1", "11,1")] == ["range", "target", ""]


def test_an_action_says_whom_it_is_for():
    """E-60: only the actors that `Target:` allows can be picked."""
    game = scene(CASTS, "Cheer\nTarget: an ally within 1 tile\ndo: [Target Health] += 1")
    assert targets(game, "Sera", "Cheer") == ["Finn", "Sera"]
    assert cannot(scene(CASTS), "Sera", "Strike Finn") == "target"


@pytest.mark.parametrize("line", ["[Self Health] -= 1", "self takes 1 damage", "[Health] -= 1"])
def test_self_is_the_acting_actor(line: str):
    """E-61: Self is the actor that performs the action."""
    game = scene(CASTS, f"Ache\ndo: {line}")
    do(game, "Sera", "Ache")
    assert hurt(game) == ["Sera"]


@pytest.mark.parametrize("line", ["[Target Health] -= 1", "target takes 1 damage"])
def test_target_is_the_declared_one(line: str):
    """E-62: Target is the actor that was declared."""
    game = scene(CASTS, f"Point\ndo: {line}")
    do(game, "Sera", "Point Goblin")
    assert hurt(game) == ["Goblin"]


def test_an_ally_is_of_the_same_cast_or_an_allied_one():
    """E-63: Ally is an actor of the same cast or of an allied cast."""
    game = scene(CASTS, "Curse\ndo: all allies take 1 damage")
    do(game, "Sera", "Curse")
    assert hurt(game) == ["Finn", "Olaf", "Sera"]


def test_an_enemy_is_of_an_opposing_cast():
    """E-64: Enemy is an actor of a cast that is neither the same, nor allied, nor neutral."""
    game = scene(CASTS, "Curse\ndo: all enemies take 1 damage")
    do(game, "Sera", "Curse")
    assert hurt(game) == ["Goblin", "Orc"]


def test_adjacent_is_on_a_neighbouring_tile():
    """E-65: an adjacent actor is on one of the eight tiles around, corners included, but not on the same tile."""
    game = scene(CASTS, "Curse\ndo: all adjacent actors take 1 damage")
    do(game, "Sera", "Curse")
    assert hurt(game) == ["Finn", "Miller", "Orc"]


@pytest.mark.parametrize(
    ("criteria", "who"),
    [
        ("all actors", ALL),
        ("all adjacent enemies", ["Orc"]),
        ("all enemies within 4 tiles", ["Goblin", "Orc"]),
        ("all actors within 1 tile of target", ["Goblin"]),
        ("all other allies", ["Finn", "Olaf"]),
    ],
)
def test_all_is_everybody_who_matches(criteria: str, who: list[str]):
    """E-66: `all` means every actor that meets the conditions, and no other."""
    game = scene(CASTS, f"Curse\ndo: {criteria} take 1 damage\n    [Target Gold] += 1")
    do(game, "Sera", "Curse Goblin")
    assert hurt(game) == who


@pytest.mark.parametrize(("far", "check"), [(6, ""), (7, "range")])
@pytest.mark.parametrize("words", ["6", "6 tiles", "Ranged 6", "six tiles", "up to 6 tiles"])
def test_a_range_is_a_number_of_tiles(words: str, far: int, check: str):
    """E-67, E-70: a range of 6, in any notation, reaches six tiles and no further."""
    game = scene(f"Sera {far} tiles from Orc", f"Point\nRange: {words}\ndo: [Target Gold] += 1")
    assert cannot(game, "Sera", "Point Orc") == check


def test_range_self_is_only_the_actor():
    """E-68: with range Self only the actor can be the target."""
    game = scene("Sera (Health 3) beside Orc (Health 3)", "Rest\nRange: Self\ndo: [Target Health] += 2")
    assert cannot(game, "Sera", "Rest Orc") == "target"
    do(game, "Sera", "Rest")
    assert (stat(game, "Sera", "Health"), stat(game, "Orc", "Health")) == (5, 3)


@pytest.mark.parametrize(
    ("tile", "check"), [("6,5", ""), ("6,6", ""), ("4,4", ""), ("5,5", ""), ("7,5", "range"), ("7,6", "range")]
)
@pytest.mark.parametrize("words", ["Melee", "melee (adjacent target)"])
def test_melee_reaches_one_tile(words: str, tile: str, check: str):
    """E-69: Melee reaches the eight tiles around and the actor's own tile (reading 37), but nothing beyond."""
    game = scene(f"Sera at 5,5, Orc at {tile}", f"Point\nRange: {words}\ndo: [Target Gold] += 1")
    assert cannot(game, "Sera", "Point Orc") == check


@pytest.mark.parametrize("words", ["Unlimited", "any distance"])
def test_unlimited_is_any_distance(words: str):
    """E-71: Unlimited reaches from one end of the map to the other."""
    game = scene("Sera at 1,1, Orc at 24,24", f"Point\nRange: {words}\ndo: [Target Gold] += 1")
    assert cannot(game, "Sera", "Point Orc") == ""


@pytest.mark.parametrize(("tile", "check"), [("6,6", ""), ("7,7", "range"), ("6,7", "range"), ("7,5", "range")])
def test_a_diagonal_neighbour_is_one_tile_away(tile: str, check: str):
    """E-70: a diagonal neighbour is within range 1; two diagonals count 3 (reading 14)."""
    game = scene(f"Sera at 5,5, Orc at {tile}", "Point\nRange: 1 tile\ndo: [Target Gold] += 1")
    assert cannot(game, "Sera", "Point Orc") == check


# -- line of sight -----------------------------------------------------------------------------------------------------

LOOK = "Look\nRange: 9 tiles, line of sight\ndo: [Target Gold] += 1\n\nFeel\nRange: 9 tiles\ndo: [Target Gold] += 1"


def seen(rows: str, one: str, other: str, rules: str = LOOK) -> str:
    """Says why an actor at one place cannot target an actor at another, on a map in which X is a wall."""
    drawn = "\n".join(f"  {' '.join(row)}" for row in rows.split())
    game = scene(f"map:\n{drawn}\ntiles: X wall\nSera at {one}, Orc at {other}", rules)
    return cannot(game, "Sera", "Look Orc")


def test_sight_is_required_where_the_action_says_so():
    """E-73, E-77: the same wall prevents an action that requires line of sight, and no other action."""
    game = scene(WALLED + "Sera at 1,2, Orc at 5,2", LOOK)
    assert [cannot(game, "Sera", "Look Orc"), cannot(game, "Sera", "Feel Orc")] == ["sight", ""]


def test_a_campaign_can_require_sight_of_everything():
    """E-77: a setting of the campaign requires sight for every action, unless the action says otherwise."""
    rules = "Sight: required\n\nFeel\nRange: 9 tiles\ndo: [Target Gold] += 1\n\nHear\nRange: 9\nSight: no\ndo: [Target Gold] += 1"
    game = scene(WALLED + "Sera at 1,2, Orc at 5,2", rules)
    assert [cannot(game, "Sera", "Feel Orc"), cannot(game, "Sera", "Hear Orc")] == ["sight", ""]


def test_a_feature_can_require_sight_of_everything():
    """E-77: a feature of the campaign requires sight for actions that do not require it themselves."""
    game = scene(WALLED + "Sera at 1,2, Orc at 5,2, Imp at 1,3", "Features: Clear Aim\n\n" + LOOK)
    assert [cannot(game, "Sera", "Feel Orc"), cannot(game, "Sera", "Feel Imp")] == ["feature", ""]


@pytest.mark.parametrize(
    ("rows", "one", "other", "check"),
    [
        ("..... ..X.. .....", "1,1", "5,3", "sight"),  # the line from centre to centre goes through the middle of 3,2
        ("..... .X... .....", "1,1", "5,3", "sight"),  # and through a part of 2,2
        ("..... ....X .....", "1,1", "5,3", ""),  # but not through 5,2
        ("..X.. ..... .....", "1,1", "5,3", ""),  # nor through 3,3
    ],
)
def test_sight_is_a_line_between_centres(rows: str, one: str, other: str, check: str):
    """E-74, E-75: a wall blocks if the straight line between the centres of two tiles goes through it."""
    assert seen(rows, one, other) == seen(rows, other, one) == check


@pytest.mark.parametrize(
    ("rows", "one", "other", "check"),
    [
        ("... .X. ...", "1,1", "3,3", "sight"),
        (".X. X.. ...", "1,1", "2,2", ""),  # between two walls that meet at a corner
        (".X. ..X ...", "1,1", "3,3", ""),  # past the corners of two walls
        ("XXX ...", "1,1", "3,1", ""),  # along the edge of a row of walls
        ("X.X ...", "1,2", "3,2", ""),  # the walls at both ends do not count
    ],
)
def test_corners_and_edges_do_not_block(rows: str, one: str, other: str, check: str):
    """E-75: a line that only touches a wall's corner or edge is free, and the tiles at its ends do not count (reading 16)."""
    assert seen(rows, one, other) == check


def test_an_actor_out_of_sight_cannot_be_targeted():
    """E-76: the actor behind the wall is refused, the one beside it can be shot, and a refusal costs nothing."""
    game = scene(WALLED + "Renna at 1,2 (Accuracy 9, Action Points 3), Orc at 5,2 (Health 9), Goblin at 3,3 (Health 9)")
    assert targets(game, "Renna", "Longbow Shot") == ["Goblin"]
    assert stat(game, "Renna", "Action Points") == 3


def test_smoke_blocks_sight_and_a_window_does_not():
    """E-75: the map says what blocks: one can walk through smoke and see through a window."""
    for sign, check in (("smoke", "sight"), ("window", "")):
        game = scene(f"map:\n  . o .\ntiles: o {sign}\nSera at 1,1, Orc at 3,1", LOOK)
        assert cannot(game, "Sera", "Look Orc") == check


def test_an_area_is_every_tile_within_the_radius():
    """E-04, E-87: it contains the tiles within its radius, with friends, enemies and the caster (readings 6, 8)."""
    game = scene(CASTS, "Burst\nRange: 3 tiles, 1-tile radius\ndo: all targets take 1 damage")
    do(game, "Sera", "Burst 5,5")
    assert hurt(game) == ["Finn", "Miller", "Orc", "Sera"]


def test_a_push_stops_at_a_wall():
    """E-44: the pushed actor ends on the last free tile."""
    game = scene(WALLED + "Sera at 1,2 (Strength 9, Action Points 3), Orc at 2,2 (Health 9)")
    do(game, "Sera", "Shield Bash Orc", [20, 1])
    assert spot(game, "Orc") == "2,2" and said(game)[2] == "Orc's Health: 9 → 8."
    begin(game, "Orc")
    assert asked(game, "Orc")


@pytest.mark.parametrize("test", ["!= 9", "≠ 9", "<= [Health Maximum] / 2", "≤ [Health Maximum] - 5", "< [Strength] * 2"])
def test_a_condition_on_all_targets_may_be_any_comparison(test: str):
    """E-66, EW-07: `all enemies with …` takes every comparison and sum that a check takes."""
    position = (
        "Ann (Strength 4) beside Bo (Health 5, Health Maximum 10, Strength 4), Cy (Health 9, Health Maximum 10, Strength 4)"
    )
    game = scene(position, f"Curse\ndo: all enemies with [Health] {test} gain 1 Mana")
    do(game, "Ann", "Curse")
    assert (stat(game, "Bo", "Mana"), stat(game, "Cy", "Mana")) == (1, 0)
