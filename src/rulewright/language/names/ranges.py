"""Reads a `Range:` line: Self, Melee, Ranged 6, 3 tiles, 12, Unlimited; a radius; line of sight."""

from __future__ import annotations

import re

from rulewright.language.grammar import somebody
from rulewright.language.names.names import Names
from rulewright.language.text.source import BRACKETED, Span
from rulewright.program import expressions
from rulewright.program.expressions import Expression
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

EXPECTED = "Self, Melee, Ranged 6, 3 tiles, Unlimited; then a radius (2-tile radius) or line of sight"

SIGHT = ("line of sight", "sight", "in sight", "in line of sight", "line of sight required", "requires line of sight")


@dataclass(frozen=True, slots=True)
class Range:
    """How far an action reaches (None: any distance), its radius, and whether it needs line of sight."""

    reach: Expression | None = None
    radius: Expression | None = None
    own: bool = False
    sight: bool = False
    name: str = ""


def read(names: Names, text: str, span: Span) -> Range:
    """Read a range; words in parentheses are a remark, unless they require sight."""
    found = Range()
    bare = re.sub(r"\(([^()]*)\)", lambda inside: f", {inside[1]}" if plain(inside[1]) in SIGHT else "", text)
    for part in bare.split(","):
        if part.strip():
            found = _part(names, plain(part), found, span)
    return found


def _part(names: Names, words: str, so_far: Range, span: Span) -> Range:
    if words == "self":
        return replace(so_far, own=True)
    if words == "melee":
        return replace(so_far, reach=expressions.Constant(1), name="melee")
    if words in ("unlimited", "any distance"):
        return replace(so_far, name="ranged")
    if words in SIGHT:
        return replace(so_far, sight=True)
    if words in ("no line of sight", "no line of sight needed"):
        return replace(so_far, sight=False)
    radius = re.fullmatch(r"(.+?)[- ]tiles?[- ]radius|radius (?:of )?(.+?)(?: tiles?)?", words)
    if radius:
        return replace(so_far, radius=somebody.amount(names, radius[1] or radius[2], span))
    tiles = re.fullmatch(rf"(?:ranged )?(?:up to )?({BRACKETED}|\w+)(?: tiles?)?", words)
    if tiles and _is_amount(tiles[1]):
        return replace(so_far, reach=somebody.amount(names, tiles[1], span), name="ranged")
    raise names.fail(span, f"{words!r} is not a range", EXPECTED)


def _is_amount(word: str) -> bool:
    from rulewright.language.text.syntax import NUMBER_WORDS

    return word.isdigit() or word.startswith("[") or word in NUMBER_WORDS
