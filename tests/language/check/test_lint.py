"""Semantic warnings: each is given for a text that deserves it, and not for a similar text that does not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.change.values import arith
from rulewright.language.check.checking import check
from rulewright.language.check.intervals import ANYTHING, Interval, Judge, combined
from rulewright.language.check.problems import Problem
from rulewright.program import building, expressions
from rulewright.program.declared import Stat
from rulewright.program.signs import Comparison

BOOK = """\
Uses: nothing
Start: Game

Stat Health: at least 0, takes damage
Stat Attack, Defense: at least 0
Stat Energy: 0 to 3, becomes 3 at the start of the actor's turn
Stat Mana: at least 0
Zone Field: in play, keeps identity
Zone Hand: of each player
Zone Deck: of each player

structure Game
  step rounds: repeat Round

structure Round
  step turns: each actor: take a Turn

structure Turn of an actor
  step start: refresh stats
  step act: window actions for the actor, until it passes

Jab
Target: an enemy
if: 1d20 + [Attack] >= [Target Defense]
do: [Target Health] -= 1d6
then: [Energy] -= 1
    [Mana] -= 0

Scene Yard
  cast Reds: Ada at 1,1 (Health 9, Attack 2, Mana 4)
  cast Blues: Ben at 2,1 (Health 9, Defense 12)
