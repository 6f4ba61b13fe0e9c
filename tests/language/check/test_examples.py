"""What the lines of an example do to its game, and the message if an expectation is not met."""

from __future__ import annotations

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import TILE
from rulewright.language.check.checking import check

MEADOW = """\
Uses: nothing
Start: Summer
Priority: in succession, who acts passes it on, a resolution gives it back

Stat Honey: at least 0
Stat Hours: at least 0, becomes 3 at the start of the player's turn
Zone Keepers: in play
Zone Hand: of each player, seen by its owner
Zone Stack: a stack
Zone Garden: in play
Zone Compost: seen by all
Kind Plant: a card played from Hand, then to Garden
Kind Work: a card played from Hand, then to Compost

Speeds
  | on top  | slow | quick |
  | nothing | yes  | no    |
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

Shoo (Work, quick)
Target: a work on the stack
do: counter target

Thorn Hedge (Plant, slow)

  Prickle
  Trigger: an opponent performs Clover Patch
  do: the attacker loses 1 Honey

Scene Two hives
  seats Ivy, Otto
  Ivy (Honey 1), Otto
"""


def failures(*lines: str, position: str = "seats Ivy, Otto\n  Ivy (Hours 3), Otto (Hours 3)", book: str = MEADOW) -> list[str]:
    """Plays an example in the meadow and gives the expectations that are not met."""
    text = f"{book}\nExample: here\n  {position}\n" + "".join(f"  {line}\n" for line in lines)
    report = check([("meadow.rules", text)], books.finder(), None)
    assert report.results, "\n".join(report.lines())
    return [words for result in report.results for _, words in result.failures]


def test_a_refusal_out_of_turn_is_proved():
    """A player who is not asked is refused by the check `turn`, and the line changes nothing in the game."""
    assert failures("Ivy: Forage", "Otto passes", "Ivy passes", "Otto cannot Forage: turn", "expect Ivy is asked") == []


def test_a_refusal_before_anything_happens_begins_no_turn():
    """A `cannot` line at the beginning is about that player's turn, and the game still begins with whoever acts first."""
    assert failures("Otto cannot Forage: cost", "Ivy: Forage", position="seats Ivy, Otto\n  Ivy (Hours 3), Otto") == []


def test_a_refusal_for_another_reason_names_it():
    """If a player is not asked, a line that expects another check than `turn` fails."""
    (said,) = failures("Ivy: Forage", "Otto passes", "Ivy passes", "Otto cannot Forage: cost")
    assert said.startswith("refused, but for another reason: turn: Otto is not asked now; Ivy is")


def test_only_who_is_asked_passes():
    """A pass answers a question, so nobody else is made to pass for it."""
    (said,) = failures("Ivy: Forage", "Ivy passes")
    assert said.startswith("Ivy is not asked now: Otto is")


def test_an_act_waits_for_its_turn():
    """A player's act comes when this player is asked; others who are asked before pass."""
    assert failures("Ivy: Forage", "Otto passes", "Ivy passes", "Otto: Forage", "expect Otto Hours 2, Ivy Honey 1") == []


def test_an_act_that_is_refused_says_why():
    """An act that is not on the menu fails with the check that refuses it, as `cannot` names it."""
    (said,) = failures("Ivy: Forage", position="seats Ivy, Otto\n  Ivy (Honey 1), Otto")
    assert said.startswith("'Forage' is not on the menu (Ivy: actions): Ivy cannot pay for Forage")
    assert said.count("cannot pay") == 1 and said.endswith("(the check of its cost)")


def test_words_that_name_no_action_get_the_nearest_alone():
    """There is no further reason to give for an unknown action."""
    assert failures("Ivy: Forrage") == ["'Forrage' is not on the menu (Ivy: actions): try 'Forage'"]


