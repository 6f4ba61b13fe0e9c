"""The table of speeds, cell by cell, for cards and for abilities."""

import pytest

from tests.books.mandarin import play

TABLE = [
    pytest.param("", "Slow", True, id="S-06 nothing on top, basic"),
    pytest.param("", "Quick", True, id="S-07 nothing on top, fast"),
    pytest.param("", "Dart", True, id="S-08 nothing on top, breakneck"),
    pytest.param("Slow", "Slow", False, id="S-09 basic on top, basic"),
    pytest.param("Slow", "Quick", True, id="S-10 basic on top, fast"),
    pytest.param("Slow", "Dart", True, id="S-11 basic on top, breakneck"),
    pytest.param("Quick", "Slow", False, id="S-12 fast on top, basic"),
    pytest.param("Quick", "Quick", True, id="S-13 fast on top, fast"),
    pytest.param("Quick", "Dart", True, id="S-14 fast on top, breakneck"),
    pytest.param("Dart", "Slow", False, id="S-15 breakneck on top, basic"),
    pytest.param("Dart", "Quick", False, id="S-16 breakneck on top, fast"),
    pytest.param("Dart", "Dart", True, id="S-17 breakneck on top, breakneck"),
]
ORDER = ("Slow", "Quick", "Dart")


@pytest.mark.parametrize(("top", "card", "may"), TABLE)
def test_the_table_of_speeds_decides_what_is_on_the_menu(top: str, card: str, may: bool):
    """Each cell of the table decides whether a card is on the menu, and the refusal names the speed."""
    game = play.table("AB")
    if top:
        play.add(game, "A", top)
    who = play.asked(game)
    why = game.why_not(who, card)
    assert (why is None) is may
    assert why is None or why.check == "speed"
    menu = game.menu()
    assert menu is not None
    assert any(menu.words(key).startswith(card) for key in menu) is may


@pytest.mark.parametrize("top", ORDER)
@pytest.mark.parametrize("card", ORDER)
def test_the_rule_of_speeds_in_two_sentences_agrees_with_the_table(top: str, card: str):
    """S-18, S-19: an effect may answer a slower one, and one of its own speed if it is not basic."""
    game = play.table("AB")
    play.add(game, "A", top)
    faster, equal = ORDER.index(card) > ORDER.index(top), card == top != "Slow"
    assert (game.why_not("B", card) is None) == (faster or equal)


ABILITIES = """
Forge (Post)
  Hammer
  do: gain 1 Gold

  Tongs (fast)
  do: gain 1 Gold

  Bellows (breakneck)
  do: gain 1 Gold
"""
SEATS = "seats A, B\nA (Health 9), B (Health 9)\nA's Board: Forge\nB's Board: Forge\nA's Hand: Slow, Quick, Dart\nA's Deck: Slow"


@pytest.mark.parametrize(
    ("top", "abilities"),
    [("Slow", {"Tongs", "Bellows"}), ("Quick", {"Tongs", "Bellows"}), ("Dart", {"Bellows"})],
)
def test_abilities_have_speeds_of_their_own(top: str, abilities: set[str]):
    """S-20, S-21: each ability has the speed of its mark; an ability without a mark is basic."""
    game = play.position(SEATS, ABILITIES)
    game.answer("A", top)
    assert {name for name in ("Hammer", "Tongs", "Bellows") if game.why_not("B", name) is None} == abilities


def test_an_ability_on_top_is_answered_by_its_own_speed():
    """S-20, S-21: the speed of the ability decides what may answer it, not the speed of its card."""
    game = play.position(SEATS, ABILITIES)
    game.answer("A", "Bellows")
    assert game.why_not("B", "Tongs") is not None and game.why_not("B", "Bellows") is None


def test_without_priority_nothing_is_fast_enough():
    """S-03, S-24: a player without priority may not play even a card that is fast enough and can be paid for."""
    game = play.table("ABC")
    play.add(game, "A", "Slow")
    assert play.asked(game) == "B"
    for other in "AC":
        why = game.why_not(other, "Quick")
        assert why is not None and why.check == "turn"


def test_with_an_empty_stack_only_the_turn_owner_may_play():
    """S-03, S-06, S-30: `nothing on top: yes` is for the player with priority, and this is the turn owner."""
    game = play.table("ABC", first="B")
    assert play.asked(game) == "B"
    play.add(game, "B", "Slow")
    for seat in "CAB":
        play.step_aside(game, seat)
    assert play.asked(game) == "B" and play.waiting(game) == []
