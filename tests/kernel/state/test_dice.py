"""Each die depends only on the seed, the number of the answer and its place in the answer; examples may give the dice instead."""

from collections import Counter

import pytest

from rulewright.kernel.errors import DiceSpent, Runaway
from rulewright.kernel.flow.agenda import ask, go
from rulewright.kernel.history.journal import faces
from rulewright.kernel.state import dice as keyed
from rulewright.kernel.state.dice import die
from rulewright.program.declared import Limits
from tests.kernel.fakes import ANN, Steps, game


def roller(count: int = 2, sides: int = 20) -> Steps:
    """Makes a procedure that rolls with each answer."""

    def roll(m, frame):
        m.roll(count, sides)
        return go("", {})

    return Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": roll})


def rolls(playing) -> list:
    """Gives the faces of the last answer."""
    return [face for event in playing.done[-1].events if event[0] == "rolled" for face in event[2]]


def test_a_die_is_a_pure_function():
    """The same seed, answer and die give the same face in all versions: the expected faces are written in the test."""
    assert [die(7, 1, k, 20) for k in range(6)] == [die(7, 1, k, 20) for k in range(6)]
    assert [die(0, 0, 0, 20), die(1, 2, 3, 100), die(2**64 - 1, 9, 0, 6)] == [7, 11, 4]


def test_each_part_of_the_address_counts():
    """Another seed, another answer or another die gives other faces."""
    faces = {(s, n, k): die(s, n, k, 2**31) for s in range(4) for n in range(4) for k in range(4)}
    assert len(set(faces.values())) == 64


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
def test_each_face_comes_up_about_equally_often(sides):
    """Over 200 seeds × 100 dice each face comes up about equally often (within six standard deviations)."""
    throws = 20_000
    counts = Counter(die(seed, seed % 7, k, sides) for seed in range(200) for k in range(100))
    expected = throws / sides
    assert set(counts) == set(range(1, sides + 1))
    assert max(abs(count - expected) for count in counts.values()) < 6 * (expected * (1 - 1 / sides)) ** 0.5


def test_a_one_sided_die_shows_one():
    """The smallest die has one face."""
    assert {die(s, 0, 0, 1) for s in range(50)} == {1}


def test_the_dice_of_an_answer_do_not_depend_on_other_answers():
    """Answer 2 rolls the same whatever answer 1 rolled: if an answer is struck, the others keep their dice."""
    few, many = game(roller(1), seed=5), game(roller(7), seed=5)
    for playing in (few, many):
        playing.answer("Ann", "yes")
        playing.answer("Ann", "yes")
    assert rolls(few) == rolls(many)[:1] == [die(5, 2, 0, 20)]


def test_rolling_no_dice_emits_no_event():
    """Rolling nothing says nothing."""
    playing = game(roller(0))
    assert playing.answer("Ann", "yes") == (("chose", ANN, ("yes",)),)


def test_given_dice_are_rolled_in_their_order():
    """Given dice are used in order across answers, and each must be a face that the die has."""
    playing = game(roller(2, 6), dice=[3, 99, 1, 0])
    assert rolls(playing.answer("Ann", "yes") and playing) == [3, 6]
    assert rolls(playing.answer("Ann", "yes") and playing) == [1, 1]


def test_dice_that_run_out_say_which_die_is_needed():
    """The error names the missing die and how many were rolled before; the answer changed nothing."""
    playing = game(roller(2, 12), dice=[3, 4, 5])
    playing.answer("Ann", "yes")
    before = playing.fingerprint()
    with pytest.raises(DiceSpent, match="a d12 is needed after 3 dice") as error:
        playing.answer("Ann", "yes")
    assert error.value.sides == 12 and playing.fingerprint() == before


def test_a_copy_can_try_other_dice():
    """A copy answered with given dice tries one outcome and leaves the game as it was."""
    playing = game(roller(1, 6), dice=[])
    faces = []
    for face in range(1, 7):
        copy = playing.copy()
        copy.machine.script = (face,)
        copy.answer("Ann", "yes")
        faces += rolls(copy)
    assert faces == [1, 2, 3, 4, 5, 6] and playing.state.rolled == 0


def test_more_dice_than_the_bound_are_not_rolled():
    """As many dice as the bound are rolled; one more is an error that names the place, and nothing has changed."""
    enough, much = (game(roller(count), limits=Limits(dice=1500)) for count in (1500, 1501))
    enough.answer("Ann", "yes")
    assert len(rolls(enough)) == 1500
    with pytest.raises(Runaway, match=r"^1,501 dice in one expression, more than the limit of 1,500: main, given$"):
        much.answer("Ann", "yes")
    assert much.state.dice == 0


