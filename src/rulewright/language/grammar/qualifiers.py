"""The qualifiers of a noun phrase: where things are, whose they are, which conditions hold of them, and which are left out.

Each stands behind the noun that it belongs to. Its arguments are somebody known, a noun phrase of its own, or a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar import noun_heads
from rulewright.language.grammar.noun_heads import RANKS
from rulewright.language.grammar.somebody import amount, condition, single
from rulewright.language.names.names import Names
from rulewright.language.text import notation
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program import building, expressions, signs
from rulewright.program.expressions import NONE, Expression, Near
from rulewright.program.modes import Bearing, Link, Quality, Tie, Want
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import ASKER
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.grammar.nouns import NounReader

Tests = Iterator[Expression]
Match = re.Match[str]
IT, ACTOR = building.IT, building.ACTOR

WAITING, WAITED = expressions.Lies(NOWHERE), expressions.Lies(NOWHERE - 1)
"""What is said of things that wait, or have waited: it says where they come from, and is no test of each."""

OWNER = expressions.Related(Link.PLAYER, IT, owned=True)
PLACE, HOST, PLAYER = (expressions.Related(link, IT) for link in (Link.PLACE, Link.HOST, Link.PLAYER))
HERE = expressions.Related(Link.PLACE, building.SOURCE)
NO_PLACE = building.negated(expressions.About(PLACE, ()))


def known(reader: NounReader, text: str) -> Expression | None:
    """Read whom a qualifier compares with; `it` is what a loop has come to or a trigger was about, not the thing looked at."""
    who = single(reader.names, text)
    if who is not None and reader.names.met:
        found: Expression = building.outward(who)
        return found
    if who is not None and building.mentions(who, "it"):
        message = f"{text!r} would be each thing that is looked at here, compared with itself"
        reader.complain(reader.names.fail(reader.span, message, "the target, the actor, this, the chosen one or a name"))
        return None
    return who


def _some(reader: NounReader, text: str, of: Expression) -> Tests:
    """Test whether the thing that another is linked to is one of some things."""
    for tests in reader.indefinite(text):
        yield expressions.About(of, tests)


def _always(test: Expression) -> Callable[[NounReader, Match], Tests]:
    return lambda reader, found: iter((test,))


def _tied(how: Tie, denied: bool = False) -> Callable[[NounReader, Match], Tests]:
    """Test the relation of a thing to somebody known."""

    def build(reader: NounReader, found: Match) -> Tests:
        if (who := known(reader, found["who"])) is not None:
            word = reader.names.exact_word(found["word"]) if "word" in found.re.groupindex else NONE
            test = expressions.Relation(how, who, word)
            yield building.negated(test) if denied else test

    return build


def _linked(how: Tie, link: Expression, denied: bool = False) -> Callable[[NounReader, Match], Tests]:
    """Test the relation of a thing to somebody known, or whether the thing that it is linked to is one of some things."""
    tied = _tied(how)

    def build(reader: NounReader, found: Match) -> Tests:
        somebody = single(reader.names, found["who"]) is not None
        for test in tied(reader, found) if somebody else _some(reader, found["who"], link):
            yield building.negated(test) if denied else test

    return build


def _attached(reader: NounReader, found: Match) -> Tests:
    if found["who"] in ("nothing", "anything"):
        hosted = expressions.About(HOST, ())
        yield hosted if found["who"] == "anything" else building.negated(hosted)
    else:
        yield from _linked(Tie.ATTACHED, HOST)(reader, found)


def _with_some(reader: NounReader, found: Match) -> Tests:
    """Ask how many of some things there are for a thing: `with no card at it`, `with at least 2 allies adjacent to it`."""
    words = re.sub(r"\bthem\b", "it", re.sub(r"\btheir\b", "its", found["things"]))
    count = expressions.Constant(0) if found["count"] == "no" else amount(reader.names, found["count"], reader.span)
    op: signs.Comparison = "=" if found["count"] == "no" else COUNTED[found["how"]]
    with reader.names.calling_it(ASKER):
        asked = reader.apart().queries(words)
        tests = [expressions.Compare(op, building.count(building.for_it(things)), count) for things in asked]
    yield from tests


COUNTED: dict[str | None, signs.Comparison] = {None: ">=", "at least ": ">=", "at most ": "<=", "exactly ": "=",
                                               "more than ": ">", "fewer than ": "<"}  # fmt: skip
"""How the number of some things is compared with a given one."""


def _subject(reader: NounReader, found: Match) -> Tests:
    if structure := reader.names.structure(found["name"]):
        yield building.is_it(expressions.Related(Link.SUBJECT, structure=reader.names.procedure(structure)))


def _near(reader: NounReader, who: str, there: Near, back: Near) -> Tests:
    """Test where a thing is, seen from somebody known or from one of some things; `back` is the test in the other direction."""
    if single(reader.names, who) is not None:
        if (centre := known(reader, who)) is not None:
            yield replace(there, who=centre)
    elif who.split(" ")[0] in noun_heads.INDEFINITE:
        for things in reader.queries(who):
            yield building.there_are(replace(things, tests=(*things.tests, replace(back, who=building.ASKER)), asked=True))


def _within(reader: NounReader, found: Match) -> Tests:
    near = expressions.Near(Bearing.WITHIN, ACTOR, amount(reader.names, found["amount"], reader.span))
    return _near(reader, found["who"], near, near) if found["who"] else iter((near,))


def _in_sight(reader: NounReader, found: Match) -> Tests:
    near = expressions.Near(Bearing.SEEN, ACTOR)
    return _near(reader, found["who"], near, near) if found["who"] else iter((near,))


def _in_cover(reader: NounReader, found: Match) -> Tests:
    covered = expressions.Near(Bearing.SEEN, ACTOR, cover=True)
    return _near(reader, found["who"], covered, covered) if found["who"] else iter((covered,))


def _ways(ways: tuple[signs.Direction, ...], tiles: Expression | None = None, exact: bool = False) -> tuple[Near, Near]:
    """Give some directions, and the opposite ones."""
    back = tuple(building.EVERY_WAY[building.EVERY_WAY.index(way) - 4] for way in ways)
    there = expressions.Near(Bearing.WITHIN, ACTOR, tiles, along=ways, exact=exact)
    return there, replace(there, along=back)


def _beside(ways: tuple[signs.Direction, ...]) -> Callable[[NounReader, Match], Tests]:
    return lambda reader, found: _near(reader, found["who"], *_ways(ways, expressions.Constant(1)))


def _direction(reader: NounReader, found: Match) -> Tests:
    """Ask whether a thing is straight above, below or in another direction of somebody: directly, so many tiles, or anywhere."""
    ways = WAYS[found["way"].removeprefix("to the ").removesuffix(" of")]
    tiles = amount(reader.names, found["amount"], reader.span) if found["amount"] else None
    directly = expressions.Constant(1) if found["near"] else None
    return _near(reader, found["who"], *_ways(ways, tiles or directly, exact=tiles is not None))


def _between(reader: NounReader, found: Match) -> Tests:
    one, other = known(reader, found["who"]), known(reader, found["other"])
    if one is not None and other is not None:
        yield expressions.Near(Bearing.BETWEEN, one, across=other)


STRAIGHT, SLANTED = building.EVERY_WAY[::2], building.EVERY_WAY[1::2]
WAYS: dict[str, tuple[signs.Direction, ...]] = {
    "above": ("N",), "below": ("S",), "left": ("W",), "right": ("E",), "north": ("N",), "south": ("S",), "west": ("W",),
    "east": ("E",), "northeast": ("NE",), "southeast": ("SE",), "southwest": ("SW",), "northwest": ("NW",),
    "straight from": building.EVERY_WAY, "diagonally from": SLANTED, "orthogonally from": STRAIGHT,
    "in line with": building.EVERY_WAY, "in the same row as": ("E", "W"), "in the same column as": ("N", "S"),
    "on the same diagonal as": SLANTED,
}  # fmt: skip
"""The words for directions on a map, or on a board as it is drawn."""
_WAY = "|".join(f"(?:to the )?{way} of" if way[0] in "lrnsew" and " " not in way else way for way in WAYS)


def _lying(reader: NounReader, found: Match) -> Tests:
    """Ask in which zone a thing lies: in anybody's, in the actor's, or in that of somebody or of one of some players."""
    names, (whose, name) = reader.names, _kept(reader.names, found["zone"])
    zone = names.zone(name)
    if zone is None:
        return
    if not whose:
        keeper = names.keepers.get(plain(name))
        yield expressions.Lies(zone, names.called(keeper) if keeper else None)
    elif whose == "your":
        yield expressions.Lies(zone, ACTOR)
    elif (owner := known(reader, "it" if whose == "its" else whose)) is not None:
        yield expressions.Lies(zone, owner)
    elif whose not in ("its", "its owner"):
        for test in _some(reader, whose, PLAYER):
            yield building.every((expressions.Lies(zone), test))


def _kept(names: Names, text: str) -> tuple[str, str]:
    """Take the words for a zone apart: whose it is, in any words, and its name."""
    for start in ("", "any ", "the ", "a ", "your ", "its "):
        if text.startswith(start) and names.zone(text.removeprefix(start)) is not None:
            return start.strip() if start in ("your ", "its ") else "", text.removeprefix(start)
    whose, _, name = text.rpartition("'s ")
    return whose, name


def _marked(reader: NounReader, found: Match) -> Tests:
    if any(mark == found["name"] or mark.endswith(f" {found['name']}") for mark in reader.names.marks):
        yield expressions.Stands(reader.names.exact_word(found["name"]))


def _cast(reader: NounReader, found: Match) -> Tests:
    if found["name"] in reader.names.casts:
        yield expressions.OfCast(reader.names.exact_word(found["name"]))


def _with(reader: NounReader, found: Match) -> Tests:
    yield condition(reader.names, notation.condition(found["test"], reader.span))


def _so_much(reader: NounReader, found: Match) -> Tests:
    """Ask how much a thing has of a stat, in words: `with power 4 or greater`, `who has fewer than 3 Food`, `with no Mana`."""
    for pattern in SO_MUCH:
        if (said := pattern.fullmatch(found["much"])) is not None and (
            stat := reader.names.declared(said["stat"].strip("[]"))
        ) is not None:
            number = NUMBER_WORDS.get(said["count"], said["count"])
            sign = SIGNS.get(said["how"] or "", "=") if number != "no" else "="
            test = f"[{reader.names.stats[stat].name}] {sign} {0 if number == 'no' else number}"
            yield condition(reader.names, notation.condition(test, reader.span))


SIGNS = {
    **dict.fromkeys(("at least", "more", "greater", "higher", "better", "above"), ">="),
    **dict.fromkeys(("at most", "up to", "no more than", "less", "fewer", "lower", "below"), "<="),
    **{"more than": ">", "fewer than": "<", "less than": "<", "exactly": "="},
}
"""Words for a comparison, before a number or, after `or`, behind it."""


def _most(reader: NounReader, found: Match) -> Tests:
    """Ask whether a thing has the most of a stat; among which it has is known when the noun phrase has been read."""
    stat = reader.names.declared(found["stat"].strip("[]"))
    if stat is not None:
        whose = reader.names.whose(IT, stat)
        yield expressions.Compare("=", whose, expressions.Measure(Want.MOST, NOTHING, stat, RANKS[found["rank"]]))


NOTHING = expressions.Query((), "")


def ranks(test: Expression) -> bool:
    """Say whether a test compares a thing with the others of its noun phrase."""
    return isinstance(test, expressions.Compare) and isinstance(test.right, expressions.Measure) and test.right.of == NOTHING


def ranked(test: Expression, among: expressions.Query) -> Expression:
    """Give such a test with those that things are compared with."""
    assert isinstance(test, expressions.Compare) and isinstance(test.right, expressions.Measure)
    return replace(test, right=replace(test.right, of=among))


def _other_than(reader: NounReader, found: Match) -> Tests:
    """Leave out somebody known, the place where this card is, or all of some things."""
    if found["who"] == "here":
        yield building.other_than(HERE)
    elif single(reader.names, found["who"]) is not None:
        if (who := known(reader, found["who"])) is not None:
            yield building.other_than(who)
    else:
        for tests in reader.indefinite(found["who"]):
            yield building.negated(building.every(tests))


def _owns(reader: NounReader, found: Match) -> Tests:
    """Ask whether a thing is controlled by somebody: `it controls`, `target does not control`."""
    if (who := known(reader, found["who"])) is not None:
        test = expressions.Relation(Tie.OWNER, who)
        yield building.negated(test) if "does not" in found[0] else test


def _owned(reader: NounReader, found: Match) -> Tests:
    """Ask whether the actor's player owns a thing, whoever controls it."""
    test = expressions.About(OWNER, (OWNED,))
    yield building.negated(test) if found["not"] else test


