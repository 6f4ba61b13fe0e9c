"""Phrases that move things from zone to zone: some things, the top cards of a zone, a random card, face down or as they lie."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, procedures, signs
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Order

ACTOR = building.ACTOR
Effects = list[Instruction]

TOP_CARDS = r"the top (?:(?P<count>.+?) )?cards? of (?P<origin>.+)"
"""The first few cards of a zone, where things are meant."""
RANDOM_CARD = r"a random card (?:of|from|in) (?P<origin>.+)"


def _short(f: Found, what: Expression) -> Effects:
    """Put what the action says for the case that there are too few cards before the move."""
    if not f.scope.short or not isinstance(what, expressions.Query):
        return []
    test = instructions.Test(expressions.Compare("=", building.count(what), expressions.Constant(0)), 1 + len(f.scope.short))
    return procedures.joined([[test], list(f.scope.short)])


def _refilled(f: Found, send: instructions.Send, count: Expression, refill: int, owner: Expression) -> Effects:
    """Take one after another; while there is nothing, run what replenishes the zone, as long as it does anything."""
    key = f"times {len(f.scope.effects)}"
    f.scope.effects.append(key)
    assert isinstance(send.what, expressions.Query)
    empty = expressions.Compare("=", building.count(send.what), expressions.Constant(0))
    return [
        instructions.Each(key, end=7, order=Order.TIMES, count=count),
        instructions.Test(empty, 5),
        instructions.Each(f"{key} more", end=5, order=Order.CHANGING),
        instructions.Run(refill, owner),
        instructions.Jump(1),
        send,
        instructions.Jump(0, back=True),
    ]


def _top(f: Found) -> Effects:
    zone, owner = f.zone("origin")
    to, to_owner = f.zone()
    cards = f.cards("origin")
    count = f.amount("count") if f.has("count") else expressions.Constant(1)
    refill = f.scope.names.refills.get(zone)
    if refill is not None and not f.scope.paying:
        return _refilled(
            f, instructions.Send(cards, to, to_owner or ACTOR, "top", expressions.Constant(1)), count, refill, owner or ACTOR
        )
    return procedures.joined([_short(f, cards), [instructions.Send(cards, to, to_owner or ACTOR, "top", count)]])


def _random(f: Found) -> Effects:
    """Compile taking a random card: the zone is shuffled, and its top card is taken."""
    zone, owner = f.zone("origin")
    to, to_owner = f.zone()
    send = instructions.Send(f.cards("origin"), to, to_owner or owner or ACTOR, "top", expressions.Constant(1))
    return [instructions.Send(None, zone, owner or ACTOR, "top"), send]


def _things(f: Found) -> Effects:
    """Compile moving some things."""
    zone, owner = f.zone()
    place: signs.End = "bottom" if f.has("place") and f.text("place").casefold() == "bottom" else "top"
    down, lies, mixed = f.has("down") or f.has("hidden"), f.has("lies"), f.has("mixed")
    return [instructions.Send(f.whom(), zone, owner, place, down=down, keep=lies, mixed=mixed)]


def _move(f: Found) -> Effects:
    """Compile a move by what is moved."""
    plainly = not any(map(f.has, ("down", "hidden", "lies", "mixed", "place")))
    for shape, build in ((TOP_CARDS, _top), (RANDOM_CARD, _random)):
        found = f.parted("whom", shape)
        if found is not None and not (build is _random and found.zone("origin")[0] not in f.scope.names.unseen):
            if not plainly:
                raise f.scope.names.fail(
                    f.span, f"{f.text('whom')!r} is always moved face up to the top", "all cards in …, or one thing"
                )
            return build(found)
    return _things(f)


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("(move|put|play|return) {whom} [{down:face_down}] (to|into|on|onto|in) [the {place} of] {zone} [{mixed:randomly}] "
         "[{lies:as_it_lies}] [{hidden:face_down}]", _move, "move the top 2 cards of your deck to your hand",
         "some things, `the top 2 cards of` a zone as far as there are so many, or `a random card of` a zone, which is shuffled "
         "if not all see it; "
         "face down, only the actor's player sees them; `in random order`, nobody knows their order; `as they lie`, those who "
         "saw them before still see them"),
    ),
)  # fmt: skip
