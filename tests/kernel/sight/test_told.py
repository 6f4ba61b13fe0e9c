"""What viewers are told about moves, about face-down things, and about faces that are shown or hidden."""

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.sight import views
from rulewright.kernel.state.facts import NOBODY, NOWHERE, TILE
from rulewright.program.declared import Stat, Zone
from tests.kernel.fakes import ANN, BO, COINS, STATS, Steps, Table, game

ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"), Zone("Deck", owned=True, seen="nobody"))
BOARD, ANNS_HAND, BOS_HAND, ANNS_DECK, BOS_DECK = range(5)
OX, ELK, OWL = range(3)
MARKS = len(STATS)


def begun(*where):
    """Begins a game with an ox, an elk and an owl of Bo's, which lie in zones; marks are seen of what lies face down."""
    table = Table(ZONES)
    for name, zone in zip(("Ox", "Elk", "Owl"), where, strict=True):
        table.thing(name, BO, zone)
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=table, stats=(*STATS, Stat("Marks", default=2, open=True)))


@pytest.fixture
def playing():
    """Gives a game with an ox on the board, an elk in Bo's hand and an owl in Bo's deck."""
    return begun(BOARD, BOS_HAND, BOS_DECK)


def record(playing, seat, *happened):
    """Gives the events as a seat is told them."""
    return [views.redact(playing.machine, seat, event) for event in happened]


# -- what is told of what moves, and of what lies face down --------------------------------------------------------------


@pytest.mark.parametrize("event", [("rolled", 6, (4,)), ("founded", 2, None, (0, -1, 0)), ("judged", 3)])
def test_an_open_event_is_told_unchanged_to_everybody(playing, event):
    """Each viewer gets the same event."""
    assert record(playing, None, event) == [event]


def test_only_the_zone_of_a_shuffle_is_told(playing):
    """Neither the order before the shuffle nor the order after it is told."""
    assert record(playing, BO, ("shuffled", BOS_DECK, (OWL,), (OWL,))) == [("shuffled", BOS_DECK, (), ())]


UNKNOWN = (NOWHERE, NOWHERE)


@pytest.mark.parametrize(
    ("viewer", "old", "new", "told"),
    [
        (ANN, (BOARD, 3, 7), (BOS_DECK, 2, 8), (ELK, (BOARD, 3, -1), (BOS_DECK, *UNKNOWN))),
        (BO, (BOS_HAND, 1, 7, ()), (BOS_DECK, 2, 8), (ELK, (BOS_HAND, 1, -1), (BOS_DECK, *UNKNOWN))),
        (ANN, (BOS_HAND, 1, 7, ()), (BOS_DECK, 2, 8), (NOWHERE, (BOS_HAND, *UNKNOWN), (BOS_DECK, *UNKNOWN))),
        (ANN, (BOS_DECK, 1, 7, (ANN,)), (BOS_HAND, 2, 8), (ELK, (BOS_DECK, 1, -1), (BOS_HAND, *UNKNOWN))),
        (None, (BOS_DECK, 1, 7, (ANN,)), (BOS_HAND, 2, 8), (NOWHERE, (BOS_DECK, *UNKNOWN), (BOS_HAND, *UNKNOWN))),
        (ANN, (BOARD, 1, 7, ()), (BOARD, 0, 7, ()), (ELK, (BOARD, 1, -1), (BOARD, 0, -1))),
    ],
)
def test_each_end_of_a_move_is_told_to_those_who_see_it(playing, viewer, old, new, told):
    """Whoever sees a zone is told a thing's place in it, also face down; whoever was shown the thing is told wherever it lies."""
    assert record(playing, viewer, ("moved", ELK, old, new, None)) == [("moved", *told, None)]


