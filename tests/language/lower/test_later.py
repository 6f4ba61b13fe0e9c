"""Abilities inside an effect that come later: at a time, after an event, or because something was done."""

import pytest

from tests.language.in_play.test_moments import CARDS, problems

SPELL = """{cards}Ask (Spell)
{lines}

Rest (Spell)
do: gain 0 Score

Example: asked
  seats Ada, Ben
  Ada (Score 5), Ben (Life 9, Score 5)
  Ada's Hand: Slay, Slay, Poke, Ask, Study
  Ada's Deck: 5 Study
  Ada's Board: Bull
  Ben's Board: Cow
{play}"""


def spell(lines: str, play: str) -> str:
    """Gives a book with a spell `Ask`, and an example with it."""
    return SPELL.format(cards=CARDS, lines=lines, play="".join(f"  {line}\n" for line in play.split("; ")))


@pytest.mark.parametrize(
    ("lines", "play"),
    [
        (
            "do: at the start of your next turn, gain 1 Score",
            "Ada: Ask; Ben's turn begins; expect Ada Score 5; Ada's turn begins; expect Ada Score 6; "
            "Ben's turn begins; Ada's turn begins; expect Ada Score 6",
        ),
        (
            "do: at the start of the next turn, gain 1 Score",
            "Ada: Ask; expect Ada Score 5; Ben's turn begins; expect Ada Score 6",
        ),
        ("do: at end of turn, gain 1 Score", "Ada: Ask; expect Ada Score 5; Ada passes; expect Ada Score 6"),
        (
            "do: at the end of your next turn, gain 1 Score",
            "Ada: Ask; Ada passes; expect Ada Score 5; Ada's turn begins; expect Ada Score 5; Ada passes; expect Ada Score 6",
        ),
        (
            "Target: a creature\ndo: at end of turn, move target to its owner's Graveyard",
            "Ada: Ask Cow; expect Cow in Board; Ada passes; expect Cow in Ben's Graveyard, Bull in Board",
        ),
        (
            "do: make a Cow\n    at end of turn, remove the new card",
            "Ada: Ask; expect 3 cards in Board; Ada passes; expect 2 cards in Board",
        ),
        (
            "Target: a player\ndo: at the start of its next turn:\n      it loses 1 Score\n      you gain 1 Score",
            "Ada: Ask Ben; expect Ben Score 5; Ben's turn begins; expect Ben Score 4, Ada Score 6",
        ),
        (
            "Target: a player\ndo: at the start of target's next turn, target loses [Target Score] Score",
            "Ada: Ask Ben; expect Ben Score 5; Ben's turn begins; expect Ben Score 0, Ada Score 5",
        ),
        (
            "do: choose a creature you control\n    at end of turn, deal 1 damage to the chosen creature",
            "Ada: Ask; expect Bull Life 3; Ada passes; expect Bull Life 2, Cow Life 3",
        ),
        (
            "do: if [Score] > 3: at end of turn, gain 1 Score",
            "Ada: Ask; expect Ada Score 5; Ada passes; expect Ada Score 6",
        ),
        (
            "do: if [Score] > 9: at end of turn, gain 1 Score\n    else: at the start of the next turn, gain 3 Score",
            "Ada: Ask; expect Ada Score 5; Ben's turn begins; expect Ada Score 8",
        ),
        (
            "do: if [Score] > 3: at end of turn, gain 1 Score\n    else: gain 3 Score",
            "Ada: Ask; expect Ada Score 5; Ada passes; expect Ada Score 6",
        ),
        (
            "do: at end of turn, if [Score] > 9: gain 1 Score\n    else: gain 3 Score",
            "Ada: Ask; expect Ada Score 5; Ada passes; expect Ada Score 8",
        ),
        (
            "do: at end of turn, each player: it gains 1 Score",
            "Ada: Ask; Ada passes; expect Ada Score 6, Ben Score 6",
        ),
        (
            "Target: a creature\ndo: the next time target dies this turn, gain 1 Score",
            "Ada: Ask Cow; Ada: Slay Bull; expect Ada Score 5; Ada: Slay Cow; expect Ada Score 6",
        ),
        (
            "do: the next time a creature dies this turn, its player loses 1 Score",
            "Ada: Ask; Ada: Slay Cow; expect Ben Score 4; Ada: Slay Bull; expect Ada Score 5, Ben Score 4",
        ),
        (
            "do: the next time a creature dies this turn, gain 1 Score",
            "Ada: Ask; Ada passes; Ada's turn begins; Ada: Slay Cow; expect Ada Score 5",
        ),
        (
            "do: whenever a creature dies this turn, gain 1 Score",
            "Ada: Ask; Ada: Slay Cow; expect Ada Score 6; Ada: Slay Bull; expect Ada Score 7",
        ),
        (
            "do: whenever a creature would be damaged this turn, prevent it",
            "Ada: Ask; Ada: Poke Cow; expect Cow Life 3",
        ),
        (
            "do: at end of turn, gain 1 Score\n    at the start of your next turn, gain 10 Score",
            "Ada: Ask; Ada passes; expect Ada Score 6; Ada's turn begins; expect Ada Score 16",
        ),
    ],
)
def test_an_ability_inside_an_effect_comes_at_its_time(lines: str, play: str):
    """It comes once, or every time while it lasts, and still refers to the thing of its line."""
    assert problems(spell(lines, play)) == []


