"""The order of things that happen at the same time (6.11)."""

import pytest

from rulewright.language.check.examples import ExampleRun
from tests.books.encounter.play import do, menu, rounds, said, scene, stat

FIELD = """
cast Raiders: Orc at 5,5 (Health 90); Imp at 6,5 (Health 90)
cast Heroes: Sera at 6,6 (Health 90); Finn at 8,5 (Health 90)
cast Militia: Olaf at 9,5 (Health 90)
"""
INITIATIVE = [90, 5, 20, 70, 50]  # Orc, then Finn, Olaf, Sera, Imp
SCORCH = "Scorch\ndo: all actors take 1 damage\nthen: [Action Points] -= 1\n"
NO_PARRY = "\nParry (Reaction)\nTrigger: an enemy attacks this actor\nif: [Gold] > 999\ndo: negate the damage\n"


def answers(game: ExampleRun, reaction: str) -> list[str]:
    """Lets everybody who is asked use a reaction, and lists the actors in their order."""
    names = []
    while reaction in menu(game):
        asked = game.game.state.agenda[-1].vars["offer"][1]
        names.append(game.game.state.names[asked])
        do(game, names[-1], reaction)
    return names


def test_the_active_players_reactions_come_first():
    """E-135, E-136: the Imp of the active player reacts first, then the others by initiative."""
    game = rounds(FIELD, INITIATIVE, SCORCH + NO_PARRY + "\nWail (Reaction)\nTrigger: this actor is damaged\ndo: [Gold] += 1")
    do(game, "Orc", "Scorch")
    assert answers(game, "Wail") == ["Imp", "Finn", "Olaf", "Sera"]


def test_reactions_to_an_attack_come_in_initiative_order():
    """E-136: the actors that may answer an attack are asked by initiative, whoever is attacked (reading 25)."""
    game = rounds(FIELD, INITIATIVE, NO_PARRY + "\nJeer (Reaction)\nTrigger: an enemy attacks an actor\ndo: [Gold] += 1")
    do(game, "Orc", "Strike Sera", [20, 1])
    assert answers(game, "Jeer") == ["Finn", "Olaf", "Sera"]


def test_different_reactions_come_in_initiative_order_too():
    """E-136: the order is that of the actors, not that in which their reactions are listed."""
    late = "\nJeer (Reaction)\nFor: Sera\nTrigger: an enemy attacks an actor\ndo: [Gold] += 1"
    game = rounds(FIELD, INITIATIVE, NO_PARRY + late + late.replace("Jeer", "Sneer").replace("Sera", "Finn"))
    do(game, "Orc", "Strike Sera", [20, 1])
    assert menu(game)[0] == "Sneer"
    do(game, "Finn", "Sneer")
    assert menu(game)[0] == "Jeer"


def test_an_effect_on_several_actors_happens_to_them_in_the_same_order():
    """E-135, E-136: it happens to the active player's actors first, then to the others by initiative."""
    game = rounds(FIELD, INITIATIVE, SCORCH + NO_PARRY)
    do(game, "Orc", "Scorch")
    assert [line.split("'")[0] for line in said(game)] == ["Orc", "Imp", "Finn", "Olaf", "Sera", "Orc"]


@pytest.mark.parametrize(("first", "second", "gold"), [("Plus", "Times", 6), ("Times", "Plus", 4)])
def test_effects_of_one_source_come_in_listed_order(first: str, second: str, gold: int):
    """E-137: two abilities of one actor that meet the same trigger take effect as they are listed."""
    lines = {"Plus": "[Gold] += 1", "Times": "[Gold] *= 3"}
    rules = "\n".join(f"{name} (Triggered)\nTrigger: this actor is damaged\ndo: {lines[name]}\n" for name in (first, second))
    game = scene("Orc (has Scorch, Health 9, Action Points 3) beside Sera (Health 9, Gold 1)", SCORCH + NO_PARRY + rules)
    do(game, "Orc", "Scorch")
    assert stat(game, "Sera", "Gold") == gold


@pytest.mark.parametrize(("first", "second", "gold"), [("[Gold] += 1", "[Gold] *= 3", 6), ("[Gold] *= 3", "[Gold] += 1", 4)])
@pytest.mark.parametrize("component", ["do", "then", "else"])
def test_lines_of_one_component_come_in_listed_order(component: str, first: str, second: str, gold: int):
    """E-40, E-137: every line of a component is executed, from the first to the last."""
    test = "if: 1d20 >= 11\ndo: [Mana] += 1\n" if component == "else" else "" if component == "do" else "do: [Mana] += 1\n"
    game = scene("Sera (Gold 1) beside Orc", f"Poke\n{test}{component}: {first}\n  {second}")
    do(game, "Sera", "Poke", [1] if component == "else" else [])
    assert stat(game, "Sera", "Gold") == gold


def test_an_effect_reads_the_state_when_it_resolves():
    """E-138: what a reaction takes away after the declaration is missing when the next line reads it."""
    rules = """
Combo
Range: Melee
do: [Target Health] -= 1
    [Target Health] -= [Strength]

Sap (Reaction)
Trigger: an enemy attacks this actor
do: [Attacker Strength] = 2
"""
    game = scene("Orc (Strength 9) beside Sera (Health 20)", rules)
    do(game, "Orc", "Combo Sera")
    do(game, "Sera", "Sap")
    assert stat(game, "Sera", "Health") == 17


def test_dice_are_rolled_in_the_step_that_needs_them():
    """E-115, E-138: the dice of `if`, of each line of `do` and of `then` are rolled in this order (reading 27)."""
    rules = "Gamble\nif: 1d20 >= 2\ndo: [Gold] += 1d4\n    [Gold] *= 1d3\nthen: [Gold] += 1d8 * [Gold]"
    game = scene("Finn (Gold 1) beside Orc", rules)
    do(game, "Finn", "Gamble", [9, 4, 3, 2])
    assert stat(game, "Finn", "Gold") == 45
