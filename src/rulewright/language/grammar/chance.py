"""A random one of some things, where an effect names a thing: it is drawn before the effect."""

from __future__ import annotations

from rulewright.language.grammar import nouns
from rulewright.language.grammar.phrase_slots import PhraseSlots
from rulewright.program import expressions, instructions
from rulewright.program.slots import DRAWN


def drawn(found: PhraseSlots, text: str, name: str) -> expressions.Expression:
    """Read a random one of some things; one clause has at most one."""
    names, drawn = found.scope.names, found.scope.drawn
    choose = instructions.Choose(DRAWN, nouns.phrase(names, text, found.at(name)).things, None)
    if drawn and choose not in drawn:
        message = "two random things in one line cannot be told apart"
        raise names.fail(found.at(name), message, "`choose a random …` on a line of its own")
    drawn.append(choose)
    return expressions.Slot(DRAWN)
