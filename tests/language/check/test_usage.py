"""Names that nothing in a book uses or has: each is an error or a warning at its line, and a correct similar text is neither."""

import pytest

from rulewright.language.check.checking import check
from rulewright.language.check.problems import Problem

BOOK = """\
Uses: nothing
Start: Game
Stat Coins, Wit: at least 0
Mark Brewing: what is done at the kettle
Zone Players: in play
Zone Hand: of each player
Zone Trash: of each player
Zone Field: in play
Kind Leaf: a card played from Hand, then to Trash
Kind Tree: a card played from Hand, then to Field

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, any number

Grab
if: [Wit] > 2
do: gain 1 Coins
    if [Coins] > 9: the actor wins the game
else: lose 1 Wit

Scene Board
  seats Ann, Bo
  Bo (Wit 3)

"""


def found(text: str) -> list[Problem]:
    """Gives the messages of a check of a book."""
    return list(check([("use.rules", text)], lambda used: ()).problems)


def test_a_sound_book_has_no_problems():
    """The book that the other tests extend has no problems itself."""
    assert found(BOOK) == []


def zap(*lines: str, name: str = "Zap") -> str:
    return "\n".join([name, *lines]) + "\n\n"


BREW = "structure Brew of a player\n  step stir: window brewing for the player\n\n"
NIGHT = "structure Night of a player\n  step dark: lose 1 Wit\n\n"

LUCK = "Stat Luck: 0 to 3\n\n" + zap("do: gain 1 Luck", name="Rub") + zap("Cost: 1 Luck", "do: gain 1 Coins", name="Spend")
LIFE = "Stat Life: takes damage\n\n" + zap("Target: a player", "do: deal 1 damage to target", name="Hurt")
MAP = """\
Kind Man: plural Men
  actions: none

Example: a board
  seats Ann, Bo
  pieces: a Man of Ann
  board: 2 by 1 Cells
    a .
  Ann passes
  expect nobody is asked
"""
DEALT = "Fern (Tree)\ndo: gain 1 Wit\n\nScene Table\n  seats Ann, Bo\n  Ann's Hand: Fern\n\n"

