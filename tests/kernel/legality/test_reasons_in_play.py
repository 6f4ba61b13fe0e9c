"""Words about acts in a small game on a map: why one was allowed, why a pick is refused, what a past act is called."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.legality import allowing
from tests.language.lower.test_lowering_in_play import game

JAB = "Jab\nRange: 4 tiles, line of sight\nTarget: {}\nCost: {} Mana\ndo: target loses 1 Health\n"
SWAP = "Swap\nTarget: another actor\nAlso: another actor with [Health] > [Target Health]\ndo: target loses 1 Health\n"


def allowed(text: str, *path: str) -> list[str]:
    """Gives the reasons for an act of the first actor, with the values before it."""
    table = game(text)
    before = table.copy()
    table.answer("One", *path)
    return allowing.reasons(before, 0, table.done[-1].entry.path)


def refusal(table: Game, *path: str) -> str:
    """Gives the words in which an act of the first actor is refused."""
    with pytest.raises(Refused) as refused:
        table.answer("One", *path)
    return str(refused.value)


def test_an_allowed_act_names_its_cost_its_target_its_range_and_its_sight():
    """Also where the cost takes all there is."""
    whole = ["Jab costs 5 of 5 Mana", "Bo is an enemy of Ann", "Bo is 3 tiles away, Jab reaches 4", "Ann sees Bo"]
    assert allowed(JAB.format("an enemy", 5), "Jab", "Bo") == whole
    assert allowed(JAB.format("an enemy", 2), "Jab", "Bo")[0] == "Jab costs 2 of 5 Mana"


def test_a_target_out_of_several_is_one_of_them():
    assert allowed(JAB.format("at least 1 enemies", 1), "Jab", "Bo")[1] == "Bo is one of the enemies of Ann"


def test_an_action_without_a_possible_target_says_what_the_nearest_candidate_lacks():
    """Al and Abe are no enemies, which is tested first; Bo is an enemy, but too far away."""
    table = game("Jab\nRange: 2 tiles\nTarget: an enemy\ndo: target loses 1 Health\n")
    assert refusal(table, "Jab", "Bo").endswith("no target for Jab: Bo is 3 tiles away, Jab reaches 2 (t.rules:12)")


def test_a_refused_target_says_what_it_lacks():
    """Al stands beside Ann on her own side."""
    assert refusal(game(JAB.format("an enemy", 1)), "Jab", "Al") == (
        "'Al' is not on the menu (Jab: an enemy): Al is not an enemy of Ann (t.rules:12)"
    )


def test_a_refused_second_pick_says_what_it_lacks_beside_the_first():
    """Abe has as much Health as Al, who was picked before."""
    assert refusal(game(SWAP), "Swap", "Al", "Abe") == (
        "'Abe' is not on the menu (Swap: another actor with more Health than Target Health): "
        "Abe is not another actor with more Health than Target Health (t.rules:12)"
    )


def test_a_tile_out_of_range_is_refused_with_its_distance_and_a_tile_off_the_map_with_other_tiles():
    zap = "Zap\nRange: 2 tiles\nTarget: a tile\ndo: gain 1 Health\n"
    assert refusal(game(zap), "Zap", "4,1").endswith("(Zap: a tile): 4,1 is 3 tiles away, Zap reaches 2 (t.rules:12)")
    assert refusal(game(zap), "Zap", "9,9").endswith("(Zap: a tile): try '1,1' or '2,1' or '3,1'")


def test_a_past_act_of_a_game_without_a_clock_is_called_without_a_time():
    """Its number, its player, its action and its targets are told."""
    table = game("Jab\nTarget: an enemy\ndo: target loses 1 Health\n\nFind illegal\nTarget: a past act\ndo: strike the act\n")
    table.answer("One", "Jab", "Bo")
    menu = table.menu("One", "Find illegal")
    assert menu is not None and [option.words for option in menu.options] == ["1: One, Jab → Bo"]
