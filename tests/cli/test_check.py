"""`rulewright check` reports each problem with its place, lines that are read as remarks, and how many examples passed."""

from pathlib import Path

import pytest

from rulewright import books
from tests.cli.runs import GOOD, run, write


def test_a_file_without_problems_passes_with_the_number_of_its_examples(tmp_path: Path):
    """The status is 0, and the number of proved examples is printed."""
    path = write(tmp_path, GOOD)
    result = run("check", path)
    assert (result.exit_code, result.output.replace("\n  ", " ")) == (0, f"{path}: no problems; examples proved: 1 of 1\n")


def test_a_problem_is_shown_in_its_place(tmp_path: Path):
    """The report has the file, line, column, the line itself and a caret; the status is 1."""
    path = write(tmp_path, GOOD.replace("Range: Melee", "Range: Mellee"))
    result = run("check", path)
    assert (result.exit_code, f"{path}:4:" in result.output) == (1, True)
    assert "    Range: Mellee\n" in result.output
    assert "^^^" in result.output


def test_all_problems_are_said_at_once(tmp_path: Path):
    """One run shows every problem of a file."""
    path = write(tmp_path, GOOD.replace("Melee", "Mellee").replace("until end of turn", "until teatime"))
    assert run("check", path).output.count(": error: ") >= 2


def test_an_example_that_is_not_met_fails_the_check(tmp_path: Path):
    """The problem is reported at the line of the example."""
    result = run("check", write(tmp_path, GOOD.replace("Bob Defense 10", "Bob Defense 11")))
    assert (result.exit_code, "example 'down it goes': expected Bob Defense 11: it is 10" in result.output) == (1, True)
    assert "examples proved: 0 of 1" in result.output.replace("\n  ", " ")


def test_a_warning_passes_unless_it_is_strict(tmp_path: Path):
    """An undeclared stat causes a warning, which fails the check only with --strict."""
    path = write(tmp_path, GOOD.replace("1d20 + [Strength]", "1d20 + [Trickery]"))
    assert ": warning: " in run("check", path).output
    assert [run("check", path).exit_code, run("check", path, "--strict").exit_code] == [0, 1]


def test_a_remark_is_listed(tmp_path: Path):
    """Text without effect is reported as a remark."""
    path = write(tmp_path, GOOD.replace("do: [Target", "do: down they tumble, poor thing; [Target"))
    result = run("check", path)
    assert (result.exit_code, "is read as a remark and has no effect" in result.output) == (0, True)


def test_a_file_without_uses_has_the_encounter_words(tmp_path: Path):
    """A file that does not say what it uses is read with the encounter book."""
    assert run("check", write(tmp_path, GOOD.replace("Uses: encounter\n", ""))).exit_code == 0


def test_a_folder_is_checked_whole(tmp_path: Path):
    """A folder's files are checked together."""
    write(tmp_path, GOOD)
    assert run("check", tmp_path).exit_code == 0


COURSE = """\
Uses: nothing
Start: Bout
Stat Zeal: at least 0
Zone Ring: in play

structure Bout
  step rounds: repeat Round

structure Round
  step turns: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, one only
"""

CHEER = """\
Cheer
do: gain 1 Zeal

Example: louder
  Ann (Zeal 2), Bob (Zeal 0)
  Ann: Cheer
  expect Ann Zeal 3
"""


@pytest.mark.parametrize("order", [("a.rules", "b.rules"), ("b.rules", "a.rules")])
def test_the_uses_line_of_one_file_holds_for_the_whole_folder(tmp_path: Path, order: tuple[str, str]):
    """If one file says `Uses: nothing`, no file is read with the encounter book, whatever the names of the files are."""
    for name, text in zip(order, (COURSE, CHEER), strict=True):
        write(tmp_path, text, name)
    assert "no problems; examples proved: 1 of 1" in " ".join(run("check", tmp_path).output.split())


@pytest.mark.parametrize("order", [("a.rules", "b.rules"), ("b.rules", "a.rules")])
def test_a_folder_overrides_what_it_uses(tmp_path: Path, order: tuple[str, str]):
    """A definition in the folder replaces the one in a text that it uses, whatever the names of the files are."""
    for name, text in zip(order, (GOOD, "Strike\ndo: [Health] += 1\n"), strict=True):
        write(tmp_path, text, name)
    book = books.load(str(tmp_path))
    assert [action.picks for action in book.actions if action.name == "Strike"] == [()]


def test_one_wrong_file_fails_all(tmp_path: Path):
    """If one of several files has an error, the status is 1."""
    assert run("check", write(tmp_path, GOOD), write(tmp_path, GOOD.replace("Melee", "Mellee"), "bad.rules")).exit_code == 1


def test_the_shipped_book_is_right():
    """The encounter book has no problems."""
    result = run("check", "encounter")
    assert (result.exit_code, ": error: " in result.output) == (0, False)


def test_a_folder_without_rules_is_refused(tmp_path: Path):
    """A folder without rule files is an error, not a success."""
    result = run("check", tmp_path)
    assert (result.exit_code, "there is no .rules file in this folder" in result.output) == (2, True)


def test_bytes_that_are_not_text_are_reported_in_one_line(tmp_path: Path):
    """The file is not UTF-8."""
    (tmp_path / "a.rules").write_bytes(b"Stat \xff\n")
    result = run("check", tmp_path / "a.rules")
    assert (result.exit_code, result.output) == (2, f"error: {tmp_path / 'a.rules'}: not UTF-8 text (byte 5)\n")