def test_a_hand_belongs_to_a_seat():
    """Cards of somebody without a seat are an error, which gives the line that seats everybody."""
    text = f"{MEADOW}\nExample: here\n  Ivy (Hours 3), Otto (Hours 3)\n  Ivy's Hand: Clover Patch\n  Ivy: Clover Patch\n"
    (problem,) = check([("meadow.rules", text)], books.finder(), None).problems
    assert (problem.message, problem.expected) == ("'Ivy' has no seat here", "a line `seats Ivy, Otto` first")


@pytest.mark.parametrize("line", ["cast Reds: Ivy (Hours 3)", "Ivy (cast Reds)", "Ivy (in Compost)"])
def test_a_seated_player_has_no_cast_kind_or_place(line: str):
    """Facts that a seated player cannot have are an error and are not ignored."""
    text = f"{MEADOW}\nScene Here\n  seats Ivy, Otto\n  {line}\n"
    problems = check([("meadow.rules", text)], books.finder(), None).problems
    assert "'Ivy' is a player with a seat, so it cannot have a cast, a kind or a place" in [each.message for each in problems]


def test_a_player_may_stand_on_the_map():
    """Somebody who has a seat stands where the scene says."""
    scene = "Scene Here\n  map:\n    . . .\n    . . .\n  seats Ivy, Otto\n  Ivy at 2,1, Otto at 3,2 (Hours 2)\n"
    game = Game(books.load(text=[("meadow.rules", f"{MEADOW}\n{scene}")]), "Here")
    assert [game.state.cell(player, TILE) for player in (0, 1)] == [4, 2]


def test_a_limit_cites_the_rule_of_its_action():
    """A refusal cites its rule; if the action has no number, it cites the place in the text."""
    (said,) = failures("Ivy: Forage", "Otto passes", "Ivy passes", "Ivy cannot Forage: cost")
    assert said == "refused, but for another reason: limit: Ivy has used Forage 1 of 1 times this turn (meadow.rules:30)"


def test_a_slow_action_is_called_too_slow_only_if_something_waits():
    """An action that can only respond is refused because the stack is empty; a slow one because something waits."""
    hand = "seats Ivy, Otto\n  Ivy (Hours 3), Otto (Hours 3)\n  Ivy's Hand: Clover Patch, Shoo\n  Otto's Hand: Clover Patch"
    (nothing,) = failures("Ivy cannot Shoo: cost", position=hand)
    assert "Shoo is quick, and can only respond to something on the stack: the stack is empty" in nothing
    (slow,) = failures("Ivy: Clover Patch", "Otto cannot Clover Patch: cost", position=hand)
    assert "Clover Patch is slow, too slow for what is on top of the stack" in slow


def test_the_attacker_is_whoever_performs_what_is_answered():
    """If a reaction responds to an action as it is performed, the attacker is the performer."""
    position = (
        "seats Ivy, Otto\n  Ivy (Hours 3, Honey 5), Otto (Honey 5)\n  Ivy's Hand: Clover Patch\n  Otto's Garden: Thorn Hedge"
    )
    lines = ("Ivy: Clover Patch", "expect a stack of 2", "Ivy passes", "Otto passes", "expect Ivy Honey 4, Otto Honey 5")
    assert failures(*lines, position=position) == []


BLOOM = MEADOW.replace(
    "structure Turn of a player\n",
    """structure Bloom of an actor
  step bloom: window actions for the actor, one only

structure Turn of a player
  step plants: each plant in Garden: take a Bloom
""",
).replace("  Prickle", "  Grow (slow)\n  do: gain 1 Honey\n\n  Prickle")


def test_a_player_is_asked_for_what_is_theirs():
    """A question about a card is put to the card's player."""
    position = "seats Ivy, Otto\n  Ivy (Hours 3), Otto (Hours 3)\n  Otto's Garden: Thorn Hedge"
    assert failures("Otto's turn begins", "expect Otto is asked, Thorn Hedge is asked", position=position, book=BLOOM) == []


