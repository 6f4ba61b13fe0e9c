"""Noun phrases: who and what an English line speaks of, how long something lasts, and which window is open to whom.

A noun phrase is a quantity, some adjectives, a noun and some qualifiers: `all enemies within 2 tiles of target`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.names import Names
from rulewright.language.text import notation, syntax
from rulewright.language.text.source import Span
from rulewright.program import nodes, relations, timing
from rulewright.program.nodes import Node
from rulewright.program.spelled import plain

SINGLE = {
    "actor": "actor", "the actor": "actor", "this actor": "actor", "self": "actor", "itself": "actor", "you": "actor",
    "target": "target", "the target": "target", "attacker": "attacker", "the attacker": "attacker",
    "it": "it", "that actor": "it", "that player": "it", "this": "source", "this card": "source", "itself alone": "source",
    "me": "actor", "your": "actor", "each": "it", "the other": "other", "other": "other", "that one": "bound",
    "the doer": "doer",
}  # fmt: skip
"""Nouns for somebody the procedure knows, and the name under which it is known."""

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
    """A noun phrase read: several or one, and the things it can be."""

    many: bool
    things: nodes.Things


def amount(names: Names, text: str, span: Span) -> Node:
    """Read how much or how many."""
    return names.final(notation.amount(text, span))


def single(names: Names, text: str, span: Span | None = None) -> Node | None:
    """Read a noun for one known thing."""
    words = plain(text).removesuffix("'s")
    if words in SINGLE:
        return names.role(SINGLE[words])
    if found := re.fullmatch(r"(?:the )?player (before|after) (.+?)(?: with (\[.+))?", words):
        who = single(names, found[2])
        test = condition(names, notation.condition(found[3], span)) if found[3] and span else None
        return nodes.Beside(who, -1 if found[1] == "before" else 1, test) if who is not None else None
    actor = names.actor(words)
    return nodes.Named(actor) if actor else _related(names, words)


def _related(names: Names, words: str) -> Node | None:
    """Read a noun for one thing that is known by another: where it is, whose it is, what is noted of it, what was chosen."""
    if words in ("the active player", "the turn player"):
        return relations.ActivePlayer()
    if re.fullmatch(r"the chosen \w+", words):
        return nodes.Who("chosen")
    if found := re.fullmatch(r"(its|your|this card's) (place|player|host)", words):
        return RELATED[found[2]](nodes.Who({"its": "it", "your": "actor", "this card's": "source"}[found[1]]))
    found = re.fullmatch(r"the ([\w-]+) of (.+)", words)
    if found and (structure := names.structure(re.sub("^(the|this) ", "", found[2]))):
        return timing.Subject(structure)
    if not found or (who := single(names, found[2])) is None:
        return None
    return RELATED[found[1]](who) if found[1] in RELATED else relations.Noted(found[1], who)


RELATED: dict[str, Callable[[Node], Node]] = {"place": relations.PlaceOf, "player": relations.PlayerOf, "host": relations.HostOf}


def whom(names: Names, text: str, span: Span) -> Node:
    """Read whom an effect is about: somebody known, or all of some things."""
    return single(names, text, span) or _things(names, text, span)


def _things(names: Names, text: str, span: Span) -> nodes.Things:
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
    past = nodes.Lies(NOWHERE, ever=True) in tests
    waiting = past or nodes.Lies(NOWHERE) in tests
    found, zones = _noun(names, rest, text, span)
    lying = tuple(test.zone for test in tests if isinstance(test, nodes.Lies) and test.zone != NOWHERE)
    kept = tuple(test for test in tests if test not in (nodes.Lies(NOWHERE), nodes.Lies(NOWHERE, ever=True)))
    active: tuple[Node, ...] = () if waiting or lying else (nodes.Active(),)
    others = (OTHERS,) if words.startswith("another ") else ()
    said = names.spoken(text)
    return Noun(many, nodes.Things((*active, *others, *found, *kept), said, (*lying, *zones), waiting, past))


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
    (r"(.*?) with (\[.+)", "with"),
    (r"(.*?) in play", "play"),
    (r"(.*?) off the map", "off"),
    (r"(.*?) on (?:the |an? )?(.+)", "marked"),
    (r"(.*?) of (?:the cast )?(.+)", "cast"),
)


def _qualifiers(names: Names, words: str, span: Span) -> tuple[str, tuple[Node, ...]]:
    """Take the qualifiers off the end of a noun phrase, one after another."""
    tests: list[Node] = []
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
    """Give the first qualifier from one on that words may end with; the words alone say so, whatever they name."""
    tried = ((at, re.fullmatch(QUALIFIERS[at][0], words)) for at in range(since, len(QUALIFIERS)))
    return next(((at, found) for at, found in tried if found), None)


def _relation(names: Names, kind: str, found: re.Match[str], span: Span) -> Node | None:
    """Read a qualifier that says where something is, whose it is or what is noted of it."""
    if kind in ("home", "here", "abroad"):
        simple: dict[str, Node] = {"home": nodes.Not(relations.AtSome()), "here": relations.Together(nodes.Who("source"))}
        return simple.get(kind, relations.Abroad())
    if kind == "none there":
        return relations.NoneThere(phrase(names, found[2], span).things)
    if kind == "subject":
        structure = names.structure(found[2])
        return nodes.Relation("self", timing.Subject(structure)) if structure else None
    who = single(names, found[2 if kind != "noted" else 3])
    if kind == "at" and who is None:
        tests = phrase(names, found[2], span).things.tests
        return relations.AtSome(tuple(test for test in tests if not isinstance(test, nodes.Active)))
    if who is None:
        return None
    if kind in ("having", "not having"):
        noted = relations.NotedAs(found[3], who, turned=True)
        return noted if kind == "having" else nodes.Not(noted)
    if kind == "not at":
        return nodes.Not(relations.At(who))
    if kind == "noted":
        return relations.NotedAs(found[2], who)
    if kind == "namesake":
        return timing.Namesake(who)
    owned = nodes.Relation("owner", who)
    if kind in ("allied with", "opposed to"):
        return nodes.Relation("ally" if kind == "allied with" else "enemy", who)
    if kind in ("controlled by", "uncontrolled by"):
        return owned if kind == "controlled by" else nodes.Not(owned)
    return relations.At(who) if kind == "at" else relations.Together(who)


RELATIONS = (
    *("having", "not having", "none there", "abroad", "not at", "allied with", "opposed to", "noted", "uncontrolled by"),
    *("controlled by", "home", "at", "here", "together", "namesake", "subject"),
)


def _qualifier(names: Names, kind: str, found: re.Match[str], span: Span) -> Node | None:
    actor = nodes.Who("actor")
    if kind in RELATIONS:
        return _relation(names, kind, found, span)
    if kind == "within":
        centre = single(names, found[3]) if found[3] else actor
        return nodes.Near(centre or actor, amount(names, found[2], span)) if centre else None
    if kind == "adjacent":
        centre = single(names, found[2])
        return nodes.Near(centre, nodes.Num(1), adjacent=True) if centre else None
    if kind == "attached":
        host = single(names, found[2])
        if plain(found[2]) == "nothing":
            return nodes.Not(relations.Attaching())
        some = () if host or plain(found[2]) == "anything" else phrase(names, found[2], span).things.tests
        return nodes.Attached(host) if host else relations.Attaching(some)
    if kind in ("yours", "owned", "lying"):
        zone = names.zone(found[found.lastindex or 2])
        keeper = names.keepers.get(plain(found[found.lastindex or 2]))
        kept = nodes.Named(keeper) if keeper else None
        owner = {"yours": actor, "owned": single(names, found[2]), "lying": kept}[kind]
        return None if zone is None else nodes.Lies(zone, owner)
    if kind == "marked":
        return nodes.OnMark(found[2]) if found[2] in names.marks else None
    if kind == "cast":
        return nodes.OfCast(found[2]) if found[2] in names.casts else None
    if kind == "with":
        return condition(names, notation.condition(found[2], span))
    simple: dict[str, Node] = {
        "stacked": nodes.Lies(NOWHERE),
        "waited": nodes.Lies(NOWHERE, ever=True),
        "controlled": nodes.Relation("owner", actor),
        "others": nodes.Not(nodes.Relation("owner", actor)),
        "sight": nodes.Sight(actor),
        "play": nodes.Active(),
        "off": nodes.OffMap(),
    }
    return simple[kind]


def condition(names: Names, expr: syntax.Expr) -> Node:
    """Compile a condition about `it`: a bare [Stat] is the thing's own."""
    if isinstance(expr, syntax.Compare):
        sides = [own(names.final(side)) for side in (expr.left, expr.right)]
        return nodes.Cmp(expr.op, sides[0], sides[1])
    if isinstance(expr, syntax.Logic):
        parts = tuple(condition(names, part) for part in expr.parts)
        return nodes.Not(parts[0]) if expr.op == "not" else (nodes.Every if expr.op == "and" else nodes.Some)(parts)
    raise names.fail(expr.span, "that is no comparison", "one such as [Health] >= 5")


