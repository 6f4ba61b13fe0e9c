"""Actions that respond to others: trigger, timing, costs and limits (6.8)."""

import pytest

from rulewright.language.check.examples import ExampleRun
from tests.books.encounter.play import (
    asked,
    begin,
    cannot,
    check,
    defeated,
    do,
    menu,
    problems,
    rounds,
    said,
    scene,
    spot,
    stat,
)

DUEL = "Orc (Attack 5, Strength 4, Action Points 3, Health 9) beside Sera (Defense 16, Attack 5, Health 20, Reaction Points 1)"
BARE = DUEL.replace(", Reaction Points 1", "")  # nobody can parry here
PARTY = BARE.replace("Defense 16", "cast Heroes, Defense 16") + ", Finn (cast Heroes)"
FIRE = "Elena at 1,1 (Action Points 3, Mana 8, Health 9), Orc at 9,1 (Health 30), Imp at 10,1 (Health 30)"
BLOCK = """
Block (Reaction)
Trigger: an enemy attacks this actor
do: negate the attack's damage
"""
HIT = [20, 7]  # a Strike that hits, for 7 and the striker's Strength


def strikes(game: ExampleRun, who: str, whom: str) -> bool:
    """Lets somebody strike and hit; says whether the target may respond."""
    do(game, who, f"Strike {whom}", HIT)
    return asked(game, whom)


def test_a_reaction_interrupts_anothers_turn():
    """E-88, E-93: in the Orc's turn, in the middle of its action, Sera is asked; nothing was applied or paid yet."""
    game = scene(DUEL)
    do(game, "Orc", "Strike Sera", HIT)
    assert asked(game, "Sera") and game.game.where().startswith("Turn of Orc")
    assert (stat(game, "Sera", "Health"), stat(game, "Orc", "Action Points")) == (20, 3)


def test_a_reaction_is_not_for_ones_own_turn():
    """E-88: an actor cannot react to its own action, and the menu of its own turn has no reactions (reading 21)."""
    rules = "Hurt\ndo: self takes 3 damage\n\nShrug (Reaction)\nTrigger: this actor would take damage\ndo: negate the damage"
    game = scene(DUEL, rules)
    assert cannot(game, "Orc", "Shrug") == "window"
    do(game, "Orc", "Hurt")
    assert asked(game, "Orc") and "Shrug" not in menu(game) and stat(game, "Orc", "Health") == 6


def test_a_reaction_needs_a_trigger():
    """E-89: a reaction without a trigger is an error; its trigger decides when it is offered."""
    assert problems("Duck (Reaction)\ndo: negate the damage") == ["Duck is a reaction without a trigger"]
    shot = "Duck (Reaction)\nTrigger: an enemy attacks this actor with a ranged attack\ndo: negate the damage"
    game = scene(BARE, shot)
    assert not strikes(game, "Orc", "Sera") and stat(game, "Sera", "Health") == 9


@pytest.mark.parametrize(("mark", "check"), [(" (Reaction)\nTrigger: this actor would take damage", "window"), ("", "")])
def test_the_mark_makes_a_reaction(mark: str, check: str):
    """E-90: an action marked as a reaction cannot be performed in one's own turn, any other action can."""
    game = scene(DUEL, f"Brace{mark}\ndo: [Defense] += 1 until end of turn")
    assert cannot(game, "Orc", "Brace") == check


@pytest.mark.parametrize(
    ("casts", "attack", "offered"),
    [
        ("Orc (cast A, ", "Shove", True),
        ("Orc (cast B, ", "Shove", False),  # not an enemy
        ("Orc (cast A, ", "Longbow Shot", False),  # not melee
    ],
)
def test_a_parry_answers_the_melee_attack_of_an_enemy(casts: str, attack: str, offered: bool):
    """E-91, E-94: the trigger requires an enemy and a melee attack."""
    position = DUEL.replace("Orc (", casts).replace("Sera (", "Sera (cast B, ")
    game = scene(position, "Shove\nRange: Melee\nif: 1d20 >= 2\ndo: [Target Health] -= 1d8")
    do(game, "Orc", f"{attack} Sera", HIT)
    assert asked(game, "Sera") is offered


@pytest.mark.parametrize(("far", "offered"), [(1, True), (2, False)])
def test_the_attacker_must_be_adjacent_where_the_trigger_says_so(far: int, offered: bool):
    """E-91, E-65: an enemy who shoots from the next tile can be swatted, one that stands further away cannot."""
    position = f"Orc (Accuracy 20, Action Points 3) {far} tiles from Sera (Health 20)"
    game = scene(position, "Swat (Reaction)\nTrigger: an adjacent enemy attacks this actor\ndo: negate the attack's damage")
    do(game, "Orc", "Longbow Shot Sera", HIT)
    assert asked(game, "Sera") is offered


