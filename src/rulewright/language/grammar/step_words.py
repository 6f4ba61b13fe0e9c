"""Phrases for going through structures: going to a step, loops, and windows that nobody used."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Pattern, Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Order
from rulewright.program.slots import OUTCOME
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _step(f: Found) -> Effects:
    structure, step = f.structure(), f.text("step")
    known = f.scope.names.steps[structure]
    if plain(step) not in map(plain, known):
        raise f.missing("step", "step", known, f"a step of {structure}")
    return [instructions.Leave(structure, step)]


def _each(f: Found) -> Effects:
    """Run a clause once for each thing, the last first, or only for the first few."""
    if f.has("zone"):
        return f.loop(instructions.Each(f.one, f.cards(), count=f.amount("count")))
    return f.loop(instructions.Each(f.one, f.things(), order=Order.REVERSED))


def _new(f: Found) -> Effects:
    return [instructions.Make(f.kind(), f.zone()[0], f.whom())]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("go to the step {step:label} of the {structure}", _step, "go to the step turns of the Round",
         "the structure continues with this step; everything begun inside it is cut short"),
        ("each {things}, the last first: {rest}", _each, "each actor, the last first: gain 1 Health",
         "the same for each thing, the one that came last first"),
        ("each of the top {count:amount} cards of {zone}: {rest}", _each, "each of the top 2 cards of your deck: reveal it",
         "the same for each card from the top, as many as there are"),
        ("station {whom} at a new {kind:label} in {zone}", _new, "station target at a new Motion in the Field",
         "makes a new thing of a kind, and puts something at it as its place; things of a kind are numbered"),
    ),
)  # fmt: skip

CONDITIONS: tuple[Phrase, ...] = (
    Phrase("condition", Pattern("nobody acted"),
           lambda f: expressions.Compare("!=", building.number(OUTCOME), expressions.Constant(1)), "nobody acted",
           "the last window, which was for one act, closed without an act"),
)  # fmt: skip
