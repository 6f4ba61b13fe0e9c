"""Mistakes in rules that were once not reported: each rule now works as it says, or is an error or a warning."""

import pytest

import rulewright
from rulewright import books
from rulewright.language.check.checking import check

CARDS = """Uses: nothing
Start: Game

Stat Power: at least 0
Stat Coins: at least 0

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Field: in play
Zone Grave: of each player, seen by all

Kind Spell: a card played from Hand, then to Grave
Kind Beast: a card played from Hand, then to Field

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step dawn: gain 3 Coins
  step main: window actions for the player, until it passes

Doom (Spell)
Target: a beast
do: move target to its owner's Grave

Grow (Spell)
Target: a beast
do: [Target Power] += 3

Swell (Spell)
Target: a beast
do: [Target Power] += 3 this turn

"""


def wrong(text: str, book: str = CARDS, used: str | None = None) -> list[str]:
    """Checks a text and plays its examples; gives what is wrong with it."""
    found = check([("silent.rules", book + text)], books.finder(), used)
    return [str(problem) for problem in found.problems]


@pytest.mark.parametrize("spell", ["Grow", "Swell"])
@pytest.mark.parametrize("trigger", ["this dies", "this goes from Field to Grave", "this leaves Field", "this would go to Grave"])
def test_a_thing_that_died_has_the_numbers_it_had_last(spell: str, trigger: str):
    """The printed number is 2, but it was 5 when the card left, so 5 counts."""
    bear = f"Bear (Beast)\nPower: 2\n  Gasp\n  Trigger: {trigger}\n  do: gain [This Power] Coins\n\n"
    laid = f"  seats Ada, Ben\n  Ada's Hand: Doom, {spell}\n  Ada's Field: Bear\n"
    played = f"  Ada: {spell} Bear\n  Ada: Doom Bear\n  expect Ada Coins 5\n"
    assert wrong(f"{bear}Example: a death\n{laid}{played}") == []


def test_an_unmet_expectation_about_who_is_asked_names_somebody_else():
    """The message names the player who is asked instead."""
    text = "Work\ndo: gain 1 Coins\n\nExample: work\n  seats Ada, Ben\n  Ada: Work\n  expect Ben is asked\n"
    (said,) = wrong(text)
    assert "expected Ben is asked: Ada is asked" in said
    assert wrong(text.replace("Ben is asked", "Ada is asked")) == []


def test_an_example_plays_no_step_before_its_first_window():
    """The coins of the first step come only in the next turn, which is played from its start."""
    text = "Work\ndo: gain 1 Coins\n\nExample: work\n  seats Ada, Ben\n  Ada: Work\n  expect Ada Coins 1\n"
    assert wrong(f"{text}  Ben's turn begins\n  expect Ben Coins 3\n") == []


BOARD = """Uses: nothing
Start: Game

Stat Coins: at least 0
Zone Table: in play, keeps identity

Kind Man: plural Men
  actions: none

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step move: window actions for the player, one only

Lift
Target: a man
do: remove target

Slide
Target: a man you control
Also: an empty cell
do: move target to the other

"""
PIECES = "  seats Ada, Ben\n  pieces: a Man of Ada, b Man of Ben\n  board: 3 by 3 Cells\n    . . b\n    . a .\n"


@pytest.mark.parametrize("does", ["the actor gains 1 Coins", "gain 1 Coins", "you gain 1 Coins", "its controller gains 1 Coins"])
@pytest.mark.parametrize(
    ("trigger", "act", "coins"),
    [
        ("a man leaves play", "Lift C2", "Ada Coins 0, Ben Coins 1"),
        ("a man would be removed", "Lift C2", "Ada Coins 0, Ben Coins 1"),
        ("a man moves", "Slide B1 A1", "Ada Coins 1, Ben Coins 0"),
        ("a man would move", "Slide B1 A1", "Ada Coins 1, Ben Coins 0"),
    ],
)
def test_an_automatic_rule_about_a_piece_acts_for_its_player(trigger: str, act: str, coins: str, does: str):
    """The player gains the coins, not the piece."""
    rule = f"Tally (Automatic)\nTrigger: {trigger}\ndo: {does}\n\n"
    assert wrong(f"{rule}Example: a tally\n{PIECES}  Ada: {act}\n  expect {coins}\n", BOARD) == []


