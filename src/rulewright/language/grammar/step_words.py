"""Phrases for going through structures: going to a step, loops, and windows that nobody used."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.language.grammar.patterns import Pattern, Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions
from rulewright.program.instructions import Instruction
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import OUTCOME
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _step(f: Found) -> Effects:
    structure, step = f.structure_name(), plain(f.text("step"))
    known = f.scope.names.steps[structure]
    if step not in map(plain, known):
        raise f.missing("step", "step", known, f"a step of {structure}")
    return [instructions.Leave(f.structure(), [*map(plain, known)].index(step))]


def _new(f: Found) -> Effects:
    return [instructions.Make(f.kind(), f.zone()[0], f.whom())]


def _extra(f: Found) -> Effects:
    return [instructions.Run(f.structure(), f.doer(), extra=f.amount(), name=f.scope.owner)]


def _skip(f: Found) -> Effects:
    step = re.fullmatch(r"(.+) steps?", f.text("structure"), re.IGNORECASE)
    if step is not None and f.scope.names.structure(f.text("structure")) is None:
        known = dict.fromkeys(each for steps in f.scope.names.steps.values() for each in steps)
        raise f.scope.names.fail(f.at("structure"), f"there is no step {step[1]!r}", ", ".join(known))
    return list(_skipping(f, f.structure()))


def _skipping(f: Found, structure: int) -> list[instructions.Leave]:
    said, names = f.text("whose").casefold(), f.scope.names
    if said not in ("its", "your", "their", "the"):
        raise names.fail(f.at("whose"), f"{f.text('whose')!r} does not say whose it is", "its, your, their or the")
    whose = f.whom() if f.has("whom") else {"your": building.ACTOR, "its": names.role("it")}.get(said)
    count = f.amount() if f.has("amount") else expressions.Constant(1)
    return [instructions.Leave(structure, skip=count, whose=whose, name=f.scope.owner)]


def skips_some(texts: Mapping[str, str]) -> bool:
    """Say whether some text lets a step be skipped: then every step asks whether it is."""
    return any(SKIPS.search(text) for text in texts.values())


SKIPS = re.compile(r"^[^#\n]*\bskips?[ \t]+\w+[ \t]+next[ \t].*\bsteps?\b", re.IGNORECASE | re.MULTILINE)


def _skip_step(f: Found) -> Effects:
    """Skip a step: of the structure that has one of that name, which is said if several have."""
    names, step = f.scope.names, plain(f.text("step"))
    having = [each for each, known in names.steps.items() if step in map(plain, known)]
    if f.has("structure"):
        having = [each for each in having if each == f.structure_name()]
    if len(having) != 1:
        known = [each for steps in names.steps.values() for each in steps]
        raise (
            f.missing("step", "step", known, "a step")
            if not having
            else names.fail(
                f.at("step"),
                f"several structures have a step {step!r}: {', '.join(having)}",
                f"the {step} step of the {having[0]}",
            )
        )
    number = [*map(plain, names.steps[having[0]])].index(step)
    return [replace(each, step=number) for each in _skipping(f, names.procedure(having[0]))]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("go to the step {step:label} of the {structure}", _step, "go to the step turns of the Round",
         "the structure continues with this step; everything begun inside it is cut short"),
        ("station {whom} at a new {kind:label} in {zone}", _new, "station target at a new Motion in the Field",
         "makes a new thing of a kind, and puts something at it as its place; things of a kind are numbered"),
        ("[{whom}] (take|takes) {amount} extra {structure} after this one", _extra, "take an extra Turn after this one",
         "when the structure in progress, or the next one of this name, has ended, another one begins for somebody; "
         "several come in the order in which they were made, and not for players who are out of the game"),
        ("[{whom}] (skip|skips) {whose:word} next [{amount}] {structure}", _skip, "target skips its next Turn",
         "somebody's next structure of this name, even an extra one, does not begin; with `the next`, the next one of anybody"),
        ("[{whom}] (skip|skips) {whose:word} next [{amount}] {step:label} (step|steps) [of (the|its|your|their) {structure}]",
         _skip_step, "target skips its next act step of its Turn",
         "the same for a step; the structure is named if several structures have a step of that name"),
    ),
)  # fmt: skip

CONDITIONS: tuple[Phrase, ...] = (
    Phrase("condition", Pattern("nobody acted"),
           lambda f: expressions.Compare("!=", building.number(OUTCOME), expressions.Constant(1)), "nobody acted",
           "the last window, which was for one act, closed without an act"),
)  # fmt: skip
