"""Views: the same visibility rule decides what players and spectators see, what they are told, and what they can ask by name."""

from dataclasses import replace

import pytest

from rulewright.kernel.change import effects, values, writing
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.sight import views, visibility
from rulewright.kernel.state.facts import ACTION, BORN, LIFE, NOBODY, NOWHERE, Lasting
from rulewright.kernel.state.grid import Grid
from rulewright.program import marks
from rulewright.program.declared import Kind, Stat, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, STATS, Steps, Table, feature, featured, game

ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"), Zone("Deck", owned=True, seen="nobody"))
BOARD, ANNS_HAND, BOS_HAND, ANNS_DECK, BOS_DECK = range(5)
OX, ELK, OWL = range(3)


@pytest.fixture
def playing():
    """Gives a game with an ox on the board, an elk in Bo's hand and an owl in Bo's deck."""
    table = Table(ZONES).thing("Ox", ANN, BOARD, health=3).thing("Elk", BO, BOS_HAND).thing("Owl", BO, BOS_DECK)
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=table, kinds=(Kind("thing"),), actions=(Action("Poke", 0, "main", frozenset({marks.ACTION}), "1"),))


def shown(playing, seat):
    """Gives the names that a seat sees, zone by zone; None for a zone whose things are not seen."""
    zones = playing.view(seat)["zones"]
    return [zone["things"] and [thing["name"] for thing in zone["things"]] for zone in zones]


def lasting(playing, viewer):
    """Gives the lasting effects that a viewer sees: what they are on and what they are about."""
    return [[each[part] for part in ("name", "on", "about")] for each in playing.view(viewer)["lasting"]]


def test_a_view_shows_names_places_and_stats(playing):
    """A thing is shown with its name, kind, player and the stats that differ from their default."""
    (ox,) = playing.view("Ann")["zones"][0]["things"]
    assert [ox[part] for part in ("name", "kind", "player", "at", "stats")] == ["Ox", "thing", "Ann", "", {"Health": 3}]


def test_each_viewer_sees_the_faces_that_the_zones_allow(playing):
    """The owner sees a hand, nobody a deck, and all the board; everybody sees how many cards lie there."""
    assert shown(playing, "Ann") == [["Ox"], [], None, None, None]
    assert shown(playing, "Bo") == [["Ox"], None, ["Elk"], None, None]
    assert shown(playing, None) == [["Ox"], None, None, None, None]
    assert [zone["count"] for zone in playing.view(None)["zones"]] == [1, 0, 1, 0, 1]


def test_the_host_sees_everything(playing):
    """The host, who runs the table, sees every zone and every pick."""
    zones = playing.view(visibility.HOST)["zones"]
    assert [len(zone["things"]) for zone in zones] == [1, 0, 1, 0, 1]
    assert views.redact(playing.machine, visibility.HOST, ("chose", BO, ("secret",))) == ("chose", BO, ("secret",))


def test_a_view_says_when_it_is_over(playing):
    """A view tells whether the game is over, where it stands and what time it is."""
    view = playing.view("Ann")
    assert (view["over"], view["where"], view["now"], view["scene"]) == (False, "main", 0, "table")


def test_a_lasting_effect_on_a_hidden_thing_is_hidden(playing):
    """A lasting effect is seen only by those who see what it is on."""
    values.last(playing.machine, Lasting(9, "Bless", ELK, HEALTH, "add", 1, ()))
    assert lasting(playing, "Bo") == [["Bless", "Elk", "Health"]] and lasting(playing, "Ann") == []


def record(playing, seat, *happened):
    """Gives the events as a seat is told them."""
    return [views.redact(playing.machine, seat, event) for event in happened]


def test_a_move_between_hidden_zones_is_told_without_the_name_of_the_thing(playing):
    """A viewer who sees neither end learns from which zone to which something went, but not what, nor from which place."""
    m = playing.machine
    effects.do(m, effects.send(OWL, BOS_HAND))
    (event,) = m.events[-1:]
    nameless = ("moved", NOWHERE, (BOS_DECK, NOWHERE, NOWHERE), (BOS_HAND, NOWHERE, NOWHERE), None)
    assert record(playing, ANN, event) == [nameless]
    assert record(playing, BO, event)[0][:2] == ("moved", OWL)


def test_a_move_into_sight_names_the_thing_but_not_its_old_place(playing):
    """A played card is seen, but not where in the hand it lay."""
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
def test_events_of_a_hidden_thing_are_not_told(playing, event):
    """Changes, links, effects and announcements about a hidden thing are told only to those who see it."""
    assert record(playing, ANN, event) == [None] and record(playing, BO, event) == [event]


