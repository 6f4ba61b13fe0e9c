"""Prepared changes: plain tuples, and the very events they become."""

import pytest

from rulewright.kernel import effects
from rulewright.kernel.agenda import ask
from rulewright.kernel.book import Zone
from rulewright.kernel.state import NOBODY, NOWHERE, TILE
from tests.kernel.fakes import ANN, COINS, HEALTH, Steps, Table, game

OX, ELK = 0, 1
BOARD, OUT, HAND = 0, 1, 2


@pytest.fixture
def m():
    """Gives the machine of a waiting game: an ox and an elk on the board, a place that keeps lives and one that does not."""
    zones = (Zone("Board", live=True), Zone("Out", keeps=True), Zone("Hand"))
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=Table(zones).thing("Ox", health=5).thing("Elk", health=4)).machine


def sent(m, slot: int, zone: int, at: str = "top"):
    """Sends something and gives the event of it."""
    effects.do(m, effects.send(slot, zone, at))
    return next(event for event in reversed(m.events) if event[0] == "moved")


def test_a_prepared_change_is_plain():
    """What would change is a tuple that a reaction can read and alter."""
    assert effects.alter(OX, COINS, "+=", 3) == ("alter", OX, COINS, "+=", 3, "")
    assert effects.alter(OX, COINS, "+=", 3, "fire")[5] == "fire"
    assert effects.shift(OX, 7) == ("alter", OX, TILE, "=", 7, "")
    assert effects.send(OX, OUT) == ("send", OX, OUT, "top")


def test_things_go_to_the_top_or_to_the_bottom(m):
    """Within a zone too, where the place one leaves is free."""
    assert sent(m, OX, BOARD) == ("moved", OX, (BOARD, 0, 0), (BOARD, 1, 0), None) and m.state.zones[BOARD] == [ELK, OX]
    assert sent(m, OX, BOARD, "bottom") == ("moved", OX, (BOARD, 1, 0), (BOARD, 0, 0), None)
    sent(m, ELK, OUT)
    assert sent(m, OX, OUT) == ("moved", OX, (BOARD, 0, 0), (OUT, 1, 0), None)
    assert sent(m, OX, BOARD) == ("moved", OX, (OUT, 1, 0), (BOARD, 0, 1), None)


def test_one_life_ends_where_it_is_not_kept(m):
    """What goes to a place that keeps nothing begins another life, one by one."""
    assert [sent(m, OX, zone)[3][2] for zone in (HAND, BOARD, HAND, HAND)] == [1, 2, 3, 3]
    assert [sent(m, ELK, zone)[3][2] for zone in (OUT, NOWHERE, OUT)] == [0, 1, 2], "nowhere keeps nothing, whatever comes after"


def test_what_is_nowhere_can_come_back(m):
    """From nowhere and to nowhere there is no index."""
    assert sent(m, OX, NOWHERE)[3][:2] == (NOWHERE, NOWHERE)
    assert sent(m, OX, BOARD)[2][:2] == (NOWHERE, NOWHERE) and m.state.zones[BOARD] == [ELK, OX]


def test_what_is_made_begins_its_first_life(m):
    """It lies on top, and the event says that it was nowhere before."""
    cells = (0,) * m.state.width
    slot = effects.make(m, "Imp", cells, BOARD)
    assert m.events[-1] == ("moved", slot, (NOWHERE, NOWHERE, 0), (BOARD, 2, 0), ("Imp", cells)) and slot == 2


def test_a_zone_is_founded_now(m):
    """A zone belongs to somebody or to nobody, from this time on."""
    m.state.now = 8
    assert [effects.found(m, OUT, ANN), effects.found(m, OUT)] == [3, 4]
    assert m.state.grounds[3:] == [(OUT, ANN, 8), (OUT, NOBODY, 8)]


def test_a_link_is_written_once_with_what_was_before(m):
    """The same link again is no event."""
    for refs in ((ELK,), (ELK,), (OX,)):
        effects.link(m, OX, "foe", refs)
    assert [event for event in m.events if event[0] == "linked"] == [
        ("linked", OX, "foe", None, (ELK,)),
        ("linked", OX, "foe", (ELK,), (OX,)),
    ]


def test_an_alteration_is_an_event_with_both_values(m):
    """From what to what."""
    effects.do(m, effects.alter(ELK, HEALTH, "-=", 3))
    assert m.events[-1] == ("changed", ELK, HEALTH, 4, 1)