def own(node: Node) -> Node:
    """Give a number of the actor's as the same number of `it`."""
    if isinstance(node, nodes.Final):
        return nodes.Final(own(node.of))
    if isinstance(node, nodes.Arith):
        return nodes.Arith(node.op, own(node.left), own(node.right))
    if isinstance(node, nodes.StatOf) and node.who == nodes.Who("actor"):
        return nodes.StatOf(nodes.Who("it"), node.stat)
    if isinstance(node, nodes.StatOf) and isinstance(node.who, nodes.Shared) and node.who.who == nodes.Who("actor"):
        return nodes.StatOf(nodes.Shared(nodes.Who("it"), node.stat), node.stat)
    return node


OTHERS = nodes.Every((nodes.Relation("other", nodes.Who("actor")), nodes.Relation("other", nodes.Who("source"))))
"""Neither who acts nor, where a card does something for its player, that card itself."""

ADJECTIVES: dict[str, Node] = {
    "adjacent": nodes.Near(nodes.Who("actor"), nodes.Num(1), adjacent=True),
    "enemy": nodes.Relation("enemy", nodes.Who("actor")),
    "allied": nodes.Relation("ally", nodes.Who("actor")),
    "friendly": nodes.Relation("owner", nodes.Who("actor")),
    "other": OTHERS,
    "visible": nodes.Sight(nodes.Who("actor")),
    "face-down": relations.FaceDown(),
    "face-up": nodes.Not(relations.FaceDown()),
    "triggered": nodes.OfKind("triggered"),
    "activatable": nodes.OfKind("activatable"),
    "hybrid": nodes.OfKind("hybrid"),
    "uncontrolled": relations.Nobodys(),
    "top": relations.Topmost(),
    "revealed": relations.Revealed(),
}
THINGS = ("card", "cards", "action", "actions", "effect", "effects", "ability", "abilities")
"""Nouns for whatever lies in a zone or waits on a stack."""


