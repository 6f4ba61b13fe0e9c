"""Points of the chapter with two interpretations: both sides of each reading are tested, and all other decisions."""

import pytest

from rulewright import books
from rulewright.kernel.errors import RuleTextError
from tests.books.encounter.play import (
    asked,
    begin,
    cannot,
    check,
    defeated,
    do,
    finish,
    menu,
    said,
    scene,
    spot,
    stat,
)

SHIELD = "Marcus (Defense 14, Action Points 5)"
DUEL = "Orc (Attack 9, Strength 4, Action Points 5, Health 20) beside Sera (Defense 3, Attack 5, Health 30)"
HEALER = "Elena (cast A, Action Points 3, Mana 9) beside Sera (cast A, Health {}, Health Maximum 20)"
READINGS = {
    "area damage": ("one roll", "a roll each"),
    "prerequisites": ("an if without dice and else", "none"),
    "unpaid costs": ("refused", "clamped"),
    "same name": ("newest replaces", "adds up"),
    "end of turn": ("own turn", "start of next turn"),
    "reactions to reactions": ("no", "yes"),
    "dash": ("two moves", "all moves"),
}


def test_every_reading_has_a_rule_a_question_and_its_sides():
    """E-36, E-49, E-87: every reading has a rule, a question and sides; those of the chapter are tested below."""
    found = books.load("encounter").ambiguities
    assert READINGS.items() <= {reading.name: reading.sides for reading in found}.items()
    assert all(reading.rule and reading.about for reading in found)


def test_a_side_that_does_not_exist_is_refused():
    """E-87: a reading can only be set to one of its sides."""
    with pytest.raises(RuleTextError, match="area damage"):
        books.load("encounter", readings={"area damage": "three rolls"})


# -- switches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "dice", "left"), [(0, [1, 2, 3], (14, 14)), (1, [1, 2, 3, 6, 6, 6], (14, 2))])
def test_the_reading_area_damage_decides_whether_damage_is_rolled_once_or_for_each_target(
    side: int, dice: list[int], left: tuple[int, int]
):
    """E-87: damage in an area is rolled once for all, or once for each (reading 7)."""
    position = "Elena at 1,1 (Action Points 3, Mana 8), Orc at 9,1 (Health 20), Imp at 10,1 (Health 20)"
    game = scene(position, "", {"area damage": READINGS["area damage"][side]})
    do(game, "Elena", "Fireball 9,1", dice)
    assert (stat(game, "Orc", "Health"), stat(game, "Imp", "Health")) == left


def test_a_plain_if_is_a_prerequisite():
    """E-128: an `if` without dice and without `else` that is false makes the action invalid (reading 5)."""
    assert cannot(scene(HEALER.format(20)), "Elena", "Heal Sera") == "needs"


def test_a_plain_if_is_a_check():
    """E-131, E-133: with the other side it is an ordinary check: it is tried, fails and is paid for (reading 5)."""
    game = scene(HEALER.format(20), "", {"prerequisites": "none"})
    do(game, "Elena", "Heal Sera")
    assert (check(game), stat(game, "Elena", "Mana"), stat(game, "Sera", "Health")) == ("failed", 4, 20)


@pytest.mark.parametrize(
    ("extra", "needed"),
    [
        ("", True),
        ("else: [Gold] += 1\n", False),
        ("If is: a check\n", False),
        ("If is: a prerequisite\nelse: [Gold] += 1\n", True),
    ],
)
def test_else_or_a_header_makes_a_plain_if_a_check(extra: str, needed: bool):
    """E-80, E-131: an `else` makes a plain condition a check; a header of the action can say either (reading 5)."""
    head, _, tail = extra.partition("\n") if extra.startswith("If is") else ("", "", extra)
    game = scene("Sera (Health 9)", f"Rage\n{head}\nif: [Health] <= 5\ndo: [Attack] += 3\n{tail}".replace("\n\n", "\n"))
    assert cannot(game, "Sera", "Rage") == ("needs" if needed else "")


