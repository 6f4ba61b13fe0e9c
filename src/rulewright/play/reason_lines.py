"""Actions that cannot be used now, and why not: those that are almost possible come first."""

from __future__ import annotations

from rulewright.kernel.game import Game
from rulewright.kernel.legality import availability
from rulewright.kernel.legality.acts import Why
from rulewright.play import story
from rulewright.program import marks

NEAR = ("range", "sight", "cost", "target", "targets", "other", "others", "limit", "potential", "needs", "barred", "speed")
"""The reasons for which an action counts as almost possible, the nearest first."""
FEW = 5  # so many are named


def closed(game: Game, player: int) -> list[tuple[str, Why]]:
    """List the actions that cannot be used now, and why not; triggered abilities are left out."""
    held = [availability.abilities(game.view_as(player), slot) for slot in story.asked_slots(game, player)]
    known = [game.book.actions[index] for indices in held for index in indices]
    names = dict.fromkeys(action.name for action in known if marks.TRIGGERED not in action.kinds)
    whys = [(name, game.why_not(player, name)) for name in names]
    return [(name, why) for name, why in whys if why is not None]


def nearest(found: list[tuple[str, Why]]) -> list[tuple[str, Why]]:
    """Give the few that are closest to being possible."""
    return sorted((each for each in found if each[1].check in NEAR), key=lambda each: NEAR.index(each[1].check))[:FEW]