"""


ABBEY = "Scene Abbey\n  cast Reds: Monk at 1,1\n  cast Blues: Cy at 2,1 (Monk)\n\n"


def warned(text: str, readings: dict[str, str] | None = None) -> list[Problem]:
    """Gives the warnings of a text, which must have no errors."""
    report = check([("a.rules", text)], books.finder(), None, readings)
    assert [str(problem) for problem in report.problems if problem.severity == "error"] == []
    return [problem for problem in report.problems if problem.severity == "warning"]


def codes(added: str, book: str = BOOK) -> list[str]:
    return [problem.code for problem in warned(f"{book}\n{added}")]


def test_a_sound_book_has_no_warnings():
    """The book that the other tests extend has no warnings itself."""
    assert warned(BOOK) == []


def feat(*lines: str) -> str:
    return "Feat\n" + "\n".join(lines) + "\n"


FIRES = [
    # an else that can never run
    ("dead-else", feat("do: gain 1 Mana", "else: lose 1 Mana"), feat("if: 1d6 > 1", "do: gain 1 Mana", "else: lose 1 Mana")),
    ("dead-else", feat("if: 1d6 >= 1", "do: gain 1 Mana", "else: lose 1 Mana"),
     feat("if: 1d6 >= 2", "do: gain 1 Mana", "else: lose 1 Mana")),
    ("dead-else", feat("If is: a prerequisite", "if: [Mana] > 1", "do: gain 1 Mana", "else: lose 1 Mana"),
     feat("if: [Mana] > 1", "do: gain 1 Mana", "else: lose 1 Mana")),
    ("dead-else", feat("Needs: [Mana] > 3", "if: [Mana] >= 2", "do: gain 1 Attack", "else: lose 1 Attack"),
     feat("Needs: [Mana] > 3", "if: [Mana] >= 5", "do: gain 1 Attack", "else: lose 1 Attack")),
    ("dead-else", feat("Needs: [Mana] > 3", "Cost: 1 Energy", "if: 1d6 + [Mana] >= 5", "do: gain 1 Attack", "else: gain 1 Mana"),
     feat("Needs: [Mana] > 3", "Cost: 1 Mana", "if: 1d6 + [Mana] >= 5", "do: gain 1 Attack", "else: lose 1 Attack")),
    ("dead-else", feat("Target: an enemy with [Health] > 2", "if: [Target Health] > 1", "do: gain 1 Mana", "else: lose 1 Mana"),
     feat("Target: an enemy with [Health] > 2", "if: [Health] > 1", "do: [Target Mana] += 1", "else: lose 1 Mana")),
    # a condition that can never hold, or always does
    ("never", feat("Needs: [Mana] > 3", "if: [Mana] < 2", "do: gain 1 Attack"),
     feat("Needs: [Mana] < 3", "if: [Mana] < 2", "do: gain 1 Attack")),
    ("never", feat("if: 1d20 + 2 > 22", "do: gain 1 Mana"), feat("if: 1d20 + 2 > 21", "do: gain 1 Mana")),
    ("never", feat("if: [Energy] > 3", "do: gain 1 Mana"), feat("if: [Energy] > 2", "do: gain 1 Mana")),
    ("never", feat("if: 2d6 * 2 < 4", "do: gain 1 Mana"), feat("if: 2d6 * 2 < 5", "do: gain 1 Mana")),
    ("never", feat("Needs: [Energy] * 2 > 6", "do: gain 1 Mana"), feat("Needs: [Energy] * 2 > 5", "do: gain 1 Mana")),
    ("never", feat("if: [Mana] > 5 and [Mana] < 3", "do: gain 1 Mana"), feat("if: [Mana] > 5 or [Mana] < 3", "do: gain 1 Mana")),
    ("never", feat("if: [Mana] / 2 < 0", "do: gain 1 Mana"), feat("if: [Mana] / 2 < 1", "do: gain 1 Mana")),
    ("never", feat("do: if [Energy] > 3: gain 1 Mana"), feat("do: if [Energy] = 3: gain 1 Mana")),
    ("never", "Scene Hill\n  cast Reds: Cy at 1,1\n  ends when: [Energy] > 3\n",
     "Scene Hill\n  cast Reds: Cy at 1,1\n  ends when: [Energy] > 2\n"),
    ("always", feat("if: [Mana] >= 0", "do: gain 1 Mana"), feat("if: [Mana] >= 1", "do: gain 1 Mana")),
    ("always", feat("if: not 1d4 > 4", "do: gain 1 Mana"), feat("if: not 1d4 > 3", "do: gain 1 Mana")),
    ("always", feat("if: [Mana] = [Mana]", "do: gain 1 Mana"), feat("if: 1d6 = 1d6", "do: gain 1 Mana")),
    # a cost no actor can pay
    ("unpayable", feat("do: gain 1 Mana", "then: [Energy] -= 4"), feat("do: gain 1 Mana", "then: [Energy] -= 3")),
    ("unpayable", feat("do: gain 1 Mana", "then: [Energy] -= 2", "      [Energy] -= 2"),
     feat("Cost: 3 Energy", "do: gain 1 Mana")),
    ("unpayable", feat("Cost: 5 Attack", "do: gain 1 Mana"), feat("Cost: 2 Attack", "do: gain 1 Mana")),
    ("unpayable", feat("Cost: 5 Attack", "do: gain 1 Mana"), feat("Cost: 5 Attack", "do: gain 1 Attack")),
    ("unpayable", ABBEY + "Kind Monk: Health 5\n  actions: Feat\n" + feat("For: Monk", "Cost: 1 Attack", "do: gain 1 Mana"),
     ABBEY + "Kind Monk: Health 5, Attack 1\n  actions: Feat\n" + feat("For: Monk", "Cost: 1 Attack", "do: gain 1 Mana")),
    # a set of targets that is always empty
    ("no-target", feat("Target: an enemy with [Energy] > 3", "do: [Target Health] -= 1"),
     feat("Target: an enemy with [Energy] > 2", "do: [Target Health] -= 1")),
    ("no-target", feat("Target: an enemy ally", "do: [Target Health] -= 1"),
     feat("Target: an adjacent ally", "do: [Target Health] -= 1")),
    ("no-target", feat("Range: Self", "Target: an enemy", "do: [Target Health] -= 1"),
     feat("Range: Melee", "Target: an enemy", "do: [Target Health] -= 1")),
    ("no-target", feat("Range: 0 tiles", "Target: an adjacent actor", "do: [Target Health] -= 1"),
     feat("Range: 1 tile", "Target: an adjacent actor", "do: [Target Health] -= 1")),
    ("no-target", feat("Target: an enemy with [Health] > 5 and [Health] < 3", "do: [Target Health] -= 1"),
     feat("Target: an enemy with [Health] > 5 or [Health] < 3", "do: [Target Health] -= 1")),
    ("no-target", feat("do: all enemies with [Health] > 5 and [Health] < 3 lose 1 Health"),
     feat("do: all enemies with [Health] > 3 and [Health] < 5 lose 1 Health")),
    ("no-target", feat("do: all enemy allies lose 1 Health"), feat("do: all adjacent enemies lose 1 Health")),
    # an effect that ends before anyone can use it
    ("short-lived", feat("do: [Defense] += 2 until end of turn"), feat("do: [Defense] += 2 until start of next turn")),
    ("short-lived", feat("do: [Defense] += 2 until end of turn"), feat("do: [Attack] += 2 until end of turn")),
    ("short-lived", feat("Target: an enemy", "do: [Target Attack] -= 2 until end of turn"),
     feat("Target: an enemy", "do: [Target Defense] -= 2 until end of turn")),
    ("short-lived", feat("do: [Defense] += 2 until end of turn") + "Duck (Reaction)\nTrigger: an enemy attacks this actor\n"
     "if: 1d20 < [Defense]\ndo: negate the damage\nthen: [Energy] -= 1\n",
     feat("do: [Defense] += 2 until end of turn") + "Riposte (Reaction)\nTrigger: an enemy attacks this actor\n"
     "if: 1d20 > [Attacker Defense]\ndo: negate the damage\nthen: [Energy] -= 1\n"),
    ("short-lived", feat("do: [Defense] += 2 until end of turn"),
     feat("do: [Defense] += 2 until end of turn") + "Brag\nTarget: an actor\nif: 1d20 > [Target Defense]\ndo: gain 1 Mana\n"),
    ("short-lived", feat("do: +2 Defense for 1 turn"), feat("do: +2 Defense for 2 turns")),
    # an unused stat
    ("unused", "Stat Luck: at least 0\n", "Stat Luck: at least 0\n" + feat("Needs: [Luck] < 3", "do: gain 1 Luck")),
    ("unused", "Stat Luck, Wit: at least 0\n" + feat("Needs: [Luck] < 3", "do: gain 1 Luck"),
     "Stat Luck: at least 0, becomes 1 at the start of the actor's turn\n"),
    ("unused", "Stat Luck: at least 0\n", "Stat Luck: at least 0\nKind Monk: Luck 3\n"),
    # a reaction that can trigger itself forever
    ("endless", "Thorns (Triggered)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\n",
     "Thorns (Triggered)\nTrigger: this actor is damaged\ndo: attacker loses 1 Mana\n"),
    ("endless", "Thorns (Triggered)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\n",
     "Thorns (Triggered)\nTrigger: this actor is damaged\nLimit: once per round\ndo: attacker loses 1 Health\n"),
    ("endless", "Thorns (Triggered)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\n",
     "Thorns (Triggered)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\nthen: [Energy] -= 1\n"),
    ("endless", "Thorns (Triggered)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\n",
     "Thorns (Reaction)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\n"),
    ("endless", "Echo (Triggered)\nTrigger: a Round ends\ndo: run the Round\n",
     "Echo (Triggered)\nTrigger: a Round ends\ndo: gain 1 Mana\n"),
    ("endless", "Echo (Triggered)\nTrigger: an enemy performs Echo\ndo: gain 1 Mana\n",
     "Echo (Triggered)\nTrigger: an enemy performs Jab\ndo: gain 1 Mana\n"),
    ("endless",
     "Features: Thorns\nFeature Thorns\nScope: global\nTrigger: this actor is damaged\ndo: this actor loses 1 Health\n",
     "Features: Thorns\nFeature Thorns\nScope: global\nTrigger: this actor is damaged\ndo: this actor loses 1 Mana\n"),
    # the same of features
    ("unpayable", "Features: Surge\nFeature Surge (Activated)\nScope: global\nCost: 4 Energy\ndo: gain 1 Mana\n",
     "Features: Surge\nFeature Surge (Activated)\nScope: global\nCost: 3 Energy\ndo: gain 1 Mana\n"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "bad", "near"), FIRES, ids=[f"{n}-{row[0]}" for n, row in enumerate(FIRES)])
def test_a_warning_is_given_where_it_should_be_and_not_for_a_near_miss(code: str, bad: str, near: str):
    """The first text causes the warning; the second, which differs in one thing, does not."""
    assert codes(bad) == [code]
    assert codes(near) == []


WRATH = "Wrath (Automatic)\nTrigger: an actor is damaged\ndo: it gains 1 Mana\n"
SPILL = "Spill (Automatic)\nTrigger: [Mana] of an actor rises to 1\n{limit}do: [Health] -= 1; [Mana] -= {spilt}\n"


def test_two_reactions_that_answer_each_other_are_endless():
    """The warning names the whole cycle; a limit ends the cycle, and so does a threshold that is crossed only once."""
    found = warned(f"{BOOK}\n{WRATH}\n{SPILL.format(limit='', spilt=1)}")
    assert [problem.message for problem in found] == [
        "Wrath can trigger itself forever, through Spill",
        "Spill can trigger itself forever, through Wrath",
    ]
    assert codes(WRATH + SPILL.format(limit="Limit: once per Round\n", spilt=1)) == []
    assert codes("Sulk (Automatic)\nTrigger: [Health] of an actor falls to 3\ndo: [Health] -= 1\n") == []


def test_a_nested_reaction_is_endless_where_the_book_lets_reactions_answer_reactions():
    """A reaction does not respond to reactions unless the book says otherwise."""
    thorns = "Thorns (Reaction)\nTrigger: this actor is damaged\ndo: attacker loses 1 Health\n"
    reading = "Reading reactions to reactions: no, yes\n  rule: H-1\n"
    assert codes(reading + thorns) == []
    assert [problem.code for problem in warned(f"{BOOK}\n{reading}{thorns}", {"reactions to reactions": "yes"})] == ["endless"]


CARDS = """\
Uses: nothing
Stat Honey: at least 0
Zone Field: in play
Zone Hand: of each player, seen by its owner
Zone Garden: in play
Zone Stack: a stack
Zone Compost: seen by all
Kind Work: a card played from Hand, then to Compost
Kind Plant: a card played from Hand, then to Garden

