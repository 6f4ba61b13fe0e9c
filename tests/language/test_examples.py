"""What an example's lines do to the game they prove something about, and what they say when it comes out otherwise."""

from __future__ import annotations

from rulewright import books
from rulewright.language.check import check

MEADOW = """\
Uses: nothing
Start: Summer
Priority: in succession, who acts passes it on, a resolution gives it back

Stat Honey: at least 0
Stat Hours: at least 0, becomes 3 at the start of the player's turn
Zone Keepers: in play
Zone Hand: of each player, seen by its owner
Zone Stack: a stack
Zone Compost: seen by all
Kind Work: a card played from Hand, then to Compost

Speeds
  | on top  | slow | quick |
  | nothing | yes  | yes   |
  | slow    | no   | yes   |
  | quick   | no   | yes   |

structure Summer
  step days: repeat Day

structure Day
  step turns: each player: take a Turn

structure Turn of a player
  step work: window actions for each player, until all pass, the first player's while nothing waits

Forage (slow)
Limit: once per Turn
Cost: 1 Hours
do: gain 1 Honey

Clover Patch (Work, slow)
Cost: 1 Hours
do: gain 2 Honey

Scene Two hives
  seats Ivy, Otto
  Ivy (Honey 1), Otto
"""


def failures(*lines: str, position: str = "seats Ivy, Otto\n  Ivy (Hours 3), Otto (Hours 3)") -> list[str]:
    """Plays an example in the meadow and gives what came out otherwise."""
    text = f"{MEADOW}\nExample: here\n  {position}\n" + "".join(f"  {line}\n" for line in lines)
    report = check([("meadow.rules", text)], books.finder(), None)
    assert report.results, "\n".join(report.lines())
    return [words for result in report.results for _, words in result.failures]


def test_a_refusal_out_of_turn_is_proved():
    """Who is not asked is refused by `turn`, and asking so leaves the game where it was."""
    assert failures("Ivy: Forage", "Otto passes", "Ivy passes", "Otto cannot Forage: turn", "expect Ivy is asked") == []


def test_a_refusal_before_anything_happens_begins_no_turn():
    """A `cannot` line at the beginning is about that player's turn, and the game still begins with whoever acts first."""
    assert failures("Otto cannot Forage: cost", "Ivy: Forage", position="seats Ivy, Otto\n  Ivy (Hours 3), Otto") == []


def test_a_refusal_for_another_reason_names_it():
    """Where somebody is not asked, any other check than `turn` is the wrong one."""
    (said,) = failures("Ivy: Forage", "Otto passes", "Ivy passes", "Otto cannot Forage: cost")
    assert said.startswith("refused, but for another reason: turn: Otto is not asked now; Ivy is")


def test_only_who_is_asked_passes():
    """A pass answers a question: nobody is made to pass for it."""
    (said,) = failures("Ivy: Forage", "Ivy passes")
    assert said.startswith("Ivy is not asked now: Otto is")


def test_an_act_waits_for_its_turn():
    """Somebody's act comes when that somebody is asked: whoever is asked before passes."""
    assert failures("Ivy: Forage", "Otto passes", "Ivy passes", "Otto: Forage", "expect Otto Hours 2, Ivy Honey 1") == []
