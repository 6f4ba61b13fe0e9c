"""Noun phrases: the kind that a phrase names, whose stat a condition reads, and several conditions of one thing."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind

HEAD = """\
Uses: nothing
Start: Game
Stat Health, Wit: at least 0
Zone Field: in play
Kind Creature: Health 5
Kind Enemy Ship: Health 5

structure Game
  step play: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, until it passes

Scene Yard
  cast Reds: Ada (Health 5, Wit 3)
  cast Blues: Ben (Health 5, Wit 2); Ox (Creature, Wit 4); Elk (Creature, Wit 1)

"""


def struck(text: str, *answer: str) -> set[str]:
    """Gives who has lost Health after Ada has acted."""
    found = bind([("nouns.rules", HEAD + text)], lambda used: ())
    assert found.book is not None, found.problems
    game = Game(found.book, "Yard", seed=1)
    game.answer("Reds", *(answer or ("Shout",)))
    health = game.book.stat("Health")
    return {name for name in ("Ada", "Ben", "Ox", "Elk") if game.state.cell(game.find(name), health) < 5}


@pytest.mark.parametrize("whom", ["each enemy creature", "all other creatures", "each creature"])
def test_a_declared_kind_is_meant_whatever_stands_before_it(whom: str):
    """A book that declares Creature means its creatures and nobody else, with and without an adjective."""
    assert struck(f"Shout\ndo: {whom} loses 1 Health") == {"Ox", "Elk"}


def test_an_undeclared_creature_is_anybody():
    """Without such a kind, a creature is whoever is in play."""
    text = "Shout\ndo: each enemy actor loses 1 Health"
    assert struck(text) == {"Ben", "Ox", "Elk"}


def test_a_condition_reads_the_stats_of_the_one_looked_at():
    """A bare stat is the candidate's own."""
    assert struck("Shout\ndo: each enemy with [Wit] >= 2 loses 1 Health") == {"Ben", "Ox"}


@pytest.mark.parametrize("role", ["Actor", "Self"])
def test_a_condition_may_compare_with_the_actor(role: str):
    """[Actor Wit] is the wit of who acts, also inside `with`."""
    assert struck(f"Shout\ndo: each enemy with [Wit] > [{role} Wit] loses 1 Health") == {"Ox"}
