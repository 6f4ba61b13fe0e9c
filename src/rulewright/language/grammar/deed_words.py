"""The words for what players have done: the actions of a structure, in order, the same or different."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import nodes, timing
from rulewright.program.nodes import Node


def _compared(f: Found) -> Node:
    return timing.Deeds(f.single(), f.amount(), f.structure(), f.text("how").casefold() != "different")


def _none(f: Found) -> Node:
    return nodes.Cmp("=", timing.Taken(f.single(), f.structure()), nodes.Num(0))


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("the first {amount} actions of {whom} this {structure} were {how:alike}", _compared,
         "the first 3 actions of the actor this Turn were different",
         "all complete, and no two of one origin; or `the same`: all of one; a common action, or an ability of a card"),
        ("{whom} (has|have) taken no action this {structure}", _none, "the actor has taken no action this Turn",
         "nothing that counts as one"),
    ),
)  # fmt: skip
