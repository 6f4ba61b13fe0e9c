"""The wider rules: setup, zones, keywords, targeting, limits, leaving and winning."""

from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.change import values
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import OWNER
from rulewright.language.names.declarations import series
from tests.books.mandarin import play

BOOK = books.load("mandarin")


def people(seats: str, *lines: str) -> str:
    """Writes a position in which everybody has health and a deck."""
    said = [f"seats {', '.join(seats)}", ", ".join(f"{seat} (Health 20)" for seat in seats)]
    return "\n".join([*said, *(f"{seat}'s Deck: 9 Slow" for seat in seats), *lines])


def passes(game: Game, seats: str) -> None:
    for seat in seats:
        play.step_aside(game, seat)


def lying(game: Game, zone: str, seat: str = "") -> list[str]:
    """Lists what lies in a zone, the bottom first."""
    place = game.state.owned(game.book.zone_index(zone), game.seat(seat) if seat else -1)
    return [game.state.names[slot] for slot in game.state.zones[place]]


def stat(game: Game, who: str, name: str) -> int:
    """Reads a stored stat of somebody."""
    return game.state.cell(game.find(who), game.book.stat(name))


@pytest.mark.parametrize("scene", list(BOOK.scenes))
def test_the_game_is_set_up_with_decks_a_market_and_a_first_player(scene: str):
    """SW-01: each player has a starter set and three cards of the market deck, the market has six cards, and a seat begins."""
    game = Game(BOOK, scene, seed=4)
    for seat in game.seats:
        own = len(lying(game, "Deck", seat)) + len(lying(game, "Hand", seat))
        assert own == 11
    assert len(lying(game, "Market")) == 6
    assert len(lying(game, "Market Deck")) == 38 - 6 - 3 * len(game.seats)
    assert play.asked(game) == game.seats[0]


def test_the_set_up_depends_on_the_seed():
    """SW-01: another seed deals other cards."""
    hands = {tuple(lying(Game(BOOK, "Two at the river", seed=seed), "Hand", "Ann")) for seed in range(6)}
    assert len(hands) > 1


def test_each_zone_is_seen_by_its_viewers_only():
    """SW-13: a hand is seen by its owner, a deck by nobody, other zones by all; everybody knows how many cards there are."""
    game = Game(BOOK, "Two at the river", seed=4)
    seen = {zone["zone"]: zone for zone in game.view("Bo")["zones"]}
    hidden = {name for name, zone in seen.items() if zone["things"] is None}
    assert hidden == {"Ann's Deck", "Bo's Deck", "Ann's Hand", "Ann's Stash", "Market Deck"}
    assert seen["Ann's Hand"]["count"] == 5 and seen["Ann's Deck"]["count"] == 6


def test_destroyed_cards_lie_together_and_obliterated_ones_with_their_owner():
    """SW-13: destroyed cards of both players lie together, obliterated cards with their owner."""
    zones = {zone.name: zone for zone in BOOK.zones}
    assert not zones["Graveyard"].owned and zones["Obliterated"].owned
    game = play.position(people("AB", "A's Hand: Slow, Ripple", "B's Hand: Quick"))
    game.answer("A", "Obliterate a card", "Ripple")
    game.answer("A", "Slow")
    game.answer("B", "Quick")
    passes(game, "ABA")
    assert lying(game, "Graveyard") == ["Quick", "Slow"] and lying(game, "Obliterated", "A") == ["Ripple"]


def test_a_stash_keeps_cards_for_later():
    """SW-13: a card that was laid by comes back to the hand."""
    game = play.position(people("AB", "A's Hand: Ripple", "A's Board: Hidden Cellar"))
    game.answer("A", "Lay By", "Ripple")
    passes(game, "BA")
    assert lying(game, "Stash", "A") == ["Ripple"]
    game.answer("A", "Fetch Up", "Ripple")
    passes(game, "BA")
    assert "Ripple" in lying(game, "Hand", "A")


def test_a_recycled_card_goes_under_its_owners_deck():
    """SW-19: the card goes to the bottom of its owner's deck and loses all changes that were made to it."""
    game = play.position(people("AB", "A (Mana 9)", "A's Hand: Spring Flood", "B's Board: Stone Turtle"), "Stat Mana: at least 0")
    game.answer("A", "Spring Flood")
    passes(game, "BA")
    assert lying(game, "Deck", "B")[0] == "Stone Turtle"
    assert stat(game, "Stone Turtle", "Health") == 7


