"""Reactions in a book with a stack and speeds: those before a change never wait on the stack, and triggered ones are offered."""

from collections.abc import Sequence

import pytest

from rulewright import books
from rulewright.language.check.checking import check

BOOK = """Uses: nothing
Start: Game
Priority: in succession, who acts passes it on

Stat Score: at least 0

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Harbour: in play
Zone Stack: a stack
Zone Discard: seen by all

Speeds
  | on top  | slow | fast |
  | nothing | yes  | no   |
  | slow    | no   | yes  |
  | fast    | no   | yes  |

Kind Trick: a card played from Hand, then to Discard
Kind Boat: a card played from Hand, then to Harbour, if countered to Discard

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for each player, until all pass, the first player's while nothing waits

Catch (Trick, slow)
do: gain 2 Score

"""
FORT = """Fort (Boat, slow)
  Wall{marks}
  Trigger: {trigger}{cost}
  do: {do}

"""
PLAY = """Example: play
  seats Ada, Ben
  Ada's Hand: Catch
  Ben (Score 1)
  Ben's Harbour: Fort
  Ada: Catch
  {}
"""
GAINS = "an opponent would gain Score"
RESOLVES = ("Ben passes", "Ada passes")


def fort(marks: str, trigger: str, do: str, cost: str = "") -> str:
    """Gives the text of a card in play with one ability."""
    return FORT.format(marks=marks and f" ({marks})", trigger=trigger, do=do, cost=cost and f"\n  {cost}")


def wrong(text: str, steps: Sequence[str] = ()) -> list[str]:
    """Checks the book with one more card, and plays an example; gives what is wrong with it."""
    played = PLAY.format("\n  ".join(steps)) if steps else ""
    return [str(problem) for problem in check([("fort.rules", BOOK + text + played)], books.finder()).problems]


@pytest.mark.parametrize(("marks", "cost"), [("Reaction", ""), ("Interrupt", ""), ("Interrupt", "Cost: 1 Score")])
def test_a_reaction_before_a_change_does_not_use_the_stack(marks: str, cost: str):
    """Ben is asked before the score is gained, and the reaction takes effect at once."""
    text = fort(marks, GAINS, "prevent 1 Score", cost)
    assert wrong(text, [*RESOLVES, "expect Ben is asked, Ada Score 0", "Ben: Wall", "expect Ada Score 1"]) == []


@pytest.mark.parametrize("marks", ["", "Triggered"])
def test_an_automatic_rule_before_a_change_does_not_wait_either(marks: str):
    """Nobody is asked, and the change is reduced."""
    assert wrong(fort(marks, GAINS, "prevent 1 Score"), [*RESOLVES, "expect Ada Score 1"]) == []


@pytest.mark.parametrize(
    ("marks", "cost", "why"),
    [
        ("Interrupt, fast", "", "cannot wait at the speed 'fast'"),
        ("Reaction", "Speed: slow", "cannot wait at the speed 'slow'"),
        ("", "Cost: 1 Score", "cannot also be used whenever a player likes"),
    ],
)
def test_an_answer_before_a_change_that_states_a_speed_is_an_error(marks: str, cost: str, why: str):
    """Such a reaction would be paid for and wait on the stack while the change happens."""
    (problem,) = wrong(fort(marks, GAINS, "prevent 1 Score", cost))
    assert why in problem


def test_a_reaction_without_a_speed_is_offered_and_goes_on_the_stack():
    """Its trigger causes the offer; the table of speeds is not used."""
    text = fort("Reaction", "an opponent performs Catch", "gain 1 Score")
    assert wrong(text, ["expect Ben is asked, a stack of 1", "Ben: Wall", "expect a stack of 2, Ben Score 1"]) == []


def test_a_reaction_with_a_speed_keeps_to_the_table():
    """No slow card may be put on top of a slow one, so Ben can only pass."""
    text = fort("Reaction, slow", "an opponent performs Catch", "gain 1 Score")
    assert wrong(text, ["expect a stack of 1", *RESOLVES, "expect Ada Score 2, Ben Score 1"]) == []


@pytest.mark.parametrize(
    ("trigger", "what"),
    [
        ("an opponent performs Catch", "who performs the action"),
        ("your Turn begins", "whose structure it is"),
        ("[Score] of a player rises to 6", "a player"),
        ("a boat goes to Harbour", "what has gone to Harbour"),
    ],
)
@pytest.mark.parametrize("how", ["counter", "copy"])
def test_countering_something_that_is_on_no_stack_is_an_error(trigger: str, what: str, how: str):
    """The trigger is about something that is on no stack, so the line would have no effect."""
    (problem,) = wrong(fort("", trigger, f"{how} it"))
    assert f"{how} does nothing here: `it` is {what}, which never waits on a stack" in problem


def test_an_ability_can_counter_an_item_on_the_stack():
    """This trigger is about an item on the stack."""
    text = fort("", "a card puts Catch on the stack", "counter it")
    assert wrong(text, ["Ada passes", "Ben passes", "expect Ada Score 0, 1 card in Discard"]) == []


ECHO = """Echo (Trick, fast)
Target: an action on the stack
do: copy target

Boomerang (Trick, slow)
do: gain 2 Score
    move this to your Hand

Example: an echo
  seats Ada, Ben
  Ada's Hand: Boomerang, Catch
  Ben's Hand: Echo
  Ada: {0}
  Ben: Echo {0}
"""


def test_the_copy_of_a_card_resolves_for_its_copier():
    """The card itself waits below the copy and resolves for its own player afterwards."""
    steps = [*RESOLVES[::-1], "expect a stack of 2", "Ada passes", "Ben passes", "expect a stack of 1, Ben Score 2, Ada Score 0"]
    assert wrong(ECHO.format("Catch") + "".join(f"  {step}\n" for step in steps)) == []


def test_the_copy_of_a_card_is_not_a_card():
    """The copy goes to no hand; the card does."""
    copied = ["Ada passes", "Ben passes"] * 2 + ["expect Ben Score 2, 0 cards in Ben's Hand, 1 card in Discard"]
    own = ["Ada passes", "Ben passes", "expect Ada Score 2, 2 cards in Ada's Hand, 1 card in Discard"]
    assert wrong(ECHO.format("Boomerang") + "".join(f"  {step}\n" for step in (*copied, *own))) == []
