"""What a trigger listens to, as the phrases for triggers give it."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language.grammar import nouns
from rulewright.language.grammar.phrases import Found
from rulewright.program import nodes
from rulewright.program.nodes import Node


@dataclass(frozen=True, slots=True)
class Listen:
    """What a trigger listens to: "would" or an event kind, the stat concerned, and the tests."""

    on: str
    tests: tuple[Node, ...]
    stat: int | None = None


def about(who: Node, f: Found, slot: str) -> tuple[Node, ...]:
    """Ask of somebody what a noun phrase says."""
    known = nouns.single(f.scope.names, f.text(slot))
    if known is not None:
        return (nodes.About(who, (nodes.Relation("self", known),)),)
    tests = tuple(test for test in f.things(slot).tests if not isinstance(test, nodes.Active))
    return (nodes.About(who, tests),) if tests else ()
