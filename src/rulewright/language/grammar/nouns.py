"""Noun phrases: the things that a line refers to, durations, and the players of a window.

A noun phrase is a quantity, some adjectives, a noun and some qualifiers: `all enemies within 2 tiles of target`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.names import Names
from rulewright.language.text import notation, syntax
from rulewright.language.text.source import BRACKETED, Span
from rulewright.program import building, expressions, marks
from rulewright.program.durations import Until
from rulewright.program.expressions import Expression
from rulewright.program.modes import Bearing, Link, Quality, Source, Term, Tie
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

SINGLE = {
    "actor": "actor", "the actor": "actor", "this actor": "actor", "self": "actor", "itself": "actor", "you": "actor",
    "target": "target", "the target": "target", "attacker": "attacker", "the attacker": "attacker",
    "it": "it", "that actor": "it", "that player": "it", "this": "source", "this card": "source", "itself alone": "source",
    "me": "actor", "your": "actor", "each": "it", "the other": "other", "other": "other", "that one": "bound",
    "the doer": "doer",
}  # fmt: skip
"""Nouns for a thing in a variable of the procedure, and the name of the variable."""

MANY = ("all", "each", "every")
ONE = ("a", "an", "one", "any", "another", "the", "some")
GENERAL = {
    "actor": (),
    "target": (),
    "creature": (),
    "player": (),
    "ally": ("ally",),
    "enemy": ("enemy",),
    "opponent": ("enemy",),
    "companion": ("company",),
}
PLURALS = {"allies": "ally", "enemies": "enemy"}


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase after reading: one or several, and the possible things."""

    many: bool
    things: expressions.Query


def amount(names: Names, text: str, span: Span) -> Expression:
    """Read an amount."""
    return names.final(notation.amount(text, span))


def single(names: Names, text: str, span: Span | None = None) -> Expression | None:
    """Read a noun for one known thing."""
    words = plain(text).removesuffix("'s")
    if words in SINGLE:
        return names.role(SINGLE[words])
    if found := re.fullmatch(r"(?:the )?player (before|after) (.+?)(?: with (\[.+))?", words):
        who = single(names, found[2])
        test = _with(names, found[3], span) if found[3] and span else None
        return expressions.Next(who, -1 if found[1] == "before" else 1, test) if who is not None else None
    actor = names.actor(words)
    return expressions.Related(Link.CALLED, word=actor) if actor else _related(names, words)


def _related(names: Names, words: str) -> Expression | None:
    """Read a noun for one thing that is found from another: its place, its controller, a note, a choice."""
    if words in ("the active player", "the turn player"):
        return expressions.Related(Link.ACTIVE_PLAYER)
    if re.fullmatch(r"the chosen \w+", words):
        return expressions.Slot("chosen")
    if found := re.fullmatch(r"(its|your|this card's) (place|player|controller|host)", words):
        known = {"its": "it", "your": "actor", "this card's": "source"}
        return expressions.Related(RELATED[found[2]], names.role(known[found[1]]))
    found = re.fullmatch(r"the ([\w-]+) of (.+)", words)
    if found and (structure := names.structure(re.sub("^(the|this) ", "", found[2]))):
        return expressions.Related(Link.SUBJECT, word=structure)
    if not found or (who := single(names, found[2])) is None:
        return None
    return (
        expressions.Related(RELATED[found[1]], who)
        if found[1] in RELATED
        else expressions.Related(Link.NOTED, word=found[1], who=who)
    )


RELATED = {"place": Link.PLACE, "player": Link.PLAYER, "controller": Link.PLAYER, "host": Link.HOST}


def whom(names: Names, text: str, span: Span) -> Expression:
    """Read the object of an effect: a known thing, or all of some things."""
    return single(names, text, span) or _things(names, text, span)


