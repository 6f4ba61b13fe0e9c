"""The installed packages are those of pyproject.toml, in the versions of constraints.txt."""

import tomllib

from packaging.requirements import Requirement

from tests.hygiene.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins() -> dict[str, str]:
    """Reads the pinned version of every package."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines]
    return {each.name: str(each.specifier).removeprefix("==") for each in wanted}


def unmet(wanted: list[str]) -> list[str]:
    """Lists the requirements that no pin meets."""
    needs = [Requirement(line) for line in wanted if not line.startswith(PROJECT["name"])]
    return [str(need) for need in needs if not need.specifier.contains(pins().get(need.name, "0"))]


def test_every_dependency_is_pinned_to_a_version_it_allows():
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    assert unmet([*PROJECT["dependencies"], *extras]) == []


def test_the_core_needs_three_packages():
    assert sorted(Requirement(line).name for line in PROJECT["dependencies"]) == ["click", "lark", "rich"]
