"""Durations of rounds, triggers on rising stats, top and bottom of a pile, the last player left, and names defined twice."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from rulewright.language.grammar import phrases

ROUNDS = """Brace
do: [Defense] += 3 until {until}
then: [Action Points] -= 1

Example: it ends with a round, whoever's turn it is
  Ann (Defense 4, Action Points 3) beside Bo (Defense 4)
  Ann: Brace
  expect Ann Defense 7
"""

RISES = """Gather
do: [Mana] += 4
then: [Action Points] -= 1

Overflow (Reaction)
Trigger: [Mana] of an enemy rises {how} 5
do: [Gold] += 1

Example: it is offered when the stat passes the amount upwards
  Ann (Mana {mana}, Action Points 3) beside Bo (Gold 0)
  Ann: Gather
  expect {who} is asked
"""

PILE = """Uses: nothing
Start: Turn
Stat Luck: at least 0
Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Kind Slip: a card played from Hand, then to Hand

structure Turn of a player
  step act: window actions for the player, until it passes

Bury
Target: a slip in your Hand
do: put target to the {place} of your Deck

Draw one
do: move the top card of your Deck to your Hand

Red (Slip)
do: gain 1 Luck

Blue (Slip)
do: gain 1 Luck

Example: the top is drawn first, the bottom last
  seats Ann, Bo
  Ann's Hand: Red
  Ann's Deck: Blue
  Ann: Bury Red
  Ann: Draw one
  expect {drawn} in Hand
"""

LAST = """Uses: nothing
Start: Game
Zone Players: in play

structure Game
  step turns: repeat Turn

structure Turn
  step act: window actions for each player, one only

Duel
Target: a player
do: target loses the game

Scene Three
  seats Ann, Bo, Cy
"""


def said(text: str) -> str:
    """Checks a text and gives all messages about it."""
    return "\n".join(check([("text.rules", text)], books.finder(), books.DEFAULT).lines())


def proved(text: str) -> str:
    """Checks a text and gives its problems; none if all its examples succeed."""
    report = check([("text.rules", text)], books.finder(), books.DEFAULT)
    return "" if report.ok() and report.results else "\n".join(report.lines())


def test_until_the_start_of_the_next_round_means_the_same_round_for_everybody() -> None:
    """A round belongs to no player: the effect's end does not depend on the actor."""
    assert proved(ROUNDS.format(until="start of next round")) == ""


def test_rising_to_an_amount_is_offered() -> None:
    """`[Stat] rises to N` is triggered when the stat reaches or passes N upwards."""
    assert proved(RISES.format(how="to", mana=1, who="Bo")) == ""


def test_rising_above_an_amount_is_not_rising_to_it() -> None:
    """`[Stat] rises above N` is not triggered at N itself."""
    assert proved(RISES.format(how="above", mana=1, who="Ann")) == ""


def test_the_top_of_a_pile_is_its_top() -> None:
    """A card put on top of a deck is drawn next."""
    assert proved(PILE.format(place="top", drawn="Red")) == ""


def test_the_bottom_of_a_pile_is_its_bottom() -> None:
    """A card put at the bottom of a deck is drawn last."""
    assert proved(PILE.format(place="bottom", drawn="Blue")) == ""


def test_an_effect_until_the_next_round_ends_when_it_starts() -> None:
    """An effect until the start of the next round lasts through others' turns and ends when the round starts."""
    scene = "Scene Yard\n  cast One: Ann at 1,1 (Health 5)\n  cast Two: Bo at 4,4 (Health 5)\n  ends when: one cast is left\n"
    action = ROUNDS.format(until="start of next round").split("Example")[0]
    game = Game(books.load(text=[("text.rules", f"{action}\n{scene}")]), "Yard", seed=2)
    first = game.asking
    game.answer(None, "Brace")
    while game.asking == first:
        game.answer(None, "pass")
    lasting_in_the_others_turn = len(game.state.lasting)
    while game.asking != first:
        game.answer(None, "pass")
    assert (lasting_in_the_others_turn, len(game.state.lasting)) == (1, 0)


def test_a_name_given_twice_hides_no_other_problem() -> None:
    """All problems of a file are reported at once, also those of an action whose name is used again."""
    text = "Jab\ndo: frobnicate the target\n\nJab\ndo: [Health] += 1\n"
    report = check([("text.rules", text)], books.finder(), books.DEFAULT)
    assert [problem.span.line for problem in report.problems] == [2, 4]


def test_the_last_player_left_wins_when_the_others_have_lost() -> None:
    """Of three players, the first loss does not end the game; after the second loss the third player has won."""
    game = Game(books.load(text=[("text.rules", LAST)]), "Three", seed=1)
    game.answer(None, "Duel", "Bo")
    assert not game.over and game.standing() == {"Ann": 0, "Bo": -1, "Cy": 0}
    game.answer(None, "Duel", "Cy")
    assert game.over and game.standing() == {"Ann": 1, "Bo": -1, "Cy": -1}


