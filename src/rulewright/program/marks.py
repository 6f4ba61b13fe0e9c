"""The words that classify things and actions: their kinds and marks, each a number of a program's table of words.

Every program's table begins with the words of this module, which have a meaning for the kernel; those of the rule text follow.
"""

from __future__ import annotations

WORDS = (
    "item", "player", "actor", "card", "action", "activatable", "triggered", "hybrid", "reaction", "interrupt", "automatic",
    "following", "deployment", "optional", "activated", "delayed", "attached", "limited", "payment", "paid ability", "feature",
    "standing",
)  # fmt: skip
(
    ITEM, PLAYER, ACTOR, CARD, ACTION, ACTIVATABLE, TRIGGERED, HYBRID, REACTION, INTERRUPT, AUTOMATIC,
    FOLLOWING, DEPLOYMENT, OPTIONAL, ACTIVATED, DELAYED, ATTACHED, LIMITED, PAYMENT, ABILITY, FEATURE,
    STANDING,
) = range(len(WORDS))  # fmt: skip
