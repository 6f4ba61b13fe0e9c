"""Modules import only from lower levels, and the kernel needs only the standard library (design.md, folders)."""

import ast
import sys

import pytest

from tests.hygiene.tree import SOURCE, name_of, python_files

# What each part may import of rulewright, besides itself. `make check` holds the same ladder by import-linter.
BELOW = {
    "program": set(),
    "kernel": {"program"},
    "language": {"program", "kernel"},
    "books": {"program", "kernel", "language"},
    "cookbook": {"language"},
    "play": {"program", "kernel", "language", "books", "testing", "bots"},
    "testing": {"program", "kernel", "language", "books", "play", "bots"},
    "bots": {"program", "kernel", "language", "books", "play"},
    "protocol": {"program", "kernel", "language", "books", "play", "testing", "bots"},
    "host": {"program", "kernel", "language", "books", "play", "testing", "bots", "protocol"},
    "adapters": {"program", "kernel", "language", "books", "play", "testing", "bots", "protocol"},
    "cli": {"program", "kernel", "language", "books", "play", "testing", "bots", "protocol", "host", "adapters", "cookbook"},
    "__main__": {"cli"},
}
# The package itself re-exports what authors and players use; what only cli imports must not come with it.
BELOW["__init__"] = {"program", "kernel", "language", "books", "play", "testing"}


def imported(text: str) -> list[str]:
    """Lists the absolute module names that a file imports; `from a import b` gives a.b."""
    nodes = list(ast.walk(ast.parse(text)))
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    relative = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level]
    assert not relative, "imports are absolute, so that the ladder can be read from them"
    return whole + [f"{n.module}.{alias.name}" for n in nodes if isinstance(n, ast.ImportFrom) for alias in n.names]


def upward(part: str, text: str) -> list[str]:
    """Lists the imports of a part's file that the ladder forbids."""
    names = [name.split(".") for name in imported(text)]
    ours = [name for name in names if name[0] == "rulewright" and name[1:2] not in ([part], ["__version__"])]
    others = [name for name in names if name[0] not in {"rulewright", *sys.stdlib_module_names}]
    wrong = [name for name in ours if not BELOW[part].intersection(name[1:2])] + (others if part in ("program", "kernel") else [])
    return [".".join(name) for name in wrong]


def test_no_module_imports_from_a_higher_level():
    parts = {path: path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in python_files()}
    found = {name_of(path): upward(part, path.read_text(encoding="utf-8")) for path, part in parts.items()}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("kernel", "from rulewright.language import parser"),
        ("kernel", "import lark"),
        ("kernel", "from rulewright import Game"),
        ("language", "from rulewright.books.nomic import book"),
        ("play", "import rulewright.host"),
        ("host", "def late():\n    from rulewright.adapters import engine"),
    ],
)
def test_an_import_from_a_higher_level_is_noticed(part: str, line: str):
    assert len(upward(part, line)) == 1


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("kernel", "from rulewright.kernel.state.facts import State"),
        ("kernel", "import json"),
        ("language", "import lark"),
        ("cli", "from rulewright.host import server"),
    ],
)
def test_an_import_from_a_lower_level_is_allowed(part: str, line: str):
    assert upward(part, line) == []


@pytest.mark.parametrize("part", ["program", "kernel", "language"])
def test_records_are_made_by_quick_dataclasses(part: str):
    """The standard library's dataclasses would work too, but making their methods takes half of a warm start."""
    files = [path for path in python_files() if path.is_relative_to(SOURCE / part) and path.stem != "quick_dataclasses"]
    slow = {name_of(path): [name for name in imported(path.read_text()) if name.startswith("dataclasses")] for path in files}
    assert len(slow) > 20 and {name: names for name, names in slow.items() if names} == {}
