"""Words that people use for the same, and the stems of words: how two texts are compared by what they are about."""

from __future__ import annotations

import re
from functools import lru_cache

ALIKE = (
    ("draw", "take", "card", "cards"),
    ("damage", "hurt", "hit", "deal", "burn", "wound"),
    ("life", "health", "heal", "hp"),
    ("kill", "destroy", "die", "dies", "death", "remove"),
    ("counter", "cancel", "negate", "stop"),
    ("discard", "throw", "trash"),
    ("steal", "control", "take"),
    ("mana", "energy", "cost", "pay", "spend", "price"),
    ("choose", "pick", "choice", "mode", "modes", "either", "one"),
    ("gold", "coins", "money", "resource", "resources"),
    ("each", "every", "all", "everybody"),
    ("secret", "secretly", "hidden", "bid"),
    ("roll", "die", "dice", "advantage", "reroll"),
    ("turn", "extra", "again", "another"),
    ("instead", "replace", "prevent", "would"),
    ("point", "points", "score", "win", "wins"),
    ("cheaper", "less", "discount", "reduce", "cost", "costs"),
    ("battlefield", "board", "play", "field", "table", "base"),
    ("graveyard", "discard", "heap", "grave"),
    ("summon", "create", "token", "tokens", "make", "spawn"),
    ("creature", "minion", "unit", "piece", "stone", "man", "pawn"),
    ("square", "squares", "tile", "tiles", "cell", "cells", "space", "feet", "step"),
    ("vote", "votes", "ballot", "poll", "majority", "quorum", "voted"),
    ("swap", "exchange", "places", "trade"),
    ("jump", "leap", "hop", "over"),
    ("place", "lay", "put", "claim"),
    ("row", "line", "connect"),
    ("flip", "turn", "enclose", "surround", "between"),
    ("dies", "killed", "eliminated", "out", "voted", "death"),
    ("protect", "prevent", "shield", "save", "survive"),
    ("freeze", "frozen", "stun", "exhaust", "tap"),
    ("tag", "tagged", "tags"),
    ("rez", "rezzed"),
    ("trash", "remove", "trashes"),
    ("order", "orders", "deadline", "secret"),
    ("hours", "day", "days", "daily", "hour"),
    ("skip", "skipped", "miss", "respond", "answer"),
    ("kick", "kicked", "kicker", "additional"),
    ("forward", "ahead", "straight", "forwards"),
    ("sideways", "side", "knight"),
    ("cone", "area", "radius", "burst"),
    ("save", "saving", "throw"),
    ("ally", "allies", "friend", "friendly"),
    ("prone", "flat"),
    ("auction", "bid", "bids", "bidder"),
    ("steal", "take", "rob"),
    ("worker", "workers"),
    ("draft", "pick", "pass", "passes", "left"),
    ("wolf", "werewolf", "wolves"),
    ("lover", "lovers"),
    ("reroll", "again", "twice"),
    ("poison", "ongoing", "burning", "bleed"),
    ("push", "pushed", "shove", "back"),
    ("opportunity", "reach", "leave"),
    ("queen", "king", "promote", "promoted"),
    ("stronger", "power", "strength", "might", "attack"),
    ("neighbour", "neighbor", "adjacent", "beside"),
    ("player", "opponent", "opponents"),
    ("swap", "exchanges", "exchange"),
    ("loses", "lose", "lost", "fewer", "minus"),
)
"""Words that people use for the same."""


@lru_cache(maxsize=4096)
def alike(word: str) -> frozenset[str]:
    """Give the stems of the words that mean the same as a stem."""
    return frozenset(stem(other) for group in ALIKE if word in {stem(each) for each in group} for other in group)


def words(text: str) -> list[str]:
    """Give the words and numbers of a text, in lower case."""
    return re.findall(r"[a-z0-9]+", text.casefold())


def stem(word: str) -> str:
    """Cut the commonest endings off, so that `draws` and `drawing` are `draw`."""
    return re.sub(r"(?<=\w{3})(?:ly|ing|es|ed|s)$", "", word)
