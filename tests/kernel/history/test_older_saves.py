"""Saves and archives that were written before slots were declared (format 2) are read, in the middle of whatever was in progress.

The files in older_saves were made by commit 77556b5: games of the shipped books that stop in loops, choices, windows, payments,
batches, interrupts and reactions, each as a save and as the rows that a server keeps.
"""

import json

import pytest

from rulewright import testing
from rulewright.kernel.errors import SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import archive, saved_frames, saves
from rulewright.kernel.history.saved_frames import SavedFrame
from rulewright.kernel.history.saved_names import SavedNames
from rulewright.kernel.state import holding
from rulewright.program import own_procedures
from tests.kernel.history.older import FOLDER, book, written

NAMES = sorted(path.name.split(".")[0] for path in FOLDER.glob("*.gz"))
GAMES = [(name, n) for name in NAMES for n in range(len(written(name)["games"]))]
MORE = {("riftbound", 0): ["agenda"], ("riftbound", 1): ["agenda"]}
"""What is held otherwise if a game is played again now: the window of an allowed action also says who uses it, and a structure is
also given what was chosen before it."""


def names(name: str) -> SavedNames:
    """Gives what reads the names of a book."""
    return SavedNames(book(name), reading=True)


def loaded(name: str, n: int) -> Game:
    """Loads an older save."""
    save = written(name)["games"][n]["save"]
    return saves.load({**save, "book": {**save["book"], "hash": book(name).hash}}, book(name))


@pytest.mark.parametrize(("name", "n"), GAMES)
def test_an_older_save_is_read(name: str, n: int):
    """The converted state is the one to which the answers lead, and play continues from it."""
    game = loaded(name, n)
    state = saves.state_in(written(name)["games"][n]["save"]["state"], game.book)
    assert testing.differences(state, game.state) == MORE.get((name, n), [])
    testing.random_answer(game, 1)


@pytest.mark.parametrize(("name", "n"), GAMES)
def test_an_older_archive_is_read(name: str, n: int):
    """A hosted game is restored as it was, holds only declared values, can be undone to its beginning, and continues."""
    data = written(name)["games"][n]
    state, began = saves.state_in(data["snapshot"], book(name)), archive.head_in(data["head"])
    game = archive.revived(book(name), began, state, data["rows"], data["control"], data["past"], len(data["rows"]))
    assert testing.differences(game.state, loaded(name, n).state) == MORE.get((name, n), [])
    copy = game.copy()
    testing.random_answer(copy, 1)
    while len(game.done) > 1:
        assert holding.misfits(game.book, game.state) == []
        game.undo()
    assert game.fingerprint() == Game(book(name), began.scene, seed=began.seed).fingerprint()


def test_the_older_saves_stop_in_the_middle_of_every_kind_of_choice():
    """They stop in every form of loop, in choices, chosen orders, payments, batches, interrupts and reactions."""
    stops = {each for name, _ in GAMES for game in written(name)["games"] for each in game["under way"]}
    assert stops >= {"actor left", "actor had", "casts left", "among", "how many", "chosen so far", "chosen ones", "act", "batch",
                     "interrupts", "reactions", "resolved", "floor", "would:answer", "refs", "dice"}  # fmt: skip


def test_an_older_save_that_was_changed_is_refused():
    """The state must fit its fingerprint."""
    data = json.loads(json.dumps(written("honey")["games"][0]["save"]))
    data["state"]["agenda"][-1][3]["passes"] = 1
    with pytest.raises(SaveError, match="does not match its fingerprint: the file was changed"):
        saves.load(data, book("honey"))


def test_abilities_used_in_a_row_continue_from_an_older_save():
    """Older saves stored their progress under the name of the mark."""
    frame = saved_frames.read(
        names("netrunner"), SavedFrame(1, "Encounter", "2", {"subroutine left": (5, (1, 2)), "actor": 3}), 2
    )
    assert frame.vars == {"abilities left": (5, (1, 2)), "actor": 3}


def test_a_choice_to_take_the_rest_as_it_lies_continues_from_an_older_save():
    """Older saves stored this choice as a text."""
    name = next(each.name for each in book("netrunner").routines if any("as they lie" in slot.name for slot in each.slots))
    frame = saved_frames.read(
        names("netrunner"), SavedFrame(1, name, "2", {"actor so far": "the rest as they lie", "how many": 1}), 2
    )
    assert frame.vars == {"actor as they lie": True, "how many": 1}


def test_windows_are_written_by_name():
    """The numbers of kinds of action and of the priority rule differ between versions."""
    game = Game(book("honey"), next(iter(book("honey").scenes)), seed=1)
    window = next(each for each in saves.state_out(game.state, game.book)["agenda"] if each.procedure == "window")
    assert all(isinstance(kind, str) for kind in window.vars["kinds"]) and isinstance(window.vars["discipline"], str)
    assert saved_frames.read(names("honey"), window, saves.FORMAT) == next(
        f for f in game.state.agenda if f.procedure == own_procedures.WINDOW
    )


def test_a_word_that_the_rules_do_not_have_is_refused():
    """The refusal contains the word."""
    with pytest.raises(SaveError, match="the saved game refers to 'sing', which the rules do not have"):
        saved_frames.read(names("honey"), SavedFrame(1, "window", "", {"kinds": ("sing",)}), 3)
