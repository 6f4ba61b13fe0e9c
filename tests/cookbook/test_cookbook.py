"""The cookbook: every effect in it is read without a problem and proved by an example."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright import books, testing
from rulewright.cookbook import recipes
from rulewright.language.check import checking
from rulewright.program import validate
from tests.cli.runs import run
from tests.hygiene.tree import ROOT
from tests.lengths import much

FILES = recipes.files()


def _own(file: Path) -> list[recipes.Recipe]:
    return [recipe for recipe in recipes.recipes() if recipe.place.startswith(f"{file.name}:")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_family_has_no_problem_and_its_examples_succeed(file: Path):
    """The book of the family is a well-formed program and has no error and no warning."""
    report = checking.check(books.sources(str(file)), books.finder(file.parent), None)
    assert [*report.lines()] == [] and report.bound.book is not None
    assert list(validate.problems(report.bound.book)) == []
    assert all(not result.failures for result in report.results)
    assert len(report.results) >= len(_own(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_effect_is_proved(file: Path):
    """Each description is followed by rule text and an example of it."""
    own = _own(file)
    assert own and [recipe.want for recipe in own if not recipe.text or recipe.example == "Example: "] == []


def test_every_family_has_at_least_ten_effects():
    """There are at least ten families."""
    count = Counter(recipe.family for recipe in recipes.recipes())
    assert len(count) >= 10 and sum(count.values()) >= 190 and min(count.values()) >= 10


def test_the_page_is_up_to_date():
    """docs/cookbook.md is what `make docs` writes."""
    assert (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8") == recipes.page()


@pytest.mark.parametrize(
    ("words", "want"),
    [
        ("draw two instead", "Draw two cards instead of one"),
        ("modes", "Choose one of two effects (modes)"),
        ("points for every building", "Points for each building you own"),
        ("countering unless somebody pays", "Counter a spell unless its player pays 2"),
    ],
)
def test_an_effect_is_found_by_what_one_wants(words: str, want: str):
    """The words may have other endings, or be synonyms."""
    assert recipes.search(words)[0].want == want


QUESTIONS = {
    "how do I draw three cards": "Draw two cards",
    "a creature that cannot be countered": "A spell that cannot be countered",
    "roll with advantage": "Roll twice and keep the higher (advantage)",
    "poison that hurts every turn": "Ongoing damage that a save at the end of the turn ends",
    "an attack of opportunity": "Strike an enemy that is about to leave your reach",
    "capture by jumping": "Jump over an enemy piece and capture it",
    "a pawn becomes a queen": "A man that reaches the last row becomes a king",
    "look at another player's card": "Look at another player's card in secret",
    "worker on an empty space": "Place a worker on a space that nobody has taken",
    "play a card twice": "Play a card from your hand twice",
    "a vote that needs a majority": "A vote needs a quorum of half of the players",
}
"""Eleven of thirty questions that were written down before the search was looked at, with an effect that answers each."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_first_effect_that_is_found_answers_a_question(question: str):
    """Very frequent words, and numbers, do not decide which effect is found first."""
    assert recipes.search(question)[0].want == QUESTIONS[question]


def test_the_how_command_shows_the_text_and_the_example():
    """The nearest effects come first, and no more than asked for."""
    said = run("how", "modes", "--most", "1", "--example").output
    assert "choose one:" in said and "Example: one of the two" in said and said.count("(Stack card games") == 1


def test_the_how_command_names_the_pages_if_nothing_is_near():
    """It names the page and the reference."""
    told = run("how", "zxcvb")
    assert told.exit_code == 2 and "docs/cookbook.md" in told.output


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_family_keeps_the_contract(file: Path):
    """In a short random game of each scene hidden things stay hidden, and undo and saves are exact."""
    scenes = re.findall(r"^Scene (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    played = testing.check_book(books.load(str(file)), scenes, seeds=much((1,), (1, 2, 3)), answers=much(20, 60))
    assert {each.scene for each in played} == set(scenes)
