"""Replacements by the usual rules: each applies once, the affected player orders them, and a save in between loses nothing."""

import json
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.state.holding import misfits
from rulewright.language.check.checking import check

BOOK = """Uses: nothing
Start: Game

Stat Health: at least 0, starts at 9, takes damage
Stat Blows: at least 0, a series
Stat Coins: at least 0

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Field: in play
Zone Grave: of each player
Zone Exile: seen by all

Kind Spell: a card played from Hand, then to Grave
Kind Beast: a card played from Hand, then to Field

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for the player, until it passes
  step end: end what lasts until the end of this turn

Bolt (Spell)
Target: an actor
do: deal 2 damage to target

Doom (Spell)
Target: a beast
do: move target to its owner's Grave

Duel (Spell)
Target: a beast you control
Also: a beast you do not control
do: target fights the other

Bear (Beast)
Blows: 2x1
Health: 5

Wolf (Beast)
Blows: 1x1
Health: 5

"""


def wrong(text: str) -> list[str]:
    """Checks the book with more text, and plays its example; gives what is wrong with it."""
    found = check([("referee.rules", BOOK + text)], books.finder()).problems
    return [str(problem) for problem in found if problem.severity == "error"]


CIRCLE = """Ferryman (Beast)
  Away
  Trigger: a beast would go to Grave
  do: move it to the Exile instead

Gravedigger (Beast)
  Back
  Trigger: a beast would go to Exile
  do: move it to its owner's Grave instead

"""


def test_two_replacements_that_undo_each_other_apply_once_each():
    """The card would go to the grave, then to exile instead, then to the grave instead: there it ends."""
    played = "Ada: Doom Bear\n  expect Bear in Ben's Grave\n"
    lying = "  Ada's Hand: Doom\n  Ada's Field: Ferryman, Gravedigger\n  Ben's Field: Bear\n"
    assert wrong(f"{CIRCLE}Example: round and round\n  seats Ada, Ben\n{lying}  {played}") == []


THORNS = """Hedgehog (Beast)
Health: 9
  Spines
  Trigger: this would be damaged
  do: deal 1 damage to Echo

Echo (Beast)
Health: 9
  Answer
  Trigger: this would be damaged
  do: deal 1 damage to Hedgehog

"""


def test_an_ability_does_not_react_to_its_own_effect():
    """The hedgehog's answer hurts Echo, whose answer hurts the hedgehog: it does not answer again."""
    text = THORNS.replace("deal 1 damage to Echo", "all enemies take 1 damage").replace(
        "deal 1 damage to Hedgehog", "all enemies take 1 damage"
    )
    lying = "  Ada's Hand: Bolt\n  Ada's Field: Echo\n  Ben's Field: Hedgehog\n"
    steps = "  Ada: Bolt Hedgehog\n  expect Hedgehog Health 6, Echo Health 8\n"
    assert wrong(f"{text}Example: thorns\n  seats Ada, Ben\n{lying}{steps}") == []


def test_each_exchange_of_a_fight_passes_the_gate():
    """A shield prevents the first blow; the other blows of the fight are dealt."""
    text = """Turtle (Beast)
Blows: 1x1
Health: 5
  Shell
  Trigger: this would be damaged
  Limit: once per Turn
  do: prevent it

Example: a duel
  seats Ada, Ben
  Ada's Hand: Duel
  Ada's Field: Bear
  Ben's Field: Turtle
  Ada: Duel Bear Turtle
  expect Turtle Health 4, Bear Health 4
"""
    assert wrong(text) == []


def test_a_forbidden_replacement_leaves_nothing_happening():
    """The replaced event does not come back, so nothing happens at all."""
    text = CIRCLE + "Chapel (Beast)\n  Hallowed (Standing)\n  do: a beast cannot go to Exile\n\n"
    lying = "  Ada's Hand: Doom\n  Ada's Field: Ferryman, Chapel\n  Ben's Field: Bear\n"
    steps = "  Ada: Doom Bear\n  expect Bear in Field, a beast cannot go to Exile Bear\n"
    assert wrong(f"{text}Example: no way out\n  seats Ada, Ben\n{lying}{steps}") == []


def test_redirecting_to_what_has_left_leaves_it_where_it_was():
    """If the new recipient has left, the original one takes the damage."""
    text = """Scapegoat (Beast)
  Blame
  Trigger: you would be damaged
  do: remove this
      redirect it to this

Example: too late
  seats Ada, Ben
  Ada's Hand: Bolt
  Ben's Field: Scapegoat
  Ada: Bolt Ben
  expect Ben Health 7
"""
    assert wrong(text) == []


def test_a_change_that_is_answered_by_nothing_cannot_be_edited():
    """`instead` is an error in an action that does not respond to a change before it happens."""
    (told,) = wrong("Mend\ndo: gain 1 Coins instead\n")
    assert "Mend refers to a change that is about to happen, but responds to none" in told


ORDER = """Lens (Beast)
  Focus
  Trigger: a player would be damaged
  do: double the amount

Veil (Beast)
  Soften
  Trigger: a player would be damaged
  do: lower the amount by 1

Scene Table
  seats Ada, Ben
  Ada's Hand: Bolt
  Ada's Field: Lens, Veil
"""


def bolted() -> Any:
    """Begins a game in which a bolt waits for the order of the abilities that change it."""
    report = check([("referee.rules", BOOK + ORDER)], books.finder())
    assert report.bound.book is not None
    game = Game(report.bound.book, "Table")
    game.answer("Ada", "Bolt", "Ben")
    return game


@pytest.mark.parametrize(("first", "left"), [("Focus", 6), ("Soften", 7)])
def test_the_hurt_player_orders_replacements_and_a_save_keeps_the_question(first: str, left: int):
    """Two, doubled, minus one is three; two, minus one, doubled is two. Ben is asked, although both cards are Ada's."""
    game = bolted()
    assert game.asking == (1,) and misfits(game.book, game.state) == []
    again = saves.load(json.loads(json.dumps(saves.save(game))), game.book)
    menu = again.menu("Ben")
    assert menu is not None and sorted(option.words for option in menu.options) == ["Focus (Lens) first", "Soften (Veil) first"]
    again.answer("Ben", first)
    health = game.book.stat("Health")
    assert again.state.cell(again.state.refs(0, "players")[1], health) == left


TUTOR = """Tutor (Beast)
  Tutoring
  Trigger: a beast would take damage, by a spell
  do: raise the amount by 1

Example: what answers a change is not its cause
  seats Ada, Ben
  Ada's Hand: Bolt
  Ada's Field: Tutor
  Ben's Field: Bear
  Ada: Bolt Bear
  expect Bear Health 2
"""


def test_an_ability_that_answers_a_change_is_not_its_cause():
    """The damage is caused by a spell, although the ability that raises it is in progress at that time."""
    assert wrong(TUTOR) == []
