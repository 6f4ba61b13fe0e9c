"""docs/architecture.md is up to date: what it names exists, and its table lists every module."""

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
MODULES = dict(re.findall(r"^\| `([\w/]+)` \| ([\w ]+) \|$", PAGE[: PAGE.index("## ")], re.MULTILINE))


def found(dotted: str) -> object:
    """Gives what a dotted name stands for: a module, or what is in one."""
    parts = dotted.split(".")
    inside = next(n for n in range(len(parts), 0, -1) if _module(parts[:n]))
    return reduce(getattr, parts[inside:], import_module(".".join(("rulewright", *parts[:inside]))))


def _module(parts: list[str]) -> bool:
    path = SOURCE.joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").is_file()


@pytest.mark.parametrize("dotted", NAMED)
def test_every_name_on_the_page_is_in_the_code(dotted: str):
    assert found(dotted) is not None


@pytest.mark.parametrize("file", FILES)
def test_the_files_the_page_names_are_there(file: str):
    assert (ROOT / file).is_file() or (SOURCE / file).is_file()


@pytest.mark.parametrize("package", ["program", "kernel", "language", "host", "bots"])
def test_the_table_lists_every_module_of_a_folder(package: str):
    folders = [path for path in (SOURCE / package, *(SOURCE / package).iterdir()) if (path / "__init__.py").is_file()]
    written = {str(path.relative_to(SOURCE)): {each.stem for each in path.glob("*.py")} - {"__init__"} for path in folders}
    told = {name: set(MODULES.get(name, "").split()) for name in written}
    assert told == written


def test_the_page_names_enough_modules():
    assert len(NAMED) > 40 and len(FILES) > 3