MACHINE = [("noticed", 0, None, (1,)), ("tallied", "x", 0, 0, 1), ("began", 3, "Turn", 0), ("ended", 3, "x", "y")]


@pytest.mark.parametrize("event", MACHINE)
def test_internal_notes_of_the_machine_are_shown_to_nobody(playing, event):
    """Noticed triggers, tallies and numbers of frames never reach a view."""
    assert record(playing, ANN, event) == [None]


def test_picks_of_others_are_hidden_in_a_game_with_hidden_cards(playing):
    """A pick may name a hidden card, so others learn only that something was chosen."""
    assert record(playing, ANN, ("chose", BO, (("Play", ELK),))) == [("chose", BO, ())]
    assert record(playing, BO, ("chose", BO, (("Play", ELK),))) == [("chose", BO, (("Play", ELK),))]


def test_picks_are_visible_in_a_book_that_hides_nothing():
    """In a book that hides nothing everybody sees what was chosen."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    open_game = game(main, table=Table().thing("Ox"))
    assert record(open_game, BO, ("chose", ANN, ("yes",))) == [("chose", ANN, ("yes",))]


def test_a_hidden_thing_cannot_be_asked_about_by_name(playing):
    """For a player a thing that is not seen does not exist, so that no reason can reveal it."""
    assert playing.find("Elk") == ELK and playing.find("Elk", BO) == ELK
    with pytest.raises(Refused, match="there is no thing called 'Elk' here"):
        playing.find("Elk", ANN)


# -- what a view says of a thing ---------------------------------------------------------------------------------------

LUCK, MARKS = len(STATS), len(STATS) + 1
ASKS = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})


def beasts(**fields):
    """Begins a game of beasts and cards: an ox and a yak on the board, Ann's and Bo's, and a cow of nobody's."""
    table = Table().thing("Ox", ANN, coins=4, health=3).thing("Yak", BO, coins=5).thing("Cow", NOBODY, kind=1)
    stats = (*STATS, Stat("Luck", shared="all"), Stat("Marks", default=2, open=True))
    kinds = (Kind("beast"), Kind("card", marks=frozenset({marks.CARD})))
    return game(ASKS, table=table, kinds=kinds, stats=stats, **fields)


YAK, COW = 1, 2


def seen(playing, slot, viewer=None):
    """Gives what a viewer sees of a thing on the board."""
    return playing.view(viewer)["zones"][0]["things"][slot]


def test_a_zone_is_called_by_its_name(playing):
    """The name includes the owner's; everybody knows how many things lie there."""
    found = [(zone["zone"], zone["count"]) for zone in playing.view("Ann")["zones"]]
    assert found == [("Board", 1), ("Ann's Hand", 0), ("Bo's Hand", 1), ("Ann's Deck", 0), ("Bo's Deck", 1)]


def test_shown_cards_of_a_hidden_zone_are_in_their_viewers_views(playing):
    """Of the rest of the zone only the number is shown; a face-down card in plain sight is shown to all, without its face."""
    effects.show(playing.machine, OWL, (ANN,))
    effects.show(playing.machine, OX, (BO,))
    assert shown(playing, "Ann") == [["face-down card in Board"], [], None, None, ["Owl"]]
    assert shown(playing, "Bo") == [["Ox"], None, ["Elk"], None, None]
    assert shown(playing, None) == [["face-down card in Board"], None, None, None, None]


def test_a_thing_has_its_kind_and_its_player():
    """A thing that belongs to nobody has no player."""
    playing = beasts()
    assert [(thing["kind"], thing["player"]) for thing in playing.view()["zones"][0]["things"]] == [
        ("beast", "Ann"), ("beast", "Bo"), ("card", None),
    ]  # fmt: skip


@pytest.mark.parametrize(("tile", "at"), [(0, "1,3"), (5, "3,2"), (NOWHERE, "")])
def test_on_a_map_a_thing_is_at_its_tile(tile, at):
    """This includes the tile with number 0; a thing that stands on no tile has none."""
    playing = beasts()
    playing.state.setting = replace(playing.state.setting, grid=Grid(3, 3))
    effects.do(playing.machine, effects.shift(OX, tile))
    assert seen(playing, OX)["at"] == at


def test_without_a_map_a_thing_is_where_it_is_linked_to():
    """It is at what it is attached to, else at its place, else nowhere; a tile that it still has does not count."""
    playing = beasts()
    ox, yak, cow = (playing.state.ref(slot) for slot in (OX, YAK, COW))
    links = {(OX, "attached"): (yak,), (OX, "at"): (cow,), (YAK, "at"): (cow,), (COW, "foe"): (ox,)}
    for (slot, name), to in links.items():
        writing.link(playing.machine, slot, name, to)
    effects.do(playing.machine, effects.shift(COW, 0))
    assert [seen(playing, slot)["at"] for slot in (OX, YAK, COW)] == ["Yak", "Cow", ""]


