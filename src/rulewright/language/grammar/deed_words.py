"""Phrases for what players have done: the actions of a structure, in order, the same or different."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Past


def _compared(f: Found) -> Expression:
    how = Past.DIFFERENT if f.text("how").casefold() == "different" else Past.SAME
    return expressions.PastActions(how, f.single(), f.structure(), f.amount())


def _none(f: Found) -> Expression:
    return expressions.Compare("=", expressions.PastActions(Past.TAKEN, f.single(), f.structure()), expressions.Constant(0))


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("the first {amount} actions of {whom} this {structure} were {how:alike}", _compared,
         "the first 3 actions of the actor this Turn were different",
         "there were so many, and no two of them were the same action or ability of the same card; with `the same`, all of them "
         "were"),
        ("{whom} (has|have) taken no action this {structure}", _none, "the actor has taken no action this Turn",
         "somebody has not used anything that counts as an action"),
    ),
)  # fmt: skip
