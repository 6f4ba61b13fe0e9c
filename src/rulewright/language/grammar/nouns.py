"""Noun phrases: who and what an English line refers to.

A noun phrase is a quantity, some adjectives, a noun and some qualifiers: `all enemies within 2 tiles of target`. Every way to
read one is tried: a qualifier behind a second noun may belong to either, and where that makes a difference it is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.check.problems import Indefinite, Problem, RuleTextError, TwoReadings, Unreadable
from rulewright.language.grammar import mentioned, noun_heads, qualifiers
from rulewright.language.grammar.patterns import Gap, did_you_mean
from rulewright.language.grammar.readings import ClauseReading, meaning
from rulewright.language.grammar.somebody import single
from rulewright.language.names.names import Names
from rulewright.language.text.source import BRACKETED, Span
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Source, Want
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

_PIECES = re.compile(rf"(?:{BRACKETED}|[^\s\[\]])+|\S")
_QUANTITIES = (*noun_heads.MANY, *noun_heads.ONE)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase read: several or one, and the things it can be."""

    many: bool
    things: expressions.Query


class Qualified(NamedTuple):
    """The tests of a qualifier, its words, and the place of a noun in them to which a further qualifier may belong."""

    test: Expression
    words: str
    noun: int = NOWHERE

    @property
    def shown(self) -> str:
        """The words with the noun in parentheses."""
        return self.words if self.noun == NOWHERE else f"{self.words[: self.noun]}({self.words[self.noun :]})"


class NounReading(NamedTuple):
    """A noun phrase: the words and tests of its head, and its qualifiers."""

    words: str
    head: tuple[Expression, ...]
    behind: tuple[Qualified, ...]

    @property
    def tests(self) -> tuple[Expression, ...]:
        """What is asked of each thing."""
        return (*self.head, *[each.test for each in self.behind])

    @property
    def shown(self) -> str:
        """The words with nouns inside them in parentheses, which tells what belongs to which."""
        return " ".join([self.words, *[each.shown for each in self.behind]]).strip()

    @property
    def clearer(self) -> str:
        """The words in an order that has only this reading: a qualifier that contains a noun comes last."""
        return " ".join([self.words, *[each.words for each in sorted(self.behind, key=lambda each: each.noun != NOWHERE)]])


class NounReader:
    """Reads one noun phrase in every way; no part of it is read twice."""

    __slots__ = ("complaint", "names", "read", "span")

    def __init__(self, names: Names, span: Span) -> None:
        self.names, self.span = names, span
        self.read: dict[str, tuple[NounReading, ...]] = {}
        self.complaint: Unreadable | RuleTextError | None = None

    def complain(self, error: Unreadable | RuleTextError) -> None:
        """Keep what is wrong with a way to read it, in case there is no other."""
        self.complaint = self.complaint or error

    def phrases(self, words: str) -> tuple[NounReading, ...]:
        """Give every reading of a noun phrase, with or without a quantity."""
        if words not in self.read:
            self.read[words] = tuple(self._phrases(words))
        return self.read[words]

    def _phrases(self, words: str) -> list[NounReading]:
        pieces = _PIECES.findall(words)
        others = (noun_heads.others(self.names),) if pieces[:1] == ["another"] else ()
        start = 1 if pieces and pieces[0] in _QUANTITIES and len(pieces) > 1 else 0
        start += pieces[1:2] == ["of"] and pieces[0] in noun_heads.OUT_OF
        found: list[NounReading] = []
        for end in range(len(pieces), start, -1):
            cut = end == len(pieces) or pieces[end] in qualifiers.OPENING
            head = noun_heads.read(self.names, pieces[start:end]) if cut else None
            if head is not None:
                said = " ".join(pieces[:end])
                found += [NounReading(said, (*others, *head), rest) for rest in self._behind(" ".join(pieces[end:]), False)]
        return [self._different(each, words) for each in _unlike(found)]

    def _different(self, read: NounReading, words: str) -> NounReading:
        """Give the same noun phrase, in which `other` leaves out what the lines before have spoken of."""
        if noun_heads.OTHERS not in read.head or not self.names.mentioned:
            return read
        out = mentioned.left_out(self.names, query(self.names, words, read.tests), words, self.span)
        head = [test for each in read.head for test in (out if out and each == noun_heads.OTHERS else (each,))]
        return read._replace(head=tuple(dict.fromkeys(head)))

    def behind(self, words: str) -> list[NounReading]:
        """Give every reading of qualifiers without a noun before them."""
        return [NounReading("", (), each) for each in self._behind(words, False)]

    def _behind(self, words: str, after_noun: bool) -> Iterator[tuple[Qualified, ...]]:
        """Give the readings of what stands behind a noun: any number of qualifiers."""
        pieces = _PIECES.findall(words)
        if not words:
            yield ()
        if not words or pieces[0] not in qualifiers.OPENING or (after_noun and words.startswith(qualifiers.NEAREST)):
            return
        for end in range(1, len(pieces) + 1):
            if end == len(pieces) or pieces[end] in qualifiers.OPENING:
                for first in self.qualifier(" ".join(pieces[:end])):
                    for rest in self._behind(" ".join(pieces[end:]), first.noun != NOWHERE):
                        yield (first, *rest)

    def qualifier(self, words: str) -> Iterator[Qualified]:
        """Give the readings of one qualifier."""
        bare = words.removeprefix("and ")
        for at, found in qualifiers.fitting(bare):
            kind, _, build = qualifiers.QUALIFIERS[at]
            try:
                tests = tuple(build(self, found))
            except TwoReadings:
                raise
            except (Unreadable, RuleTextError) as error:
                self.complain(error)
                continue
            who = found["who"] if kind in _WITH_NOUNS else None
            inner = who is not None and single(self.names, who) is None and who not in ("nothing", "anything", "here")
            noun = len(words) - len(bare) + found.start("who") if inner else NOWHERE
            yield from [Qualified(test, words, noun) for test in tests]

    def indefinite(self, words: str) -> Iterator[tuple[Expression, ...]]:
        """Give the readings of a noun phrase inside a qualifier, as tests: one of some things, in play or not."""
        if words.split(" ")[0] in (*noun_heads.MANY, "the"):
            return
        for each in self.phrases(words):
            if qualifiers.WAITING not in each.tests and qualifiers.WAITED not in each.tests:
                yield tuple(test for test in each.tests if test != building.IN_PLAY)

    def apart(self) -> NounReader:
        """Give a reader for a noun phrase in which words have another meaning; its problems are also problems of this one."""
        return NounReader(self.names, self.span)

    def queries(self, words: str) -> Iterator[expressions.Query]:
        """Give the readings of a noun phrase as things to look for."""
        for each in self.phrases(words):
            yield query(self.names, words, each.tests)


