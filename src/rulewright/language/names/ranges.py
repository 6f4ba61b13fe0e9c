"""Reads a `Range:` line: Self, Melee, Ranged 6, 3 tiles, 12, Unlimited; a radius, a cone, a line or a burst; line of sight."""

from __future__ import annotations

import re

from rulewright.language.grammar import somebody
from rulewright.language.names.names import Names
from rulewright.language.text.source import BRACKETED, Span
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Bearing
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.signs import Reach
from rulewright.program.spelled import plain

EXPECTED = (
    "Self, Melee, Ranged 6, 3 tiles, Unlimited; then a radius (2-tile radius) or line of sight; or a 3-tile cone, line or burst"
)

SIGHT = ("line of sight", "sight", "in sight", "in line of sight", "line of sight required", "requires line of sight")


@dataclass(frozen=True, slots=True)
class Range:
    """How far an action reaches (None: any distance), its radius, and whether it needs line of sight."""

    reach: Expression | None = None
    radius: Expression | None = None
    own: bool = False
    sight: bool = False
    name: Reach = ""
    shape: str = ""  # of an area that begins at the actor: burst, cone or line

    def area(self) -> expressions.Query | None:
        """Give everybody in the area, on either side; without one, everybody within reach."""
        if self.radius is not None and not self.shape:
            return expressions.Query((building.IN_PLAY, expressions.Near(Bearing.WITHIN, TILE, self.radius)), "targets")
        if self.radius is None and self.reach is None:
            return None
        near = expressions.Near(Bearing.WITHIN, building.ACTOR, self.radius or self.reach)
        if self.shape in ("cone", "line"):
            near = replace(near, across=TILE, along=building.EVERY_WAY if self.shape == "line" else ())
        seen = (expressions.Near(Bearing.SEEN, building.ACTOR),) if self.shape and self.sight else ()
        return expressions.Query((building.IN_PLAY, near, *seen, building.other_than(building.ACTOR)), "targets")


TILE = building.number("tile")
"""The tile that is picked: the centre of an area, or the direction that it has."""


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
    shape = re.fullmatch(r"(.+?)[- ]tiles?[- ](cone|line|burst)", words)
    if shape:
        return replace(so_far, radius=somebody.amount(names, shape[1], span), shape=shape[2], name="ranged")
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