WARD = """Ward Off (Reaction)
Trigger: an adjacent ally would take damage
Limit: once per round
do: redirect 2 of it to this actor

Example: a part of a blow
  cast Reds: Ada at 2,2 (Health 20); Ben at 2,3 (Health 20, Defense 5)
  cast Blues: Orc at 3,3 (Attack 9, Strength 3, Action Points 3)
  Orc: Strike Ben, rolling 13, 4
  expect Ada is asked
  Ada: Ward Off
  Ben declines
  expect Ben Health 15, Ada Health 18
"""


def test_a_reaction_on_a_map_takes_a_part_of_the_damage():
    """Of 7 damage Ada takes 2, and Ben, who could take them back, declines."""
    assert wrong(WARD, "", "encounter") == []


def test_defeated_is_the_thing_and_not_its_player():
    """The card leaves play, and its player, who acts for it, stays in the game."""
    rule = "Stat Life: at least 0, takes damage\nDefeated: when [Life] of a beast falls to 0\n\nZap\nTarget: a beast\n"
    text = f"{rule}do: deal 3 damage to target\n\nBear (Beast)\nLife: 3\n\n"
    played = "Example: a death\n  seats Ada, Ben\n  Ben's Field: Bear\n  Ada: Zap Bear\n  expect Bear defeated, Ben is in play\n"
    assert wrong(text + played) == []


@pytest.mark.parametrize(
    ("does", "answer", "coins"),
    [
        ("you may gain 1 Coins", "gain 1 Coins", 1),
        ("you may gain 1 Coins", "decline", 0),
        ("you may gain 1 Coins and gain 2 Coins", "gain 1 Coins and gain 2 Coins", 3),
        ("you may gain 1 Coins and gain 2 Coins", "decline", 0),
        ("gain 1 Coins and you may gain 2 Coins", "decline", 1),
        ("you may gain 1 Coins: gain 2 Coins", "gain 1 Coins", 3),
    ],
)
def test_a_decision_is_about_everything_after_may_and_happens_once(does: str, answer: str, coins: int):
    """`you may gain 1 Coins` is one effect; `and` joins what follows to the decision."""
    text = f"Luck\ndo: {does}\n\nExample: a decision\n  seats Ada, Ben\n  Ada: Luck\n  Ada: {answer}\n"
    assert wrong(f"{text}  expect Ada Coins {coins}\n") == []


BURIED = "Bear (Beast)\nPower: 2\n\nWolf (Beast)\nPower: 1\n\nExample: two deaths\n  seats Ada, Ben\n  Ada's Hand: 2 Doom\n"
BURIED += "  Ada's Field: Bear, Wolf\n  Ada's Grave: Wolf\n  Ada: Doom Bear\n  Ada: Doom Wolf\n"


@pytest.mark.parametrize(
    ("rule", "answer", "expected"),
    [
        ("do: gain 1 Coins for each beast that died this turn", "Mourn", "Ada Coins 2"),
        ("do: if there is a beast that died this turn: gain 1 Coins", "Mourn", "Ada Coins 1"),
        ("do: move each beast that died this turn to its owner's Hand", "Mourn", "2 cards in Ada's Hand"),
        ("do: each beast that died this turn: gain 1 Coins", "Mourn", "Ada Coins 2"),
        ("Target: a beast that died this turn\ndo: move target to its owner's Hand", "Mourn Bear", "Bear in Ada's Hand"),
    ],
)
def test_a_thing_that_died_is_looked_for_where_it_lies(rule: str, answer: str, expected: str):
    """It is not in play any more, where a noun phrase looks otherwise; what died before this turn is left out."""
    assert wrong(f"Mourn\n{rule}\n\n{BURIED}  Ada: {answer}\n  expect {expected}\n") == []


