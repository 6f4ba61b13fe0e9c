"""Typed words at a table with a map: short words, similar names, and targets out of reach."""

import pytest

import rulewright
from rulewright.kernel.errors import Ambiguous, NotOffered
from rulewright.kernel.game import Game
from rulewright.kernel.words import read_path

SCENE = """
Uses: encounter
Scene Street
  cast Heroes: Hild at 18,1 (Moves 3)
  cast Raiders: {casts}
  ends when: one cast is left
"""


def street(casts: str) -> Game:
    """Begins a game on a long street, at Hild's turn near its end."""
    game = rulewright.new(rulewright.load(text=SCENE.format(casts=casts)), "Street", seed=1)
    while game.asking[0] != game.seat("Heroes"):
        game.answer(None, "pass")
    return game


def words(game: Game, text: str) -> list[str]:
    """Reads a typed line, and gives the options that it picks."""
    path = read_path(game, "Heroes", text)
    menus = [game.menu("Heroes", *path[:n]) for n in range(len(path))]
    return [menu.words(key) for menu, key in zip(menus, path, strict=True) if menu is not None]


BESIDE = "Alba at 19,1, Al at 2,1, Grommet at 18,2"


@pytest.mark.parametrize("text", ["strike alb", "strik alba"])
def test_an_action_and_its_target_may_both_be_short(text):
    """Both stand on one line, and each of them fits only one option."""
    assert words(street(BESIDE), text) == ["Strike", "Alba"]


@pytest.mark.parametrize("text", ["strik grom", "strike at grom", "stri the grommet"])
def test_the_beginnings_of_an_action_and_a_target_are_enough(text):
    """The beginning of the action comes first, then that of the target, with or without small words."""
    assert words(street(BESIDE), text) == ["Strike", "Grommet"]


def test_a_target_out_of_reach_is_refused_with_the_reason():
    """An actor is called Al, so `Al` does not mean Alba."""
    with pytest.raises(NotOffered, match=r"'Al' is not on the menu \(Strike: .*\): .*Al.*(tiles|reach|away)"):
        read_path(street(BESIDE), "Heroes", "Strike Al")


def test_an_answer_with_a_target_out_of_reach_is_refused_too():
    """The rule is the same for words that a program gives."""
    with pytest.raises(rulewright.Refused, match="'al' is not on the menu"):
        street(BESIDE).answer("Heroes", "Strike", "al")


def test_a_tile_out_of_reach_is_refused_with_the_reason():
    """`9,1` is a tile of the map and does not mean 19,1."""
    game = street("Al at 2,1")
    assert words(game, "Move 19,1") == words(game, "move to 1N 19E") == ["Move", "19,1"]
    with pytest.raises(NotOffered, match=r"'9,1' is not on the menu \(Move: .*\): 9,1 "):
        read_path(game, "Heroes", "Move 9,1")


def test_an_action_that_is_not_offered_is_refused_with_the_reason():
    """Strike has no target in reach, and `strike` does not mean another action with a similar name."""
    with pytest.raises(NotOffered, match=r"'strike' is not on the menu .*: no target for Strike"):
        read_path(street("Al at 2,1"), "Heroes", "strike al")


def test_a_beginning_that_fits_two_names_is_ambiguous():
    """This is so if neither name is typed in full."""
    with pytest.raises(Ambiguous, match="'gro' fits 'Grommet' or 'Grom'"):
        read_path(street("Grommet at 19,1, Grom at 18,2"), "Heroes", "strike gro")
    assert words(street("Grommet at 19,1, Grom at 18,2"), "strike grom") == ["Strike", "Grom"]