def test_draw_is_one_event():
    """SW-19: drawing three cards triggers draw rules once."""
    rules = "Heron (Post)\n  Notice\n  Trigger: an opponent draws\n  do: gain 1 Gold"
    game = play.position(people("AB", "A's Hand: Long Count", "B's Board: Heron"), rules)
    assert play.waiting(game) == ["B: Notice"]  # the turn's own draw
    passes(game, "AB")
    game.answer("A", "Long Count")
    passes(game, "BA")
    assert play.waiting(game) == ["B: Notice"]


def test_a_flipped_card_is_turned_back_by_another_flip():
    """SW-19: a flipped card has its other side until it is flipped again."""
    game = play.position(people("AB", "A's Board: Weather Vane, Bandit Twins"))
    game.answer("A", "Turn About")
    passes(game, "BA")
    assert stat(game, "Weather Vane", "Flipped") == 1
    assert game.view("A")["zones"][-1] is not None
    play.step_aside(game, "A")
    play.step_aside(game, "B")
    game.answer("A", "Turn About")
    passes(game, "BA")
    assert stat(game, "Weather Vane", "Flipped") == 0


@pytest.mark.parametrize(
    ("text", "blows"),
    [
        ("20x1", (1,) * 20),
        ("2x3", (3, 3)),
        ("5x(0, 2x9, 0)", (0, 9, 9, 0) * 5),
        ("4", (4,)),
        ("1, 2x2", (1, 2, 2)),
        ("2x", None),
        ("(1", None),
        ("x3", None),
    ],
)
def test_a_damage_pattern_is_a_row_of_blows(text: str, blows: tuple[int, ...] | None):
    """SW-18: a pattern is a row of blows; any other text is refused."""
    assert series(text) == blows


def test_a_printed_pattern_is_struck_blow_by_blow():
    """SW-18: a pattern printed on a card is struck blow by blow, and no blow follows the one that kills."""
    rules = "Ram (Creature)\nDamage: 5x(0, 2x9, 0)\nHealth: 5\n\nFlea (Creature)\nDamage: 20x1\nHealth: 1"
    game = play.position(people("AB", "A's Board: Ram", "B's Board: Flea"), rules)
    game.answer("A", "Attack", "B")
    game.answer("B", "Block")
    passes(game, "AB")
    # round one: nothing and 1; round two: 9 and 1, and the flea is gone
    assert stat(game, "Ram", "Health") == 3 and lying(game, "Graveyard") == ["Flea"]


@pytest.mark.parametrize(
    ("line", "fewest", "most"),
    [
        pytest.param("a creature", 1, 1, id="SW-20 target"),
        pytest.param("up to 2 creatures", 0, 2, id="SW-20 up to"),
        pytest.param("at least 2 creatures", 2, 3, id="SW-20 at least"),
        pytest.param("between 1 and 2 creatures", 1, 2, id="SW-20 between"),
        pytest.param("any number of creatures", 0, 3, id="SW-20 any number"),
        pytest.param("any number of creatures with [Health] > 5", 0, 1, id="SW-20 a property limits"),
        pytest.param("any number of peasants you control", 0, 0, id="SW-20 a type and an owner limit"),
    ],
)
def test_the_number_of_targets_follows_the_text_of_the_card(line: str, fewest: int, most: int):
    """The cards allow different numbers of targets among three creatures on the board."""
    verb = "tap target" if fewest == most == 1 else "tap all targets"
    rules = f"Net (Momentary)\nTarget: {line}\ndo: {verb}"
    game = play.position(people("AB", "A's Hand: Net", "B's Board: Stone Turtle, Ferry Hand, Reed Cutter"), rules)
    net = next(key for key in game.menu("A") or () if isinstance(key, tuple) and key[0] == "Net")
    numbers = {len([pick for pick in path if pick != "done"]) for path in paths(game, (net,))}
    assert (min(numbers), max(numbers)) == (fewest, most)


