"""Phrases for going through structures: going to a step, loops, and windows that nobody used."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Pattern, Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions
from rulewright.program.instructions import Instruction
from rulewright.program.slots import OUTCOME
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _step(f: Found) -> Effects:
    structure, step = f.structure(), f.text("step")
    known = f.scope.names.steps[structure]
    if plain(step) not in map(plain, known):
        raise f.missing("step", "step", known, f"a step of {structure}")
    return [instructions.Leave(structure, step)]


def _new(f: Found) -> Effects:
    return [instructions.Make(f.kind(), f.zone()[0], f.whom())]


def _extra(f: Found) -> Effects:
    return [instructions.Run(f.structure(), f.doer(), extra=f.amount(), name=f.scope.owner)]


def _skip(f: Found) -> Effects:
    said, names = f.text("whose").casefold(), f.scope.names
    if said not in ("its", "your", "their", "the"):
        raise names.fail(f.at("whose"), f"{f.text('whose')!r} does not say whose it is", "its, your, their or the")
    whose = f.whom() if f.has("whom") else {"your": building.ACTOR, "its": names.role("it")}.get(said)
    count = f.amount() if f.has("amount") else expressions.Constant(1)
    return [instructions.Leave(f.structure(), skip=count, whose=whose, name=f.scope.owner)]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("go to the step {step:label} of the {structure}", _step, "go to the step turns of the Round",
         "the structure continues with this step; everything begun inside it is cut short"),
        ("station {whom} at a new {kind:label} in {zone}", _new, "station target at a new Motion in the Field",
         "makes a new thing of a kind, and puts something at it as its place; things of a kind are numbered"),
        ("[{whom}] (take|takes) {amount} extra {structure} after this one", _extra, "take an extra Turn after this one",
         "when the structure in progress, or the next one of this name, has ended, the same begins for somebody once more; "
         "several come in the order in which they were made, and not for players who are out of the game"),
        ("[{whom}] (skip|skips) {whose:word} next [{amount}] {structure}", _skip, "target skips its next Turn",
         "the next structure of somebody does not begin, an extra one neither; with `the next`, whoever it belongs to"),
    ),
)  # fmt: skip

CONDITIONS: tuple[Phrase, ...] = (
    Phrase("condition", Pattern("nobody acted"),
           lambda f: expressions.Compare("!=", building.number(OUTCOME), expressions.Constant(1)), "nobody acted",
           "the last window, which was for one act, closed without an act"),
)  # fmt: skip
