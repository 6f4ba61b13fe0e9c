"""The sample books pass the contract: stacks, laps, runs, interrupts, timers and hidden decks."""

from pathlib import Path

import pytest

import rulewright
from rulewright import testing
from tests.lengths import much

SHAPES = Path(__file__).parents[1] / "shapes"
SCENES = {
    "lantern": """
Scene Table
  seats Ann, Bo, Cy
  Ann's Deck: 3 Peek, 2 Lamp of Oil, 2 Beacon, 2 Dredge, 2 Bounce
  Bo's Deck: 3 Lay Bare, 2 Lamp of Oil, 2 Lamp of Ash, 2 Filch
  Cy's Deck: 2 Proclaim, 2 Mugging, 3 Bounce, 2 Lamp of Oil
""",
    "mandarin": """
Scene Table
  seats Ann, Bo, Cy
  Ann (Mana 4), Bo (Mana 3, Gold 3), Cy (Mana 2)
  Ann's Hand: 2 Market Day, Spark
  Bo's Hand: Snap Frost, Spark, Market Day
  Cy's Hand: 2 Snap Frost
""",
    "netrunner": """
Scene Table
  seats Ann, Bo
  Ann (Clicks 4, Grip 5), Bo (Credits 6, Clicks 2)
  Ann's Hand: 2 Adrenal Surge
""",
    "nomic": """
Scene Table
  seats Ann, Bo, Cy
  Ann (Points 9), Bo (Points 20), Cy (Points 7)
""",
    "riftbound": """
Scene Table
  seats Ann, Bo
  Ann (Energy 4)
  Ann's Hand: 2 Study, Gutter Seer
  Ann's Main Deck: 3 Gutter Seer, Study
  Ann's Trash: Study, Gutter Seer
  Ann's Board: Gutter Seer
""",
}


def shape(name: str):
    """Loads one of the sample books with a scene to play."""
    return rulewright.load(text=(SHAPES / f"{name}.rules").read_text(encoding="utf-8") + SCENES[name])


@pytest.mark.parametrize("name", SCENES)
def test_a_sample_book_keeps_the_contract(name: str):
    """The contract holds in random play of the sample book."""
    assert testing.check_book(shape(name), ["Table"], seeds=much((1,), range(1, 9)), answers=30)


def test_every_sample_book_is_tested_with_the_contract():
    """A sample book without a scene here is missing."""
    assert sorted(SCENES) == sorted(path.stem for path in SHAPES.glob("*.rules"))
