"""Numbers with names, effects to choose from, and sums in words."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from tests.language.in_play.test_blocks import bound, coins


def game(does: str) -> Game:
    found = bound(f"Act\n{does}\n")
    assert found.book is not None, found.problems
    return Game(found.book, "Board", seed=1)


@pytest.mark.parametrize(
    ("amount", "value"),
    [
        ("half [Coins]", 2),
        ("half of [Coins] rounded up", 3),
        ("[Coins] / 2 rounded up", 3),
        ("[Coins] / 2, rounded down", 2),
        ("the remainder of [Coins] / 3", 2),
        ("the lower of [Coins] and 3", 3),
        ("the higher of [Coins] and 3 + 4", 7),
        ("half of (the lower of [Coins] and 9) + 1", 3),
        ("[Coins] / (2 - 2) rounded up", 0),
    ],
)
def test_sums_written_in_words_are_computed(amount: str, value: int):
    """Each sum has the expected value; a division by 0 gives 0."""
    assert coins(f"do: each opponent: it gains {amount} Coins") == [5, 7 + value, 1 + value]
    assert coins(f"do: [Coins] = {amount}")[0] == value


def test_a_remainder_without_a_division_is_an_error():
    """The error stands at the percent sign."""
    (problem,) = bound("Act\ndo: gain the remainder of 7 * 2 Coins\n").problems
    assert "only a division" in problem.message


def test_a_number_is_worked_out_once():
    """One die is rolled, and its face is used twice."""
    played = game("do: let X be 1d6\n    gain X Coins\n    each opponent: it gains X Coins")
    events = played.answer("Ann", "Act")
    assert sum(event[0] == "rolled" for event in events) == 1
    gained = [played.state.cell(slot, played.book.stat("Coins")) - had for slot, had in zip(range(3), (5, 7, 1), strict=True)]
    assert len(set(gained)) == 1 and gained[0] > 0


def test_a_number_is_known_in_its_component_alone():
    """A number named in `do` is unknown in `then` and in other actions."""
    (problem,) = bound("Act\ndo: let X be 2\nthen: gain X Coins\n").problems
    assert "'X' is not a number" in problem.message
    assert bound("Act\ndo: let X be 2\n\nOther\ndo: gain X Coins\n").problems


@pytest.mark.parametrize("name", ["x", "Share", "XY", "1"])
def test_a_number_is_named_by_a_capital_letter(name: str):
    """Any other name is an error that says so."""
    (problem,) = bound(f"Act\ndo: let {name} be 2\n").problems
    assert "is not a name for a number" in problem.message


def test_the_asked_player_chooses_the_number():
    """The target is asked, and its number counts; a number out of bounds is refused and changes nothing."""
    played = game("Target: an opponent\ndo: target chooses N up to [Target Coins]\n    target loses N Coins\n    gain N Coins")
    played.answer("Ann", "Act", "Bo")
    assert played.asking == (1,)
    with pytest.raises(Refused, match="not a number from 0 to 7"):
        played.answer("Bo", "8")
    played.answer("Bo", "4")
    assert [played.state.cell(slot, played.book.stat("Coins")) for slot in range(2)] == [9, 3]


def test_a_single_possible_number_is_taken_without_asking():
    """From 5 to 3 only 5 is possible, from 0 to 0 only 0."""
    assert coins("do: choose X from 5 to 3\n    gain X Coins")[0] == 10
    assert coins("do: choose X up to [Coins] - 5\n    gain X Coins")[0] == 5


WAYS = """\
do: choose {}:
      gain 2 Coins
      each opponent: it loses 1 Coins
      double:
        gain [Coins] Coins
        lose 1 Coins
