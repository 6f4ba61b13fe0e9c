"""The head of a noun phrase: its quantity, its adjectives and the noun itself."""

from __future__ import annotations

from rulewright.language.names.names import Names
from rulewright.program import building, expressions, marks
from rulewright.program.expressions import Expression
from rulewright.program.modes import Bearing, Quality, Tie

LONGEST = 3
"""How many words an adjective has at most: a kind or a stat may have a name of several."""

RANKS = {"second most": 2, "second least": -2, "most": 1, "least": -1, "highest": 1, "lowest": -1}
"""How the highest and the lowest value of a stat among several are asked for."""

MANY = ("all", "each", "every")
INDEFINITE = ("a", "an", "one", "any", "another", "some")
ONE = (*INDEFINITE, "the")
OUT_OF = ("all", "each", "one", "any")  # which may be `of` some things: `one of your cards`
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

OTHERS = building.every((building.other_than(building.ACTOR), building.other_than(building.SOURCE)))
"""The test for `other`: not the actor and, if a card acts for its player, not that card."""


def others(names: Names) -> Expression:
    """Give what `other` asks; of things that are looked at for another one, that they are not this one."""
    return building.other_than(building.ASKER) if names.role("it") == building.ASKER else OTHERS


ADJECTIVES: dict[str, Expression] = {
    "other": OTHERS,
    "adjacent": building.adjacent_to(building.ACTOR),
    "enemy": expressions.Relation(Tie.ENEMY, building.ACTOR),
    "allied": expressions.Relation(Tie.ALLY, building.ACTOR),
    "friendly": expressions.Relation(Tie.OWNER, building.ACTOR),
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
NOTHING_THERE = building.there_are_none(
    expressions.Query((building.IN_PLAY, expressions.Relation(Tie.AT, building.ASKER)), "things there", asked=True)
)
COMMON: dict[str, Expression] = {
    "your": expressions.Relation(Tie.OWNER, building.ACTOR),
    "empty": building.every((expressions.Trait(Quality.UNOWNED), NOTHING_THERE)),
}
"""Adjectives that a stat or kind of the book comes before."""

AGAINST = ("opponent", "opponents", "enemy", "enemies")
"""Nouns that do not belong to the actor although a line says `your`: `your opponent`."""

THINGS = ("card", "cards", "action", "actions", "effect", "effects", "ability", "abilities")
"""Nouns for whatever lies in a zone or waits on a stack."""


def read(names: Names, words: list[str]) -> tuple[Expression, ...] | None:
    """Read adjectives and the noun itself; a declared name comes before a general noun, and a long one before a short one."""
    said = " ".join(words)
    if said in names.casts and said not in (*ONE, *MANY):
        return (expressions.OfCast(names.exact_word(said)),)
    if (kind := names.kind(said)) is not None:
        return (expressions.OfKind(names.word(kind)),)
    if len(words) == 1:
        return _general(said)
    if words[0] == "your" and len(words) == 2 and words[1] in AGAINST:
        return _general(words[1])
    for many in range(min(len(words) - 1, LONGEST), 0, -1):
        first = adjective(names, " ".join(words[:many]))
        rest = read(names, words[many:]) if first is not None else None
        if first is not None and rest is not None:
            return (first, *rest)
    return None


def _general(noun: str) -> tuple[Expression, ...] | None:
    """Read a noun that every book has."""
    one = PLURALS.get(noun, noun.removesuffix("s") if noun not in GENERAL else noun)
    if one in GENERAL:
        relations = tuple(expressions.Relation(Tie(how), building.ACTOR) for how in GENERAL[one])
        return (*relations, expressions.OfKind(marks.PLAYER)) if one in ("player", "opponent") else relations
    return () if noun in THINGS else None


def adjective(names: Names, words: str) -> Expression | None:
    """Read what a thing is: one of the language's adjectives, a kind or mark, or a stat that is only 0 or 1; `non-` denies it."""
    if words.startswith("non-"):
        denied = adjective(names, words[4:])
        return building.negated(denied) if denied is not None else None
    if words in ADJECTIVES:
        return others(names) if words == "other" else ADJECTIVES[words]
    if words in names.kinds or words in names.own_marks:
        return expressions.OfKind(names.word(words))
    stat = names.declared(words)
    if stat is None or (names.stats[stat].least, names.stats[stat].most) != (0, 1):
        return COMMON.get(words)
    return expressions.Compare("=", building.final(names.whose(building.IT, stat)), expressions.Constant(1))
