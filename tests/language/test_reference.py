"""The reference describes every word of the language, and every text that it shows is valid."""

import re
from collections.abc import Mapping
from itertools import count

import pytest

from rulewright.kernel.state import positions
from rulewright.language import reference
from rulewright.language.check.expectations import EXPECTATIONS
from rulewright.language.grammar import meanings, noun_heads, qualifier_meanings, qualifiers, somebody, until_words, vocabulary
from rulewright.language.grammar.patterns import Pattern, Phrase
from rulewright.language.lower import actions
from rulewright.language.lower.compiler import bind
from rulewright.language.names import slot_kinds, window_rules
from rulewright.language.text import syntax
from rulewright.program import feature

BOOK = """\
Title: Small
Stat Health: at least 0, takes damage
Stat Attack, Speed, Wit, Vigour: at least 0
Mark Brewing: what is done at the kettle
Zone Field: in play, keeps identity
Zone Stack: a stack
Zone Hand: of each player, seen by its owner
Zone Trash: of each player
Zone Table: in play

structure Round
  step turns: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, until it passes

Stride
do: move up to 3 tiles

Play a trick
do: tell it is played

Jab
Range: Melee
do: [Target Health] -= 1

Feature Poise
do: +1 Wit

Strategy Herd
  1. Stride toward the nearest enemy
  2. pass

Scene Yard
  map:
    g . c
  marks: g gate, c Reds camp
  cast Reds: Ada at 1,1
  cast Blues: Ben at 2,1
"""

# What every table of the compiler has, against what is said of it for people.
TABLES: dict[str, tuple[Mapping[str, object], list[str]]] = {
    "settings": (meanings.SETTINGS, list(syntax.SETTINGS)),
    "components": (meanings.COMPONENTS, list(syntax.COMPONENTS.values())),
    "headers": (meanings.HEADERS, list(actions.HEADERS)),
    "durations": (meanings.DURATIONS, [how for _, how in until_words.DURATIONS]),
    "qualifiers": (qualifier_meanings.QUALIFIERS, [kind for kind, _, _ in qualifiers.QUALIFIERS]),
    "windows": (meanings.WINDOWS, list(window_rules.RULES)),
    "tiles": (meanings.TILES, list(positions.TILES)),
    "slots": (meanings.SLOTS, list(slot_kinds.SLOTS)),
    "kinds of phrase": (meanings.KINDS_OF_PHRASE, [phrase.kind for phrase in vocabulary.TABLE]),
}


def problems(text: str, book: str = BOOK) -> list[str]:
    """Lists what is wrong with a text that is added to the small book."""
    return [str(problem) for problem in bind([("small.rules", book + text)], lambda used: ()).problems]


@pytest.mark.parametrize("name", TABLES)
def test_every_word_of_a_table_has_a_meaning_and_no_meaning_is_left_over(name: str):
    said, known = TABLES[name]
    assert set(said) == set(known)
    assert all(said.values())


@pytest.mark.parametrize(("form", "meaning"), meanings.RANGES)
def test_the_ranges_shown_can_be_written(form: str, meaning: str):
    whom = "all targets lose" if "-tile" in form else "target loses"
    assert problems(f"Feat\nRange: {form}\ndo: {whom} 1 Health\n") == []


@pytest.mark.parametrize(("form", "meaning"), meanings.STATS)
def test_the_bounds_shown_can_be_written(form: str, meaning: str):
    assert problems(f"Stat Grit: {form}\n", BOOK.replace(", takes damage", "")) == []


@pytest.mark.parametrize(("form", "meaning"), meanings.ZONES)
def test_the_zones_shown_can_be_written(form: str, meaning: str):
    assert problems(f"Zone Cellar: {form}\n") == []


@pytest.mark.parametrize(("form", "meaning"), meanings.KINDS)
def test_the_kinds_shown_can_be_written(form: str, meaning: str):
    assert problems(f"Kind Squire: {form}\n") == []


@pytest.mark.parametrize("rule", window_rules.RULES)
def test_the_rules_of_windows_shown_can_be_written(rule: str):
    assert problems(f"structure Feast of an actor\n  step only: window actions for the actor, {rule}\n") == []


@pytest.mark.parametrize("noun", [noun for noun, _ in qualifier_meanings.QUALIFIERS.values()])
def test_the_noun_phrases_shown_can_be_written(noun: str):
    assert problems(f"Feat\nTarget: an {noun}\ndo: remove target\n") == []