_WITH_NOUNS = frozenset([
    "adjacent", "at", "attached", "controlled by", "cover", "diagonal", "direction", "next to", "not at", "other than", "sight",
    "uncontrolled by", "within",
])  # fmt: skip
"""The qualifiers that may hold a noun phrase to their end."""


def _unlike(found: Sequence[NounReading]) -> list[NounReading]:
    """Leave out readings that ask the same as one before them."""
    return [each for at, each in enumerate(found) if not any(_same(each, other) for other in found[:at])]


def _same(one: NounReading, other: NounReading) -> bool:
    """Say whether two readings ask the same, in whatever order."""
    tests, others = [meaning(test) for test in one.tests], [meaning(test) for test in other.tests]
    return all(test in others for test in tests) and all(test in tests for test in others)


def query(names: Names, text: str, tests: tuple[Expression, ...]) -> expressions.Query:
    """Make a query from tests; the tests also decide where its things come from."""
    waiting = qualifiers.WAITING, qualifiers.WAITED
    source = Source.WAITED if waiting[1] in tests else Source.WAITING if waiting[0] in tests else Source.PLAY
    zones = tuple(
        part.zone for test in tests for part in _all_hold(test) if isinstance(part, expressions.Lies) and part.zone >= 0
    )
    zones = zones or (names.piles if any(_out_of_play(names, test) for test in tests) else ())
    active: tuple[Expression, ...] = () if source is not Source.PLAY or zones else (building.IN_PLAY,)
    played = (building.other_than(building.SOURCE),) if names.playing in zones else ()  # a card that is played is in no hand
    kept = (*(test for test in tests if test not in waiting), *played)
    among = tuple(test for test in (*active, *kept) if not qualifiers.ranks(test))
    things = expressions.Query(among, names.spoken(text), zones, source)
    return replace(things, tests=(*among, *(qualifiers.ranked(test, things) for test in kept if qualifiers.ranks(test))))


def _out_of_play(names: Names, test: Expression) -> bool:
    """Say whether a test asks whether a thing has left play, so that it is looked for where things lie afterwards."""
    if not isinstance(test, expressions.Compare) or not isinstance(test.left, expressions.PastActions):
        return False
    events = [counted.test.node for counted in names.counted if counted.key == test.left.key]
    return any(isinstance(part, expressions.Happens) and part.passing in LEAVING for part in building.walk(tuple(events)))


LEAVING = ("died", "left play", "removed")
"""The ways in which a thing is out of play afterwards."""


def _all_hold(test: Expression) -> Iterator[Expression]:
    """Give the tests that must hold for one to hold."""
    yield test
    if isinstance(test, expressions.Logic) and building.joined(test, building.every(()).how):
        yield from test.parts


def phrase(names: Names, text: str, span: Span) -> Noun:
    """Read a noun phrase."""
    words = plain(text)
    reader = NounReader(names, span)
    found = reader.phrases(words)
    if len(found) > 1 and not names.pinned(span):
        raise _two(names, text, span, found)
    if not found and " or " in words and (either := _either(names, text, span, words)) is not None:
        return either
    if not found:
        raise reader.complaint or _nothing(names, text, words, span)
    return Noun(words.split(" ")[0] in noun_heads.MANY, query(names, text, found[0].tests))


