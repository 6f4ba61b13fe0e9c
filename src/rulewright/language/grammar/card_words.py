"""Phrases for card games: things are countered, attached, fight, and move between zones. Every book may use them."""

from __future__ import annotations

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar.listening import Listen, about
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, signs
from rulewright.program.expressions import NONE, Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Bond, Happening, Intervention, Quality
from rulewright.program.spelled import plain

ACTOR, IT = building.ACTOR, building.IT
Effects = list[Instruction]


def lasting(found: Found, whom: Expression, stat: int, amount: Expression, op: signs.Standing = "add") -> list[Instruction]:
    """Compile an amount on a stat: with a duration it is a lasting effect, without one a plain change."""
    until = found.duration()
    whom = found.holder(whom, stat)
    names, yours = found.scope.names, not found.has("whom") or plain(found.text("whom")) == "you"
    if until is not None and until.own and yours and (names.met or names.alias.get("it", "actor") != "actor"):
        message = f"it is not clear whose turn {found.text('duration').strip()!r} means: yours, or that of `it`"
        raise names.fail(found.at("duration"), message, "your next …, or target's next …, that player's next …")
    if until:
        return [instructions.Last(whom, stat, op, amount, found.scope.owner, until)]
    return [instructions.Alter(whom, stat, "+=" if op == "add" else "=", amount)]


def _fight(f: Found) -> Effects:
    blows, names = f.scope.names.series, f.scope.names
    if blows is None:
        raise names.fail(f.span, "no stat of the book is a series of blows", "a line such as `Stat Damage: a series`")
    others = None if f.has("action") else f.single("other")
    return [instructions.Fight(f.single(), others, f.action() if f.has("action") else NONE, blows, f.damage())]


def _exactly(f: Found) -> Effects:
    """Set a stat of a thing permanently, or for a duration."""
    return lasting(f, f.whom(), f.stat(), f.amount(), "set")


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("counter {whom}", lambda f: [instructions.Intervene(Intervention.COUNTER, f.whom())], "counter target",
         "takes something off its stack without effect; a card goes to the zone that its kind names"),
        ("attach {whom} to {host:whom}", lambda f: [instructions.Bind(Bond.ATTACH, f.whom(), f.single("host"))],
         "attach this to target",
         "attaches something to something else until one of them leaves"),
        ("{whom} (fight|fights) whoever answers it with {action}", _fight, "the attacker fights whoever answers it with Stride",
         "fights one after another, in the order in which they went on the stack, each time with the remaining blows"),
        ("{whom} (fight|fights) {other:whom}", _fight, "this fights target",
         "both strike at the same time, blow by blow, until one has no health or neither has a blow left"),
        ("{whom} (become|becomes|have|has) {amount} {stat} [{duration}]", _exactly, "target has 3 Health this turn",
         "sets a stat, permanently or with a duration"),
    ),
)  # fmt: skip


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("it is (your|the actor's) turn",
         lambda f: expressions.About(ACTOR, (expressions.Trait(Quality.ACTIVE),)), "it is your turn",
         "the turn is that of the actor's player"),
    ),
)  # fmt: skip


def _zone(f: Found, name: str) -> tuple[int, Expression | None]:
    """Give a zone and whose it is; a zone of nobody has no owner."""
    number, whose = f.zone(name) if f.has(name) else (NOWHERE, None)
    return number, whose


def _went(f: Found) -> Listen:
    (origin, from_whom), (goal, to_whom) = _zone(f, "origin"), _zone(f, "zone")
    moved = expressions.Happens(Happening.WENT, origin=origin, zone=goal, origin_of=from_whom, zone_of=to_whom)
    return Listen("moved", (moved, *about(IT, f, "object")))


def _puts(f: Found) -> Listen:
    stacked = expressions.Happens(Happening.TOLD, f.scope.names.word("stacked"), action=f.action())
    return Listen("told", (stacked, *about(expressions.Slot("attacker"), f, "subject")))


def _into_action(f: Found) -> Listen:
    return Listen("told", (expressions.Happens(Happening.TOLD, f.scope.names.word("put into action"), action=f.action()),))


def _says(f: Found) -> Listen:
    if "," in f.text("rest"):
        raise f.scope.names.fail(f.at("rest"), f"{f.text('rest')!r} is not a word that can be told", "words without a comma")
    return Listen("told", (expressions.Happens(Happening.TOLD, f.announcement("rest")), *about(IT, f, "object")))


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{object:things} (goes|moves|is moved|is put) [from {origin:zone}] (to|into) {zone}", _went,
         "an actor goes from your hand to the trash", "after something has come to a zone"),
        ("{object:things} leaves {origin:zone}", _went, "this leaves the field",
         "after something has gone from a zone to another"),
        ("{subject:things} puts {action} on (a|the) stack", _puts, "an enemy puts Stride on the stack",
         "something puts an action on a stack; this something is `the attacker`, and what waits is `it`"),
        ("{action} is put into action", _into_action, "Stride is put into action",
         "an action of that name has its effect; if it waited on a stack, `it` is what waited"),
        ("{object:things} tells {rest}", _says, "an enemy tells the bell rings",
         "an action of somebody makes an announcement (see tell)"),
    ),
)  # fmt: skip
