"""The other side of each reading changes what the reading is about."""

from tests.books.riftbound.play import Table

LOST = """
seats Ann, Bo
Ann (Energy 1), Bo (Energy 1)
Ann's Hand: Snip
Ann's Main Deck: 3 Coal Scrip
Ann's Board: Hook
Bo's Hand: Snuff
"""
COURAGE = """
seats Ann, Bo
Ann (Energy 2), Bo (Energy 0)
Ann's Hand: Courage, Courage
Ann's Board: Emberline Runner
"""
EMBER = """
seats Ann, Bo
Ann's Hand: Last Ember
Ann's Board: Fury Rune
"""


def twice(**readings: str) -> int:
    """Plays the same spell on a unit twice and gives its might."""
    table = Table(COURAGE, **readings)
    for _ in range(2):
        table.does("Ann", "Courage on Emberline Runner")
        table.does("Ann", "pass")
        table.does("Bo", "pass")
    return table.stat("Emberline Runner", "Might")


def test_effects_of_one_name_add_up_or_the_newest_counts():
    """Two effects of one name both count; with the other side only the newer does (W-450)."""
    assert (twice(), twice(**{"same name": "newest replaces"})) == (6, 4)


def drawn(**readings: str) -> int:
    """Removes the target of a spell before it resolves, and counts the cards that the rest of the spell draws."""
    table = Table(LOST, **readings)
    table.does("Ann", "Snip on Hook")
    table.does("Ann", "pass")
    table.does("Bo", "Snuff on Hook")
    for who in ("Bo", "Ann", "Ann", "Bo"):
        table.does(who, "pass")
    zones = table.game.view("Ann")["zones"]
    return next((zone["count"] for zone in zones if zone["zone"] == "Ann's Hand"), 0)


def test_the_reading_decides_whether_the_rest_of_an_effect_happens_without_its_target():
    """The rest of the effect happens or does not happen (W-350, W-055)."""
    assert (drawn(), drawn(**{"lost targets": "nothing happens"})) == (1, 0)


def spoiled(**readings: str) -> tuple[int, int]:
    """Plays a spell that can be paid only with its target; gives the number of waiting items and of remaining runes."""
    table = Table(EMBER, **readings)
    table.does("Ann", "Last Ember on Fury Rune")
    runes = [zone for zone in table.game.view("Ann")["zones"] if zone["zone"] == "Board"]
    return table.waiting, sum(zone["count"] for zone in runes)


def test_the_reading_decides_whether_a_play_is_undone_if_its_payment_makes_it_illegal():
    """With one side the play is undone together with its payments; with the other it continues (W-350)."""
    assert spoiled() == (0, 1)
    assert spoiled(**{"spoiled acts": "as lost targets"}) == (1, 0)
