"""Matches a clause against phrases such as `push {subject} {amount} tile|tiles [away from {origin:subject}]`.

It knows words, slots and optional parts; the tables of phrases say what a phrase means and what may fill a slot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from rulewright.language.text.source import BRACKETED
from rulewright.program.quick_dataclasses import assign, dataclass, field

MOST_MATCHES: Final = 64
"""The largest number of ways to read a clause that are tried."""

LONGEST_SLOT: Final = 48
"""The largest number of words and signs in a slot, so that the work does not grow with the clause."""

LONGEST_TEXT: Final = 400
"""The largest number of characters in a slot, however few words they are."""

ALIKE: Final = 0.75
"""How similar two words must be for one to be a misspelling of the other."""

_WORDS_PER_SLOT: Final = 3
_WORDS_COMPARED: Final = 60
_WORDS_TRIED: Final = 500
_LONGEST_WORD: Final = 80
# Text in brackets or quotation marks is one piece; so is every sign.
_PIECE: Final = re.compile(rf'{BRACKETED}|"[^"]*"|\w+|[^\w\s]')
_PART: Final = re.compile(
    r"\s*(?:\{(?P<slot>\w+)(?::(?P<kind>\w+))?\}|\((?P<choice>[^(){}\[\]]+)\)|(?P<bracket>[\[\]])|(?P<word>[^\s(){}\[\]]+))"
)


class SlotKind:
    """What may fill a slot: texts that a regular expression matches in full, in any letter case.

    It is tried on many parts of a clause, so it should not try one part in many ways: no two stars side by side that
    take the same signs.
    """

    __slots__ = ("fits", "regex")

    def __init__(self, regex: str) -> None:
        self.regex = regex
        self.fits = re.compile(regex, re.IGNORECASE | re.DOTALL).fullmatch

    def __repr__(self) -> str:
        return f"SlotKind({self.regex!r})"


class Gap(NamedTuple):
    """The text in a slot, and its place in the clause."""

    kind: str
    text: str
    start: int
    end: int


class _Words(NamedTuple):
    """An element of a pattern: one of several sequences of words."""

    choices: tuple[tuple[str, ...], ...]


class _Gap(NamedTuple):
    """An element of a pattern: a slot."""

    name: str
    kind: str


class _Maybe(NamedTuple):
    """An element of a pattern: the beginning of an optional part, which ends before the element `past`."""

    past: int


class _Piece(NamedTuple):
    word: str
    start: int
    end: int


_Place = _Words | _Gap | _Maybe


@lru_cache(maxsize=512)
def _pieces(text: str) -> tuple[_Piece, ...]:
    """Cut a text into words and signs, in lower case."""
    found = _PIECE.finditer(text.replace("’", "'"))
    return tuple([_Piece(each[0].lower(), each.start(), each.end()) for each in found])


@lru_cache(maxsize=512)
def bag(text: str) -> frozenset[str]:
    """Give the words and signs of a text, in lower case, once each."""
    return frozenset([piece.word for piece in _pieces(text)])


def _words(text: str) -> tuple[str, ...]:
    return tuple([piece.word for piece in _pieces(text)])


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase: words in any letter case, `a|b` or `(a b|c)` for one of several, `[…]` for what may be left out,
    `{name}` or `{name:kind}` for a slot.

    >>> found = Pattern("draw {amount} [card|cards]").matches("Draw 2 cards", {"amount": SlotKind("[0-9]+")})
    >>> [slots["amount"].text for slots in found]
    ['2']
    """

    text: str
    places: tuple[_Place, ...] = field(init=False, compare=False, repr=False)
    needed: frozenset[str] = field(init=False, compare=False, repr=False)
    choices: tuple[frozenset[str], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        places = tuple(_places(self.text))
        names = [place.name for place in places if isinstance(place, _Gap)]
        if len(names) != len(set(names)) or any(() in place.choices for place in places if isinstance(place, _Words)):
            raise ValueError(f"pattern {self.text!r} names a slot twice or has an empty choice")
        assign(self, "places", places)
        required = [place.choices for place in _required(places)]
        assign(self, "needed", frozenset([word for one, *more in required if not more for word in one]))
        several = [frozenset([choice[0] for choice in choices]) for choices in required if len(choices) > 1]
        assign(self, "choices", tuple(several))

    def __str__(self) -> str:
        return self.text

    def slots(self) -> tuple[str, ...]:
        """Name the slots, in order."""
        return tuple([place.name for place in self.places if isinstance(place, _Gap)])

    def may_fit(self, words: frozenset[str]) -> bool:
        """Test quickly whether a text with some words can be this phrase: all required words are there."""
        return self.needed <= words and not any(map(words.isdisjoint, self.choices))

    def matches(self, text: str, slots: Mapping[str, SlotKind]) -> Iterator[dict[str, Gap]]:
        """Yield every way in which the text is this phrase, those with the shortest first slots first."""
        if not self.may_fit(bag(text)):
            return
        pieces = _pieces(text)
        seen: list[dict[str, Gap]] = []
        for found in islice(_Matching(text, pieces, self.places, slots).from_place(0, 0), MOST_MATCHES):
            if found not in seen:
                seen.append(found)
                yield found


class _Matching:
    """One attempt to read a text as a phrase; it never repeats a search that found nothing."""

    def __init__(self, text: str, pieces: tuple[_Piece, ...], places: tuple[_Place, ...], slots: Mapping[str, SlotKind]) -> None:
        self.text, self.pieces, self.places, self.slots = text, pieces, places, slots
        self.words = tuple([piece.word for piece in pieces])
        self.dead: set[tuple[int, int]] = set()
        self.tried: dict[tuple[str, int, int], Gap | None] = {}

    def from_place(self, place: int, at: int) -> Iterator[dict[str, Gap]]:
        """Yield the ways to read the pieces from `at` on as the pattern from `place` on."""
        if (place, at) in self.dead:
            return
        alive = False
        for found in self.ways(place, at):
            alive = True
            yield found
        if not alive:
            self.dead.add((place, at))

    def ways(self, place: int, at: int) -> Iterator[dict[str, Gap]]:
        if place == len(self.places):
            if at == len(self.pieces):
                yield {}
            return
        match self.places[place]:
            case _Words() as words:
                for end in self.ends(words, at):
                    yield from self.from_place(place + 1, end)
            case _Maybe(past):
                yield from self.from_place(place + 1, at)
                yield from self.from_place(past, at)
            case _Gap(name, kind):
                yield from self.filled(place, at, name, kind)

    def ends(self, words: _Words, at: int) -> list[int]:
        """List where the words end if they are here."""
        if at >= len(self.words):
            return []
        word = self.words[at]
        fits = [choice for choice in words.choices if choice[0] == word and self.words[at : at + len(choice)] == choice]
        return sorted({at + len(choice) for choice in fits}) if len(fits) > 1 else [at + len(choice) for choice in fits]

    def filled(self, place: int, at: int, name: str, kind: str) -> Iterator[dict[str, Gap]]:
        """Yield the ways to fill a slot from here on, the shortest first."""
        for end in range(at + 1, min(len(self.pieces), at + LONGEST_SLOT) + 1):
            if self.can_go_on(place + 1, end) and (slot := self.slot(kind, at, end)):
                for rest in self.from_place(place + 1, end):
                    yield {name: slot, **rest}

    def can_go_on(self, place: int, at: int) -> bool:
        """Test quickly whether the rest may fit, before the slot is examined."""
        if place == len(self.places):
            return at == len(self.pieces)
        following = self.places[place]
        return (place, at) not in self.dead and (not isinstance(following, _Words) or bool(self.ends(following, at)))

    def slot(self, kind: str, at: int, end: int) -> Gap | None:
        """Take some pieces for a slot if they fit; other slots of the same kind need not try them again."""
        key = kind, at, end
        if key not in self.tried:
            start, stop = self.pieces[at].start, self.pieces[end - 1].end
            said = self.text[start:stop] if stop - start <= LONGEST_TEXT else ""
            said = said if said.isidentifier() else " ".join(said.split())
            self.tried[key] = Gap(kind, said, start, stop) if said and self.slots[kind].fits(said) else None
        return self.tried[key]


def _places(text: str) -> list[_Place]:
    """Read a pattern; a mistake in it is a mistake in the program."""
    places: list[_Place] = []
    opened: list[int] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            raise ValueError(f"pattern {text!r} cannot be read from column {at + 1} on")
        at = found.end()
        if found["bracket"] == "[":
            opened.append(len(places))
            places.append(_Maybe(0))
        elif found["bracket"] and opened:
            places[opened.pop()] = _Maybe(len(places))
        elif found["slot"]:
            places.append(_Gap(found["slot"], found["kind"] or found["slot"]))
        elif not found["bracket"]:
            choices = (found["choice"] or found["word"]).split("|")
            places.append(_Words(tuple([_words(choice) for choice in choices])))
        else:
            raise ValueError(f"pattern {text!r} closes a bracket that was not opened")
    if opened:
        raise ValueError(f"pattern {text!r} leaves a bracket open")
    return places


def _required(places: Sequence[_Place]) -> Iterator[_Words]:
    """Yield the words of a pattern that are not in an optional part."""
    past = 0
    for at, place in enumerate(places):
        if isinstance(place, _Maybe):
            past = max(past, place.past)
        elif isinstance(place, _Words) and at >= past:
            yield place


def closeness(text: str, pattern: Pattern) -> float:
    """Give, from 0 to 1, how many of the pattern's words the text has, allowing misspellings, and how little else."""
    words = _words(text)[:_WORDS_COMPARED]
    asked = [(sum(map(len, place.choices[0])), _likeness(place, words)) for place in _required(pattern.places)]
    whole = sum(weight for weight, _ in asked)
    if not words or not whole:
        return 0.0
    shared = sum(1 for _, likeness in asked if likeness)
    others = max(0, len(words) - shared - _WORDS_PER_SLOT * len(pattern.slots()))
    return sum(weight * likeness for weight, likeness in asked) / whole * (1 - others / len(words))


def _likeness(place: _Words, words: tuple[str, ...]) -> float:
    """Give how much of the best alternative is among the words."""
    return max(sum(_best(word, words) for word in choice) / len(choice) for choice in place.choices)


def _best(word: str, words: tuple[str, ...]) -> float:
    return 1.0 if word in words else max((_alike(word, other) for other in words), default=0.0)


@lru_cache(maxsize=4096)
def _alike(word: str, other: str) -> float:
    """Give how similar two words are; 0 for words that are not misspellings of each other."""
    if abs(len(word) - len(other)) > 2 or min(len(word), len(other)) < 3:
        return 0.0
    ratio = SequenceMatcher(None, word, other).ratio()
    return ratio if ratio >= ALIKE else 0.0


def nearest(text: str, patterns: Iterable[Pattern], limit: int = 3) -> list[Pattern]:
    """List the patterns that are most similar to a text; those with no word in common are left out."""
    ranked = [(closeness(text, pattern), pattern) for pattern in patterns]
    near = sorted([pair for pair in ranked if pair[0] > 0], key=lambda pair: -pair[0])
    return [pattern for _, pattern in near[:limit]]


def respelt(text: str, pattern: Pattern) -> str | None:
    """Give a text with the words that a pattern asks for in place of their misspellings; None if it has not all of them."""
    words, said = _words(text)[:_WORDS_COMPARED], text
    for place in _required(pattern.places):
        best = max((_best(choice[0], words), choice[0]) for choice in place.choices)
        if best[0] == 0 or (best[0] < 1 and len(best[1]) < 3):
            return None
        if best[0] < 1:
            wrong = max(words, key=lambda word: _alike(best[1], word))
            said = re.sub(rf"\b{re.escape(wrong)}\b", best[1], said, count=1, flags=re.IGNORECASE)
    return said if said != text else None


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """Give the word of which another may be a misspelling, in any letter case."""
    return _nearest_word(word[:_LONGEST_WORD].lower(), tuple(islice(words, _WORDS_TRIED)))


@lru_cache(maxsize=1024)
def _nearest_word(word: str, words: tuple[str, ...]) -> str | None:
    """Find it; the same misspelling among the same words is searched once."""
    known = {each.lower(): each for each in words}
    found = get_close_matches(word, known, n=1, cutoff=0.6)
    return known[found[0]] if found else None


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence pattern, with what it compiles to."""

    kind: str  # effect, condition or trigger
    pattern: Pattern
    build: Callable[[Any], Any]  # the function that compiles it from its slots
    example: str
    about: str = ""


class PhraseTable(tuple[Phrase, ...]):
    """All phrases of a language, of which those that a line may be are found by the words of the line."""

    @cached_property
    def _rows(self) -> dict[tuple[str, str], list[int]]:
        """The phrases of each kind by one word that they require, or by each word of a choice; "" for those without any."""
        found: dict[tuple[str, str], list[int]] = {}
        for row, phrase in enumerate(self):
            pattern = phrase.pattern
            signs = (max(pattern.needed, key=lambda word: (len(word), word)),) if pattern.needed else (*pattern.choices, ("",))[0]
            for word in signs:
                found.setdefault((phrase.kind, word), []).append(row)
        return found

    def fitting(self, kind: str, words: frozenset[str]) -> list[Phrase]:
        """List the phrases of a kind that a line with some words may be, in the order of the table."""
        rows = {row for word in ("", *words) for row in self._rows.get((kind, word), ())}
        return [self[row] for row in sorted(rows) if self[row].pattern.may_fit(words)]


def table(kind: str, rows: Iterable[tuple[str, Callable[[Any], Any], str, str]]) -> tuple[Phrase, ...]:
    """Make phrases of one kind, each from its pattern, what it compiles to, an example and its meaning."""
    return tuple(Phrase(kind, Pattern(pattern), build, example, about) for pattern, build, example, about in rows)
