"""For a line that cannot be read, finds the most similar effect in those families of the cookbook that suit the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rulewright.cookbook import recipes
from rulewright.cookbook.recipes import Recipe

CARDS = frozenset(["Stack card games", "Digital card games", "Netrunner", "Riftbound", "Deck builders"])
MAPS = frozenset(["D20 on a grid", "Abstract boards"])
UNREAD = re.compile(r"is not understood|names nothing|is not a declared stat|there is no (?:zone|structure|kind)")
LONGEST = 9  # so many lines of an effect are shown
MOST = 3  # so many effects are shown, where nothing else says what to write
FARTHEST = 0.75  # how near a further effect must come, measured by the nearest
OWN = re.compile(r"^\s*(?:Stat|Kind|Zone|Mark|structure|Uses:) ?([^:]+)", re.MULTILINE)


def lead(error: str, line: str, texts: Iterable[str], most: int = MOST) -> list[str]:
    """Give the lines that show the effects like that of a line with an error; none where nothing is near enough."""
    if not UNREAD.search(error):
        return []
    words = re.sub(r"^\s*(?:do|if|else|then|trigger|needs|cost|when|step [\w ]+):", "", line, flags=re.IGNORECASE)
    return [each for found in like(words, "\n".join(texts))[:most] for each in _shown(found)]


def _shown(found: Recipe) -> list[str]:
    lines = found.text.splitlines()
    shown = [f"      {each}" for each in lines[:LONGEST] if each] + (["      …"] if len(lines) > LONGEST else [])
    return [f"    the cookbook has {found.want!r} ({found.family}):", *shown]


def nearest(words: str, text: str) -> Recipe | None:
    """Give the effect that is nearest to some words, if it has most of what they refer to."""
    found = like(words, text)
    return found[0] if found else None


def like(words: str, text: str) -> list[Recipe]:
    """Give the effects that have most of what some words refer to, the nearest first; those of the book's family are nearer."""
    suits, own = families(text), _names(text)
    near = {}
    for recipe in recipes.search(words, 24):
        share = recipes.share(words, recipe)
        if recipe.family in suits and share >= recipes.NEAR:
            near[recipe] = share
    scored = {recipe: recipes.score(words, recipe) * (1 + _kinship(own, recipe.family)) for recipe in near}
    found = sorted(scored, key=lambda recipe: -scored[recipe])
    return [recipe for recipe in found if scored[recipe] >= FARTHEST * scored[found[0]]]


def _kinship(own: frozenset[str], family: str) -> float:
    """Give, from 0 to 1, how many of the names that a text declares a family of the cookbook declares too."""
    return len(own & _declared(family)) / len(own) if own else 0.0


@lru_cache(maxsize=32)
def _declared(family: str) -> frozenset[str]:
    return _names("\n".join(recipes.texts(family)))


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip().casefold() for found in OWN.findall(text) for name in found.split(",") if name.strip())


def families(text: str) -> frozenset[str]:
    """Give the families that a text may belong to: a text with a map and without cards is no card game."""
    every = frozenset(recipe.family for recipe in recipes.recipes())
    uses = re.search(r"^Uses: *(\w+)", text, re.MULTILINE)
    mapped = re.search(r"^ *(?:map|board):", text, re.MULTILINE) is not None or uses is None or uses[1] == "encounter"
    cards = re.search(r"\ba card\b|^Zone .*of each player", text, re.MULTILINE) is not None
    if mapped and not cards:
        return MAPS
    return every - MAPS if cards and not mapped else every - (CARDS | MAPS if not cards else frozenset())
