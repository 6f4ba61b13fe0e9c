"""docs/architecture.md is up to date: what it names exists, and its picture shows every module."""

import re
from functools import reduce
from importlib import import_module

import pytest

from tests.hygiene.tree import ROOT, SOURCE

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`((?:program|kernel|language|play|testing|books|protocol|host|adapters)(?:\.\w+)+)`", PAGE)))
FILES = sorted(
    set(re.findall(r"`((?:program|kernel|language|play|testing|books|protocol|host|adapters|tests|src)/[\w/]+\.\w+)`", PAGE))
)
PICTURE = PAGE[PAGE.index("```text") : PAGE.index("```\n", PAGE.index("```text") + 7)]


def found(dotted: str) -> object:
    """Gives what a dotted name stands for: a module, or what is in one."""
    parts = dotted.split(".")
    inside = next(n for n in range(len(parts), 0, -1) if _module(parts[:n]))
    return reduce(getattr, parts[inside:], import_module(".".join(("rulewright", *parts[:inside]))))


def _module(parts: list[str]) -> bool:
    path = SOURCE.joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").is_file()


@pytest.mark.parametrize("dotted", NAMED)
def test_what_the_page_names_is_in_the_code(dotted: str):
    assert found(dotted) is not None


@pytest.mark.parametrize("file", FILES)
def test_the_files_the_page_names_are_there(file: str):
    assert (ROOT / file).is_file() or (SOURCE / file).is_file()


@pytest.mark.parametrize("package", ["program", "kernel", "language"])
def test_the_picture_shows_every_module(package: str):
    modules = {path.stem for path in (SOURCE / package).rglob("*.py")} - {"__init__"}
    assert modules - set(re.findall(r"\w+", PICTURE)) == set()


def test_the_page_names_things_at_all():
    assert len(NAMED) > 40 and len(FILES) > 3
