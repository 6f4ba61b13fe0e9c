"""Setup, modes, conceding, and hidden cards."""

from collections import Counter

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play.passing import Passing
from tests.books.riftbound.play import Table

BOOK = books.load("riftbound")


def zone(game: Game, seat: int, name: str) -> list[str]:
    """Names the cards in a zone of somebody."""
    found = [n for n, (kind, owner, _) in enumerate(game.state.grounds) if BOOK.zones[kind].name == name and owner == seat]
    return [game.state.names[slot] for slot in game.state.zones[found[0]]]


def begun(scene: str, seed: int = 1) -> Game:
    """Begins a game and keeps every hand, up to the first player's action phase."""
    game = Game(BOOK, scene, seed=seed)
    while "Mulligan" in game.where():
        game.answer(None, "none")
    return game


@pytest.mark.parametrize("scene", BOOK.scenes)
def test_decks_are_built_by_the_rules(scene: str):
    """A deck has forty cards with the champion, no name more than three times, and twelve runes (W-103)."""
    game = Game(BOOK, scene, seed=1)
    for seat in range(len(game.seats)):
        cards = [*zone(game, seat, "Main Deck"), *zone(game, seat, "Hand"), *zone(game, seat, "Champion Zone")]
        assert len(cards) == 40 and max(Counter(cards).values()) <= 3
        assert len(zone(game, seat, "Rune Deck")) == 12


def test_four_cards_and_a_mulligan_of_up_to_two():
    """Each player draws four cards, sets up to two aside, draws as many, and recycles those set aside (W-110)."""
    game = Game(BOOK, "Duel", seed=3)
    first = game.asking[0]
    assert len(zone(game, first, "Hand")) == 4
    menu = game.menu(None)
    assert menu is not None
    aside = [game.state.names[key % (1 << 20)] for key in menu.keys[:2]]
    game.answer(None, menu.keys[0])
    game.answer(None, menu.keys[1])
    assert len(zone(game, first, "Hand")) == 4 and game.asking == (1 - first,)
    assert sorted(zone(game, first, "Main Deck")[:2]) == sorted(aside)


def test_the_first_player_is_chosen_at_random():
    """The seed decides which seat begins (W-110)."""
    assert {begun("Duel", seed).asking for seed in range(8)} == {(0,), (1,)}


@pytest.mark.parametrize("scene", ["Duel", "Three banks", "Four banks"])
def test_mulligans_go_in_turn_order_from_who_begins(scene: str):
    """The first player is known before the mulligans and exchanges first; the others follow in table order (W-110)."""
    orders = set()
    for seed in range(8):
        game = Game(BOOK, scene, seed=seed)
        asked = []
        while "Mulligan" in game.where():
            asked.append(game.asking[0])
            game.answer(None, "none")
        first = game.asking[0]
        assert asked == [(first + n) % len(game.seats) for n in range(len(game.seats))]
        orders.add(first)
    assert len(orders) > 1


@pytest.mark.parametrize(
    ("scene", "goal", "fields"), [("Duel", 8, 2), ("Three banks", 8, 3), ("Four banks", 8, 3), ("Two against two", 11, 3)]
)
def test_the_modes_differ_in_goal_and_battlefields(scene: str, goal: int, fields: int):
    """A duel has eight points and two battlefields, other modes have three; two teams play to eleven (W-458)."""
    game = begun(scene)
    assert game.state.cell(0, BOOK.stat("Goal")) == goal
    lying = [name for name, place in zip(game.state.names, game.state.places, strict=True) if place >= 0]
    assert len({"Collapsed Causeway", "Stillwater Lock", "Tollhouse Yard", "Auction of Echoes"} & set(lying)) == fields


@pytest.mark.parametrize(("scene", "first", "last"), [("Duel", (2, 5), (3, 5)), ("Three banks", (2, 4), (3, 5))])
def test_the_last_player_channels_one_more_rune_in_the_first_turn(scene: str, first: tuple[int, int], last: tuple[int, int]):
    """With three players, the first player also skips the first draw (W-458)."""
    game = begun(scene)
    seen = []
    for _ in game.seats:
        seat = game.asking[0]
        seen.append((12 - len(zone(game, seat, "Rune Deck")), len(zone(game, seat, "Hand"))))
        game.answer(None, "pass")
    assert (seen[0], seen[-1]) == (first, last)


def test_a_player_who_concedes_leaves_with_everything():
    """If conceding is offered, a player who concedes leaves with everything, and a duel is over (W-649)."""
    game = Game(books.load("riftbound", readings={"concession": "offered"}), "Duel", seed=1)
    while "Mulligan" in game.where():
        game.answer(None, "none")
    beaten = game.seats[game.asking[0]]
    game.answer(beaten, "Concede")
    assert game.over and game.standing()[beaten] == -1 and sum(game.standing().values()) == 0


def test_conceding_is_not_offered_unless_asked_for():
    """By default giving up is not on the menu (W-649)."""
    assert not Table("seats Ann, Bo\nAnn's Board: Emberline Runner").may("Ann", "Concede")


def test_a_prohibition_prevails_and_a_card_prevails_over_the_rules():
    """A unit that does not ready stays exhausted; a unit with Ganking moves where a standard move cannot go (W-002, W-054)."""
    lines = """
    seats Ann, Bo
    Ann's Board: Collapsed Causeway, Stillwater Lock, Slagback Ram (Exhausted 1, Stays 1)
    Ann's Board at Collapsed Causeway: Crossroads Reaver, Emberline Runner
    Ann's Main Deck: 3 Coal Scrip
    """
    table = Table(lines)
    assert table.game.why_not("Ann", "Standard Move", "Stillwater Lock") is None
    table.does("Ann", "Standard Move Stillwater Lock, Crossroads Reaver, done")
    assert table.stat("Crossroads Reaver", "Away") == 1