def test_attacker_names_the_triggering_actors_stat():
    """E-92: [Attacker Gold] in a reaction is the Gold of the actor that attacks."""
    rules = "Toll (Reaction)\nTrigger: an enemy attacks this actor\ndo: [Gold] += [Attacker Gold]\n    [Attacker Gold] = 0"
    game = scene(BARE.replace("Orc (", "Orc (Gold 7, "), rules)
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "Toll")
    assert (stat(game, "Sera", "Gold"), stat(game, "Orc", "Gold")) == (7, 0)


def test_a_reaction_may_be_declined():
    """E-95: the holder is asked, and may let the attack happen without paying for anything."""
    game = scene(DUEL)
    do(game, "Orc", "Strike Sera", HIT)
    assert menu(game) == ["Parry", "decline"]
    do(game, "Sera", "decline")
    assert (stat(game, "Sera", "Health"), stat(game, "Sera", "Reaction Points")) == (9, 1)


def test_a_reaction_resolves_completely_before_the_action_goes_on():
    """E-96, E-97: its `then` comes before the damage that it did not prevent, and this damage before the attacker's cost."""
    game = scene(DUEL.replace("Attack 5, Strength", "Attack 25, Strength"))
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "Parry", [1])
    changes = ["Sera's Reaction Points: 1 → 0.", "Sera's Health: 20 → 9.", "Orc's Action Points: 3 → 2."]
    assert check(game) == "failed" and said(game)[2:] == changes


DODGE = """
Dodge (Reaction)
Trigger: an enemy attacks this actor
do: push self 1 tile away from attacker

Combo
Range: Melee
if: 1d20 >= 2
do: [Target Health] -= 1
    [Target Health] -= 1d8
    [Gold] += 1
then: [Action Points] -= 1
"""


def test_the_do_component_stops_when_the_action_is_no_longer_possible():
    """E-97, E-98: if a reaction has put the target out of range, the rest of `do` is skipped, `then` is not (reading 24)."""
    game = scene(BARE, DODGE)
    do(game, "Orc", "Combo Sera", [20])
    do(game, "Sera", "Dodge")
    assert spot(game, "Sera") == "7,12" and stat(game, "Sera", "Health") == 20
    assert (stat(game, "Orc", "Gold"), stat(game, "Orc", "Action Points")) == (0, 2)


def test_the_else_component_stops_too_and_the_then_component_still_runs():
    """E-97, E-98: a reaction to an effect of `else` cuts only `else` short, not the action."""
    graze = "Graze\nRange: Melee\nif: 1d20 >= 20\ndo: [Gold] += 5\nelse: [Target Health] -= 1\n      [Gold] += 1\n"
    game = scene(BARE, DODGE + graze + "then: [Action Points] -= 1")
    do(game, "Orc", "Graze Sera", [1])
    do(game, "Sera", "Dodge")
    assert (stat(game, "Sera", "Health"), stat(game, "Orc", "Gold"), stat(game, "Orc", "Action Points")) == (20, 0, 2)


def test_then_is_never_stopped():
    """E-98, E-99: an effect of `then` on a target happens even if a reaction has put the target out of range."""
    slam = "Slam\nRange: Melee\ndo: [Gold] += 1\nthen: [Target Health] -= 2\n      [Action Points] -= 1"
    game = scene(BARE, DODGE + "\n" + slam)
    do(game, "Orc", "Slam Sera")
    do(game, "Sera", "Dodge")
    assert (stat(game, "Sera", "Health"), stat(game, "Orc", "Action Points")) == (18, 2)


def test_a_reaction_cannot_prevent_the_cost():
    """E-99: the cost is paid even if the reaction defeats the attacker (reading 1)."""
    rules = "Spikes (Reaction)\nTrigger: an enemy attacks this actor\ndo: [Attacker Health] -= 50"
    game = scene(BARE, rules)
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "Spikes")
    assert defeated(game, "Orc") and stat(game, "Orc", "Action Points") == 2
    assert stat(game, "Sera", "Health") == 20


@pytest.mark.parametrize("trigger", ["this actor is damaged", "this actor would take damage\nTiming: after"])
def test_the_defeated_do_not_react(trigger: str):
    """EW-12, E-58: an actor that the blow defeats is out of play before it could react; an actor that is only hurt may react."""
    spite = f"Spite (Reaction)\nTrigger: {trigger}\ndo: [Attacker Health] -= 1"
    for health, answers in ((5, False), (25, True)):
        game = scene(BARE.replace("Health 20", f"Health {health}"), spite)
        do(game, "Orc", "Strike Sera", HIT)
        assert defeated(game, "Sera") is not answers and asked(game, "Sera") is answers