def _things(names: Names, text: str, span: Span) -> expressions.Query:
    noun = phrase(names, text, span)
    if not noun.many:
        raise names.fail(span, f"{text!r} does not say which one", "target, actor, a name, or all / each …")
    return noun.things


def phrase(names: Names, text: str, span: Span) -> Noun:
    """Read a noun phrase."""
    words = plain(text)
    many = words.split(" ")[0] in MANY
    rest = words.split(" ", 1)[1] if words.split(" ")[0] in (*MANY, *ONE) and " " in words else words
    rest, tests = _qualifiers(names, rest, span)
    source = Source.WAITED if WAITED in tests else Source.WAITING if WAITING in tests else Source.PLAY
    found, zones = _noun(names, rest, text, span)
    lying = tuple(test.zone for test in tests if isinstance(test, expressions.Lies) and test.zone >= 0)
    kept = tuple(test for test in tests if test not in (WAITING, WAITED))
    active: tuple[Expression, ...] = () if source is not Source.PLAY or lying else (building.IN_PLAY,)
    others = (OTHERS,) if words.startswith("another ") else ()
    said = names.spoken(text)
    return Noun(many, expressions.Query((*active, *others, *found, *kept), said, (*lying, *zones), source))


WAITING, WAITED = expressions.Lies(NOWHERE), expressions.Lies(NOWHERE - 1)
"""Qualifiers for things that wait or have waited: they say where the things come from, and are not tests."""

QUALIFIERS: tuple[tuple[str, str], ...] = (
    (r"(.*?) that (?:has|have) (.+?) as ([\w-]+)", "having"),
    (r"(.*?) that (?:does|do) not have (.+?) as ([\w-]+)", "not having"),
    (r"(.*?) with no (.+) at (?:it|them)", "none there"),
    (r"(.*?) abroad", "abroad"),
    (r"(.*?) not at (.+)", "not at"),
    (r"(.*?) noted as ([\w-]+) of (.+)", "noted"),
    (r"(.*?) allied with (.+)", "allied with"),
    (r"(.*?) opposed to (.+)", "opposed to"),
    (r"(.*?) not controlled by (.+)", "uncontrolled by"),
    (r"(.*?) controlled by (.+)", "controlled by"),
    (r"(.*?) at home", "home"),
    (r"(.*?) at (.+)", "at"),
    (r"(.*?) here", "here"),
    (r"(.*?) with (this|target|it)", "together"),
    (r"(.*?) within (\S+) tiles?(?: of (.+))?", "within"),
    (r"(.*?) called like (.+)", "namesake"),
    (r"(.*?) adjacent to (.+)", "adjacent"),
    (r"(.*?) attached to (.+)", "attached"),
    (r"(.*?) of (?:the|this) (.+)", "subject"),
    (r"(.*?) that (?:is or was|are or were) on (?:a|the) stack", "waited"),
    (r"(.*?) on (?:a|the) stack", "stacked"),
    (r"(.*?) in (.+?)'s (.+)", "owned"),
    (r"(.*?) in your (.+)", "yours"),
    (r"(.*?) in (?:any |the |a )?(.+)", "lying"),
    (r"(.*?) you do not control", "others"),
    (r"(.*?) you control", "controlled"),
    (r"(.*?) in sight", "sight"),
    (r"(.*)(?<! and)(?: and)? with (\[.+)", "with"),
    (r"(.*?) in play", "play"),
    (r"(.*?) off the map", "off"),
    (r"(.*?) on (?:the |an? )?(.+)", "marked"),
    (r"(.*?) of (?:the cast )?(.+)", "cast"),
)


_WHOLE = [re.sub(r"^\(\.(\*\??)\)", lambda found: rf"((?:{BRACKETED}|[^\[\]]){found[1]})", said) for said, _ in QUALIFIERS]
"""The same for words with brackets: a qualifier is after or before a bracket, and does not begin inside one."""