@pytest.mark.parametrize(("side", "refused", "points"), [(0, "cost", 1), (1, "", 0)])
def test_the_reading_unpaid_costs_decides_whether_an_action_is_refused_or_the_cost_stops_at_zero(
    side: int, refused: str, points: int
):
    """E-129: a cost that cannot be paid makes the action invalid, or stops at 0 (reading 10)."""
    game = scene("Renna (Attack 9, Action Points 1) 3 tiles from Orc", "", {"unpaid costs": READINGS["unpaid costs"][side]})
    assert cannot(game, "Renna", "Power Shot Orc") == refused
    if not refused:
        do(game, "Renna", "Power Shot Orc", [1, 8, 8, 8])
    assert stat(game, "Renna", "Action Points") == points


def test_costs_outside_then_are_not_required():
    """E-28, E-129: costs in `do` or `else` stop at 0 and never make an action invalid (reading 10)."""
    game = scene("Sera (Gold 1)", "Waste\nif: 1d20 >= 11\ndo: [Gold] -= 5\nelse: [Mana] -= 5")
    assert cannot(game, "Sera", "Waste") == ""
    do(game, "Sera", "Waste", [11])
    do(game, "Sera", "Waste", [1])
    assert (stat(game, "Sera", "Gold"), stat(game, "Sera", "Mana")) == (0, 0)


@pytest.mark.parametrize(("side", "defense"), [(0, 16), (1, 18)])
def test_the_reading_same_name_decides_whether_two_defends_add_up(side: int, defense: int):
    """E-36: of two Defends the newer replaces the older, or they add up (reading 18)."""
    game = scene(SHIELD, "", {"same name": READINGS["same name"][side]})
    do(game, "Marcus", "Defend")
    do(game, "Marcus", "Defend")
    assert stat(game, "Marcus", "Defense") == defense
    finish(game)
    assert stat(game, "Marcus", "Defense") == 14


def test_different_names_add_up():
    """E-36: Defend and Guard are two effects on both sides of the reading (reading 18)."""
    game = scene(SHIELD)
    do(game, "Marcus", "Defend")
    do(game, "Marcus", "Guard")
    assert stat(game, "Marcus", "Defense") == 18


@pytest.mark.parametrize(("side", "defense"), [(0, 14), (1, 16)])
def test_the_reading_end_of_turn_decides_when_a_defend_ends(side: int, defense: int):
    """E-37: a Defend ends with the turn, or when the next turn of the actor starts (reading 4)."""
    game = scene(SHIELD + " beside Orc", "", {"end of turn": READINGS["end of turn"][side]})
    do(game, "Marcus", "Defend")
    begin(game, "Orc")
    assert stat(game, "Marcus", "Defense") == defense
    begin(game, "Marcus")
    assert stat(game, "Marcus", "Defense") == 14


REPLIES = """
Spikes (Reaction)
Trigger: an enemy attacks this actor
do: [Attacker Health] -= 2

Shell (Reaction)
Trigger: this actor would take damage
do: negate the damage

Groan (Reaction)
Trigger: an ally is damaged
do: [Gold] += 1
"""


@pytest.mark.parametrize(("side", "offered"), [(0, False), (1, True)])
def test_the_reading_reactions_to_reactions_decides_whether_reactions_can_be_answered(side: int, offered: bool):
    """E-88, E-95: a reaction to a reaction is possible with one side only (reading 25)."""
    switch = {"reactions to reactions": READINGS["reactions to reactions"][side]}
    game = scene(
        "Orc (cast B, Attack 9, Action Points 3, Health 9) beside Sera (Health 30), Imp (cast B, Health 9)", REPLIES, switch
    )
    do(game, "Orc", "Strike Sera", [20, 1])
    do(game, "Sera", "Spikes")
    assert ("Groan" in menu(game) and asked(game, "Imp")) is offered


