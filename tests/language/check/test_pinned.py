"""Saved games stay playable: a text that became an error after it was written can still be loaded from a save."""

import json

import pytest

from rulewright import books
from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from tests.language.grammar.test_readings import HEAD, TWO_WORDS

FAULTS = {
    "two readings of a line": TWO_WORDS + "Shout\ndo: shove all enemies",
    "a trigger that nothing sets off": (
        "Shout\ndo: all enemies lose 1 Health\n\nWary (Triggered)\nTrigger: an ally makes a token\ndo: gain 1 Wit"
    ),
    "a loop whose line does not say whose stat it means": "Shout\ndo: each ally: [Wit] += 1\n    all enemies lose 1 Health",
    "a mark that nobody declared": "Shout (Loudly)\ndo: all enemies lose 1 Health",
}


@pytest.mark.parametrize("text", FAULTS.values(), ids=FAULTS)
def test_a_save_is_read_although_its_text_would_be_refused_today(text: str):
    """The first reading is used, as when the game was begun; play continues, and undo leads back to the start."""
    with pytest.raises(RuleTextError):
        books.load(text=[("old.rules", HEAD + text)])
    began = Game(books.carried("old.rules", [("old.rules", HEAD + text)], {}), "Yard", seed=1)
    game = books.restore(json.dumps(saves.save(began)))
    game.answer("Reds", "Shout")
    assert game.state.cell(game.find("Ben"), game.book.stat("Health")) == 4
    game.undo()
    assert game.fingerprint() == began.fingerprint()


def test_text_that_cannot_be_compiled_is_refused_in_a_save_as_well():
    """Nothing is left out silently: the error names the line."""
    with pytest.raises(saves.SaveError, match=r"old.rules:\d+"):
        books.carried("old.rules", [("old.rules", HEAD + "Shout\ndo: frobnicate all enemies")], {})