def _qualifiers(names: Names, words: str, span: Span) -> tuple[str, tuple[Expression, ...]]:
    """Remove the qualifiers from the end of a noun phrase, one after another."""
    tests: list[Expression] = []
    before = ""
    while before != words:
        before, at = words, 0
        while (fits := _fits(words, at)) is not None:
            at, found = fits
            test = _qualifier(names, QUALIFIERS[at][1], found, span)
            if test is not None:
                words = found[1]
                tests.append(test)
            at += 1
    return words, tuple(tests)


@lru_cache(maxsize=8192)
def _fits(words: str, since: int) -> tuple[int, re.Match[str]] | None:
    """Give the first qualifier of a range that words may end with, by the words alone."""
    tried = ((at, re.fullmatch(_WHOLE[at] if "[" in words else QUALIFIERS[at][0], words)) for at in range(since, len(QUALIFIERS)))
    return next(((at, found) for at, found in tried if found), None)


def _with(names: Names, text: str, span: Span) -> Expression:
    """Read what follows `with`, which may be used several times."""
    _, tests = _qualifiers(names, f"player with {text}", span)
    return building.every(tests) if len(tests) > 1 else tests[0]


def _another(names: Names, text: str, span: Span) -> Expression | None:
    """Read the thing with which a qualifier compares; inside a query, `it` is the thing being tested."""
    who = single(names, text)
    if who is not None and building.mentions(who, "it"):
        message = f"{text!r} would be each thing that is looked at here, compared with itself"
        raise names.fail(span, message, "the target, the actor, this, the chosen one or a name")
    return who


def _relation(names: Names, kind: str, found: re.Match[str], span: Span) -> Expression | None:
    """Read a qualifier about the place, the controller or the notes of a thing."""
    if kind in ("home", "here", "abroad"):
        simple: dict[str, Expression] = {
            "home": building.negated(expressions.About(expressions.Related(Link.PLACE, building.IT), ())),
            "here": expressions.Relation(Tie.TOGETHER, building.SOURCE),
        }
        return simple.get(kind, expressions.Trait(Quality.ABROAD))
    if kind == "none there":
        return building.there_are_none(replace(phrase(names, found[2], span).things, at=building.IT))
    if kind == "subject":
        structure = names.structure(found[2])
        return building.is_it(expressions.Related(Link.SUBJECT, word=structure)) if structure else None
    who = _another(names, found[2 if kind != "noted" else 3], span)
    if kind == "at" and who is None:
        tests = phrase(names, found[2], span).things.tests
        return expressions.About(
            expressions.Related(Link.PLACE, building.IT), tuple(test for test in tests if test != building.IN_PLAY)
        )
    if who is None:
        return None
    if kind in ("having", "not having"):
        noted = expressions.Relation(Tie.NOTES, who, found[3])
        return noted if kind == "having" else building.negated(noted)
    if kind == "not at":
        return building.negated(expressions.Relation(Tie.AT, who))
    if kind == "noted":
        return expressions.Relation(Tie.NOTED, who, found[2])
    if kind == "namesake":
        return expressions.Relation(Tie.NAMESAKE, who)
    owned = expressions.Relation(Tie.OWNER, who)
    if kind in ("allied with", "opposed to"):
        return expressions.Relation(Tie.ALLY if kind == "allied with" else Tie.ENEMY, who)
    if kind in ("controlled by", "uncontrolled by"):
        return owned if kind == "controlled by" else building.negated(owned)
    return expressions.Relation(Tie.AT, who) if kind == "at" else expressions.Relation(Tie.TOGETHER, who)


RELATIONS = (
    *("having", "not having", "none there", "abroad", "not at", "allied with", "opposed to", "noted", "uncontrolled by"),
    *("controlled by", "home", "at", "here", "together", "namesake", "subject"),
)