def paths(game: Game, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Lists every way to pick the targets."""
    menu = game.menu("A", *path)
    return [path[1:]] if menu is None else [found for key in menu for found in paths(game, (*path, key))]


def test_an_effect_on_all_needs_no_target():
    """SW-20: the effect is about all creatures that are there when it resolves."""
    rules = "Quake (Momentary)\ndo: all creatures lose 1 Health"
    game = play.position(people("AB", "A's Hand: Quake", "A's Board: Stone Turtle", "B's Board: Ferry Hand"), rules)
    game.answer("A", "Quake")
    passes(game, "BA")
    assert (stat(game, "Stone Turtle", "Health"), stat(game, "Ferry Hand", "Health")) == (6, 2)


def test_a_limit_of_once_per_turn_starts_again_in_each_players_turn():
    """SW-05, SW-06: with four players it is once in each turn, however often the player gets priority."""
    rules = "Kiln (Post)\n  Fire (fast)\n  Limit: once per Turn\n  do: gain 1 Gold"
    game = play.position(people("ABCD", "A's Board: Kiln", "B's Hand: Slow", "C's Hand: Slow", "D's Hand: Slow"), rules)
    used = 0
    for turn in "ABCD":
        assert play.whose_turn(game) == turn
        if turn != "A":
            game.answer(turn, "Slow")
            while play.asked(game) != "A":
                game.answer(None, "pass")
        game.answer("A", "Fire")
        used += 1
        why = None
        while play.whose_turn(game) == turn:
            if play.asked(game) == "A":
                why = game.why_not("A", "Fire")
                assert why is not None and why.check == "limit"
            game.answer(None, "pass")
    assert used == 4 and why is not None


def test_a_prohibition_prevails_over_a_permission():
    """SW-21: every creature may attack, except one that a card prevents from attacking."""
    game = play.position(people("AB", "A (Mana 9)", "A's Hand: Heavy Chain", "A's Board: Stone Turtle, Ferry Hand"))
    game.answer("A", "Heavy Chain", "Stone Turtle")
    passes(game, "BA")
    menu = game.menu("A")
    assert menu is not None
    attackers = [menu.words(key) for key in menu if str(menu.words(key)).startswith("Attack")]
    assert attackers == ["Attack a player (Ferry Hand)"]


def test_the_text_of_a_card_prevails_over_a_rule():
    """SW-21: every creature taps to attack, except one whose card says otherwise."""
    rules = (
        "Sentinel (Creature)\nDamage: 2\nHealth: 4\n\n"
        "Attack a player\nFor: Sentinel\nFrom: Board\nTarget: an opponent\ndo: deal [This Damage] damage to target\n"
    )
    game = play.position(people("AB", "A's Board: Sentinel, Stone Turtle"), rules)
    game.answer("A", "Attack a player (Sentinel)", "B")
    passes(game, "BA")
    game.answer("A", "Attack a player (Stone Turtle)", "B")
    assert (stat(game, "Sentinel", "Tapped"), stat(game, "Stone Turtle", "Tapped")) == (0, 1)


CALM = """
Features: Calm, Storm

Calm (Post)

Feature Calm
Scope: actor Creature
When: there is a Calm in play
do: [Damage] = 1

Storm (Post)

Feature Storm
Scope: actor Creature
When: there is a Storm in play
do: [Damage] = 6
"""


def test_conflicting_static_abilities_apply_in_play_order():
    """SW-21: the turn owner's ability is applied first and the other player's last, so the latter counts."""
    game = play.position(people("AB", "A's Board: Calm, Stone Turtle", "B's Board: Storm"), CALM)
    damage = game.book.stat("Damage")
    assert values.value(game.machine, game.find("Stone Turtle"), damage) == 6
    play.step_aside(game, "A")
    assert values.value(game.machine, game.find("Stone Turtle"), damage) == 1


@pytest.mark.parametrize(("first", "second", "counts"), [("Calm", "Storm", 6), ("Storm", "Calm", 1)])
def test_static_abilities_of_one_player_apply_in_the_order_of_coming_into_play(first: str, second: str, counts: int):
    """SW-21: of two abilities of one player, that of the card brought into play later is applied later."""
    game = play.position(people("AB", f"A's Board: {second}, {first}", "B's Board: Stone Turtle"), CALM)
    assert values.value(game.machine, game.find("Stone Turtle"), game.book.stat("Damage")) == counts


def test_a_player_at_no_health_leaves_and_the_last_one_wins():
    """SW-04: the losing condition of this book is Health; the last player who has not lost wins."""
    rules = "Scene Duel\n  seats A, B\n  A (Health 9), B (Health 1)\n  A's Board: Bandit Twins\n  ends when: one side is left"
    game = Game(play.loaded(f"{play.CARDS}\n{rules}\n"), "Duel", seed=1)
    game.answer("A", "Attack", "B")
    passes(game, "BA")
    assert game.over and game.standing() == {"A": 1, "B": -1}


def test_a_player_who_leaves_takes_all_their_cards_along():
    """SW-04, S-28: their effects leave the stack, their cards leave the board, and their seat is skipped."""
    lines = people("ABC", "A's Hand: Slow, Banish", "B's Hand: Quick", "B's Board: Bandit Twins, Paddy Field", "C's Hand: Quick")
    game = play.position(lines)
    game.answer("A", "Slow")
    game.answer("B", "Quick")
    game.answer("C", "Quick")
    play.leave(game, "B")
    assert play.waiting(game) == ["A: Slow", "C: Quick"]
    assert set(lying(game, "Obliterated", "B")) == {"Bandit Twins", "Paddy Field"}
    passes(game, "AC")
    assert play.resolved(game) == ["C"] and play.asked(game) == "A"
    play.step_aside(game, "A")
    play.step_aside(game, "A")
    assert play.whose_turn(game) == "C"


def test_the_turn_of_a_player_who_leaves_is_over():
    """S-30: if the stack is empty and the turn owner has left, the next turn begins."""
    game = play.table("ABC")
    play.leave(game, "A")
    assert (play.whose_turn(game), play.asked(game)) == ("B", "B")


def test_a_player_can_concede_if_the_reading_allows_it():
    """SW-04: a player with priority may give up if the reading offers it."""
    rules = "Scene Duel\n  seats A, B\n  A (Health 9), B (Health 9)\n  ends when: one side is left"
    text = f"{play.CARDS}\n{rules}\n"
    assert Game(play.loaded(text), "Duel", seed=1).why_not("A", "Concede") is not None
    game = Game(play.loaded(text, (("concession", "offered"),)), "Duel", seed=1)
    game.answer("A", "Concede")
    assert game.over and game.standing() == {"A": -1, "B": 1}


def test_an_empty_deck_costs_health():
    """SW-04, SW-12: a player who cannot draw loses 1 Health, so games without fights end."""
    rules = "Scene Duel\n  seats A, B\n  A (Health 2), B (Health 9)\n  B's Deck: 9 Slow\n  ends when: one side is left"
    game = Game(play.loaded(f"{play.CARDS}\n{rules}\n"), "Duel", seed=1)
    assert stat(game, "A", "Health") == 1
    passes(game, "AB")
    assert game.over and game.standing()["B"] == 1


def test_a_card_starts_over_when_it_comes_back():
    """SW-13: a card that is played again is without earlier changes, and belongs to its owner."""
    rules = "Recall (Momentary)\nTarget: a creature\ndo: move target to its owner's Hand"
    game = play.position(people("AB", "A's Hand: Recall, Clay Pot Toss", "B's Board: Stone Turtle"), rules)
    game.answer("A", "Clay Pot Toss", "Stone Turtle")
    passes(game, "BA")
    assert stat(game, "Stone Turtle", "Health") == 5
    game.answer("A", "Recall", "Stone Turtle")
    passes(game, "BA")
    assert stat(game, "Stone Turtle", "Health") == 7
    assert game.state.cell(game.find("Stone Turtle"), OWNER) == game.seat("B")


def test_no_card_is_played_during_a_fight():
    """SW-18: nobody is asked from the first blow to the last."""
    game = play.position(people("AB", "A's Board: Drum Giant", "B's Board: Stone Turtle", "B's Hand: Dart", "A's Hand: Dart"))
    game.answer("A", "Attack", "B")
    game.answer("B", "Block")
    passes(game, "AB")
    health = game.book.stat("Health")
    blows = [event for event in game.done[-1].events if event[0] == "changed" and event[2] == health and event[3] > event[4]]
    assert len(blows) == 5  # four blows of the giant that hurt, one of the turtle