def test_a_shown_card_is_named_to_those_who_are_shown_it(playing):
    """Others learn that a card of that zone was shown, and to whom; only the owner learns that it is no longer known."""
    effects.show(playing.machine, ELK, (ANN, BO))
    (event,) = playing.machine.events[-1:]
    assert record(playing, ANN, event) == [("revealed", ELK, None, (ANN, BO), BOS_HAND)]
    assert record(playing, None, event) == [("revealed", NOWHERE, None, (ANN, BO), BOS_HAND)]
    effects.show(playing.machine, ELK, None)
    (event,) = playing.machine.events[-1:]
    assert [record(playing, viewer, event) for viewer in (ANN, None)] == [[None], [None]]
    assert record(playing, BO, event) == [("revealed", ELK, None, None, BOS_HAND)]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (("changed", OX, MARKS, 2, 3), True),
        (("changed", OX, TILE, 2, 3), True),
        (("changed", OX, COINS, TILE, 5), False),
        (("linked", OX, "at", None, (1,)), True),
        (("linked", OX, "attached", (1,), None), True),
        (("linked", OX, "foe", "at", (1,)), False),
        (("told", "stirs", OX), True),
        (("changed", ELK, MARKS, 2, 3), False),
        (("linked", ELK, "at", None, (1,)), False),
        (("told", "fights", OX, ELK), False),
    ],
)
@pytest.mark.parametrize("lying", [BOARD, BOS_HAND])
def test_the_place_and_marks_of_a_face_down_thing_are_told(event, told, lying):
    """Everybody is told them on the board, the owner in a hand; hidden things and unseen faces are not told."""
    playing = begun(lying, BOS_DECK, BOS_DECK)
    effects.show(playing.machine, OX, ())
    assert record(playing, BO, event) == [event if told else None]
    assert record(playing, ANN, event) == [event if told and lying == BOARD else None]


# -- faces that come and go --------------------------------------------------------------------------------------------


def moves(playing, slot, zone):
    """Sends a thing to a zone and gives the event."""
    at = len(playing.machine.events)
    effects.do(playing.machine, effects.send(slot, zone))
    return playing.machine.events[at]


def those(playing, asked):
    """Gives the viewers for whom something is so."""
    return [viewer for viewer in (ANN, BO, None) if asked(viewer)]


@pytest.mark.parametrize(
    ("slot", "zone", "going", "coming"),
    [
        (OX, BOS_DECK, [ANN, BO, None], []),
        (OX, BOS_HAND, [ANN, None], []),
        (OX, BOARD, [], []),
        (OX, NOWHERE, [], []),
        (ELK, BOS_DECK, [BO], []),
        (ELK, BOARD, [], [ANN, None]),
        (OWL, BOS_HAND, [], [BO]),
        (OWL, BOARD, [], [ANN, BO, None]),
        (OWL, ANNS_DECK, [], []),
    ],
)
def test_the_face_of_a_moving_thing_is_seen_by_those_who_see_one_end_of_the_move(playing, slot, zone, going, coming):
    """Whoever sees both ends has nothing new to see; whoever sees neither end sees nothing."""
    event = moves(playing, slot, zone)
    faced = {viewer: views.faced(playing.machine, viewer, event) for viewer in (ANN, BO, None)}
    assert faced == {viewer: slot if viewer in going else NOWHERE for viewer in faced}
    assert those(playing, lambda viewer: views.uncovers(playing.machine, viewer, event)) == coming


@pytest.mark.parametrize(
    ("slot", "before", "after", "new"),
    [
        (ELK, None, (ANN, BO), [ANN]),
        (OWL, None, (ANN,), [ANN]),
        (OWL, (ANN,), (NOBODY, ANN, BO), [BO, None]),
        (OWL, (ANN,), None, []),
        (OX, None, (), []),
        (OX, (BO,), None, [ANN, None]),
    ],
)
def test_showing_a_card_uncovers_its_face_for_those_who_had_not_seen_it(playing, slot, before, after, new):
    """This happens if it is shown in a hand or a deck, or turned up on the board."""
    m = playing.machine
    effects.show(m, slot, before)
    effects.show(m, slot, after)
    assert those(playing, lambda viewer: views.uncovers(m, viewer, m.events[-1])) == new


def test_other_changes_do_not_uncover_or_hide_a_face(playing):
    """This holds for changes of visible and of hidden things."""
    for event in (("changed", OX, COINS, 0, 1), ("changed", ELK, COINS, 0, 1), ("told", "stirs", ELK)):
        assert not views.uncovers(playing.machine, ANN, event)
        assert views.faced(playing.machine, ANN, event) == NOWHERE
