"""Costs in the different components (6.7), and costs that cannot be paid (6.10.1)."""

import pytest

from tests.books.encounter.play import asked, bound, cannot, check, do, said, scene, spot, stat

PAIR = "Sera (Attack 5, Action Points 3, Mana 8, Gold 4, Health 9) beside Orc (Defense 12, Health 10)"
SHORT_STRIKE = """
Strike
if: 1d20 + [Attack] >= [Target Defense]
do: [Target Health] -= 1d8
then: [Action Points] -= 1    <-- Always paid
"""


@pytest.mark.parametrize("dice", [[7, 3], [6]])
def test_a_cost_in_then_is_always_paid(dice: list[int]):
    """E-78, E-79: the short strike costs its point both on a hit and on a miss."""
    game = scene(PAIR, SHORT_STRIKE)
    do(game, "Sera", "Strike Orc", dice)
    assert stat(game, "Sera", "Action Points") == 2
    assert stat(game, "Orc", "Health") == (7 if len(dice) == 2 else 10)


def test_a_requirement_in_if_must_be_met_to_try():
    """E-80: a condition without dice and without `else` decides whether the action may be tried at all."""
    rules = "Rage\nif: [Health] <= 5\ndo: [Attack] += 3\nthen: [Action Points] -= 1"
    assert cannot(scene(PAIR, rules), "Sera", "Rage") == "needs"
    game = scene(PAIR.replace("Health 9", "Health 5"), rules)
    do(game, "Sera", "Rage")
    assert check(game) == "" and stat(game, "Sera", "Attack") == 8


@pytest.mark.parametrize(("health", "check"), [(7, ""), (8, "needs"), (15, "needs")])
def test_half_is_rounded_down(health: int, check: str):
    """E-81, E-82: half of 15 is 7: a Desperate Strike is possible with 7 Health, and not with 8."""
    game = scene(f"Sera (Health {health}, Health Maximum 15, Action Points 1) beside Orc (Health 30)")
    assert cannot(game, "Sera", "Desperate Strike Orc") == check


@pytest.mark.parametrize(("die", "gold"), [(11, 9), (10, 4)])
def test_a_change_in_do_happens_on_success_only(die: int, gold: int):
    """E-83: the change in `do` does not happen when the check fails."""
    game = scene(PAIR, "Beg\nif: 1d20 >= 11\ndo: [Gold] += 5\nthen: [Action Points] -= 1")
    do(game, "Sera", "Beg", [die])
    assert (stat(game, "Sera", "Gold"), stat(game, "Sera", "Action Points")) == (gold, 2)


def test_no_gold_is_lost_in_a_theft():
    """E-84: both lines take the same half, so the total stays as it was (reading 20)."""
    for purse in (0, 1, 6, 7):
        game = scene(f"Finn (Stealth 9, Gold 3, Action Points 1) beside Orc (Perception 5, Gold {purse})")
        do(game, "Finn", "Steal Orc", [20])
        assert stat(game, "Finn", "Gold") == 3 + purse // 2
        assert stat(game, "Finn", "Gold") + stat(game, "Orc", "Gold") == 3 + purse


def test_several_costs_are_all_paid_and_all_required():
    """E-86: an action with two costs takes both, and needs both to be tried."""
    rules = "Bolt\ndo: [Target Health] -= 1\nthen: [Action Points] -= 2\n      [Mana] -= 8"
    game = scene(PAIR, rules)
    do(game, "Sera", "Bolt Orc")
    assert (stat(game, "Sera", "Action Points"), stat(game, "Sera", "Mana")) == (1, 0)
    assert cannot(scene(PAIR.replace("Mana 8", "Mana 7"), rules), "Sera", "Bolt Orc") == "cost"
    assert cannot(scene(PAIR.replace("Points 3", "Points 1"), rules), "Sera", "Bolt Orc") == "cost"


