"""Loops with `each`: whose structure each one takes, and what a clause after a semicolon refers to."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import Bound, bind

HEAD = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Zone Players: in play

structure Levy of a player
  step pay: lose 1 Coins

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only

Scene Board
  seats Ann, Bo, Cy
  Ann (Coins 5), Bo (Coins 5), Cy (Coins 5)

"""

GAME = "structure Game\n  step laps: repeat Lap\n\n"


def bound(text: str) -> Bound:
    return bind([("each.rules", HEAD + text)], lambda used: ())


def coins(text: str) -> list[int]:
    """Gives each player's coins after Ann has done Tax, or done nothing if the text has no such action."""
    found = bound(text)
    assert found.book is not None, found.problems
    game = Game(found.book, "Board", seed=1)
    if "Tax" in text:
        game.answer("Ann", "Tax")
    return [game.state.cell(game.find(name), game.book.stat("Coins")) for name in ("Ann", "Bo", "Cy")]


@pytest.mark.parametrize("whose", ["take a Levy", "take a Levy of it", "if [It Coins] > 0: take a Levy", "2 times: take a Levy"])
def test_each_takes_a_structure_of_its_own_in_an_action(whose: str):
    """The opponents pay, whether or not the action names them in the structure."""
    paid = 2 if "times" in whose else 1
    assert coins(f"{GAME}Tax\ndo: each opponent: {whose}\n") == [5, 5 - paid, 5 - paid]


def test_each_takes_a_structure_of_its_own_in_a_step():
    """The players pay, as they do if an action says so."""
    game = "structure Game\n  step tax: each player with [Coins] > 0: take a Levy\n  step laps: repeat Lap\n"
    assert coins(game) == [4, 4, 4]


def test_a_structure_on_the_line_after_each_is_the_actors():
    """On the next line the loop is over, so the actor is meant again."""
    assert coins(f"{GAME}Tax\ndo: each opponent: take a Levy\n    take a Levy\n") == [4, 4, 4]


@pytest.mark.parametrize(
    "line",
    [
        "each opponent: it loses 1 Coins; it loses 1 Coins",
        "2 times: gain 1 Coins; gain 1 Coins",
        "if [Coins] > 9: gain 1 Coins; lose 1 Coins",
        "each opponent: it loses 1 Coins; each opponent: it gains 1 Coins",
    ],
)
def test_a_clause_after_each_and_a_semicolon_is_refused(line: str):
    """It would be done only once, which the line does not make clear; the error says what to write instead."""
    (problem,) = bound(f"{GAME}Tax\ndo: {line}\n").problems
    assert "it would happen only once" in problem.message
    assert problem.expected.startswith("a line of its own")
    assert "both on lines indented below" in problem.expected


def test_a_clause_after_each_in_the_meaning_of_a_word_is_refused():
    """The meaning of a word follows the same rule as any line."""
    found = bound(f"{GAME}Word tax them: each opponent: it loses 1 Coins; gain 1 Coins\n\nTax\ndo: tax them\n")
    assert any("it would happen only once" in problem.message for problem in found.problems)


def test_a_word_says_both_for_each():
    """The advice of the error works: each one does the first and the second."""
    text = f"{GAME}Word fleece <whom>: <whom> loses 2 Coins; <whom> gains 1 Coins\n\nTax\ndo: each opponent: fleece it\n"
    assert coins(text) == [5, 4, 4]


def test_a_line_of_its_own_is_done_once():
    """The advice of the error works: only the actor does the second line."""
    assert coins(f"{GAME}Tax\ndo: each opponent: it loses 1 Coins\n    lose 1 Coins\n") == [4, 4, 4]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("each player: it gains 2 Coins", [7, 7, 7]),
        ("each player: [It Coins] += 1", [6, 6, 6]),
        ("each player with the most Coins: it loses [It Coins] Coins", [0, 0, 0]),
        ("each player: if [It Coins] > 9: it loses 1 Coins", [5, 5, 5]),
    ],
)
def test_in_a_step_it_refers_to_the_current_thing_of_the_loop(line: str, left: list[int]):
    """A loop in a step makes each one the actor; `it` means the same one."""
    assert coins(f"structure Game\n  step pay: {line}\n  step laps: repeat Lap\n\nTax\ndo: lose 0 Coins\n") == left


@pytest.mark.parametrize(
    ("line", "said", "clear"),
    [
        ("each opponent: remove all cards in your Hand", "'your Hand'", "each opponent: remove all cards in its Hand"),
        ("each player: remove a card you control", "'you control'", "each player: remove a card it controls"),
        ("each player: if [Coins] > 2: lose 1 Coins", "'[Coins]'", "each player: if [It Coins] > 2: lose 1 Coins"),
        ("each player: [Coins] += 1", "'[Coins]'", "each player: [Actor Coins] += 1"),
        ("each opponent: lose [Coins] Coins", "'[Coins]'", "each opponent: lose [Actor Coins] Coins"),
    ],
)
def test_a_line_with_two_readings_after_each_is_an_error(line: str, said: str, clear: str):
    """`your` and `[Stat]` in a line that each person performs would always be the actor's, although `gain 1` is not."""
    zones = "Zone Hand: of each player, seen by its owner\nZone Trash: seen by all\n\n"
    (problem,) = bound(f"{zones}{GAME}Tax\ndo: {line}\n").problems
    assert problem.message == f"it is not clear whose {said} is meant: that of each, or always the actor's"
    assert not bound(f"{zones}{GAME}Tax\ndo: {clear}\n").problems


@pytest.mark.parametrize("line", ["you gain [Coins] Coins", "the actor gains 2 Coins", "it loses [Coins] Coins", "gain 2 Coins"])
def test_a_line_that_says_who_is_meant_is_read(line: str):
    """If a line names the actor or each, `[Stat]` is the actor's, as everywhere in an action."""
    assert not bound(f"{GAME}Tax\ndo: each opponent: {line}\n").problems


def test_the_word_your_in_a_step_means_each_of_the_loop():
    """In a step each one acts in turn, so there is only one reading."""
    assert not bound(f"{GAME}structure Tithe\n  step pay: each player: lose [Coins] Coins\n\nTax\ndo: take a Tithe\n").problems