def test_a_card_face_down_is_seen_by_whoever_laid_it_there():
    """Others see that a face-down card lies at a battlefield, but not which card it is (W-106, W-107)."""
    lines = """
    seats Ann, Bo
    Ann's Board: Stillwater Lock
    Ann's Board at Stillwater Lock: Emberline Runner
    Ann's Facedown at Stillwater Lock: Cellar Lurker (face down)
    """
    game = Table(lines).game
    assert "Cellar Lurker" in str(game.view("Ann")) and "Cellar Lurker" not in str(game.view("Bo"))
    assert "face-down card" in str(game.view("Bo"))


def test_showing_a_hand_is_not_revealing():
    """A player may talk about the own hand at any time without an action, and Reveal is refused (R-411.2.b)."""
    why = Table("seats Ann, Bo\nAnn's Hand: Coal Scrip").game.why_not("Ann", "Reveal")
    assert why is not None and why.check == "limited"


def test_a_revealed_card_is_seen_by_all_during_the_effect():
    """A card of a deck is shown to everybody and stays there; other cards of the deck are not shown (R-411.1)."""
    lines = """
    seats Ann, Bo
    Ann (Energy 3)
    Ann's Hand: Turn Out the Pockets
    Ann's Main Deck: Emberline Runner, Coal Scrip, Furnace Oath, Basalt Matron
    """
    table = Table(lines)
    table.does("Ann", "Turn Out the Pockets")
    assert "Emberline Runner" not in str(table.game.view("Bo"))
    table.does("Ann", "pass")
    table.does("Bo", "pass")
    seen = str(table.game.view("Bo"))
    assert [name in seen for name in ("Emberline Runner", "Coal Scrip", "Furnace Oath", "Basalt Matron")] == [True] * 3 + [False]
    assert len(zone(table.game, 0, "Main Deck")) == 4


def test_cards_recycled_together_lie_in_random_order():
    """The seed decides in which order two cards lie under the deck (R-403.5)."""
    orders = set()
    for seed in range(8, 14):
        game = Game(BOOK, "Duel", seed=seed)
        first, menu = game.asking[0], game.menu(None)
        assert menu is not None
        aside = [game.state.names[key % (1 << 20)] for key in menu.keys[:2]]
        for key in menu.keys[:2]:
            game.answer(None, key)
        orders.add(zone(game, first, "Main Deck")[:2] == aside)
    assert orders == {True, False}


def test_at_the_terminal_a_player_with_runes_alone_is_not_asked():
    """In others' turns a player who could only use runes passes automatically; one who could play a card is asked (W-156)."""
    lines = "seats Ann, Bo\nAnn (Energy 1)\nAnn's Hand: Lost Letter\nBo's Board: 3 Calm Rune\n"
    for hand, passed in (("", ("pass",)), ("Bo's Hand: Unmake the Verse", None)):
        table = Table(lines + hand)
        table.does("Ann", "Lost Letter")
        table.does("Ann", "pass")
        assert Passing(table.game).automatic(1) == passed


def test_hands_are_private_decks_secret_and_trash_public():
    """The owner sees a hand, nobody a deck, and all the trash and banishment; the numbers of cards are public (W-107)."""
    lines = """
    seats Ann, Bo
    Ann's Hand: Furnace Oath
    Ann's Main Deck: 2 Debt of Ash
    Ann's Rune Deck: Fury Rune
    Ann's Trash: Slagback Ram
    Ann's Banishment: Emberline Runner
    """
    game = Table(lines).game
    seen = {who: str(game.view(who)["zones"]) for who in ("Ann", "Bo")}
    assert "Furnace Oath" in seen["Ann"] and "Furnace Oath" not in seen["Bo"]
    assert not [name for name in ("Debt of Ash", "Fury Rune") if name in seen["Ann"] + seen["Bo"]]
    assert all(name in told for name in ("Slagback Ram", "Emberline Runner") for told in seen.values())
    sizes = {zone["zone"]: zone["count"] for zone in game.view("Bo")["zones"]}
    assert (sizes["Ann's Hand"], sizes["Ann's Main Deck"]) == (1, 2)


def test_cards_set_aside_are_not_told_to_others():
    """In the record that others get, a mulligan names no card (W-107, W-110)."""
    game = Game(BOOK, "Duel", seed=3)
    first, menu = game.asking[0], game.menu(None)
    assert menu is not None
    aside = {game.state.names[key % (1 << 20)] for key in menu.keys[:2]}
    for key in menu.keys[:2]:
        game.answer(None, key)
    told = " ".join(str(each) for each in game.told(1 - first))
    assert not [name for name in aside if name in told]


def test_a_menu_says_what_a_play_costs_in_all():
    """Parts of the cost in the same stat are added up, and a cost of 0 is left out (W-350)."""
    table = Table("seats Ann, Bo\nAnn (Energy 9, Fury 9), Bo (Energy 0)\nAnn's Hand: Emberline Runner")
    menu = table.game.menu("Ann")
    assert menu is not None
    choice = table.game.choice(table.game.asking[0])
    assert choice is not None
    said = {each["words"]: ", ".join(f"{cost['amount']} {cost['stat']}" for cost in each["cost"]) for each in choice["options"]}
    costs = {words: f" ({cost})" if cost else "" for words, cost in said.items()}
    assert costs["Play a unit (Emberline Runner)"] == " (2 Energy)"
    assert costs["Play a unit accelerated (Emberline Runner)"] == " (3 Energy, 1 Fury)"