Speeds
  | on top  | slow | quick |
  | nothing | yes  | yes   |
  | slow    | no   | yes   |
  | quick   | no   | yes   |

Raid (Work, slow)
Needs: [Honey] < 9
do: gain 1 Honey

Scene Yard
  seats Ivy, Otto
  Ivy (Honey 1)
"""
HEDGE = "Hedge (Plant, slow)\n\n  Prickle\n  Trigger: {trigger}\n  do: the attacker loses 1 Honey\n"


@pytest.mark.parametrize("who", ["a player", "an opponent"])
def test_a_trigger_for_a_player_putting_a_card_on_the_stack_is_warned_of(who: str):
    """The card counts as what puts itself on the stack, so a trigger that waits for a player to do it never happens."""
    assert codes(HEDGE.format(trigger=f"{who} puts Raid on the stack"), CARDS) == ["unheard"]


@pytest.mark.parametrize(
    "trigger", ["an enemy puts Raid on the stack", "a card puts Raid on a stack", "an opponent performs Raid"]
)
def test_a_trigger_that_can_be_met_is_not_warned_of(trigger: str):
    """There is no warning if the trigger can happen."""
    assert codes(HEDGE.format(trigger=trigger), CARDS) == []


@pytest.mark.parametrize("marks", ["Work, Reaction", "Work, quick"])
def test_a_reaction_of_a_card_in_the_hand_is_never_met_and_warned_of(marks: str):
    """A card in the hand with a trigger is never offered, and the warning says what would be."""
    (warning,) = warned(f"{CARDS}\nShoo ({marks})\nTrigger: an opponent performs Raid\ndo: gain 1 Honey\n")
    assert warning.message == "Shoo can never be used from Hand: only a thing in play responds to its trigger"
    assert "Target: … on the stack" in warning.expected


def test_a_warning_points_at_its_line_and_says_why():
    """It names the place and the numbers, and says what would be right."""
    (warning,) = warned(BOOK + feat("do: gain 1 Mana", "then: [Energy] -= 4"))
    assert str(warning).endswith("warning: nobody can ever pay 4 Energy: there are at most 3")
    assert BOOK.count("\n") + 3 == warning.span.line


def test_warnings_fail_only_a_strict_check():
    """Errors fail a check, warnings a strict one."""
    report = check([("a.rules", BOOK + feat("do: gain 1 Mana", "else: lose 1 Mana"))], books.finder())
    assert report.ok() and not report.ok(strict=True)


def test_only_the_files_being_checked_are_warned_of():
    """There are no warnings about another book that a file uses."""
    report = check([("a.rules", "Hop\ndo: gain 1 Mana\n")], books.finder(), "encounter")
    assert report.problems == ()


@pytest.mark.parametrize("name", books.shipped())
def test_a_shipped_book_has_exactly_the_warnings_that_its_readme_lists(name: str):
    """Intended cases are listed in the book's README word for word, and there are no other warnings."""
    readme = (Path(books.__file__).parent / name / "README.md").read_text(encoding="utf-8")
    found = [problem.message for problem in check(books.sources(name), books.finder()).problems]
    assert sorted(found) == sorted(line[2:] for line in readme.splitlines() if line[2:] in found)
    assert len(found) <= 2


