"""The rule set at the table: numbers, texts, history, the last change of a rule, and the texts of motions."""

from collections.abc import Callable, Iterator

import pytest

import rulewright
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.play import rulebook
from tests.books.nomic.table import carry, do, table
from tests.play.tables import game as encounter


@pytest.fixture
def amended() -> Game:
    """A game in which rule 318 was changed, rule 330 adopted and rule 325 repealed."""
    game = table()
    for text in ("Hard hexes", "Tolls", "No accusations"):
        carry(game, text)
    return game


def test_rules_are_listed_with_numbers_and_history(amended: Game):
    """The line of a rule says how often, by what and when it was changed, or that it was repealed."""
    listed = list(rulebook.listed(amended))
    assert "101    Obedience" in listed
    assert "318/1  Hexes   by Motion 1 on day 2, 00:00" in listed
    assert "330    Tolls   by Motion 2 on day 3, 00:00" in listed
    assert "325/1  Accusations   repealed by Motion 3 on day 4, 00:00" in listed


def test_a_rule_is_told_with_its_versions(amended: Game):
    """The current text comes first, then every version and what made it."""
    told = list(rulebook.told(amended, "318"))
    assert told[0] == "Rule 318. Hexes" and "  Needs: [Target Points] >= 6" in told
    assert told[-2:] == ["/0 Hexes, from the beginning", "/1 Hexes, by Motion 1 on day 2, 00:00"]


def test_a_rule_is_found_by_its_title(amended: Game):
    """The title works like the number."""
    assert next(rulebook.told(amended, "tolls")) == "Rule 330. Tolls"


def test_a_diff_shows_what_went_and_what_came(amended: Game):
    """Removed lines have a minus, added lines a plus."""
    diff = list(rulebook.changed(amended, "318"))
    assert diff[0] == "rule 318/0 → 318/1, by Motion 1 on day 2, 00:00"
    assert any(line.startswith("-") and "-= 5" in line for line in diff)
    assert any(line.startswith("+") and "-= 6" in line for line in diff)


def test_a_repeal_takes_every_line(amended: Game):
    """In the diff of a repealed rule every line has a minus."""
    assert all(line.startswith("-") for line in list(rulebook.changed(amended, "325"))[1:])


@pytest.mark.parametrize(
    ("say", "words", "why"),
    [
        (rulebook.told, "319x", "did you mean 319"),
        (rulebook.told, "nothing of the kind", "there is no rule"),
        (rulebook.changed, "319", "as it was from the beginning"),
        (rulebook.changed, "330", "was adopted as it is"),
        (rulebook.text, "motion 9", "has a text; these have one: Motion 1"),
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(
    amended: Game, say: Callable[[Game, str], Iterator[str]], words: str, why: str
):
    """The refusal lists the known names."""
    with pytest.raises(Refused, match=why):
        list(say(amended, words))


def test_a_game_without_texts_says_that_nothing_has_one():
    """Before the first motion there is no text that could be named."""
    with pytest.raises(Refused, match="nothing called 'motion 1' has a text; nothing here has one"):
        list(rulebook.text(rulewright.new("nomic"), "motion 1"))


def test_books_without_numbers_have_no_rule_set():
    """If rules have no numbers, nothing is listed."""
    with pytest.raises(Refused, match="have no numbers"):
        list(rulebook.listed(encounter()))


def test_motions_are_listed_and_read():
    """A motion is listed with what it would change, and its text is shown by its name."""
    game = table()
    assert list(rulebook.text(game, "")) == ["Nothing on the table carries a text."]
    do(game, "Ann", "Move", "Tolls")
    assert list(rulebook.text(game, "")) == ["Motion 1, Docket: Rule 330. Tolls"]
    assert next(rulebook.text(game, "motion 1")) == "Rule 330. Tolls"


def test_a_struck_motion_leaves_no_version(amended: Game):
    """The history is that of the game after the Judgment."""
    acts = [(done.entry.number, done.entry.path[0]) for done in amended.done if done.entry.path]
    moved = next(number for number, key in acts if isinstance(key, tuple) and key[0] == "Move")
    amended.strike(moved)
    assert "318    Hexes" in list(rulebook.listed(amended))
