"""The record of what a trigger responds to; the phrases for triggers make it."""

from __future__ import annotations

from typing import Literal

from rulewright.language.grammar import nouns, somebody
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Source
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.signs import EventKind, HeldKind


@dataclass(frozen=True, slots=True)
class Listen:
    """What a trigger responds to: "would" or a kind of event, the stat, and the tests."""

    on: EventKind | Literal["would"]
    tests: tuple[Expression, ...]
    stat: int | None = None
    of: HeldKind = ""  # of "would": the kind of event that the change would cause
    together: bool = False  # it is met once by all that happens together
    once: str = ""  # the structure in which it is used only once


def by_whom(f: Found, slot: str) -> tuple[Expression, ...]:
    """Turn a noun phrase into tests of who does something: who acts, or in a book with cards the card with which they do."""
    acting = about(ATTACKER, f, slot)
    if not acting or not f.scope.names.card_types:
        return acting
    tests = tuple(test for each in acting if isinstance(each, expressions.About) for test in each.tests)
    return (building.some((*acting, building.there_are(expressions.Query(tests, f.text(slot), source=Source.CAUSES)))),)


ATTACKER = expressions.Slot("attacker")


def about(who: Expression, f: Found, slot: str) -> tuple[Expression, ...]:
    """Turn a noun phrase into tests of a thing."""
    text = f.text(slot).removesuffix("'s")
    known = somebody.single(f.scope.names, text)
    if known is not None:
        return (expressions.About(who, (building.is_it(known),)),)
    things = nouns.phrase(f.scope.names, text, f.at(slot)).things
    tests = tuple(test for test in things.tests if test != building.IN_PLAY)
    return (expressions.About(who, tests),) if tests else ()
