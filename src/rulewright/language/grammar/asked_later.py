"""Conditions that are asked apart from the lines of an action: nothing is chosen, made or passed there."""

from __future__ import annotations

from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program.building import Part, walk
from rulewright.program.expressions import Picked, Slot
from rulewright.program.slots import AMOUNT, ASKER, CHOSEN, CHOSEN_ONES, DRAWN, MADE, MADE_ONES, NATURAL, OUTCOME

KNOWN = frozenset(["it", "outer", "actor", "source", "attacker", "bound", "target", ASKER, NATURAL, AMOUNT])
"""The things and numbers that are known whenever such a condition is asked."""
CHOICE = ("what was chosen", "`note target as choice of the actor`, and `the choice of the actor`")
TOKEN = ("what was made", "`note the new card as token of the actor`, and `the token of the actor`")
UNKNOWN = {
    OUTCOME: ("`nobody acted`", "a step of a structure, after a window for one act"),
    **dict.fromkeys((CHOSEN, CHOSEN_ONES, DRAWN), CHOICE),
    **dict.fromkeys((MADE, MADE_ONES), TOKEN),
}
"""What only the lines after a window, a choice or a revelation know: its words, and what would be known."""
OTHER = ("what was picked, paid or revealed", "the actor, the target, or what is noted of them")


def aside(names: Names, node: Part, span: Span) -> None:
    """Refuse a condition that asks about what only the lines of an action know."""
    for part in walk(node):
        slot = part.name if isinstance(part, Slot) else part.var if isinstance(part, Picked) else "it"
        if slot not in KNOWN:
            what, known = UNKNOWN.get(slot, OTHER)
            message = f"this is asked again and again, apart from the lines of an action, and {what} is not known then"
            raise names.fail(span, message, known)
