"""Noun phrases of rule text in the words that people use at a table."""

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.language.names.spoken import spoken
from rulewright.program.declared import Stat

STATS = {
    "exhausted": Stat("Exhausted", 0, 1),
    "attacking": Stat("Attacking", 0, 1),
    "defending": Stat("Defending", 0, 1),
    "assigned": Stat("Assigned", silent=True),
    "might": Stat("Might"),
    "worth": Stat("Worth"),
    "weather": Stat("Weather", 0, 2, words=("dry", "wet", "snow")),
}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("a rune you control", "a rune you control"),
        ("a rune you control with [Exhausted] = 0", "a rune you control that is not exhausted"),
        ("a rune with [exhausted] > 0", "a rune that is exhausted"),
        ("an enemy unit with [Attacking] + [Defending] = 1 and [Assigned] = 0", "an enemy unit that is attacking or defending"),
        ("a unit with [Attacking] + [Defending] = 0", "a unit that is neither attacking nor defending"),
        ("at least 1 units with [Exhausted] = 0 at a bridge", "one or more units at a bridge that are not exhausted"),
        ("up to 1 cards in any Trash", "at most one of the cards in any Trash"),
        ("a unit with [Might] <= 3", "a unit with Might 3 or less"),
        ("a unit with [Might] > 3 and [Exhausted] = 0 here", "a unit here that is not exhausted with Might more than 3"),
        ("a unit with [Might] > 3 and with [Exhausted] = 0", "a unit that is not exhausted with Might more than 3"),
        ("an agenda with [Might] >= [Worth]", "an agenda with at least as much Might as Worth"),
        ("a unit with [Worth] - [Might] >= 2", "a unit with Worth - Might 2 or more"),
        ("a field with [Weather] = 2", "a field with Weather snow"),
        ("a server in Servers", "a server"),
        ("servers in Servers", "servers"),
        ("a unit you control at this", "a unit you control here"),
        ("a unit not at target", "a unit elsewhere"),
        ("a card in Servers with [Assigned] > 0", "a card in Servers"),
    ],
)
def test_a_noun_phrase_is_said_without_notation(written: str, said: str):
    """A yes-or-no stat becomes a word, comparisons become words, and internal facts are left out."""
    assert spoken(written, lambda name: STATS.get(name.casefold())) == said


PAGE = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Stat Tired, Marked: 0 to 1
Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Heap: seen by all
Kind Card: a card

structure Game
  step aside: each player: take an Exchange
  step turns: each player: take a Turn

structure Exchange of a player
  step put: you may choose 2 cards in your Hand, to put back for coins
    move the chosen cards to Heap

structure Turn of a player
  step act: window actions for the player, until it passes

Rouse
Target: an opponent with [Tired] = 1
do: target loses 1 Tired

Rest
Needs: [Coins] >= 2 and [Marked] = 1
do: gain 1 Tired

A (Card)
B (Card)
C (Card)

Scene Table
  seats Ann, Bo
  Ann (Coins 3), Bo (Coins 3)
  Ann's Hand: A, B, C
"""


def page() -> Game:
    """Begins a game in which Ann may exchange cards."""
    return Game(rulewright.load(text=PAGE))


def at_the_turn() -> Game:
    """Begins a game and exchanges nothing."""
    game = page()
    game.answer("Ann", "none")
    game.answer("Bo", "none")
    return game


def prompt(game: Game, *picks: str) -> str:
    """Gives what Ann is asked."""
    menu = game.menu("Ann", *picks)
    assert menu is not None
    return menu.prompt


def test_a_choice_says_who_chooses_what_how_many_and_what_for():
    """The text after `, to …` is shown to the player who is asked, with the number of things chosen so far."""
    game = page()
    assert prompt(game) == "Ann: choose up to 2 cards in your Hand, to put back for coins"
    game.answer("Ann", "B")
    assert prompt(game) == "Ann: choose up to 2 cards in your Hand, to put back for coins (1 chosen so far)"


def test_a_reason_says_what_a_target_must_be():
    """If there is no such thing, the reason names the kind in words, and does not name people who are out of range."""
    game = at_the_turn()
    why = game.why_not("Ann", "Rouse")
    assert why is not None
    assert why.words == "Rouse has no possible target here: it needs an opponent that is tired"


def test_a_reason_says_only_what_is_missing():
    """Conditions that hold are left out, and the missing ones are in words."""
    game = at_the_turn()
    why = game.why_not("Ann", "Rest")
    assert why is not None
    assert why.words == "Rest is possible only if Ann is marked"


def test_a_wrong_target_is_refused_in_words_without_a_point_of_view():
    """A refusal names the person instead of saying `your`."""
    game = at_the_turn()
    why = game.why_not("Ann", "Rouse", "Ann")
    assert why is not None
    assert why.words == "Ann is not an opponent that is tired"


def test_a_structure_with_told_nothing_is_not_named_in_the_where_text():
    """A structure with `Told: nothing` is left out of the text that says where the game is."""
    told = Game(
        rulewright.load(
            text=PAGE.replace("structure Exchange of a player\n", "structure Exchange of a player\n  Told: nothing\n")
        )
    )
    assert page().where().startswith("Game, step 1 of 2 (aside) · Exchange of Ann")
    assert told.where() == "Game, step 1 of 2 (aside)"