"""


def test_one_of_several_effects_is_chosen():
    """The others do not happen; a name stands for several lines."""
    assert coins(WAYS.format("one"), "double") == [9, 7, 1]
    assert coins(WAYS.format("one"), "gain 2 Coins") == [7, 7, 1]


def test_those_chosen_happen_in_the_order_of_the_page():
    """The order of choosing does not matter: two are gained before they are doubled."""
    assert coins(WAYS.format("two"), "double", "gain 2 Coins") == [13, 7, 1]
    assert coins(WAYS.format("two"), "gain 2 Coins", "double") == [13, 7, 1]


def test_none_is_chosen_twice_and_no_more_than_there_are():
    """If five of three effects are asked for, all three are chosen."""
    played = game(WAYS.format("five"))
    played.answer("Ann", "Act")
    played.answer("Ann", "double")
    assert "double" not in list(played.menu("Ann") or ())
    played.answer("Ann", "gain 2 Coins")
    played.answer("Ann", "each opponent: it loses 1 Coins")
    assert [played.state.cell(slot, played.book.stat("Coins")) for slot in range(3)] == [13, 6, 0]


def test_of_up_to_two_fewer_may_be_chosen():
    """`Done` is offered, also before the first choice."""
    assert coins(WAYS.format("up to two"), "done") == [5, 7, 1]
    assert coins(WAYS.format("up to two"), "gain 2 Coins", "done") == [7, 7, 1]


def test_choosing_again_in_a_loop_starts_over():
    """An effect chosen the first time is offered again the second time."""
    ways = "do: 2 times:\n      choose one:\n        gain 2 Coins\n        lose 1 Coins\n"
    assert coins(ways, "gain 2 Coins", "gain 2 Coins") == [9, 7, 1]


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("do: choose one: gain 1 Coins", "no choices below this line"),
        ("do: choose one:\n      gain 1 Coins\n      gain 1 Coins", "have the same name"),
        ("do: choose one:\n      gain 1 Coins\n      gain 1 Cions", "'Cions' is not a declared stat"),
        ("do: the actor wins the game for each player", "no amount"),
    ],
)
def test_an_impossible_choice_is_an_error(does: str, message: str):
    """Examples are no effects below, two equal effects, a mistake in one of them, and nothing to multiply."""
    assert any(message in problem.message for problem in bound(f"Act\n{does}\n").problems)


def test_an_amount_can_be_counted_for_each_of_something():
    """Two are gained for each opponent with some; dice are rolled for each."""
    assert coins("do: gain 2 Coins for each opponent with [Coins] > 3") == [7, 7, 1]
    assert coins("do: gain 2 Coins this Turn for each opponent\n    gain [Coins] Coins") == [14, 7, 1]
    assert coins("do: gain 2 Coins for each opponent this Turn\n    gain [Coins] Coins") == [14, 7, 1]
    events = game("do: gain 1d6 Coins for each player").answer("Ann", "Act")
    assert [len(event[2]) for event in events if event[0] == "rolled"] == [3]


def test_the_word_it_means_the_target_or_the_current_thing_of_a_loop():
    """`it` and `its` refer to the target, and inside `each` to the current thing."""
    does = "do: it loses 1 Coins\n    each opponent: it gains 5 Coins\n    if [It Coins] > 4: its player gains 1 Coins"
    played = game(f"Target: an opponent\n{does}")
    played.answer("Ann", "Act", "Bo")
    assert [played.state.cell(slot, played.book.stat("Coins")) for slot in range(3)] == [5, 12, 6]


def test_a_number_is_named_when_the_action_is_declared():
    """An unaffordable number is not on the menu; the chosen number is paid and used."""
    played = game("Cost: X Coins\nX: 2 to [Coins]\nTarget: an opponent\ndo: target gains X * 2 Coins")
    assert list(played.menu("Ann", "Act") or ()) == [2, 3, 4, 5]
    played.answer("Ann", "Act", 3, "Bo")
    assert [played.state.cell(slot, played.book.stat("Coins")) for slot in range(2)] == [2, 13]


def test_an_action_whose_least_number_cannot_be_paid_is_not_offered():
    """The least number costs six of the five coins."""
    played = game("Cost: X Coins\nX: 6 to 9\ndo: gain 1 Coins")
    why = played.why_not("Ann", "Act")
    assert why is not None and why.check == "cost"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("Cost: X Coins\nX: many\n", "does not give a lower and an upper bound"),
        ("Cost: each opponent: it loses X Coins\n", "is not a cost"),
        ("X: up to 3\nCost: Y Coins\n", "'Y' is not a number"),
    ],
)
def test_a_number_that_cannot_be_read_is_an_error(lines: str, message: str):
    """Examples are invalid bounds, an invalid cost, and a letter that names no number."""
    assert any(message in problem.message for problem in bound(f"Act\n{lines}do: gain 1 Coins\n").problems)


@pytest.mark.parametrize(
    ("amount", "value"),
    [
        ("[most Coins of all players]", 7),
        ("[second most Coins of all players]", 5),
        ("[least Coins of all players]", 1),
        ("[most Coins of all players with [Coins] < 7]", 5),
        ("[second most Coins of all players with [Coins] < 2]", 0),
    ],
)
def test_the_highest_second_highest_and_lowest_value_of_a_stat_are_numbers(amount: str, value: int):
    """Each can be used as a number; it is 0 if there is no such value."""
    assert coins(f"do: [Coins] = {amount}")[0] == value


def test_the_player_with_the_most_is_found_by_comparing():
    """If several players share the most, each of them is found."""
    does = "do: each player with [Coins] = [most Coins of all players]: it gains 10 Coins"
    assert coins(does) == [5, 17, 1]
    assert coins(f"do: gain 2 Coins\n    {does[4:]}") == [17, 17, 1]