def _past(reader: NounReader, found: Match) -> Tests:
    """Ask what a thing has done, or what was done to it, in a structure in progress."""
    from rulewright.language.grammar import past_words  # imported here, because that module imports this one

    if structure := reader.names.structure(found["structure"]):
        yield past_words.of_it(reader.names, found["deed"], structure, reader.span)


def _that(reader: NounReader, found: Match) -> Tests:
    """Read an adjective or another qualifier as a clause of its own, which may be denied."""
    adjective, somebody = noun_heads.adjective(reader.names, found["rest"]), single(reader.names, found["rest"])
    tests = [adjective] if adjective is not None else [each.test for each in reader.qualifier(found["rest"])]
    if somebody is not None and adjective is None and (who := known(reader, found["rest"])) is not None:
        tests = [building.is_it(who)]
    for test in tests:
        if not found["not"]:
            yield test
        elif test not in (WAITING, WAITED):
            yield building.negated(test)


OWNED = expressions.Relation(Tie.OWNER, ACTOR)
WHO = r"(?P<who>.+)"

_BEFORE = "at least|at most|up to|no more than|more than|fewer than|less than|exactly"
_BEHIND = "more|greater|higher|better|above|less|fewer|lower|below"
_COUNT = rf"(?P<count>\d+|{'|'.join(word for word in NUMBER_WORDS if word not in ('twice', 'thrice'))})"
_STAT = r"(?P<stat>[a-z\[][\w\[\] ]*?)"
SO_MUCH = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<how>{_BEFORE}) {_COUNT} {_STAT}",
        rf"{_COUNT} or (?P<how>{_BEHIND}) {_STAT}",
        rf"{_COUNT} {_STAT} or (?P<how>{_BEHIND})",
        rf"(?:an? )?{_STAT} (?:of )?{_COUNT} or (?P<how>{_BEHIND})",
        rf"(?:an? )?{_STAT} (?:of )?(?P<how>{_BEFORE}) {_COUNT}",
        rf"(?P<how>)(?P<count>no) {_STAT}(?: left)?",
    )
)
"""How somebody says how much a thing has."""