def _qualifier(names: Names, kind: str, found: re.Match[str], span: Span) -> Expression | None:
    actor = building.ACTOR
    if kind in RELATIONS:
        return _relation(names, kind, found, span)
    if kind == "within":
        centre = _another(names, found[3], span) if found[3] else actor
        return expressions.Near(Bearing.WITHIN, centre or actor, amount(names, found[2], span)) if centre else None
    if kind == "adjacent":
        centre = _another(names, found[2], span)
        return expressions.Near(Bearing.ADJACENT, centre, expressions.Constant(1)) if centre else None
    if kind == "attached":
        host = _another(names, found[2], span)
        if plain(found[2]) == "nothing":
            return building.negated(expressions.About(expressions.Related(Link.HOST, building.IT), ()))
        some = () if host or plain(found[2]) == "anything" else phrase(names, found[2], span).things.tests
        return (
            expressions.Relation(Tie.ATTACHED, host)
            if host
            else expressions.About(expressions.Related(Link.HOST, building.IT), some)
        )
    if kind in ("yours", "owned", "lying"):
        zone = names.zone(found[found.lastindex or 2])
        keeper = names.keepers.get(plain(found[found.lastindex or 2]))
        kept = expressions.Related(Link.CALLED, word=keeper) if keeper else None
        owner = {"yours": actor, "owned": _another(names, found[2], span), "lying": kept}[kind]
        return None if zone is None else expressions.Lies(zone, owner)
    if kind == "marked":
        return expressions.Stands(found[2]) if found[2] in names.marks else None
    if kind == "cast":
        return expressions.OfCast(found[2]) if found[2] in names.casts else None
    if kind == "with":
        return condition(names, notation.condition(found[2], span))
    simple: dict[str, Expression] = {
        "stacked": WAITING,
        "waited": WAITED,
        "controlled": expressions.Relation(Tie.OWNER, actor),
        "others": building.negated(expressions.Relation(Tie.OWNER, actor)),
        "sight": expressions.Near(Bearing.SEEN, actor),
        "play": building.IN_PLAY,
        "off": expressions.Trait(Quality.OFF_MAP),
    }
    return simple[kind]


def condition(names: Names, expr: syntax.Expr) -> Expression:
    """Compile a condition about `it`: a plain [Stat] belongs to the thing."""
    if isinstance(expr, syntax.Comparison):
        sides = [own(names, side) for side in (expr.left, expr.right)]
        return expressions.Compare(expr.op, sides[0], sides[1])
    if isinstance(expr, syntax.Connective):
        parts = tuple(condition(names, part) for part in expr.parts)
        return building.negated(parts[0]) if expr.op == "not" else (building.every if expr.op == "and" else building.some)(parts)
    raise names.fail(expr.span, "that is no comparison", "one such as [Health] >= 5")


def own(names: Names, expr: syntax.Expr) -> Expression:
    """Compile a number about `it`: a plain [Stat] belongs to the thing, [Actor Stat] to the actor."""
    with names.about(building.IT):
        return names.final(expr)


OTHERS = building.every((building.other_than(building.ACTOR), building.other_than(building.SOURCE)))
"""Neither the actor nor, if a card acts for its player, this card."""

ADJECTIVES: dict[str, Expression] = {
    "adjacent": expressions.Near(Bearing.ADJACENT, building.ACTOR, expressions.Constant(1)),
    "enemy": expressions.Relation(Tie.ENEMY, building.ACTOR),
    "allied": expressions.Relation(Tie.ALLY, building.ACTOR),
    "friendly": expressions.Relation(Tie.OWNER, building.ACTOR),
    "other": OTHERS,
    "visible": expressions.Near(Bearing.SEEN, building.ACTOR),
    "face-down": expressions.Trait(Quality.FACE_DOWN),
    "face-up": building.negated(expressions.Trait(Quality.FACE_DOWN)),
    "triggered": expressions.OfKind(marks.TRIGGERED),
    "activatable": expressions.OfKind(marks.ACTIVATABLE),
    "hybrid": expressions.OfKind(marks.HYBRID),
    "uncontrolled": expressions.Trait(Quality.UNOWNED),
    "top": expressions.Trait(Quality.TOPMOST),
    "revealed": expressions.Trait(Quality.REVEALED),
}
THINGS = ("card", "cards", "action", "actions", "effect", "effects", "ability", "abilities")
"""Nouns for anything in a zone or on a stack."""


