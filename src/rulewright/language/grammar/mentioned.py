"""Whom `other` and `another` leave out: what the lines before have spoken of, or else the actor and the card of the text."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.check.problems import Problem, TwoReadings
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program import building, expressions, marks
from rulewright.program.expressions import Expression, Query
from rulewright.program.modes import Source, Tie
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.spelled import plain

ENEMY = expressions.Relation(Tie.ENEMY, building.ACTOR)
CLOSE = frozenset([Tie.ALLY, Tie.OWNER, Tie.SELF])
THIS, IT, TARGET, TARGETS, ONE = "this", "it", "target", "all targets", "the chosen one"
GONE = ("died", "left play", "removed")
"""The ways in which a thing is out of play afterwards, so that nobody counts it among others."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a text has spoken of: the test that a thing is not it, what it can be, and its words."""

    test: Expression
    things: Query
    words: str
    loop: bool = False


def card(names: Names, types: Iterable[str]) -> Mention:
    """Give the card whose text is read: of which types it is."""
    tests = tuple(expressions.OfKind(names.word(each)) for each in types)
    return Mention(building.other_than(building.SOURCE), Query(tests, THIS), THIS)


def of_loop(names: Names, things: Expression | None) -> tuple[Mention, ...]:
    """Give what a line inside a loop speaks of: what the loop has come to, and whatever the text spoke of before."""
    picked = next((each.things for each in names.mentioned if each.words in (TARGET, TARGETS)), None)
    among = picked if isinstance(things, expressions.Picked) else things
    before = tuple(names.mentioned)
    return (Mention(building.other_than(building.OUTER), among, IT, True), *before) if isinstance(among, Query) else before


def picked(things: Query, several: bool) -> Mention:
    """Give what an action with a target speaks of."""
    if not several:
        return Mention(building.other_than(building.TARGET), things, TARGET)
    one_of_them = Query((expressions.Relation(Tie.SELF, building.ASKER),), "what was picked", source=Source.PICKED, asked=True)
    return Mention(building.there_are_none(one_of_them), things, TARGETS)


def of_trigger(listened: Iterable[Expression]) -> tuple[Mention, ...]:
    """Give what an ability speaks of by its trigger: what `it` is, if that is somebody else who is still there."""
    parts = list(listened)
    gone = any(isinstance(part, expressions.Happens) and part.passing in GONE for test in parts for part in building.walk(test))
    tests = [test for each in parts if isinstance(each, expressions.About) and each.who == building.IT for test in each.tests]
    own = any(isinstance(test, expressions.Relation) and test.how is Tie.SELF for test in tests)
    if gone or own or not tests:
        return ()
    return (Mention(building.other_than(building.OUTER), Query(tuple(tests), IT), IT),)


def chosen(names: Names, var: str, things: Query) -> None:
    """Remember what was chosen, for the lines after it."""
    mention = Mention(building.other_than(expressions.Slot(var)), things, ONE)
    names.mentioned = (*(each for each in names.mentioned if each != mention), mention)


def left_out(names: Names, things: Query, text: str, span: Span) -> tuple[Expression, ...]:
    """Say whom `other` leaves out of some things: what is spoken of and could be one of them; () if only the actor or card."""
    spoken = [each for each in names.mentioned if each.words != THIS and _may_be(names, each.things, things)]
    if not spoken or names.pinned(span):
        return ()
    if spoken[0].loop:
        return (spoken[0].test,)
    if own := _own(names, things):
        bare = text.replace("another ", "a ", 1) if text.startswith("another ") else text.replace("other ", "", 1)
        clear = [f"{bare} other than {words}" for words in (spoken[0].words, own)]
        message = f"{text!r} has two readings: {clear[0]!r}, or {clear[1]!r}"
        raise TwoReadings(Problem(span, message, "one of the two, or both: `other than …` may be said twice"))
    return tuple(dict.fromkeys(each.test for each in spoken))


def _kinds(names: Names, things: Query) -> set[int]:
    """List the kinds of thing that some things are: players, or kinds that the book declares."""
    declared = {names.word(kind) for kind in names.kinds if kind in names.own_marks}
    return {test.mark for test in things.tests if isinstance(test, expressions.OfKind)} & {marks.PLAYER, *declared}


def _may_be(names: Names, one: Query, other: Query) -> bool:
    """Say whether a thing may be one of some things and one of others, as far as their kinds, places and sides say."""
    kinds, others = _kinds(names, one), _kinds(names, other)
    apart = kinds and others and not kinds & others
    apart = apart or set(one.zones) != set(other.zones) or one.source != other.source
    apart = apart or (marks.PLAYER in kinds and not _maybe_player(names, other))
    apart = apart or (marks.PLAYER in others and not _maybe_player(names, one))
    mine, theirs = _sides(one), _sides(other)
    return not (apart or (Tie.ENEMY in mine and CLOSE & theirs) or (Tie.ENEMY in theirs and CLOSE & mine))


def _sides(things: Query) -> set[Tie]:
    """List how some things are related to the actor."""
    return {test.how for test in things.tests if isinstance(test, expressions.Relation) and test.who == building.ACTOR}


def _maybe_player(names: Names, things: Query) -> bool:
    """Say whether players may be among some things."""
    kinds = _kinds(names, things)
    return marks.PLAYER in kinds or (not kinds and "card" not in things.words)


def _own(names: Names, things: Query) -> str:
    """Name the actor or the card of the text, if it could be one of some things; "" if neither could."""
    if things.zones or things.source is not Source.PLAY or ENEMY in things.tests:
        return ""
    if any(each.words == THIS and _may_be(names, each.things, things) for each in names.mentioned):
        return THIS
    players = plain(names.subjects.get(names.turn, "")).endswith("player")
    return "the actor" if _maybe_player(names, things) or not players else ""
