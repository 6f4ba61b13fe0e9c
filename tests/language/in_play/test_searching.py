"""Searching, revealing until a card fits, and random things: what is found, who sees it, and what is left."""

from rulewright import books
from rulewright.kernel.game import Game
from tests.language.in_play.test_making import HEAD, wrong

LOOK = "Look\ndo: search your Deck for a minion: move the chosen card to your Hand\n"
FLIP = "Flip\ndo: reveal cards from the top of your Deck until a minion\n    move the chosen card to your Hand\n"
SCENE = "Scene Table\n  seats Ada, Ben\n  Ada's Deck: Dust, Boar, Dust\nDust (Spell)\ndo: gain 1 Score\n"


def game(rule: str) -> Game:
    """Gives a game in which Ada has a deck with one minion."""
    return Game(books.load(text=[("found.rules", HEAD + rule + SCENE)]), "Table", seed=1)


def known(played: Game, seat: int) -> list[str]:
    """Lists the names that a seat reads in Ada's deck."""
    deck = next(zone for zone in played.view(seat)["zones"] if zone["zone"] == "Ada's Deck")
    return [thing["name"].split()[0] for thing in deck["things"] or () if thing["name"].split()[0] in ("Boar", "Dust")]


def test_the_searching_player_alone_sees_the_deck_during_the_search():
    """Ada sees three cards while she chooses; Ben sees none, and afterwards nobody does."""
    table = game(LOOK)
    table.answer("Ada", "Look")
    assert sorted(known(table, 0)) == ["Boar", "Dust", "Dust"] and known(table, 1) == []
    table.answer("Ada", "Boar")
    assert known(table, 0) == [] and known(table, 1) == []


def test_a_search_may_find_nothing_although_something_is_there():
    """A player who declines takes nothing, and what follows the colon does not happen."""
    table = game(LOOK)
    table.answer("Ada", "Look")
    table.answer("Ada", "none")
    assert len(table.state.zones[table.state.owned(table.book.zone_index("Hand"), 0)]) == 0


def test_only_the_cards_up_to_the_one_that_fits_are_revealed():
    """Of the two cards that are left, Ben knows the one that lay above the boar and not the one below it."""
    table = game(FLIP)
    table.answer("Ada", "Flip")
    assert known(table, 1) == ["Dust"]


def test_two_random_things_in_one_line_are_refused():
    """It would not be clear which of them is meant."""
    rule = ("Feud (Spell)", "do: a random minion you control becomes a copy of a random minion you do not control")
    assert "two random things" in wrong(*rule)[0]
