"""Menus: a list, a range of numbers or a text; a pick is read by key, by words or by part of them."""

from typing import Any

import pytest

from rulewright.kernel.errors import Ambiguous, Refused
from rulewright.kernel.legality.menus import Menu, Naming
from tests.kernel.fakes import ANN, asks, game

NAMES: dict[Any, str] = {1: "Goblin", 2: "Goblin Warrior", 3: "Grey Ox", 4: "pass"}
LIST = Menu("whom", list(NAMES), NAMES.__getitem__)
RANGE = Menu("how many", least=2, most=5)


def test_a_menu_contains_exactly_its_keys():
    """Its keys are on the menu and nothing else is, and a loop over it gives them in their order."""
    assert list(LIST) == [1, 2, 3, 4] and len(LIST) == 4 and 3 in LIST and 5 not in LIST


def test_a_range_contains_exactly_its_numbers():
    """A range holds every number between its ends, and no other."""
    assert list(RANGE) == [2, 3, 4, 5] and len(RANGE) == 4 and "3" not in RANGE
    assert [key for key in range(8) if key in RANGE] == [2, 3, 4, 5]


def test_a_menu_for_a_text_accepts_any_words():
    """A menu with a parser takes any text and nothing else."""
    said = Menu("what", parser="rule text")
    assert "anything" in said and said.read("anything") == "anything" and 3 not in said


def test_a_menu_shows_numbered_words():
    """Its text is the prompt and one numbered line for each option."""
    assert str(LIST) == "whom\n1. Goblin\n2. Goblin Warrior\n3. Grey Ox\n4. pass"


@pytest.mark.parametrize(
    ("pick", "key"),
    [
        (2, 2),
        ("Goblin Warrior", 2),
        ("goblin  warrior", 2),
        ("goblin", 1),  # a whole name goes before the beginning of a longer one
        ("goblin w", 2),
        ("warr", 2),
        ("GREY", 3),
        ("ox", 3),
        ("o", 3),  # not the o inside of Goblin
        ("gob war", 2),
    ],
)
def test_a_pick_is_read_by_key_words_or_part_of_them(pick, key):
    """A pick is a key, the words of an option in any letter case and spacing, or word beginnings that fit one option."""
    assert LIST.read(pick) == key


def test_words_that_fit_two_options_are_ambiguous():
    """The refusal names all options that fit."""
    with pytest.raises(Ambiguous, match=r"^'g' fits 'Goblin' or 'Goblin Warrior' or 'Grey Ox'$"):
        LIST.read("g")


@pytest.mark.parametrize("pick", ["oblin", "rey", "x", "goblin arrior", "warrior goblin"])
def test_words_match_from_the_start_of_a_word(pick):
    """Text inside a word does not match, and words in another order do not either."""
    with pytest.raises(Refused, match="is not on the menu"):
        LIST.read(pick)


@pytest.mark.parametrize("pick", ["9,1", "9", "1,1", "19,", "1"])
def test_a_number_is_never_cut_short(pick):
    """9,1 does not match 19,1, and 9 does not match 9,12."""
    with pytest.raises(Refused):
        Menu("where", ["19,1", "9,12"]).read(pick)


@pytest.mark.parametrize(("pick", "key"), [("orc", "Half-Orc"), ("half", "Half-Orc"), ("7", "7: a bid"), ("hook", "Lift (Hook)")])
def test_a_word_begins_after_a_space_a_bracket_or_a_hyphen(pick, key):
    """A number ends before any sign that is not a part of it."""
    assert Menu("which", ["Half-Orc", "7: a bid", "17: a bid", "Lift (Hook)"]).read(pick) == key


def test_an_unknown_pick_is_refused_with_the_nearest_option():
    """The refusal quotes the pick, the prompt and the nearest option."""
    with pytest.raises(Refused, match=r"^'Gobblin' is not on the menu \(whom\): try 'Goblin'$"):
        LIST.read("Gobblin")


