"""Expressions, checks and resources of the wider rule book (chapters 3 and 4)."""

import pytest

import rulewright
from rulewright.kernel.sight import views
from tests.books.encounter.play import begin, cannot, check, do, finish, problems, rounds, scene, stat

DUO = "Ann (Gold 7, Attack 3, Strength 2, Action Points 3) beside Ben (Gold 5, Attack 9)"


def worth(expression: str, dice: list[int] | None = None) -> int:
    """Evaluates an expression for Ann, with Ben as the target."""
    game = scene(DUO, f"Count\nTarget: anybody\ndo: [Mana] = {expression}".replace("anybody", "another actor"))
    do(game, "Ann", "Count Ben", dice or [])
    return stat(game, "Ann", "Mana")


@pytest.mark.parametrize(
    ("text", "dice", "value"), [("3d6", [1, 2, 6], 9), ("d8", [5], 5), ("0d6 + 4", [], 4), ("2d4 + 1d6", [4, 1, 6], 11)]
)
def test_dice_are_rolled_one_by_one_and_summed(text: str, dice: list[int], value: int):
    """EW-01: XdY is the sum of X dice, dY is one die, 0dY is 0."""
    assert worth(text, dice) == value


def test_a_die_has_sides():
    """EW-01: 1d0 is refused when the text is read."""
    assert problems("Count\ndo: [Mana] = 1d0") == ["a die has at least one side"]


