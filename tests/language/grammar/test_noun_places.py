"""Every noun phrase can stand wherever a thing is meant, and means the same there: on a board with places, and on a map."""

import re

import pytest

from rulewright.kernel.change import values
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import Bound, bind

BOARD = """\
Uses: nothing
Start: Game
Stat Might, Damage, Hit, Fame: at least 0
Stat Gold: starts at 3
Stat Exhausted: 0 to 1
Zone Players: in play
Zone Fields: in play
Zone Board: in play
Zone Hand: of each player, seen by its owner
Zone Trash: of each player
Mark Chaos: a colour
Kind Unit: a card played from Hand, then to Board
Kind Battlefield: a card

structure Game
  step play: take a Turn

structure Turn of a player
  step act: window actions for each player, until all pass

Ford (Battlefield)

Mill (Battlefield)
Fame: 3

Guard (Unit)
Might: 4

Thief (Unit)
Might: 2

Raider (Unit, Chaos)
Might: 5

Scene Valley
  seats Ada, Ben
  Ada's Fields: Ford
  Ben's Fields: Mill
  Ada's Board: Guard
  Ada's Board at Ford: Scout (Exhausted 1, Damage 1)
  Ben's Board at Ford: Thief
  Ben's Board at Mill: Raider (Exhausted 1, Damage 2)

Scout (Unit)
Might: 3
"""

# Said of units, and which of them it means for an ability of the Scout, who is at Ford.
NOUNS = {
    "unit": "Guard Scout Thief Raider",
    "unit you control": "Guard Scout",
    "unit you do not control": "Thief Raider",
    "other unit": "Guard Thief Raider",
    "exhausted unit": "Scout Raider",
    "non-exhausted enemy unit": "Thief",
    "chaos unit": "Raider",
    "unit with [Might] >= 3 and [Damage] > 0": "Scout Raider",
    "unit with [Might] = 2 or [Might] = 4": "Guard Thief",
    "unit with not [Might] = 2": "Guard Scout Raider",
    "unit with [Might] > [Actor Gold]": "Guard Raider",
    "unit with [Damage] < [number of units you control with [Might] > 0]": "Guard Scout Thief",
    "unit at a battlefield": "Scout Thief Raider",
    "unit at a battlefield other than here": "Raider",
    "unit at home": "Guard",
    "unit here": "Scout Thief",
    "unit elsewhere": "Guard Raider",
    "unit other than this": "Guard Thief Raider",
    "unit except a chaos unit": "Guard Scout Thief",
    "unit that is not exhausted": "Guard Thief",
    "unit that you control at a battlefield": "Scout",
    "unit at a battlefield that you control": "Scout Thief",
    "unit at a battlefield whose [Fame] > 2": "Raider",
    "unit not at a battlefield whose [Fame] > 2": "Guard Scout Thief",
    "unit controlled by an opponent": "Thief Raider",
    "exhausted unit you control with [Might] >= 3 and [Damage] > 0 at a battlefield": "Scout",
    "exhausted enemy unit with [Might] >= 3 and [Damage] > 0 at a battlefield other than here": "Raider",
}
UNITS = ("Guard", "Scout", "Thief", "Raider")

# Where a noun may stand in an ability of the Scout.
PLACES = (
    "do: each {}: it gains 1 Hit",
    "do: each {} gains 1 Hit",
    "do: each {} gains 1 Might this Turn",
    "do: +1 Might to each {} this Turn",
    "do: move each {} to its owner's Trash",
    "do: send each {} home",
    "do: each {}, the last first: it gains 1 Hit",
    "do: each {}, as the actor chooses: it gains 1 Hit",
    "do: by each {}: gain 1 Gold",
    "do: the actor gains as much Gold as each {} has Might",
    "do: choose a {}",
    "do: choose 2 {}",
    "do: you may choose a {}, to rest it",
    "do: the active player chooses a {}",
    "do: gain [number of {}] Gold",
    "do: gain [total Might of {}] Gold",
    "do: if there is a {}: gain 1 Gold",
    "do: if there is a {} and [Gold] > 2: gain 1 Gold",
    "do: if no {} is left: gain 1 Gold",
    "do: if there are no {}: gain 1 Gold",
    "do: if a {} has 2 Might: gain 1 Gold",
    "do: if this is a {}: gain 1 Gold",
    "do: note this as guest of each {}",
    "Target: a {}\ndo: target gains 1 Hit",
    "Target: up to 2 {}\ndo: all targets gain 1 Hit",
    "Target: a unit\nAlso: a {}\ndo: the other gains 1 Hit",
    "Target: a unit\nNeeds: target is a {}\ndo: target gains 1 Hit",
    "Needs: there is a {}\ndo: gain 1 Gold",
    "do: you may move a {} to its owner's Trash: gain 1 Gold",
    "do: if a {} went to Trash this Turn: gain 1 Gold",
    "do: if no {} went to Trash this Turn: gain 1 Gold",
    "do: the next time a {} goes to Trash this Turn, gain 1 Gold",
    "do: whenever a {} goes to Trash this Turn, gain 1 Gold",
    "do: gain 1 Might for each {} this Turn",
    "do: a {} gains 1 Hit",
    "Needs: there are 2 {}\ndo: gain 1 Gold",
    "X: 0 to [number of {}]\ndo: gain X Gold",
    "X: 1 to 2\nTarget: X {}\ndo: all targets gain 1 Hit",
    "Cost: [number of {}] Gold\ndo: gain 1 Hit",
    "Cost: choose a {}, the chosen units gain 1 Damage\ndo: gain 1 Gold",
    "if: there is a {}\ndo: gain 1 Gold",
    "Trigger: a {} goes to Trash\ndo: gain 1 Gold",
    "Trigger: a {} leaves Board\ndo: gain 1 Gold",
    "Trigger: a {} arrives\ndo: gain 1 Gold",
    "Trigger: a {} tells moves\ndo: gain 1 Gold",
    "Trigger: [Damage] of a {} rises to 2\ndo: gain 1 Gold",
    "Trigger: a {} goes to Trash, by a {}\ndo: gain 1 Gold",
)
ELSEWHERE = (
    "Feature NAME\nWhen: there is a {}\ndo: +1 Hit\n",
    "Feature NAME\nNeeds: not the target is a {}\n",
    "Feature NAME\nLevy: Might of a {}, in Gold\n",
    "Scene NAME\n  seats Ada, Ben\n  ends when: there is no {}\n",
    "structure NAME\n  step only: window actions for each player, while there is a {}\n",
    "structure NAME\n  step only: each {}: gain 1 Hit\n",
)


