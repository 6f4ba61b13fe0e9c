"""Nouns such as `one of your tools`, where somebody chooses; nouns that are one thing or another, or have the most of a stat."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind
from tests.language.in_play.test_blocks import bound, coins

CARDS = """\
Uses: nothing
Start: Game
Stat Coins, Power: at least 0
Zone Players: in play
Zone Board: in play
Zone Heap: of each player, seen by all
Kind Beast: a card
Kind Tool: a card
Word bury <whom>: tell burial; move <whom> to its owner's Heap

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only

Ox (Beast)
Power: 3

Rat (Beast)
Power: 1

Axe (Tool)

Scene Yard
  seats Ann, Bo
  Ann's Board: Ox, Rat, Axe
  Bo's Board: Ox, Rat

"""


def game(does: str) -> Game:
    found = bind([("nouns.rules", f"{CARDS}Act\n{does}\n")], lambda used: ())
    assert found.book is not None, found.problems
    return Game(found.book, "Yard", seed=1)


def lying(played: Game, name: str) -> list[str]:
    """Gives the names of the things in a player's heap."""
    state = played.state
    heap = state.owned(next(n for n, zone in enumerate(played.book.zones) if zone.name == "Heap"), played.seat(name))
    return [state.names[slot] for slot in state.zones[heap]]


def test_one_of_some_things_is_chosen_by_whoever_acts():
    """All things that fit are offered, and the chosen one is meant in the whole phrase."""
    played = game("do: bury a beast you control")
    played.answer("Ann", "Act")
    assert played.menu("Ann") is not None and len(list(played.menu("Ann") or ())) == 2
    played.answer("Ann", "Rat")
    assert lying(played, "Ann") == ["Rat"]


@pytest.mark.parametrize("first", ["a beast you control loses 1 Power", "choose a beast you control"])
def test_the_word_it_means_afterwards_the_thing_that_was_chosen(first: str):
    """Without a trigger, a loop or a target, `it` in the following lines means the chosen thing."""
    played = game(f"do: {first}\n    bury it")
    played.answer("Ann", "Act")
    played.answer("Ann", "Rat")
    assert lying(played, "Ann") == ["Rat"]


def test_the_word_it_also_means_the_thing_that_was_drawn_at_random():
    """The one tool is drawn at random, and then buried."""
    played = game("do: a random tool loses 1 Power\n    bury it")
    played.answer("Ann", "Act")
    assert lying(played, "Ann") == ["Axe"]


def test_the_word_it_means_nobody_after_several_were_chosen():
    """If two things were chosen, `it` would not say which of them."""
    found = bind([("nouns.rules", f"{CARDS}Act\ndo: choose 2 beasts\n    bury it\n")], lambda used: ())
    assert [problem.message for problem in found.problems] == ["`it` is nobody here"]


def test_a_single_candidate_is_taken_without_asking():
    """The only axe is taken without a question; afterwards there is none."""
    played = game("do: bury a tool\n    bury a tool\n    gain 1 Coins")
    played.answer("Ann", "Act")
    assert lying(played, "Ann") == ["Axe"] and played.state.cell(0, played.book.stat("Coins")) == 1


def test_each_player_of_a_loop_chooses_for_itself():
    """Ann chooses among her own things, then Bo among his."""
    played = game("do: each player: bury a beast it controls")
    played.answer("Ann", "Act")
    played.answer("Ann", "Ox")
    assert played.asking == (1,)
    played.answer("Bo", "Rat")
    assert (lying(played, "Ann"), lying(played, "Bo")) == (["Ox"], ["Rat"])


def test_a_cost_is_paid_with_what_is_picked_when_the_action_is_declared():
    """Nobody can pay with another player's things, and a player without such things cannot act."""
    played = game("Cost: bury a beast you control\ndo: gain 1 Coins")
    played.answer("Ann", "Act", "Rat")
    assert lying(played, "Ann") == ["Rat"]
    why = game("Cost: bury a tool you control\ndo: gain 1 Coins").why_not("Bo", "Act")
    assert why is not None


def test_two_such_nouns_in_one_line_are_an_error():
    """`it` would be ambiguous."""
    found = bind([("nouns.rules", f"{CARDS}Act\ndo: attach a tool to a beast\n")], lambda used: ())
    assert found.book is None and len(found.problems) == 1


def test_a_target_may_be_one_kind_of_thing_or_another():
    """The target is a tool or a player, but no beast."""
    played = game("Target: a tool or a player\ndo: target gains 1 Coins")
    assert played.why_not("Ann", "Act", "Axe") is None and played.why_not("Ann", "Act", "Bo") is None
    why = played.why_not("Ann", "Act", "Rat")
    assert why is not None and why.check == "target"


def test_the_things_with_the_most_of_a_stat_are_found():
    """Both oxen are found among all things; among the things of one player, only that player's own."""
    played = game("do: bury all beasts with the most Power")
    played.answer("Ann", "Act")
    assert (lying(played, "Ann"), lying(played, "Bo")) == (["Ox"], ["Ox"])
    played = game("do: bury all beasts you control with the least Power")
    played.answer("Ann", "Act")
    assert (lying(played, "Ann"), lying(played, "Bo")) == (["Rat"], [])


@pytest.mark.parametrize(("who", "left"), [("most", [5, 8, 1]), ("second most", [6, 7, 1]), ("least", [5, 7, 2])])
def test_the_player_with_the_most(who: str, left: list[int]):
    """The phrase means the player who has the most of the stat."""
    assert coins(f"do: the player with the {who} Coins gains 1 Coins") == left


def test_all_who_share_the_most_are_meant():
    """Ann and Bo both have seven, so both are meant."""
    assert coins("do: gain 2 Coins\n    each player with the most Coins: it gains 1 Coins") == [8, 8, 1]


def test_most_of_an_unknown_stat_is_an_error():
    """The noun would match nothing."""
    assert bound("Act\ndo: the player with the most Gems gains 1 Coins\n").problems


MUCH = [
    "with power 2 or more",
    "with 2 or more Power",
    "with at least two power",
    "that has more than 1 Power",
    "with a power of 2 or greater",
]


@pytest.mark.parametrize("words", MUCH)
def test_a_noun_says_in_words_how_much_a_thing_has(words: str):
    """The ox has 3, the rat 1."""
    played = game(f"do: bury a beast you control {words}")
    played.answer("Ann", "Act")
    assert lying(played, "Ann") == ["Ox"]


def test_a_player_without_a_stat_is_named_by_with_no():
    """At first nobody has coins; afterwards there is no such player."""
    played = game("do: each player with no Coins gains 1 Coins\n    each player with no Coins gains 1 Coins")
    played.answer("Ann", "Act")
    assert [played.state.cell(seat, played.book.stat("Coins")) for seat in (0, 1)] == [1, 1]


def test_one_of_those_that_have_the_most_is_chosen():
    """`a beast` is one of them, `the beast` is all that share the value."""
    played = game("do: bury a beast with the most Power")
    played.answer("Ann", "Act")
    menu = played.menu("Ann")
    assert menu is not None and len(menu.options) == 2  # the rats of the yard are weaker than its oxen
    all_of_them = game("do: bury the beast with the most Power")
    all_of_them.answer("Ann", "Act")
    assert lying(all_of_them, "Ann") == lying(all_of_them, "Bo") == ["Ox"]
