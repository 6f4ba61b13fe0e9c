"""Conditions that are asked apart from the lines of an action: nothing is chosen, made or passed there."""

from __future__ import annotations

from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program.building import Part, walk
from rulewright.program.expressions import Picked, Slot
from rulewright.program.slots import CHOSEN, CHOSEN_ONES, DRAWN, MADE, MADE_ONES, OUTCOME, REST

UNKNOWN = {
    OUTCOME: ("`nobody acted`", "a step of a structure, after a window for one act"),
    **dict.fromkeys((CHOSEN, CHOSEN_ONES, DRAWN), ("what was chosen", "`note target as choice of the actor`, and `the choice of the actor`")),
    **dict.fromkeys((MADE, MADE_ONES), ("what was made", "`note the new card as token of the actor`, and `the token of the actor`")),
    REST: ("`the rest`", "a noun phrase such as `a card in your Deck`"),
}
"""What only the lines after a window, a choice or a revelation know: its words, and what would be known."""


def checked(names: Names, node: Part, span: Span) -> None:
    """Refuse a condition that asks about what only the lines of an action know."""
    for part in walk(node):
        slot = part.name if isinstance(part, Slot) else part.var if isinstance(part, Picked) else ""
        if slot in UNKNOWN:
            what, known = UNKNOWN[slot]
            raise names.fail(span, f"this is asked again and again, apart from the lines of an action, and {what} is not known then", known)
