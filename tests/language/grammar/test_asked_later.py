"""Conditions that are asked apart from the lines of an action, and structures that belong to nobody."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

BOOK = """Uses: nothing
Start: Game
Stat Gold: at least 0
Stat Pot: at least 0, shared by all
Zone Players: in play
Zone Hand: of each player
Kind Leaf: a card

structure Game
  step start: {start}
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only
    gain 1 Gold

Scene Table
  seats Ann, Bo

"""


def errors(text: str = "", start: str = "each player: gain 1 Gold") -> list[str]:
    """Gives the errors of a small book with further lines."""
    problems = check([("later.rules", BOOK.format(start=start) + text)], books.finder()).problems
    return [problem.message for problem in problems if problem.severity == "error"]


@pytest.mark.parametrize("line", ["gain 1 Gold", "lose 1 Gold", "[Gold] += 2"])
def test_nobody_gains_in_a_structure_of_nobody(line: str):
    """The first structure belongs to nobody, so a line in it that names nobody changes nothing: it is an error."""
    assert errors(start=line) == ["Game belongs to nobody here, so there is nobody whose Gold could change"]


@pytest.mark.parametrize("line", ["[Pot] += 1", "each player: gain 1 Gold", "all players gain 1 Gold"])
def test_a_structure_of_nobody_changes_what_belongs_to_all_or_to_each(line: str):
    """A stat shared by all belongs to nobody, and a line may say whose stat it is."""
    assert errors(start=line) == []


@pytest.mark.parametrize(
    ("condition", "unknown"),
    [
        ("nobody acted", "`nobody acted`"),
        ("the chosen card is a leaf", "what was chosen"),
        ("the new card is a leaf", "what was made"),
        ("the additional cost was paid", "what was picked, paid or revealed"),
    ],
)
def test_a_feature_cannot_ask_what_only_the_lines_of_an_action_know(condition: str, unknown: str):
    """A feature is asked about again and again, and nothing is chosen, made or paid then."""
    (message,) = errors(f"Feature Rich\nWhen: {condition}\ndo: +1 Gold\n\n")
    assert unknown in message


def test_a_duration_cannot_ask_what_was_chosen():
    """The condition that ends an effect is asked later, when nothing is chosen any more."""
    (message,) = errors("Feat\ndo: choose a player\n    gain 1 Gold until the chosen player has 3 Gold\n\n")
    assert "what was chosen" in message


def test_an_action_cannot_ask_whether_nobody_acted():
    """No window for one act stands before the need of an action."""
    assert errors("Feat\nNeeds: nobody acted\ndo: gain 1 Gold\n\n") == ["no window for one act stands before this"]
