"""Details of priority: who else is asked, what gives nobody priority, costs, and turns."""

import pytest

from rulewright.kernel.errors import NotAsked
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import OWNER
from tests.books.mandarin import play

TWO = "seats A, B\nA (Health 9), B (Health 9)"
DEAR = "Dear (Momentary)\nCost: {} Mana\ndo: gain 1 Gold"


def pass_all(game: Game, seats: str) -> None:
    """Lets players pass, in this order."""
    for seat in seats:
        play.step_aside(game, seat)


def zone(game: Game, name: str, seat: str = "A") -> list[str]:
    """Lists the cards in a zone of somebody, the bottom first."""
    place = game.state.owned(game.book.zone_index(name), game.seat(seat))
    return [game.state.names[slot] for slot in game.state.zones[place]]


def test_exactly_one_player_has_priority():
    """S-25: at every choice of a game one player is asked, and nobody else can answer."""
    game = play.table("ABCD")
    for number in range(40):
        assert len(game.asking) == 1
        with pytest.raises(NotAsked):
            game.answer((game.asking[0] + 1) % 4, "pass")
        menu = game.menu()
        assert menu is not None
        card = ("Quick", "pass", "Slow", "Dart")[number % 4]
        legal = [key for key in menu if menu.words(key).startswith(card)]
        game.answer(None, legal[0] if legal else "pass")


def test_only_the_top_of_the_stack_resolves():
    """S-29, S-32: one effect resolves at a time, the newest first."""
    game = play.table("AB")
    play.add(game, "A", "Slow")
    play.add(game, "B", "Quick")
    pass_all(game, "AB")
    assert play.resolved(game) == ["B"] and play.waiting(game) == ["A: Slow"]
    pass_all(game, "A")
    assert play.resolved(game) == ["A"] and play.waiting(game) == []


def test_an_empty_stack_gives_the_turn_owner_priority():
    """S-30, S-41: the turn owner gets priority from a resolution only if nothing is left on the stack."""
    game = play.table("ABC", first="B")
    play.add(game, "B", "Slow")
    play.add(game, "C", "Quick")
    pass_all(game, "ABC")
    assert play.resolved(game) == ["C"] and play.asked(game) == "A"
    pass_all(game, "AB")
    assert play.resolved(game) == ["B"] and play.asked(game) == "B"


def test_a_failed_payment_leaves_the_stack_as_it_was():
    """S-23, SW-11: a cost that cannot be paid in full is refused, and neither the stack nor the resources have changed."""
    game = play.position(
        f"{TWO}\nA's Hand: Dear\nA's Deck: Slow, Slow",
        DEAR.format(3),
    )
    before = game.fingerprint()
    why = game.why_not("A", "Dear")
    assert why is not None and why.check == "cost"
    with pytest.raises(Exception, match="Dear"):
        game.answer("A", "Dear")
    assert game.fingerprint() == before


def test_costs_are_paid_while_the_effect_is_not_on_the_stack():
    """S-22, S-23: the events of the payment come before the effect is put on the stack."""
    rules = DEAR.format(2)
    game = play.position(f"{TWO}\nA's Hand: Dear\nA's Deck: Slow, Slow", rules)
    events = game.answer("A", "Dear")
    mana = game.book.stat("Mana")
    paid = next(n for n, event in enumerate(events) if event[0] == "changed" and event[2] == mana)
    put = next(n for n, event in enumerate(events) if event[0] == "moved")
    assert paid < put


def test_drawing_gives_nobody_priority():
    """S-35, S-36: in A's turn A draws, and B is not asked about it."""
    game = play.table("AB")
    play.step_aside(game, "A")
    assert play.whose_turn(game) == "B" and play.asked(game) == "B"
    play.step_aside(game, "B")
    drawn = [event for event in game.done[-1].events if event[:2] == ("told", "draws")]
    assert len(drawn) == 1 and play.asked(game) == "A"