def _noun(names: Names, words: str, text: str, span: Span) -> tuple[tuple[Node, ...], tuple[int, ...]]:
    """Read adjectives and the noun itself."""
    if words in names.casts and words not in (*ONE, *MANY):
        return (nodes.OfCast(words),), ()
    *adjectives, noun = words.split(" ")
    kind = names.kind(words)
    if kind is not None:
        return (nodes.OfKind(plain(kind)),), ()
    tests = [ADJECTIVES[word] for word in adjectives if word in ADJECTIVES]
    plurals = PLURALS.get(noun, noun.removesuffix("s") if noun not in GENERAL else noun)
    unknown = [word for word in adjectives if word not in ADJECTIVES]
    if not unknown and plurals in GENERAL:
        relations = tuple(nodes.Relation(how, nodes.Who("actor")) for how in GENERAL[plurals])
        players = (nodes.OfKind("player"),) if plurals in ("player", "opponent") else ()
        return (*tests, *relations, *players), ()
    kind = names.kind(" ".join([*unknown, noun]))
    if kind is not None:
        return (*tests, nodes.OfKind(plain(kind))), ()
    if noun in THINGS and not unknown:
        return tuple(tests), ()
    near = did_you_mean(noun, [*GENERAL, *PLURALS, *names.kinds])
    raise names.fail(span, f"{text!r} names nothing the book knows", "actor, target, ally, enemy, a kind or a name", near or "")


# -- durations ---------------------------------------------------------------------------------------------------------

DURATIONS: tuple[tuple[str, str], ...] = (
    (r"until (?:the )?end of (?:the |its |their |the actor's )?next (?P<structure>[\w ]+?)", "later"),
    (r"until (?:the )?(?:start|beginning) of (?:the |its |their |the actor's )?next (?P<structure>[\w ]+?)", "start"),
    (r"until (?:the )?end of (?:the |this |its |their |that )?(?P<structure>[\w ]+?)", "end"),
    (r"(?:during |for the rest of )?this (?P<structure>[\w ]+?)", "end"),
    (r"for the (?:rest of the )?(?P<structure>[\w ]+?)", "end"),
    (r"for (?P<count>\S+) (?P<structure>[\w ]+?)", "count"),
)


def duration(names: Names, text: str, span: Span) -> tuple[object, ...]:
    """Read how long something lasts, as (when, structure, whose, how many, passes over the present one)."""
    words = plain(text).strip(" ,")
    for pattern, how in DURATIONS:
        found = re.fullmatch(pattern, words)
        structure = names.structure(found["structure"]) if found else None
        if found and structure:
            return _until(names, how, structure, found, span)
    known = ", ".join(sorted(set(names.structures.values())))
    raise names.fail(span, f"{text.strip()!r} is not a duration", f"until end of …, until start of next …, for 2 … ({known})")


def _until(names: Names, how: str, structure: str, found: re.Match[str], span: Span) -> tuple[object, ...]:
    whose = nodes.Who("actor") if structure == names.turn else None  # a turn is somebody's, a round is everybody's
    if how == "end":
        if structure == names.turn and names.policy("end of turn") == "start of next turn":
            return ("begin", structure, whose, nodes.Num(1), False)
        return ("frame", structure)
    if how == "start":
        return ("begin", structure, whose, nodes.Num(1), False)
    if how == "later":
        return ("end", structure, whose, nodes.Num(1), True)
    return ("end", structure, whose, amount(names, found["count"], span), False)
