"""What amendments do to a book: the features of a repealed rule end, and an action with a trigger is on no menu."""

from rulewright import books
from rulewright.kernel.change import values
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind
from rulewright.program import validate
from rulewright.program.instructions import Run

TEXT = """
Uses: nothing
Start: Day

Zone Players: in play
Zone Docket: seen by all
Stat Points: at least 0
Stat Passed: 0 to 1
Kind Motion: Passed 0
  actions: none
Features: Wealth, Thrift

structure Day
  step floor: floor actions for each player, for 24 hours
  step enact: each motion in Docket: take an Adoption
  step more: floor actions for each player, for 24 hours
structure Adoption of a motion
  step enact: enact the actor

Rule 300. Motions
  Move
  Text: rule text
  do: put a Motion with the text into Docket

  Take
  do: gain 1 Points

Rule 340. Riches
  Feature Wealth
  do: +2 Points

Rule 341. Thrift
  Feature Thrift
  do: +1 Points

  Envy
  Trigger: another player performs Take
  do: gain 5 Points

Scene Court
  seats Amy, Bert
  Amy (Points 0), Bert (Points 0)
"""


def court() -> Game:
    """Begins a game at which rules can be repealed."""
    found = bind([("court.rules", TEXT)], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return Game(found.book)


def points(game: Game, seat: str) -> int:
    """Gives the current points of a player."""
    return values.value(game.machine, game.find(seat), game.book.stat("Points"))


def test_a_feature_is_gone_if_its_rule_is_repealed():
    """The feature of a repealed rule is not in force any more; those of other rules are."""
    game = court()
    assert points(game, "Amy") == 3
    game.answer("Amy", "Move", "Repeals: 340\n")
    game.tick(24 * 3600)
    assert points(game, "Amy") == 1
    game.undo()
    assert points(game, "Amy") == 3


def test_an_action_with_a_trigger_is_on_no_menu():
    """An action with a trigger and no mark happens by its trigger and is on no menu."""
    game = court()
    menu = game.menu("Bert")
    assert menu is not None and "Envy" not in [menu.words(key) for key in menu]
    game.answer("Amy", "Take")
    assert points(game, "Bert") == 8


RICHER = """Rule 300. Motions
  Move
  Text: rule text
  do: put a Motion with the text into Docket

  Take
  do: gain 3 Points

  Give
  do: lose 1 Points
"""


def test_procedures_keep_their_numbers_and_an_earlier_version_runs_its_own_parts():
    """A frame in progress refers to its procedure by a number, and continues with the version in which it began."""
    base = court().base
    amended = base.in_force((("amendment 1", RICHER),))
    assert [each.name for each in amended.routines[: len(base.routines)]] == [each.name for each in base.routines]
    assert "Give" in amended.procedure_numbers and list(validate.problems(amended)) == []
    for name, part in (("Take", "Take/do"), ("Take@1", "Take/do@1")):
        code = amended.routines[amended.procedure_numbers[name]].code
        runs = [each.procedure for each in code if isinstance(each, Run) and each.own]
        assert [amended.procedure_name(number) for number in runs] == [part]
