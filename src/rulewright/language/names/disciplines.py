"""Reads the priority rule: `Priority: in succession, who acts keeps it`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from rulewright.language.names.names import Names
from rulewright.language.names.switches import POLICIES
from rulewright.language.text.syntax import Item
from rulewright.program.declared import DISCIPLINES, GOES_ROUND, IN_SUCCESSION, Discipline
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

PRIORITY: dict[str, Callable[[Discipline], Discipline]] = {
    "who acts keeps it": lambda rule: replace(rule, keeps=True),
    "who acts passes it on": lambda rule: replace(rule, keeps=False),
    "a resolution gives it back": lambda rule: replace(rule, resets=True),
    "a resolution gives it on": lambda rule: replace(rule, resets=False),
    "the newest gives it": lambda rule: replace(rule, newest=True),
}
"""The additions to `Priority:`, and what each changes."""

KNOWN = {each.name: each for each in (GOES_ROUND, IN_SUCCESSION)}
"""The priority rules that a text can choose; every book has all of them, after those of every program."""


def number(names: Names) -> int:
    """Give the number of the priority rule that is in force."""
    return len(DISCIPLINES) + list(KNOWN).index(names.policy("priority"))


def in_book(chosen: Discipline | None) -> tuple[Discipline, ...]:
    """Give the priority rules of a book, the chosen one with the changes of the text."""
    return (*DISCIPLINES, *({**KNOWN, chosen.name: chosen} if chosen is not None else KNOWN).values())


def read(names: Names, item: Item) -> Discipline | None:
    """Read `Priority:`, which counts if the book has no Reading of that name."""
    side, *more = [part.strip() for part in plain(item.value).split(",")]
    unknown = [part for part in more if part not in PRIORITY]
    if side not in POLICIES["priority"] or unknown:
        expected = f"{' or '.join(POLICIES['priority'])}, then {', '.join(PRIORITY)}"
        names.report(item.value_span, f"{(unknown or [item.value])[0]!r} is not a priority rule", expected)
    elif "priority" not in names.policies:
        names.policies["priority"] = side
        return reduce(lambda rule, part: PRIORITY[part](rule), more, KNOWN[side])
    return None
