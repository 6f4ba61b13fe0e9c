"""Texts that were once read without an error and then did nothing, or something else: each now works, or is an error."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from rulewright.language.check.problems import Problem
from rulewright.language.lower.compiler import bind

HEAD = """\
Uses: nothing
Start: Game
Stat Coins, Wit: at least 0
Mark Brewing: what is done at the kettle
Zone Players: in play
Zone Hand: of each player
Zone Deck: of each player
Zone Trash: of each player
Zone Field: in play
Kind Leaf: a card
Kind Boat: a card played from Hand, then to Field

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, any number

Fern (Leaf)
Moss (Leaf)

"""
SEATS = "  seats Ann, Bo, Cy\n  Bo (Wit 3)\n"


def failures(text: str) -> list[str]:
    """Gives every error of a text and every example that fails."""
    report = check([("silent.rules", HEAD + text)], lambda used: ())
    return [str(problem) for problem in report.problems if problem.severity == "error"]


def problems(text: str) -> list[Problem]:
    """Gives what is wrong with a text."""
    return list(bind([("silent.rules", text)], lambda used: ()).problems)


def test_a_chosen_card_is_known_in_the_next_structure():
    """The chosen card is burned in a separate structure."""
    burn = "structure Burn of a player\n  step away: move the chosen card to your Trash\n\n"
    scorch = "Scorch\ndo: choose a card in your Hand\n    take a Burn\n\n"
    example = "  seats Ann, Bo\n  Ann's Hand: Fern, Moss\n  Ann: Scorch\n  Ann: Moss\n  expect Moss in Trash, Fern in Hand\n"
    assert failures(f"{burn}{scorch}Example: it burns\n{example}") == []


@pytest.mark.parametrize(
    "line", ["move target to your Trash", "[Target Coins] += 1", "all targets gain 1 Coins", "attach this to the actor"]
)
def test_a_structure_has_no_target_and_is_not_a_card(line: str):
    """The line would mean nobody, whatever the target of the action that runs the structure; the error stands at the line."""
    (problem,) = problems(f"{HEAD}structure Burn of a player\n  step warm: gain 1 Coins\n  step away: {line}\n")
    assert problem.message.startswith("a structure has no ") or "no area" in problem.message
    assert problem.span.line == len(HEAD.splitlines()) + 3


BREW = "structure Brew of a player\n  step stir: window brewing for the player\n\nStir (Brewing)\ndo: gain 1 Coins\n\n"


def offered(text: str, *answers: str) -> list[str]:
    """Gives what Ann may do after some answers of hers."""
    bound = bind([("silent.rules", f"{HEAD}{text}\nScene Board\n  seats Ann, Bo\n")], lambda used: ())
    assert bound.book is not None, bound.problems
    game = Game(bound.book, "Board", seed=1)
    for answer in answers:
        game.answer("Ann", answer)
    menu = game.menu("Ann")
    return [] if menu is None else sorted(option.words for option in menu.options)


def test_an_action_marked_for_a_window_is_offered_only_there():
    """A window for actions does not offer it, and its own window offers nothing else."""
    kettle = f"{BREW}Kettle\ndo: take a Brew\n"
    assert offered(kettle) == ["Kettle", "pass"]
    assert offered(kettle, "Kettle") == ["Stir", "pass"]


def test_a_window_may_be_for_actions_and_for_a_mark():
    """The window offers the actions that fit both words."""
    both = HEAD.replace("window actions for", "window actions and brewing for")
    bound = bind([("silent.rules", f"{both}{BREW}\nScene Board\n  seats Ann, Bo\n")], lambda used: ())
    assert bound.book is not None
    menu = Game(bound.book, "Board", seed=1).menu("Ann")
    assert menu is not None
    assert [option.words for option in menu.options] == ["Stir", "pass"]


def test_a_mark_that_no_window_is_for_takes_nothing_away():
    """The mark can be used for costs or conditions, and the action is offered like any other."""
    assert offered("Stir (Brewing)\ndo: gain 1 Coins\n") == ["Stir", "pass"]


@pytest.mark.parametrize(
    "mark", ["may take Stir without spending Coins in its Turn", "takes Stir without spending Coins in its Turn"]
)
def test_an_effect_may_let_what_is_marked_for_a_window_be_taken(mark: str):
    """The named action is offered, whatever its marks."""
    assert "Stir" in offered(f"{BREW}Rush\ndo: the actor {mark}\n", "Rush")


@pytest.mark.parametrize(
    ("needs", "refused", "done"),
    [("[Other Wit] > 2", "Bo Cy", "Cy Bo"), ("[Target Wit] > [Other Wit]", "Cy Bo", "Bo Cy")],
)
def test_a_need_about_a_second_pick_is_tested_at_that_pick(needs: str, refused: str, done: str):
    """A need that refers to both picks is tested when both are made."""
    swap = (
        f"Swap\nTarget: an opponent\nAlso: another player\nNeeds: {needs}\ndo: the other gains 1 Coins\n    target gains 1 Wit\n"
    )
    played = f"  Ann cannot Swap {refused}: needs\n  Ann: Swap {done}\n  expect {done.split()[1]} Coins 1\n"
    example = f"\nExample: two picks\n{SEATS}{played}"
    assert failures(swap + example) == []


def test_a_feature_asks_also_about_a_target_in_a_zone():
    """Only the card with wit may be burned."""
    shroud = "Feature Shroud\nScope: global\nNeeds: [Target Wit] > 1\n\nFeatures: Shroud\n\n"
    burn = "Burn\nTarget: a card in your Hand\ndo: move target to your Trash\n\nRose (Leaf)\nWit: 2\n\n"
    example = "  seats Ann, Bo\n  Ann's Hand: Fern, Rose\n  Ann cannot Burn Fern\n  Ann: Burn Rose\n  expect Rose in Trash\n"
    assert failures(f"{shroud}{burn}Example: shrouded\n{example}") == []


@pytest.mark.parametrize("bound", ["for the tunr", "becomes 3 at the start of the player's tunr"])
def test_a_stat_that_waits_for_a_structure_that_is_not_there_is_an_error(bound: str):
    """It would never be refreshed; the error names the structure that was meant."""
    (problem,) = problems(HEAD.replace("Mark", f"Stat Zeal: {bound}\nMark"))
    assert problem.message == "there is no structure 'tunr', so this stat would never be reset"
    assert problem.nearest == "Turn"


def test_a_stat_that_pays_for_nothing_is_an_error():
    """The stat for which it should pay does not exist."""
    (problem,) = problems(HEAD.replace("Mark", "Stat Gold: pays for Coinz\nMark"))
    assert problem.message == "there is no stat 'coinz' to pay for"
    assert problem.nearest == "[Coins]"


DRAW = "Draw <amount> (Limited)\ndo: move the top <amount> cards of your Deck to your Hand\n\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("each opponent: gain 1 Coins", "Ann Coins 0, Bo Coins 1, Cy Coins 1"),
        ("each player: +2 Coins", "Ann Coins 2, Bo Coins 2, Cy Coins 2"),
        ("each opponent: 2 times: gain 1 Coins", "Ann Coins 0, Bo Coins 2"),
        ("each opponent: you gain 1 Coins", "Ann Coins 2, Bo Coins 0"),
        ("each opponent: it gains [Wit] + 1 Coins", "Ann Coins 0, Bo Coins 1"),
        ("each card in your Hand: gain 1 Coins", "Ann Coins 2, Bo Coins 0"),
        ("each opponent:\n      draw 1\n      gain 2 Coins", "0 cards in Bo's Deck, Ann Coins 0, Bo Coins 2"),
        ("each opponent:\n      gain 2 Coins\n      you gain 1 Coins", "Ann Coins 2, Bo Coins 2"),
        ("each opponent: draw 1", "0 cards in Bo's Deck, 2 cards in Ann's Hand"),
        ("each opponent: it gains 1 Coins\n    gain 1 Coins", "Ann Coins 1, Bo Coins 1"),
    ],
)
def test_a_clause_without_subject_after_each_is_about_each_person(line: str, expected: str):
    """After `each card` the clause is about the actor, not about the cards or their players."""
    laid = "  Ann's Hand: 2 Fern\n  Ann's Deck: Moss\n  Bo's Deck: Fern\n"
    text = f"{DRAW}Gift\ndo: {line}\n\nExample: each\n{SEATS}{laid}  Ann: Gift\n  expect {expected}\n"
    assert failures(text) == []


def test_an_ambiguous_subject_of_draws_is_an_error():
    """A word of the text does not say who does it, and the next line is about somebody else."""
    (problem,) = problems(f"{HEAD}{DRAW}Gift\ndo: each opponent:\n      draw 1\n      it gains 1 Coins\n")
    assert problem.message.startswith("it is not clear who does this: 'draw 1'")
    assert problem.expected == "`each …: draw 1` on a line of its own"


def test_an_ambiguous_subject_of_gains_is_an_error():
    """It might mean each opponent or the actor; the text can say either."""
    (problem,) = problems(f"{HEAD}Gift\ndo: each opponent:\n      it loses 1 Coins\n      gain 1 Coins\n")
    assert problem.message == "it is not clear who gains or loses here: each of them or you"
    assert problem.span.line == len(HEAD.splitlines()) + 4


@pytest.mark.parametrize("verb", ["goes", "moves", "is moved", "is put"])
def test_other_verbs_move_a_card_between_zones(verb: str):
    """Synonyms of the verbs are read."""
    boat = f"Lugger (Boat)\n  Sink\n  Trigger: this {verb} from Field to Trash\n  do: gain 1 Coins\n\n"
    scuttle = "Scuttle\nTarget: a Boat\ndo: put target into your Trash\n\n"
    example = "  seats Ann, Bo\n  Ann's Field: Lugger\n  Ann: Scuttle Lugger\n  expect Ann Coins 1\n"
    assert failures(f"{boat}{scuttle}Example: it sinks\n{example}") == []


DELAYED = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Class Quick: all other actions
Class Delayed: actions so marked, waits on a stack
Zone Players: in play
Zone Stack: a stack, pops after 4 quiet hours

structure Game
  step floor: floor actions for each player

Kick
do: gain 1 Coins

Hex (Delayed, Triggered)
Trigger: another player performs Kick
Target: an opponent
do: target gains 5 Coins

Scene Board
  seats Ann, Bo
"""


