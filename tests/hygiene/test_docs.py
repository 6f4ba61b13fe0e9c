"""The documents are run: the Python and the commands that README.md and docs/ show have the shown results."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import books
from tests.hygiene.tree import ROOT, SOURCE, name_of

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w*)[^\n]*\n(?P<body>.*?)^(?P=indent)```", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^\$ (?P<command>.+)\n?(?P<shown>(?:(?!\$ ).*\n?)*)", re.MULTILINE)
COMMANDS = ["python3 dev.py play", "python3 dev.py test"]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# Runs the examples apart from the tests, because they may leave modules, files or warnings behind.
RUNNER = """
import doctest, sys
text = sys.stdin.read()
test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, sys.argv[1], sys.argv[1], 0)
sys.exit(bool(doctest.DocTestRunner(optionflags=int(sys.argv[2])).run(test).failed))
"""


def blocks(text: str, *kinds: str) -> list[str]:
    """Lists the fenced blocks of the given kinds."""
    return [found["body"] for found in FENCE.finditer(text) if found["kind"] in kinds]


def python(*arguments: str, cwd: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs this Python with a plain terminal's width, so that the output is the same everywhere."""
    variables = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, input=text, env=variables, capture_output=True, encoding="utf-8")


def differs(command: str, shown: str, cwd: Path) -> str:
    """Runs a shown command and says how its result differs from the page; without shown output only its exit counts."""
    ran = python("-m", *shlex.split(command), cwd=cwd)
    as_shown = not shown.strip() or doctest.OutputChecker().check_output(shown, ran.stdout, OPTIONS)
    return "" if ran.returncode == 0 and as_shown else f"$ {command}\n{ran.stdout}{ran.stderr}(exit {ran.returncode})"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_python_examples_of_the_documents_run(path: Path, tmp_path: Path):
    examples = "\n".join(blocks(path.read_text(encoding="utf-8"), "pycon", "doctest"))
    ran = python("-c", RUNNER, name_of(path), str(OPTIONS), cwd=tmp_path, text=examples)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_console_examples_of_the_documents_run(path: Path, tmp_path: Path):
    consoles = [body for body in blocks(path.read_text(encoding="utf-8"), "console") if body.startswith("$ rulewright")]
    shown = [found for body in consoles for found in CONSOLE.finditer(body)]
    assert [wrong for found in shown if (wrong := differs(found["command"], found["shown"], tmp_path))] == []


def test_the_readme_gives_the_two_commands_and_ci_runs_the_second():
    lines = "".join(blocks(DOCUMENTS[0].read_text(encoding="utf-8"), "sh")).splitlines()
    assert [command for command in COMMANDS if command not in lines] == []
    assert COMMANDS[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_changelog_names_the_version():
    source = (ROOT / "src" / "rulewright" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    assert version and f"## [{version[1]}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def text_of(book: str) -> str:
    """Gives all rule text of a shipped book."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((SOURCE / "books" / book).glob("*.rules")))


def test_rules_shown_side_by_side_are_in_the_books():
    page = (ROOT / "docs" / "side-by-side.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^```text (\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert {book for book, _ in quoted} == set(books.shipped())
    assert [(book, lines) for book, lines in quoted if f"\n{lines}" not in text_of(book)] == []