def abilities(*texts: str) -> Bound:
    """Compiles the board with abilities of the Scout."""
    lines = [line for at, text in enumerate(texts) for line in ("", f"Call {at}" if at else "Call", *text.split("\n"))]
    return bind([("board.rules", BOARD + "".join(f"  {line}\n" if line else "\n" for line in lines))], lambda used: ())


def errors(found: Bound) -> list[str]:
    return [str(problem) for problem in found.problems if problem.severity == "error"]


def begun(text: str) -> Game:
    found = abilities(text)
    assert found.book is not None, [str(problem) for problem in found.problems]
    return Game(found.book, "Valley", seed=1)


def struck(game: Game) -> str:
    """Names the units that were hit."""
    return " ".join(name for name in UNITS if game.state.cell(game.find(name), game.book.stat("Hit")))


@pytest.mark.parametrize("place", PLACES)
def test_a_noun_phrase_stands_in_an_ability(place: str):
    """Targets, loops, counts, choices, conditions, costs and triggers take every noun phrase."""
    assert errors(abilities(*(place.replace("{}", noun) for noun in NOUNS))) == []


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_noun_phrase_stands_outside_abilities(place: str):
    """So do features, ends of scenes and structures, where no card refers to itself."""
    nouns = [noun for noun in NOUNS if not re.search(r"\b(this|here|elsewhere|other)\b", noun)]
    texts = [place.replace("{}", noun).replace("NAME", f"Name {at}") for at, noun in enumerate(nouns)]
    assert errors(bind([("board.rules", "\n".join([BOARD, *texts]))], lambda used: ())) == []


@pytest.mark.parametrize("noun", NOUNS)
def test_a_noun_phrase_means_some_units(noun: str):
    """`each …` takes those units, and no others."""
    game = begun(f"do: each {noun} gains 1 Hit")
    game.answer("Ada", "Call")
    assert struck(game) == NOUNS[noun]


@pytest.mark.parametrize("noun", NOUNS)
def test_a_noun_phrase_offers_some_targets(noun: str):
    """The units that it means can be targeted."""
    game = begun(f"Target: a {noun}\ndo: target gains 1 Hit")
    assert all(game.why_not("Ada", "Call", name) is None for name in NOUNS[noun].split())
    assert all(game.why_not("Ada", "Call", name) is not None for name in UNITS if name not in NOUNS[noun])


@pytest.mark.parametrize("noun", NOUNS)
def test_a_noun_phrase_is_counted(noun: str):
    """A count counts the units that it means."""
    game = begun(f"do: gain [number of {noun}] Gold")
    game.answer("Ada", "Call")
    assert game.state.cell(game.find("Ada"), game.book.stat("Gold")) == 3 + len(NOUNS[noun].split())


OTHERS = re.compile(r"\b(you|enemy|opponent|actor|this|here|elsewhere|other)\b", re.IGNORECASE)
STANDING = [noun for noun in NOUNS if not OTHERS.search(noun)]


@pytest.mark.parametrize("noun", STANDING)
def test_a_noun_phrase_is_the_scope_of_a_feature(noun: str):
    """The units that it means have the feature, and no others."""
    found = bind(
        [("board.rules", f"{BOARD}\nFeatures: Pride\n\nFeature Pride\nScope: each {noun}\ndo: +1 Hit\n")], lambda used: ()
    )
    assert found.book is not None, errors(found)
    game = Game(found.book, "Valley", seed=1)
    assert " ".join(name for name in UNITS if values.value(game.machine, game.find(name), game.book.stat("Hit"))) == NOUNS[noun]


