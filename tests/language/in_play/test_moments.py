"""What has happened so far, what happens together, and what can be responded to, with cards and on a map."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

CARDS = """Uses: nothing
Start: Game

Stat Life: at least 0, takes damage
Stat Score: at least 0

Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Board: in play
Zone Graveyard: of each player, seen by all

Kind Spell: a card played from Hand, then to Graveyard
Kind Creature: a card played from Hand, then to Board

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for the player, until it passes

Death (Automatic)
Trigger: [Life] of a creature falls to 0
do: move it to its owner's Graveyard

Poke (Spell)
Target: a creature
do: deal 1 damage to target

Slay (Spell)
Target: a creature
do: move target to its owner's Graveyard

Quake (Spell)
do: deal 3 damage to all creatures

Wipe (Spell)
do: move all creatures to its owner's Graveyard

Study (Spell)
do: move the top 2 cards of your Deck to your Hand

Bounce (Spell)
Target: a creature
do: move target to its owner's Hand

Steal (Spell)
Target: a creature
do: the actor gains control of target until end of turn

Cow (Creature)
Life: 3

Bull (Creature)
Life: 3

"""


def problems(text: str) -> list[str]:
    """Gives what is wrong with a text, including examples that fail."""
    return [str(problem) for problem in check([("small.rules", text)], books.finder()).problems if "[Score]" not in str(problem)]


def asking(lines: str, play: str) -> str:
    """Gives a book with a spell `Ask`, and an example in which some cards are played before it."""
    return (
        f"{CARDS}Ask (Spell)\ndo: {lines}\n\nExample: asked\n  seats Ada, Ben\n"
        f"  Ada's Hand: Poke, Slay, Slay, Quake, Wipe, Study, Bounce, Ask, Cow\n  Ada's Deck: 5 Bull\n"
        f"  Ada's Board: Bull\n  Ben's Board: Cow\n{play}"
    )


SLAIN = "  Ada: Slay {}\n  Ada: Ask\n"


@pytest.mark.parametrize(
    ("condition", "slain", "holds"),
    [
        ("a creature died this turn", "Cow", True),
        ("a creature you control died this turn", "Cow", False),
        ("a creature you control died this turn", "Bull", True),
        ("no creature you control died this turn", "Cow", True),
        ("a creature controlled by an opponent has died this turn", "Cow", True),
        ("two or more creatures died this turn", "Cow", False),
        ("at most 1 creature died this turn", "Cow", True),
        ("a creature left play this turn", "Cow", True),
        ("you did not draw a card this turn", "Cow", True),
        ("you have not drawn a card this turn", "Cow", True),
        ("you played another spell this turn", "Cow", True),
        ("you played 3 spells this turn", "Cow", False),
        ("you played a card twice this turn", "Cow", True),
        ("an opponent played a spell this turn", "Cow", False),
        ("a creature was not damaged this turn", "Cow", True),
    ],
)
def test_a_condition_asks_what_has_happened_in_the_turn(condition: str, slain: str, holds: bool):
    """It can be anything that a trigger can say, in the past tense, about the players and things at that time."""
    text = asking(f"if {condition}: gain 1 Score", SLAIN.format(slain) + f"  expect Ada Score {int(holds)}\n")
    assert problems(text) == []


@pytest.mark.parametrize(
    ("number", "play", "score"),
    [
        ("number of cards you drew this turn", "  Ada: Study\n", 2),
        ("number of creatures that died this turn", "  Ada: Wipe\n", 2),
        ("number of creatures you control that died this turn", "  Ada: Wipe\n", 1),
        ("number of times a creature was damaged this turn", "  Ada: Poke Cow\n  Ada: Quake\n", 3),
        ("number of creatures that were damaged this turn", "  Ada: Poke Cow\n  Ada: Quake\n", 2),
        ("number of spells you played this turn", "  Ada: Poke Cow\n  Ada: Study\n", 3),
        ("Score you gained this turn", "  Ada: Study\n", 0),
        ("number of creatures that died this turn", "  Ada: Study\n", 0),
    ],
)
def test_a_number_counts_what_has_happened_in_the_turn(number: str, play: str, score: int):
    """It counts things, times, or an amount of a stat; each thing counts once, however often the event happened to it."""
    assert problems(asking(f"gain [{number}] Score", f"{play}  Ada: Ask\n  expect Ada Score {score}\n")) == []


def test_an_amount_that_was_lost_is_added_up():
    """All losses of one thing are added, whoever caused them."""
    lines = "each creature: if [damage it took this turn] > 2: you gain 1 Score"
    play = "  Ada: Poke Cow\n  Ada: Poke Cow\n  Ada: Poke Bull\n  Ada: Ask\n  expect Ada Score 0\n"
    text = asking(lines, play).replace("Hand: Poke,", "Hand: 3 Poke,")
    assert problems(text) == []
    assert problems(text.replace("> 2", "> 1").replace("expect Ada Score 0", "expect Ada Score 1")) == []


def test_an_earlier_turn_does_not_count():
    """The count starts again with another player's turn; for a round it continues."""
    play = "  Ada: Slay Cow\n  Ada passes\n  Ben passes\n  Ada: Ask\n  expect Ada Score {}\n"
    assert problems(asking("if a creature died this turn: gain 1 Score", play.format(0))) == []
    here = "  Ada: Slay Cow\n  Ada passes\n  Ben: Ask\n  expect Ben Score {}\n"
    text = asking("if a creature died this {}: gain 1 Score", here).replace("Ben's Board", "Ben's Hand: Ask\n  Ben's Board")
    assert problems(text.replace("this {}", "this turn").format(0)) == []
    assert problems(text.replace("this {}", "this round").format(1)) == []


