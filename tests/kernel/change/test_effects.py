"""Prepared changes are plain tuples, and each becomes a certain event."""

import pytest

from rulewright.kernel.change import effects, writing
from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.state.facts import NOBODY, NOWHERE, SEEN, TILE
from rulewright.program.declared import Zone
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
    """Applies a prepared change and gives its event."""
    effects.do(m, effects.send(slot, zone, at))
    return next(event for event in reversed(m.events) if event[0] == "moved")


def test_a_prepared_change_is_a_plain_tuple():
    """A prepared change is a tuple that a reaction can read and alter."""
    assert effects.alter(OX, COINS, "+=", 3) == ("alter", OX, COINS, "+=", 3, "")
    assert effects.alter(OX, COINS, "+=", 3, "fire")[5] == "fire"
    assert effects.shift(OX, 7) == ("alter", OX, TILE, "=", 7, "")
    assert effects.send(OX, OUT) == ("send", OX, OUT, "top")


def test_things_go_to_the_top_or_to_the_bottom(m):
    """This also holds within one zone, where the thing first leaves its old place."""
    assert sent(m, OX, BOARD) == ("moved", OX, (BOARD, 0, 0), (BOARD, 1, 0), None) and m.state.zones[BOARD] == [ELK, OX]
    assert sent(m, OX, BOARD, "bottom") == ("moved", OX, (BOARD, 1, 0), (BOARD, 0, 0), None)
    sent(m, ELK, OUT)
    assert sent(m, OX, OUT) == ("moved", OX, (BOARD, 0, 0), (OUT, 1, 0), None)
    assert sent(m, OX, BOARD) == ("moved", OX, (OUT, 1, 0), (BOARD, 0, 1), None)


def test_a_new_life_begins_in_a_zone_that_does_not_keep_identity(m):
    """Each thing that goes there begins a new life."""
    assert [sent(m, OX, zone)[3][2] for zone in (HAND, BOARD, HAND, HAND)] == [1, 2, 3, 3]
    assert [sent(m, ELK, zone)[3][2] for zone in (OUT, NOWHERE, OUT)] == [0, 1, 2], "nowhere keeps nothing, whatever comes after"


def test_a_thing_that_is_nowhere_can_come_back(m):
    """A place outside of all zones has no index."""
    assert sent(m, OX, NOWHERE)[3][:2] == (NOWHERE, NOWHERE)
    assert sent(m, OX, BOARD)[2][:2] == (NOWHERE, NOWHERE) and m.state.zones[BOARD] == [ELK, OX]


def test_a_made_thing_begins_its_first_life(m):
    """It lies on top, and the event says that it was nowhere before."""
    cells = (0,) * m.state.width
    slot = effects.make(m, "Imp", cells, BOARD)
    assert m.events[-1] == ("moved", slot, (NOWHERE, NOWHERE, 0), (BOARD, 2, 0), ("Imp", cells)) and slot == 2


def test_a_new_zone_is_recorded_with_its_owner_and_the_time(m):
    """A zone belongs to somebody or to nobody, from this time on."""
    m.state.now = 8
    assert [effects.found(m, OUT, ANN), effects.found(m, OUT)] == [3, 4]
    assert m.state.grounds[3:] == [(OUT, ANN, 8), (OUT, NOBODY, 8)]


def test_a_link_is_written_once_with_what_was_before(m):
    """Writing the same link again causes no event."""
    for refs in ((ELK,), (ELK,), (OX,)):
        writing.link(m, OX, "foe", refs)
    assert [event for event in m.events if event[0] == "linked"] == [
        ("linked", OX, "foe", None, (ELK,)),
        ("linked", OX, "foe", (ELK,), (OX,)),
    ]


def test_an_alteration_is_an_event_with_both_values(m):
    """The event has the old and the new value."""
    effects.do(m, effects.alter(ELK, HEALTH, "-=", 3))
    assert m.events[-1] == ("changed", ELK, HEALTH, 4, 1)


def test_an_announcement_is_made_about_a_thing(m):
    """The announcement uses a word of the book."""
    effects.do(m, effects.tell(ELK, "gasps"))
    assert m.events[-1] == ("told", "gasps", ELK)


def test_an_actor_that_moves_keeps_its_stats(m):
    """Only a card begins a new life with the numbers of its kind."""
    sent(m, ELK, HAND)
    assert m.state.cell(ELK, HEALTH) == 4


def test_attached_things_stay_at_the_place_that_their_host_leaves(m):
    """A thing that is attached to something else, or is at no place, does not stay there."""
    cells = (0,) * m.state.width
    ring, band, lost = (effects.make(m, name, cells, BOARD) for name in ("Ring", "Band", "Lost"))
    sent(m, ELK, HAND)
    writing.link(m, ELK, "at", (7,))
    for slot, to in ((ring, ELK), (band, OX), (lost, ELK)):
        writing.link(m, slot, "attached", (m.state.ref(to),))
    effects.do(m, effects.send(lost, NOWHERE))
    sent(m, ELK, BOARD)
    assert {key: refs for key, refs in m.state.links.items() if key[1] == "at"} == {(ring, "at"): (7,)}


def test_a_face_down_card_in_the_open_stays_face_down(m):
    """If a card goes to a hidden zone, what was shown of it is forgotten."""
    object.__setattr__(m.book, "zones", (Zone("Board", live=True), Zone("Out"), Zone("Hand", seen="owner")))
    sent(m, ELK, HAND)
    for slot in (OX, ELK):
        effects.show(m, slot, (ANN,))
    effects.forget(m, (OX, ELK))
    assert (OX, SEEN) in m.state.links and (ELK, SEEN) not in m.state.links


def test_a_zone_is_shuffled_from_one_order_into_another(m):
    """The new order has all the things of the old one."""
    for name in "abcdef":
        effects.make(m, name, (0,) * m.state.width, BOARD)
    before = tuple(m.state.zones[BOARD])
    effects.shuffle(m, BOARD)
    after = tuple(m.state.zones[BOARD])
    assert m.events[-1] == ("shuffled", BOARD, before, after) and sorted(after) == list(before) != list(after)


@pytest.mark.parametrize(("count", "mixed"), [(0, False), (1, False), (2, True)])
def test_a_number_of_cards_at_the_bottom_can_be_shuffled(m, count, mixed):
    """The cards above stay where they are; a single card needs no shuffle."""
    for name in "abc":
        effects.make(m, name, (0,) * m.state.width, BOARD)
    before, happened = tuple(m.state.zones[BOARD]), len(m.events)
    m.script = (1, 1)
    effects.mix(m, BOARD, count)
    after = (ELK, OX, *before[2:])
    assert m.events[happened:] == ([("shuffled", BOARD, before, after)] if mixed else [])


def test_uses_are_counted_one_by_one(m):
    """Each limit has its own count for each thing."""
    for slot in (OX, OX, ELK):
        writing.tally(m, "Parry/Turn", slot)
    tallied = [event[2:] for event in m.events if event[0] == "tallied"]
    assert tallied == [(OX, 0, 1), (OX, 1, 2), (ELK, 0, 1)] and m.state.tallies["Parry/Turn", OX] == 2
