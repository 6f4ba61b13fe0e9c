"""The words for one thing after another in an order that somebody chooses, without seeing more than they may."""

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
         "the same, mixed with the first few of a zone; of a zone that somebody does not see only the next can be chosen"),
        ("each {things}, as {whom} chooses: {rest}", _each, "each actor, as the active player chooses: gain 1 Health",
         "the same for each thing; before each of them somebody chooses which is next"),
    ),
)  # fmt: skip