def test_a_refusal_names_one_option_that_is_near_or_the_first_six():
    """If no option is near, the first six are named; an empty menu has none."""
    many = Menu("whom", [f"Goat {n}" for n in range(1, 9)])
    with pytest.raises(Refused, match=r": try 'Goat 1'$"):
        many.read("Goat 11")
    with pytest.raises(Refused, match=r": try 'Goat 1' or 'Goat 2' or 'Goat 3' or 'Goat 4' or 'Goat 5' or 'Goat 6'$"):
        many.read("zzz")
    with pytest.raises(Refused, match=r"^'zzz': nothing to pick$"):
        Menu("whom").read("zzz")


def test_a_match_at_the_beginning_of_a_word_is_preferred_to_one_inside():
    """Words with which one option begins mean this option, even if another one has them inside."""
    assert Menu("whom", ["Old Mill", "Mill Hand"]).read("mill") == "Mill Hand"


class Twins(Naming):
    """Words for keys, of which those with even numbers are alike."""

    def __call__(self, key):
        return f"Goat {key % 2}"

    def alike(self, keys):
        return all(key % 2 == 0 for key in keys)


def test_words_for_several_equal_options_mean_the_first():
    """If the options are alike, the first is taken without a question; otherwise the words are ambiguous."""
    assert Menu("whom", [3, 4, 6], Twins()).read("goat 0") == 4
    with pytest.raises(Ambiguous):
        Menu("whom", [3, 5, 6], Twins()).read("goat 1")


def test_a_range_of_one_number_is_a_range():
    """From three to three one number can be picked, and a refusal says so."""
    one = Menu("how many", least=3, most=3)
    assert len(one) == 1 and list(one) == [3] and 3 in one and one.read("3") == 3
    with pytest.raises(Refused, match="4 is not a number from 3 to 3"):
        one.read(4)


@pytest.mark.parametrize("pick", [0, 9, True, None, 2.5, ("Goblin", 1), ""])
def test_a_pick_that_is_not_a_key_is_refused(pick):
    """Numbers off the menu, truth values, None and empty words are refused."""
    with pytest.raises(Refused):
        LIST.read(pick)


@pytest.mark.parametrize(("least", "most", "pick", "key"), [(-3, -1, "-2", -2), (1, 30, "3", 3), (3, 3, "03", 3)])
def test_a_number_is_read_whatever_it_is_called(least, most, pick, key):
    """Digits mean the number even if its option has other words."""
    assert Menu("how much", words=lambda n: "some", least=least, most=most).read(pick) == key


def test_a_number_is_read_from_words():
    """A range reads digits, and refuses other numbers with its bounds."""
    assert RANGE.read("4") == 4 and Menu("how much", least=-3, most=-1).read("-2") == -2
    for wrong in ("9", "X3"):
        with pytest.raises(Refused, match=rf"'{wrong}' is not a number from 2 to 5 \(how many\)"):
            RANGE.read(wrong)


@pytest.mark.parametrize(
    ("offer", "said", "key"), [(LIST, "grey ox", 3), (RANGE, "4", 4), (Menu("what", parser="rule text"), "4", "4")]
)
def test_a_game_takes_each_kind_of_menu(offer, said, key):
    """A list, a range and a text are answered in the same way, and the key is recorded."""
    playing = game(asks("main", ANN, offer=offer))
    playing.answer("Ann", said)
    assert playing.journal[-1].path == (key,)


TEXTS = Menu(
    "what", ["No tolls", "Tolls"], parser="rule text", judge=lambda text: "" if "olls" in str(text) else f"{text} is no rule"
)


@pytest.mark.parametrize(("pick", "key"), [("tolls", "Tolls"), ("no TOLLS", "No tolls"), ("More tolls", "More tolls")])
def test_a_text_may_be_given_by_its_name(pick, key):
    """Letter case does not matter; a text without such a name is taken as it is."""
    assert TEXTS.read(pick) == key


def test_a_text_that_is_wrong_is_refused_with_what_is_wrong():
    """The object that judges the text says what is wrong."""
    with pytest.raises(Refused, match=r"^Nonsense is no rule$"):
        TEXTS.read("Nonsense")


def test_a_menu_with_only_some_of_its_keys_still_refuses_wrong_texts():
    """Bots and menus in which equal options are one leave keys out."""
    some = TEXTS.only(TEXTS.keys[:1])
    assert (some.default, some.parser, some.judge) == (TEXTS.default, TEXTS.parser, TEXTS.judge)
    assert TEXTS.judge is not None
