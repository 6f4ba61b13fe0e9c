"""Compiles only items that were not compiled before: every book that contains an item uses its earlier result again.

So amendments, and texts that use a shipped book, compile quickly. The earlier result is right as long as all names that the
item mentions mean the same. So an item is compiled again if it mentions a name that was added, removed or changed, either
itself or through a `Word` of the text. All items are compiled again if something changed on which all depend (readings, kinds,
zones …).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from rulewright.language.check.problems import Problem
from rulewright.language.grammar.same_words import SAME_CONDITIONS, SAME_EFFECTS, SAME_TRIGGERS
from rulewright.language.names.keywords import Keyword
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import Item
from rulewright.program import expressions
from rulewright.program.definition import Counted, Prohibition
from rulewright.program.quick_dataclasses import dataclass, field, fields
from rulewright.program.spelled import plain

T = TypeVar("T")
Compared: TypeAlias = object
"""Anything on which the result of compiling an item depends; such values are only compared."""
Key = tuple[Hashable, ...]
"""A place of a text, what was made of it, and the choice of readings."""

BY_NAME = ("kinds", "homes", "actions", "casts", "features", "actors", "marks", "following")
"""The tables in which an item finds only what it mentions."""
WRITTEN = (
    "stats",
    "numbers",
    "problems",
    "untils",
    "said",
    "vocabulary",
    "procedures",
    "prohibitions",
    "counted",
    "spelled",
    "using",
    "alias",
    "met",
    "bare",
)
"""What is written while items are compiled; stats are compared by their names."""
WORDS = "keywords"
"""The words that a text defines: an item finds those of which it mentions all words that are not optional."""
SHORT = 2
"""Names of at most so many letters are mentioned only by whole words."""
BROUGHT_IN = {
    kind: frozenset(re.findall(r"[a-z]+", f"{also} {' '.join(said for _, said in rows)}".casefold()))
    for kind, rows, also in (
        ("effect", SAME_EFFECTS, "gains gain may target each deck discard graveyard board battlefield hand"),
        ("condition", SAME_CONDITIONS, ""),
        ("trigger", SAME_TRIGGERS, ""),
    )
}
"""For each kind of phrase, the words that a line may get by being read in other words; it may also get the name of a stat."""
KEPT = 8192
"""For how many places of texts results are kept; then all are forgotten."""
RECENT = 4
"""How many results are kept for each place: a text is often changed and then as it was before."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What is known when the items of a book are compiled."""

    names: Mapping[tuple[str, str], Compared]  # every name, and what it means
    by_all: tuple[Compared, ...]  # what all items depend on
    words: tuple[Keyword, ...]  # that the text defines


@dataclass(slots=True, eq=False)
class CompiledItem:
    """The result of compiling an item, what it depends on, and what else was written then."""

    item: Item
    given: tuple[Compared, ...]
    around: Surroundings
    before: tuple[Compared, ...]
    value: Any
    problems: tuple[Problem, ...]
    said: Mapping[expressions.Expression, str]
    first_until: int
    untils: tuple[expressions.Expression, ...]
    prohibitions: tuple[Prohibition, ...]
    counted: tuple[Counted, ...]
    words: Mapping[str, int]  # the words that it numbers
    procedures: Mapping[str, int]  # and the procedures
    spelled: int
    text: str = ""  # what it says, in lower case, once that is needed

    def mentions(self, names: re.Pattern[str]) -> bool:
        """Say whether the item mentions one of some names."""
        if not self.text:
            self.text = _flat(self.item)
        return names.search(self.text) is not None


class NumberedNames(dict[str, int]):
    """The words of a book, or its procedures, and their numbers; it notes which of them are asked for."""

    def __init__(self, words: Mapping[str, int]) -> None:
        super().__init__(words)
        self.asked: dict[str, int] = {}

    def setdefault(self, word: str, number: int, /) -> int:
        """Give the number of a word."""
        found = self.asked[word] = super().setdefault(word, number)
        return found

    def noted(self) -> dict[str, int]:
        """Give what was asked for since this was last asked."""
        found, self.asked = self.asked, {}
        return found

    def ask(self, words: Iterable[str]) -> None:
        """Ask for words again; new ones get the next numbers."""
        for word in words:
            self.setdefault(word, len(self))

    def would_give(self, words: Mapping[str, int]) -> bool:
        """Say whether words that are asked for in this order would have these numbers."""
        following = len(self)
        for word, number in words.items():
            known = self.get(word)
            if number != (following if known is None else known):
                return False
            following += known is None
        return True


