"""Reads the files of a book after those that they use; of items with the same name, the later one is in force."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from rulewright.language.check.problems import Problem
from rulewright.language.names.names import Names
from rulewright.language.text import unread
from rulewright.language.text.syntax import Header, Item
from rulewright.program.declared import Limits
from rulewright.program.outlines import Numbered
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.spelled import plain

UNIQUE = {"action": "another name, or a `For:` line that gives each to different actors"} | dict.fromkeys(
    ("campaign", "feature", "how to play", "kind", "scene", "stat", "strategy", "structure", "word", "zone"), "another name"
)
"""The items with names, and what a second one of the same name should have instead."""

Sources = Sequence[tuple[str, str]]
Finder = Callable[[str], Sources]


@lru_cache(maxsize=64)
def _parsed(text: str, file: str, limits: Limits) -> tuple[tuple[Item, ...], tuple[Problem, ...]]:
    """Read a file once, however many books use it: items are immutable."""
    from rulewright.language.text import parser  # imported here, because a warm start reads no text

    return parser.read(text, file, limits)


@dataclass(slots=True)
class Shelf:
    """The items of all files read so far, and the files' text."""

    find: Finder
    names: Names
    texts: dict[str, str] = field(default_factory=dict)
    opened: dict[str, tuple[tuple[Item, ...], list[Sources]]] = field(default_factory=dict)  # read, and not yet in force
    kept: dict[int, Item] = field(default_factory=dict)
    rules: dict[str, Numbered] = field(default_factory=dict)  # the rules with numbers that are in force
    named: dict[tuple[str, str], dict[str, list[int]]] = field(default_factory=dict)  # by kind and name, then by file
    count: int = 0

    @property
    def items(self) -> list[Item]:
        """The items in force, as they were read."""
        return list(self.kept.values())

    def read(self, sources: Sources, default: str | None) -> None:
        """Read files that make one text, what any of them uses first; later items of a name override earlier ones.

        Where one of them says what it uses, the others need not: the default is for a text that says nothing of it.
        """
        own = [file for file, text in sources if self._open(file, text)]
        said = any(item.kind == "uses" for file in own for item in self.opened[file][0])
        used = [found for file in own for found in self.opened[file][1]] if said or not default else [self.find(default)]
        for found in used:
            if not {file for file, _ in found} & set(own):
                self.read(found, None)
        for file, _ in sources:
            self._take(file)

    def _open(self, file: str, text: str) -> bool:
        """Read a file for the first time, and find what it uses."""
        if file in self.texts:
            return False
        items, problems = _parsed(text, file, self.names.limits)
        self.names.problems.extend(problems)
        self.texts[file] = text  # before the files that it uses, which may use this file in turn
        self.opened[file] = (items, self._used(items))
        return True

    def _take(self, file: str) -> None:
        """Put the items of a file in force, after those of the files that it uses."""
        if file not in self.opened:
            return
        items, used = self.opened.pop(file)
        for found in used:
            self.read(found, None)
        # after the files that it uses: read in this order, the texts make the same book again
        self.texts[file] = self.texts.pop(file)
        unread.report(self.names, items)
        self._unique(items)
        self._add(items)

    def _used(self, items: Sequence[Item]) -> list[Sources]:
        """Find what a file uses; a missing file is a problem."""
        said = [(part.strip(), item) for item in items if item.kind == "uses" for part in item.value.split(",")]
        found: list[Sources] = []
        for name, item in said:
            try:
                found += [self.find(name)] if plain(name) != "nothing" else []
            except LookupError as error:
                self.names.report(item.value_span, f"there is no book or file {name!r}", str(error.args[0]))
        return found

    def _unique(self, items: Sequence[Item]) -> None:
        """Report two items of one kind and name in a file, unless they are for different actors or readings."""
        seen: dict[tuple[str, ...], Item] = {}
        for item in items:
            if item.kind not in UNIQUE:
                continue
            given = next((plain(h.value) for h in item.headers if plain(h.key) == "for"), "")
            key = (item.kind, plain(item.name), given, *(mark for mark in item.marks if mark.startswith("reading ")))
            if key in seen:
                first = seen[key].span.line
                self.names.report(item.span, f"{item.name!r} is defined twice, first in line {first}", UNIQUE[item.kind])
            seen[key] = item

    def _add(self, items: Sequence[Item]) -> None:
        for item in items:
            if item.kind == "rule" and item.marks:
                self._enact(item)
                continue
            if item.kind == "repeals":
                self._repeal(item)
                continue
            if not self._prevails(item):
                continue
            named = self.named.setdefault((item.kind, plain(item.name)), {})
            for numbers in [numbers for file, numbers in named.items() if file != item.span.file]:
                for old in [number for number in numbers if _same(self.kept[number], item)]:
                    numbers.remove(old)
                    del self.kept[old]
            self.count += 1
            named.setdefault(item.span.file, []).append(self.count)
            self.kept[self.count] = item

    # -- rules with numbers ----------------------------------------------------------------------------------------

    def _enact(self, item: Item) -> None:
        """Read a rule with a number; in a later file it replaces the rule with that number."""
        number = item.marks[0]
        if number in self.rules and self.rules[number].file != item.span.file:
            self._strike_out(number)
        text = rule_text(self.texts[item.span.file], item.span.line)
        self.rules[number] = Numbered(number, item.name, text, item.span.file)
        self._add([_numbered(inner, item) for inner in item.items])

    def _repeal(self, item: Item) -> None:
        for number in (part.strip() for part in item.value.split(",")):
            if number in self.rules:
                self._strike_out(number)
                del self.rules[number]
            else:
                self.names.report(item.value_span, f"there is no rule {number}", ", ".join(self.rules) or "no rule has a number")

    def _strike_out(self, number: str) -> None:
        """Remove what a rule defines; stats stay, so that no numbers are lost."""
        for at, item in list(self.kept.items()):
            if item.kind in ("action", "feature") and rule_of(item) == number:
                del self.kept[at]
                for numbers in self.named[item.kind, plain(item.name)].values():
                    numbers[:] = [each for each in numbers if each != at]

    def _prevails(self, item: Item) -> bool:
        """Say which of two rules that define the same thing prevails: the one with the lower number."""
        mine = rule_of(item)
        for at in [at for numbers in self.named.get((item.kind, plain(item.name)), {}).values() for at in numbers]:
            theirs = rule_of(self.kept[at])
            if mine and theirs and mine != theirs and item.kind == "action":
                if _rank(theirs) < _rank(mine):
                    message = f"{item.name} is defined by rule {theirs}, which has precedence over rule {mine}"
                    self.names.report(item.span, message, severity="remark")
                    return False
                del self.kept[at]
                for numbers in self.named[item.kind, plain(item.name)].values():
                    numbers[:] = [each for each in numbers if each != at]
        return True


