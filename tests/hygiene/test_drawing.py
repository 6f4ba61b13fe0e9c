"""Modules that draw a table read only a view, so they cannot draw what a view leaves out."""

import ast

import pytest

from tests.hygiene.tree import SOURCE

DRAWING = ("table_lines", "cards", "maps", "seen")
ALLOWED = ("rulewright.kernel.sight.schema", "rulewright.kernel.history.amendments", "rulewright.language", "rulewright.play",
           "rulewright.program.quick_dataclasses")  # fmt: skip
INSIDE = frozenset({"state", "machine", "view_as", "book"})


def imported(tree: ast.Module) -> list[str]:
    """Lists the modules of this project that a module imports."""
    found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return [name for name in found if name.startswith("rulewright")]


def read(name: str) -> ast.Module:
    return ast.parse((SOURCE / "play" / f"{name}.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", DRAWING)
def test_a_drawing_module_imports_the_shape_of_a_view_and_no_other_part_of_the_kernel(name: str):
    assert [found for found in imported(read(name)) if not found.startswith(ALLOWED)] == []


@pytest.mark.parametrize("name", DRAWING)
def test_a_drawing_module_looks_into_no_game(name: str):
    assert [node.attr for node in ast.walk(read(name)) if isinstance(node, ast.Attribute) and node.attr in INSIDE] == []


def test_a_module_that_looks_into_a_game_is_noticed():
    """The bots read the state, so the other test can fail."""
    bots = read("bots")
    assert any(not found.startswith(ALLOWED) for found in imported(bots))
    assert any(isinstance(node, ast.Attribute) and node.attr in INSIDE for node in ast.walk(bots))
