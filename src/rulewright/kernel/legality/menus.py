"""Menus: what may be picked next, computed whenever it is needed. Words are made only when a menu is shown or read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from rulewright.kernel.errors import Ambiguous, NotOffered, Refused
from rulewright.kernel.state.facts import LIVES, Key, Path
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.spelled import plain

_BETWEEN: Final = re.compile(r"[\s()\[\]\"→]+|(?<=[^\W\d])-(?=[^\W\d])")
NUMERIC: Final = "0123456789,."
QUIET: Final = ("pass", "decline", "none", "done")
"""The keys with which a question is declined."""

MANY: Final = 1000
"""A range of more numbers than this is given only by its bounds."""


class Reference(NamedTuple):
    """A part of a game that an option, or an event, is about."""

    kind: str  # "thing" (its slot), "tile", "zone", "player" (the seat) or "act" (the number of a past answer)
    number: int


class Offer(NamedTuple):
    """The key of an action on a menu: its name, and the thing on which it is printed or that performs it."""

    action: str
    source: int  # a reference to the thing in its current life, so that a key does not outlive what it names

    @property
    def thing(self) -> int:
        """The slot of the thing to which the action belongs."""
        return self.source % LIVES


class Option(NamedTuple):
    """One option of a menu: the key to answer with, its words, and what it is about."""

    key: Key
    words: str
    about: tuple[Reference, ...] = ()


class Naming:
    """Puts the keys of a menu into words, says what each is about, and which of them are alike."""

    __slots__ = ()
    kind: str

    def __call__(self, key: Key) -> str:
        """Put a key into words."""
        return str(key)

    def about(self, key: Key) -> tuple[Reference, ...]:
        """List the things, tiles, zones, players or past acts that a key is about; the one that it names comes first."""
        return ()

    def alike(self, keys: Sequence[Key]) -> bool:
        """Say whether it makes no difference which of some keys is meant."""
        return False

    def names(self, key: Key) -> tuple[str, ...]:
        """Give the names of a key apart from its full words: without what is in brackets."""
        return (self(key).partition(" (")[0],)

    def exists(self, name: str) -> bool:
        """Say whether there is something with a name, in lower case, whether or not it is on the menu."""
        return False


class _Plain(Naming):
    """Keys that are words themselves, and are about nothing."""

    __slots__ = ()
    kind = "word"


PLAIN: Final = _Plain()


@dataclass(slots=True)
class Menu:
    """A list of keys, a range of numbers (`least`..`most`), or text read by a named parser. Its title may be computed later."""

    title: str | Callable[[], str]
    keys: Sequence[Key] = ()
    words: Callable[[Key], str] = field(default=PLAIN, compare=False)
    least: int = 0
    most: int = -1
    parser: str = ""
    default: Key | None = None  # the key that is used if an answer ends here
    judge: Callable[[Key], str] | None = field(default=None, compare=False)  # what is wrong with a text, "" if nothing is

    @property
    def prompt(self) -> str:
        """What is asked, in words."""
        return self.title if isinstance(self.title, str) else self.title()

    @property
    def naming(self) -> Naming:
        """The object that knows the words of the keys, and what they are about."""
        return self.words if isinstance(self.words, Naming) else PLAIN

    @property
    def kind(self) -> str:
        """What is picked: "offer" (an action), "object", "tile", "stack", "act", "option", "way", "number", "text" or "word"."""
        found = "text" if self.parser else "number" if self.most >= self.least else self.naming.kind
        return "offer" if found in ("plain", "member") else found

    @property
    def options(self) -> list[Option]:
        """Every option with its key, its words and what it is about; empty if there are too many numbers to list."""
        about = self.naming.about
        return [Option(key, self.words(key), about(key)) for key in self] if self.most < MANY + self.least else []

    def only(self, keys: Sequence[Key], words: Callable[[Key], str] | None = None) -> Menu:
        """Give the same menu with some of its keys, in other words if some are given."""
        return Menu(self.title, keys, words or self.words, self.least, self.most, self.parser, self.default, self.judge)

    def __contains__(self, key: Key) -> bool:
        if self.parser:
            return isinstance(key, str)
        if self.most >= self.least:
            return isinstance(key, int) and self.least <= key <= self.most
        return key in self.keys

    def __iter__(self) -> Iterator[Key]:
        return iter(self.keys if self.most < self.least else range(self.least, self.most + 1))

    def __len__(self) -> int:
        return len(self.keys) if self.most < self.least else self.most - self.least + 1

    def __str__(self) -> str:
        lines = [f"{n}. {self.words(key)}" for n, key in enumerate(self, 1)]
        return "\n".join([self.prompt, *lines])

    def quiet(self) -> Key:
        """Give the simplest pick, for a player who is absent: a refusal if there is one, else the first option."""
        if self.parser and not self.keys:
            return ""
        return next((key for key in QUIET if key in self), next(iter(self)))

    def read(self, pick: Key) -> Key:
        """Give the key of a pick: the key itself, its words, or words that fit only one option or several that are alike."""
        if self.parser and isinstance(pick, str):
            pick = next((key for key in self.keys if self.words(key).casefold() == pick.casefold()), pick)
        if self.parser and isinstance(pick, str) and self.judge is not None and (wrong := self.judge(pick)):
            raise Refused(wrong)
        if not isinstance(pick, bool) and pick in self:
            return self.keys[self.keys.index(pick)] if isinstance(pick, tuple) else pick  # a save has offers as plain tuples
        if self.parser or not isinstance(pick, str):
            raise Refused(self.refusal(pick))
        if pick.lstrip("-").isdigit() and self.most >= self.least and int(pick) in self:
            return int(pick)
        return self._named(pick)

    def _named(self, pick: str) -> Key:
        found = self.called(pick)
        if not found and self.naming.exists(plain(pick)):
            raise NotOffered(self.refusal(pick), pick, self.prompt)
        found = found or self.shortened(pick)
        if len(found) == 1 or (found and self.naming.alike(found)):
            return found[0]
        if found:
            raise Ambiguous(f"{pick!r} fits {_either([self.words(key) for key in found])}")
        raise Refused(self.refusal(pick))

    def called(self, pick: str) -> list[Key]:
        """List the options with a name: by their full words, or else by a name without additions."""
        wanted, names = plain(pick), self.naming.names if self.words is self.naming else lambda key: PLAIN.names(self.words(key))
        exact = [key for key in self if plain(self.words(key)) == wanted]
        return exact or [key for key in self if wanted in map(plain, names(key))]

    def shortened(self, pick: str) -> list[Key]:
        """List the options that words abbreviate: each begins a word of the option in order, from its first or a later one."""
        wanted = _parts(pick)
        fits = {key: _short(wanted, _parts(self.words(key))) for key in self if wanted}
        first = [key for key, at in fits.items() if at == 0]
        return first or [key for key, at in fits.items() if at is not None]

    def refusal(self, pick: Key) -> str:
        """Say that a pick is not on the menu, and what is near it."""
        if self.most >= self.least:
            return f"{pick!r} is not a number from {self.least} to {self.most} ({self.prompt})"
        words = [self.words(key) for key in self]
        near = get_close_matches(str(pick), words, 1) or words[:6]
        return f"{pick!r} is not on the menu ({self.prompt}): try {_either(near)}" if near else f"{pick!r}: nothing to pick"


def _parts(words: str) -> list[str]:
    return [part for part in _BETWEEN.split(words.casefold()) if part]


def _short(wanted: Sequence[str], words: Sequence[str]) -> int | None:
    """Give the place in an option from which on some words begin its words, one each, or None; numbers are never abbreviated."""
    starts = range(len(words) - len(wanted) + 1)
    return next((at for at in starts if all(map(_starts, words[at:], wanted))), None)


def _starts(word: str, part: str) -> bool:
    goes_on = word[len(part) : len(part) + 1]
    return word.startswith(part) and not (part[-1] in NUMERIC and goes_on and goes_on in NUMERIC)


def quietly(next_menu: Callable[[Path], Menu | None]) -> Path:
    """Give the simplest complete answer, menu after menu."""
    picks: Path = ()
    while (menu := next_menu(picks)) is not None:
        picks = (*picks, menu.quiet())
    return picks


def _either(words: Sequence[str]) -> str:
    return " or ".join(repr(word) for word in words)
