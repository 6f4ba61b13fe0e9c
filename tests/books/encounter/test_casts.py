"""Actors, casts, the map and forced movement (chapters 5, 7, 8 and 9)."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.examples import ExampleRun
from tests.books.encounter.play import cannot, defeated, do, loaded, menu, problems, rounds, scene, spot, stat


def options(game: ExampleRun, who: str, action: str) -> list[str]:
    """Lists what somebody may pick for an action."""
    game.reach(who)
    keys = game.game.menu(None, action)
    return [] if keys is None else [keys.words(key) for key in keys]


def test_an_actor_has_a_heading():
    """EW-13: it is one of eight directions, north by default; a rule can turn an actor."""
    game = scene("Ann at 5,5 beside Ben at 7,7 (facing SW)", "Look\nTarget: another actor\ndo: the actor faces the target")
    assert (stat(game, "Ann", "Heading"), stat(game, "Ben", "Heading")) == (0, 5)
    do(game, "Ann", "Look Ben")
    assert stat(game, "Ann", "Heading") == 1


def test_a_location_is_read_in_both_ways_and_names_keep_their_case():
    """EW-13: 3N 2E is x 2, y 3; an actor that is not in play is inactive, neither asked nor a target."""
    game = rounds("cast A: Ann at 3N 2E (Health 9)\ncast B: Ben at 2,4 (Health 9); Bo at 4,4 (in Reserve, Arrival 9)", [9, 5])
    assert spot(game, "Ann") == "2,3" and cannot(game, "Ann", "Strike Bo") == "active"
    do(game, "Ann", "pass")
    do(game, "Ben", "pass")
    assert game.is_asked("Ann")


@pytest.mark.parametrize(
    ("target", "names"), [("another actor", ["Ben", "Cy"]), ("an ally", ["Ann", "Ben"]), ("an actor", ["Ann", "Ben", "Cy"])]
)
def test_an_actor_may_target_those_that_its_action_names(target: str, names: list[str]):
    """EW-14, EW-16: itself, allies and enemies can be targets, unless the action prohibits it; the campaign decides this."""
    game = scene("Ann (cast A) beside Ben (cast A), Cy (cast B)", f"Wave\nTarget: {target}\ndo: [Target Gold] += 1")
    assert options(game, "Ann", "Wave") == names


@pytest.mark.parametrize(("mark", "enemy"), [("", True), (", allied with A", False), (", neutral", False)])
def test_casts_that_are_not_allied_oppose_each_other(mark: str, enemy: bool):
    """EW-16: the campaign can call them allied or neutral instead."""
    game = rounds(f"cast A: Ann at 5,5 (Attack 9)\ncast B{mark}: Ben at 5,6 (Health 9)", [90, 10])
    assert (cannot(game, "Ann", "Strike Ben") == "") is enemy


CASTS = "cast A: Ann at 5,5 (Health 9); Ada at 5,6 (Health 9)\ncast B: Ben at 9,9 (Health 9); Bo at 9,8 (Health 9)"
EACH_CAST = {"initiative": "each cast"}


def test_a_player_may_interleave_a_casts_actions():
    """EW-15: if a cast has one initiative, its player acts with its members in any order, until the player passes for all."""
    game = rounds(CASTS, [90, 20, 1, 2, 3, 4], readings=EACH_CAST)
    assert {word.split(" (")[1] for word in menu(game) if "(" in word} == {"Ann)", "Ada)"}
    for who in ("Ada", "Ann", "Ada"):
        game.game.answer(None, f"Guard ({who})")
    assert (stat(game, "Ann", "Action Points"), stat(game, "Ada", "Action Points")) == (2, 1)
    game.game.answer(None, "pass")
    assert game.game.asking == (1,) and stat(game, "Ben", "Action Points") == 3


def test_a_strategy_cast_acts_one_full_turn_after_another():
    """EW-15: the members have separate turns, in the order of their sub-initiative."""
    rules = "Strategy Wait\n  1. pass"
    game = rounds(CASTS.replace("cast B", "cast B, run by strategy Wait"), [20, 90, 1, 2, 30, 40], rules, EACH_CAST)
    assert game.game.where().startswith("Encounter") and "Turn of Bo" in game.game.where() and "Guard (Ben)" not in menu(game)
    game.game.answer(None, "pass")
    assert "Turn of Ben" in game.game.where()


def test_an_actor_belongs_to_one_cast():
    """EW-15: an actor without a cast is a cast of one."""
    game = scene("Ann beside Ben (cast B), Cy (cast B)")
    assert game.game.state.setting.sides == ("Ann", "B")


@pytest.mark.parametrize(
    ("ground", "walk", "look"),
    [
        ("wall", False, False),
        ("window", False, True),
        ("low wall", False, True),
        ("smoke", True, False),
        ("difficult", True, True),
    ],
)
def test_a_tile_can_block_movement_or_sight_or_both(ground: str, walk: bool, look: bool):
    """EW-17, EW-20: walls block both, windows and low walls only movement, smoke only sight."""
    rules = "Peer\nSight: yes\nTarget: another actor\ndo: [Gold] += 1"
    game = scene(f"map:\n  . . T .\ntiles: T {ground}\nAnn at 2,1 (Action Points 3), Ben at 4,1 (Health 9)", rules)
    assert ("3,1" in options(game, "Ann", "Move"), cannot(game, "Ann", "Peer Ben") == "") == (walk, look)


def test_actors_share_a_tile_and_nobody_blocks_the_view():
    """EW-17, EW-20: by default no actor is in the way of another."""
    rules = "Peer\nSight: yes\nTarget: another actor\ndo: [Gold] += 1"
    game = scene("Ann at 1,1 (Action Points 3), Ben at 2,1, Cy at 3,1", rules)
    assert cannot(game, "Ann", "Peer Cy") == ""
    do(game, "Ann", "Move 2,1")
    assert spot(game, "Ann") == spot(game, "Ben")


@pytest.mark.parametrize(("there", "far"), [("1,4", 3), ("2,2", 1), ("3,3", 3), ("4,4", 5), ("6,6", 8), ("4,3", 4)])
def test_distance_counts_diagonals_half_more(there: str, far: int):
    """EW-18, EW-19: each diagonal counts 1.5, and the total is rounded up once; a diagonal neighbour is within 1."""
    for reach, fits in ((far - 1, False), (far, True)):
        game = scene(f"Ann at 1,1, Ben at {there}", f"Point\nRange: {reach} tiles\nTarget: another actor\ndo: [Gold] += 1")
        assert (cannot(game, "Ann", "Point Ben") == "") is fits


def test_moving_is_an_action_and_difficult_ground_counts_double():
    """EW-21: one Action Point moves up to 3 tiles; a difficult tile counts as two."""
    game = scene("map:\n  . ~ ~ . .\n  X X X X X\ntiles: ~ difficult, X wall\nAnn at 1,2 (Action Points 2)")
    assert options(game, "Ann", "Move") == ["2,2"]
    do(game, "Ann", "Move 2,2")
    assert (spot(game, "Ann"), stat(game, "Ann", "Action Points")) == ("2,2", 1)


@pytest.mark.parametrize(
    ("effect", "dice", "ends"),
    [
        ("push target 3 tiles away from actor", "Shift Ben", "6,2"),
        ("pull target 3 tiles toward actor", "Shift Ben", "3,2"),
        ("slide target 1 tile N", "Shift Ben", "4,3"),
        ("slide target up to 2 tiles", "Shift Ben 4,1", "4,1"),
    ],
)
def test_forced_movement_stops_before_a_wall_and_costs_nothing(effect: str, dice: str, ends: str):
    """EW-22: it goes straight away, straight toward, or in any direction, up to the last tile before an impassable one."""
    field = "map:\n  . . . . . . X\n  . . . . . . X\n  . . . . . . X\ntiles: X wall\n"
    field += "Ann at 2,2 (Action Points 1), Ben at 4,2 (Action Points 2)"
    game = scene(field, f"Shift\nTarget: another actor\ndo: {effect}")
    do(game, "Ann", dice)
    assert (spot(game, "Ben"), stat(game, "Ben", "Action Points")) == (ends, 2)


def test_a_step_onto_a_marked_tile_triggers_the_rules_about_the_mark():
    """EW-22: each forced or walked step onto a marked tile is an event; an actor who is defeated on the way goes no further."""
    trap = "Feature Caltrops\nTrigger: this actor enters the caltrops\ndo: [Health] -= 2"
    field = "map:\n  . c . c .\n  X X X X X\nmarks: c caltrops\ntiles: X wall\nfeatures: Caltrops\n"
    game = scene(
        field + "Ann at 1,2 (Action Points 3), Ben at 3,2 (Health 9)",
        trap + "\n\nHurl\nTarget: another actor\ndo: push target 2 tiles from actor",
    )
    do(game, "Ann", "Hurl Ben")
    assert (spot(game, "Ben"), stat(game, "Ben", "Health")) == ("5,2", 7)
    game = scene(field + "Ann at 1,2 (Action Points 3, Health 3), Ben at 5,2", trap + "\n\nRun\ndo: move up to 9 tiles")
    do(game, "Ann", "Run 5,2")
    assert (spot(game, "Ann"), defeated(game, "Ann")) == ("4,2", True)


def test_an_unknown_mark_or_tile_of_a_map_is_an_error():
    """EW-17: a mark or a tile that no map has is an error when the text is read."""
    assert problems("Jump\nNeeds: the actor is on the moon\ndo: [Gold] += 1") == [
        "'on the moon' names nothing that the book knows"
    ]
    assert problems("Scene Pit\n  map:\n    . #\n  tiles: # wall\n  cast A: Ann at 1,1") == ["a symbol of the map is missing"]
    assert "a tile cannot be 'lava'" in problems("Scene Pit\n  map:\n    . L\n  tiles: L lava\n  cast A: Ann at 1,1")


def test_the_chase_takes_place_on_such_a_map():
    """EW-17, EW-24: the book's own chase marks its exit, its brambles and the heroes' camp."""
    game = Game(books.load("encounter"), "Ropewalk", seed=1)
    assert {game.book.words[mark] for mark in game.book.marks["Ropewalk"]} >= {"exit", "bramble", "heroes camp"}
    assert loaded("").book is not None


CROWD = "Ann at 1,1 (cast A, Gold 2), Bo at 2,1 (cast B, Gold 2), Cy at 9,1 (cast B, Gold 2, Mana 1)"
HELD = {
    "the actor has 2 Gold": "",
    "the actor has 3 Gold": "needs",
    "Cy has 3 Gold plus Mana": "",
    "Bo has 3 Gold plus Mana": "needs",
    "an enemy has 2 Gold": "",
    "an enemy has at least 3 Gold": "needs",
    "each enemy has 2 Gold": "",
    "each enemy has 3 Gold plus Mana": "needs",
    "enemies have 4 Gold": "",
    "all enemies together have 5 Gold": "needs",
    "an enemy is adjacent": "",
    "all enemies are adjacent": "needs",
    "every enemy is in sight": "",
    "Bo is adjacent": "",
    "Cy is adjacent": "needs",
    "all other allies are adjacent": "needs",
}


@pytest.mark.parametrize("condition", HELD)
def test_a_condition_is_tested_for_the_actors_that_it_names(condition: str):
    """E-66, EW-24: it can be about a known actor, about any, or about all; `together` adds up what several have."""
    game = scene(CROWD, f"Cheer\nNeeds: {condition}\ndo: [Gold] += 1")
    assert cannot(game, "Ann", "Cheer") == HELD[condition]


WRONG = {
    "cast A: Ann at 1,1; Ann at 2,1\n  cast B: Ben at 3,1": "there are 2 actors called Ann",
    "cast A, allied with C: Ann at 1,1\n  cast B: Ben at 3,1": "nobody is in the cast C",
}


@pytest.mark.parametrize(
    ("given", "why"), [("Health -3", "at least 0"), ("Action Points 6", "at most 5"), ("Health Maximum 5, Health 6", "at most 5")]
)
def test_a_starting_resource_must_be_within_its_bounds(given: str, why: str):
    """EW-08, EW-11: a starting value in a position is within the bounds of the stat."""
    assert problems(f"Scene Pit\n  cast A: Ann at 1,1 ({given})") == [
        f"Ann cannot have {given.split()[-1]} {given.split(', ')[-1].rsplit(' ', 1)[0]}: it is {why}"
    ]
    assert problems("Scene Pit\n  cast A: Ann at 1,1 (Health 0, Health Maximum 0, Action Points 5)") == []


@pytest.mark.parametrize("casts", WRONG)
def test_a_cast_with_an_ambiguous_name_or_an_unknown_ally_is_refused(casts: str):
    """EW-13, EW-15: names are unique, and an ally that does not exist is an error."""
    assert problems(f"Scene Pit\n  {casts}") == [WRONG[casts]]
    assert problems("Scene Pit\n  cast A, allied with B: Ann at 1,1; ann at 1,1\n  cast B: Ben at 3,1") == []


def test_an_actor_placed_in_a_wall_causes_a_warning():
    """EW-17: nobody could have come there, but a scene may still put an actor there."""
    pit = "Scene Pit\n  map:\n    . X\n  tiles: X wall\n  cast A: Ann at {}\n  cast B: Ben at 1,1"
    assert [problem.message for problem in loaded(pit.format("2,1")).problems] == ["Ann at 2,1  is in a wall"]
    assert loaded(pit.format("1,1")).problems == ()
