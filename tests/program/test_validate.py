"""A program that is not well-formed is refused with a message that names the record."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.program import bookkeeping, codec, instructions, marks, validate
from rulewright.program.conditions import Cooled
from rulewright.program.declared import Kind, Stat
from rulewright.program.definition import Routine
from rulewright.program.expressions import NONE, NOTHING, Constant, FastEnough, Lies, OfKind, PastActions, Query, Slot, StatOf
from rulewright.program.modes import Occasion, Past
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.position import Position, Thing
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
        (
            running(TELL, instructions.Tell(HUM, Slot("target"))),
            "^Hum, instruction 1: it reads 'target', which nothing",
        ),
        (running(instructions.Make(marks.ACTOR, -1)), "Make refers to 'actor', which is not a kind"),
        (replace(BOOK, scenes={"Den": Position("Den", things=(Thing("Bo", 99),))}), "scenes Den: Thing refers to number 99 of"),
        (replace(BOOK, scenes={"Den": Position("Den", things=(Thing("Bo", -1),))}), "scenes Den: Thing refers to number -1 of"),
        (
            replace(BOOK, scenes={"Den": Position("Den", things=(Thing("Bo", 0, at=1),))}),
            "refers to number 1 of 1 things",
        ),
        (replace(BOOK, main=99), "the program: Program refers to number 99 of 10 routines"),
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


def test_a_check_must_refer_to_an_action_of_the_program():
    """The error also names the action that contains the record."""
    book = books.load("encounter")
    first = book.actions[0]
    checks = (replace(first.checks[0], test=Cooled(99)), *first.checks[1:])
    actions = (replace(first, checks=checks), *book.actions[1:])
    with pytest.raises(codec.BadProgram, match=f"^actions {first.name}: Cooled refers to number 99"):
        validate.check(replace(book, actions=actions))