TWICE = {
    "kind": "Kind Bar: Health {}",
    "stat": "Stat Zap: at least {}",
    "zone": "Zone Loft: in play  # {}",
    "word": "Word brighten <whom>: [Health of <whom>] += {}",
    "feature": "Feature Zip\n  [Attack] += {}",
    "strategy": "Strategy Odd\n  1. pass  # {}",
    "structure": "structure Song\n  step hum: [Health of Bo] += {}",
    "scene": "Scene Yard\n  Bo (Health {}) beside Cy",
    "campaign": "Campaign War  # {}\n  cast: Heroes\n  scenes: Ambush",
}


@pytest.mark.parametrize("kind", TWICE)
def test_a_name_that_is_defined_twice_in_a_file_is_an_error(kind: str):
    """The second would silently replace the first, so it is an error; a second name is not."""
    report = check(
        [("text.rules", "\n\n".join(TWICE[kind].format(each) for each in (1, 2)) + "\n")], books.finder(), books.DEFAULT
    )
    assert [line for line in report.lines() if "is defined twice, first in line 1" in line]
    once = check([("text.rules", TWICE[kind].format(1) + "\n")], books.finder(), books.DEFAULT)
    assert not [line for line in once.lines() if "twice" in line]


def test_a_condition_that_ends_something_rolls_no_dice() -> None:
    """Dice in it are an error, because the condition is tested after every change."""
    poke = "Poke\ndo: [Strength] += 2 until {}\n"
    assert "dice cannot be rolled here" in said(poke.format("1d6 > 5")) and "error" not in said(poke.format("[Gold] > 5"))


def test_a_misspelt_cost_is_refused_with_the_stat_that_was_meant():
    """The error names the most similar stat, with the amount as written."""
    text = "Hop\nCost: 2 Action Pionts\ndo: [Gold] += 1\n"
    (problem,) = check([("hop.rules", text)], books.finder(), books.DEFAULT).problems
    assert (problem.message, problem.nearest) == ("'2 Action Pionts' is not a cost", "2 Action Points")


@pytest.mark.parametrize("length", [300, 3_000])
def test_a_name_too_long_for_a_file_is_an_error_in_its_place(length: int):
    """Like any other name that names no book, it is reported at its place."""
    (problem,) = check([("hop.rules", f"Uses: {'x' * length}\n")], books.finder(), None).problems
    assert problem.message == f"there is no book or file '{'x' * length}'"


@pytest.mark.parametrize("table", ["  | on top |\n  | nothing |\n", "  |---|\n"])
def test_a_table_of_speeds_names_a_speed(table: str):
    """Without a speed nothing could be played: this is an error that shows a row, not a crash."""
    text = f"Uses: nothing\nSpeeds\n{table}\nZone Stack: a stack\n\nHop\ndo: tell hop\n"
    problems = check([("hop.rules", text)], books.finder(), None).problems
    assert [problem.message for problem in problems] == ["the table of speeds names no speed"]


@pytest.mark.parametrize("times", [7, 30])
def test_a_condition_in_broken_words_is_refused_at_once(times: int, monkeypatch: pytest.MonkeyPatch):
    """Each part of it is tried once, so the time does not double with each `and` or `or`."""
    tried: list[str] = []

    def single(*given: Any, read: Any = phrases._single) -> Any:
        tried.append(given[1])
        return read(*given)

    monkeypatch.setattr(phrases, "_single", single)
    broken = "[Pluck] = 3 or clicks [Pluck] = 5" + " r [Pluck] = 8 and clicks [Pluck] = 5" * times
    text = f"Uses: nothing\nStat Pluck: at least 0\n\nHop\nif: {broken}\ndo: gain 1 Pluck\n"
    (problem,) = check([("hop.rules", text)], books.finder(), None).problems
    assert problem.severity == "error" and len(tried) == len(set(tried)) <= 45


def test_a_condition_denied_over_and_over_is_refused():
    """However many times it says `not`, it is an error at its place."""
    text = f"Hop\nif: {'not ' * 900}[Gold] > 2 clicks [Gold] > 1\ndo: gain 1 Gold\n"
    (problem,) = check([("hop.rules", text)], books.finder(), books.DEFAULT).problems
    assert problem.expected == "several shorter clauses"


def test_going_to_an_unknown_step_is_an_error():
    """The error lists the steps of the structure; without it, play would break off."""
    text = "Hop\ndo: go to the step {} of the Round\n"
    (problem,) = check([("hop.rules", text.format("teatime"))], books.finder(), books.DEFAULT).problems
    assert (problem.message, "turns" in problem.expected) == ("there is no step 'teatime'", True)
    assert not check([("hop.rules", text.format("turns"))], books.finder(), books.DEFAULT).problems


NOBODYS = [
    "the active player gains 2 Gold",
    "the active player chooses an enemy; the chosen enemy gains 1 Gold",
    "each enemy, as the active player chooses: it gains 1 Mana",
    "the active player looks at all enemies",
]


