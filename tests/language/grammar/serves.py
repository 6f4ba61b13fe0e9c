"""Why each phrase exists: the words of a source that it says, or the rules that use it."""

from typing import NamedTuple


class Words(NamedTuple):
    """The words of a source, or of the requirements drawn from it, that a phrase says."""

    book: str
    words: str


class Rules(NamedTuple):
    """Two or more rules of .rules files that a phrase serves."""

    first: str
    second: str


MOMENTS: dict[str, Words | Rules] = {
    "an ally was damaged this Turn": Rules("Requiem", "Steady Aim"),
    "an ally is damaged for the first time each Turn": Rules("Welcome", "Slow to Anger"),
    "one or more allies die": Rules("Count the Dead", "Blood Scent"),
    "an ally enters": Rules("Welcome", "Spark"),
    "an ally is attacked": Rules("Prickle", "Guardian"),
    "this actor deals damage to an enemy": Rules("Loot", "Vampiric Blade"),
}
"""The phrases for what happens together, or has happened before."""

BOARDS: dict[str, Words | Rules] = {
    "there are 3 allies in a row": Rules("Turn", "Phalanx"),
    "3 of your creatures are in a line": Rules("Turn", "Volley"),
    "move target to the actor": Rules("Step", "Recall"),
    "make a Motion on target": Rules("Let Fall", "Call Wolf"),
    "the check has advantage": Rules("Numbers", "Downed"),
    "an enemy leaves the reach of this actor": Rules("Parting Blow", "Guard Post"),
}
"""The phrases for boards and maps."""

PRICES: dict[str, Words | Rules] = {
    "the next Stride costs 2 Attack less": Rules("Thrift", "Timber Sale"),
    "Stride costs 1 Attack more for each ally": Rules("Toll", "Embargo"),
    "Stride costs at least 2 Attack this turn": Rules("Weight", "Tithe of Wood"),
    "Stride costs at most 2 Attack for target this turn": Rules("Fixed Price", "Sponsor"),
    "Stride costs 0 Attack until end of turn": Rules("Fever", "Fair Day"),
    "the alternative cost was paid": Rules("Blood Rite", "Cathedral"),
    "gain 1 Health unless target loses 2 Attack": Rules("Ransom", "Tax Collector"),
    "target may pay 2 Attack: gain 1 Health": Rules("Toll Gate", "Study Fee"),
    "each ally may lose 1 Attack: it gains 2 Health": Rules("Collection", "Blood Bargain"),
}
"""The phrases for what acts cost."""

REPLACING: dict[str, Words | Rules] = {
    "target cannot be damaged this turn": Rules("Plates", "Stone Skin"),
    "an ally is removed": Rules("Reliquary", "Parting Shot"),
    "[Health] of target cannot fall below 1 this turn": Rules("Debt Relief", "Grim Vow"),
    "target's Health cannot fall below 1 this turn": Rules("Last Stand", "Undying"),
    "the actor becomes the owner of target this turn": Rules("Adoption", "Deed of Gift"),
    "an enemy gains the feature Poise": Rules("Rooted", "Dry"),
    "an ally gains Attack": Rules("Embargo", "Curse"),
    "an ally loses Attack": Rules("Insurance", "Steady"),
    "an ally is healed": Rules("Hulk", "Curse"),
    "an ally dies": Rules("Deep", "Undying"),
    "an ally leaves play": Rules("Grip", "Bound"),
    "an enemy draws a card": Rules("Doldrums", "Drought"),
    "an enemy moves": Rules("Webbed", "Anchored"),
    "an ally is revealed": Rules("Cipher", "Lamp"),
    "this is chosen by an enemy": Rules("Mist", "Meek"),
    "an enemy performs an attack": Rules("Timid", "Silence at sea"),
    "this actor takes fire damage": Rules("Scales", "Fur"),
    "an enemy acts": Rules("Embargo", "Calm"),
    "instead gain 1 Health": Rules("Rebirth", "Fall"),
    "gain 1 Health instead": Rules("Oblivion", "Death Ward"),
    "also gain 1 Health": Rules("Salvage", "Slow"),
    "prevent it": Rules("Water", "Steadfast"),
    "raise the amount by 2": Rules("Fury", "Sawmill"),
    "double the amount": Rules("Blaze", "Fervor"),
    "the amount is at least 2": Rules("Tall", "Guild"),
    "redirect it to the attacker": Rules("Offer", "Bandit"),
    "redirect 2 of it to the attacker": Rules("Bodyguard", "Watch"),
    "prevent the next 3 damage to target this turn": Rules("Salve", "Aegis"),
    "prevent the next 3 Attack target would lose this turn": Rules("Hedge", "Escrow"),
    "an action on a stack is countered": Rules("Sealed", "Foresight"),
    "an action on a stack is blocked": Rules("Post Office", "Steadfast"),
    "an ally changes hands": Rules("Oath", "Bribe"),
    "an enemy loses the game": Rules("Deathless", "Amnesty"),
    "an enemy wins the game": Rules("Draw", "Republic"),
}
"""The phrases for what would happen and what cannot."""
