"""Saves have names where the state has numbers, because the numbers may differ in a later version of a book."""

import pytest

from rulewright import books
from rulewright.kernel.errors import SaveError
from rulewright.kernel.history.saved_names import SavedNames
from rulewright.kernel.state.facts import NOWHERE, Lasting, Question

BOOK = books.load("nomic")
TURN = BOOK.turn
STEP = BOOK.routines[TURN].labels[0][1]
DELAYED = BOOK.words.index("delayed")
MAIN, THIRD = BOOK.procedure_name(BOOK.main), BOOK.actions[2].name
COMMON = (BOOK.actions[2].word, NOWHERE)


def lasting(question: Question, *until: str | int) -> Lasting:
    return Lasting(3, "Haste", 0, question, "set", 1, until)


NAMED = {
    "an edge of a structure": (lasting(9, "begin", TURN, 0, 1), lasting(9, "begin", "Turn", 0, 1)),
    "a frame": (lasting(9, "frame", 7), lasting(9, "frame", 7)),
    "an extra structure": (lasting(("extra", TURN)), lasting(("extra", "Turn"))),
    "a skipped structure": (lasting(("skip", TURN, NOWHERE)), lasting(("skip", "Turn"))),
    "a skipped step": (lasting(("skip", TURN, 0)), lasting(("skip", f"{STEP} step of Turn"))),
    "a barred class": (lasting(("bar", DELAYED, ("301",))), lasting(("bar", "delayed", ("301",)))),
    "an action": (lasting(("price", 4, 9)), lasting(("price", 4, 9))),
}


@pytest.mark.parametrize("about", NAMED)
def test_a_lasting_effect_is_saved_with_names(about: str):
    """It is read back unchanged: by itself, in an event and in a prepared change."""
    effect, saved = NAMED[about]
    names, again = SavedNames(BOOK), SavedNames(BOOK, reading=True)
    assert names.lasting(effect) == saved and again.lasting(saved) == effect
    assert names.event(("expired", effect, None)) == ("expired", saved, None)
    assert again.change(names.change(("last", 0, effect))) == ("last", 0, effect)


NOTED = {
    "a note": (("linked", 2, DELAYED, None, (5,)), ("linked", 2, "noted delayed", None, (5,))),
    "another link": (("linked", 2, "at", None, (5,)), ("linked", 2, "at", None, (5,))),
    "a deed": (
        ("linked", 2, "deeds", None, (((3, 4), COMMON, True),)),
        ("linked", 2, "deeds", None, (((3, 4), (THIRD,), True),)),
    ),
    "a deed of a thing": (
        ("linked", 2, "deeds", None, (((3,), (COMMON[0], 9), False),)),
        ("linked", 2, "deeds", None, (((3,), (THIRD, 9), False),)),
    ),
    "a use": (("tallied", DELAYED, 2, 0, 1), ("tallied", "delayed", 2, 0, 1)),
    "a structure that has passed": (("tallied", ("passed", TURN), -1, 0, 1), ("tallied", f"Turn passed/{MAIN}", -1, 0, 1)),
    "an ability that was met": (("tallied", ("met", 2, 41), 7, 0, 1), ("tallied", f"{THIRD} is met/frame 41", 7, 0, 1)),
}


@pytest.mark.parametrize("about", NOTED)
def test_notes_and_tallies_are_saved_with_names(about: str):
    """Links of the kernel have names during play, too."""
    event, saved = NOTED[about]
    assert SavedNames(BOOK).event(event) == saved and SavedNames(BOOK, reading=True).event(saved) == event


def test_a_held_note_is_saved_with_its_name():
    change = ("bind", 2, DELAYED, (5,))
    saved = SavedNames(BOOK).change(change)
    assert saved == ("bind", 2, "noted delayed", (5,)) and SavedNames(BOOK, reading=True).change(saved) == change


UNKNOWN = [lasting(9, "end", "Lap", 0, 1), lasting(("skip", "nap step of Turn")), lasting(("bar", "x", ()))]


@pytest.mark.parametrize("saved", UNKNOWN)
def test_a_name_that_the_rules_do_not_have_is_refused(saved: Lasting):
    with pytest.raises(SaveError, match=r"the saved game refers to '.+', which the rules do not have"):
        SavedNames(BOOK, reading=True).lasting(saved)
