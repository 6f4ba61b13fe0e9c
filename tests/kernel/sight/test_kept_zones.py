"""Zones that are kept from view to view: a view that is made with them is the same as one that is made again."""

import pytest

from rulewright import books, load, new
from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.sight import table, things
from rulewright.kernel.sight.kept_zones import KeptZones
from rulewright.kernel.state.facts import Lasting
from rulewright.testing.answers import random_answer
from tests.lengths import much


@pytest.mark.parametrize("book", books.shipped())
def test_a_view_with_kept_zones_is_the_view_of_the_game_also_after_an_undo(book):
    loaded = load(book)
    for scene in loaded.scenes:
        game = new(loaded, scene, seed=11)
        kept = {viewer: KeptZones() for viewer in (None, *range(len(game.seats)))}
        for number in range(much(16, 400)):
            if game.over:
                break
            random_answer(game, number)
            if number % 10 == 9:
                game.undo(reroll=True)
            for viewer, zones in kept.items():
                assert table.view(game, viewer, zones) == table.view(game, viewer)


def test_a_zone_in_which_nothing_has_changed_is_not_made_again():
    game, zones = new(load("honey"), seed=4), KeptZones()
    for number in range(12):
        before = table.view(game, 0, zones)["zones"]
        random_answer(game, number)
        after = table.view(game, 0, zones)["zones"]
        same = [one is other for one, other in zip(before, after, strict=True)]
        assert any(same)
    assert not all(same)


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


def test_an_event_about_a_thing_lets_its_zone_be_made_again():
    game, zones, shown = new(load("honey"), seed=4), KeptZones(), 0
    before = table.view(game, 0, zones)
    for event in _events(game):
        _caused(game, event)
        after = table.view(game, 0, zones)
        assert after["zones"] != before["zones"] and after == table.view(game, 0), event
        before, shown = after, shown + 1
    assert shown == 6
