"""The run of mutants: which changes are made, how a mutant is found, and how survivors are reported."""

import json
import os
import subprocess
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.mutants import __main__ as command
from benchmarks.mutants import compiled, forks, sources
from benchmarks.mutants.explained import Explanation, explanations
from benchmarks.mutants.texts import Mutant, mutants
from benchmarks.mutants.trial import Text, Trial, tried
from rulewright import books
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.native import c_machine
from tests.books import proofs

HARVEST = ("gain 1d6 Honey", "gain 1d6 + 1 Honey")
"""A change of a card of honey."""

RULES = """\
Uses: encounter
Mark Jab: what is done with one finger

Poke (Jab)   # a comment stays
Rule: 9.9.9
Range: 2 tiles, line of sight
Target: an enemy
if: 1d4 + [Attack] >= [Target Defense]
do: [Target Health] -= 2
    [Gold] += 1

Example: a poke
  Ann (Attack 9) beside Ben (Defense 3, Health 5)
  Ann: Poke Ben, rolling 4
  expect Ben Health 3, Ann Gold 1
"""


def changed(kind: str) -> list[str]:
    """Lists what the mutants of a kind make of the lines of the text."""
    return [" / ".join(mutant.new) for mutant in mutants("poke.rules", RULES) if mutant.kind == kind]


def named(part: str) -> Mutant:
    """Finds the mutant whose name contains some words."""
    (found,) = [mutant for mutant in mutants("poke.rules", RULES) if part in mutant.name]
    return found


@pytest.fixture(scope="module")
def text() -> Text:
    """Gives a separate book with the text."""
    return Text("poke", [("poke.rules", RULES)])


# -- what is changed ---------------------------------------------------------------------------------------------------


def test_each_number_is_raised():
    """This includes dice and the last part of a citation; in an example only expected numbers are raised."""
    assert changed("number") == [
        "Rule: 9.9.10",
        "Range: 3 tiles, line of sight",
        "if: 2d4 + [Attack] >= [Target Defense]",
        "if: 1d5 + [Attack] >= [Target Defense]",
        "do: [Target Health] -= 3",
        "    [Gold] += 2",
        "  expect Ben Health 4, Ann Gold 1",
        "  expect Ben Health 3, Ann Gold 2",
    ]


def test_each_comparison_and_sign_is_reversed():
    """A comparison is replaced by a similar one, and a sign by its opposite."""
    assert changed("comparison") == [
        "if: 1d4 - [Attack] >= [Target Defense]",
        "if: 1d4 + [Attack] > [Target Defense]",
        "do: [Target Health] += 2",
        "    [Gold] -= 1",
    ]


def test_lines_and_clauses_are_swapped_with_their_neighbours():
    """Swapped are lines of one item, clauses of one line, and a line with the text before it in its clause."""
    assert changed("order") == [
        "Rule: 9.9.9 / Poke (Jab)   ",
        "Range: line of sight, 2 tiles",
        "Range: 2 tiles, line of sight / Rule: 9.9.9",
        "Target: an enemy / Range: 2 tiles, line of sight",
        "if: 1d4 + [Attack] >= [Target Defense] / Target: an enemy",
        "do: [Target Health] -= 2 / if: 1d4 + [Attack] >= [Target Defense]",
        "do: [Gold] += 1 /     [Target Health] -= 2",
    ]


def test_the_numbers_of_a_list_stay():
    """The texts of numbered lines are swapped, and their numbers stay."""
    text = "Strategy Odd\n  1. Guard\n  2. pass\n"
    found = [mutant.new for mutant in mutants("odd.rules", text) if mutant.kind in ("order", "number")]
    assert found == [("  1. pass", "  2. Guard")]


def test_superlatives_are_reversed():
    """Highest and lowest, nearest and farthest, at least and at most are treated like comparisons."""
    text = "Order: by [Gold], highest first\nStat Gold: at least 0\n"
    found = [mutant.new[0] for mutant in mutants("odd.rules", text) if mutant.kind == "comparison"]
    assert found == ["Order: by [Gold], lowest first", "Stat Gold: at most 0"]


def test_every_line_of_a_rule_is_deleted_once():
    """Each mutant has one line less; lines of examples and comments are not deleted."""
    found = [mutant.old[0] for mutant in mutants("poke.rules", RULES) if mutant.kind == "deleted"]
    assert found == [line for line in RULES.split("\n\nExample")[0].splitlines() if line]
    assert len(named("'Target: an enemy' deleted").applied(RULES).splitlines()) == len(RULES.splitlines()) - 1


