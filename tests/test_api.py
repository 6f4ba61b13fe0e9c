"""The Python API: small, typed, documented, and fast to import."""

import inspect
import re
import subprocess
import sys

import pytest

import rulewright
from rulewright.kernel import book, errors, game
from tests.hygiene.tree import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
FUNCTIONS = ["check", "explain", "load", "new", "play_out", "restore", "save"]


def test_the_public_names_are_these_and_no_others():
    """What `import rulewright` offers is this and nothing else."""
    assert sorted(rulewright.__all__) == [
        "Book", "Game", "Refused", "RuleTextError", "RulewrightError", "SaveError", *FUNCTIONS,
    ]  # fmt: skip


def test_every_public_name_is_on_the_page():
    """docs/api.md lists every public name, each function with its params in order."""
    assert [name for name in rulewright.__all__ if f"`{name}" not in PAGE] == []
    for name in FUNCTIONS:
        shown = PAGE.split(f"| `{name}(")[1].split(")`")[0]
        assert [part.split("=")[0].strip("* ") for part in shown.split(", ") if part != "*"] == list(
            inspect.signature(getattr(rulewright, name)).parameters
        )


def test_every_function_is_typed_and_documented():
    """Each function has a docstring, and an annotation for every param and its result."""
    for name in FUNCTIONS:
        function = getattr(rulewright, name)
        assert function.__doc__
        assert set(function.__annotations__) == {*inspect.signature(function).parameters, "return"}


def test_every_listed_member_of_a_game_is_there():
    """The listed members of a game are public."""
    table = PAGE.split("| of a game | |")[1].split("\n\n")[0]
    listed = re.findall(r"`(\w+)[`(]", "".join(line.split("|")[1] for line in table.splitlines() if line))
    assert len(listed) > 12 and [name for name in listed if not hasattr(game.Game, name)] == []


def test_classes_and_errors_are_the_kernels():
    """The public classes are those of games and books."""
    assert (rulewright.Game, rulewright.Book) == (game.Game, book.Book)
    assert rulewright.Refused is errors.Refused and issubclass(rulewright.SaveError, rulewright.RulewrightError)


def test_an_unknown_name_is_an_attribute_error():
    """It fails as in any other module."""
    with pytest.raises(AttributeError, match="has no attribute 'Gmae'"):
        _ = rulewright.Gmae


def test_dir_lists_names_that_are_imported_later():
    """`dir` shows the names that are imported when they are first used."""
    assert set(rulewright.__all__) <= set(dir(rulewright))


def test_importing_the_package_imports_no_other_part_of_it():
    """`import rulewright` imports no other part of it."""
    program = "import sys, rulewright; print([name for name in sys.modules if name.startswith('rulewright.')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT / "src").stdout == "[]\n"