COMPILED: dict[Key, tuple[CompiledItem, ...]] = {}
"""The last results for each place of a text, under each choice of readings, the newest first."""


@dataclass(slots=True)
class Reuse:
    """Compiles the items of a book, or gives their earlier results."""

    names: Names
    vocabulary: NumberedNames
    procedures: NumberedNames
    around: Surroundings
    chosen: Key  # the readings, and whether changes may be responded to
    declared: int  # how many stats the text declares
    changes: dict[Surroundings, re.Pattern[str] | None] = field(default_factory=dict)  # what changed since then; None: too much

    def once(self, what: str, item: Item, make: Callable[[Item], T], *given: Compared) -> T:
        """Compile an item, unless it was compiled before in the same surroundings."""
        key = (what, item.span.file, item.span.line, *self.chosen)
        entry = next((entry for entry in COMPILED.get(key, ()) if self._holds(entry, item, given)), None)
        if entry is None:
            return self._made(key, item, make, given)
        self._write(entry)
        entry.around = self.around
        self._keep(key, entry)
        value: T = entry.value
        return value

    def _holds(self, entry: CompiledItem, item: Item, given: tuple[Compared, ...]) -> bool:
        """Say whether the earlier result of compiling an item is still correct."""
        if entry.item != item or entry.given != given or entry.before != self._before():
            return False
        if entry.untils and entry.first_until != len(self.names.untils):
            return False
        if not (self.vocabulary.would_give(entry.words) and self.procedures.would_give(entry.procedures)):
            return False
        if entry.around not in self.changes:
            self.changes[entry.around] = _changed(entry.around, self.around)
        changed = self.changes[entry.around]
        return changed is not None and not entry.mentions(changed)

    def _before(self) -> tuple[Compared, ...]:
        """Give what earlier items have written that this one may find: stats that are not declared, and what cannot happen."""
        names = self.names
        undeclared = (len(names.stats), *names.stats[self.declared :]) if len(names.stats) > self.declared else ()
        return (undeclared, tuple(names.prohibitions), names.met, tuple(names.alias.items()))

    def _write(self, entry: CompiledItem) -> None:
        """Write what was written when the item was compiled."""
        names = self.names
        names.problems += entry.problems
        for node, words in entry.said.items():
            names.said.setdefault(node, words)
        names.untils += entry.untils
        names.prohibitions += entry.prohibitions
        names.counted += entry.counted
        names.spelled += entry.spelled
        self.vocabulary.ask(entry.words)
        self.procedures.ask(entry.procedures)

    def _made(self, key: Key, item: Item, make: Callable[[Item], T], given: tuple[Compared, ...]) -> T:
        """Compile an item and keep the result, unless it has problems or declares new names."""
        names, before, stats = self.names, self._before(), len(self.names.stats)
        lists: tuple[list[Any], ...] = (names.problems, names.untils, names.prohibitions, names.counted)
        counts = [len(each) for each in lists]
        said, spelled = names.said, names.spelled
        self.vocabulary.noted(), self.procedures.noted()
        words: dict[expressions.Expression, str] = {}
        names.said = words
        try:
            value = make(item)
        finally:
            asked, names.said = (self.vocabulary.noted(), self.procedures.noted()), said
            for node, written in words.items():
                said.setdefault(node, written)
        found, untils, prohibitions, counted = (tuple(each[count:]) for each, count in zip(lists, counts, strict=True))
        left = (names.met, tuple(names.alias.items())) == before[2:]
        if left and len(names.stats) == stats and not any(problem.severity == "error" for problem in found):
            if len(COMPILED) >= KEPT:
                COMPILED.clear()
            self._keep(key, CompiledItem(
                item, given, self.around, before, value, found, words, counts[1], untils, prohibitions, counted,
                *asked, names.spelled - spelled,
            ))  # fmt: skip
        return value

    def _keep(self, key: Key, entry: CompiledItem) -> None:
        """Keep a result as the newest of its place."""
        others = [each for each in COMPILED.get(key, ()) if each is not entry]
        COMPILED[key] = (entry, *others[: RECENT - 1])