QUALIFIERS: tuple[tuple[str, str, Callable[[NounReader, Match], Tests]], ...] = (
    ("having", rf"that (?:has|have) {WHO} as (?P<word>[\w-]+)", _tied(Tie.NOTES)),
    ("not having", rf"that (?:does|do) not have {WHO} as (?P<word>[\w-]+)", _tied(Tie.NOTES, denied=True)),
    (
        "with some",
        r"with (?P<how>at least |at most |exactly |more than |fewer than )?(?P<count>no|an?|\d+|[a-z]+|\[.+?\]) (?:of )?"
        r"(?P<things>.*\b(?:it|them|its|their)\b.*)",
        _with_some,
    ),
    ("abroad", "abroad", _always(expressions.Trait(Quality.ABROAD))),
    ("not at", rf"not at {WHO}", _linked(Tie.AT, PLACE, denied=True)),
    ("noted", rf"noted as (?P<word>[\w-]+) of {WHO}", _tied(Tie.NOTED)),
    ("allied with", rf"allied with {WHO}", _tied(Tie.ALLY)),
    ("opposed to", rf"opposed to {WHO}", _tied(Tie.ENEMY)),
    ("uncontrolled by", rf"not controlled by {WHO}", _linked(Tie.OWNER, PLAYER, denied=True)),
    ("controlled by", rf"controlled by {WHO}", _linked(Tie.OWNER, PLAYER)),
    ("home", "at home", _always(NO_PLACE)),
    ("at", rf"at (?!home$){WHO}", _linked(Tie.AT, PLACE)),
    ("here", "here", _always(expressions.Relation(Tie.TOGETHER, building.SOURCE))),
    ("elsewhere", "elsewhere", _always(building.negated(expressions.Relation(Tie.TOGETHER, building.SOURCE)))),
    ("together", r"with (?P<who>this|target|it)", _tied(Tie.TOGETHER)),
    ("within", r"within (?P<amount>\S+|\[.+\]) tiles?(?: of (?P<who>.+))?", _within),
    ("namesake", rf"called like {WHO}", _tied(Tie.NAMESAKE)),
    ("adjacent", rf"adjacent to {WHO}", _beside(building.EVERY_WAY)),
    ("next to", rf"(?:orthogonally adjacent|next) to {WHO}", _beside(STRAIGHT)),
    ("diagonal", rf"(?:diagonally adjacent|diagonal) to {WHO}", _beside(SLANTED)),
    ("direction", rf"(?P<near>directly )?(?:exactly (?P<amount>\S+|\[.+\]) tiles? )?(?P<way>{_WAY}) {WHO}", _direction),
    ("cover", rf"in cover(?: from {WHO})?", _in_cover),
    ("between", rf"between {WHO} and (?P<other>.+)", _between),
    ("attached", rf"attached to {WHO}", _attached),
    ("subject", r"of (?:the|this) (?P<name>.+)", _subject),
    ("waited", r"that (?:is or was|are or were) on (?:a|the) stack", _always(WAITED)),
    ("stacked", r"on (?:a|the) stack", _always(WAITING)),
    ("lying", r"(?:in|from) (?P<zone>.+)", _lying),
    ("owned", "you (?P<not>do not )?own", _owned),
    ("others", "you do not control", _always(building.negated(OWNED))),
    ("controlled", "you control", _always(OWNED)),
    ("run", "run by a strategy", _always(expressions.Trait(Quality.RUN_BY_STRATEGY))),
    ("sight", rf"in sight(?: of {WHO})?", _in_sight),
    ("with", r"(?:with|whose) (?P<test>(?:not )?[\[(].+)", _with),
    ("so much", r"(?:with|having|(?:that|who|which) (?:has|have)) (?P<much>.+)", _so_much),
    ("most", rf"with (?:the )?(?P<rank>{'|'.join(RANKS)}) (?P<stat>.+)", _most),
    ("owns", r"(?P<who>it|that player|target|the target|the attacker) (?:does not )?controls?", _owns),
    ("play", "in play", _always(building.IN_PLAY)),
    ("off", "off the map", _always(expressions.Trait(Quality.OFF_MAP))),
    ("marked", r"on (?:the |an? )?(?P<name>.+)", _marked),
    ("cast", r"of (?:the cast )?(?P<name>.+)", _cast),
    ("other than", rf"(?:other than|except) {WHO}", _other_than),
    ("past", r"(?:that|which|who) (?P<deed>.+) this (?P<structure>.+)", _past),
    ("that", r"(?:that|who|which) (?:(?:is|are) (?P<not>not )?)?(?P<rest>.+)", _that),
)

OPENING = frozenset([
    "abroad", "above", "adjacent", "allied", "and", "at", "attached", "below", "between", "called", "controlled", "diagonal",
    "diagonally", "directly", "east", "elsewhere", "exactly", "except", "from", "here", "in", "it", "left", "next", "north",
    "northeast", "northwest", "not", "noted", "of", "off", "on", "opposed", "orthogonally", "other", "right", "run", "south",
    "southeast", "southwest", "straight", "target", "that", "the", "to", "west", "which", "who", "whose", "with", "within", "you",
    "having",
])  # fmt: skip
"""The words that a qualifier may begin with."""

NEAREST = ("that", "who", "which", "whose", "other than here", "except here")
"""The words that begin a qualifier which always belongs to the nearest noun before it."""


@lru_cache(maxsize=8192)
def fitting(words: str) -> tuple[tuple[int, Match], ...]:
    """List the qualifiers that some words have the shape of, whatever they name."""
    tried = ((at, re.fullmatch(pattern, words)) for at, (_, pattern, _) in enumerate(QUALIFIERS))
    return tuple([(at, found) for at, found in tried if found is not None])
