"""Phrases for looking for something: searching a zone, and revealing cards until one fits. Every book may use them."""

from __future__ import annotations

from rulewright.language.grammar import nouns
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.slots import CHOSEN, REST

ACTOR = building.ACTOR
Effects = list[Instruction]


def _among(f: Found) -> expressions.Query:
    """Read the things in a zone that fit."""
    return nouns.phrase(f.scope.names, f"{f.text('things')} in {f.text('zone')}", f.at("things")).things


def _search(f: Found) -> Effects:
    """Look through a zone, take what fits if something does, and shuffle what nobody sees."""
    names, (zone, owner) = f.scope.names, f.zone()
    choose = instructions.Choose(CHOSEN, _among(f), ACTOR, ", to find it", optional=True)
    hidden, inner = names.unseen.get(zone, "all"), f.inner("rest")
    found = expressions.Compare(">=", building.number(CHOSEN), expressions.Constant(0))
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
