"""A test proves what it cites: at most three requirements to a test, so that each of them decides whether it passes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.hygiene.tree import ROOT, functions, name_of, python_files

ID = re.compile(r"(?:NW|KW|SW|EW|N|K|R|S|E|W)-[0-9A-Z]+(?:\.[0-9a-z]+)*(?:-EX\d?)?")
MOST = 3
RULE_TEXT = (".rules", ".scene")


def cited(words: str) -> int:
    """Counts the different requirements that some words name."""
    return len(set(ID.findall(words)))


def first_lines(path: Path) -> Iterator[str]:
    """Yields the first docstring line of each test of a file."""
    for each in functions(path):
        if each.name.startswith("test"):
            yield (ast.get_docstring(each) or "").split("\n", 1)[0]


def params(path: Path) -> Iterator[str]:
    """Yields the ids that parameters of tests are given in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for word in node.keywords if isinstance(node, ast.Call) else ():
            if word.arg == "id" and isinstance(word.value, ast.Constant) and isinstance(word.value.value, str):
                yield word.value.value


def headings(text: str) -> Iterator[str]:
    """Yields the headings of the examples in rule text."""
    return (line for line in text.splitlines() if line.strip().startswith("Example"))


def overloaded() -> dict[str, list[str]]:
    """Gives every file's citations of more requirements than one test proves."""
    texts = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*") if path.suffix in RULE_TEXT]
    named = {path: [*headings(path.read_text(encoding="utf-8"))] for path in texts}
    named |= {path: [*first_lines(path), *params(path)] for path in python_files(ROOT / "tests")}
    found = {name_of(path): [line for line in lines if cited(line) > MOST] for path, lines in named.items()}
    return {name: lines for name, lines in found.items() if lines}


def test_no_test_and_no_example_cites_more_than_three_requirements():
    """A broken rule then points to the tests that prove it, not to one test that names everything."""
    assert overloaded() == {}


def test_requirements_are_counted_once_each():
    """The ids of every book are recognized, and the same id twice counts once."""
    assert cited("Example: a (R-401.4-EX1, R-401.4, NW-12) and R-401.4 again, E-101") == 4
    assert cited("no ids here, neither R 12 nor W") == 0
