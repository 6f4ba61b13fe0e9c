"""A book is written to JSON and read again, and is played the same without the rules language."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.history import amendments
from rulewright.program import codec
from rulewright.program.shapes import shapes
from tests.program import plays

EVERY = books.known()
HONEY = json.loads(codec.encode(books.load("honey")))


@pytest.mark.parametrize("name", EVERY)
def test_a_book_comes_back_from_json_as_it_was(name: str):
    """Written again it gives the same text, and every field is equal or written the same."""
    text = codec.encode(books.load(name))
    assert codec.encode(Book.read(text)) == text


def test_each_instruction_keeps_its_own_line(monkeypatch: pytest.MonkeyPatch):
    """Two instructions that differ only in the line they come from stay two instructions."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    book = books.load("encounter")
    again = Book.read(codec.encode(book))
    lines = [[part.source for routine in each.routines for part in routine.code] for each in (book, again)]
    assert lines[0] == lines[1] and len(set(lines[0])) > 50


@pytest.mark.parametrize("name", EVERY)
def test_a_book_in_json_is_played_the_same_without_the_language(name: str, tmp_path: Path):
    """In random games of every scene the menus are the same and the answers have the same effects."""
    book, file = books.load(name), tmp_path / "book.json"
    file.write_text(codec.encode(book))
    ran = subprocess.run([sys.executable, plays.__file__, str(file), "--bare"], capture_output=True, text=True, check=False)
    assert ran.stderr == "" and json.loads(ran.stdout) == list(plays.games(book))


def test_without_the_language_rules_are_not_changed(monkeypatch: pytest.MonkeyPatch):
    """A text that changes rules is refused with a clear message, and so is a game in which such a text is already in force."""
    monkeypatch.setattr(amendments.REGISTERED, "amending", None)
    book = Book.read(codec.encode(books.load("nomic")))
    (wrong,) = amendments.wrong(book, (), "Rule 320. Toll")
    assert wrong.show([]) == amendments.WITHOUT
    with pytest.raises(Refused, match="the language package, which reads rule text, is not available"):
        book.in_force((("amendment 1", "Rule 320. Toll"),))
    assert Game(book).menu(0) is not None


def changed(**fields: Any) -> str:
    """Gives honey's JSON with some parts replaced."""
    return json.dumps({**HONEY, **fields})


def row(number: int, *fields: Any) -> list[Any]:
    """Gives honey's rows with one of them replaced."""
    return [*HONEY["rows"][:number], list(fields), *HONEY["rows"][number + 1 :]]


def of(kind: str) -> int:
    """Finds the first row of a kind."""
    number = next(n for n, (name, *_) in enumerate(HONEY["kinds"]) if name == kind)
    return next(n for n, (each, *_) in enumerate(HONEY["rows"]) if each == number)


STAT = of("declared.Stat")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bees", "not a program: Expecting value"),
        ("[]", "not a program: list indices"),
        ("{}", "not a program: 'format'"),
        (changed(format=0), "the program has format 0, and only format 1 can be read"),
        (changed(kinds=[["code.Sting", "whom"]]), "there is no kind of record 'code.Sting'"),
        (changed(kinds=[["instructions.Tell", "word"]]), "instructions.Tell has the fields source, word, what, not word"),
        (changed(rows=row(STAT, 999)), "is of kind 999, and there are"),
        (changed(rows=row(STAT, HONEY["rows"][STAT][0], "kind")), "has 1 fields, not 17"),
        (changed(rows=row(STAT, HONEY["rows"][STAT][0], 7, *HONEY["rows"][STAT][2:])), r"\(declared.Stat\): name cannot be 7"),
        (changed(rows=row(STAT, *HONEY["rows"][STAT][:2], [0, STAT], *HONEY["rows"][STAT][3:])), "only .* rows come before it"),
        (changed(rows=row(STAT, *HONEY["rows"][STAT][:2], [9], *HONEY["rows"][STAT][3:])), "9 is not a sort of value"),
        (changed(program=[]), "the program .* has 0 fields"),
    ],
    ids=lambda given: str(given)[:30],
)
def test_data_that_is_not_a_program_is_refused_with_a_sentence(text: str, said: str):
    """Unknown kinds, wrong types and references to nothing are refused, each with its row."""
    with pytest.raises(codec.BadProgram, match=said):
        Book.read(text)


@pytest.mark.parametrize("name", EVERY)
def test_a_program_with_a_number_out_of_range_is_refused_as_it_is_read(name: str):
    """The field has the right type, so only the validation finds it: the main procedure is none of the program's."""
    data = json.loads(codec.encode(books.load(name)))
    data["program"][shapes()[codec.PROGRAM].fields.index("main")] = 10**6
    with pytest.raises(codec.BadProgram, match=r"^the program: Program refers to number 1000000 of \d+ routines$"):
        Book.read(json.dumps(data))


def test_a_function_cannot_be_part_of_a_program():
    """Only records can be written."""
    book = books.load("honey")
    object.__setattr__(book, "scenes", {"Two hives": len})
    with pytest.raises(codec.BadProgram, match="is not a kind of record"):
        codec.encode(book)
