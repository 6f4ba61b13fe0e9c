"""What nothing in a book uses or has: each is an error or a warning at its line, and a near miss is neither."""

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
    """Gives what a check says of a book."""
    return list(check([("use.rules", text)], lambda used: ()).problems)


def test_a_sound_book_has_no_problems():
    """The book the other tests add to is above suspicion."""
    assert found(BOOK) == []


def zap(*lines: str, name: str = "Zap") -> str:
    return "\n".join([name, *lines]) + "\n\n"


BREW = "structure Brew of a player\n  step stir: window brewing for the player\n\n"
NIGHT = "structure Night of a player\n  step dark: lose 1 Wit\n\n"

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
    # what is chosen, named or looked up
    ("what was chosen is never used", zap("do: choose a player", "    gain 1 Coins"),
     zap("do: choose a player", "    the chosen player gains 1 Coins")),
    ("the number X is never used", zap("do: let X be 1d6", "    gain 1 Coins"), zap("do: let X be 1d6", "    gain X Coins")),
    ("the number X is never used", zap("do: choose X up to 3", "    gain 1 Coins"),
     zap("do: choose X up to 3", "    X times: gain 1 Coins")),
    ("nothing is ever noted as 'keeper'", zap("do: the keeper of the actor gains 1 Coins"),
     zap("Target: a player", "do: note the actor as keeper of target", "    the keeper of target gains 1 Coins")),
    # what nothing sets off
    ("nothing ever sets Zap off: nothing is ever revealed",
     zap("Trigger: a card is revealed", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a card is revealed", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("do: reveal all cards in your Hand", name="Show")),
    ("nothing ever sets Zap off: no card can be drawn: that goes from a zone seen by nobody to one seen by its owner",
     zap("Trigger: a player draws a card", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a player draws a card", "do: gain 1 Coins", name="Zap (Automatic)")
     + "Zone Deck: of each player, seen by nobody\nZone Palm: of each player, seen by its owner\n\n"),
    ("nothing ever sets Zap off: nothing tells 'the bell rings'",
     zap("Trigger: a player tells the bell rings", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: a player tells the bell rings", "do: gain 1 Coins", name="Zap (Automatic)")
     + zap("do: tell the bell rings", name="Ring")),
    ("nothing ever sets Zap off: nothing ever goes to Field", zap("Trigger: a card goes to Field", "do: gain 1 Coins"),
     zap("Trigger: a card goes to Field", "do: gain 1 Coins") + "Oak (Tree)\ndo: gain 1 Wit\n"),
    ("nothing ever sets Zap off: nothing raises Wit",
     zap("Trigger: [Wit] of a player rises to 3", "do: gain 1 Coins", name="Zap (Automatic)"),
     zap("Trigger: [Wit] of a player falls to 3", "do: gain 1 Coins", name="Zap (Automatic)")),
    # what is never in force
    ("the feature Poise is never in force", "Feature Poise\ndo: +1 Wit\n", "Features: Poise\nFeature Poise\ndo: +1 Wit\n"),
    ("the feature Poise is never in force", "Feature Poise\ndo: +1 Wit\n",
     "Feature Poise\ndo: +1 Wit\n\n" + zap("do: the actor gains the feature Poise")),
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
    """The warning is there once, and gone when the text uses what it declares."""
    assert [(problem.message, problem.severity) for problem in found(BOOK + bad)].count((message, "warning")) == 1
    assert found(BOOK + near) == []


def test_an_order_that_nothing_goes_by_is_warned_of():
    """Windows go round the table, whatever the order says."""
    ordered = BOOK.replace("Start: Game", "Start: Game\nOrder: by [Wit], highest first")
    assert found(ordered) == []
    (warning,) = found(
        ordered.replace("repeat Lap", "repeat Turn").replace("structure Lap\n  step turns: each player: take a Turn\n", "")
    )
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
    """It would have meant nothing; the error names what was probably meant."""
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
    """It would do nothing, or count as 0; with a line that says who is meant it is right."""
    (problem,) = found(BOOK + zap(bad))
    assert (problem.message, problem.severity) == (message, "error")
    assert problem.span.line == BOOK.count("\n") + 2
    assert found(BOOK + zap(near)) == []


def test_the_amount_is_known_only_before_a_change():
    """After it, and in a structure, it would count as 0."""
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
