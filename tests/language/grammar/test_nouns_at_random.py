"""Random noun phrases mean the same in every place where a thing is meant, or are an error in every place.

A noun phrase is put together from a kind, adjectives, conditions, controllers, places and exceptions, in any order.
"""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind
from tests.language.grammar.test_noun_places import BOARD, UNITS
from tests.lengths import much

ADJECTIVES = ("exhausted", "non-exhausted", "chaos", "enemy", "other")
CONDITIONS = (
    "with [Might] >= 3",
    "with [Might] = 2 or [Might] = 4",
    "with [Damage] > 0 and [Might] > 2",
    "with not [Might] = 3",
    "with [Might] > [Actor Gold]",
    "with Might 4 or more",
    "with no Damage",
    "with the most Might",
)
QUALIFIERS = (
    "you control",
    "you do not control",
    "controlled by an opponent",
    "that you control",
    "that is not exhausted",
    "that are exhausted",
    "whose [Might] > 2",
    "at a battlefield",
    "at a battlefield whose [Fame] > 2",
    "not at a battlefield",
    "at home",
    "here",
    "elsewhere",
)
EXCEPTIONS = ("other than this", "except a chaos unit", "other than an exhausted unit", "except here")

PLACES = {
    "each": "do: each {}: it gains 1 Hit",
    "subject": "do: all {} gain 1 Hit",
    "count": "do: gain [number of {}] Gold",
    "total": "do: gain [total One of {}] Gold",
    "target": "Target: a {}\ndo: target gains 1 Hit",
    "choice": "do: choose a {}\n    the chosen unit gains 1 Hit",
    "cost": "Cost: choose a {}, the chosen units gain 1 Hit\ndo: gain 1 Gold",
    "there is": "do: if there is a {}: gain 1 Gold",
    "need": "Needs: there is a {}\ndo: gain 1 Gold",
    "is": "Target: a unit\nNeeds: target is a {}\ndo: target gains 1 Hit",
}
BOOK = BOARD.replace(
    "Stat Might, Damage, Hit, Fame: at least 0", "Stat Might, Damage, Hit, Fame: at least 0\nStat One: starts at 1"
)


@st.composite
def nouns(draw: st.DrawFn) -> str:
    """Makes up a noun phrase about units."""
    adjectives = draw(st.lists(st.sampled_from(ADJECTIVES), max_size=2, unique=True))
    said = draw(st.lists(st.sampled_from((*CONDITIONS, *QUALIFIERS)), max_size=3, unique=True))
    said += draw(st.lists(st.sampled_from(EXCEPTIONS), max_size=1))
    return " ".join([*adjectives, "unit", *draw(st.permutations(said))])


def abilities(noun: str, *places: str) -> str:
    """Gives the text of a book in which the Scout has an ability for each place of a noun phrase."""
    texts = (f"Call {at}\n{PLACES[place].format(noun)}" for at, place in enumerate(places))
    return BOOK + "".join(f"\n  {line}" if line else "\n" for text in texts for line in ("", *text.split("\n"))) + "\n"


def wrong(text: str) -> list[str]:
    return [problem.message for problem in bind([("nouns.rules", text)], lambda used: ()).problems if problem.severity == "error"]


def read(game: Game, name: str, stat: str) -> int:
    return game.state.cell(game.find(name), game.book.stat(stat))


def meant(text: str) -> dict[str, object]:
    """Gives which units are meant in each place, or how many, or whether there is one."""
    found = bind([("nouns.rules", text)], lambda used: ())
    assert found.book is not None
    start = Game(found.book, "Valley", seed=1)
    seen: dict[str, object] = {}
    for at, place in enumerate(PLACES):
        name, game = f"Call {at}", start.copy()
        if place in ("target", "cost", "is"):
            seen[place] = [unit for unit in UNITS if game.why_not("Ada", name, unit) is None]
        elif place in ("there is", "need"):
            refused = game.why_not("Ada", name) is not None
            if not refused:
                game.answer("Ada", name)
            seen[place] = read(game, "Ada", "Gold") > 3
        elif place in ("count", "total"):
            game.answer("Ada", name)
            seen[place] = read(game, "Ada", "Gold") - 3
        elif place == "choice":
            game.answer("Ada", name)
            menu = game.menu("Ada")
            asked = [] if menu is None else [unit for unit in UNITS if unit in {option.words for option in menu.options}]
            seen[place] = asked or [unit for unit in UNITS if read(game, unit, "Hit")]
        else:
            game.answer("Ada", name)
            seen[place] = [unit for unit in UNITS if read(game, unit, "Hit")]
    return seen


@given(nouns())
@settings(max_examples=much(50, 1000))
@example("unit with the most Might that is not exhausted")
@example("enemy unit with the least Might at a battlefield")
def test_a_noun_phrase_means_the_same_everywhere(noun: str):
    """A loop, a count, a target, a choice, a cost and a condition all use the same units."""
    errors = {place: wrong(abilities(noun, place)) for place in PLACES}
    if any(errors.values()):
        assert all(errors.values()), errors
        return
    seen = meant(abilities(noun, *PLACES))
    units = seen["each"]
    assert isinstance(units, list)
    for place, found in seen.items():
        expected = len(units) if isinstance(found, int) and not isinstance(found, bool) else units
        assert found == (bool(units) if isinstance(found, bool) else expected), (place, seen)
