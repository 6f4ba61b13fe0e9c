"""Events that become due by the clock can be queried, and past acts are offered in words."""

import rulewright
from rulewright.kernel.legality.menus import Reference
from tests.books.nomic.table import do, table

HOUR = 3600


def test_the_times_of_pops_and_of_the_floors_close_can_be_queried():
    """The next comes first, each with its time, its words, and the stack with its items."""
    game = rulewright.new("nomic", seed=1)
    before = game.due()
    game.answer("Ann", "Hex", "Bo", at=HOUR)
    (stack,) = [due for due in game.due() if due.about]
    zone, hexed = stack.about
    assert [game.name(zone), game.name(hexed)] == ["Action stack", "Hex"] and stack.words == "Action stack pops"
    assert [due for due in game.due() if not due.about] == list(before)
    game.tick(stack.at - 1)
    assert game.due()[0] == stack and game.state.zones[zone.number]
    game.tick(stack.at)
    assert stack not in game.due() and not game.state.zones[zone.number]


def test_a_game_without_a_clock_has_nothing_due():
    """In a game without waiting items nothing is due."""
    assert rulewright.new("honey", seed=1).due() == ()


def test_a_reference_has_a_name():
    """The reference can be to a thing, a tile, a zone, a player or a past act."""
    game = rulewright.new("encounter", seed=1)
    wanted = [Reference("thing", 0), Reference("tile", 7), Reference("zone", 0), Reference("player", 1)]
    assert [game.name(each) for each in wanted] == ["Sera", "2,3", "Map", "Raiders"]


def test_past_acts_are_offered_in_words():
    """The words are who did what to whom, and when; the number alone also means the act, and 1 does not mean 12."""
    game = table()
    game.answer("Ann", "Hex", "Bo", at=HOUR + 61)
    do(game, "Bo", "Insist")
    menu = game.menu("Cy", "Find illegal")
    assert menu is not None and menu.kind == "act"
    assert [option.words for option in menu.options] == ["1: Ann, Hex → Bo at 1:01:01", "2: Bo, Insist at 1:01:01"]
    assert [option.about for option in menu.options] == [(Reference("act", 1),), (Reference("act", 2),)]
    assert [menu.read(said) for said in ("1", "hex", "ann", "bo, ins")] == [1, 1, 1, 2]