def test_a_thing_that_comes_into_play_again_is_another_one():
    """It was damaged before it went back to the hand, which does not count any more."""
    lines = "each creature that was damaged this turn: gain 1 Score"
    play = "  Ada: Poke Cow\n  Ada: Bounce Cow\n  Ada: Ask\n  expect Ada Score {}\n"
    text = (
        asking(lines, play.format(0)).replace("Ben's Board: Cow", "Ada's Board: Cow").replace("Bounce, Ask, Cow", "Bounce, Ask")
    )
    again = text.replace("  Ada: Ask\n", "  Ada: Cow\n  Ada: Ask\n")
    assert problems(again) == []
    assert problems(again.replace("  Ada: Bounce Cow\n  Ada: Cow\n", "").replace("Score 0", "Score 1")) == []


def test_a_target_may_be_asked_what_happened_to_it():
    """A thing without this past is not offered, and the refusal names the target."""
    finish = "Finish (Spell)\nTarget: a creature that was damaged this turn\ndo: move target to its owner's Graveyard\n"
    play = "  Ada cannot Finish Bull: target\n  Ada: Poke Cow\n  Ada cannot Finish Bull: target\n  Ada: Finish Cow\n"
    text = asking("gain 1 Score", f"{play}  expect 1 card in Ben's Graveyard\n").replace("Hand: Poke", "Hand: Finish, Poke")
    assert problems(text + "\n" + finish) == []


TRIGGERED = "Ox (Creature)\nLife: 9\n\n  Answer\n  Trigger: {}\n  do: gain 1 Score\n\n"


def answering(trigger: str, play: str, score: int, whose: str = "Ben") -> str:
    """Gives a book with a creature that scores by a trigger, and an example with it."""
    text = asking("gain 0 Score", f"{play}  expect {whose} Score {score}\n").replace(
        "Ben's Board: Cow", "Ben's Board: Ox, Cow, Cow"
    )
    return text + "\n" + TRIGGERED.format(trigger)


@pytest.mark.parametrize(
    ("trigger", "play", "score"),
    [
        ("a creature dies for the first time each turn", "  Ada: Slay Cow\n  Ada: Slay Bull\n", 1),
        ("a creature dies for the second time each turn", "  Ada: Slay Cow\n", 0),
        ("a creature dies for the second time each turn", "  Ada: Slay Cow\n  Ada: Slay Bull\n", 1),
        ("the first time a creature dies each turn", "  Ada: Slay Cow\n  Ada passes\n  Ben passes\n  Ada: Slay Bull\n", 2),
        ("one or more creatures die", "  Ada: Quake\n", 1),
        ("one or more creatures die", "  Ada: Wipe\n", 1),
        ("one or more creatures die", "  Ada: Slay Cow\n  Ada: Slay Bull\n", 2),
        ("one or more creatures are damaged", "  Ada: Quake\n", 1),
        ("a creature is damaged", "  Ada: Quake\n", 4),
        ("one or more creatures you control die", "  Ada: Slay Bull\n", 0),
        ("another creature enters", "  Ada: Cow\n", 1),
        ("another creature leaves", "  Ada: Bounce Bull\n", 1),
        ("this is chosen by an opponent", "  Ada: Poke Ox\n", 1),
        ("this is chosen", "  Ada: Poke Bull\n", 0),
        ("a creature is chosen", "  Ada: Poke Bull\n", 1),
        ("this is attacked", "  Ada: Poke Ox\n", 1),
        ("an opponent attacks", "  Ada: Poke Bull\n", 1),
        ("this deals damage", "  Ada: Poke Ox\n", 0),
        ("an opponent deals damage to this", "  Ada: Poke Ox\n", 1),
    ],
)
def test_a_creature_answers_what_happens(trigger: str, play: str, score: int):
    """It is triggered exactly as often as expected."""
    assert problems(answering(trigger, play, score)) == []


