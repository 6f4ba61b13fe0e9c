"""A large book made from few templates: cards of many kinds, with costs, targets, checks, triggers, abilities and features."""

from __future__ import annotations

from collections.abc import Iterator

HEAD = """\
Uses: nothing
Start: Game
Turn: Turn

Stat Coins, Hits, Wits, Power, Mood: at least 0

Zone Players: in play
Zone Table: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by its owner
Zone Heap: seen by all

Kind Trick: a card played from Hand, then to Heap
Kind Beast: a card played from Hand, then to Table
Kind Stone: Power 1

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only
"""

TEMPLATES = (
    "Trick {n} (Trick)\nCost: {some} Coins\ndo: gain {more} Wits\n",
    "Blow {n} (Trick)\nTarget: another player\nif: 1d6 + [Wits] >= {more}\ndo: target loses {some} Hits\nelse: lose 1 Wits\n",
    "Deal {n} (Trick)\nNeeds: [Coins] >= {some}\ndo: gain 1 Mood this turn\n    move the top card of your deck to your hand\n",
    "Bear {n} (Beast)\nCost: {some} Coins\nPower: {more}\n  Roar\n  Cost: 1 Wits\n  do: gain {some} Coins\n",
    "Snare {n} (Beast)\nCost: 1 Coins\n  Snap {n}\n  Trigger: [Hits] of a player falls to {more}\n  do: gain {some} Wits\n",
    "Feature Luck {n}\nScope: actor\nWhen: [Mood] > {more}\ndo: +{some} Wits\n",
    "Deed {n}\nFor: everybody\nCost: {some} Wits\ndo: gain {more} Hits\n",
)


def text(cards: int) -> str:
    """Write a book of about so many cards, actions and features, with a scene that uses a few of them."""
    return "\n".join([HEAD, *_items(cards), *_scene(cards)])


def _items(cards: int) -> Iterator[str]:
    for n in range(cards):
        yield TEMPLATES[n % len(TEMPLATES)].format(n=n, some=n % 3 + 1, more=n % 4 + 2)


def _scene(cards: int) -> Iterator[str]:
    drawn = ", ".join(f"Trick {n}" for n in range(0, min(cards, 400), len(TEMPLATES)))
    yield f"Scene Board\n  seats Ann, Bo\n  Ann (Coins 9, Hits 9, Wits 3), Bo (Coins 9, Hits 9, Wits 3)\n  Ann's Deck: {drawn}\n"