@pytest.mark.parametrize(("text", "value"), [("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("9 - 4 - 3", 2), ("20 / 2 / 3", 3)])
def test_operators_bind_as_usual(text: str, value: int):
    """EW-02: products come before sums, equal operators go from left to right, and parentheses come first."""
    assert worth(text) == value


@pytest.mark.parametrize(("text", "value"), [("7 / 2", 3), ("[Gold] / 4", 1), ("9 / 0", 0), ("9 / ([Strength] - 2)", 0)])
def test_division_rounds_down_and_by_zero_gives_nothing(text: str, value: int):
    """EW-03: 7 / 2 is 3, and dividing by 0 is 0."""
    assert worth(text) == value


@pytest.mark.parametrize(("text", "value"), [("3 - 9", 0), ("3 - 9 + 8", 2), ("(2 - 5) * 2 + 10", 4)])
def test_only_the_final_value_is_clamped(text: str, value: int):
    """EW-04: intermediate values may be negative; the final value is at least 0."""
    assert worth(text) == value


@pytest.mark.parametrize(("ref", "value"), [("[Gold]", 7), ("[Self Gold]", 7), ("[Target Gold]", 5), ("[Ben Attack]", 9)])
def test_a_bracket_names_the_stat_of_actor_target_or_named_actor(ref: str, value: int):
    """EW-05: [R] and [Self R] are the actor's, [Target R] the target's, [Name R] a named actor's."""
    assert worth(ref) == value


def test_an_expression_is_worked_out_in_order():
    """EW-06: stats are inserted, all dice are rolled from left to right, then come products, then sums, then the lower bound."""
    assert worth("1d6 + [Strength] * 1d4 - 20 / 1d10", [6, 3, 10]) == 10


@pytest.mark.parametrize(
    ("test", "dice", "verdict"),
    [("1d20 + [Attack] >= 1d20 + [Target Attack]", [15, 9], "passed"), ("1d20 = 7", [7], "passed"), ("1d20 != 7", [7], "failed")],
)
def test_a_check_compares_two_expressions(test: str, dice: list[int], verdict: str):
    """EW-07: dice may be rolled on either side; equality counts as the sign says."""
    game = scene(DUO, f"Try\nTarget: another actor\nif: {test}\ndo: [Mana] += 1\nelse: [Mana] += 2")
    do(game, "Ann", "Try Ben", dice)
    assert check(game) == verdict


def test_everybody_has_every_resource():
    """EW-08: a resource is at least 0 and starts at 0, or at the value that the campaign gives."""
    game = scene("Ann (Action Points 3)", "Stat Luck: starts at 4\nStat Grit: at least 0\nSpend\ndo: [Luck] -= 9; [Grit] -= 1")
    assert (stat(game, "Ann", "Luck"), stat(game, "Ann", "Grit")) == (4, 0)
    do(game, "Ann", "Spend")
    assert (stat(game, "Ann", "Luck"), stat(game, "Ann", "Grit")) == (0, 0)


@pytest.mark.parametrize(("change", "value"), [("= 4", 4), ("+= 2", 9), ("-= 9", 0), ("*= 2", 14), ("/= 2", 3), ("/= 0", 0)])
def test_a_change_adds_subtracts_multiplies_divides_or_sets_and_stops_at_0(change: str, value: int):
    """EW-09: the result is rounded down and is at least 0."""
    game = scene(DUO, f"Change\ndo: [Gold] {change}")
    do(game, "Ann", "Change")
    assert stat(game, "Ann", "Gold") == value


def test_a_feature_sets_a_maximum():
    """EW-09: gains stop at a maximum that a feature defines, and higher values are lowered to it at once."""
    rules = "Feature Frail\nScope: temporary\ndo: [Health Maximum] = 6\n\nWither\ndo: the actor gains the feature Frail\n"
    game = scene("Ann (Health 10, Health Maximum 20)", rules + "\nMend\ndo: [Health] += 9")
    do(game, "Ann", "Wither")
    assert stat(game, "Ann", "Health") == 6
    do(game, "Ann", "Mend")
    assert stat(game, "Ann", "Health") == 6


SHARED = """
Stat Supplies: at least 0, shared by the cast
Stat Alarm: at least 0, shared by all
Stat Momentum: at least 0, for the turn

Eat
do: [Health] += 1
then: [Supplies] -= 2

Shout
do: [Alarm] += 1; [Momentum] += 3
"""


def test_a_resource_can_be_shared():
    """EW-10: a cast shares its resource among its members, a campaign shares one among all; costs are paid from it."""
    game = scene("Ann (cast A, Supplies 3) beside Ben (cast A), Cy (cast B)", SHARED)
    do(game, "Ben", "Eat")
    assert cannot(game, "Ben", "Eat") == "cost" and stat(game, "Ann", "Supplies") == 1
    do(game, "Ben", "Shout")
    do(game, "Cy", "Shout")
    assert stat(game, "Ann", "Alarm") == 2


SHARED_BY_SEVERAL = """
Stat Supplies: at least 0, shared by the cast
Stat Vigour: at least 0, shared by the cast, takes damage
Zone Field: in play

structure Turn of an actor
  step act: window actions for the actor, until it passes

Forage
do: all allies gain 2 Supplies

Raid
do: all enemies lose 1 Supplies; all enemies take 1 damage

Example: whoever of them it is given to and whoever gains it, there is one number
  Ann at 1,1 (cast A), Ben at 1,2 (cast A, Supplies 3), Cy at 2,1 (cast B)
  expect Ann Supplies 3, Ben Supplies 3, Cy Supplies 0
  Ben: Forage
  expect Ann Supplies 7, Ben Supplies 7

Example: each of several loses some of it
  Ann at 1,1 (cast A), Cy at 2,1 (cast B, Supplies 5, Vigour 9), Di at 2,2 (cast B)
  Ann: Raid
  expect Cy Supplies 3, Di Supplies 3, Di Vigour 7
"""


def test_a_shared_resource_is_one_number():
    """EW-10: no part of a shared resource is lost with a later member of the cast."""
    assert rulewright.check("Uses: nothing\n" + SHARED_BY_SEVERAL) == []


def test_a_resource_can_be_temporary():
    """EW-10: a resource for the turn is lost when the turn ends."""
    game = scene("Ann (Health 5)", SHARED)
    do(game, "Ann", "Shout")
    assert stat(game, "Ann", "Momentum") == 3
    finish(game)
    assert stat(game, "Ann", "Momentum") == 0


FOR_THE_TURN = """Uses: nothing
Start: Game
Stat Cheer: at least 0, for the turn
Stat Rally: at least 0, starts at 1, for the round
Zone Players: in play
Zone Table: in play
Kind Flag: Cheer 0

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only
  step end: end what lasts until the end of this turn

Wave
do: all actors gain 2 Cheer; all actors gain 2 Rally

Example: whoever has it
  seats Ann, Ben
  Ann (Cheer 0), Ben (Cheer 0)
  Pennant (Flag)
  Ann: Wave
  expect Ann Cheer 0, Ben Cheer 0, Pennant Cheer 0, Ben Rally 3
"""


def test_points_for_the_turn_are_lost_by_all_when_any_turn_ends():
    """EW-10: what other actors gain in a turn also lasts until this turn ends, and not until their own turn."""
    assert rulewright.check(FOR_THE_TURN) == []


def test_a_feature_hides_a_resource():
    """EW-10: values are public unless a feature hides them: then only the owner's player sees them, in views and in events."""
    rules = "Feature Poker Face\nScope: cast Foes\nHides: Gold\n\nEarn\ndo: [Gold] += 2"
    game = scene("features: Poker Face\nAnn (cast Foes, Gold 4) beside Ben (cast Friends, Gold 3)", rules)
    m = game.game.machine
    shown = [next(zone["things"] for zone in game.game.view(seat)["zones"] if zone["live"]) for seat in (0, 1, None)]
    seen = [[thing["stats"].get("Gold") for thing in things] for things in shown]
    assert seen == [[4, 3], [None, 3], [None, 3]]
    do(game, "Ann", "Earn")
    changed = next(event for event in game.happened if event[0] == "changed")
    assert [views.redact(m, seat, changed) for seat in (0, 1)] == [changed, None]


def test_action_points_are_renewed_and_do_not_carry_over():
    """EW-11: each turn begins with three, whatever was left, and five are the most; most actions cost one."""
    game = scene("Ann (Action Points 1)", "Rest\ndo: [Action Points] += 9")
    do(game, "Ann", "Guard")
    assert stat(game, "Ann", "Action Points") == 0
    begin(game, "Ann")
    assert stat(game, "Ann", "Action Points") == 3
    do(game, "Ann", "Rest")
    assert stat(game, "Ann", "Action Points") == 5
    finish(game)
    begin(game, "Ann")
    assert stat(game, "Ann", "Action Points") == 3


def test_defeat_takes_an_actor_out_of_everything():
    """EW-12: at 0 Health an actor leaves the map, the turn order and the targets."""
    field = "cast A: Ann at 5,5 (Attack 9)\ncast B: Orc at 5,6 (Health 1); Imp at 9,9 (Health 9)"
    game = rounds(field, [90, 50, 10])
    do(game, "Ann", "Strike Orc", [20, 1])
    assert cannot(game, "Ann", "Strike Orc") == "active"
    do(game, "Ann", "pass")
    assert game.is_asked("Imp")
