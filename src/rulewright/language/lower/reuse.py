"""Compiles only what an amendment touches: what an item of a book's own text was compiled to before is used again.

That is right while the item sees the same names. Items see names by speaking of them, so one that mentions a name which came,
went or means something else now is compiled again; and where anything differs that all items see (readings, words that the text
defines, whether anybody may answer a change …), all of them are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from rulewright.kernel.book import Book
from rulewright.language.check.problems import Problem
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import Item
from rulewright.program import expressions
from rulewright.program.declared import Limits
from rulewright.program.quick_dataclasses import dataclass, field, fields
from rulewright.program.spelled import plain

T = TypeVar("T")

BY_NAME = (
    "zones",
    "structures",
    "kinds",
    "actions",
    "casts",
    "features",
    "own_marks",
    "actors",
    "marks",
    "following",
    "card_types",
)
"""The tables from which an item uses only the names that it mentions."""
WRITTEN = ("stats", "numbers", "problems", "untils", "said", "vocabulary", "spelled", "using", "alias", "bare")
"""The data that compiling items writes; stats are compared by their names."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Everything that the items of a book can depend on while they are compiled."""

    names: Mapping[tuple[str, str], object]  # every name, and what it means
    by_all: tuple[Any, ...]  # what all items see
    words: str  # the words that the text defines


@dataclass(frozen=True, slots=True, eq=False)
class CompiledItem:
    """The compiled form of an item, its source, and what else was written then."""

    item: Item
    given: tuple[Any, ...]
    around: Surroundings
    text: str
    value: Any
    problems: tuple[Problem, ...]
    said: Mapping[expressions.Expression, str]
    first_until: int
    untils: tuple[expressions.Expression, ...]
    spelled: int


CompiledItems = dict[tuple[str, str, int], CompiledItem]


@lru_cache(maxsize=8)
def _entries(book: str, limits: Limits, listening: bool) -> CompiledItems:
    """Give the compiled forms of the items of a book; it is filled while they are compiled."""
    return {}


@dataclass(slots=True)
class Reuse:
    """Compiles the items of a book's own text, or gives their earlier compiled forms."""

    names: Names
    files: frozenset[str]
    entries: CompiledItems
    around: Surroundings
    changes: dict[Surroundings, tuple[str, ...] | None] = field(default_factory=dict)  # what changed since then; None: too much

    def once(self, what: str, item: Item, make: Callable[[Item], T], *given: Any) -> T:
        """Compile an item, unless it was compiled before in the same surroundings."""
        if item.span.file not in self.files:
            return make(item)
        key = (what, item.span.file, item.span.line)
        entry = self.entries.get(key)
        if entry is None or not self._holds(entry, item, given):
            return self._made(key, item, make, given)
        self._write(entry)
        value: T = entry.value
        return value

    def _holds(self, entry: CompiledItem, item: Item, given: tuple[Any, ...]) -> bool:
        """Say whether the earlier result of compiling an item is still correct."""
        if entry.around not in self.changes:
            self.changes[entry.around] = _changed(entry.around, self.around)
        changed = self.changes[entry.around]
        if changed is None or any(part in entry.text for part in changed):
            return False
        return entry.item == item and entry.given == given and entry.first_until == len(self.names.untils)

    def _write(self, entry: CompiledItem) -> None:
        """Write what was written when the item was compiled."""
        names = self.names
        names.problems += entry.problems
        for node, words in entry.said.items():
            names.said.setdefault(node, words)
        names.untils += entry.untils
        names.spelled += entry.spelled

    def _made(self, key: tuple[str, str, int], item: Item, make: Callable[[Item], T], given: tuple[Any, ...]) -> T:
        """Compile an item and keep the result, unless it has problems or declares new names."""
        names, before = self.names, (len(self.names.stats), len(self.names.vocabulary))
        said, first, spelled, known = names.said, len(names.untils), names.spelled, len(names.problems)
        words: dict[expressions.Expression, str] = {}
        names.said = words
        try:
            value = make(item)
        finally:
            names.said = said
            for node, written in words.items():
                said.setdefault(node, written)
        found, untils = tuple(names.problems[known:]), tuple(names.untils[first:])
        wrong = any(problem.severity == "error" for problem in found)
        if not wrong and before == (len(names.stats), len(names.vocabulary)):
            text = repr(item).casefold()
            grown = names.spelled - spelled
            self.entries[key] = CompiledItem(item, given, self.around, text, value, found, words, first, untils, grown)
        return value


def begun(names: Names, like: Book, also: object) -> Reuse:
    """Begin to compile an amended book; `also` is what all items depend on apart from the names."""
    base = like.origin or like
    around = Surroundings(_named(names), (*_seen_by_all(names), also), repr(names.keywords).casefold())
    files = frozenset(file for file, _ in base.text)
    return Reuse(names, files, _entries(base.hash, names.limits, names.listening), around)


def _named(names: Names) -> dict[tuple[str, str], object]:
    found: dict[tuple[str, str], object] = {("stats", plain(stat.name)): (n, stat) for n, stat in enumerate(names.stats)}
    for table in BY_NAME:
        value = getattr(names, table)
        found |= {(table, name): value[name] if isinstance(value, dict) else True for name in value}
    return found


def _seen_by_all(names: Names) -> tuple[Any, ...]:
    values = [getattr(names, each.name) for each in fields(names) if each.name not in (*BY_NAME, *WRITTEN)]
    return tuple(value.copy() if isinstance(value, dict | list | set) else value for value in values)


def _changed(old: Surroundings, new: Surroundings) -> tuple[str, ...] | None:
    """Give the names that came, went or mean something else, each by its longest word without the ending of a plural.

    Where all items may see the difference, there is no telling: something that all see, a stat that is another one now (as items
    also see stats of which they do not speak, such as what takes damage), or a name that stands in a word of the text's own.
    """
    names = {key for key, _ in old.names.items() ^ new.names.items()}
    changed = tuple({max(plain(name).split() or [""], key=len).removesuffix("s").removesuffix("y") for _, name in names})
    redeclared = any(key[0] == "stats" and key in old.names and key in new.names for key in names)
    unlike = redeclared or old.by_all != new.by_all or any(part in new.words for part in changed)
    return None if unlike else changed
