"""Tells that things were chosen, as the targets of an act or by an effect, in a book in which a rule responds to that."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import NOWHERE
from rulewright.program.definition import CHOSEN

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def chosen(m: Machine, slots: Iterable[int]) -> None:
    """Tell of each thing in play that it was chosen; choices in a hand or a deck are not told."""
    for slot in slots:
        if slot != NOWHERE and m.in_play(slot):
            m.emit(("told", CHOSEN, slot))
