"""Phrases for places, control, notes and choices. Every book may use them."""

from __future__ import annotations

import re

from rulewright.kernel.state.facts import TILE
from rulewright.language.grammar import nouns, searching_words
from rulewright.language.grammar.listening import Listen, about
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions
from rulewright.program.expressions import NONE, Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Bond, Happening, Phase, Want
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN, EXTRA, WAY

ACTOR, IT = building.ACTOR, building.IT
Effects = list[Instruction]


def _choose(f: Found) -> Effects:
    count = f.amount("count") if f.has("count") else expressions.Constant(1)
    by = f.single("by") if f.has("by") else ACTOR
    if (random := re.fullmatch(r"(?:an? |the )?random (.+)", f.text("things"), re.IGNORECASE)) and not f.has("by"):
        return [instructions.Choose(CHOSEN, nouns.phrase(f.scope.names, random[1], f.at("things")).things, None, count=count)]
    purpose = f", to {f.text('purpose')}" if f.has("purpose") else ""
    things = searching_words.of_them(f.scope.names, f.text("things"), f.at("things")) or f.things()
    if f.has("count") and f.text("count").casefold() in ("a", "an"):  # the question contains the article, too
        things = replace(things, words=f"{f.text('count')} {things.words}")
    return [instructions.Choose(CHOSEN, things, by, purpose, f.has("may") or f.has("fewer"), count)]


def _control(f: Found) -> Effects:
    by = f.single("by") if f.has("by") else None
    return [instructions.Bind(Bond.CONTROL, f.whom("what"), by, name=f.scope.owner, until=f.duration())]


def _owned(f: Found) -> Effects:
    return [replace(each, owned=True) for each in _control(f) if isinstance(each, instructions.Bind)]


def settled(f: Found, what: Expression) -> Instruction:
    """Put things at a place, or on the tile that was picked."""
    if f.text("place").casefold() == "the tile":
        return instructions.Travel(what, instructions.WALK)
    return instructions.Station(what, f.single("place"))


def _station(f: Found) -> Effects:
    place, word = f.single("place") if f.has("place") else None, f.announcement("word") if f.has("word") else NONE
    most, crowd = (f.amount("most"), f.things()) if f.has("most") else (None, None)
    return [instructions.Station(f.whom(), place, word, most, crowd)]


def _note(f: Found) -> Effects:
    return [instructions.Bind(Bond.NOTE, f.whom("host"), f.whom() if f.has("whom") else None, f.noted_as())]


def _in_sum(f: Found) -> list[Instruction]:
    """Give a thing as much of a stat as the sum of another stat of some things; nobody can respond before it happens."""
    of, other = f.whom("of"), f.stat("other")
    amount = (
        building.total(of, other) if isinstance(of, expressions.Query | expressions.Picked) else expressions.StatOf(of, other)
    )
    return [instructions.Alter(f.holder(f.whom(), f.stat()), f.stat(), "+=", amount, sure=True)]


def _arrives(f: Found) -> Listen:
    """Listen for who comes to a place; on a map, whoever comes to a tile is at whatever else is there."""
    tests = (expressions.Happens(Happening.ARRIVED), *about(IT, f, "object"))
    return Listen("changed", tests, TILE) if "map" in f.scope.names.has else Listen("linked", tests)


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("station {whom} at {place:whom} [, telling {word}] [, at most {most:amount} (player|players) with {things} there]",
         _station, "station target at the actor, telling moves, at most 2 players with allies there",
         "puts something at a place, several things at once, until it goes to another zone; this announces a word unless it "
         "was already there; if things of more players than this would be there, it goes home instead, without an announcement"),
        ("(move|put) {whom} (to|on|onto) {place:whom}", lambda f: [settled(f, f.whom())], "move target to the actor",
         "puts something on the cell of a board, on the tile of somebody, on `the tile` that was picked, or at a place, whatever "
         "stands between"),
        ("send {whom} home [, telling {word}]", _station, "send target home, telling moves",
         "takes something away from its place; this announces a word if it was at one"),
        ("{by:whom} (gain|gains|take|takes) control of {what:whom} [{duration}]", _control, "the actor gains control of target",
         "somebody controls something from now on; after a duration it returns, or goes to whoever gained control since; a card "
         "stays its owner's, to whose zones it goes when it leaves play"),
        ("{by:whom} (become|becomes) the owner of {what:whom} [{duration}]", _owned,
         "the actor becomes the owner of target this turn",
         "somebody owns something, for good or for a while, whoever controls it: see `its owner's Hand` and `its owner`"),
        ("nobody controls {what:whom}", _control, "nobody controls target", "nobody controls something from now on"),
        ("note {whom} as {word} of {host:whom}", _note, "note the actor as keeper of target",
         "stores a reference under a word, until it is forgotten or one of the two leaves: see `the keeper of target`"),
        ("forget the {word} of {host:whom}", _note, "forget the keeper of target", "removes what was noted"),
        ("detach {whom}", lambda f: [instructions.Bind(Bond.ATTACH, f.whom())], "detach target",
         "ends the attachment of something"),
        ("[{by:whom}] [{may}] (choose|chooses) [{fewer:up_to}] [{count:amount}] {things} [, to {purpose:rest}]", _choose,
         "choose 2 actors, to send them away",
         "somebody chooses one of some things, or so many, or all if there are fewer; `the chosen actor` or `the chosen actors` "
         "then refers to them; with `may` or `up to` none or fewer; the player who is asked is told the purpose"),
        ("{whom} (gain|gains) as much {stat} as {of:whom} (has|have) {other:stat}",
         _in_sum,
         "the actor gains as much Defense as all allies have Attack", "the sum of a stat of several things is given to somebody"),
    ),
)  # fmt: skip


def _shared(f: Found) -> Expression:
    return expressions.Compare("<=", expressions.Measure(Want.OWNERS, f.things()), f.amount())


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("{things} belong to at most {amount} (player|players)", _shared, "enemies belong to at most 1 player",
         "at most so many players control things of the kind"),
        ("(a|an) {structure} is under way", lambda f: expressions.Situation(Phase.UNDER_WAY, f.structure()),
         "a Round is under way",
         "a structure is in progress"),
        ("the additional cost was paid", lambda f: expressions.Compare("=", building.number(EXTRA), expressions.Constant(1)),
         "the additional cost was paid", "the player paid what the action lists under `Optional cost:`"),
        ("the alternative cost was paid", lambda f: expressions.Compare(">", building.number(WAY), expressions.Constant(0)),
         "the alternative cost was paid", "the player paid what the action lists under `Alternative cost:`"),
        ("nothing waits", lambda f: expressions.Situation(Phase.QUIET), "nothing waits",
         "nothing is on a stack, or about to be put there"),
        ("(a card|something|one) was chosen",
         lambda f: expressions.About(expressions.Slot(CHOSEN), ()),
         "something was chosen", "after `you may choose …`: the player chose something"),
    ),
)  # fmt: skip

TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{object:things} arrives", _arrives, "an actor arrives", "after something has come to a place, or on a map to a tile"),
    ),
)  # fmt: skip