def test_a_defeated_actor_may_react_to_its_defeat():
    """EW-12: this is the only reaction that a defeated actor still has."""
    game = scene(BARE.replace("Health 20", "Health 5"), "Curse (Reaction)\nTrigger: this actor goes to Defeated\ndo: [Gold] += 1")
    do(game, "Orc", "Strike Sera", HIT)
    assert asked(game, "Sera")


def test_costs_are_committed_before_the_reaction():
    """E-98: if a reaction takes the attacker's points away, the attack goes on, and the cost takes what is left."""
    rules = "Drain (Reaction)\nTrigger: an enemy attacks this actor\ndo: [Attacker Action Points] = 0"
    game = scene(BARE, rules)
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "Drain")
    assert (stat(game, "Sera", "Health"), stat(game, "Orc", "Action Points")) == (9, 0)


# -- attacks of several lines ------------------------------------------------------------------------------------------

FLURRY = """
Flurry
Range: Melee
if: 1d20 + [Attack] >= [Target Defense]
do: [Target Health] -= 1d6
    [Target Gold] -= 1
    [Target Health] -= 1d8
then: [Action Points] -= 1
      [Target Health] -= 1
"""
STRUCK = DUEL.replace("Sera (", "Sera (Gold 5, ")


def test_a_parry_negates_every_line_of_the_attack():
    """E-91: all damage of the attack is negated, and nothing else; its dice are still rolled."""
    game = scene(STRUCK, FLURRY)
    do(game, "Orc", "Flurry Sera", [20, 3])
    do(game, "Sera", "Parry", [20, 8])
    assert (stat(game, "Sera", "Health"), stat(game, "Sera", "Gold"), stat(game, "Orc", "Action Points")) == (20, 4, 2)
    assert said(game).count("What Sera would have taken is negated.") == 3


def test_a_parry_that_fails_negates_no_line():
    """E-91: all damage of the attack is dealt."""
    game = scene(STRUCK.replace("Attack 5, Strength", "Attack 25, Strength"), FLURRY)
    do(game, "Orc", "Flurry Sera", [20, 3])
    do(game, "Sera", "Parry", [2, 8])
    assert stat(game, "Sera", "Health") == 8


def test_a_parry_is_over_with_its_attack():
    """E-91: the next attack is not affected."""
    game = scene(STRUCK, FLURRY)
    do(game, "Orc", "Flurry Sera", [20, 3])
    do(game, "Sera", "Parry", [20, 8])
    do(game, "Orc", "Flurry Sera", [20, 3, 8])
    assert stat(game, "Sera", "Health") == 8


def test_a_parry_protects_only_the_actor_that_parries():
    """E-91: lines of the attack that hurt other actors, or that heal, still happen."""
    rules = FLURRY.replace("[Target Gold] -= 1", "[Target Health] += 1\n    all enemies take 2 damage")
    game = scene(DUEL.replace("Sera (", "Sera (cast A, ") + ", Finn (cast A, Health 9)", rules)
    do(game, "Orc", "Flurry Sera", [20, 3])
    do(game, "Sera", "Parry", [20, 8])
    assert (stat(game, "Sera", "Health"), stat(game, "Finn", "Health")) == (21, 7)


def test_a_declined_reaction_is_not_offered_again_for_then():
    """E-95: what `then` does belongs to the same attack (reading 35)."""
    game = scene(STRUCK, FLURRY)
    do(game, "Orc", "Flurry Sera", [20, 3])
    do(game, "Sera", "decline", [8])
    assert asked(game, "Orc") and stat(game, "Sera", "Health") == 8


def test_armor_reduces_the_damage_of_every_line():
    """EW-32: an automatic effect applies to every damage of an attack, not only to the first."""
    armor = "Features: Damage Reduction\n"
    game = scene(STRUCK.replace("Sera (", "Sera (Armor 2, ").replace(", Reaction Points 1", ""), armor + FLURRY)
    do(game, "Orc", "Flurry Sera", [20, 3, 8])
    assert stat(game, "Sera", "Health") == 13


# -- limits ------------------------------------------------------------------------------------------------------------

FIELD = """
cast Heroes: Sera at 5,5 (Health 90)
cast Raiders: Orc at 4,5 (Attack 9, Health 9); Imp at 6,5 (Attack 9, Health 9)
"""


def offers(limit: str) -> list[bool]:
    """Lists whether Sera may block two strikes of the Orc, one of the Imp, and one of the Orc in the next round."""
    game = rounds(FIELD, [10, 90, 50], limit)
    offered = []
    for who in ("Orc", "Orc", "Imp", "Orc"):
        offered.append(strikes(game, who, "Sera"))
        if offered[-1]:
            do(game, "Sera", "Block")
        while who == "Imp" and not asked(game, "Orc"):
            game.game.answer(None, "pass")
    return offered


NO_PARRY = "\nParry (Reaction)\nTrigger: an enemy attacks this actor\nif: [Gold] > 999\ndo: negate the damage\n"