@pytest.mark.parametrize("before", ["", "  step yawn: gain 2 Honey\n"])
def test_an_example_begins_in_a_window_of_a_part_of_the_turn(before: str):
    """No earlier step of the turn is played, whether or not the window is in the first step of its structure."""
    window = "window actions for each player, until all pass, the first player's while nothing waits"
    parted = MEADOW.replace(f"  step work: {window}", "  step dew: gain 5 Honey\n  step work: take a Shift")
    parted = parted.replace("\nForage (slow)", f"\nstructure Shift of a player\n{before}  step work: {window}\n\nForage (slow)")
    lines = ("Ivy: Forage", "expect Ivy Honey 0", "Otto passes", "Ivy passes", "expect Ivy Honey 1, Ivy Hours 2")
    assert failures(*lines, book=parted) == []


DICE = """Poke
Target: an enemy
do: [Target Health] -= 1d6
then: [Action Points] -= 1

Example: a die
  Ann (Action Points 3) beside Ben (Health 10)
  Ann: Poke Ben, rolling {}
  expect Ben Health 4
"""


def test_a_die_that_cannot_be_rolled_is_an_error_of_the_example() -> None:
    """A number that is too high for the die, or one die too many, is an error of the example."""
    for dice, message in (("6", ""), ("9", "a die of 6 sides never shows 9"), ("6, 2", "dice were given that nobody rolled: 2")):
        report = check([("text.rules", DICE.format(dice))], books.finder(), books.DEFAULT)
        assert message in "\n".join(report.lines()) and report.ok() == (not message)


# -- what proves nothing, and how a game ends --------------------------------------------------------------------------

PAY = "Pay\ndo: [Gold] -= 1\n\nExample: paying\n  Ann (Gold 3, Health 3) beside Ben (Health 3)\n"
ENDED = "  ends when: [Ann Gold] <= {}; {}\n"


def unproved(text: str) -> list[str]:
    """Lists the failures of examples in a text for the encounter book."""
    found = check([("pay.rules", text)], books.finder(), "encounter")
    return [words for result in found.results for _, words in result.failures]


@pytest.mark.parametrize(
    ("lines", "lacking"),
    [
        ("", "the example tests nothing: nothing is done in it"),
        ("  expect Ann Gold 3\n", "the example tests nothing: nothing is done in it"),
        ("  Ann: Pay\n", "the example tests nothing: nothing is expected of it"),
        ("  Ann's turn ends\n", "the example tests nothing: nothing is expected of it"),
    ],
)
def test_an_example_that_proves_nothing_fails(lines: str, lacking: str):
    (said,) = unproved(PAY + lines)
    assert said.startswith(lacking)


@pytest.mark.parametrize(
    "lines", ["  Ann: Pay\n  expect Ann Gold 2\n", "  Ann cannot Strike Cy\n", "  Ann cannot Heal Ben: ally\n"]
)
def test_an_example_with_an_act_or_an_expectation_proves_something(lines: str):
    assert "proves nothing" not in " ".join(unproved(PAY + lines))


@pytest.mark.parametrize(
    ("ends", "expected", "met"),
    [
        (ENDED.format(2, "nobody wins"), "nobody wins", True),
        (ENDED.format(1, "nobody wins"), "nobody wins", False),
        (ENDED.format(2, "B wins"), "nobody wins", False),
        (ENDED.format(2, "B wins"), "B wins", True),
        ("", "nobody wins", False),
    ],
)
def test_a_draw_has_no_winner(ends: str, expected: str, met: bool):
    """A draw is an end that nobody has won; a game that goes on or that somebody has won is no draw."""
    casts = PAY.replace("Ann (", "Ann (cast A, ").replace("Ben (", "Ben (cast B, ")
    assert (unproved(f"{casts}{ends}  Ann: Pay\n  expect {expected}\n") == []) is met


