"""A program is printed so that a person can read it: every kind has words, and every instruction names its line of rule text."""

import re

import pytest

from rulewright import books
from rulewright.cli.core import asked, legend
from rulewright.program import conditions, expressions, instructions, pools
from rulewright.program.listed_expressions import CONDITIONS, EXPRESSIONS
from rulewright.program.listing import Legend, Printer
from rulewright.program.modes import Grant, Happening
from tests.cli.runs import run, write

OWN = """Uses: encounter
Shove aside
Range: Melee
if: 1d20 + [Strength] >= [Target Defense]
do: push target 1 tile away from actor
    target loses 2 Health
then: [Action Points] -= 1
"""


def test_the_core_of_an_action_is_numbered_and_says_where_each_line_comes_from(tmp_path):
    """Each instruction stands on the line of the rule text that it was made from."""
    told = run("explain", write(tmp_path, OWN), "shove", "aside", "--core").output
    rows = re.findall(r"^ +(\d+)  (.+?)\s+(\S+:\d+)$", re.sub(r"\n {6}(?=\S)", " ", told), re.M)
    said = {words: place.rpartition(":")[2] for _, words, place in rows}
    assert said["check (1d20 + actor's Strength) >= target's Defense, else go to 3"] == "4"
    assert said["alter target's Health -= 2"] == "6" and said["alter actor's Action Points -= 1 (a price)"] == "7"


@pytest.mark.parametrize("name", books.shipped())
def test_every_instruction_of_an_action_says_its_line(name: str):
    book = books.load(name)
    names = {book.routines[action.procedure].name for action in book.actions}
    acting = [rule for rule in book.routines if rule.name.split("/")[0] in names]
    unplaced = {rule.name for rule in acting for each in rule.code if not re.fullmatch(r".+:\d+", each.source)}
    assert unplaced <= {"Defeated"}


@pytest.mark.parametrize("name", books.shipped())
def test_every_book_can_be_printed(name: str):
    """No number and no class name of the engine is printed in place of a name or a word."""
    book = books.load(name)
    printer = Printer(legend(book))
    words = [printer.instruction(each) for rule in book.routines for each in rule.code]
    words += [said for action in book.actions for _, said in asked(book, action, printer)]
    assert not [line for line in words if re.search(r"\b(number|origin|zone|stat|feature) \d", line)]
    assert not [line for line in words if "object at" in line or "<" in line.replace("<=", "").replace(" < ", "")]


def test_a_trigger_names_the_zones_between_which_something_goes():
    printer = Printer(Legend(zones=["Sea", "Wreck"]))
    sinks = expressions.Happens(Happening.WENT, origin=0, zone=1)
    assert printer.value(sinks) == "something goes from Sea to Wreck"
    assert printer.value(expressions.Happens(Happening.WENT, zone=1)) == "something goes from anywhere to Wreck"


def test_a_kind_without_words_of_its_own_says_its_fields():
    printer = Printer(Legend(["Health", "Gold"], ["Hand"], words=["dash"]))
    given = instructions.Give(Grant.PRICE, "Haste", whom=expressions.Slot("target"), action=0, stat=1)
    assert printer.instruction(given) == "give price: name Haste, whom target, action dash, stat Gold"


def test_the_source_line_of_an_instruction_does_not_count_in_comparisons():
    one, other = (instructions.Jump(3, source=place) for place in ("a.rules:1", "b.rules:2"))
    assert one == other and hash(one) == hash(other)


MADE_BY_THE_KERNEL = {"UsableHere", "NotForbidden", "FaceUp", "InUse"}  # tests of every action, which no program holds


def test_every_expression_condition_and_candidate_has_words():
    """None is printed by the names of its fields, with numbers for what the book has names for."""
    kinds = {*expressions.Expression.__args__, *conditions.Condition.__args__, *pools.Pool.__args__}
    assert {kind.__name__ for kind in kinds - EXPRESSIONS.keys() - CONDITIONS.keys()} == MADE_BY_THE_KERNEL


@pytest.mark.parametrize(
    ("book", "action", "said"),
    [
        ("honey", "Marten", "its speed is allowed (after nothing: slow, quick; after slow: quick, smoke"),
        ("nomic", "Insist", "used less than 1 times (Insist/Round)"),
        ("nomic", "Insist", "from the stacks that it can join, or a new one"),
        ("encounter", "Fireball", "from the tiles of the map within 10"),
        ("encounter", "Parry", "the Turn in progress is not the actor's"),
        ("riftbound", "Play", "only other rules use it"),
    ],
)
def test_the_checks_of_an_action_are_printed_in_words(book: str, action: str, said: str):
    words = " ".join(run("explain", book, action, "--core").output.split())
    assert said in words


def test_alternative_costs_are_printed_one_by_one():
    """Each is a way of paying, after the cost itself."""
    gold, food = (instructions.Alter(expressions.Slot("actor"), stat, "-=", expressions.Constant(1)) for stat in (0, 1))
    costs = conditions.Costs((gold,), (), ((food,), ()))
    said = Printer(Legend(["Gold", "Food"])).value(costs)
    assert said == "alter actor's Gold -= 1 or instead alter actor's Food -= 1 or instead nothing"


def test_a_procedure_begins_with_its_slots(tmp_path):
    """First come the slots that every act is given and it reads, then its own slots, each with its type."""
    told = run("explain", write(tmp_path, OWN), "shove", "aside", "--core").output
    rows = dict(re.findall(r"^  (given|slots) +(.+)$", re.sub(r"\n {12}(?=\S)", " ", told), re.M))
    assert rows["given"] == "actor: thing"
    assert rows["slots"] == "target: thing, dice: number, steps left: list of journey, last step: step"


def test_counting_slots_are_listed_with_the_procedure_only():
    """The slots of a choice are not printed again with the choice."""
    choose = instructions.Choose("prey", expressions.Query((), "anything"), expressions.Slot("actor"), taken="a", ones="b")
    assert Printer(Legend()).instruction(choose) == "choose: var prey, of [things in play], by actor"