def rule_of(item: Item) -> str:
    """Give the number of the rule that defines something, if it has one."""
    return next((header.value for header in item.headers if plain(header.key) == "rule"), "")


def rule_text(text: str, line: int) -> str:
    """Give the lines of a rule: its heading and everything indented below it."""
    rows = text.splitlines()
    taken = [rows[line - 1]]
    for row in rows[line:]:
        if row.strip() and not row[0].isspace():
            break
        taken.append(row)
    return "\n".join(taken).rstrip()


def _rank(number: str) -> int:
    found = re.match(r"\d+", number)
    return int(found[0]) if found else 0


def _numbered(item: Item, rule: Item) -> Item:
    """Give the items of a rule the rule's number."""
    if item.kind not in ("action", "feature") or any(plain(header.key) == "rule" for header in item.headers):
        return item
    return replace(item, headers=(*item.headers, Header("Rule", rule.marks[0], rule.span, (), rule.span)))


def _same(old: Item, new: Item) -> bool:
    """Say whether an item overrides an earlier one of its kind and name: not if actors or readings distinguish them."""
    if old.kind != new.kind or plain(old.name) != plain(new.name) or new.kind in ("example", "uses", "features"):
        return False
    apart = [[h.value for h in item.headers if plain(h.key) == "for"] for item in (old, new)]
    readings = [[m for m in item.marks if m.startswith("reading ")] for item in (old, new)]
    return apart[0] == apart[1] and (readings[0] == readings[1] or not readings[1])