def test_a_mutant_is_named_by_its_item_and_its_words():
    """No two mutants have the same name, and the name does not depend on the number of a line."""
    found, moved = mutants("poke.rules", RULES), mutants("poke.rules", "# a comment\n\n" + RULES)
    assert [mutant.name for mutant in found] == [mutant.name for mutant in moved] and len({m.name for m in found}) == len(found)
    assert (
        named("3 tiles").name == "poke.rules, Poke (Jab): 'Range: 2 tiles, line of sight' becomes 'Range: 3 tiles, line of sight'"
    )


# -- how it is found out -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "fate"),
    [
        ("'Poke (Jab)' deleted", "checker"),
        ("-= 3'", "example"),
        ("Ann Gold 2'", "example"),
        ("'Range: line of sight, 2 tiles'", "same"),
        ("'do: [Gold] += 1 / [Target Health] -= 2'", "survived"),
        ("'if: 1d5", "survived"),
        ("3 tiles", "survived"),
    ],
)
def test_a_mutant_is_refused_or_found_by_an_example_or_the_same_or_left_to_the_tests(text: Text, part: str, fate: str):
    """The checker refuses it, an example fails, it compiles to the same book, or the tests are run."""
    mutant = named(part)
    assert tried(text, None, mutant)[:5] == Trial(mutant.name, mutant.file, mutant.line, mutant.kind, fate)[:5]


def test_a_recorded_game_that_is_played_otherwise_finds_a_mutant_out():
    """Lines that no example covers may change recorded games; the unchanged book plays these as recorded."""
    book = Text("encounter", books.sources("encounter"))
    stronger = next(
        m for m in command.listed("encounter", ["encounter/scenes.rules"], None, 1) if "Kind Knight: Health 27" in m.name
    )
    assert book.fate(stronger) == ("record", "encounter-duel.txt")
    assert book.fate(stronger._replace(new=(f"{stronger.old[0]}  # no change",)))[0] == "same"


def test_a_book_with_problems_is_not_tried():
    """A wrong text would prove nothing."""
    with pytest.raises(RulewrightError, match="poke has problems of its own"):
        Text("poke", [("poke.rules", "Poke\ndo: nonsense")])


def test_a_seed_always_gives_the_same_sample():
    """The same seed gives the same sample, and a larger sample contains a smaller one."""
    few, more = (command.listed("encounter", [], count, 1) for count in (20, 60))
    assert few == command.listed("encounter", [], 20, 1) == more[:20] != command.listed("encounter", [], 20, 2)
    assert {mutant.file for mutant in command.listed("encounter", ["encounter/actions.rules"], None, 1)} == {
        "encounter/actions.rules"
    }


# -- what is said of it ------------------------------------------------------------------------------------------------


def test_an_explained_mutant_does_not_count_as_a_survivor(capsys: pytest.CaptureFixture[str]):
    """Survivors are listed and make the status 1, unless all of them are explained."""
    found = [
        Trial("a.rules, Poke: '1' becomes '2'", "a.rules", 7, "number", "survived"),
        Trial("x", "a.rules", 8, "order", "test"),
    ]
    assert command.report(found, []) == 1
    shown = capsys.readouterr().out
    assert "survived: a.rules, Poke: '1' becomes '2' (line 7)" in shown
    assert command.report(found, [Explanation("a.rules, Poke: * becomes *", "any number will do")]) == 0
    assert "survived:" not in capsys.readouterr().out


def test_an_explanation_of_nothing_is_stale(capsys: pytest.CaptureFixture[str]):
    """It is reported if it fits no survivor of a file that was tried completely."""
    reasons = [Explanation("a.rules, Poke: gone", "was so"), Explanation("b.rules, Poke: gone", "was so")]
    found = [Trial("x", "a.rules", 1, "number", "test"), Trial("y", "b.rules", 1, "number", "untried")]
    assert command.stale(found, reasons) == reasons[:1]
    assert command.report(found, reasons) == 0 and "stale: a.rules, Poke: gone" in capsys.readouterr().out


def test_the_explanations_are_read_from_the_page(tmp_path: Path):
    """An explanation is a line with a name and a reason."""
    (tmp_path / "page.md").write_text("# Page\n\n- `a.rules, *`: nobody can tell\n- not one\n")
    assert explanations(tmp_path / "page.md") == [Explanation("a.rules, *", "nobody can tell")]
    assert all(reason.reason for reason in explanations(command.PAGE))


# -- Python ------------------------------------------------------------------------------------------------------------

CLAMP = """def clamp(a, low=0):
    return max(a, low)
"""


