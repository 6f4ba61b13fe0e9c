"""Phrases for loops in an order that somebody chooses, without seeing more than they may."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import instructions
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Order


def _each(f: Found) -> list[Instruction]:
    pile, count = (f.cards(), f.amount("count")) if f.has("zone") else (None, None)
    return f.loop(instructions.Each(f.one, f.things(), order=Order.CHOSEN, by=f.single(), pile=pile, count=count))


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("each {things} and each of the top {count:amount} cards of {zone}, as {whom} chooses: {rest}", _each,
         "each actor and each of the top 2 cards of your deck, as the active player chooses: gain 1 Health",
         "the same, together with the first few cards of a zone; if the chooser does not see the zone, only its next card "
         "can be chosen"),
        ("each {things}, as {whom} chooses: {rest}", _each, "each actor, as the active player chooses: gain 1 Health",
         "the same for each thing; somebody chooses which thing is next"),
    ),
)  # fmt: skip