def test_a_reaction_that_is_reacted_to_is_answered_first():
    """E-96: if reactions can be answered, the answer is completed before the reaction continues."""
    rules = REPLIES.replace(
        "Groan (Reaction)\nTrigger: an ally is damaged", "Howl (Reaction)\nTrigger: an ally would take damage"
    )
    game = scene(
        "Orc (cast B, Attack 9, Action Points 3, Health 9) beside Sera (Health 30), Imp (cast B, Health 9)",
        rules.replace("do: [Gold] += 1", "do: negate the damage"),
        {"reactions to reactions": "yes"},
    )
    do(game, "Orc", "Strike Sera", [20, 1])
    do(game, "Sera", "Spikes")
    do(game, "Imp", "Howl")
    assert stat(game, "Orc", "Health") == 9 and stat(game, "Sera", "Health") == 29


@pytest.mark.parametrize(("side", "points"), [(0, [4, 4, 3]), (1, [4, 4, 4])])
def test_the_reading_dash_decides_how_many_moves_are_free(side: int, points: list[int]):
    """E-49, E-51: two moves are free, or every move of the turn (reading 9)."""
    game = scene("Finn at 1,1 (Action Points 5)", "", {"dash": READINGS["dash"][side]})
    do(game, "Finn", "Dash")
    left = []
    for tile in ("2,1", "3,1", "4,1"):
        do(game, "Finn", f"Move {tile}")
        left.append(stat(game, "Finn", "Action Points"))
    assert left == points


# -- readings that are not switches ------------------------------------------------------------------------------------


def test_a_lowered_stat_stops_at_zero_and_comes_back():
    """E-47: a Defense of 1 with -2 counts as 0, and is 1 again afterwards (reading 17)."""
    game = scene("Sera (Strength 1, Defense 1, Action Points 3) beside Orc (Defense 30)")
    do(game, "Sera", "Shield Bash Orc", [1])
    assert stat(game, "Sera", "Defense") == 0
    begin(game, "Sera")
    assert stat(game, "Sera", "Defense") == 1


def test_a_raised_maximum_can_be_healed_up_to():
    """E-42: healing stops at the maximum if there is one; without a maximum it does not stop (reading 19)."""
    for maximum, health in (("Health Maximum 12, ", 12), ("", 17)):
        game = scene(f"Sera ({maximum}Health 8)", "Rest\ndo: [Health] += 9")
        do(game, "Sera", "Rest")
        assert stat(game, "Sera", "Health") == health


def test_an_actor_reacts_once_to_a_trigger():
    """E-95, E-108: an actor that has two reactions to one attack may use either of them, but not both (reading 25)."""
    game = scene(DUEL, REPLIES)
    do(game, "Orc", "Strike Sera", [20, 1])
    do(game, "Sera", "decline")
    assert menu(game)[0] == "Shell"
    game = scene(DUEL, REPLIES)
    do(game, "Orc", "Strike Sera", [20, 1])
    do(game, "Sera", "Spikes")
    assert menu(game)[0] == "Groan" and stat(game, "Sera", "Health") == 25


def test_an_actor_reacts_once_to_a_thing_that_has_happened():
    """E-95, E-108: this is also true of reactions to damage that was dealt (reading 25)."""
    rules = "\n".join(f"{name} (Reaction)\nTrigger: this actor is damaged\ndo: [Gold] += 1\n" for name in ("Groan", "Whine"))
    game = scene(DUEL, rules)
    do(game, "Orc", "Strike Sera", [20, 1])
    do(game, "Sera", "Groan")
    assert asked(game, "Orc") and stat(game, "Sera", "Gold") == 1


def test_a_campaign_can_define_defeat_differently():
    """E-34, E-125: an actor that falls to 0 Health is out of play, unless the campaign says otherwise (reading 28)."""
    for line, out in (("", True), ("Defeated: when [Mana] falls to 0", False)):
        game = scene("Sera (Attack 9, Strength 9, Action Points 3) beside Orc (Health 4, Mana 3)", line)
        do(game, "Sera", "Strike Orc", [20, 1])
        assert defeated(game, "Orc") is out


