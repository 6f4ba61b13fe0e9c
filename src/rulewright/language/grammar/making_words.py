"""The words for making things: tokens, cards and copies. Every book may use them."""

from __future__ import annotations

import re

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, instructions
from rulewright.program.expressions import NONE, Constant, Expression
from rulewright.program.instructions import Instruction
from rulewright.program.slots import MADE, MADE_ONES

Effects = list[Instruction]


def _where(f: Found, home: int) -> tuple[int, Expression]:
    """Read in which zone something is made, and whose it is: whose zone it is, or who makes it."""
    names, maker = f.scope.names, f.single("by") if f.has("by") else f.scope.subject or building.ACTOR
    zone, owner = f.zone() if f.has("zone") else (home, None)
    if zone in names.stacks:
        raise names.fail(f.at("zone"), "nothing is made on a stack", "another zone, or `copy target` for what waits on the stack")
    return zone, owner or maker


def _make(f: Found) -> Effects:
    names, kind = f.scope.names, f.kind()
    word = next(word for word, number in names.vocabulary.items() if number == kind)
    if not f.has("zone") and word not in names.homes:
        raise names.fail(f.span, f"it is not clear where {names.kinds[word]} is made", f"in a zone: `make a {word} in …`")
    zone, owner = _where(f, names.homes.get(word, NONE))
    return [instructions.Make(kind, zone, count=f.amount(), owner=owner, var=MADE, ones=MADE_ONES)]


def _copy(f: Found) -> Effects:
    if not f.has("zone") and re.search(r" in [^\]]+$", f.text("whom")):
        raise f.scope.names.fail(f.at("whom"), "the zone said last is where the copies are made", "`… in ZONE` once more")
    zone, owner = _where(f, NONE)
    count = f.amount() if f.has("amount") else Constant(1)
    return [instructions.Make(NONE, zone, like=f.whom(), count=count, owner=owner, var=MADE, ones=MADE_ONES)]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("[{by:whom}] (make|makes|create|creates) {amount} {kind:label} [in {zone}]", _make, "make 2 Motions in the Field",
         "new things of a kind, or cards of a name, with the numbers printed on them; they belong to whoever makes them, or to "
         "whose zone it is; what is made in play is a token, which is gone when it has left play; without a zone, in the zone "
         "in play where such things are; `the new card` and `the new cards` then refer to them"),
        ("[{by:whom}] (make|makes|create|creates) {amount} (copy|copies) of {whom} [in {zone}]", _copy,
         "make a copy of target in your hand",
         "new things of the same kind, with the printed numbers; without a zone, where the original is; in a zone in play a "
         "copy is a token, elsewhere a card like any other"),
    ),
)  # fmt: skip
