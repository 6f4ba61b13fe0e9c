"""Finds the project's files for the hygiene tests."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "rulewright"
LEFT_OUT = {"__pycache__", "build", "dist"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(folder: Path = SOURCE) -> list[Path]:
    """Lists the Python files of a folder."""
    return sorted(folder.rglob("*.py"))


def name_of(path: Path) -> str:
    """Names a file as a reader of the repository does."""
    return path.relative_to(ROOT).as_posix()


def is_ours(path: Path) -> bool:
    """Tells whether a file or folder is the project's own: not hidden except .ci and .gitignore, not generated."""
    return path.name not in LEFT_OUT and (not path.name.startswith(".") or path.name in (".ci", ".gitignore"))


def project_files(folder: Path = ROOT) -> Iterator[Path]:
    """Yields every file of the project, without asking git, which an unpacked archive does not have."""
    for path in sorted(folder.iterdir()):
        if is_ours(path):
            yield from project_files(path) if path.is_dir() else [path]


@cache
def functions(path: Path) -> tuple[Function, ...]:
    """Lists every function in a file, methods and nested ones too."""
    return tuple(node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, Function))


def length(function: Function) -> int:
    """Counts the lines of a function from its def, docstring included."""
    return (function.end_lineno or function.lineno) - function.lineno + 1
