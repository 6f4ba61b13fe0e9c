"""Options: each has a key with named fields, words, and references to what it is about."""

import json
from typing import Any

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import MANY, Menu, Offer, Option, Reference


def begun(book: str, **more: object) -> Game:
    """Begins a game of a shipped book, in its first scene."""
    return rulewright.new(book, seed=1, **more)  # type: ignore[arg-type]


def option(game: Game, words: str, *picks: Any) -> Option:
    """Finds an option by its words, after some picks."""
    menu = game.menu(game.asking[0], *picks)
    assert menu is not None
    return next(each for each in menu.options if each.words == words)


def names(game: Game, about: tuple[Reference, ...]) -> list[tuple[str, str]]:
    """Names the things that an option is about."""
    return [(kind, game.seats[number] if kind == "player" else game.state.names[number]) for kind, number in about]


def test_an_action_is_about_whoever_performs_it():
    """It is about the actor; the option to pass is about nothing."""
    game = begun("encounter")
    assert names(game, option(game, "Guard").about) == [("thing", "Sera")]
    assert option(game, "pass") == ("pass", "pass", ())


def test_a_card_in_hand_is_what_its_action_is_about():
    """It is about the card and not about its player; an action of the player is about the player."""
    game = begun("honey")
    almanac = option(game, "Almanac")
    assert almanac.about == (Reference("thing", almanac.key.thing),)
    assert names(game, almanac.about) == [("thing", "Almanac")]
    assert names(game, option(game, "Forage").about) == [("thing", "Ivy"), ("player", "Ivy")]


def test_a_pick_is_about_what_is_picked():
    """This is a tile, or a thing together with the player whom it represents."""
    game, cards = begun("encounter"), begun("honey")
    menu = game.menu(None, "Move")
    assert menu is not None and menu.kind == "tile"
    assert [each.about for each in menu.options] == [(Reference("tile", key),) for key in menu.keys]
    assert names(cards, option(cards, "Otto", "Wasp Raid").about) == [("thing", "Otto"), ("player", "Otto")]


def test_a_stack_that_is_picked_is_a_zone():
    """The option is also about a thing on the stack; a new stack is about nothing."""
    game = begun("nomic")
    game.answer("Ann", "Hex", "Bo")
    stack, new = option(game, "on the stack of Hex", "Hex", "Cy"), option(game, "on a new stack", "Hex", "Cy")
    (zone, thing), nothing = stack.about, new.about
    assert (zone.kind, thing.kind, nothing) == ("zone", "thing", ())
    assert game.state.zones[zone.number] == [thing.number]


def test_a_question_in_the_middle_of_a_rule_is_about_whom_it_is_put_to():
    """The option to decide is about this player; the option to decline is about nothing."""
    game = begun("netrunner")
    assert names(game, option(game, "take a new hand").about)[0][1] == "Corp"
    assert option(game, "decline").about == ()


def test_the_key_of_an_action_has_named_fields():
    """The fields are its action and its source; it equals the plain pair that JSON gives."""
    key = option(begun("honey"), "Forage").key
    assert (key.action, key.thing, key[0]) == ("Forage", 0, "Forage")
    assert key == ("Forage", key.source) and json.loads(json.dumps(key)) == ["Forage", key.source]


@pytest.mark.parametrize("made", [lambda game: game, lambda game: rulewright.restore(rulewright.save(game))])
def test_a_journal_has_the_same_keys_however_they_were_given(made):
    """Pairs from a program or from a save are offers in the journal, too."""
    game = begun("honey")
    game.answer("Ivy", ("Forage", 0))
    assert [type(made(game).journal[-1].path[0]), made(game).journal[-1].path] == [Offer, (Offer("Forage", 0),)]


def test_a_range_is_listed_while_it_is_short():
    """Each number has its words; for very many numbers only the bounds are given."""
    short, long = Menu("how many", least=3, most=4), Menu("how many", least=1, most=MANY + 1)
    assert short.options == [(3, "3", ()), (4, "4", ())] and short.kind == "number"
    assert long.options == [] and len(Menu("how many", least=1, most=MANY).options) == MANY


@pytest.mark.parametrize(
    ("book", "picks", "kind"),
    [("nomic", (), "offer"), ("nomic", ("Move",), "text"), ("nomic", ("Hex",), "object"), ("netrunner", (), "word")],
)
def test_a_menu_says_what_kind_of_thing_is_picked(book, picks, kind):
    """A program need not conclude it from the keys."""
    game = begun(book)
    menu = game.menu(game.asking[0], *picks)
    assert menu is not None and menu.kind == kind