@pytest.mark.parametrize(("form", "meaning"), [form for form in meanings.FEATURES if "…" not in form[0]])
def test_the_lines_of_features_shown_can_be_written(form: str, meaning: str):
    assert problems(f"Feature Fury\n{form}\n" + ("" if form.startswith("do") else "do: +1 Wit\n")) == []


@pytest.mark.parametrize("level", feature.LEVELS)
def test_the_scopes_of_features_shown_can_be_written(level: str):
    assert problems(f"Feature Fury\nScope: {level}\ndo: +1 Wit\n") == []


def test_the_lines_of_strategies_and_campaigns_shown_can_be_written():
    for heading, lines in (("Strategy Flock", meanings.STRATEGIES), ("Campaign Saga", meanings.CAMPAIGNS)):
        assert problems(heading + "\n" + "".join(f"  {line}\n" for line, _ in lines)) == []


@pytest.mark.parametrize("words", [*somebody.SINGLE, *(f"all {noun}" for noun in (*noun_heads.GENERAL, *noun_heads.PLURALS))])
def test_the_nouns_shown_can_be_written(words: str):
    answering = "Feat (Following)\n" if words == "that one" else "Feat (Reaction)\n"
    assert problems(f"{answering}Trigger: an enemy attacks an ally\nAlso: an ally\ndo: {words} gains 1 Health\n") == []


@pytest.mark.parametrize("regex", [regex for regex, _ in until_words.DURATIONS])
def test_a_duration_is_shown_as_a_pattern_that_it_fits(regex: str):
    shown = reference.spelled(regex)
    assert not set(shown) & set("?:*+\\")
    written = " ".join(re.sub(r"\[[^]]*\]", "", shown).replace("<structure>", "turn").replace("<amount>", "2").split())
    written = re.sub(r"\((\w+)\|\w+\)", r"\1", written)
    assert re.fullmatch(regex, written)
    assert problems(f"Feat\ndo: +1 Health {written}\n") == []


@pytest.mark.parametrize("phrase", vocabulary.TABLE, ids=lambda phrase: phrase.example)
def test_a_readable_phrase_is_still_a_pattern(phrase: Phrase):
    """Only the slots are written in another way; the words and the brackets are those of the pattern."""
    numbers = count()
    shown = re.sub(r"<\w+>|…", lambda slot: f"{{slot{next(numbers)}}}", reference.readable(phrase))
    assert [type(place) for place in Pattern(shown).places] == [type(place) for place in phrase.pattern.places]


def test_the_lines_of_scenes_and_examples_shown_can_be_written():
    lines = [form for form, _ in meanings.SCENES if "…" not in form and not form.startswith(("map:", "seats", "board:"))]
    assert problems("Scene Field\n  map:\n    . . X\n" + "".join(f"  {line}\n" for line in lines)) == []
    assert problems("Scene Table\n  seats Ada, Ben\n  board: 7 by 6 Cells\n") == []
    steps = [form for form, _ in meanings.STEPS if "…" not in form]
    assert problems("Example: shown\n" + "".join(f"  {line}\n" for line in steps)) == []


@pytest.mark.parametrize(("pattern", "check"), EXPECTATIONS)
def test_the_docstring_of_an_expectation_fits_its_pattern(pattern: str, check: object):
    first = str(check.__doc__).splitlines()[0]
    shown = re.split(r"[;,:] ", first.rstrip("."))[0]
    assert re.fullmatch(pattern, shown, re.IGNORECASE), f"{shown!r} does not fit {pattern!r}"


def test_a_book_is_shown_with_every_item_as_written():
    text = "# A small book.\n" + BOOK + "\n# The end.\n"
    shown = "\n".join(reference.book("small", [("small.rules", text)]))
    assert "# The Small book" in shown and "in the book `small` as rule text: 3 actions" in shown
    assert "```text\nJab\nRange: Melee\ndo: [Target Health] -= 1\n```" in shown
    assert "The end" not in shown


READING = """
Reading pace: two, all
  rule: E-49
  about: how many

Run (reading pace: two)
Rule: 9
do: move up to 6 tiles
"""


def test_marks_rules_and_readings_stand_in_the_headings():
    shown = "\n".join(reference.book("small", [("small.rules", BOOK + READING)]))
    assert "### Run (reading pace: two), rule 9" in shown
    assert "| `pace` | E-49 | two; all | how many |" in shown