def _noun(names: Names, words: str, text: str, span: Span) -> tuple[tuple[Expression, ...], tuple[int, ...]]:
    """Read adjectives and the noun itself."""
    if words in names.casts and words not in (*ONE, *MANY):
        return (expressions.OfCast(words),), ()
    if (declared := _of_kind(names, words.split(" "))) is not None:
        return declared, ()
    *adjectives, noun = words.split(" ")
    plurals = PLURALS.get(noun, noun.removesuffix("s") if noun not in GENERAL else noun)
    known = all(word in ADJECTIVES for word in adjectives)
    tests = tuple(ADJECTIVES[word] for word in adjectives if known)
    if known and plurals in GENERAL:
        relations = tuple(expressions.Relation(Tie(how), building.ACTOR) for how in GENERAL[plurals])
        players = (expressions.OfKind(marks.PLAYER),) if plurals in ("player", "opponent") else ()
        return (*tests, *relations, *players), ()
    if known and noun in THINGS:
        return tests, ()
    near = did_you_mean(noun, [*GENERAL, *PLURALS, *names.kinds])
    raise names.fail(span, f"{text!r} names nothing the book knows", "actor, target, ally, enemy, a kind or a name", near or "")


def _of_kind(names: Names, words: list[str]) -> tuple[Expression, ...] | None:
    """Read a declared kind after adjectives, the longest name first; it comes before a general noun of the same name."""
    for at in range(len(words)):
        kind = names.kind(" ".join(words[at:]))
        if kind is not None:
            return (*(ADJECTIVES[word] for word in words[:at]), expressions.OfKind(names.word(kind)))
        if words[at] not in ADJECTIVES:
            return None
    return None


# -- durations ---------------------------------------------------------------------------------------------------------

DURATIONS: tuple[tuple[str, str], ...] = (
    (r"until (?:the )?end of (?:the |its |their |the actor's )?next (?P<structure>[\w ]+?)", "later"),
    (r"until (?:the )?(?:start|beginning) of (?:the |its |their |the actor's )?next (?P<structure>[\w ]+?)", "start"),
    (r"until (?:the )?end of (?:the |this |its |their |that )?(?P<structure>[\w ]+?)", "end"),
    (r"(?:during |for the rest of )?this (?P<structure>[\w ]+?)", "end"),
    (r"for the (?:rest of the )?(?P<structure>[\w ]+?)", "end"),
    (r"for (?P<count>\S+) (?P<structure>[\w ]+?)", "count"),
)


def duration(names: Names, text: str, span: Span) -> Until:
    """Read a duration, which names structures."""
    words = plain(text).strip(" ,")
    for pattern, how in DURATIONS:
        found = re.fullmatch(pattern, words)
        structure = names.structure(found["structure"]) if found else None
        if found and structure:
            return _until(names, how, structure, found, span)
    known = ", ".join(sorted(set(names.structures.values())))
    raise names.fail(span, f"{text.strip()!r} is not a duration", f"until end of …, until start of next …, for 2 … ({known})")


def _until(names: Names, how: str, structure: str, found: re.Match[str], span: Span) -> Until:
    whose = building.ACTOR if structure == names.turn else None  # a turn belongs to somebody, a round to nobody
    if how == "end" and not (structure == names.turn and names.policy("end of turn") == "start of next turn"):
        return Until(Term.FRAME, structure)
    if how in ("end", "start"):
        return Until(Term.BEGIN, structure, whose)
    if how == "later":
        return Until(Term.END, structure, whose, later=True)
    return Until(Term.END, structure, whose, amount(names, found["count"], span))
