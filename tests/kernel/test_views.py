"""Views: one visibility rule for what players and spectators see, for their records and for what can be asked by name."""

import pytest

from rulewright.kernel import effects, sight, values, views
from rulewright.kernel.acts import Action
from rulewright.kernel.agenda import ask
from rulewright.kernel.book import Kind, Zone
from rulewright.kernel.errors import Refused
from rulewright.kernel.state import NOWHERE, Lasting
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, Steps, Table, game

ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"), Zone("Deck", owned=True, seen="nobody"))
BOARD, ANNS_HAND, BOS_HAND, ANNS_DECK, BOS_DECK = range(5)
OX, ELK, OWL = range(3)


@pytest.fixture
def playing():
    """Gives a game with an ox on the board, an elk in Bo's hand and an owl in Bo's deck."""
    table = Table(ZONES).thing("Ox", ANN, BOARD, health=3).thing("Elk", BO, BOS_HAND).thing("Owl", BO, BOS_DECK)
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=table, kinds=(Kind("thing"),), actions=(Action("Poke", 0, "main", frozenset({"action"}), "1"),))


def shown(playing, seat):
    """Gives the names that a seat sees, zone by zone; None for a zone whose things are not seen."""
    zones = playing.view(seat)["zones"]
    return [zone["things"] and [thing["name"] for thing in zone["things"]] for zone in zones]


def test_a_view_shows_names_places_and_stats(playing):
    """A thing is shown with its name, kind, player and the stats that differ from their default."""
    (ox,) = playing.view("Ann")["zones"][0]["things"]
    assert ox == {"name": "Ox", "kind": "thing", "player": "Ann", "at": "", "stats": {"Health": 3}}


def test_each_sees_what_the_zones_let_them_see(playing):
    """A hand is seen by its owner, a deck by nobody, the board by all; how many lie there is seen by all."""
    assert shown(playing, "Ann") == [["Ox"], [], None, None, None]
    assert shown(playing, "Bo") == [["Ox"], None, ["Elk"], None, None]
    assert shown(playing, None) == [["Ox"], None, None, None, None]
    assert [zone["count"] for zone in playing.view(None)["zones"]] == [1, 0, 1, 0, 1]


def test_the_host_sees_everything(playing):
    """The viewer who runs the table sees every zone and every pick."""
    zones = views.view(playing.machine, sight.HOST)["zones"]
    assert [len(zone["things"]) for zone in zones] == [1, 0, 1, 0, 1]
    assert views.redact(playing.machine, sight.HOST, ("chose", BO, ("secret",))) == ("chose", BO, ("secret",))


def test_a_view_says_when_it_is_over(playing):
    """A view tells whether the game is over, where it stands and what time it is."""
    view = playing.view("Ann")
    assert (view["over"], view["where"], view["now"], view["scene"]) == (False, "main", 0, "table")


def test_what_lasts_on_a_hidden_thing_is_hidden(playing):
    """A lasting effect is seen only by those who see what it is on."""
    values.last(playing.machine, Lasting(9, "Bless", ELK, HEALTH, "add", 1, ()))
    assert playing.view("Bo")["lasting"] == [["Bless", "Elk", "Health"]] and playing.view("Ann")["lasting"] == []


def record(playing, seat, *happened):
    """Gives events as a seat may know them."""
    return [views.redact(playing.machine, seat, event) for event in happened]


def test_a_move_between_hidden_zones_is_nameless(playing):
    """Who sees neither end learns that something went from one zone to the other, not what, and not from which place."""
    m = playing.machine
    effects.do(m, effects.send(OWL, BOS_HAND))
    (event,) = m.events[-1:]
    nameless = ("moved", NOWHERE, (BOS_DECK, NOWHERE, NOWHERE), (BOS_HAND, NOWHERE, NOWHERE), None)
    assert record(playing, ANN, event) == [nameless]
    assert record(playing, BO, event)[0][:2] == ("moved", OWL)


def test_a_move_into_sight_names_the_thing_but_not_its_old_place(playing):
    """A card that is played is seen; where in the hand it lay is not."""
    m = playing.machine
    effects.do(m, effects.send(ELK, BOARD))
    (event,) = record(playing, ANN, m.events[-1])
    assert event[:3] == ("moved", ELK, (BOS_HAND, NOWHERE, NOWHERE)) and event[3][0] == BOARD


@pytest.mark.parametrize(
    "event",
    [
        ("changed", ELK, COINS, 0, 1),
        ("linked", ELK, "targets", None, (1,)),
        ("lasts", None, Lasting(1, "Bless", ELK, HEALTH, "add", 1, ())),
        ("expired", Lasting(1, "Bless", ELK, HEALTH, "add", 1, ()), None),
        ("told", "stirs", ELK),
    ],
)
def test_what_happens_to_a_hidden_thing_is_not_told(playing, event):
    """Changes, links, effects and words about a hidden thing reach only those who see it."""
    assert record(playing, ANN, event) == [None] and record(playing, BO, event) == [event]


MACHINE = [("noticed", 0, None, (1,)), ("tallied", "x", 0, 0, 1), ("began", 3, "Turn", 0), ("ended", 3, "x", "y")]


@pytest.mark.parametrize("event", MACHINE)
def test_the_machines_own_notes_reach_nobody(playing, event):
    """Noticed triggers, tallies and numbers of frames never reach a view."""
    assert record(playing, ANN, event) == [None]


def test_what_others_picked_is_theirs_where_anything_is_hidden(playing):
    """A pick may name a hidden card, so others learn only that something was chosen."""
    assert record(playing, ANN, ("chose", BO, (("Play", ELK),))) == [("chose", BO, ())]
    assert record(playing, BO, ("chose", BO, (("Play", ELK),))) == [("chose", BO, (("Play", ELK),))]


def test_where_nothing_is_hidden_picks_are_open():
    """In a book that hides nothing everybody sees what was chosen."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    open_game = game(main, table=Table().thing("Ox"))
    assert record(open_game, BO, ("chose", ANN, ("yes",))) == [("chose", ANN, ("yes",))]


def test_a_hidden_thing_cannot_be_asked_about_by_name(playing):
    """To a player a thing that is not seen is not there, so that a reason cannot tell of it."""
    assert playing.find("Elk") == ELK and playing.find("Elk", BO) == ELK
    with pytest.raises(Refused, match="there is nothing called 'Elk' here"):
        playing.find("Elk", ANN)