COMBO = """
Combo
Range: Melee
if: [Target Health] = [Target Health Maximum]
do: [Target Health] -= 1
    [Target Health] -= 1d8
    [Gold] += 1
then: [Action Points] -= 1

Spin (Reaction)
Trigger: an enemy attacks this actor
do: [Health] -= 5
"""


def test_a_prerequisite_is_tested_only_when_the_action_is_declared():
    """E-114: it is enough that it was met when the action was declared (reading 29)."""
    game = scene("Orc (Action Points 5) beside Sera (Health 30, Health Maximum 30)", COMBO)
    do(game, "Orc", "Combo Sera", [])
    do(game, "Sera", "Spin", [8])
    assert (stat(game, "Sera", "Health"), stat(game, "Orc", "Gold")) == (16, 1)


def test_lines_are_prepared_one_by_one():
    """E-101, E-137: the dice of the second line are rolled after the first line was applied (reading 32)."""
    game = scene("Orc (Action Points 5) beside Sera (Health 30, Health Maximum 30)", COMBO)
    do(game, "Orc", "Combo Sera", [])
    do(game, "Sera", "decline", [8])
    assert said(game)[:3] == ["Sera's Health: 30 → 29.", "Rolled 1d8: 8.", "Sera's Health: 29 → 21."]


def test_an_actor_defeated_by_one_line_is_still_there_for_the_next():
    """E-139: if nobody reacts, the lines after a defeat are still executed (reading 33)."""
    game = scene(
        "Orc (Action Points 5) beside Sera (Health 1, Health Maximum 1)",
        COMBO.replace("Spin", "Spun").replace("an enemy", "an ally"),
    )
    do(game, "Orc", "Combo Sera", [8])
    assert defeated(game, "Sera") and stat(game, "Orc", "Gold") == 1


def test_a_declined_reaction_does_not_end_the_action():
    """E-97, E-139: if a line defeats somebody, `do` continues even though a player was asked for a reaction (reading 33)."""
    rules = "Cleave\nRange: Melee\ndo: [Target Health] -= 9\n    all enemies take 1 damage\n"
    duck = "\nDuck (Reaction)\nFor: Finn\nTrigger: an enemy attacks this actor\ndo: negate the attack's damage"
    game = scene("Orc (Action Points 5) beside Sera (cast A, Health 3), Finn (cast A, Health 3)", rules + duck)
    do(game, "Orc", "Cleave Sera")
    assert asked(game, "Finn") and defeated(game, "Sera")
    do(game, "Finn", "decline")
    assert stat(game, "Finn", "Health") == 2


def test_a_target_defeated_by_a_reaction_is_lost_for_the_rest():
    """E-97: if a reaction has defeated the target, the rest of `do` is skipped (reading 33)."""
    game = scene("Orc (Action Points 5) beside Sera (Health 3, Health Maximum 3)", COMBO)
    do(game, "Orc", "Combo Sera")
    do(game, "Sera", "Spin")
    assert defeated(game, "Sera") and (stat(game, "Orc", "Gold"), stat(game, "Orc", "Action Points")) == (0, 4)


@pytest.mark.parametrize(("strength", "offered"), [(0, False), (1, True)])
def test_damage_of_0_lets_nobody_react(strength: int, offered: bool):
    """E-102: after a hit for 0 damage nobody is asked for a Parry (reading 34)."""
    tap = "Tap\nRange: Melee\nif: 1d20 >= 2\ndo: [Target Health] -= [Strength]"
    game = scene(f"Orc (Strength {strength}) beside Sera (Health 9, Reaction Points 1)", tap)
    do(game, "Orc", "Tap Sera", [20])
    assert asked(game, "Sera") is offered


def test_a_declined_reaction_is_not_offered_again_in_the_same_attack():
    """E-95: a reaction that was declined for the first line of an attack is not offered for its second line (reading 35)."""
    game = scene("Orc (Action Points 5) beside Sera (Health 30, Health Maximum 30)", COMBO)
    do(game, "Orc", "Combo Sera")
    do(game, "Sera", "decline", [8])
    assert asked(game, "Orc") and stat(game, "Sera", "Health") == 21