UNUSED = [
    # what is never offered
    ("Zap is never offered: the game never reaches a window for brewing", zap("do: gain 1 Coins", name="Zap (Brewing)") + BREW,
     zap("do: gain 1 Coins", name="Zap (Brewing)") + BREW + zap("do: take a Brew", name="Kettle")),
    ("Zap is never offered: who uses it never lies in Trash", zap("From: Trash", "do: gain 1 Coins"),
     zap("From: Trash", "do: gain 1 Coins", name="Zap (Leaf)")),
    ("this window has nothing to offer: no action is marked (Brewing)", BREW + zap("do: take a Brew"),
     BREW + zap("do: take a Brew") + zap("do: gain 1 Coins", name="Stir (Brewing)")),
    ("Late never happens: no effect lets it follow", "Fern (Tree)\n  Late (Following)\n  do: gain 1 Coins\n",
     "Fern (Tree)\ndo: Late follows for the actor\n\n  Late (Following)\n  do: gain 1 Coins\n"),
    ("nothing ever takes the structure Night", NIGHT, NIGHT + zap("do: take a Night")),
    ("Zap is never used: only Knight has it: no scene or example has one, and nothing makes one",
     "Kind Knight: Wit 2\n\n" + zap("For: Knight", "do: gain 1 Coins"),
     "Kind Knight: Wit 2\n\n" + zap("For: Knight", "do: gain 1 Coins") + zap("do: make a Knight in Field", name="Dub")),
    ("Zap is never used: nobody has it",
     "Kind Pawn: Wit 1\n  actions: none\n\n" + zap("For: Pawn", "do: gain 1 Coins"), zap("For: Ann", "do: gain 1 Coins")),
    ("Sting is never used: its card goes to Trash when it is played, which is not in play",
     "Fern (Leaf)\ndo: gain 1 Wit\n\n  Sting\n  Target: a player\n  do: target loses 1 Wit\n",
     "Fern (Tree)\ndo: gain 1 Wit\n\n  Sting\n  Target: a player\n  do: target loses 1 Wit\n"),
    ("Sting is never used: its card goes to Trash when it is played, which is not in play",
     "Fern (Leaf)\ndo: gain 1 Wit\n\n  Sting (Reaction)\n  Trigger: an opponent performs Grab\n  do: gain 1 Wit\n",
     "Fern (Leaf)\ndo: gain 1 Wit\n\n  Sting (Reaction)\n  Trigger: an opponent performs Grab\n  do: gain 1 Wit\n\n"
     + zap("do: move all leaves in your Trash to Field")),
    ("nothing can ever be targeted here: there is never a ghost: no scene or example has one, and nothing makes one",
     "Kind Ghost: Wit 1\n\n" + zap("Target: a ghost", "do: target loses 1 Wit"),
     "Kind Ghost: Wit 1\n\n" + zap("Target: a ghost", "do: target loses 1 Wit") + zap("do: make a Ghost in Field", name="Boo")),
    ("nothing can ever be targeted here: nothing ever lies in Trash",
     DEALT + zap("Target: a card in your Trash", "do: move target to your Hand"),
     DEALT + zap("Target: a card in your Trash", "do: move target to your Hand")
     + zap("do: move all cards in your Hand to your Trash", name="Toss")),
    # what is chosen, named or looked up
    ("what was chosen is never used", zap("do: choose a player", "    gain 1 Coins"),
     zap("do: choose a player", "    the chosen player gains 1 Coins")),
    ("the number X is never used", zap("do: let X be 1d6", "    gain 1 Coins"), zap("do: let X be 1d6", "    gain X Coins")),
    ("the number X is never used", zap("do: choose X up to 3", "    gain 1 Coins"),
     zap("do: choose X up to 3", "    X times: gain 1 Coins")),
    ("nothing is ever noted as 'keeper'", zap("do: the keeper of the actor gains 1 Coins"),
     zap("Target: a player", "do: note the actor as keeper of target", "    the keeper of target gains 1 Coins")),
    # what nothing sets off
    ("the trigger of Zap is never met: nothing is ever revealed",
     zap("Trigger: a card is revealed", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a card is revealed", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("do: reveal all cards in your Hand", name="Show")),
    ("the trigger of Zap is never met: no card can be drawn: that goes from a zone seen by nobody to one seen by its owner",
     zap("Trigger: a player draws a card", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a player draws a card", "do: gain 1 Coins", name="Zap (Automatic)")
     + "Zone Deck: of each player, seen by nobody\nZone Palm: of each player, seen by its owner\n\n"),
    ("the trigger of Zap is never met: nothing tells 'the bell rings'",
     zap("Trigger: a player tells the bell rings", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a player tells the bell rings", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("do: tell the bell rings", name="Ring")),
    ("the trigger of Zap is never met: nothing ever goes to Field", zap("Trigger: a card goes to Field", "do: gain 1 Coins"),
     zap("Trigger: a card goes to Field", "do: gain 1 Coins") + "Oak (Tree)\ndo: gain 1 Wit\n"),
    ("the trigger of Zap is never met: nothing raises Wit",
     zap("Trigger: [Wit] of a player rises to 3", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: [Wit] of a player falls to 3", "do: gain 1 Coins", name="Zap (Automatic)")),
    ("the trigger of Zap is never met: nothing is ever countered",
     zap("Trigger: a card is countered", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a card is countered", "do: gain 1 Coins", name="Zap (Automatic)") + "Zone Stack: a stack\n\n"
     + zap("Target: a card on the stack", "do: counter target", name="No")),
    ("the trigger of Zap is never met: nothing is ever blocked",
     zap("Trigger: a card is blocked", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a card is blocked", "do: gain 1 Coins", name="Zap (Automatic)") + "Zone Stack: a stack\n\n"
     + zap("Target: a card on the stack", "do: block target", name="No")),
    ("the trigger of Zap is never met: no scene and no example has a map",
     zap("Trigger: a player moves", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a man moves", "do: gain 1 Coins", name="Zap (Automatic)") + MAP),
    ("the trigger of Zap is never met: no rule says who controls something",
     zap("Trigger: a card changes hands", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a card changes hands", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("Target: a card", "do: the actor gains control of target", name="Steal")),
    ("the trigger of Zap is never met: Luck is at most 3",
     LUCK + zap("Trigger: [Luck] of a player rises to 7", "do: gain 1 Coins"),
     LUCK + zap("Trigger: [Luck] of a player rises to 3", "do: gain 1 Coins")),
    ("the trigger of Zap is never met: Luck is at least 0",
     LUCK + zap("Trigger: [Luck] of a player falls below 0", "do: gain 1 Coins"),
     LUCK + zap("Trigger: [Luck] of a player falls to 0", "do: gain 1 Coins")),
    ("the trigger of Zap is never met: nothing gives anybody the feature Poise",
     "Features: Poise\nFeature Poise\ndo: +1 Wit\n\n"
     + zap("Trigger: a player gains the feature Poise", "do: gain 1 Coins", name="Zap (Automatic)"),
     "Features: Poise\nFeature Poise\ndo: +1 Wit\n\n"
     + zap("Trigger: a player gains the feature Poise", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("do: the actor gains the feature Poise", name="Stand")),
    ("the trigger of Zap is never met: nothing deals fire damage",
     LIFE + zap("Trigger: a player takes fire damage", "do: gain 1 Coins", name="Zap (Automatic)"),
     LIFE + zap("Trigger: a player takes fire damage", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("Target: a player", "do: deal 1 fire damage to target", name="Burn")),
    ("the trigger of Zap is never met: nothing makes a tree",
     zap("Trigger: a player would make a Tree", "do: double the amount", name="Zap (Automatic)"),
     zap("Trigger: a player would make a Tree", "do: double the amount", name="Zap (Automatic)")
     + "Oak (Tree)\ndo: gain 1 Wit\n\n" + zap("do: make an Oak in Field", name="Plant")),
    ("the trigger of Zap is never met: there is never a ghost: no scene or example has one, and nothing makes one",
     "Kind Ghost: Wit 1\n\n" + zap("Trigger: a ghost loses Wit", "do: gain 1 Coins", name="Zap (Automatic)"),
     "Kind Ghost: Wit 1\n\n" + zap("Trigger: a ghost loses Wit", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("do: make a Ghost in Field", name="Boo")),
    ("the trigger of Zap is never met: nobody ever performs Stir: the game never reaches a window for brewing",
     BREW + zap("do: gain 1 Wit", name="Stir (Brewing)") + zap("Trigger: a player performs Stir", "do: gain 1 Coins"),
     BREW + zap("do: gain 1 Wit", name="Stir (Brewing)") + zap("Trigger: a player performs Stir", "do: gain 1 Coins")
     + zap("do: take a Brew", name="Kettle")),
    # what is never in force
    ("the feature Poise is never in force", "Feature Poise\ndo: +1 Wit\n", "Features: Poise\nFeature Poise\ndo: +1 Wit\n"),
    ("the feature Poise is never in force", "Feature Poise\ndo: +1 Wit\n",
     "Feature Poise\ndo: +1 Wit\n\n" + zap("do: the actor gains the feature Poise")),
    ("the feature Poise has no effect: its When: can never hold (0 to 3 > 5)",
     LUCK + "Features: Poise\nFeature Poise\nWhen: [Luck] > 5\ndo: +1 Wit\n",
     LUCK + "Features: Poise\nFeature Poise\nWhen: [Luck] > 2\ndo: +1 Wit\n"),
    ("the feature Poise has no effect: it has a Duration:, and no step says `begin timed features`",
     "Features: Poise\nFeature Poise\nDuration: 2 Turns\ndo: +1 Wit\n",
     "Feature Poise\nDuration: 2 Turns\ndo: +1 Wit\n\n" + zap("do: the actor gains the feature Poise for 2 Turns")),
    ("the feature Poise has no effect: there is never a ghost: no scene or example has one, and nothing makes one",
     "Kind Ghost: Wit 1\nFeatures: Poise\nFeature Poise\nScope: each ghost\ndo: +1 Wit\n",
     "Kind Ghost: Wit 1\nFeatures: Poise\nFeature Poise\nScope: each ghost\ndo: +1 Wit\n\n" + zap("do: make a Ghost in Field")),
    # lines that nothing uses
    ("the line Sight: has no effect here: the rule is the same without it", zap("Sight: required", "do: gain 1 Coins"),
     zap("Sight: required", "Target: a player", "do: target gains 1 Coins")),
    ("the line If is: has no effect here: the rule is the same without it", zap("If is: a check", "do: gain 1 Coins"),
     zap("If is: a check", "if: [Wit] > 2", "do: gain 1 Coins")),
    ("the line Timing: has no effect here: the rule is the same without it", zap("Timing: after", "do: gain 1 Coins"),
     zap("do: gain 1 Coins")),
    ("the line Short: has no effect here: the rule is the same without it", zap("Short: gain 1 Wit", "do: gain 1 Coins"),
     zap("Short: gain 1 Wit", "do: move the top 2 cards of your Trash to your Hand")),
    ("the number X is never used", zap("X: 1 to 5", "do: gain 1 Coins"), zap("X: 1 to 5", "do: gain X Coins")),
    ("this range limits nothing: nothing is picked", zap("Range: 3 tiles", "do: gain 1 Coins"),
     zap("Range: 3 tiles", "Target: a player", "do: target gains 1 Coins")),
    ("what is paid in addition changes nothing", zap("Optional cost: 1 Wit", "do: gain 1 Coins"),
     zap("Optional cost: 1 Wit", "do: if the additional cost was paid: gain 1 Coins")),
    ("this line has no effect: the rule applies to whoever its trigger is about",
     zap("For: Ann", "Trigger: [Wit] of a player falls to 0", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("For: Ann", "Trigger: [Wit] of a player falls to 0", "do: gain 1 Coins", name="Zap (Triggered)")),
    # what is never mentioned
    ("what Target: asks for is picked but never used", zap("Target: an opponent", "do: gain 1 Coins"),
     zap("Target: an opponent", "if: [Target Wit] > 1", "do: gain 1 Coins")),
    ("what Also: asks for is picked but never used", zap("Target: an opponent", "Also: a player", "do: target gains 1 Coins"),
     zap("Target: an opponent", "Also: a player", "Needs: [Other Wit] > 1", "do: target gains 1 Coins")),
    # stats
    ("[Fame] is changed but never read", "Stat Fame: at least 0\n" + zap("do: gain 1 Fame"),
     "Stat Fame: at least 0\n" + zap("do: gain 1 Fame") + "Layout\n  first: Fame\n"),
    ("[Fame] is always 0: no rule changes it, and nobody is given any",
     "Stat Fame: at least 0\n" + zap("if: [Fame] > 1", "do: gain 1 Coins", "else: lose 1 Coins"),
     "Stat Fame: at least 0\nKind Star: Fame 2\n" + zap("if: [Fame] > 1", "do: gain 1 Coins", "else: lose 1 Coins")),
]  # fmt: skip


@pytest.mark.parametrize(("message", "bad", "near"), UNUSED)
def test_an_unused_declaration_is_warned_of(message: str, bad: str, near: str):
    """There is one warning, and none if the text uses the declaration."""
    assert [(problem.message, problem.severity) for problem in found(BOOK + bad)].count((message, "warning")) == 1
    assert found(BOOK + near) == []


def test_an_order_that_nothing_goes_by_is_warned_of():
    """Windows go round the table, whatever `Order:` says."""
    ordered = BOOK.replace("Start: Game", "Start: Game\nOrder: by [Wit], highest first")
    assert found(ordered) == []
    alone = ordered.replace("repeat Lap", "repeat Turn").replace("structure Lap\n  step turns: each player: take a Turn\n", "")
    (warning,) = [each for each in found(alone) if each.message.startswith("this order")]
    assert warning.message.startswith("this order is never used: windows ask players in the order of their seats")
    assert warning.span.line == 3


NAMED = [
    ("there is no structure 'Gmae'", "Start: Game", "Start: Gmae", "Game"),
    ("there is no structure 'Trun'", "Start: Game", "Start: Game\nTurn: Trun", "Turn"),
    ("there is no zone 'hnd'", "from Hand, then to Trash", "from Hnd, then to Trash", "hand"),
    ("there is no zone 'tarsh'", "then to Trash", "then to Tarsh", "trash"),
    ("there is no zone 'bin'", "then to Trash", "then to Trash, if countered to Bin", ""),
    ("there is no action 'paly'", "from Hand, then to Field", "from Hand by Paly, then to Field", ""),
    ("there is no feature 'Posie'", "Scene Board", "Feature Poise\ndo: +1 Wit\n\nFeatures: Posie\n\nScene Board", "Poise"),
    ("'1 per tunr' is not a limit", "Start: Game", "Start: Game\nReactions: 1 per tunr", ""),
    ("there is no action 'Grba'", "Scene Board", "Kind Knight: Wit 2\n  actions: Grba\n\nScene Board", "Grab"),
    ("there is no kind and nobody called 'Knihgt'", "Grab\n", "Kind Knight: Wit 2\n\nGrab\nFor: Knihgt\n", "Knight"),
    ("there is no speed 'fast'", "Grab\n", "Grab\nSpeed: fast\n", ""),
]


@pytest.mark.parametrize(("message", "right", "wrong", "nearest"), NAMED)
def test_a_name_that_nothing_has_is_an_error(message: str, right: str, wrong: str, nearest: str):
    """It would match nothing; the error suggests the name that was probably meant."""
    problem = next(each for each in found(BOOK.replace(right, wrong, 1)) if each.message == message)
    assert (problem.severity, problem.nearest) == ("error", nearest)


NOBODY = [
    ("no alternative cost can be paid", "do: if the alternative cost was paid: gain 1 Coins",
     "Alternative cost: 1 Wit\ndo: if the alternative cost was paid: gain 1 Coins"),
    ("no alternative cost can be paid", "Needs: the alternative cost was paid\ndo: gain 1 Coins",
     "Alternative cost: 1 Wit\ndo: if the alternative cost was paid: gain 1 Coins"),
    ("no additional cost can be paid", "Needs: the additional cost was paid\ndo: gain 1 Coins",
     "Optional cost: 1 Wit\ndo: if the additional cost was paid: gain 1 Coins"),
    ("nothing is chosen before this", "Needs: the chosen card is a leaf\ndo: gain 1 Coins",
     "Target: a card in your Hand\nNeeds: target is a leaf\ndo: move target to your Trash"),
    ("`[the amount]` is known only before a change happens", "do: gain [the amount] Coins",
     "Trigger: you would lose Wit\ndo: gain [the amount] Coins"),
    ("`it` is nobody here", "do: it gains 1 Coins", "do: each opponent: it gains 1 Coins"),
    ("there is no attacker: this answers nothing", "do: gain [Attacker Wit] Coins",
     "Target: an opponent\ndo: gain [Target Wit] Coins"),
    ("nobody is picked beside the target", "do: the other gains 1 Coins", "Also: a player\ndo: the other gains 1 Coins"),
    ("`that one` is nobody here", "do: that one gains 1 Coins", "do: you gain 1 Coins"),
    ("nothing is chosen before this", "do: move the chosen card to your Trash",
     "do: choose a card in your Hand\n    move the chosen card to your Trash"),
    ("no additional cost can be paid", "do: if the additional cost was paid: gain 1 Coins",
     "Optional cost: 1 Wit\ndo: if the additional cost was paid: gain 1 Coins"),
    ("no additional cost can be paid", "do: if the additional cost was paid: gain 1 Coins",
     "Optional cost: choose 1 cards in your Hand, move the chosen cards to your Trash\n"
     "do: if the additional cost was paid: gain 1 Coins"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "bad", "near"), NOBODY)
def test_a_reference_to_nobody_is_an_error_at_its_line(message: str, bad: str, near: str):
    """It would do nothing, or count as 0; if the line says who is meant, it is right."""
    (problem,) = found(BOOK + zap(bad))
    assert (problem.message, problem.severity) == (message, "error")
    assert problem.span.line == BOOK.count("\n") + 2
    assert found(BOOK + zap(near)) == []


def test_the_amount_is_known_only_before_a_change():
    """After the change, and in a structure, the amount would count as 0."""
    (after,) = found(BOOK + zap("Trigger: a player loses Wit", "do: gain [the amount] Coins", name="Zap (Automatic)"))
    (inside,) = found(BOOK + "structure Brew\n  step stir: each player: gain [the amount] Coins\n\n" + zap("do: take a Brew"))
    assert after.message == "`[the amount]` is known only before a change happens"
    assert inside.message.startswith("a structure has no amount of a change of its own")


@pytest.mark.parametrize("line", ["Needs: [Wit] > 1", "Cost: 1 Coins", "then: lose 1 Wit"])
def test_a_limited_action_has_nothing_but_its_do(line: str):
    """Any other line below it would have no effect."""
    (problem,) = found(f"{BOOK}Study <amount> (Limited)\n{line}\ndo: gain <amount> Wit\n\n" + zap("do: study 1"))
    assert problem.message.startswith(("this line has no effect: Study is marked", "this never happens: Study is marked"))
    assert problem.span.line == BOOK.count("\n") + 2