def begun(names: Names, also: Compared) -> Reuse:
    """Begin to compile a book; `also` is what all items depend on apart from the names."""
    around = Surroundings(_named(names), (*_seen_by_all(names), also), tuple(names.keywords))
    names.vocabulary = vocabulary = NumberedNames(names.vocabulary)
    names.procedures = procedures = NumberedNames(names.procedures)
    return Reuse(names, vocabulary, procedures, around, (names.listening, *names.policies.items()), len(names.stats))


def _flat(value: Compared) -> str:
    """Give everything that something says, in lower case and with spaces between lines."""
    return repr(value).casefold().replace("\\n", " ")


def _named(names: Names) -> dict[tuple[str, str], Compared]:
    found: dict[tuple[str, str], Compared] = {("stats", plain(stat.name)): (n, stat) for n, stat in enumerate(names.stats)}
    for table in BY_NAME:
        value = getattr(names, table)
        found |= {(table, name): value[name] if isinstance(value, dict) else True for name in value}
    return found


def _seen_by_all(names: Names) -> tuple[Compared, ...]:
    values = [getattr(names, each.name) for each in fields(names) if each.name not in (*BY_NAME, *WRITTEN, WORDS)]
    return tuple(value.copy() if isinstance(value, dict | list | set) else value for value in values)


def _changed(old: Surroundings, new: Surroundings) -> re.Pattern[str] | None:
    """Give what finds the names and words that were added, removed or changed, and the words that mention one of them.

    None if all items may be concerned: something changed on which all depend, or a stat (since items also depend on stats that
    they do not mention, such as what takes damage), or a word that an item can mean without mentioning it.
    """
    keys = {key for key, _ in old.names.items() ^ new.names.items()}
    redeclared = any(key[0] == "stats" and key in old.names and key in new.names for key in keys)
    found = {*old.words} ^ {*new.words}
    in_order = [word for word in old.words if word not in found] == [word for word in new.words if word not in found]
    if redeclared or old.by_all != new.by_all or not in_order:
        return None
    mentions = {_mention(name) for _, name in keys} | {_mention(verb) for verb in _verbs(old) ^ _verbs(new)}
    others = {*old.words, *new.words} - found
    while found:
        signs = [_sign(word, new) for word in found]
        if "" in signs:
            return None
        mentions |= {_mention(sign) for sign in signs}
        changed = re.compile("|".join(mentions))
        found = {word for word in others if changed.search(_flat(word))}
        others -= found
    return re.compile("|".join(mentions) or r"(?!)")


def _verbs(around: Surroundings) -> set[str]:
    """Give the words with which the effects that a text defines begin: where one of them stands, a clause may begin."""
    return {word.pattern.text.split(" ")[0] for word in around.words if word.kind == "effect"}


def _sign(word: Keyword, around: Surroundings) -> str:
    """Give the longest word without which an item cannot mean a phrase of the text; "" if there is none."""
    other = BROUGHT_IN[word.kind] | {part for table, name in around.names if table == "stats" for part in name.split()}
    own = [part for part in sorted(word.pattern.needed) if other.isdisjoint((part, f"{part}s", f"{part}es"))]
    return max(own, key=len, default="")


def _mention(name: str) -> str:
    """Give the pattern of a name: its longest word at the beginning of a word, without the ending that its plural may change."""
    word = max(plain(name).split() or [""], key=len)
    start = r"(?<!\w)" if word[:1].isalnum() else ""
    if len(word) <= SHORT:
        return rf"{start}{re.escape(word)}(?:'?e?s)?(?!\w)"
    return start + re.escape(word.removesuffix("s").removesuffix("y"))