def test_a_declined_reaction_is_offered_for_the_next_attack():
    """E-95: the next attack is another question (reading 35)."""
    game = scene(DUEL, REPLIES.split("Shell")[0])
    for _ in range(2):
        do(game, "Orc", "Strike Sera", [20, 1])
        assert asked(game, "Sera")
        do(game, "Sera", "decline")


def test_end_of_turn_in_a_reaction_is_the_turn_in_progress():
    """E-37: an effect of a reaction until end of turn ends with the turn that the reaction interrupts (reading 36)."""
    brace = "Brace (Reaction)\nTrigger: an enemy attacks this actor\ndo: [Defense] += 5 until end of turn"
    game = scene(DUEL, brace)
    do(game, "Orc", "Strike Sera", [20, 1])
    do(game, "Sera", "Brace")
    assert stat(game, "Sera", "Defense") == 8
    begin(game, "Sera")
    assert stat(game, "Sera", "Defense") == 3


def test_the_start_of_next_turn_is_that_of_the_acting_actors_turn():
    """E-47: an effect of Sera on the Orc until start of next turn ends when Sera's turn starts (reading 36)."""
    game = scene("Sera beside Orc (Defense 9)", "Daze\ndo: -2 Defense to target until start of next turn")
    do(game, "Sera", "Daze Orc")
    begin(game, "Orc")
    assert stat(game, "Orc", "Defense") == 7
    begin(game, "Sera")
    assert stat(game, "Orc", "Defense") == 9


def test_melee_reaches_the_actors_own_tile():
    """E-69: two actors on one tile are in melee range of each other (reading 37)."""
    game = scene("Sera at 5,5 (Attack 9, Action Points 3), Orc at 5,5 (Health 9)")
    assert cannot(game, "Sera", "Strike Orc") == ""


@pytest.mark.parametrize("action", ["Steal", "Desperate Strike"])
def test_an_action_without_a_range_line_works_at_any_distance(action: str):
    """E-67, E-81, E-84: the two actions of the chapter without a range reach across the map (reading 38)."""
    game = scene("Finn at 1,1 (Action Points 1, Health 1, Health Maximum 9), Orc at 24,24 (Gold 4, Health 9)")
    assert cannot(game, "Finn", f"{action} Orc") == ""


def test_an_area_includes_its_corners_and_walls_make_no_distance_longer():
    """E-87: an area of radius 1 includes its corners, and a wall does not put anybody out of range (reading 39)."""
    position = "map:\n  . . . .\n  . X . .\n  . . . .\ntiles: X wall\nElena at 1,2 (Action Points 3), Orc at 4,3 (Health 9)"
    burst = "Burst\nRange: 2 tiles, 1-tile radius\nif: Targets within radius\ndo: All targets take 1 damage"
    game = scene(position, burst)
    assert cannot(game, "Elena", "Burst 4,2") == "range"
    do(game, "Elena", "Burst 3,2")
    assert stat(game, "Orc", "Health") == 8


def test_a_second_dash_gives_two_free_moves_and_not_four():
    """E-51: after a second Dash there are two free Moves, not four (reading 40)."""
    game = scene("Finn at 1,1 (Action Points 5)")
    do(game, "Finn", "Dash")
    do(game, "Finn", "Dash")
    for tile in ("2,1", "3,1", "4,1"):
        do(game, "Finn", f"Move {tile}")
    assert stat(game, "Finn", "Action Points") == 2 and spot(game, "Finn") == "4,1"


def test_a_dash_makes_the_actors_own_version_of_move_free():
    """E-07, E-51: if Finn has a Move of his own, this Move is the free one (reading 12)."""
    stride = "Move\nFor: Finn\ndo: move up to 5 tiles\nthen: [Action Points] -= 2"
    game = scene("Finn at 1,1 (Action Points 5)", stride)
    do(game, "Finn", "Dash")
    do(game, "Finn", "Move 6,1")
    assert stat(game, "Finn", "Action Points") == 4
