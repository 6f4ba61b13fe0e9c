"""Phrases for looking for something: searching a zone, and revealing cards until one fits. Every book may use them."""

from __future__ import annotations

import re

from rulewright.language.grammar import nouns
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program import building, expressions, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Quality, Source
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN, REST

ACTOR = building.ACTOR
Effects = list[Instruction]


def _among(f: Found) -> expressions.Query:
    """Read the things in a zone that fit."""
    return nouns.phrase(f.scope.names, f"{f.text('things')} in {f.text('zone')}", f.at("things")).things


THEM = re.compile(r"(?:(?P<noun>.+?) (?:among|from among|of)|of) (?:them|those|those cards)", re.IGNORECASE)


def of_them(names: Names, text: str, span: Span) -> expressions.Query | None:
    """Read `one of them` and `a creature among them`: of what was looked at or revealed just before."""
    found = THEM.fullmatch(text)
    if found is None:
        return None
    tests = nouns.phrase(names, found["noun"], span).things.tests if found["noun"] else ()
    kept = tuple(test for test in tests if test != building.IN_PLAY)
    return expressions.Query(kept, found["noun"] or "of them", source=Source.PICKED, among=REST)


def seen(block: Effects, names: Names, span: Span) -> Effects:
    """Let what is looked at be remembered, where something is chosen of it; nothing else is chosen among cards that one sees."""
    choices = [each.of for each in block if isinstance(each, instructions.Choose)]
    looked = [each.to for each in block if isinstance(each, instructions.Show)]
    if looked and set(looked) == {"actor"} and any(REVEALED in of.tests for of in choices):
        names.report(span, "cards that somebody looks at are not revealed, so nothing can be chosen here", "`choose one of them`")
    if not any(of.among for of in choices):
        return block
    return [replace(each, ones=REST) if isinstance(each, instructions.Show) and each.sought is None else each for each in block]


REVEALED = expressions.Trait(Quality.REVEALED)


def _search(f: Found) -> Effects:
    """Look through a zone, take what fits if something does, and shuffle what nobody sees."""
    names, (zone, owner) = f.scope.names, f.zone()
    choose = instructions.Choose(CHOSEN, _among(f), ACTOR, ", to find it", optional=True)
    hidden, inner = names.unseen.get(zone, "all"), f.inner("rest")
    found = expressions.About(expressions.Slot(CHOSEN), ())
    first: Effects = [instructions.Show(f.cards(), "actor"), choose] if hidden != "all" else [choose]
    taking: Effects = procedures.joined([[instructions.Test(found, len(inner) + 1)], inner])
    last: Effects = [instructions.Send(None, zone, owner or ACTOR, "top")] if hidden == "nobody" else []
    return procedures.joined([first, taking, last])


def _until(f: Found) -> Effects:
    return [instructions.Show(f.cards(), "all", sought=_among(f), var=CHOSEN, ones=REST)]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("search {zone} for {things}: {rest}", _search, "search your deck for an actor: reveal the chosen card",
         "the actor looks through the zone and chooses a thing that fits, or none; what follows happens if one was chosen; then "
         "a zone that nobody sees is shuffled"),
        ("reveal cards from the top of {zone} until {things}", _until, "reveal cards from the top of your deck until an ally",
         "one card after another, until one fits or there are no more; `the chosen card` is the one that fits, and `the rest` "
         "are those revealed before it"),
    ),
)  # fmt: skip