def test_one_resource_may_not_be_spent_twice():
    """E-86, E-129: two costs in one resource are added up, and the sum must be paid."""
    game = scene(PAIR, "Bolt\ndo: [Gold] += 1\nthen: [Mana] -= 5\n      [Mana] -= 4")
    assert cannot(game, "Sera", "Bolt") == "cost"


def test_a_fireball_needs_a_target_in_its_area():
    """E-87: without a target within the radius the action is invalid, and nothing is spent."""
    game = scene("Elena at 1,1 (Action Points 3, Mana 9), Orc at 11,1 (Health 20)")
    assert [cannot(game, "Elena", f"Fireball {tile}") for tile in ("5,1", "9,1")] == ["needs", ""]
    assert stat(game, "Elena", "Mana") == 9


def test_the_kind_of_damage_is_a_mark():
    """E-87: fire damage goes to Health; the word before `damage` changes nothing (reading 7)."""
    for word in ("", "fire ", "cold "):
        game = scene(PAIR, f"Burn\nRange: 1\ndo: all targets take 2d6 {word}damage")
        do(game, "Sera", "Burn", [2, 3])
        assert said(game)[1:] == ["Orc's Health: 10 → 5."]


def test_a_remark_carries_no_mechanics():
    """E-56: words before a semicolon that fit no phrase are a remark, and are listed as one."""
    rules = "Shot\nif: 1d20 >= 20\ndo: [Gold] += 1\nelse: Ammunition is wasted; [Ammunition] -= 1"
    game = scene("Renna (Ammunition 4)", rules)
    do(game, "Renna", "Shot", [1])
    assert said(game)[2:] == ["Renna's Ammunition: 4 → 3."]
    remarks = [problem.message for problem in bound(rules).problems if problem.severity == "remark"]
    assert remarks == ["'Ammunition is wasted' is read as a remark and has no effect"]


@pytest.mark.parametrize("line", ["Orc loses 2 Helth; [Gold] += 1", "[Gold] is wasted; [Gold] += 1", "push hard; 2 tiles"])
def test_a_clause_with_a_number_or_stat_is_never_a_remark(line: str):
    """E-56: a clause with a number or a [Stat] in it, or the last of a line, must be understood."""
    found = bound(f"Shot\ndo: {line}").problems
    assert any(problem.severity == "error" for problem in found)


@pytest.mark.parametrize("dash", ["two moves", "all moves"])
def test_the_last_action_point_can_be_spent_on_a_dash(dash: str):
    """E-49, E-51: its free Moves can still be made, and the turn goes on for them."""
    game = scene("Finn at 1,1 (Action Points 1)", "", {"dash": dash})
    do(game, "Finn", "Dash")
    assert asked(game, "Finn") and cannot(game, "Finn", "Move 4,1") == ""
    do(game, "Finn", "Move 4,1")
    do(game, "Finn", "Move 7,1")
    assert (spot(game, "Finn"), stat(game, "Finn", "Action Points")) == ("7,1", 0)
    assert cannot(game, "Finn", "Move 8,1") == ("cost" if dash == "two moves" else "")


def test_a_free_action_needs_no_points():
    """E-49, E-129: an action that is free of a stat needs none of it, in `Cost:` and in `then:`."""
    lesson = "Lesson\ndo: the actor may take Beg without spending Action Points in its Turn\n"
    for cost in ("Cost: 1 Action Points\ndo: [Gold] += 5", "do: [Gold] += 5\nthen: [Action Points] -= 1"):
        game = scene("Sera (Action Points 0)", f"{lesson}\nBeg\n{cost}")
        assert cannot(game, "Sera", "Beg") == "cost"
        do(game, "Sera", "Lesson")
        do(game, "Sera", "Beg")
        assert (stat(game, "Sera", "Gold"), stat(game, "Sera", "Action Points")) == (5, 0)
        game = scene("Sera (Action Points 2)", f"{lesson}\nBeg\n{cost}")
        do(game, "Sera", "Lesson")
        do(game, "Sera", "Beg")
        assert stat(game, "Sera", "Action Points") == 2