def test_a_thing_that_is_gone_by_then_is_left_alone():
    """A card that has left and come back does not count as the same thing."""
    lines = "Target: a creature\ndo: at end of turn, move target to its owner's Graveyard"
    text = spell(lines, "Ada: Ask Cow; Ada: Bounce Cow; Ada passes; expect Cow in Ben's Hand").replace(
        "Hand: Slay", "Hand: Bounce"
    )
    assert problems(text) == []


@pytest.mark.parametrize(("answer", "score"), [("lose", 13), ("decline", 6)])
def test_an_effect_that_was_not_done_may_have_another_consequence(answer: str, score: int):
    """The `else:` of `when you do:` happens if the player declines."""
    lines = "do: you may lose 2 Score\n    when you do:\n      gain 10 Score\n    else:\n      gain 1 Score"
    assert problems(spell(lines, f"Ada: Ask; Ada: {answer}; expect Ada Score {score}")) == []


@pytest.mark.parametrize(
    ("answer", "score"),
    [("lose", 13), ("decline", 5)],
)
def test_a_reflexive_ability_comes_if_it_was_done(answer: str, score: int):
    """`when you do` follows an optional effect; a player who declines gets nothing."""
    lines = "do: you may lose 2 Score\n    when you do, gain 10 Score"
    assert problems(spell(lines, f"Ada: Ask; Ada: {answer}; expect Ada Score {score}")) == []


def test_a_reflexive_ability_may_follow_what_is_done_for_a_reason():
    """What follows the colon of `may` is done first, at once."""
    lines = "do: you may lose 2 Score: gain 1 Score\n    if you do, gain 20 Score"
    assert problems(spell(lines, "Ada: Ask; Ada: lose; expect Ada Score 24")) == []


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        ("do: gain 1 Score\n    when you do, gain 1 Score", "it is not clear what has to be done first"),
        (
            "Target: a creature\ndo: choose a creature you control\n    at end of turn, attach target to the chosen creature",
            "what happens later can refer to one thing of this line, not to target and the chosen creature",
        ),
        ("do: at end of turn, frobnicate", "'frobnicate'"),
    ],
)
def test_an_ability_that_cannot_come_later_is_an_error(lines: str, part: str):
    """The error stands at the line that says it."""
    wrong = problems(spell(lines, "Ada: Ask; expect Ada Score 5"))
    assert any(part in each for each in wrong), wrong


def test_a_step_cannot_say_what_happens_later():
    """A structure belongs to nobody, so nobody would have the ability."""
    text = CARDS.replace("  step main:", "  step first: at end of turn, gain 1 Score\n  step main:")
    assert any("a step of a structure cannot say what happens later" in each for each in problems(text))


def test_an_ability_comes_later_on_a_map():
    """The ability belongs to the figure that acts."""
    text = """Uses: encounter

Mark
Range: 9 tiles
Target: an enemy
do: at the start of your next turn, target loses 7 Health
    the next time target is damaged this turn, you gain 2 Defense until end of turn

Example: later
  Ada (Attack 9, Strength 2, Defense 1, Action Points 3, Health 9) beside Ben (Defense 1, Health 30, Attack 1, Action Points 1)
  Ada: Mark Ben
  Ada: Strike Ben, rolling 9, 4
  expect Ben Health 24, Ada Defense 3
  Ben's turn begins
  Ada's turn begins
  expect Ben Health 17
"""
    assert problems(text) == []


STACKED = """Uses: nothing
Start: Game
Priority: in succession

Stat Score: at least 0

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Stack: a stack
Zone Pile: seen by all

Speeds
  | on top  | slow |
  | nothing | yes  |
  | slow    | no   |

Kind Spell: a card played from Hand, then to Pile

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for each player, until all pass
{end}
Ask (Spell)
do: at end of turn, gain 1 Score

Layout
  first: Score
"""
IN_TIME = "  step end: do what happens at the end of this Turn\n    window actions for each player, closes when nothing waits\n"


@pytest.mark.parametrize(("end", "late"), [("", True), (IN_TIME, False)])
def test_an_ability_that_waits_beyond_its_turn_causes_a_warning(end: str, late: bool):
    """It waits on a stack about which nobody is asked before the next turn."""
    assert any("goes on the stack when the Turn is over" in each for each in problems(STACKED.format(end=end))) == late


def test_a_prevention_of_all_damage_is_a_prohibition():
    """`prevent all damage to target this turn` means that the target cannot be damaged this turn."""
    lines = "Target: a creature\ndo: prevent all damage to target this turn"
    assert problems(spell(lines, "Ada: Ask Cow; Ada: Poke Cow; expect Cow Life 3")) == []


@pytest.mark.parametrize("words", ["skip your next rest step", "skip  your   next rest  step"])
def test_a_step_is_skipped_however_the_line_is_spaced(words: str):
    """What the text says decides whether steps can be skipped at all, not how it is laid out."""
    cards = CARDS.replace("  step main:", "  step rest: gain 1 Score\n  step main:")
    text = spell(f"do: {words}", "Ada: Ask; Ada's turn begins; expect Ada Score 5").replace(CARDS, cards)
    assert problems(text) == []
