"""The contract itself: a small book with hidden hands keeps it, and each promise that is broken on purpose is noticed."""

import re
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import testing
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import agenda, performing, windows
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.legality import naming
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.native import c_machine
from rulewright.kernel.state import by_name, dice, events
from rulewright.kernel.state.facts import OWN
from rulewright.program.expressions import Slot, StatOf
from rulewright.program.quick_dataclasses import replace

pytestmark = pytest.mark.once("Python plays here in any case")

WHISPERS = rulewright.load(str(Path(__file__).with_name("whispers.rules")))
ENCOUNTER = rulewright.load("encounter")
SCENE = next(iter(ENCOUNTER.scenes))


@pytest.fixture(autouse=True)
def by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets Python play, because what is broken here belongs to the Python machine."""
    monkeypatch.setenv(c_machine.SWITCH, "0")


def broken(book=WHISPERS, scene: str = "Two hands", answers: int = 24) -> str:
    """Gives what the contract says about a broken game."""
    with pytest.raises(testing.ContractError) as error:
        testing.check_book(book, [scene], seeds=(1, 2, 3), answers=answers)
    return str(error.value)


def test_hidden_hands_keep_the_contract():
    """A book with hands and decks that others do not see hides them from views, menus, records and errors."""
    assert len(testing.check_book(WHISPERS, seeds=(1, 2), answers=40)) == 2


def test_the_message_names_game_seed_answer_and_place(monkeypatch: pytest.MonkeyPatch):
    """A broken promise is told with book, scene, seed, answer number and where the game stood."""
    monkeypatch.setattr(Game, "standing", lambda self: {"Heroes": object()})
    found = re.match(r"encounter, scene '.+', seed 1, answer \d+: a game read back looks the same: ", broken(ENCOUNTER, SCENE))
    assert found


def test_a_program_that_is_not_well_formed_is_noticed():
    """A condition until which something could last is about a stat that the book does not have."""
    book = replace(WHISPERS, untils=(StatOf(Slot("actor"), 999),))
    assert "the rules are a well-formed program: untils 0: StatOf refers to number 999 of" in broken(book, "Two hands")


def test_an_option_that_cannot_be_answered_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """An action that fails when it is performed breaks the contract."""

    def refuse(*_: Any) -> Any:
        raise Refused("not now")

    monkeypatch.setattr(performing, "perform", refuse)
    assert "every option can be answered" in broken(ENCOUNTER, SCENE)


def test_words_that_fit_two_options_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """Options with the same words cannot be distinguished at a table."""
    monkeypatch.setattr(naming.Namer, "__call__", lambda self, key: "something")
    assert "an option's words name it" in broken()


def test_an_accepted_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A menu that accepts a pick that it does not offer breaks the contract."""
    monkeypatch.setattr(Menu, "__contains__", lambda self, key: True)
    monkeypatch.setattr(Menu, "read", lambda self, pick: pick)
    monkeypatch.setattr(windows.Window, "_answer", lambda self, m, frame: agenda.go("passed", frame.vars))
    monkeypatch.setattr(windows.Window, "menu", lambda self, m, frame, player, picks: None if picks else Menu("?", ["pass"]))
    assert "is refused: it was accepted" in broken()


def test_a_refusal_that_changes_something_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A refused answer that changes something breaks the contract."""
    monkeypatch.setattr(Game, "_take_back", lambda self, happened, control: None)
    assert "a refused answer changes nothing" in broken()


def test_a_copy_that_shares_its_facts_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A copy that shares its facts with the game breaks the contract."""
    copy = Game.copy

    def shared(self: Game) -> Game:
        other = copy(self)
        other.state.cells = self.state.cells
        return other

    monkeypatch.setattr(Game, "copy", shared)
    assert "a copy is independent" in broken(ENCOUNTER, SCENE)


def test_a_fact_that_changes_without_an_event_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A fact that changes without an event breaks the contract."""
    answered = agenda.Machine.answered

    def meddle(self: agenda.Machine, answer: Any) -> None:
        self.state.cells[OWN] += 1
        answered(self, answer)

    monkeypatch.setattr(agenda.Machine, "answered", meddle)
    assert "facts change only by events" in broken()


def adding(value: Any) -> Any:
    """Puts a value without a slot into every frame."""
    push = agenda.Machine.push
    return lambda self, name, given, into=None: push(self, name, by_name.having(given, "x", value), into)


def test_a_state_that_is_not_plain_json_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A waiting game that is not plain JSON breaks the contract."""
    monkeypatch.setattr(WHISPERS.caches, "begun", {})  # no start is kept from before or for later
    monkeypatch.setattr(agenda.Machine, "push", adding({1}))
    assert "the waiting game is plain JSON" in broken()


def test_a_state_that_changes_on_its_way_through_json_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A value that JSON changes (a tuple becomes a list) breaks the contract."""
    monkeypatch.setattr(WHISPERS.caches, "begun", {})
    monkeypatch.setattr(agenda.Machine, "push", adding([1]))
    assert "a state read back is the same: ['agenda']" in broken()


def test_a_wrong_undo_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """An event that is not undone correctly breaks the contract."""
    revert = events.revert
    monkeypatch.setattr(events, "revert", lambda state, event: None if event[0] == "changed" else revert(state, event))
    assert "undoing everything returns to the beginning" in broken()


def test_a_game_that_forgets_its_seed_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """Dice that depend on anything but seed, answer and die break the contract."""
    thrown = iter(range(10**9))
    monkeypatch.setattr(
        dice, "dice", lambda seed, answer, first, count, sides: tuple(next(thrown) % sides + 1 for _ in range(count))
    )
    assert "the same seed begins the same game" in broken(ENCOUNTER, SCENE)


def test_a_player_with_nothing_to_pick_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A player who is asked with an empty menu breaks the contract."""
    monkeypatch.setattr(windows.Window, "menu", lambda self, m, frame, player, picks: Menu("nothing"))
    assert "an asked player has something to pick" in broken()


def test_a_save_that_cannot_be_read_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A save that does not lead back to the game breaks the contract."""
    save = saves.save
    monkeypatch.setattr(saves, "save", lambda game: {**save(game), "fingerprint": "0"})
    assert "a saved game can be read back" in broken()
