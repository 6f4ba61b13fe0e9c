"""The words for abilities themselves: used in a row, put out of use, allowed out of their time."""

from __future__ import annotations

import re

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.names import marking
from rulewright.program import instructions
from rulewright.program.expressions import NONE
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Use
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _mark(f: Found) -> int:
    mark = plain(f.text("mark")).removesuffix("s")
    marking.check(f.scope.names, f.at("mark"), mark)
    return f.scope.names.word(mark)


def _out(f: Found) -> Effects:
    return [instructions.Silence(f.single(), _mark(f), f.amount(), f.duration(), f.has("fewer"))]


def _take(f: Found) -> Effects:
    names = f.scope.names
    wanted = [part.strip() for part in re.split(r" or |, ", f.text("choices")) if part.strip()]
    unknown = [part for part in wanted if names.action(part) is None]
    if unknown:
        raise names.fail(f.at("choices"), f"there is no action {unknown[0]!r}", "actions of the book, with or between them")
    named = tuple(map(names.word, wanted))
    return [instructions.Permit(Use.ALLOW, f.single(), NONE, named, f.stat(), f.structure(), not f.has("may"))]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("use the {mark:word} abilities of {whom} in order", lambda f: [instructions.Permit(Use.IN_ORDER, f.single(), _mark(f))],
         "use the bitter abilities of target in order",
         "the abilities with this mark, in the printed order; abilities that are out of use are skipped"),
        ("take (a|an) {mark:word} action of {whom}, wherever it lies",
         lambda f: [instructions.Permit(Use.INSTRUCT, f.single(), _mark(f), must=True)],
         "take a bitter action of target, wherever it lies",
         "an action with this mark, or the action of the card itself, is taken now at its full cost, whatever its speed; "
         "nothing happens if none is possible"),
        ("put [{fewer:up_to}] {amount} {mark:word} abilities of {whom} out of use [{duration}]", _out,
         "put up to 2 bitter abilities of target out of use this turn",
         "the actor chooses so many of the abilities with that mark; with `up to` fewer, at least one"),
        ("{whom} [{may}] (take|takes) {choices:rest} without spending {stat} in its {structure}", _take,
         "the actor may take Stride without spending Attack in its Turn",
         "somebody takes one of some actions now, if possible; with `may`, somebody can decline; nothing happens if no such "
         "structure of theirs is in progress"),
    ),
)  # fmt: skip