def test_a_shared_stat_is_in_the_view_once():
    """It is shown for the whole game, and things show their own stats."""
    playing = beasts()
    for slot, stat, to in ((OX, LUCK, 7), (COW, MARKS, 3), (COW, HEALTH, 1), (YAK, MARKS, 0)):
        writing.write(playing.machine, slot, stat, to)
    assert seen(playing, COW)["stats"] == {"Health": 1, "Marks": 3}
    assert seen(playing, YAK)["stats"] == {"Coins": 5, "Marks": 0} and playing.view()["shared"] == {"Luck": 7}


def test_a_stat_is_shown_if_its_current_or_its_stored_value_is_not_the_default():
    """An effect can change a stat that is stored as 0, or hide a stored value."""
    playing = beasts()
    for slot in (YAK, OX):
        values.last(playing.machine, Lasting(slot, "Spell", slot, HEALTH, "set", 2 if slot == YAK else 0, ()))
    assert seen(playing, YAK)["stats"] == {"Coins": 5, "Health": 2} and seen(playing, OX)["stats"] == {"Coins": 4, "Health": 0}


# -- stats that the book hides -----------------------------------------------------------------------------------------


PURSES = featured(feature("Purses", hides=(COINS,)))
"""Hides everybody's coins from everybody else."""


@pytest.mark.parametrize(
    ("viewer", "coins"), [(ANN, [4, None, None]), (BO, [None, 5, None]), (None, [None] * 3), (visibility.HOST, [4, 5, 1])]
)
def test_a_stat_that_the_book_hides_is_seen_by_those_it_lets_see_it(viewer, coins):
    """Ann and Bo each see their own coins, a spectator sees none, the host sees all; all see stats that are not hidden."""
    playing = beasts(**PURSES)
    writing.write(playing.machine, COW, COINS, 1)
    stats = [seen(playing, slot, viewer)["stats"] for slot in (OX, YAK, COW)]
    assert [each.get("Coins") for each in stats] == coins and stats[OX]["Health"] == 3


LASTING = {
    "Purse": Lasting(1, "Purse", OX, COINS, "add", 1, ()),
    "Loot": Lasting(2, "Loot", YAK, COINS, "add", 1, ()),
    "Salve": Lasting(3, "Salve", YAK, HEALTH, "add", 1, ()),
    "Sale": Lasting(4, "Sale", YAK, ("price", 0, COINS), "add", -1, ()),
    "Haste": Lasting(5, "Haste", NOWHERE, ("class", 0), "set", 0, ()),
}


@pytest.mark.parametrize(("viewer", "unseen"), [(ANN, "Loot"), (BO, "Purse"), (None, "Loot Purse"), (visibility.HOST, "")])
def test_a_lasting_effect_on_a_hidden_stat_is_hidden(viewer, unseen):
    """It is hidden in the view and in the record; effects on an action, or on no stat, are shown."""
    playing = beasts(**PURSES)
    for effect in LASTING.values():
        values.last(playing.machine, effect)
    told = [["Purse", "Ox", "Coins"], ["Loot", "Yak", "Coins"], ["Salve", "Yak", "Health"], ["Sale", "Yak", "price"],
            ["Haste", "", "class"]]  # fmt: skip
    assert lasting(playing, viewer) == [each for each in told if each[0] not in unseen.split()]
    events = [("lasts", None, effect) for effect in LASTING.values()]
    assert record(playing, viewer, *events) == [None if event[2].name in unseen.split() else event for event in events]


@pytest.mark.parametrize(("viewer", "told"), [(ANN, True), (BO, False), (None, False), (visibility.HOST, True)])
def test_a_change_of_a_hidden_stat_is_told_to_those_who_see_it(viewer, told):
    """The old value is not taken for the number of a stat."""
    event = ("changed", OX, COINS, LIFE, 9)
    assert record(beasts(**PURSES), viewer, event) == [event if told else None]


@pytest.mark.parametrize("column", [LIFE, ACTION, BORN])
def test_internal_counters_are_told_to_nobody(column):
    """These are lives and the numbers of actions and answers; only the host is told everything."""
    event = ("changed", OX, column, 0, 1)
    assert record(beasts(), ANN, event) == [None] and record(beasts(), visibility.HOST, event) == [event]