@pytest.mark.parametrize("noun", ["unit you control", "enemy unit", "unit other than this"])
def test_the_scope_of_a_feature_refers_to_nobody_else(noun: str):
    """Whoever has a feature is its actor, so `you` would be everybody in turn."""
    (error,) = errors(bind([("board.rules", f"{BOARD}\nFeature Pride\nScope: each {noun}\ndo: +1 Hit\n")], lambda used: ()))
    assert "refers to somebody other than the one who has the feature" in error


TWO = {
    "unit at a battlefield with [Fame] > 2": (
        "unit with [fame] > 2 at a battlefield",
        "unit at (a battlefield with [fame] > 2)",
    ),
    "unit at a battlefield you control": ("unit you control at a battlefield", "unit at (a battlefield) you control"),
}


@pytest.mark.parametrize("noun", TWO)
def test_words_that_fit_two_nouns_are_an_error(noun: str):
    """The error shows both readings, and suggests words with only one."""
    (problem,) = abilities(f"do: each {noun} gains 1 Hit").problems
    clear, shown = TWO[noun]
    assert shown in problem.message and clear in problem.expected


@pytest.mark.parametrize("plural", ["mice", "wolves", "witches", "fairies"])
@pytest.mark.parametrize("effect", ["all {} gain 1 Hit", "make 2 {} in the Fields"])
def test_a_kind_is_understood_in_the_plural(effect: str, plural: str):
    """Only an irregular plural must be declared."""
    kinds = "Kind Mouse: Might 1, plural Mice\nKind Wolf: Might 1\nKind Witch: Might 1\nKind Fairy: Might 1\n"
    text = f"{BOARD}\n{kinds}\nHowl\ndo: {effect.format(plural)}\n"
    assert errors(bind([("board.rules", text)], lambda used: ())) == []


MAP = """\
Uses: nothing
Start: Game
Stat Health: takes damage
Stat Wit, Hit: at least 0
Stat Tired: 0 to 1
Zone Field: in play
Kind Archer: Wit 2
Kind Guard: Wit 4

structure Game
  step play: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, until it passes

Scene Yard
  map:
    g . . . .
    . . . . .
  marks: g gate
  cast Reds: Ada at 1,1 (Archer); Abe at 1,2 (Guard, Tired 1)
  cast Blues: Ben at 2,1 (Guard, Health 3); Bo at 5,1 (Archer, Tired 1, Health 3)

"""

# Said of actors, and whom it means for Ada.
ON_THE_MAP = {
    "actor": "Ada Abe Ben Bo",
    "other actor": "Abe Ben Bo",
    "ally": "Ada Abe",
    "adjacent enemy": "Ben",
    "tired actor": "Abe Bo",
    "tired enemy within 9 tiles of the actor with [Health] >= 3 and [Wit] < 4": "Bo",
    "archer of Blues": "Bo",
    "archer that is not tired": "Ada",
    "actor on the gate": "Abe",
    "actor that is not on the gate": "Ada Ben Bo",
    "enemy within 2 tiles": "Ben",
    "non-archer actor": "Abe Ben",
    "actor other than a guard": "Ada Bo",
    "enemy with [Wit] > [Actor Wit]": "Ben",
}
CAST = ("Ada", "Abe", "Ben", "Bo")
MAP_PLACES = (
    "do: each {} gains 1 Hit",
    "do: push each {} 1 tile away from actor",
    "do: deal 1 damage to each {}",
    "do: choose a {}",
    "do: gain [number of {}] Wit",
    "if: a {} is adjacent\ndo: gain 1 Wit",
    "if: a {} is in sight\ndo: gain 1 Wit",
    "if: a {} has reached the gate\ndo: gain 1 Wit",
    "Range: 9 tiles\nTarget: a {}\ndo: target gains 1 Hit",
)


def on_the_map(*texts: str) -> Bound:
    actions = "\n".join(f"Shout{at or ''}\n{text}\n" for at, text in enumerate(texts))
    return bind([("map.rules", MAP + actions)], lambda used: ())


@pytest.mark.parametrize("place", MAP_PLACES)
def test_a_noun_phrase_stands_in_an_action_on_a_map(place: str):
    """Distances, marks of the map and casts can be combined with conditions."""
    assert errors(on_the_map(*(place.replace("{}", noun) for noun in ON_THE_MAP))) == []


@pytest.mark.parametrize("noun", ON_THE_MAP)
def test_a_noun_phrase_means_some_actors(noun: str):
    """`each …` takes those actors, and no others."""
    found = on_the_map(f"do: each {noun} gains 1 Hit")
    assert found.book is not None, errors(found)
    game = Game(found.book, "Yard", seed=1)
    game.answer("Reds", "Shout")
    assert " ".join(name for name in CAST if game.state.cell(game.find(name), game.book.stat("Hit"))) == ON_THE_MAP[noun]
