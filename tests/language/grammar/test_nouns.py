"""Noun phrases: the kind that a phrase names, whose stat a condition reads, and several conditions on one thing."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
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
    """If a book declares Creature, the word means its creatures only, with and without an adjective."""
    assert struck(f"Shout\ndo: {whom} loses 1 Health") == {"Ox", "Elk"}


def test_an_undeclared_creature_is_anybody():
    """Without such a kind, a creature is anyone in play."""
    text = "Shout\ndo: each enemy actor loses 1 Health"
    assert struck(text) == {"Ben", "Ox", "Elk"}


def test_a_condition_reads_the_stats_of_the_one_looked_at():
    """A stat without an owner is that of the candidate."""
    assert struck("Shout\ndo: each enemy with [Wit] >= 2 loses 1 Health") == {"Ben", "Ox"}


@pytest.mark.parametrize("role", ["Actor", "Self"])
def test_a_condition_may_compare_with_the_actor(role: str):
    """[Actor Wit] is the actor's wit, also inside `with`."""
    assert struck(f"Shout\ndo: each enemy with [Wit] > [{role} Wit] loses 1 Health") == {"Ox"}


BOTH = ["with [Wit] >= 2 and [Luck] = 0", "with [Wit] >= 2 with [Luck] = 0", "with [Wit] >= 2 and with [Luck] = 0"]


@pytest.mark.parametrize("both", BOTH)
def test_several_conditions_of_one_thing_must_all_hold(both: str):
    """`with` may be repeated, with and without `and`."""
    assert struck(f"Stat Luck: at least 0\n\nShout\ndo: each enemy {both} loses 1 Health") == {"Ben", "Ox"}


def test_each_with_is_a_condition_of_its_own():
    """An `or` before a second `with` belongs to the first `with` only."""
    text = "Shout\ndo: each enemy with [Wit] = 1 or [Wit] = 4 with [Wit] > 3 loses 1 Health"
    assert struck(text) == {"Ox"}


PLACES = [
    "do: each enemy {} loses 1 Health",
    "do: each enemy {}: it loses 1 Health",
    "do: choose an enemy {}; the chosen enemy loses 1 Health",
    "do: if there is an enemy {}: gain 1 Wit",
    "do: [number of enemies {}] times: gain 1 Wit",
    "do: gain [number of enemies {}] Wit",
    "do: gain [total Wit of enemies {}] Wit",
    "do: [Wit] += [number of enemies {}] + 1",
    "do: the player after you {} gains 1 Wit",
    "Target: an enemy {}\ndo: target loses 1 Health",
    "Target: up to 2 enemies {}\ndo: target loses 1 Health",
    "Target: an enemy\nAlso: an ally {}\ndo: target loses 1 Health",
    "if: an enemy {} is in sight and [Wit] > 0\ndo: gain 1 Wit",
    "if: [number of enemies {}] > 1 and [Wit] > 0\ndo: gain 1 Wit",
    "Needs: all enemies {} have 3 Luck\ndo: gain 1 Wit",
    "Cost: [number of enemies {}] Luck\ndo: gain 1 Wit",
    "Range: [number of enemies {}] tiles\ndo: target loses 1 Health",
    "Trigger: an enemy {} performs Wave\ndo: gain 1 Wit",
]


@pytest.mark.parametrize("condition", [*BOTH, "with [number of allies with [Luck] > 1] > 1"])
@pytest.mark.parametrize("place", PLACES)
def test_conditions_stand_wherever_a_noun_does(place: str, condition: str):
    """Several conditions, and counts with their own conditions, can stand in every place of a noun."""
    mark = " (Reaction)" if place.startswith("Trigger") else ""
    text = f"Stat Luck: at least 0\n\nWave\ndo: gain 1 Luck\n\nShout{mark}\n{place.format(condition)}\n"
    found = bind([("nouns.rules", HEAD + text)], lambda used: ())
    assert found.book is not None, found.problems


def test_a_count_may_have_conditions():
    """Two enemies have more than 1 wit, and those with at least 2 are struck."""
    text = "Shout\ndo: each enemy with [Wit] >= [number of enemies with [Wit] > 1] loses 1 Health"
    assert struck(text) == {"Ben", "Ox"}


def test_a_count_may_contain_another_count():
    """Ada alone has 3 wit on her side, and two enemies have more than 1, so the condition holds for each of them."""
    two = "Shout\ndo: each enemy with [number of enemies with [Wit] > [number of allies with [Wit] = 3]] = 2 loses 1 Health"
    assert struck(two) == {"Ben", "Ox", "Elk"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("do: gain [number of enemies within 2 tiles of it] Wit", "compared with itself"),
        ("do: gain [Wit [Health]] Health", "does not name a stat"),
        ("do: [Wit] += [a [b [c [d]]]]", "more than three deep"),
        ("do: [Wit] += [number of enemies with [Wit] > 1", "never closed"),
    ],
)
def test_a_wrong_bracket_is_an_error_at_its_place(text: str, message: str):
    """It does not give the line another meaning."""
    problems = bind([("nouns.rules", f"{HEAD}Shout\n{text}\n")], lambda used: ()).problems
    assert any(message in str(problem) for problem in problems), problems


def test_each_target_of_an_area_is_in_the_area():
    """Whoever stands outside is not a target."""
    text = "Blast\nRange: 8 tiles, 1-tile radius\ndo: each target: it loses 3 Health\n\nExample: two of three\n"
    text += "  Ada at 1,1 (Health 9), Ben at 6,1 (Health 9), Cy at 7,1 (Health 9)\n  Ada: Blast 6,1\n"
    report = check([("blast.rules", text + "  expect Ada Health 9, Ben Health 6, Cy Health 6\n")], books.finder(), books.DEFAULT)
    assert [*report.lines()] == [] and len(report.results) == 1