DEALT = "Stat Life: at least 0, takes damage\n\nImp (Beast)\nLife: 3\n\n  Spite\n  Trigger: {}\n  do: {}\n"


@pytest.mark.parametrize("trigger", ["a beast deals damage to you", "a beast attacks this", "a beast would deal damage to this"])
@pytest.mark.parametrize("does", ["it loses 1 Coins", "its controller loses 1 Coins", "that player loses 1 Coins"])
def test_the_word_it_is_an_error_if_a_trigger_is_about_you_and_somebody_else(trigger: str, does: str):
    """`it` would be you or this card, of whom the trigger is; whoever does it is the attacker."""
    text = DEALT.format(trigger, does)
    (said, *others) = (each for each in wrong(text) if "error" in each)
    assert "`it` may be read two ways here" in said and not others
    assert not any("error" in each for each in wrong(DEALT.format(trigger, "the attacker loses 1 Coins")))


@pytest.mark.parametrize(
    ("trigger", "does"),
    [
        ("this deals damage to a beast", "it loses 1 Coins"),
        ("a beast deals damage to a player", "it loses 1 Coins"),
        ("a beast deals damage to you", "each beast: it gains 1 Power"),
    ],
)
def test_the_word_it_means_the_hurt_thing_if_that_is_not_you(trigger: str, does: str):
    """There nobody else can be meant, and in a loop `it` is the thing of the loop."""
    assert not any("error" in each for each in wrong(DEALT.format(trigger, does)))


def test_a_tile_is_picked_once_for_a_step_that_may_be_taken():
    """The words after `may` are read twice, and ask for one tile."""
    book = rulewright.load(text="Stroll\ndo: you may move up to 2 tiles\n")
    (stroll,) = (action for action in book.actions if action.name == "Stroll")
    assert [pick.name for pick in stroll.picks] == ["tile"]


def test_an_ability_that_answers_a_change_is_not_called_endless():
    """It does not respond to its own effects, so it cannot set itself off."""
    thorns = "Stat Spikes: at least 0\n\nThorns (Automatic)\nTrigger: an actor with [Spikes] > 0 is attacked\n"
    cast = "  cast Reds: Ada at 2,2 (Action Points 3, Health 20, Attack 9)\n  cast Blues: Ben at 3,2 (Health 20, Spikes 1)\n"
    played = "  Ada: Strike Ben, rolling 15, 3\n  expect Ada Health 19\n"
    assert wrong(f"{thorns}do: the attacker loses 1 Health\n\nExample: a thorn\n{cast}{played}", "", "encounter") == []


@pytest.mark.parametrize(
    ("does", "coins", "power"),
    [
        ("gain 1 Coins and gain 2 Power", 1, 2),
        ("gain 1 Coins and you gain 2 Power if [Coins] > 5", 0, 0),
    ],
)
def test_a_condition_governs_all_that_and_joins_before_it(does: str, coins: int, power: int):
    """`if` behind two effects is about both."""
    text = f"Luck\ndo: {does}\n\nExample: a decision\n  seats Ada, Ben\n  Ada: Luck\n"
    assert wrong(f"{text}  expect Ada Coins {coins}, Ada Power {power}\n") == []


@pytest.mark.parametrize(
    "does",
    [
        "gain 1 Coins if you have at least 3 Coins and 2 Power",
        "gain 1 Coins if you have 3 Power and gain 1 Power",
        "gain 1 Coins for each beast and gain 1 Power",
    ],
)
def test_words_behind_and_that_may_belong_to_either_are_an_error(does: str):
    """The second effect was done in any case, or once."""
    (said,) = wrong(f"Luck\ndo: {does}\n\n")
    assert "is not understood" in said


