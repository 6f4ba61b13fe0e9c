"""Prohibitions that stand on a card or a feature, or last for a while, in games of different kinds."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

CARDS = """Uses: nothing
Start: Game

Stat Hull: at least 0, takes damage
Stat Score: at least 0

Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Harbour: in play
Zone Discard: seen by all

Kind Trick: a card played from Hand, then to Discard
Kind Ship: a card played from Hand, then to Harbour

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for the player, until it passes
  step end: end what lasts until the end of this turn

Shot (Trick)
Target: a ship
do: deal 3 damage to target

Scuttle (Trick)
Target: a ship
do: move target to Discard

Sweep (Trick)
do: all ships take 2 damage

Study (Trick)
do: move the top 2 cards of your Deck to your Hand

Barge (Ship)

"""

MAP = "Uses: encounter\n\n"


def wrong(base: str, text: str) -> list[str]:
    """Checks a book with more text, and plays its examples; gives the errors and failures."""
    found = check([("cannot.rules", base + text)], books.finder()).problems
    return [str(problem) for problem in found if problem.severity == "error"]


def ironclad(rule: str, *steps: str, hand: str = "Shot", more: str = "") -> str:
    """Gives a ship with a standing rule, and an example with it."""
    lines = "".join(f"  {step}\n" for step in steps)
    return f"""Ironclad (Ship)
  Plates (Standing)
  do: {rule}

{more}Example: a ship that cannot
  seats Ada, Ben
  Ada's Hand: {hand}
  Ben's Harbour: Ironclad (Hull 5), Barge (Hull 5)
{lines}"""


STANDING = {
    "damage": ironclad("this cannot be damaged", "Ada: Shot Ironclad", "expect Ironclad Hull 5, Ironclad cannot be damaged"),
    "others are damaged": ironclad("this cannot be damaged", "Ada: Sweep", "expect Ironclad Hull 5, Barge Hull 3", hand="Sweep"),
    "a noun phrase": ironclad("a ship you control cannot be damaged", "Ada: Sweep", "expect Ironclad Hull 5, Barge Hull 5",
                              hand="Sweep"),
    "somebody else's": ironclad("an enemy cannot gain Score", "Ada: Sing", "expect Ada Score 0", hand="Sing",
                                more="Sing (Trick)\ndo: gain 2 Score\n\n"),
    "leaving": ironclad("this cannot leave play", "Ada: Scuttle Ironclad", "expect Ironclad in Harbour", hand="Scuttle"),
    "being chosen": ironclad("this cannot be chosen", "Ada cannot Shot Ironclad: cannot", "Ada: Shot Barge",
                             "expect Barge Hull 2"),
    "being chosen by an enemy": ironclad("this cannot be chosen by an enemy", "Ada cannot Shot Ironclad: cannot"),
    "chosen by a friend": ironclad("this cannot be chosen by an ally", "Ada: Shot Ironclad", "expect Ironclad Hull 2"),
    "by a kind": ironclad("this cannot be damaged by a trick", "Ada: Shot Ironclad", "expect Ironclad Hull 5"),
    "except by": ironclad("this cannot be damaged except by a trick", "Ada: Shot Ironclad", "expect Ironclad Hull 2"),
    "unless": ironclad("this cannot be damaged unless [This Hull] < 5", "Ada: Shot Ironclad", "expect Ironclad Hull 5"),
    "performing": ironclad("an enemy cannot perform Shot", "Ada cannot Shot: cannot", "Ada: Sweep", hand="Shot, Sweep"),
    "performing a mark": ironclad("an enemy cannot play any trick", "Ada cannot Shot: cannot"),
    "acting": ironclad("an enemy cannot act", "Ada cannot Shot: cannot"),
    "drawing": ironclad("an enemy cannot draw", "Ada's Deck: 3 Shot", "Ada: Study", "expect 3 cards in Ada's Deck", hand="Study"),
    "paying": ironclad("an enemy cannot lose Score", "Ada (Score 3)", "Ada cannot Row: cost",
                       more="Row\nCost: 1 Score\ndo: all ships take 1 damage\n\n"),
}  # fmt: skip


@pytest.mark.parametrize("text", STANDING.values(), ids=STANDING)
def test_an_event_forbidden_by_a_card_in_play_does_not_happen(text: str):
    """The rest of the effect happens; a forbidden action is neither offered nor paid for."""
    assert wrong(CARDS, text) == []


SPELLS = """Ward (Trick)
Target: a ship
do: target cannot be damaged this turn

