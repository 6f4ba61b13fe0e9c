"""Things stored from view to view: a view made with them equals a view made without them."""

import pytest

from rulewright import books, load, new
from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.sight import handles, players, table, things, visibility
from rulewright.kernel.sight.kept_things import KeptThings
from rulewright.kernel.state.facts import CONTROL, FACTS, Lasting
from rulewright.program.declared import Stat
from rulewright.program.quick_dataclasses import replace
from rulewright.testing.answers import random_answer
from tests.kernel.sight.test_witness import happens
from tests.kernel.sight.test_witness import table as dealt
from tests.lengths import much


@pytest.mark.parametrize("book", books.shipped())
def test_a_view_of_kept_things_is_the_view_of_the_game_also_after_an_undo(book):
    """This holds for every viewer; the spectator looks only now and then, after several answers."""
    loaded = load(book)
    for scene in loaded.scenes:
        game = new(loaded, scene, seed=11)
        kept = {viewer: KeptThings() for viewer in (None, *range(len(game.seats)))}
        for number in range(much(16, 400)):
            if game.over:
                break
            random_answer(game, number)
            look(game, kept if number % 3 == 0 else {0: kept[0]})
            if number % 4 == 3:
                game.undo(reroll=True)
                look(game, {0: kept[0]})


def look(game, kept):
    """Looks at a game with what some viewers have stored of it, and without."""
    for viewer, things_of in kept.items():
        assert table.view(game, viewer, things_of) == table.view(game, viewer)
        assert facts(handles.of(game, viewer).seen) == facts(visibility.view_as(game.machine, viewer))


def facts(m):
    """Gives everything that a state contains, except what is computed from it."""
    return {name: getattr(m.state, name) for name in (*FACTS, *CONTROL, "touched", "width")}


def test_things_and_zones_in_which_nothing_has_changed_are_not_made_again():
    game, kept, made = new(load("honey"), seed=4), KeptThings(), set()
    for number in range(12):
        before = table.view(game, 0, kept)["zones"]
        random_answer(game, number)
        after = table.view(game, 0, kept)["zones"]
        zones = [one is other for one, other in zip(before, after, strict=True)]
        lying = [[id(thing) for zone in view for thing in zone["things"] or ()] for view in (before, after)]
        assert any(zones) and set(lying[0]) & set(lying[1])
        made |= {all(zones), lying[0] == lying[1]}
    assert made == {False, True}


def test_players_with_whom_nothing_has_happened_are_not_made_again(monkeypatch):
    game, kept, made = new(load("honey"), seed=4), KeptThings(), list[int]()
    make = players.player
    monkeypatch.setattr(players, "player", lambda viewing, seat: made.append(seat) or make(viewing, seat))
    counts = set()
    for number in range(30):
        random_answer(game, number)
        made.clear()
        table.view(game, 0, kept)
        counts.add(len(made))
    assert counts == {0, 1, 2}


def _caused(game, event):
    """Lets one event happen in a game, as if an answer had caused it."""
    control = game.state.control()
    game.machine.emit(event, heard=False)
    game.done.append(Done(Entry(game.state.number + 1, 0, 0, ()), (event,), control))


def _events(game):
    """Gives one event of each kind that changes how a card in the deck or in the hand is shown."""
    state, book = game.state, game.book
    deck = next(zone for zone, ground in enumerate(state.grounds) if book.zones[ground[0]].seen == "nobody" and state.zones[zone])
    hand = next(zone for zone, ground in enumerate(state.grounds) if book.zones[ground[0]].seen == "owner" and ground[1] == 0)
    card, held = state.zones[deck][0], state.zones[hand][0]
    stat = next(n for n, _ in things._told(book) if book.stats[n].most != 1)
    lasting = Lasting(99, "Bless", held, stat, "add", 3, ())
    yield ("changed", held, stat, state.cell(held, stat), state.cell(held, stat) + 1)
    yield ("linked", held, "text", None, ("a note",))
    yield ("lasts", None, lasting)
    yield ("expired", lasting, None)
    yield ("revealed", card, None, (-1, 0, 1), deck)
    yield ("moved", held, (hand, 0, 0), (deck, 0, 0), None)
    yield ("shuffled", hand, tuple(state.zones[hand]), tuple(reversed(state.zones[hand])))