@pytest.mark.parametrize(
    ("does", "coins"),
    [
        ("gain [number of beasts with [Power] >= [It Power]] Coins", 2),
        ("each beast with [Power] > [It Power]: gain 1 Coins", 1),
        ("if there is a beast with [Power] > [It Power]: gain 1 Coins", 1),
        ("if there is a beast with [Power] < [It Power]: gain 1 Coins", 0),
    ],
)
def test_it_inside_with_is_what_the_trigger_was_about(does: str, coins: int):
    """A bear of 2 dies; a bear of 2 and a wolf of 3 are left. The thing that is looked at was compared with itself."""
    beasts = f"Bear (Beast)\nPower: 2\n\nWolf (Beast)\nPower: 3\n\n  Howl\n  Trigger: a beast dies\n  do: {does}\n\n"
    laid = "  seats Ada, Ben\n  Ada's Hand: Doom\n  Ada's Field: Wolf, Bear\n  Ben's Field: Bear\n"
    assert wrong(f"{beasts}Example: a death\n{laid}  Ada: Doom Ben's Bear\n  expect Ada Coins {coins}\n") == []


def test_it_inside_with_is_what_the_loop_has_come_to():
    """Ben, who has less than Ada, counts nobody."""
    text = "Tally\ndo: each player: it gains [number of players with [Coins] < [It Coins]] Power\n\nExample: a tally\n"
    assert wrong(f"{text}  seats Ada, Ben\n  Ada (Coins 3)\n  Ada: Tally\n  expect Ada Power 1, Ben Power 0\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "Wolf (Beast)\n  Howl\n  Trigger: a beast dies\n  Target: a beast with [Power] > [It Power]\n  do: destroy target\n",
        "Gaze\nTarget: up to 2 beasts with [Power] > [It Power]\ndo: destroy all targets\n",
    ],
)
def test_it_inside_with_is_an_error_where_it_is_nobody_else(text: str):
    """Only the thing that is looked at could be meant."""
    (said,) = [problem for problem in wrong(text) if "error" in problem]
    assert "[It Power] would be of each thing that is looked at here" in said


STACKED = CARDS.replace("Zone Field", "Zone Stack: a stack\nZone Field").replace(
    "structure Game", "Speeds\n  | on top | slow |\n  | nothing | yes |\n  | slow | yes |\n\nstructure Game"
)


@pytest.mark.parametrize("how", ["counter", "copy", "block"])
@pytest.mark.parametrize(
    ("rule", "what"),
    [
        ("Halt\nTarget: a beast\ndo: {} target\n", "`target` is a beast, picked where it is in play"),
        ("Halt\nTarget: up to 2 beasts\ndo: {} all targets\n", "`targets` is up to 2 beasts, picked where it is in play"),
        ("Halt\nTarget: a card in your Grave\ndo: {} target\n", "`target` is a card in your Grave"),
        ("Halt\nTarget: a beast\nAlso: another beast\ndo: destroy target\n    {} the other\n", "`other` is another beast"),
        ("Bear (Beast)\n  Halt\n  Trigger: a beast dies\n  do: {} it\n", "`it` is what has died"),
        ("Bear (Beast)\n  Halt\n  Trigger: a beast leaves play\n  do: {} it\n", "`it` is what has left play"),
    ],
)
def test_to_counter_what_never_waits_is_an_error(how: str, rule: str, what: str):
    """What is in play or in a pile is not on the stack, so nothing would happen."""
    (said, *others) = [problem for problem in wrong(rule.format(how), STACKED) if "error" in problem]
    assert f"{how} does nothing here: {what}" in said and "never waits on a stack" in said and not others


@pytest.mark.parametrize("target", ["an action on the stack", "a spell on the stack", "a card in the Stack"])
def test_a_waiting_action_can_be_countered(target: str):
    """Each of these is on the stack."""
    assert not any("error" in each for each in wrong(f"Halt\nTarget: {target}\ndo: counter target\n", STACKED))


def test_a_second_stat_that_takes_damage_is_an_error():
    """Damage to players would change the other stat, which they do not have."""
    (said,) = [each for each in wrong("Stat Life: at least 0, takes damage\nStat Armour: takes damage\n") if "error" in each]
    assert "damage reduces [Life] already" in said


