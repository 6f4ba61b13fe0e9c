"""Answers that are known before anybody is asked: what was chosen in secret, and the simplest answer if no seat can answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.legality.menus import quietly
from rulewright.kernel.state.facts import NOBODY, Frame, Vars
from rulewright.program.slots import ANSWER, SAID

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def answered(m: Machine, frame: Frame, players: Sequence[int], then: str, given: Vars) -> Vars | None:
    """Give the variables with the answer to a question that need not be asked; None if somebody must be asked."""
    step, picks = given.get(SAID, (NOBODY, ()))
    if str(step) == then:
        if picks:
            return {**given, SAID: (step, picks[1:]), ANSWER: (players[0], picks[:1])}
    elif any(player != NOBODY for player in players):
        return None
    asking, procedure = frame._replace(step=then, vars=given), m.book.procedures[frame.procedure]
    return {**given, ANSWER: (NOBODY, quietly(lambda picks: procedure.menu(m, asking, NOBODY, picks)))}
