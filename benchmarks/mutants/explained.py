"""Survivors that no test can kill, each with its reason, in docs/mutants.md: lines of the form "- `name`: reason".

A `*` in a name stands for anything, so that one reason can serve several mutants.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

LINE = re.compile(r"^- `(?P<name>[^`]+)`: (?P<reason>\S.*)$", re.MULTILINE)


class Explanation(NamedTuple):
    """The name of a survivor, and why no test can distinguish it from the original."""

    name: str
    reason: str

    def fits(self, name: str) -> bool:
        """Say whether this is about a mutant."""
        pattern = ".*".join(re.escape(part) for part in self.name.split("*"))
        return re.fullmatch(pattern, name, re.DOTALL) is not None

    def about(self, files: Iterable[str]) -> bool:
        """Say whether this is about a mutant of one of these files."""
        return self.name.startswith(tuple(files))


def explanations(page: Path) -> list[Explanation]:
    """Read the explained survivors of a page."""
    return [Explanation(found["name"], found["reason"]) for found in LINE.finditer(page.read_text(encoding="utf-8"))]
