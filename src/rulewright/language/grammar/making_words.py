"""The words for making things: tokens, cards and copies. Every book may use them."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.names.ranges import TILE
from rulewright.program import building, instructions, signs
from rulewright.program.expressions import NONE, Constant, Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Bond, Grant
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import MADE, MADE_ONES
from rulewright.program.spelled import plain

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
    return [_placed(f, instructions.Make(kind, zone, count=f.amount(), owner=owner, var=MADE, ones=MADE_ONES))]


def _placed(f: Found, made: instructions.Make) -> instructions.Make:
    """Say where something is made: at a place, or on the tile that was picked."""
    if not f.has("place"):
        return made
    if f.text("place").casefold() == "the tile":
        return replace(made, at=TILE)
    return replace(made, at=f.single("place"))


def _copy(f: Found) -> Effects:
    if not f.has("zone") and re.search(r" in [^\]]+$", f.text("whom")):
        raise f.scope.names.fail(
            f.at("whom"), "the zone that is named last is where the copies are made", "`… in ZONE` once more"
        )
    zone, owner = _where(f, NONE)
    count = f.amount() if f.has("amount") else Constant(1)
    return [_placed(f, instructions.Make(NONE, zone, like=f.whom(), count=count, owner=owner, var=MADE, ones=MADE_ONES))]


def _become(f: Found) -> Effects:
    other, kind = (f.single("other"), NONE) if f.has("other") else (None, f.kind())
    return [instructions.Bind(Bond.FORM, f.whom(), other, name=f.scope.owner, until=f.duration(), kind=kind)]


def _mark(lost: bool) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        names, kind = f.scope.names, f.scope.names.kind(f.text("mark"))
        if kind is None and plain(f.text("mark")) in names.own_marks:
            kind = plain(f.text("mark"))
        if kind is None:
            raise f.missing("mark", "kind", [names.kinds[word] for word in sorted(names.kinds)], "a Kind")
        return [instructions.Give(Grant.MARK, until=f.duration(), whom=f.whom(), number=names.word(kind), lost=lost)]

    return build


def _silence(f: Found) -> Effects:
    return [instructions.Silence(f.whom(), NONE, None, f.duration())]


def _counters(op: signs.Change) -> Callable[[Found], Effects]:
    return lambda f: [instructions.Alter(f.holder(f.whom(), f.stat()), f.stat(), op, f.amount())]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("[{by:whom}] (make|makes|create|creates) {amount} {kind:label} [in {zone}] (at|on) {place:whom}", _make,
         "make a Motion on target",
         "makes new things, as the next phrase does, at a place, on a cell of a board, or on the tile of somebody"),
        ("[{by:whom}] (make|makes|create|creates) {amount} {kind:label} [in {zone}]", _make, "make 2 Motions in the Field",
         "new things of a kind, or cards of a name, with the numbers printed on them; they belong to whoever makes them, or to "
         "whose zone it is; what is made in play is a token, which is gone when it has left play; without a zone, in the zone "
         "in play where such things are; `the new card` and `the new cards` then refer to them"),
        ("[{by:whom}] (make|makes|create|creates) {amount} (copy|copies) of {whom} [in {zone}] [(at|on) {place:whom}]", _copy,
         "make a copy of target in your hand",
         "new things of the same kind, with the printed numbers; without a zone, where the original is; in a zone in play a "
         "copy is a token, elsewhere a card like any other; also `on the other`, a cell or a tile"),
        ("{whom} (become|becomes) a copy of {other:whom} [{duration}]", _become, "target becomes a copy of the actor",
         "it is of that kind, with its abilities and printed numbers, for a while or until it leaves play; it keeps its name, "
         "its damage and counters, and its player"),
        ("{whom} (become|becomes) (a|an) {kind:label} [{duration}]", _become, "target becomes a Motion until end of turn",
         "the same with a kind, or a card of a name"),
        ("{whom} (is|are) also [(a|an)] {mark:label} [{duration}]", _mark(lost=False), "target is also a Motion this turn",
         "it counts as one of that kind, or has that mark, too"),
        ("{whom} (is|are) no longer [(a|an)] {mark:label} [{duration}]", _mark(lost=True), "target is no longer a Motion",
         "it does not count as one of that kind, or does not have that mark"),
        ("{whom} (lose|loses) (its|their|all) abilities [{duration}]", _silence, "target loses its abilities until end of turn",
         "it cannot use them, and they respond to nothing; a card can still be played"),
        ("put {amount} {stat} (counter|counters) on {whom}", _counters("+="), "put 2 Attack counters on target",
         "counters are a stat of the thing that has them"),
        ("(remove|take) {amount} {stat} (counter|counters) from {whom}", _counters("-="), "remove 1 Attack counter from target",
         "as many as there are"),
    ),
)  # fmt: skip
