"""The leak test of the contract: a book with hidden cards keeps it, and each way of telling what is hidden is noticed."""

from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import testing
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine
from rulewright.kernel.sight import handles, table, things, views, visibility, witness
from rulewright.kernel.state.facts import NOWHERE

pytestmark = pytest.mark.once("Python plays here in any case")

WHISPERS = rulewright.load(str(Path(__file__).with_name("whispers.rules")))
LANTERN = rulewright.load(str(Path(__file__).parents[1] / "shapes" / "lantern.rules"))


def broken(book: Any = LANTERN, answers: int = 40) -> str:
    """Gives what the contract says about a game that leaks."""
    with pytest.raises(testing.ContractError) as error:
        testing.check_book(book, seeds=(1, 2, 3), answers=answers)
    return str(error.value)


@pytest.fixture(autouse=True)
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets Python play, because what these tests break belongs to the Python machine."""
    monkeypatch.setenv(c_machine.SWITCH, "0")


def test_hidden_cards_keep_the_contract():
    """Hands, decks and cards face down are hidden from views, menus, reasons, records and errors."""
    assert len(testing.check_book(LANTERN, seeds=(1,), answers=40)) == 1


NOW = "sees no difference in what is hidden"
RECORD = "gets hides what is hidden"
VIEW = "gets next hides what is hidden"


def shown(m: Any, zone: int) -> Any:
    """Gives a zone with the names of all things in it."""
    return {"live": False, "things": [m.state.names[slot] for slot in m.state.zones[zone]]}


def test_a_view_that_shows_a_hidden_zone_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A view that lists the cards in another hand breaks the contract."""
    monkeypatch.setattr(table, "_kinds", lambda zones: [])
    monkeypatch.setattr(things, "zone", lambda viewing, zone, found: shown(viewing.m, zone))
    assert NOW in broken()


def test_a_reason_that_tells_of_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A reason that finds things by name in hidden zones breaks the contract."""
    called = Game.called
    monkeypatch.setattr(Game, "called", lambda self, name, player=None: called(self, name))
    assert NOW in broken()


def test_a_hidden_number_shown_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A text that depends on the stats of unseen cards breaks the contract."""
    monkeypatch.setattr(Game, "where", lambda self, player=None: f"all numbers together: {sum(self.state.cells)}")
    assert NOW in broken()


def test_a_menu_made_from_the_whole_game_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A menu whose options and reasons are computed from the whole game breaks the contract."""
    monkeypatch.setattr(visibility, "view_as", lambda m, viewer, face=NOWHERE: m)
    assert NOW in broken()


def test_the_name_of_an_unseen_thing_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """An unseen thing that can be picked has no name in the menu."""
    monkeypatch.setattr(visibility, "_nameless", lambda m, plain, slot: m.state.names[slot])
    found = broken()  # on the menu or, once it is picked, in the record, whichever comes first
    assert NOW in found or RECORD in found or VIEW in found


def test_events_that_are_not_redacted_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """A record that is not redacted names the card that another player draws."""
    monkeypatch.setattr(views, "redact", lambda m, viewer, event: event)
    assert RECORD in broken()


def test_the_contract_notices_a_leaked_owner_of_a_structure(monkeypatch: pytest.MonkeyPatch):
    """A heading that names the hidden card to which a structure belongs breaks the contract."""
    monkeypatch.setattr(witness.Witness, "begun", lambda self, event: event[0] == "began" and self.machine.state.names[event[3]])
    assert RECORD in broken(WHISPERS)


def test_the_machines_own_numbers_in_a_record_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """A record with the machine's numbers lets a viewer follow a card through a shuffle."""
    monkeypatch.setattr(witness, "RENUMBER", {})
    assert RECORD in broken()


def test_a_number_that_a_card_keeps_out_of_sight_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """If a card keeps its number while it is out of sight, it can be recognized when it comes back."""
    monkeypatch.setattr(witness.Witness, "_lose", lambda self, event: None)
    assert RECORD in broken(answers=80)


def test_a_handle_that_a_card_keeps_out_of_sight_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """If a card keeps its handle while it is out of sight, it can be recognized when it comes back."""
    monkeypatch.setattr(handles.Handles, "_lose", lambda self, event: None)
    assert VIEW in broken(answers=80)


def test_handles_given_by_the_machines_order_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """A view with the machine's own numbers reveals where hidden things are."""
    monkeypatch.setattr(handles.Handles, "of", lambda self, slot: slot)
    assert VIEW in broken()


def test_dice_of_a_shuffle_that_are_told_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """The dice of a shuffle reveal the new order to a viewer who knew the old one."""
    shuffled = Machine.shuffled

    def aloud(self: Machine, things: Any) -> tuple[int, ...]:
        order = shuffled(self, things)
        self.emit(("rolled", len(order), tuple(list(things).index(slot) + 1 for slot in order)))
        return order

    monkeypatch.setattr(Machine, "shuffled", aloud)
    assert RECORD in broken()


def test_a_move_that_tells_its_place_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """The index of a card in a hidden zone reveals which of several cards it is."""
    monkeypatch.setattr(views, "_spot", lambda place, seen: place)
    assert RECORD in broken(answers=80)


def test_the_name_of_a_card_laid_face_down_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """Words from the whole game name a card that is laid face down, and number cards out of sight."""
    monkeypatch.setattr(witness.Witness, "view_as", lambda self, event: self.machine)
    assert RECORD in broken()


def test_picks_of_others_that_are_told_are_noticed(monkeypatch: pytest.MonkeyPatch):
    """The pick of another player may be a hidden card, so it is not told."""
    monkeypatch.setitem(views.REDACT, "chose", lambda m, viewer, event: event)
    monkeypatch.setitem(witness.RENUMBER, "chose", lambda event, number: event)
    assert RECORD in broken()
