"""Pinned text is the text in a saved game: it stays playable even if the checks have become stricter since."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from rulewright.program.quick_dataclasses import replace

if TYPE_CHECKING:
    from rulewright.language.names.names import Names

T = TypeVar("T")


def check(names: Names, run: Callable[[], T]) -> None:
    """Run a check whose problems do not prevent the book from being made; in pinned text they are only warnings."""
    before = len(names.problems)
    run()
    names.problems[before:] = [
        replace(problem, severity="warning") if names.pinned(problem.span) else problem for problem in names.problems[before:]
    ]
