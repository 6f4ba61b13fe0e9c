"""A program that is not well-formed is refused with a message that names the record."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.program import bookkeeping, codec, instructions, marks, pools, validate
from rulewright.program.conditions import Cooled, Truth
from rulewright.program.declared import Kind, Limits, Stat, Zone
from rulewright.program.definition import Action, Check, Pick, Routine
from rulewright.program.expressions import (
    NONE,
    NOTHING,
    Compare,
    Constant,
    FastEnough,
    Lies,
    Measure,
    OfKind,
    PastActions,
    Query,
    Roll,
    Slot,
    StatOf,
)
from rulewright.program.modes import Grant, Occasion, Past, Want
from rulewright.program.outlines import Campaign
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.position import Position, SceneWords, Thing
from tests.hygiene.tree import ROOT

BOOK = Book("small", "", ())
TEXTS = (*ROOT.glob("src/rulewright/cli/scaffold/*/*.rules"), *ROOT.glob("tests/*/*.rules"))
ACTOR = Slot("actor")


@pytest.mark.parametrize("name", books.known())
def test_the_books_are_well_formed(name: str):
    """This holds for the compiled books and for the same books read from JSON."""
    assert list(validate.problems(books.load(name))) == []
    validate.check(Book.read(codec.encode(books.load(name))))


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: "/".join(file.parts[-2:]))
def test_templates_and_books_of_the_tests_are_well_formed(file: Path):
    assert list(validate.problems(books.load(str(file)))) == []


def running(*code: Any, name: str = "Hum") -> Book:
    """Makes a book with one procedure."""
    return replace(BOOK, routines=(*OWN_ROUTINES, bookkeeping.slotted(Routine(name, code), ())))


def acting(*picks: Pick, checks: tuple[Check, ...] = (), **more: Any) -> Book:
    """Makes a book with one action, whose procedure does nothing, and a structure."""
    routines = (*OWN_ROUTINES, bookkeeping.slotted(Routine("Hum", (), act=True), bookkeeping.picked(picks)), Routine("Day", ()))
    action = Action("Hum", 0, **{"procedure": len(OWN_ROUTINES), "kinds": frozenset(), "picks": picks, "checks": checks, **more})
    return replace(BOOK, actions=(action,), routines=routines)


HUM = 0  # the number of a word
TELL = instructions.Tell(HUM)


@pytest.mark.parametrize(
    ("book", "said"),
    [
        (running(instructions.Tell("hum")), r"^routines Hum, instruction 0: word of Tell cannot be 'hum'$"),  # type: ignore[arg-type]
        (running(instructions.Tell(99)), "instruction 0: Tell refers to number 99 of 22 words"),
        (running(instructions.Test(FastEnough(((NOTHING, NONE, (99,)),)), 1)), "FastEnough refers to number 99 of 22 words"),
        (running(instructions.Alter(ACTOR, 99, "-=", Constant(1))), "instruction 0: Alter refers to number 99 of 9 stats"),
        (running(instructions.Tell(HUM, StatOf(ACTOR, 12))), "StatOf refers to number 12 of 9 stats"),
        (running(instructions.Test(OfKind(99), 1)), "OfKind refers to number 99 of 22 words"),
        (running(instructions.Open((marks.ACTION,), 4, "act")), "Open refers to number 4 of 1 disciplines"),
        (running(instructions.Test(Lies(3), 1)), "Lies refers to number 3 of 0 zones"),
        (running(TELL, instructions.Run(99)), "Hum, instruction 1: Run refers to number 99 of 11 routines"),
        (running(instructions.Course(Occasion.REFRESH, -2)), "Hum, instruction 0: Course refers to number -2 of 11 routines"),
        (running(instructions.Test(FastEnough(((NOTHING, 99, ()),)), 1)), "FastEnough refers to number 99 of 11 routines"),
        (running(instructions.Test(PastActions(Past.TAKEN, None, 99), 1)), "PastActions refers to number 99 of 11 routines"),
        (replace(BOOK, kinds=(Kind("ox", stats=((99, 1),)),)), "kinds ox: Kind refers to number 99 of"),
        (running(instructions.Leave(10, 3)), "Hum, instruction 0: Leave refers to number 3 of 0 steps"),
        (running(instructions.Leave(NONE, 3)), "Hum, instruction 0: Leave refers to step 3 of no structure"),
        (running(instructions.Test(Constant(10**19), 1)), "Constant holds 10000000000000000000, and numbers stay within"),
        (replace(BOOK, stats=(Stat("Wit", refresh=(99, 1)),)), "stats Wit: Stat refers to number 99 of 10 routines"),
        (replace(BOOK, routines=(Routine("Hum", ()), *OWN_ROUTINES)), "the kernel's own procedures do not come first"),
        (running(TELL, instructions.Jump(3)), "^Hum, instruction 1: it goes on at 3, and there are 2 instructions$"),
        (running(instructions.Test(Constant(1), -1)), "instruction 0: it goes on at -1"),
        (running(TELL, instructions.Each("it", Query((), "all"), end=1)), "instruction 1: its loop ends at 1, before it begins"),
        (
            running(TELL, instructions.Tell(HUM, Slot("target"))),
            "^Hum, instruction 1: it reads 'target', which nothing",
        ),
        (running(instructions.Make(marks.ACTOR, -1)), "Make refers to 'actor', which is not a kind"),
        (replace(BOOK, scenes={"Den": Position("Den", things=(Thing("Bo", 99),))}), "scenes Den: Thing refers to number 99 of"),
        (replace(BOOK, scenes={"Den": Position("Den", things=(Thing("Bo", -1),))}), "scenes Den: Thing refers to number -1 of"),
        (replace(BOOK, main=99), "the program: Program refers to number 99 of 10 routines"),
        (running(instructions.Alter(ACTOR, -1, "-=", Constant(1))), "Alter refers to number -1 of 9 stats"),
        (replace(BOOK, main=0), "the program: Program refers to the kernel's own procedure 'window'"),
        (running(instructions.Test(Compare("=>", Constant(1), Constant(2)), 1)), "op of Compare cannot be '=>'"),  # type: ignore[arg-type]
        (replace(BOOK, zones=(Zone("Hand", seen="some"),)), "zones Hand: seen of Zone cannot be 'some'"),  # type: ignore[arg-type]
        (running(instructions.Let("n", Roll(Constant(1), 0))), "Roll: dice with 0 sides are rolled again up to 0"),
        (running(instructions.Let("n", Roll(Constant(1), 6, again=6))), "Roll: dice with 6 sides are rolled again up to 6"),
        (
            running(instructions.Let("n", Measure(Want.MOST, Query((), "anything"), 1, rank=0))),
            "there is no rank 0",
        ),
        (running(instructions.Give(Grant.COOLDOWN, number=1)), "Give: cooldown has no number, and it says 1"),
        (running(instructions.Open((marks.ACTION,), 0, "act")), "Open: it asks nobody"),
        (running(instructions.Run(len(OWN_ROUTINES), own=True)), "Run: Hum is not a part of an act"),
        (acting(procedure=len(OWN_ROUTINES) + 1), "actions Hum: Action: Day is not a part of an act"),
        (acting(Pick("prey", "", "tile", pools.NoOrYes())), "Pick: prey is picked as tile, and its candidates are NoOrYes"),
        (acting(Pick("prey", "", "option", pools.NoOrYes(), least=2)), "Pick: 2 to 1 are picked"),
        (
            acting(Pick("prey", "", "option", pools.NoOrYes(), most=10**6)),
            "1 to 1000000 are picked",
        ),
        (acting(Pick("prey", "", "option", pools.NoOrYes(), when="so")), "prey depends on 'so', and no option of that name is"),
        (replace(BOOK, limits=Limits(steps=0)), "Limits: a limit is at least 1"),
    ],
)
def test_each_fault_of_a_program_is_reported_with_its_record(book: Book, said: str):
    """The faults concern types, references, jumps and slots."""
    with pytest.raises(codec.BadProgram, match=said):
        validate.check(book)


def test_a_slot_is_written_by_a_choice_before_it_is_read():
    """A choice that comes later does not count."""
    choose = instructions.Choose("prey", Query((), "anything"), ACTOR)
    hum = instructions.Tell(HUM, Slot("prey"))
    assert list(validate.problems(running(choose, hum))) == []
    assert len(list(validate.problems(running(hum, choose)))) == 1


def prey(*checks: Check) -> Pick:
    """Gives a pick of anything in play, with checks."""
    return Pick("prey", "", "object", pools.Candidates(Query((), "anything")), checks)


def check(name: str) -> Check:
    """Gives a check of a condition about what a slot holds."""
    return Check("needs", "", Truth(Compare(">", StatOf(Slot(name), 1), Constant(0))))


@pytest.mark.parametrize("slot", ["it", "prey", "actor"])
def test_a_check_of_a_pick_knows_what_is_picked(slot: str):
    assert list(validate.problems(acting(prey(check(slot))))) == []


@pytest.mark.parametrize(
    ("book", "said"),
    [
        (acting(prey(), checks=(check("prey"),)), "Hum, it reads 'prey', which nothing has written"),
        (acting(prey(check("other"))), "Hum, it reads 'other', which nothing has written"),
        (acting(prey(), need=Truth(StatOf(Slot("bait"), 1))), "Hum, it reads 'bait', which nothing has written"),
        (replace(BOOK, untils=(StatOf(Slot("prey"), 1),)), "StatOf, it reads 'prey', which nothing has written"),
    ],
    ids=["a check before the pick", "another pick", "a condition that is tested again", "a condition of no procedure"],
)
def test_a_condition_reads_only_what_is_known_when_it_is_tested(book: Book, said: str):
    """The picks of an act are known one after another; a condition of a trigger or a feature knows no picks."""
    assert said in list(validate.problems(book))


def test_a_slot_is_written_on_every_way_before_it_is_read():
    """A choice behind a condition is no choice if the condition is false."""
    choose, hum = instructions.Choose("prey", Query((), "anything"), ACTOR), instructions.Tell(HUM, Slot("prey"))
    behind = [instructions.Test(Compare(">", Constant(1), Constant(0)), 2), choose, hum]
    assert list(validate.problems(running(*behind))) == ["Hum, instruction 2: it reads 'prey', which nothing has written"]
    either = [instructions.Test(Compare(">", Constant(1), Constant(0)), 3), choose, instructions.Jump(4), choose, hum]
    assert list(validate.problems(running(*either))) == []


DEN = Position("Den", rows=("..", ".."), seats=("Ann",), sides=("Hares",), things=(Thing("Bo", 0, spot=(1, 2)),))


def den(**parts: Any) -> Position:
    """Gives the scene with another thing in it."""
    return replace(DEN, things=(Thing("Bo", 0, **parts),))


@pytest.mark.parametrize(
    ("book", "said"),
    [
        ({"scenes": {"Den": den(side=1)}}, "scene Den: Bo is of side 1, and it has 1 sides"),
        ({"scenes": {"Den": den(owner=-2)}}, "scene Den: Bo is of seat -2, and it has 1 seats"),
        ({"scenes": {"Den": den(spot=(3, 1))}}, "scene Den: Bo stands at 3,1, and the map has 2 by 2 tiles"),
        ({"scenes": {"Den": den(at=1)}}, "scene Den: Bo is at thing 1, and it has 1 things"),
        ({"scenes": {"Den": den(attached=1)}}, "scene Den: Bo is attached to thing 1, and it has 1 things"),
        ({"scenes": {"Den": replace(DEN, strategies=("Flee",))}}, "scene Den: there is no strategy 'Flee'"),
        ({"rough": {"Den": frozenset({4})}}, "scene Den: tile 4, and it has 4 tiles"),
        ({"spoken": {"Den": SceneWords(things={HUM: 1})}}, "scene Den: thing 1, and it has 1 things"),
        ({"spoken": {"Den": SceneWords(casts={HUM: frozenset({2})})}}, "scene Den: side 2, and it has 1 sides"),
        ({"campaigns": {"Home": Campaign("Home", "Hares", ("Burrow",))}}, "campaign Home: there is no scene 'Burrow'"),
    ],
    ids=lambda given: str(given)[-20:],
)
def test_a_scene_refers_to_nothing_beyond_itself(book: dict[str, Any], said: str):
    """Sides, seats, things and tiles are numbers of the scene."""
    assert said in list(validate.problems(replace(BOOK, **{"scenes": {"Den": DEN}, **book})))


def test_a_check_must_refer_to_an_action_of_the_program():
    """The error also names the action that contains the record."""
    book = books.load("encounter")
    first = book.actions[0]
    checks = (replace(first.checks[0], test=Cooled(99)), *first.checks[1:])
    actions = (replace(first, checks=checks), *book.actions[1:])
    with pytest.raises(codec.BadProgram, match=f"^actions {first.name}: Cooled refers to number 99"):
        validate.check(replace(book, actions=actions))