@pytest.mark.parametrize("line", NOBODYS)
def test_the_active_player_is_nobody_in_a_book_of_casts(line: str):
    """An effect on the active player has no effect there, nobody is asked for it, and play continues."""
    text = f"""Hop
do: {line}
    gain 1 Gold

Example: only the actor gains
  Ann (cast A, Gold 0, Action Points 3) beside Bo (cast B, Gold 0), Cy (cast B, Gold 0)
  Ann: Hop
  expect Ann Gold 1, Bo Gold 0
"""
    assert not check([("hop.rules", text)], books.finder(), books.DEFAULT).problems


def test_a_hand_is_shown_to_nobody_if_no_keeper_is_noted():
    """If no keeper is noted, the hand is shown to nobody, rather than to any other player."""
    peek = "Peek\ndo: the keeper of the actor looks at all cards in your hand\n\n"
    scene = "Scene Here\n  seats Ann, Bo\n  Ann's Hand: Red\n  Bo's Hand: Blue\n"
    text = PILE[: PILE.index("Example:")].format(place="top") + peek + scene
    game = Game(books.load(text=[("peek.rules", text)]), "Here")
    game.answer("Ann", "Peek")
    hand = next(zone for zone in game.view("Bo")["zones"] if zone["zone"] == "Ann's Hand")
    assert hand["things"] is None


def test_an_ability_without_effects_is_an_error():
    """A name inside an action with nothing below it is an error, and is not joined to the ability before it."""
    (problem,) = check([("hop.rules", "Hop (Optional)\n   Skip (Optional)\n")], books.finder(), None).problems
    assert problem.message == "the ability 'Skip' does nothing"


# -- what is inside of itself ------------------------------------------------------------------------------------------

DEEP = """
Uses: nothing
Start: Game
Stat Gold: at least 0
Zone Players: in play

structure Game
  step turns: each player: take a Turn

structure Turn of a player
  step act: {act}

Dig
do: gain 1 Gold
{more}
Scene Here
  seats Ann, Bo

Example: digging
  seats Ann, Bo
  Ann: Dig
  expect Ann Gold 1
"""


def test_an_ability_of_an_ability_is_an_error_with_its_line():
    deep = "\nLugger\n  Hold\n    Deep\n      do: gain 1 Gold\n"
    (problem,) = check(
        [("deep.rules", DEEP.format(act="window actions for the player", more=deep))], books.finder(), None
    ).problems
    assert problem.message == "'Deep' is inside 'Hold', which is an ability of 'Lugger' itself"
    assert problem.span.line == 18


@pytest.mark.parametrize("act", ["take a Turn", "take a Walk"])
def test_a_structure_that_takes_itself_fails_its_examples(act: str):
    """It may also take itself through another structure; the message says that too many procedures call one another."""
    walk = "\nstructure Walk of a player\n  step on: take a Turn\n"
    _, problem = check([("deep.rules", DEEP.format(act=act, more=walk if "Walk" in act else ""))], books.finder(), None).problems
    assert "more than 400 procedures call one another" in problem.message


LOOP = """
Loop (Operation)
Play Cost: 0
do: the actor may take Play an operation without spending Clicks in its Action Phase

Pool (Operation)
Play Cost: 0
do: the actor may take Play an operation without spending Clicks in its Action Phase

Example: what is held
  seats Corp, Runner
  Corp (Clicks 2, Credits 5), Runner (Clicks 4)
  HQ: {held}
  {does}
"""


@pytest.mark.parametrize(
    ("held", "does"),
    [
        ("Loop", "Corp cannot Loop: potential. expect Corp Clicks 2"),
        ("Loop, Pool", "Corp cannot Loop: potential. expect Corp Clicks 2"),
        ("Loop, Hedge Fund", "Corp: Loop. Corp: Hedge Fund. expect Corp Credits 9, Corp Clicks 1"),
    ],
)
def test_an_operation_must_in_the_end_change_something(held: str, does: str):
    """In a chain of operations that only let a player play another one, the last must change something."""
    text = f"Uses: netrunner\n{LOOP.format(held=held, does=does)}"
    assert [str(problem) for problem in check([("loop.rules", text)], books.finder(), None).problems] == []


@pytest.mark.parametrize("most", ["[Zeal]", "[Zest]", "[Vim]"])
def test_the_maximum_of_a_stat_does_not_depend_on_itself(most: str):
    text = f"Stat Zeal: at least 0, at most {most}\nStat Zest: at least 0, at most [Zeal]\n"
    found = check([("zeal.rules", text)], books.finder(), "encounter").problems
    name = {"[Zeal]": ["Zeal"], "[Zest]": ["Zest"], "[Vim]": []}[most]
    errors = [problem.message for problem in found if problem.severity == "error"]
    assert errors == [f"the maximum of {each} depends on {each} itself" for each in name]


def test_making_a_type_of_cards_is_an_error() -> None:
    """A type of cards is no card by itself, so a rule that would make one is an error that says so."""
    text = """Uses: nothing
Start: Turn
Zone Field: live
Zone Hand: each player has one
Kind Leaf: a card played from Hand, then to Field
structure Turn
  step act: window actions for the actor
Grow
do: station the actor at a new Leaf in the Field
"""
    found = check([("own.rules", text)], lambda used: ()).problems
    assert any("'Leaf' is a type of card" in problem.message for problem in found)