Anchor (Trick)
Target: an enemy
do: target cannot draw until end of its next turn

Dazzle (Trick)
do: all enemies cannot perform Shot until end of its next turn

"""


def played(*steps: str) -> str:
    """Gives the spells and an example with them."""
    return SPELLS + "Example: for a while\n  seats Ada, Ben\n" + "".join(f"  {step}\n" for step in steps)


LASTING = {
    "this turn": played("Ada's Hand: Ward, 2 Shot", "Ben's Harbour: Barge (Hull 5)", "Ada: Ward Barge", "Ada: Shot Barge",
                        "expect Barge Hull 5", "Ada's turn ends", "Ben's turn begins", "Ben's turn ends", "Ada: Shot Barge",
                        "expect Barge Hull 2"),
    "on another": played("Ada's Hand: Ward, Sweep", "Ben's Harbour: Barge (Hull 5)", "Ada's Harbour: Barge (Hull 4)",
                         "Ada: Ward Barge", "Ada: Sweep", "expect Barge Hull 5"),
    "on a player": played("Ada's Hand: Anchor", "Ben's Hand: Study", "Ben's Deck: 2 Shot", "Ada: Anchor Ben", "Ada's turn ends",
                          "Ben: Study", "expect 2 cards in Ben's Deck"),
}  # fmt: skip


@pytest.mark.parametrize("text", LASTING.values(), ids=LASTING)
def test_a_prohibition_by_an_effect_ends_when_the_effect_ends(text: str):
    """It forbids the event for one player or thing, not for others, and not after it has ended."""
    assert wrong(CARDS, text) == []


def test_a_standing_ability_may_only_forbid():
    """A standing ability is never used, so an effect in it would do nothing: it is an error."""
    (told,) = wrong(CARDS, "Ironclad (Ship)\n  Plates (Standing)\n  do: gain 1 Score\n")
    assert "Plates is marked (Standing), so it can only forbid something or change prices" in told


def feature(rule: str, *steps: str, more: str = "", scope: str = "actor Ada") -> str:
    """Gives a feature that forbids something, and an example with it on a map."""
    lines = "".join(f"  {step}\n" for step in steps)
    return f"""{more}Feature Curse
Scope: {scope}
do: {rule}

Example: cursed
  features: Curse
{lines}"""


FACING = "Ada (Attack 9, Health 20, Action Points 3) beside Ben (Defense 10, Health 10, Action Points 3)"
ON_A_MAP = {
    "damage": feature("this actor cannot be damaged", FACING, "Ben: Strike Ada, rolling 20, 3", "expect Ada Health 20"),
    "healing": feature("this actor cannot be healed", "Ada (Health 5, Health Maximum 20, Action Points 3) beside Ben",
                       "Ada: Rest", "expect Ada Health 5", more="Rest\ndo: [Health] += 4\n\n"),
    "attacks": feature("this actor cannot perform an attack", FACING, "Ada cannot Strike Ben: cannot"),
    "one action": feature("this actor cannot perform Strike", FACING, "Ada cannot Strike Ben: cannot"),
    "moving": feature("this actor cannot move", FACING, "Ada cannot Move 3,2: cannot"),
    "being chosen": feature("this actor cannot be chosen by an enemy", FACING, "Ben cannot Strike Ada: cannot"),
    "a condition": feature("this actor cannot gain the feature Fear", FACING, "Ben: Scare Ada", "expect Ada Attack 9",
                           more="Scare\nTarget: an enemy\ndo: target gains the feature Fear for 2 rounds\n\n"
                                "Feature Fear\nScope: temporary\ndo: -4 Attack\n\n"),
}  # fmt: skip


@pytest.mark.parametrize("text", ON_A_MAP.values(), ids=ON_A_MAP)
def test_an_event_forbidden_by_a_feature_on_a_map_does_not_happen(text: str):
    """The same words forbid it for actors and for cards."""
    assert wrong(MAP, text) == []