def test_an_event_about_a_thing_lets_it_be_made_again():
    game, kept, shown = new(load("honey"), seed=4), {0: KeptThings(), 1: KeptThings()}, 0
    before = table.view(game, 0, kept[0])
    for event in _events(game):
        _caused(game, event)
        look(game, kept)
        after = table.view(game, 0, kept[0])
        assert after["zones"] != before["zones"], event
        before, shown = after, shown + 1
    assert shown == 7


def test_a_thing_that_is_attached_has_the_name_and_the_number_of_what_it_is_attached_to():
    """They change with the other thing: here its name gets a number, because another thing with this name lies before it."""
    game, kept = new(load("honey"), seed=4), {0: KeptThings()}
    row = next(zone for zone, lying in enumerate(game.state.zones) if len(lying) > 1 and game.view(0)["zones"][zone]["things"])
    host, guest = game.state.zones[row][:2]
    _caused(game, ("linked", guest, "attached", None, (game.state.ref(host),)))
    look(game, kept)
    where = game.view(0)["zones"][row]["things"][1]["at"]
    made = (game.state.names[host], tuple(game.state.cells[host * game.state.width : (host + 1) * game.state.width]))
    _caused(game, ("moved", len(game.state.places), (-1, -1, 0), (row, 0, 0), made))
    look(game, kept)
    assert where == game.state.names[host] and game.view(0)["zones"][row]["things"][2]["at"] == f"{where} 2"


BANNERS = """Uses: nothing
Start: Game
Features: Banner

Stat Power: at least 0

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Board: of each player, in play, seen by all

Kind Relic: a card played from Hand, then to Board
Kind Creature: a card played from Hand, then to Board

Wolf (Creature)
Power: 2

Banner (Relic)

Feature Banner
Scope: actor Creature
When: there is a Banner you control
do: +1 Power

structure Game
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for the player, until it passes

Scene Two packs
  seats Ann, Bo
  Ann's Hand: Banner
  Ann's Board: Wolf
  Bo's Board: Wolf
"""


def test_a_modifier_that_begins_to_count_changes_a_thing_that_no_event_is_about():
    """A banner comes into play: the wolf of its player gets one Power more, the other wolf does not."""
    game, kept = new(load(text=BANNERS)), {0: KeptThings(), 1: KeptThings()}
    look(game, kept)
    game.answer("Ann", "Banner")
    look(game, kept)
    lying = [thing for zone in game.view(1)["zones"] if zone["kind"] == "Board" for thing in zone["things"]]
    assert [thing["stats"] for thing in lying if thing["kind"] == "Wolf"] == [{"Power": 3}, {"Power": 2}]


def test_an_amendment_may_change_how_everything_is_shown():
    """Here it adds a stat of which every thing has 3."""
    amended = ("amended", "a", None, ("a", ""), (3,))
    game, kept = dealt(amender=lucky), {0: KeptThings(), 1: KeptThings()}
    look(game, kept)
    happens(game, amended)
    look(game, kept)
    assert [thing["stats"].get("Luck") for thing in game.view(0)["zones"][0]["things"]] == [3, 3]


def test_a_zone_that_gets_another_owner_is_shown_as_that_players():
    game, kept = dealt(), {0: KeptThings(), 1: KeptThings()}
    look(game, kept)
    zone = next(index for index, ground in enumerate(game.state.grounds) if ground[1] == 1 and game.state.zones[index])
    kind, _, touched = ground = game.state.grounds[zone]
    happens(game, ("founded", zone, ground, (kind, 0, touched)))
    look(game, kept)
    assert game.view(None)["zones"][zone]["owner"] == game.seats[0]


def lucky(base, amendments):
    """Makes the book with luck, which an amendment brings."""
    return replace(base, stats=(*base.stats, Stat("Luck")), hash="lucky", origin=base)