def test_a_chosen_thing_answers_before_the_effect():
    """The chosen thing leaves before the spell resolves, so the spell does nothing."""
    ox = "Ghost (Creature)\nLife: 9\n\n  Vanish\n  Trigger: this is chosen\n  do: move this to its owner's Hand\n"
    text = asking("gain 0 Score", "  Ada: Slay Ghost\n  expect Ghost in Ben's Hand\n").replace("Board: Cow", "Board: Ghost")
    assert problems(f"{text}\n{ox}") == []


def test_a_thing_chosen_by_an_effect_answers_too():
    """`choose` in the middle of an effect counts like a target."""
    lines = "choose a creature with [Life] > 5\n    deal 1 damage to the chosen creature"
    text = answering("this is chosen", "  Ada: Ask\n", 1).replace("do: gain 0 Score", f"do: {lines}")
    assert problems(text) == []


def test_a_book_in_which_nothing_is_chosen_says_so():
    """The trigger can never happen, so it is reported."""
    text = CARDS.replace("Target: a creature\n", "").replace("target", "all creatures") + TRIGGERED.format("this is chosen")
    assert any("nothing is ever chosen" in problem for problem in problems(text))


def test_the_player_of_a_stolen_creature_that_died_is_who_had_it():
    """Its owner gets the card, but its player is whoever controlled it last."""
    heir = TRIGGERED.format("another creature dies").replace("gain 1 Score", "its player gains 1 Score")
    play = "  Ada: Steal Cow\n  Ada: Slay Cow\n  expect Ada Score 1, Ben Score 0, Cow in Ben's Graveyard\n"
    text = asking("gain 0 Score", play).replace("Board: Cow", "Board: Ox, Cow").replace("Hand: Poke", "Hand: Steal, Poke")
    assert problems(text + "\n" + heir) == []


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("if a creature exploded this turn: gain 1 Score", "'a creature exploded' is not something that a trigger can say"),
        ("if a creature took fire damage this turn: gain 1 Score", "is known only at the moment when it happens"),
        ("if a creature attacked target this turn: gain 1 Score", "was not known when it happened"),
    ],
)
def test_an_event_that_cannot_be_counted_is_an_error(line: str, part: str):
    """The error says what would work."""
    assert any(part in problem for problem in problems(asking(line, "  Ada: Ask\n  expect Ada Score 0\n")))


@pytest.mark.parametrize(("pokes", "life"), [(1, 9), (2, 8), (3, 7)])
def test_the_first_time_of_what_would_happen_is_used_once_in_the_turn(pokes: int, life: int):
    """A prevented event has not happened, so it is not counted; the use of the ability is."""
    play = "  Ada: Poke Ox\n" * pokes + f"  expect Ox Life {life}\n"
    text = answering("this would be damaged for the first time each turn", play, 0).replace("do: gain 1 Score", "do: prevent it")
    assert problems(text.replace("Hand: Poke", "Hand: 3 Poke")) == []


MAP = """Uses: encounter

Stat Notes: at least 0

{}

Example: on a map
  Ada (Attack 9, Strength 2, Action Points 5, Health 20) beside Ben (Defense 1, Health 30, Attack 1)
"""


@pytest.mark.parametrize(
    ("rule", "play"),
    [
        (
            "Finish\nRange: Melee\nTarget: an enemy that was damaged this round\ndo: deal 5 damage to target\n",
            "  Ada cannot Finish Ben: target\n  Ada: Strike Ben, rolling 9, 4\n  Ada: Finish Ben\n  expect Ben Health 19\n",
        ),
        (
            "Sum up\ndo: [Notes] += [damage Ben took this turn]\n    if you attacked an enemy this turn: [Notes] += 100\n"
            "    if you did not move this turn: [Notes] += 1000\n",
            "  Ada: Strike Ben, rolling 9, 4\n  Ada: Sum up\n  expect Ada Notes 1106\n",
        ),
        (
            "Sum up\ndo: [Notes] += [number of times an enemy was damaged this turn]\n",
            "  Ada: Strike Ben, rolling 9, 4\n  Ada: Strike Ben, rolling 9, 4\n  Ada: Sum up\n  expect Ada Notes 2\n",
        ),
        (
            "Wail (Automatic)\nTrigger: one or more actors are damaged\ndo: [Notes] += 1\n\n"
            "Blast\nRange: 40 tiles, 40-tile radius\nif: targets within radius\ndo: all targets take 1 damage\n",
            "  Ada: Blast 15,15\n  expect Ada Notes 1\n",
        ),
    ],
)
def test_past_events_can_be_asked_about_on_a_map(rule: str, play: str):
    """There the figures act themselves."""
    assert [each for each in problems(MAP.format(rule) + play) if "Notes" not in each or "expected" in each] == []