@pytest.mark.parametrize(
    ("limit", "offered"),
    [
        ("", [True, True, True, True]),
        ("Reactions: once per round", [True, False, False, True]),
        ("Reactions: 2 per round", [True, True, False, True]),
        ("Reactions: once per turn", [True, False, True, True]),
    ],
)
def test_a_campaign_limits_reactions_per_turn_or_round(limit: str, offered: list[bool]):
    """E-107: the campaign has a line that allows one reaction per round, or a number per turn (reading 22)."""
    assert offers(f"{limit}\n{BLOCK}\n{NO_PARRY}") == offered


@pytest.mark.parametrize(("limit", "offered"), [("once per round", [True, False, False, True]), ("twice per turn", [True] * 4)])
def test_a_reaction_limits_itself(limit: str, offered: list[bool]):
    """E-107: a `Limit:` line limits one reaction in the same way."""
    limited = BLOCK.replace("do:", f"Limit: {limit}\ndo:")
    assert offers(f"{limited}\n{NO_PARRY}") == offered


@pytest.mark.parametrize(
    ("limit", "second"), [("", True), ("Reactions: one per attack", False), ("Reactions: 2 per attack", True)]
)
def test_a_campaign_limits_reactions_per_trigger(limit: str, second: bool):
    """E-108: with one reaction per attack, nobody else may react after Sera."""
    cheer = "Cheer (Reaction)\nTrigger: an enemy attacks an ally\ndo: [Gold] += 1"
    game = scene(PARTY, f"{limit}\n{cheer}")
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "Cheer")
    assert asked(game, "Finn") is second


def test_a_resource_limits_reactions():
    """E-109: without a Reaction Point there is no Parry; a new turn brings one."""
    game = scene(DUEL.replace("Points 3", "Points 4"))
    assert strikes(game, "Orc", "Sera")
    do(game, "Sera", "Parry", [20])
    assert not strikes(game, "Orc", "Sera") and stat(game, "Sera", "Health") == 9
    begin(game, "Sera")
    begin(game, "Orc")
    assert strikes(game, "Orc", "Sera")


# -- whom a reaction is about ------------------------------------------------------------------------------------------


def test_a_reaction_can_guard_somebody_else():
    """E-91: the reaction negates the damage of the attack that met its trigger, also if an ally is the target."""
    cover = "Cover (Reaction)\nTrigger: an enemy attacks an ally\ndo: negate the attack's damage"
    game = scene(PARTY, cover)
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "decline")
    do(game, "Finn", "Cover")
    assert stat(game, "Sera", "Health") == 20


def test_a_reaction_to_area_damage_negates_only_its_own_actors_part():
    """E-91: it protects only the actor that reacts, not the actor beside it."""
    game = scene(FIRE, BLOCK)
    do(game, "Elena", "Fireball 9,1", [6, 6, 6])
    do(game, "Orc", "Block")
    do(game, "Imp", "decline")
    assert (stat(game, "Orc", "Health"), stat(game, "Imp", "Health")) == (30, 12)


def test_a_reaction_can_reduce_the_damage_of_a_blow():
    """E-91: the phrase says by how much the damage is reduced."""
    game = scene(BARE, BLOCK.replace("negate the attack's damage", "reduce the damage by 4"))
    do(game, "Orc", "Strike Sera", HIT)
    do(game, "Sera", "Block")
    assert stat(game, "Sera", "Health") == 13


# -- after the fact ----------------------------------------------------------------------------------------------------

REVENGE = """
Revenge (Reaction)
Trigger: this actor is damaged
do: [Attacker Health] -= 2
then: [Gold] += 1
"""


def test_reactions_to_results_come_after_them():
    """E-117: a reaction to damage comes after the damage was dealt, and before the attacker's `then` (reading 2)."""
    game = scene(BARE, REVENGE)
    do(game, "Orc", "Strike Sera", HIT)
    assert asked(game, "Sera") and stat(game, "Sera", "Health") == 9 and stat(game, "Orc", "Action Points") == 3
    do(game, "Sera", "Revenge")
    assert said(game) == ["Orc's Health: 9 → 7.", "Sera's Gold: 0 → 1.", "Orc's Action Points: 3 → 2."]


def test_each_reaction_is_finished_before_the_next_begins():
    """E-96: if two actors react to one blow, the first one pays before the second one is asked."""
    game = scene(FIRE, REVENGE)
    do(game, "Elena", "Fireball 9,1", [6, 6, 6])
    do(game, "Orc", "Revenge")
    assert asked(game, "Imp") and stat(game, "Orc", "Gold") == 1
    do(game, "Imp", "Revenge")
    assert (stat(game, "Elena", "Health"), stat(game, "Elena", "Action Points")) == (5, 1)
