"""Reads how priority goes: `Priority: in succession, who acts keeps it`."""

from __future__ import annotations

from typing import Any

from rulewright.language.names.names import POLICIES, Names
from rulewright.language.text.syntax import Item
from rulewright.program.spelled import plain

PRIORITY: dict[str, tuple[str, bool]] = {
    "who acts keeps it": ("keeps", True),
    "who acts passes it on": ("keeps", False),
    "a resolution gives it back": ("resets", True),
    "a resolution gives it on": ("resets", False),
    "the newest gives it": ("newest", True),
}
"""What `Priority:` may say beside how a lap ends, and what it sets."""


def read(names: Names, item: Item, settings: dict[str, Any]) -> None:
    """`Priority:` sets how priority goes where the book has no Reading of that name."""
    side, *more = [part.strip() for part in plain(item.value).split(",")]
    unknown = [part for part in more if part not in PRIORITY]
    if side not in POLICIES["priority"] or unknown:
        expected = f"{' or '.join(POLICIES['priority'])}, then {', '.join(PRIORITY)}"
        names.report(item.value_span, f"{(unknown or [item.value])[0]!r} is no priority rule", expected)
    elif "priority" not in names.policies:
        names.policies["priority"] = side
        settings["discipline"] = (side, {name: value for part in more for name, value in [PRIORITY[part]]})