def _either(names: Names, text: str, span: Span, words: str) -> Noun | None:
    """Read `a creature or a player`: what is one or the other, where both are looked for in the same places."""
    cuts = [(words[: cut.start()], words[cut.end() :]) for cut in re.finditer(" or ", words)]
    for parts in cuts:
        try:
            nouns = [phrase(names, part, span) for part in parts]
        except TwoReadings:
            raise
        except (Unreadable, RuleTextError):
            continue
        if len({(noun.things.zones, noun.things.source) for noun in nouns}) == 1 and not any(noun.many for noun in nouns[1:]):
            either = building.some(building.every(noun.things.tests) for noun in nouns)
            return Noun(nouns[0].many, replace(nouns[0].things, tests=(either,), words=names.spoken(text)))
    return None


def _two(names: Names, text: str, span: Span, found: Sequence[NounReading]) -> TwoReadings:
    """Give the error for a noun phrase in which it is not clear what belongs to which noun."""
    message = f"{text!r} has two readings: {found[0].shown!r}, or {found[1].shown!r}"
    clear = [each.clearer for each in found if each.clearer != plain(text)]
    expected = f"{clear[0]!r}; or `that …`, `whose …` behind the noun that is meant" if clear else "`that …` or `whose …`"
    return TwoReadings(Problem(span, message, expected))


def _nothing(names: Names, text: str, words: str, span: Span) -> Unreadable:
    """Give the error for words that name nothing."""
    noun = words.split(" ")[-1]
    near = did_you_mean(noun, [*noun_heads.GENERAL, *noun_heads.PLURALS, *names.kinds])
    line = f" (`Kind {noun.title()}: …`)" if noun.isalpha() else ""
    expected = f"actor, target, ally, enemy, a name, or a kind that a line declares{line}"
    return names.unknown(span, f"{text!r} names nothing that the book knows", expected, near or "")


def predicate(names: Names, text: str, span: Span) -> tuple[Expression, ...]:
    """Read what stands behind `is`, as tests: an adjective, qualifiers, somebody, or a noun phrase; `not` denies it."""
    before, names.mentioned = names.mentioned, ()  # `target is another unit` does not mean another than the target
    try:
        return _predicate(names, text, span)
    finally:
        names.mentioned = before


def _predicate(names: Names, text: str, span: Span) -> tuple[Expression, ...]:
    words = plain(text)
    if words.startswith("not "):
        return (building.negated(building.every(predicate(names, words[4:], span))),)
    known = single(names, words)
    if known is not None:
        return (building.is_it(known),)
    adjective = noun_heads.adjective(names, words)
    if adjective is not None:
        return (adjective,)
    reader = NounReader(names, span)
    found = [*_unlike(reader.behind(words)), *([] if words.split(" ")[0] in noun_heads.MANY else reader.phrases(words))]
    if len(found) > 1 and not names.pinned(span):
        raise _two(names, text, span, found)
    if not found:
        raise reader.complaint or _nothing(names, text, words, span)
    tests = found[0].tests
    if any(map(qualifiers.ranks, tests)):
        tests = query(names, text, tests).tests
    return tests if found[0].words == "" else tuple(test for test in tests if test != building.IN_PLAY)


def whom(names: Names, text: str, span: Span) -> Expression:
    """Read whom an effect is about: somebody known, or all of some things."""
    return single(names, text, span) or _things(names, text, span)


WORDED = "|".join(word for word, n in NUMBER_WORDS.items() if n > 1 and word not in ("twice", "thrice"))
NUMBERED = re.compile(rf"(?P<count>\d+|{WORDED}|(?-i:[B-HJ-Z])) (?P<rest>.+)")
"""So many things, which somebody chooses."""


def counting_first(found: list[ClauseReading]) -> list[ClauseReading]:
    """Prefer phrases with a slot for the number in `recycle 2 runes` to those in which `2 runes` are things to choose."""
    return [reading for reading in found if not any(map(_counts_things, reading.slots.values()))] or found


def _counts_things(gap: Gap) -> bool:
    return gap.kind in ("whom", "things") and NUMBERED.fullmatch(gap.text) is not None


def _things(names: Names, text: str, span: Span) -> expressions.Query:
    if (found := NUMBERED.fullmatch(text)) and phrase(names, f"all {found['rest']}", span):
        wrong = names.fail(span, f"{text!r} does not say which of them", "all …, or `choose` before it")
        raise Indefinite(wrong.problem, text)
    noun, one_of_them = phrase(names, text, span), plain(text).split(" ")[0] in CHOSEN_FROM and not names.pinned(span)
    if noun.many or (_compares(noun.things) and not one_of_them):
        return noun.things
    wrong = names.fail(span, f"{text!r} does not name a single thing", "target, actor, a name, or all / each …")
    raise Indefinite(wrong.problem, text) if plain(text).split(" ")[0] in CHOSEN_FROM else wrong


CHOSEN_FROM = ("a", "an", "another", "one")
"""The words with which an effect names one thing that somebody chooses."""


def _compares(things: expressions.Query) -> bool:
    """Say whether things are those that have the most or the least of a stat: it is all of them that share it."""
    return any(isinstance(part, expressions.Measure) and part.want is Want.MOST for part in building.walk(things))
