"""An amount that is divided among several things: as a player chooses, or evenly, and all at once."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import Bound, bind

TEXT = """\
Uses: nothing
Start: Game
Stat Life: at least 0, takes damage
Stat Gold, Charge: at least 0
Zone Players: in play
Zone Board: in play
Zone Grave: seen by all
Kind Rat: a card
structure Game
  step laps: repeat Lap
structure Lap
  step turns: each player: take a Turn
structure Turn of a player
  step act: window actions for the player, any number
Gnaw (Rat)
Life: 3
Nibble (Rat)
Life: 3
Scratch (Rat)
Life: 3
Scene Board
  seats Ann, Bo, Cy
  Ann's Board: Gnaw, Nibble, Scratch

Death (Automatic)
Trigger: [Life] of a rat falls to 0
do: move this to Grave
    each player: it gains 1 Gold

"""


def bound(lines: str) -> Bound:
    return bind([("divide.rules", f"{TEXT}Act\n{lines}\n")], lambda used: ())


def played(lines: str, *answers: str | int, picks: tuple[str, ...] = ()) -> Game:
    found = bound(lines)
    assert found.book is not None, found.problems
    game = Game(found.book, "Board", seed=1)
    game.answer("Ann", "Act", *picks)
    for answer in answers:
        game.answer(game.asking[0], answer)
    return game


def stats(game: Game, stat: str, *names: str) -> list[int]:
    return [game.state.cell(game.find(name), game.book.stat(stat)) for name in names]


RATS = ("Scratch", "Nibble", "Gnaw")


def test_somebody_says_how_much_each_gets_and_the_last_gets_the_rest():
    """The player is asked about two of the things, but not about the third."""
    game = played("do: deal 5 damage divided as you choose among all rats", 1, 2)
    assert stats(game, "Life", *RATS) == [2, 1, 1]


def test_the_question_names_whom_it_is_about_and_the_bounds():
    """A player cannot give more than is left."""
    game = played("do: deal 5 damage divided as you choose among all rats", 4)
    menu = game.menu("Ann")
    assert menu is not None and menu.prompt == "Ann: how much goes to Nibble (0 to 1)"
    with pytest.raises(Refused, match="not a number from 0 to 1"):
        game.answer("Ann", 2)


def test_all_get_their_part_at_the_same_time():
    """The death of one thing does not change the parts of the others, and both deaths are noticed afterwards."""
    game = played("do: deal 6 damage to all rats, divided as you choose", 3, 3)
    assert stats(game, "Gold", "Ann") == [2] and stats(game, "Life", "Scratch") == [3]


def test_each_thing_of_a_division_can_have_a_least_amount():
    """If both get at least 1, three of five points are left to divide; if there are too few, the first get them."""
    game = played("do: deal 5 damage divided as you choose among all rats, at least 1 each")
    menu = game.menu("Ann")
    assert menu is not None and (menu.least, menu.most) == (1, 3)
    short = played("do: deal 2 damage divided as you choose among all rats, at least 1 each")
    assert stats(short, "Life", *RATS) == [2, 2, 3]


def test_an_amount_can_be_divided_among_any_number_of_targets():
    """The chosen targets share it; a single target gets all of it and nobody is asked."""
    lines = "Target: any number of rats\ndo: deal 2 damage divided as you choose among any number of targets"
    two = played(lines, 2, picks=("Gnaw", "Scratch", "done"))
    assert stats(two, "Life", *RATS) == [3, 3, 1]
    one = played(lines, picks=("Nibble", "done"))
    assert stats(one, "Life", *RATS) == [3, 1, 3]
    none = played(lines, picks=("done",))
    assert stats(none, "Life", *RATS) == [3, 3, 3]


def test_another_player_divides():
    """The target is asked to divide; an amount of dice is rolled only once."""
    game = played("Target: an opponent\ndo: all players gain 7 Gold, divided as target chooses", picks=("Bo",))
    assert game.asking == (1,)
    game.answer("Bo", 1)
    game.answer("Bo", 6)
    assert stats(game, "Gold", "Ann", "Bo", "Cy") == [1, 6, 0]
    rolled = played("do: all players gain 1d6 + 2 Gold, divided as you choose", 1, 1)
    assert sum(event[0] == "rolled" for event in rolled.events) == 1


@pytest.mark.parametrize(
    ("lines", "each"), [("all players gain 7 Gold, divided evenly", 2), ("all players gain 2 Gold divided evenly", 0)]
)
def test_an_even_division_is_rounded_down(lines: str, each: int):
    """The remainder is lost."""
    assert stats(played(f"do: {lines}"), "Gold", "Ann", "Bo", "Cy") == [each] * 3


def test_counters_are_divided_too():
    """Any stat can be divided among any things."""
    game = played("do: put 4 Charge counters divided as you choose among all rats with [Life] > 2", 4)
    assert stats(game, "Charge", *RATS) == [4, 0, 0]
    assert stats(played("do: put 6 Charge counters divided evenly among all rats"), "Charge", *RATS) == [2, 2, 2]


@pytest.mark.parametrize(
    "does",
    [
        "deal 5 damage to the actor, divided as you choose",
        "the actor wins the game divided evenly",
        "gain 5 Gold divided evenly among all rats",
    ],
)
def test_an_impossible_division_is_an_error(does: str):
    """Examples are a single thing, no amount, and an effect that already names its object."""
    assert any("divided" in problem.message for problem in bound(f"do: {does}").problems)