def change(number: int, old: str, new: str, function: str = "clamp") -> sources.Change:
    """Gives a mutant of a file odd.py, as mutmut would make it."""
    return sources.Change("kernel/odd.py", function, number, "abc", *sources.difference(CLAMP, old, new), old, new)


def written(folder: Path, text: str) -> None:
    """Writes the file odd.py into a folder that stands for the package."""
    (folder / "kernel").mkdir()
    (folder / "kernel" / "odd.py").write_text(text)


class Measured:
    """The data of coverage about one line of one file."""

    def measured_files(self) -> list[str]:
        """Names the measured file."""
        return [str(sources.SOURCE / "language" / "lower" / "odd.py")]

    def contexts_by_lineno(self, file: str) -> dict[int, list[str]]:
        """Names the tests that run a line."""
        return {7: ["a", "slow"]}


def test_the_tests_of_a_line_are_known_by_the_file_of_its_mutants():
    """A file has the same name in the list of mutants and in the data of the tests."""
    file = next(iter(Measured().measured_files()))
    assert forks.runs(Measured(), {"a": 0.1}) == {(sources.within(Path(file)), 7): ["a"]} == {("language/lower/odd.py", 7): ["a"]}


def test_a_mutant_of_the_kernel_is_named_by_its_lines():
    """The name has the function and the change of its line, without numbers that can change."""
    made = change(1, CLAMP, CLAMP.replace("max", "min"), "Odd._clamp")
    assert made.name == "kernel/odd.py Odd._clamp: 'return max(a, low)' becomes 'return min(a, low)'" and made.line == 2


def test_results_of_kernel_mutants_are_stored(tmp_path: Path):
    """The last result of a mutant counts, if its function is unchanged; a mutant without a result is untried."""
    made = [change(number, CLAMP, CLAMP.replace("max", "min")) for number in (1, 2, 3)]
    lines = [[made[0].id, "survived", ""], [made[1].id, "survived", ""], [made[0].id, "test", "tests/a.py::test_a"]]
    (tmp_path / sources.KEPT).write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert [each.fate for each in sources.trials(made, sources.known(tmp_path))] == ["test", "survived", "untried"]
    assert [each.fate for each in sources.trials([made[0]._replace(print="def")], sources.known(tmp_path))] == ["untried"]


def test_a_changed_function_takes_the_place_of_the_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Everything that refers to the function then uses the changed one, with its default values."""
    written(tmp_path, CLAMP)
    module = types.ModuleType("rulewright.kernel.odd")
    exec(CLAMP, vars(module))
    monkeypatch.setitem(sys.modules, "rulewright.kernel.odd", module)
    monkeypatch.setattr(forks, "SOURCE", tmp_path)
    held = vars(module)["clamp"]
    forks.put_in_place(change(1, CLAMP, CLAMP.replace("max", "min")))
    assert (held(3), held(-3)) == (0, -3)
    forks.put_in_place(change(2, CLAMP, CLAMP.replace("low=0", "low=1")))
    assert (held(3), held(-3)) == (3, 1)


def test_caches_are_emptied_for_each_mutant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Results that a function of the kernel has stored are computed again with the changed one."""
    text = "from functools import lru_cache\n\n\n" + CLAMP + "\n\n@lru_cache\ndef twice(a):\n    return 2 * clamp(a)\n"
    written(tmp_path, text)
    module = types.ModuleType("rulewright.kernel.odd")
    exec(text, vars(module))
    monkeypatch.setitem(sys.modules, "rulewright.kernel.odd", module)
    monkeypatch.setattr(forks, "SOURCE", tmp_path)
    assert module.twice(3) == 6
    forks.put_in_place(change(1, CLAMP, CLAMP.replace("max", "min")))
    assert module.twice(3) == 0


STATEMENTS = """\
def odd(a):
    if (a and
            a > 1):
        return [
            1,
            a]
    return a
"""


@pytest.mark.parametrize(("line", "lines"), [(1, [1, 2, 3, 4, 5, 6, 7]), (2, [2, 3]), (3, [2, 3]), (5, [4, 5, 6]), (7, [7])])
def test_a_statement_is_all_its_lines(tmp_path: Path, line: int, lines: list[int]):
    """For a changed statement its own tests are run, for a parameter those of the function."""
    (tmp_path / "odd.py").write_text(STATEMENTS)
    assert list(forks.statement(tmp_path / "odd.py", line)) == lines


def broken() -> str:
    """Raises an error while it works."""
    raise ValueError


@pytest.mark.parametrize(
    ("work", "said"), [(lambda: "tests/a.py::test_a", "tests/a.py::test_a"), (lambda: "", ""), (broken, "no end")]
)
def test_a_process_reports_the_test_that_failed(work: Callable[[], str], said: str):
    """It reports the test that failed, or nothing for a survivor; a process that broke off has no result."""
    child, pipe = forks.forked(work)
    assert forks.heard(pipe, os.waitpid(child, 0)[1]) == said


