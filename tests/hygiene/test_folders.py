"""Folders of tests mirror the folders of the library, and a test file that has a module's name is where the module is."""

from pathlib import Path

from tests.hygiene.tree import ROOT, SOURCE, python_files

TESTS = ROOT / "tests"

# Folders of tests that have no folder of the library beside them, with what they test.
OTHER = {
    "books_from_docs": "books that people wrote from the documentation alone",
    "contract": "the contract that every book must keep (rulewright.testing), for all books",
    "differential": "the runner that compares two revisions (benchmarks/differential)",
    "fuzz": "bad input for everything that reads input",
    "hygiene": "the repository: sizes, names, imports, documents",
    "language/in_play": "texts of rules that are compiled and played: all packages of the language together, and the kernel",
    "long": "the runner of the long tests (benchmarks/long.py)",
    "mutants": "the runner of the mutants (benchmarks/mutants)",
    "perft": "the number of ways in which each book can go on from given positions",
    "playthroughs": "recorded games of all books",
    "properties": "facts that hold in every game of every book",
    "shapes": "sample books, each of which is built like one of the rule books",
}


def folders() -> set[str]:
    """Names the folders of tests that hold test files, such as kernel/flow."""
    return {path.parent.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")} - {"."}


def folders_of_the_library() -> set[str]:
    """Names the folders of the library, such as kernel/flow."""
    return {path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*") if path.is_file()}


def homes(part: str) -> dict[str, str]:
    """Says in which folder each module of a part such as the kernel is."""
    return {path.stem: path.parent.relative_to(SOURCE).as_posix() for path in python_files(SOURCE / part)}


def away(path: Path) -> bool:
    """Tells whether a test file has the name of a module of the same part, but is not in the folder of this module."""
    here = path.parent.relative_to(TESTS).as_posix()
    return homes(here.partition("/")[0]).get(path.stem.removeprefix("test_"), here) != here


def test_every_folder_of_tests_is_a_folder_of_the_library_or_has_a_reason():
    """A test of one module belongs into tests/ plus the folder of the module; a text that is played into language/in_play."""
    assert folders() - folders_of_the_library() - set(OTHER) == set()


def test_every_folder_with_a_reason_is_there_and_is_no_folder_of_the_library():
    assert set(OTHER) <= folders() - folders_of_the_library()


def test_every_package_of_kernel_and_language_has_its_tests():
    """The tests of kernel/flow are in tests/kernel/flow."""
    packages = {
        path.parent.relative_to(SOURCE).as_posix() for part in ("kernel", "language") for path in python_files(SOURCE / part)
    }
    assert packages <= folders()


def test_a_test_file_with_the_name_of_a_module_is_where_the_module_is():
    """Test files of kernel/legality/payments.py are not in tests/kernel/native."""
    assert [path.relative_to(ROOT).as_posix() for path in sorted(TESTS.rglob("test_*.py")) if away(path)] == []


def test_no_test_of_the_language_is_left_outside_its_folders():
    """Only what tests a module that is in the language itself may be beside the folders."""
    names = {path.stem.removeprefix("test_") for path in (TESTS / "language").glob("test_*.py")}
    assert names <= {path.stem for path in (SOURCE / "language").glob("*.py")}