@pytest.mark.parametrize("trigger", ["a beast attacks this with a magic attack", "this is attacked with a sneak attack"])
def test_an_attack_of_an_unknown_reach_is_an_error(trigger: str):
    """An action is melee or ranged by its `Range:`, so a trigger with any other word would never be met."""
    (said, *_) = (each for each in wrong(DEALT.format(trigger, "gain 1 Coins")) if "error" in each)
    assert "error: no attack is " in said


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("target has 0 Coins", True),
        ("target has no Coins", True),
        ("target has exactly 0 Coins", True),
        ("target has 1 or less Coins", True),
        ("target has at most 2 Coins", True),
        ("target has fewer than 1 Coins", True),
        ("target has 1 Coins", False),
        ("target has 1 or more Coins", False),
        ("target has more than 0 Coins", False),
        ("all opponents have no Coins", True),
        ("an opponent has no Power", False),
    ],
)
def test_a_condition_says_how_much_somebody_has(condition: str, true: bool):
    """It takes the same words as `with`; to have 0 of a stat is to have none of it."""
    ask = f"Ask (Spell)\nTarget: an opponent\ndo: if {condition}: gain 1 Power\n    target gains 0 Coins\n\n"
    seats = "  seats Ada, Ben\n  Ben (Power 4)\n  Ada's Hand: Ask\n"
    found = wrong(f"{ask}Example: ask\n{seats}  Ada: Ask Ben\n  expect Ada Power {int(true)}\n")
    assert [each for each in found if ": error: " in each] == []


@pytest.mark.parametrize(
    ("condition", "coins"),
    [
        ("a beast with [Power] = 2 died this Turn", 1),
        ("a beast with [Power] = 3 died this Turn", 0),
        ("a beast with Power 2 or more died this Turn", 1),
        ("no beast with [Power] >= 2 died this Turn", 0),
        ("a beast with [Power] >= 1 and [Coins] = 0 died this Turn", 1),
        ("2 beasts died this Turn", 0),
        ("there are 2 beasts", 0),
        ("there are 1 or more beasts", 1),
        ("there are 1 or fewer beasts", 1),
    ],
)
def test_a_number_in_a_condition_of_a_noun_is_not_how_often_it_happened(condition: str, coins: int):
    """`with [Power] = 2 died` does not mean that two died."""
    text = f"Ox (Beast)\nPower: 2\n\nElk (Beast)\nPower: 1\n\nAsk\ndo: if {condition}: gain 1 Power\n    gain 0 Coins\n\n"
    play = "  seats Ada, Ben\n  Ada's Hand: Doom\n  Ben's Field: Ox, Elk\n  Ada: Doom Ox\n  Ada: Ask\n"
    found = wrong(f"{text}Example: asked\n{play}  expect Ada Power {coins}\n")
    assert [each for each in found if ": error: " in each] == []


@pytest.mark.parametrize(("deed", "offered"), [("with [Power] > 1", "Ox"), ("with [Power] = 1 or [Power] = 9", "Elk")])
def test_the_condition_of_a_noun_limits_what_somebody_may_do(deed: str, offered: str):
    """The thing is chosen among those of which the condition holds."""
    beasts = "Ox (Beast)\nPower: 2\n\nElk (Beast)\nPower: 1\n\n"
    text = f"{beasts}Ask\ndo: you may move a beast {deed} to its owner's Grave: gain 1 Power\n\n"
    play = "  seats Ada, Ben\n  Ben's Field: Ox, Elk\n  Ada: Ask\n"
    said = f"move a beast {deed} to its owner's Grave".replace("[", "").replace("]", "")
    found = wrong(f"{text}Example: asked\n{play}  Ada: {said}\n  expect {offered} in Grave, Ada Power 1\n")
    assert [each for each in found if ": error: " in each] == []


@pytest.mark.parametrize("how", ["the next time", "whenever"])
@pytest.mark.parametrize("noun", ["a beast other than this", "another beast", "a beast that entered this Turn"])
def test_a_later_ability_may_be_about_another_thing_than_this(how: str, noun: str):
    """The duration is the last `this …` of the line."""
    ability = f"Alpha (Beast)\n  Howl\n  do: {how} {noun} gains Power this Turn, gain 1 Coins\n"
    assert [each for each in wrong(ability) if ": error: " in each] == []
