"""Somebody known: nouns for one thing that a line already knows, and conditions and numbers about each thing looked at."""

from __future__ import annotations

import re

from rulewright.language.grammar import noun_heads
from rulewright.language.names.names import Names
from rulewright.language.text import notation, syntax
from rulewright.language.text.source import BRACKETED, Span
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Link
from rulewright.program.slots import CHOSEN, CHOSEN_ONES, MADE, MADE_ONES, REST
from rulewright.program.spelled import plain

SINGLE = {
    "actor": "actor", "the actor": "actor", "this actor": "actor", "self": "actor", "itself": "actor", "you": "actor",
    "target": "target", "the target": "target", "attacker": "attacker", "the attacker": "attacker",
    "it": "it", "that actor": "it", "that player": "it", "this": "source", "this card": "source", "itself alone": "source",
    "me": "actor", "your": "actor", "each": "it", "the other": "other", "other": "other", "that one": "bound",
    "the doer": "doer",
}  # fmt: skip
"""Nouns for somebody the procedure knows, and the name under which it is known."""


def amount(names: Names, text: str, span: Span) -> Expression:
    """Read how much or how many."""
    return names.final(notation.amount(text, span))


def single(names: Names, text: str, span: Span | None = None) -> Expression | None:
    """Read a noun for one known thing."""
    words = plain(text).removesuffix("'s")
    if words in SINGLE:
        return names.role(SINGLE[words])
    if found := re.fullmatch(r"(?:the )?player (before|after) (.+?)(?: with (\[.+))?", words):
        who = single(names, found[2])
        test = with_all(names, found[3], span) if found[3] and span else None
        return expressions.Next(who, -1 if found[1] == "before" else 1, test) if who is not None else None
    named = words.removeprefix("the ")  # a seat may be called by what it is: the Runner
    actor = names.actor(named) if words not in (*noun_heads.ONE, *noun_heads.MANY) else None  # `a Turn ends` is no turn of A
    return names.called(actor) if actor else _related(names, words)


SEVERAL = re.compile(r"(?:(?:all|each)(?: of)? )?the (?:(chosen|new) \w+s|(chosen|new) ones)|each (chosen|new) \w+")


def several(text: str) -> expressions.Picked | None:
    """Read a noun for some things that are known: `the chosen cards`, `each new card`, `the rest`."""
    words = text.casefold()
    if found := SEVERAL.fullmatch(words):
        return expressions.Picked(CHOSEN_ONES if "chosen" in found.groups() else MADE_ONES, text)
    return expressions.Picked(REST, text) if re.fullmatch(r"(?:(?:all|each) (?:of )?)?the rest", words) else None


def _related(names: Names, words: str) -> Expression | None:
    """Read a noun for one thing that is known by another: where it is, whose it is, what is noted of it, what was chosen."""
    if words in ("the active player", "the turn player"):
        return expressions.Related(Link.ACTIVE_PLAYER)
    if found := re.fullmatch(r"the (chosen|new) \w+", words):
        return expressions.Slot(CHOSEN if found[1] == "chosen" else MADE)
    if found := re.fullmatch(r"(its|your|.+'s) (place|player|controller|host|owner)", words):
        of = single(names, {"its": "it", "your": "you"}.get(found[1], found[1]))
        return expressions.Related(RELATED[found[2]], of, owned=found[2] == OWNER) if of is not None else None
    found = re.fullmatch(r"the ([\w-]+) of (.+)", words)
    if found and (structure := names.structure(re.sub("^(the|this) ", "", found[2]))):
        return expressions.Related(Link.SUBJECT, structure=names.procedure(structure))
    if not found or found[1] in ENDS or names.zone(found[1]) is not None or (who := single(names, found[2])) is None:
        return None
    return (
        expressions.Related(RELATED[found[1]], who, owned=found[1] == OWNER)
        if found[1] in RELATED
        else expressions.Related(Link.NOTED, word=names.exact_word(found[1]), who=who)
    )


def stat(names: Names, text: str) -> expressions.StatOf | None:
    """Read `the chosen card Price` and `its controller's Life`: a stat of one thing that the line knows."""
    for words, name in names.splits(text):
        index = names.declared(name)
        known = single(names, words.removesuffix("'s")) if index is not None else None
        if index is not None and known is not None:
            return names.whose(known, index)
    return None


RELATED = {"place": Link.PLACE, "player": Link.PLAYER, "controller": Link.PLAYER, "owner": Link.PLAYER, "host": Link.HOST}
OWNER = "owner"
ENDS = ("top", "bottom")
"""Words for the place in a zone, which are never noted of anything."""


def with_all(names: Names, text: str, span: Span) -> Expression:
    """Read the comparisons after `with`, which may be said several times."""
    parts = re.split(r" (?:and )?with (?=\[)", re.sub(BRACKETED, lambda found: found[0].replace(" ", "\t"), text))
    tests = tuple([condition(names, notation.condition(part.replace("\t", " "), span)) for part in parts])
    return building.every(tests) if len(tests) > 1 else tests[0]


def condition(names: Names, expr: syntax.Expr) -> Expression:
    """Compile a condition about `it`: a bare [Stat] is the thing's own."""
    if isinstance(expr, syntax.Comparison):
        sides = [own(names, side) for side in (expr.left, expr.right)]
        return expressions.Compare(expr.op, sides[0], sides[1])
    if isinstance(expr, syntax.Connective):
        parts = tuple(condition(names, part) for part in expr.parts)
        return building.negated(parts[0]) if expr.op == "not" else (building.every if expr.op == "and" else building.some)(parts)
    raise names.fail(expr.span, "this is not a comparison", "one such as [Health] >= 5")


def own(names: Names, expr: syntax.Expr) -> Expression:
    """Compile a number about `it`: a bare [Stat] is the thing's own, [Actor Stat] is the actor's."""
    with names.about(building.IT):
        return names.final(expr)
