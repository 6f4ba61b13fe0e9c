"""All facts are changed in one place: every kind of event is applied, undone, and reversed by its inverse event."""

import pytest

from rulewright.kernel.errors import Runaway
from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.state import events
from rulewright.kernel.state.facts import NOBODY, NOWHERE, SEEN, Lasting
from rulewright.testing import differences
from tests.kernel.fakes import ANN, COINS, HEALTH, Steps, Table, game

OX, ELK, NEW = 0, 1, 2
BOARD, OUT = 0, 1
BLESS, CURSE = Lasting(1, "Bless", OX, HEALTH, "add", 2, ()), Lasting(2, "Curse", OX, HEALTH, "add", -1, ())


@pytest.fixture
def state():
    """Gives the facts of a waiting game with two things, two effects, a tally and a link."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    found = game(main, table=Table().thing("Ox", health=5, coins=2).thing("Elk", health=4)).state
    for event in (
        ("lasts", None, BLESS),
        ("lasts", None, CURSE),
        ("tallied", "laps", OX, 0, 2),
        ("linked", OX, "foe", None, (ELK,)),
        ("revealed", OX, None, (ANN,), BOARD),
    ):
        events.apply(found, event)
    events.apply(found, ("noticed", 0, None, ("first",)))
    return found


def made(state):
    """Gives the event that makes an imp on top of the board."""
    return ("moved", NEW, (NOWHERE, NOWHERE, 0), (BOARD, 2, 0), ("Imp", (0,) * state.width))


EVENTS = {
    "a stat": (("changed", ELK, COINS, 0, 3), lambda s: s.cell(ELK, COINS) == 3 and s.cell(OX, COINS) == 2),
    "a place": (
        ("moved", OX, (BOARD, 0, 0, (ANN,)), (OUT, 0, 1, (ANN,)), None),
        lambda s: s.zones == [[ELK], [OX]] and s.cell(OX, 3) == 1,
    ),
    "to nowhere": (("moved", ELK, (BOARD, 1, 0), (NOWHERE, NOWHERE, 0), None), lambda s: s.zones[BOARD] == [OX]),
    "a zone": (("founded", 2, None, (1, ANN, 7)), lambda s: s.zones[2] == [] and s.grounds[2] == (1, ANN, 7)),
    "a zone's ground": (("founded", 1, (1, NOBODY, 0), (1, NOBODY, 9)), lambda s: s.grounds[1] == (1, NOBODY, 9)),
    "a link": (("linked", ELK, "foe", None, (OX,)), lambda s: s.links[ELK, "foe"] == (OX,) and s.links[OX, "foe"] == (ELK,)),
    "another link": (("linked", OX, "foe", (ELK,), (OX,)), lambda s: s.links == {(OX, "foe"): (OX,), (OX, SEEN): (ANN,)}),
    "a sight": (
        ("revealed", ELK, None, (ANN, 1), BOARD),
        lambda s: (s.links[ELK, SEEN], s.links[OX, SEEN]) == ((ANN, 1), (ANN,)),
    ),
    "another sight": (("revealed", OX, (ANN,), (1,), BOARD), lambda s: s.links[OX, SEEN] == (1,)),
    "a sight's end": (("revealed", OX, (ANN,), None, BOARD), lambda s: (OX, SEEN) not in s.links),
    "a sight that goes along": (
        ("moved", OX, (BOARD, 0, 0, (ANN,)), (OUT, 0, 1), None),
        lambda s: (OX, SEEN) not in s.links and s.places[OX] == OUT,
    ),
    "an effect": (("lasts", None, Lasting(3, "Tide", OX, HEALTH, "add", 1, ())), lambda s: s.touched[OX, HEALTH] == (1, 2, 3)),
    "the first effect gone": (("expired", BLESS, None), lambda s: list(s.lasting) == [2] and s.touched[OX, HEALTH] == (2,)),
    "an effect used": (("lasts", BLESS, BLESS._replace(uses=1)), lambda s: list(s.lasting) == [1, 2] and s.lasting[1].uses == 1),
    "a tally": (("tallied", "laps", OX, 2, 3), lambda s: s.tallies == {("laps", OX): 3}),
    "a tally at its end": (("tallied", "laps", OX, 2, 0), lambda s: s.tallies == {}),
    "a first tally": (("tallied", "laps", ELK, 0, 1), lambda s: s.tallies["laps", ELK] == 1),
    "a notice": (("noticed", 0, None, ("new",)), lambda s: s.noticed == [("new",), ("first",)]),
    "a notice taken up": (("noticed", 0, ("first",), None), lambda s: s.noticed == []),
    "an amendment": (("amended", "101", None, ("101", "words"), (7,)), lambda s: s.amendments == [("101", "words")]),
}


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_written_and_taken_back(state, name):
    """The event changes the fact; after undo every fact is as before, in the same order."""
    event, so = EVENTS[name]
    before = state.copy()
    events.apply(state, event)
    assert so(state)
    events.revert(state, event)
    assert differences(before, state) == [] and list(state.lasting) == list(before.lasting)


@pytest.mark.parametrize("name", [name for name in EVENTS if name not in ("a zone", "an amendment")])
def test_the_inverse_of_an_event_is_an_event(state, name):
    """The reversal of an act is recorded as events of the same kinds."""
    before = state.copy()
    for event in (EVENTS[name][0], events.inverse(EVENTS[name][0])):
        assert event[0] == EVENTS[name][0][0]
        events.apply(state, event)
    assert differences(before, state) == []


def test_undoing_removes_a_made_thing_without_trace(state):
    """A thing that is made gets the next slot; after undo there is no trace of it."""
    before = state.copy()
    events.apply(state, made(state))
    assert state.names == ["Ox", "Elk", "Imp"] and state.zones[BOARD] == [OX, ELK, NEW] and state.places[NEW] == BOARD
    events.revert(state, made(state))
    assert differences(before, state) == []


def test_announcements_change_no_fact(state):
    """An announcement changes nothing when it is applied or undone; its inverse announces that it is taken back."""
    before = state.copy()
    events.apply(state, ("rolled", 20, (7,)))
    events.revert(state, ("rolled", 20, (7,)))
    assert differences(before, state) == [] and events.inverse(("rolled", 20, (7,))) == ("told", "taken back", "rolled")


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_number_is_written_and_no_larger_one(state, sign):
    """A number that grows too large is an error, as a value and as an effect."""
    largest = sign * events.LARGEST
    events.apply(state, ("changed", OX, COINS, 2, largest))
    events.apply(state, ("lasts", None, BLESS._replace(id=9, amount=largest)))
    for event in (("changed", OX, COINS, 2, largest + sign), ("lasts", None, BLESS._replace(id=8, amount=largest + sign))):
        with pytest.raises(Runaway, match="a number would grow past 1,000,000,000,000,000,000"):
            events.apply(state, event)


def test_effects_on_a_question_are_found_again_after_a_save(state):
    """After a save the effects on each question are found again, in the order of their numbers."""
    before = dict(state.touched)
    state.touched = {}
    events.index_lasting(state)
    assert state.touched == before == {(OX, HEALTH): (1, 2)}
