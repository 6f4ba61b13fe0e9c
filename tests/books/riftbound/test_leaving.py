"""Players who concede: their cards, spells, turns and combats."""

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE
from tests.books.riftbound.play import Table

LAID = """
seats Ann, Bo, Cy
Ann (Energy 2), Bo (Energy 2)
Board: Tollhouse Yard
Ann's Hand: Lost Letter, Coal Scrip
Ann's Main Deck: 3 Coal Scrip
Ann's Trash: Furnace Oath
Ann's Board: Slagback Ram, Fury Rune
Bo's Hand: Lost Letter
Bo's Main Deck: 3 Coal Scrip
Bo's Rune Deck: 3 Calm Rune
Bo's Board: Stillwater Lock
Bo's Board at Stillwater Lock: Basalt Matron
Cy's Main Deck: 3 Coal Scrip
"""


def laid(who: str = "Ann") -> Table:
    """Sets up a table for three at which conceding is offered."""
    return Table(LAID, who, concession="offered")


def begun(scene: str) -> Game:
    """Begins a game at which conceding is offered, up to the first player's action phase."""
    game = Game(books.load("riftbound", readings={"concession": "offered"}), scene, seed=1)
    while "Mulligan" in game.where():
        game.answer(None, "none")
    return game


def left_of(game: Game, seat: int) -> list[str]:
    """Names the things of a seat that still lie somewhere, without the player."""
    state, places = game.state, game.state.places
    owned = [slot for slot in range(len(places)) if places[slot] != NOWHERE and state.cell(slot, 1) == seat]
    return [state.names[slot] for slot in owned if state.names[slot] != game.seats[seat]]


def test_a_conceding_players_spell_on_the_chain_is_countered():
    """The spell has no effect and leaves the chain (R-412.1, W-649)."""
    table = laid()
    table.does("Ann", "Lost Letter")
    table.does("Ann", "Concede")
    spell = table.game.find("Lost Letter")
    assert ("told", "countered", spell) in list(table.game.events) and table.waiting == 0


def test_the_cards_of_a_player_who_concedes_leave():
    """Hand, decks, trash and board of this player are gone, and those of the others stay (W-649)."""
    table = laid()
    table.does("Ann", "Concede")
    assert left_of(table.game, 0) == []
    assert {"Basalt Matron", "Lost Letter"} <= set(left_of(table.game, 1))


def test_an_attacker_who_concedes_leaves_the_ground_to_the_defender():
    """The combat goes on without attackers: nobody is hurt, and the battlefield keeps its player (W-437, W-649)."""
    table = laid()
    table.does("Ann", "Standard Move Stillwater Lock, Slagback Ram, done")
    table.does("Ann", "Concede")
    for who in ("Bo", "Cy"):
        table.does(who, "pass")
    assert [table.stat("Stillwater Lock", stat) for stat in ("Contested", "Fought", "Staged")] == [0, 0, 0]
    assert table.stat("Basalt Matron", "Defending") == 0 and table.stat("Bo", "Score") == 0


def test_focus_passes_on_if_the_player_who_has_it_concedes():
    """The next player gets it, and the showdown closes when all remaining players have passed (W-338, W-649)."""
    table = laid()
    table.does("Ann", "Standard Move Tollhouse Yard, Slagback Ram, done")
    table.does("Ann", "Concede")
    assert table.game.seats[table.game.asking[0]] == "Bo" and table.stat("Tollhouse Yard", "Fought") == 1
    table.does("Bo", "pass")
    table.does("Cy", "pass")
    assert table.stat("Tollhouse Yard", "Contested") == 0 and table.stat("Ann", "Score") == 0


def test_a_defender_who_concedes_leaves_the_ground_to_the_attacker():
    """Without a defender the attacker conquers the battlefield when the showdown closes (W-437, W-649)."""
    table = laid()
    table.does("Ann", "Standard Move Stillwater Lock, Slagback Ram, done")
    table.does("Ann", "pass")
    table.does("Bo", "Concede")
    while table.stat("Stillwater Lock", "Fought"):
        table.does(table.game.seats[table.game.asking[0]], "pass")
    assert table.stat("Ann", "Score") == 1 and table.stat("Cy", "Score") == 0


def test_the_turn_of_a_player_who_concedes_is_over():
    """The next player's turn begins; at a table for three the two others continue (W-649)."""
    game = begun("Three banks")
    first = game.asking[0]
    game.answer(game.seats[first], "Concede")
    assert not game.over and game.asking == ((first + 1) % 3,) and "Turn of" in game.where()


def test_a_team_leaves_together():
    """If one of two teammates concedes, their team has lost (W-458, W-649)."""
    game = begun("Two against two")
    beaten = game.seats[game.asking[0]]
    game.answer(beaten, "Concede")
    assert game.over and game.standing() == {side: -1 if beaten in side else 1 for side in ("Ann and Cy", "Bo and Di")}