# -- intervals ---------------------------------------------------------------------------------------------------------

small = st.integers(-6, 6)
ranges = st.tuples(small, small).map(sorted)


@given(op=st.sampled_from("+-*/"), left=ranges, right=ranges, data=st.data())
def test_an_interval_holds_whatever_two_numbers_come_to(op: str, left: list[int], right: list[int], data: st.DataObject):
    """For two numbers from two intervals, the result is always inside the computed interval."""
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    found = combined(op, Interval(*left), Interval(*right))
    assert found.least <= arith(op, a, b) <= found.most


@given(op=st.sampled_from(("=", "!=", "<", ">", "<=", ">=")), left=ranges, right=ranges, data=st.data())
def test_a_condition_that_is_called_always_or_never_true_is_so(
    op: Comparison, left: list[int], right: list[int], data: st.DataObject
):
    """If it is called always true, it is true for every pair of numbers; if never true, for none."""
    stats = [Stat("a", least=left[0], most=left[1], default=left[0]), Stat("b", least=right[0], most=right[1], default=right[0])]
    judge = Judge(Book("small", "", (), stats=tuple(stats)))
    who = building.ACTOR
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    truth = judge.truth(expressions.Compare(op, expressions.StatOf(who, 0), expressions.StatOf(who, 1)))
    holds = {"=": a == b, "!=": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[op]
    assert truth in (None, holds)


def test_intervals_are_said_in_words():
    """The words are meant for people."""
    inf = float("inf")
    said = [str(Interval(*pair)) for pair in ((1, 1), (1, 6), (0, inf), (-inf, 3), ANYTHING)]
    assert said == ["1", "1 to 6", "at least 0", "at most 3", "anything"]


@pytest.mark.parametrize("trigger", ["this actor's Turn begins", "this actor's Turn ends", "this actor performs Jab"])
def test_a_reaction_to_what_happens_only_in_ones_own_turn_is_a_warning(trigger: str):
    """A reaction is used in somebody else's turn, so it would never be offered."""
    (found,) = [each for each in parried("Reaction", trigger) if each.code == "own-turn"]
    assert found.message.startswith("Parry is a reaction, which is used only in somebody else's turn")


@pytest.mark.parametrize(
    ("mark", "trigger"),
    [
        ("Reaction", "an enemy performs Jab"),
        ("Reaction", "an enemy's Turn begins"),
        ("Reaction", "this actor loses Health"),
        ("Reaction", "this actor performs Parry"),
        ("Optional", "this actor performs Jab"),
        ("Triggered", "this actor's Turn begins"),
    ],
)
def test_a_reaction_to_what_happens_in_other_turns_is_no_warning(mark: str, trigger: str):
    """The others act in their turns, and other marks do not wait for somebody else's turn."""
    assert all(each.code != "own-turn" for each in parried(mark, trigger))


def parried(mark: str, trigger: str) -> list[Problem]:
    """Gives the warnings of a book with a response to something."""
    return warned(f"{BOOK}\nParry ({mark})\nTrigger: {trigger}\ndo: gain 1 Defense\n")
