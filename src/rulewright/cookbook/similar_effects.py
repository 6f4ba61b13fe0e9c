"""For a line that cannot be read, finds the most similar effect in those families of the cookbook that suit the text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.cookbook import recipes
from rulewright.cookbook.recipes import Recipe

CARDS = frozenset(["Stack card games", "Digital card games", "Netrunner", "Riftbound", "Deck builders"])
MAPS = frozenset(["D20 on a grid", "Abstract boards"])
UNREAD = re.compile(
    r"is not understood|names nothing|is not a declared stat|there is no (?:zone|structure|kind)|is not a duration"
)
LONGEST = 9  # so many lines of an effect are shown


def lead(error: str, line: str, texts: Iterable[str]) -> list[str]:
    """Give the lines that show an effect like that of a line with an error; none where nothing is near enough."""
    if not UNREAD.search(error):
        return []
    words = re.sub(r"^\s*(?:do|if|else|then|trigger|needs|cost|when|step [\w ]+):", "", line, flags=re.IGNORECASE)
    found = nearest(words, "\n".join(texts))
    if found is None:
        return []
    lines = found.text.splitlines()
    shown = [f"      {each}" for each in lines[:LONGEST] if each] + (["      …"] if len(lines) > LONGEST else [])
    return [f"    the cookbook has {found.want!r} ({found.family}):", *shown]


def nearest(words: str, text: str) -> Recipe | None:
    """Give the effect that is nearest to some words, if it has most of what they refer to."""
    suits = families(text)
    found = [recipe for recipe in recipes.search(words, 12) if recipe.family in suits]
    return found[0] if found and recipes.share(words, found[0]) >= recipes.NEAR else None


def families(text: str) -> frozenset[str]:
    """Give the families that a text may belong to: a text with a map and without cards is no card game."""
    every = frozenset(recipe.family for recipe in recipes.recipes())
    uses = re.search(r"^Uses: *(\w+)", text, re.MULTILINE)
    mapped = re.search(r"^ *(?:map|board):", text, re.MULTILINE) is not None or uses is None or uses[1] == "encounter"
    cards = re.search(r"\ba card\b|^Zone .*of each player", text, re.MULTILINE) is not None
    if mapped and not cards:
        return MAPS
    return every - MAPS if cards and not mapped else every - (CARDS | MAPS if not cards else frozenset())