def test_a_failed_expectation_names_the_actor_for_whom_another_is_asked():
    """A cast may have the name of one of its actors; the message then says that another actor is asked."""
    casts = PAY.replace("Ann (", "Ann (cast Ben, ").replace("Ben (H", "Ben (cast Ben, H")
    (said,) = unproved(f"{casts}  Ann: Pay\n  expect Ben is asked\n")
    assert said.startswith("expected Ben is asked: Ben is asked for Ann (")


LAPS = """\
Uses: nothing
Start: Game
Stat Gold: at least 0
Zone Table: in play

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player

Lend
do: all players gain 3 Gold until end of {structure}

Spend
Needs: [Gold] > 0
do: lose 1 Gold

Example: it lasts
  seats Ada, Ben
  Ada: Lend
  expect Ben Gold 3, Ben Gold 3 until end of {structure}
  Ada passes
  expect Ben Gold {left}
"""


@pytest.mark.parametrize(("structure", "left"), [("Lap", 3), ("Turn", 0)])
def test_an_effect_that_lasts_longer_than_a_turn_outlasts_it(structure: str, left: int):
    """An effect until the end of the lap is still there when the first turn of the example is over."""
    report = check([("laps.rules", LAPS.format(structure=structure, left=left))], lambda used: ())
    assert [str(problem) for problem in report.problems] == []


OXEN = """\
Uses: nothing
Start: Game
Stat Life: at least 0, starts at 5, takes damage
Zone Players: in play
Zone Board: in play
Kind Beast: a card

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, until it passes

Ox (Beast)
Miner's Mule (Beast)

Zap
Target: a beast
do: deal 1 damage to target

Toll
do: each opponent:
      it may lose 2 Life: you lose 1 Life

Parry (Reaction)
Trigger: a beast you control would take damage
do: prevent it

"""
YARD = "seats Ann, Bo\n  Ann's Board: Ox, Miner's Mule\n  Bo's Board: Ox"


def test_a_card_of_a_common_name_is_named_with_its_player():
    """The player's name is used in answers and in expectations."""
    after = "expect Bo's Ox Life 4, Ann's Ox Life 5, Bo's Ox is in play, Ann's Ox unchanged"
    assert failures("Ann: Zap Bo's Ox", "Bo declines", after, position=YARD, book=OXEN) == []
    (said,) = failures("Ann: Zap Bo's Ox", "Bo declines", "expect Ann's Ox Life 4", position=YARD, book=OXEN)
    assert said == "expected Ann's Ox Life 4: it is 5"


def test_a_name_with_an_apostrophe_is_a_name():
    """Its apostrophe is not read as a possessive."""
    assert failures("Ann: Zap Miner's Mule", "expect Miner's Mule Life 4", position=YARD, book=OXEN) == []


def test_players_who_are_asked_before_decline():
    """An answer waits until its player is asked: players who can only decline do so."""
    assert failures("Ann: Zap Bo's Ox", "Ann: Toll", "Bo: lose 2 Life", "expect Bo Life 3", position=YARD, book=OXEN) == []


def test_a_failure_says_who_is_asked_in_the_middle_of_something():
    """The expected event has not happened yet."""
    (said,) = failures("Ann: Zap Bo's Ox", "expect Bo's Ox Life 4", position=YARD, book=OXEN)
    assert said == "expected Bo's Ox Life 4: it is 5 (Bo is asked now: Parry, decline)"


def test_reactions_that_are_offered_before_are_declined():
    """Reactions are offered one after another; the answer names the one that is used."""
    mirror = "Mirror (Reaction)\nTrigger: a beast you control would take damage\ndo: redirect it to an enemy beast\n\n"
    after = "expect Bo's Ox Life 5, Ann's Ox Life 4"
    herd = "seats Ann, Bo\n  Ann's Board: Ox\n  Bo's Board: Ox"
    assert failures("Ann: Zap Bo's Ox", "Bo: Mirror", after, position=herd, book=OXEN + mirror) == []