def test_a_delayed_ability_that_is_triggered_is_aimed_by_its_player():
    """Bo is asked for the target, and the ability takes effect after its hours."""
    bound = bind([("silent.rules", DELAYED)], lambda used: ())
    assert bound.book is not None, bound.problems
    game = Game(bound.book, "Board", seed=1)
    game.answer("Ann", "Kick")
    assert [game.seats[player] for player in game.asking] == ["Bo"]
    game.answer("Bo", "Hex", "Ann")
    game.tick(4 * 3600)
    assert game.state.cell(game.find("Ann"), game.book.stat("Coins")) == 6


def test_a_condition_of_defeat_on_a_card_is_an_error():
    """The line would be about the players, so it is an error; after a blank line it is a setting of the file."""
    card = "Uses: nothing\nStat Life: at least 0\nKind Rat: a card\nGnaw (Rat)\nLife: 3\n"
    line = "Defeated: when [Life] falls to 0\n"
    (problem,) = bind([("a.rules", card + line)], lambda used: ()).problems
    assert "about everybody in the game, not about" in problem.message and "Trigger: [Life] falls to 0" in problem.expected
    assert not [each for each in bind([("a.rules", f"{card}\n{line}")], lambda used: ()).problems if each.severity == "error"]


def test_a_trigger_that_nothing_sets_off_is_an_error():
    """Making things can be forbidden or replaced, but no trigger can respond to it afterwards; the error says so."""
    (said,) = failures("Wary (Triggered)\nTrigger: an ally makes a token\ndo: gain 1 Wit\n")
    assert "no ability can respond after somebody has made something" in said
