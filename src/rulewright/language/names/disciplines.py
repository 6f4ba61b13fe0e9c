"""Reads the priority rule: `Priority: in succession, who acts keeps it`."""

from __future__ import annotations

from typing import Any

from rulewright.language.names.names import Names
from rulewright.language.names.switches import POLICIES
from rulewright.language.text.syntax import Item
from rulewright.program.declared import DISCIPLINES, GOES_ROUND, IN_SUCCESSION, Discipline
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

PRIORITY: dict[str, tuple[str, bool]] = {
    "who acts keeps it": ("keeps", True),
    "who acts passes it on": ("keeps", False),
    "a resolution gives it back": ("resets", True),
    "a resolution gives it on": ("resets", False),
    "the newest gives it": ("newest", True),
}
"""The additions to `Priority:`, and what each sets."""

KNOWN = (GOES_ROUND, IN_SUCCESSION)
"""The priority rules that a text can choose; every book has all of them, after those of every program."""


def number(names: Names) -> int:
    """Give the number of the priority rule that is in force."""
    return len(DISCIPLINES) + [each.name for each in KNOWN].index(names.policy("priority"))


def in_book(settings: dict[str, Any]) -> tuple[Discipline, ...]:
    """Give the priority rules of a book, the chosen one with the changes of the text."""
    side, changes = settings.get("discipline", ("", {}))
    return (*DISCIPLINES, *(replace(each, **changes) if each.name == side else each for each in KNOWN))


def read(names: Names, item: Item, settings: dict[str, Any]) -> None:
    """Read `Priority:`, which counts if the book has no Reading of that name."""
    side, *more = [part.strip() for part in plain(item.value).split(",")]
    unknown = [part for part in more if part not in PRIORITY]
    if side not in POLICIES["priority"] or unknown:
        expected = f"{' or '.join(POLICIES['priority'])}, then {', '.join(PRIORITY)}"
        names.report(item.value_span, f"{(unknown or [item.value])[0]!r} is not a priority rule", expected)
    elif "priority" not in names.policies:
        names.policies["priority"] = side
        settings["discipline"] = (side, {name: value for part in more for name, value in [PRIORITY[part]]})
