"""Every clause of every shipped text compiles to one program, whatever the order of the phrases; ambiguous clauses are errors."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.grammar import readings, vocabulary
from rulewright.language.grammar.patterns import PhraseTable
from rulewright.language.grammar.readings import ClauseReading
from rulewright.language.lower import compiler, reuse
from rulewright.language.lower.compiler import Bound, bind
from tests.hygiene.tree import ROOT
from tests.language.grammar.serves import Rules
from tests.language.grammar.test_phrases import SERVES
from tests.language.grammar.uses import Uses, noted

FOLDERS = ("src/rulewright/cli", "src/rulewright/cookbook", "benchmarks", "tests")
TEXTS = sorted(str(path) for folder in FOLDERS for path in (ROOT / folder).rglob("*.rules"))
HEAD = """\
Uses: nothing
Start: Game
Stat Health, Wit: at least 0
Zone Field: in play
Kind Creature: Health 5

structure Game
  step play: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, until it passes

Scene Yard
  cast Reds: Ada (Health 5, Wit 3)
  cast Blues: Ben (Health 5, Wit 2)

"""


def compiled(name: str) -> Bound:
    """Compiles a shipped book or a file of rule text."""
    beside = None if name in books.shipped() else Path(name).parent
    return bind(books.sources(name), books.finder(beside), name, default=None if beside is None else books.DEFAULT)


def problems(text: str) -> list[str]:
    return [str(problem) for problem in bind([("two.rules", HEAD + text)], lambda used: ()).problems]


class Counted:
    """How many clauses were read, how many of them fit several phrases, and how many could be compiled by several."""

    def __init__(self) -> None:
        self.clauses, self.several, self.read_twice = 0, 0, 0

    def only(self, found: Sequence[ClauseReading], *given: Any) -> Any:
        made: list[Any] = []

        def noting(reading: ClauseReading) -> ClauseReading:
            def build() -> Any:
                made.append(reading.build())
                return made[-1]

            return reading._replace(build=build)

        result = readings_only([noting(each) for each in found], *given)
        made = [each for each in made if each is not None]
        self.clauses += bool(found)
        self.several += len({each.pattern for each in found}) > 1
        self.read_twice += len(made) > 1
        assert all(readings.same(made[0], other) for other in made)
        return result


readings_only = readings.only


@cache
def read(name: str) -> tuple[Bound, Counted, Uses]:
    """Compiles a text once; counts all its clauses and records the phrases that it uses."""
    counted = Counted()
    with noted() as uses, pytest.MonkeyPatch.context() as patch:
        patch.setattr(readings, "only", counted.only)
        return compiled(name), counted, uses


@pytest.mark.parametrize("name", [*books.shipped(), *TEXTS], ids=lambda name: Path(name).stem)
def test_every_clause_that_fits_several_phrases_means_one_thing(name: str):
    """Many clauses fit the form of several phrases; all that compile give the same program."""
    bound, counted, _ = read(name)
    assert [str(problem) for problem in bound.problems if "two readings" in problem.message] == []
    assert counted.several or name not in books.shipped()


def test_every_phrase_is_used_by_the_two_rules_named_for_it():
    """A phrase that does not come from a source is used by the two rules that are named beside it."""
    claimed = [(example, rule) for example, entry in SERVES.items() if isinstance(entry, Rules) for rule in entry]
    used = {(phrase.example, owner) for name in (*books.shipped(), *TEXTS) for phrase, owner in read(name)[2]}
    assert [each for each in claimed if each not in used] == []


@pytest.mark.parametrize("name", books.shipped())
def test_the_order_of_the_phrases_does_not_matter(name: str, monkeypatch: pytest.MonkeyPatch):
    """A book compiles to the same program if the phrases are tried in reverse order."""
    before = compiled(name).book
    monkeypatch.setattr(compiler, "TABLE", PhraseTable(vocabulary.TABLE[::-1]))
    monkeypatch.setattr(reuse, "begun", lambda *given: None)
    after = compiled(name).book
    assert before is not None and after is not None
    differ = [each.name for each, other in zip(before.actions, after.actions, strict=True) if not readings.same(each, other)]
    rules = zip(before.routines, after.routines, strict=True)
    differ += [each.name for each, other in rules if each.name != other.name or not readings.same(each.code, other.code)]
    assert differ == []


TWO_WORDS = "Word shove <whom>: <whom> loses 1 Health\nWord shove <things>: each <things>: it loses 1 Wit\n\n"


def test_a_line_that_two_words_read_differently_is_an_error_that_shows_both():
    """The error names both patterns and what each of them would do."""
    (found,) = problems(TWO_WORDS + "Shout\ndo: shove all enemies")
    assert "'shove all enemies' has two readings. As `shove <whom:whom>`: alter" in found
    assert "Health -= 1. As `shove <things:things>`: for each" in found


def test_two_words_with_the_same_meaning_are_allowed():
    """Their effects are compared, not their names."""
    text = "Word shove <whom>: <whom> loses 1 Health\nWord shove <things>: <things> lose 1 Health\n\nShout\ndo: shove all enemies"
    assert problems(text) == []


def test_a_word_of_the_text_comes_before_a_phrase_of_the_language():
    """A text may give a phrase a meaning of its own."""
    found = bind(
        [("own.rules", HEAD + "Word remove <whom>: <whom> loses 1 Health\n\nShout\ndo: remove all enemies")], lambda used: ()
    )
    assert found.book is not None
    shout = repr(found.book.routines[found.book.procedure_numbers["Shout"]])
    assert "Alter" in shout and "Send" not in shout


def test_the_label_of_a_choice_contains_neither_its_price_nor_a_condition():
    """The price is paid and the condition after the label is tested; neither is shown as part of the label."""
    assert problems("Shout\ndo: the actor may pay 1 Wit to go on if [Health] > 3: gain 1 Health") == []


def test_a_colon_governs_the_rest_of_its_clause():
    """Ben is asked to pay only if the condition is true."""
    found = bind([("far.rules", HEAD + "Shout\ndo: if [Wit] > 9: gain 1 Health unless Ben pays 1 Wit")], lambda used: ())
    assert found.book is not None, found.problems
    game = Game(found.book, "Yard", seed=1)
    game.answer("Reds", "Shout")
    assert game.state.cell(game.find("Ada"), game.book.stat("Health")) == 5


def test_an_article_is_not_read_as_an_actor_of_that_name():
    """If an actor is called A, `a Turn ends` is still not about this actor."""
    text = HEAD.replace("Ben (", "A (") + "Shout (Reaction)\nTrigger: a Turn ends\ndo: gain 1 Health\n"
    assert [str(problem) for problem in bind([("a.rules", text)], lambda used: ()).problems] == []
