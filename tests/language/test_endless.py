"""An example in which somebody is never asked, or a turn never ends, comes to an end with a reason."""

from rulewright.language.check.checking import check

LAPS = """\
Uses: nothing
Start: Game
Turn: Game
Stat Load: at least 0
Zone Table: in play, keeps identity
Kind Cart: Load 0

structure Game
  step laps: repeat Lap

structure Lap
  step moves: window actions for each player, until all pass

Wave
do: tell waves

Scene Beach
  seats Ann, Bo

Example: there
  seats Ann, Bo
  Dray (Cart)
"""


def said(line: str) -> list[str]:
    """Checks the laps with one more line in their example; gives the errors."""
    return [problem.message for problem in check([("laps.rules", f"{LAPS}  {line}\n")], lambda used: ()).problems]


def test_who_is_never_asked_is_told_so():
    """Everybody passes for a thing that no window is for, but not for ever."""
    (message,) = said("Dray: Wave")
    assert "Dray is not asked, however often the others pass (1,000 times)" in message


def test_a_turn_that_never_ends_is_told_so():
    """A turn that begins again and again is not passed through for ever."""
    (message,) = said("Ann: Wave\n  Ann's turn ends")
    assert "the turn does not end, however often the others pass (1,000 times)" in message
