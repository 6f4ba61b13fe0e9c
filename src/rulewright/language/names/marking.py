"""Marks: the words in parentheses after a name, and the kinds of action that they mean."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program.declared import NOWHERE, Reading
from rulewright.program.instructions import Instruction, Open
from rulewright.program.spelled import plain

FOLLOWING = "following"
"""The mark of an ability that is used only after an effect lets it follow."""
ATTACHED = "attached"
"""The mark of an ability that a card has only while it is attached."""
LIMITED = "limited"
"""The mark of an action that players cannot choose."""
PAYMENT = "payment"
"""The mark of an action that is used to pay for another one."""
ABILITY = "paid ability"
"""If a stat is spent on actions: the mark of choices that cost none of it."""

STANDING = "standing"
"""The mark of an ability that is never used: its text applies as long as something in play has it."""

SPECIAL = frozenset({"reaction", "triggered", "hybrid", "interrupt", "deployment", "automatic", FOLLOWING, STANDING})
"""The marks of actions that are not offered whenever their actor may act."""

KNOWN = (*SPECIAL, "optional", "activated", "delayed", ATTACHED, LIMITED, PAYMENT, ABILITY)
"""The marks with a meaning in the language."""

MARKED = ("action", "feature", "structure")
"""The items that may have marks."""


def declare(names: Names, kinds: Iterable[str], items: Iterable[Item]) -> None:
    """Collect the marks of a text: its kinds, classes and speeds, and those of `Mark Brewing, Tasting: …`."""
    written = [" ".join(name.split()) for item in items for name in item.name.split(",")]
    declared = [*kinds, *(each.name for each in names.classes), *names.speed_names, *written]
    names.own_marks |= {plain(name): name for name in declared}


def check(names: Names, span: Span, mark: str, *also: str) -> None:
    """Report an undeclared mark."""
    marks = {name: name.capitalize() for name in (*also, *KNOWN)} | names.own_marks
    if plain(mark) not in marks:
        language = ", ".join(sorted(name.capitalize() for name in KNOWN))
        expected = f"{language}, a kind, a class or a speed of the book, or a line `Mark {mark.capitalize()}: what it is for`"
        names.report(span, f"the mark {mark!r} is not declared", expected, did_you_mean(mark, [*marks.values()]) or "")


def report(names: Names, items: Iterable[Item], readings: Iterable[Reading]) -> None:
    """Report every mark that nothing declares, on what may have marks, and in what is paid for actions of a mark.

    A reading may mark anything, so an unknown reading is reported wherever it is.
    """
    sides = {plain(reading.name): reading.sides for reading in readings}
    for item in [item for item in items if item.kind == "stat"]:
        stats = [names.stats[index] for name in item.name.split(",") if (index := names.stat(name)) is not None]
        for only in [stat.only for stat in stats if stat.only != NOWHERE]:
            check(names, item.value_span, list(names.vocabulary)[only])
    for outer, part in [(item, part) for item in items for part in (item, *item.items)]:
        for mark in part.marks:
            if mark.startswith("reading "):
                _read(names, part, mark, sides)
            elif outer.kind in MARKED:
                check(names, part.span, mark)


def _read(names: Names, item: Item, mark: str, sides: dict[str, tuple[str, ...]]) -> None:
    """Report a mark with an unknown reading or side: the item would never be in force."""
    name, side = (" ".join(part.split()) for part in mark[8:].partition(":")[::2])
    if plain(name) not in sides:
        names.report(item.span, f"there is no reading {name!r}", ", ".join(sides) or "a line `Reading NAME: …`",
                     did_you_mean(name, list(sides)) or "")  # fmt: skip
    elif side not in sides[plain(name)]:
        near = did_you_mean(side, sides[plain(name)]) or ""
        names.report(item.span, f"the reading {name!r} has no side {side!r}", ", ".join(sides[plain(name)]), near)


def of_windows(names: Names, items: Iterable[Item], found: Iterable[Instruction]) -> frozenset[int]:
    """Give the declared marks for which the text opens windows: actions with these marks are offered only there."""
    declared = {names.word(plain(name)) for item in items for name in item.name.split(",")}
    return frozenset(kind for each in found if isinstance(each, Open) for kind in each.kinds if kind in declared)


def kinds_of(names: Names, item: Item, marks: set[str], inner: bool) -> frozenset[str]:
    """Give the kinds of an action: its marks, and whether it is used by choice, by a trigger, or both."""
    headers = {plain(header.key) for header in item.headers}
    if marks & SPECIAL or "trigger" in headers:
        hybrid = "hybrid" in marks or (names.speeds and "cost" in headers and not marks & SPECIAL)
        both = {"hybrid", "triggered", "activatable"} if hybrid else set()
        return frozenset(marks | both | ({"triggered"} if not marks & SPECIAL or FOLLOWING in marks else set()))
    return frozenset(marks | {"action"} | ({"activatable"} if inner or "for" in headers else set()))