def deaf() -> str:
    """Ignores the alarm again and again."""
    forks.limited(0.01)
    while True:
        with suppress(forks.TooSlow):
            while True:
                pass


def test_a_process_that_ignores_the_alarm_is_ended():
    """The second alarm ends it, whatever it does with the first one."""
    child, pipe = forks.forked(deaf)
    assert forks.heard(pipe, os.waitpid(child, 0)[1]) == "no end"


@pytest.mark.parametrize(("passes", "left"), [(True, ["a", "b"]), (False, ["b"])])
def test_a_test_that_fails_without_a_mutant_does_not_count_as_finding_one(
    monkeypatch: pytest.MonkeyPatch, passes: bool, left: list[str]
):
    """The test is run in the same place without the mutant, and is not used any more if it fails."""
    bench = object.__new__(forks.Bench)
    bench.items, bench.sound, bench.runs = {"a": None}, {}, {("odd.py", 2): ["a", "b"]}  # type: ignore[dict-item]
    monkeypatch.setattr(bench, "_passes", lambda item: passes)
    assert bench._is_sound("a") == passes and bench.runs == {("odd.py", 2): left}


def test_mutants_of_python_are_tried_by_the_python_machine(monkeypatch, tmp_path):
    """The native machine would play without the changed statement, so no test could find the mutant."""
    seen: dict[str, str] = {}
    monkeypatch.setattr(subprocess, "run", lambda command, env, **_: seen.update(env) or subprocess.CompletedProcess(command, 0))
    sources._tried([], None, 1, ["tests/kernel"], tmp_path)
    assert seen[c_machine.SWITCH] == "0"


def test_mutants_of_python_are_tried_on_tests_that_exist():
    """Every folder that is named exists, and so do the Python files of each part."""
    assert all((sources.SOURCE / folder).is_dir() for part in sources.PARTS.values() for folder in part)
    named = [*sources.TESTS, *sources.quick_tests(list(sources.PARTS))]
    assert [name for name in named if not (sources.ROOT / name).exists()] == []
    assert books.shipped() and all((sources.ROOT / "tests" / "books" / name).is_dir() for name in books.shipped())


def test_a_larger_sample_of_python_begins_with_the_smaller_one():
    """So a run that was stopped has tried a smaller sample; without a number all are tried, in the order of their files."""
    made = [change(number, CLAMP, CLAMP.replace("return", "yield")) for number in range(40)]
    small, large = (sources.sampled(made, size, seed=3) for size in (10, 25))
    assert len(small) == 10 and large[:10] == small and len(set(large)) == 25
    assert sources.sampled(made, None, seed=3) == made
    assert sources.sampled(made, 10, seed=4) != small


# -- texts that the language compiles ----------------------------------------------------------------------------------


def test_a_text_with_another_program_is_changed():
    """A text that is compiled as before is not; one with other rules is, and so is one that is refused."""
    plain, other = proofs.read("honey"), proofs.broken("honey", *HARVEST)
    refused = replace(plain, book=None)
    for now, changed in ((plain, []), (other, ["honey"]), (refused, ["honey"])):
        compiled_as = iter((plain, now))
        texts = compiled.Texts(lambda source, given=compiled_as: next(given))
        texts.look("honey")
        assert [source for source, _ in texts.changed(["honey"])] == changed


def test_an_example_notices_a_text_that_is_compiled_wrongly():
    """The example that fails is named; a refused text needs none."""
    assert compiled.noticed("honey", proofs.read("honey")) == ""
    assert compiled.noticed("honey", proofs.broken("honey", *HARVEST)).startswith("honey, Example: ")
    assert compiled.noticed("honey", replace(proofs.read("honey"), book=None)) == "honey is refused"


def test_a_text_is_played_by_the_tests_of_its_folder_that_name_it():
    """For a shipped book these are the tests of the book, its recorded games and its counted positions."""
    tests = ["tests/books/honey/test_a.py::test_b", "tests/perft/test_perft.py::test_c[honey Two hives]",
             "tests/books/nomic/test_a.py::test_b", "tests/cookbook/test_cookbook.py::test_d[dice]"]  # fmt: skip
    assert [test for test in tests if compiled.plays("honey", test)] == tests[:2]
    (dice,) = (source for source in compiled.sources() if source.endswith("/dice.rules"))
    assert [test for test in tests if compiled.plays(dice, test)] == tests[3:]