def test_the_faces_of_an_answer_are_those_of_all_its_rolls():
    """They are in the order of the rolls; no other event has faces."""
    happened = [("rolled", 6, (3, 5)), ("told", "x", (9,)), ("rolled", 20, (17,))]
    assert faces(happened) == (3, 5, 17)


# -- shuffling ---------------------------------------------------------------------------------------------------------


def shuffler(dice=None):
    """Gives the machine of a waiting game."""
    return game(roller(), seed=5, dice=dice).machine


@pytest.mark.parametrize(("dice", "order"), [((4, 3, 2), "adcb"), ((1, 1, 1), "dabc"), ((2, 3, 1), "cbda"), ((9, 9, 0), "bdca")])
def test_given_dice_decide_the_order_of_a_shuffle(dice, order):
    """Each die picks one of the cards that are left; the last card lies at the bottom."""
    assert "".join(shuffler(dice).shuffled("abcd")) == order


def test_a_shuffle_depends_on_seed_answer_and_number_of_shuffles():
    """The expected orders are written in the test, so they are the same in all versions. Other events do not matter."""
    m = shuffler()
    orders = ["".join(m.shuffled("abcdefgh"))]
    m.state.number, m.shuffles = 3, 0
    orders.append("".join(m.shuffled("abcdefgh")))
    orders.append("".join(m.shuffled("abcdefgh")))
    m.shuffles = 1
    m.emit(("told", "something"))
    assert "".join(m.shuffled("abcdefgh")) == orders[2]
    assert orders == ["ebgfachd", "hfdcbaeg", "cdheabgf"]


def test_shuffles_are_counted_from_the_start_in_each_answer():
    """The first shuffle of the second answer has number 1 again."""
    steps = {"": lambda m, f: go("more", {"order": m.shuffled("abcdefgh")}), "more": lambda m, f: ask((ANN,), "", {})}
    playing = game(Steps("main", steps), seed=5)
    playing.answer("Ann", "yes")
    assert playing.machine.shuffles == 1


def test_a_shuffle_uses_other_dice_when_the_given_ones_run_out():
    """It is not necessary to give all the dice of a shuffle."""
    assert "".join(shuffler((1,)).shuffled("abcd")) == "cadb"


# -- keyed dice, of hosted games ---------------------------------------------------------------------------------------

OPEN, HIDDEN = 0x1234567890ABCDEF << 190, 0xFEDCBA0987654321 << 180
KEY = 1 << 512 | OPEN << 256 | HIDDEN


def test_keyed_dice_show_every_face_about_as_often():
    faces = keyed.dice(KEY, 3, 0, 6000, 6)
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))


def test_keyed_dice_depend_on_the_answer_and_the_die_and_on_nothing_else():
    assert keyed.dice(KEY, 3, 0, 20, 20)[5:] == keyed.dice(KEY, 3, 5, 15, 20)
    assert keyed.dice(KEY, 3, 0, 20, 20) != keyed.dice(KEY, 4, 0, 20, 20)


def test_open_dice_tell_nothing_of_hidden_ones_and_the_other_way_round():
    other_hidden, other_open = KEY ^ 1, KEY ^ 1 << 256
    assert keyed.dice(KEY, 3, 0, 20, 20) == keyed.dice(other_hidden, 3, 0, 20, 20) != keyed.dice(other_open, 3, 0, 20, 20)
    assert keyed.dice(~KEY, 3, 0, 20, 20) == keyed.dice(~other_open, 3, 0, 20, 20) != keyed.dice(~other_hidden, 3, 0, 20, 20)


def test_keyed_dice_are_others_after_a_reroll():
    again = keyed.rerolled(KEY, (3,), 3)
    assert keyed.rerolled(KEY, (3,), 2) == KEY
    assert keyed.dice(again, 3, 0, 20, 20) != keyed.dice(KEY, 3, 0, 20, 20)
    assert keyed.dice(~again, 3, 0, 20, 20) != keyed.dice(~KEY, 3, 0, 20, 20)


def test_no_two_keys_are_the_same():
    assert len({keyed.key() for _ in range(100)}) == 100 and all(keyed.key() >= keyed.KEYED for _ in range(100))