def test_an_action_without_the_stack_does_not_move_priority():
    """S-35, S-37: what happens off the stack in any player's window gives priority to nobody."""
    game = play.table("ABCD")
    play.add(game, "A", "Slow")
    play.step_aside(game, "B")
    play.leave(game, "D")
    assert play.asked(game) == "C"


def test_the_other_players_get_no_end_step():
    """S-38: after the turn owner passes on an empty stack, the next turn follows without a choice in between."""
    game = play.table("ABCD")
    play.step_aside(game, "A")
    assert (play.asked(game), play.whose_turn(game)) == ("B", "B")


def test_a_turn_is_a_draw_then_actions_then_a_pass():
    """SW-02, SW-15: a turn is a draw, then plays, abilities and buys in any order, then the pass; it begins with 3 Gold."""
    game = play.position(f"{TWO}\nA's Deck: Slow, Quick\nA's Board: Paddy Field\nMarket: Market Day, Reed Cutter\nB's Deck: Slow")
    assert zone(game, "Hand") == ["Slow"] and zone(game, "Deck") == ["Quick"]
    game.answer("A", "Buy", "Market Day")
    game.answer("A", "Slow")
    pass_all(game, "BA")
    game.answer("A", "Draw Mana")
    pass_all(game, "BA")
    game.answer("A", "Buy", "Reed Cutter")
    assert zone(game, "Deck") == ["Quick", "Market Day", "Reed Cutter"]
    stat = game.book.stat
    assert game.state.cell(game.find("A"), stat("Gold")) == 2  # 3, less 1, 1 more from Slow, less 1
    assert game.state.cell(game.find("A"), stat("Mana")) == 3
    play.step_aside(game, "A")
    assert play.whose_turn(game) == "B"
    assert game.state.cell(game.find("A"), stat("Gold")) == 0
    assert game.state.cell(game.find("B"), stat("Gold")) == 3


def test_bought_cards_are_drawn_next():
    """SW-16: a bought card lies on top of the deck and belongs to the buyer."""
    lines = f"{TWO}\nA's Deck: Slow, Quick\nMarket: Market Day\nB's Deck: Slow, Slow"
    game = play.position(lines)
    game.answer("A", "Buy", "Market Day")
    assert game.state.cell(game.find("Market Day"), OWNER) == game.seat("A")
    play.step_aside(game, "A")
    play.step_aside(game, "B")
    assert zone(game, "Hand") == ["Slow", "Market Day"]


def test_unspent_mana_pays_for_answers_in_the_others_turns():
    """SW-15: mana lasts until its owner's next turn begins, so B can answer in A's turn with unspent mana."""
    game = play.position(f"{TWO}\nA's Deck: 3 Slow\nB's Deck: 3 Slow\nB's Hand: Three Arrows\nA's Board: Stone Turtle")
    pass_all(game, "AB")
    game.answer("A", "Slow")
    game.answer("B", "Three Arrows", "Stone Turtle", "done")
    assert play.waiting(game) == ["A: Slow", "B: Three Arrows"]


def test_with_the_other_reading_mana_is_lost_at_the_end_of_each_turn():
    """SW-15: with this side of the reading all mana is lost when a turn ends."""
    lines = f"{TWO}\nA's Deck: 3 Slow\nB's Deck: 3 Slow"
    for side, left in (("until its owner's next turn", 2), ("until end of turn", 0)):
        game = play.position(lines, unspent_mana=side)
        pass_all(game, "A")
        assert game.state.cell(game.find("A"), game.book.stat("Mana")) == left


def test_mana_abilities_use_the_stack_unless_the_reading_says_otherwise():
    """SW-07, SW-15: tapping a land uses the stack, unless the reading says otherwise."""
    lines = f"{TWO}\nA's Deck: 3 Slow\nB's Deck: 3 Slow\nA's Board: River Bend"
    for side, waits in (("on the stack", ["A: Draw Mana"]), ("off the stack", [])):
        game = play.position(lines, mana_abilities=side)
        game.answer("A", "Draw Mana")
        assert play.waiting(game) == waits
        assert play.asked(game) == ("B" if waits else "A")
