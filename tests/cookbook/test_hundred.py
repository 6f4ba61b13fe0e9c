"""The hundred effects, ten for each family: those that are called possible are in the cookbook, each with an example."""

from collections import Counter

from rulewright.cookbook import hundred, recipes

EFFECTS = hundred.effects()
NATURAL = 92
"""How many are said naturally at least; it only rises."""


def test_there_are_ten_effects_for_each_of_ten_families():
    """No effect is listed twice."""
    assert set(Counter(each.family for each in EFFECTS).values()) == {10}
    assert len({each.want for each in EFFECTS}) == 100


def test_an_effect_that_can_be_written_is_in_the_cookbook_of_its_family():
    """It has the same words; every effect of the cookbook is compiled and proved (see test_cookbook)."""
    proved = {(recipe.family, recipe.want) for recipe in recipes.recipes()}
    wanting = [
        each for each in EFFECTS if each.said != "not possible" and (hundred.TITLES[each.family], each.recipe) not in proved
    ]
    assert wanting == []


def test_an_effect_that_cannot_be_written_is_not_in_the_cookbook():
    """If the language gets words for it, the list must be changed."""
    wants = {recipe.want for recipe in recipes.recipes()}
    assert [each.want for each in EFFECTS if each.said == "not possible" and each.want in wants] == []


def test_every_effect_but_the_natural_ones_says_why():
    """The list names the workaround, or what the language lacks."""
    assert {each.said for each in EFFECTS} <= set(hundred.CLASSES)
    assert [each.want for each in EFFECTS if (each.said == "natural") != (each.why == "-" or each.recipe != each.want)] == []


def test_enough_effects_can_be_written_naturally():
    """The number is the score of the page."""
    assert sum(each.said == "natural" for each in EFFECTS) >= NATURAL
