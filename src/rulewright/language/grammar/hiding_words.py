"""Phrases for hidden cards: showing, putting and turning face down, taking at random. Every book may use them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions
from rulewright.program.instructions import Instruction

ACTOR = building.ACTOR
Effects = list[Instruction]


def _top(to: str) -> Callable[[Found], Effects]:
    return lambda f: [instructions.Show(f.cards(), to, f.amount("count") if f.has("count") else expressions.Constant(1))]


def _whole(to: str) -> Callable[[Found], Effects]:
    return lambda f: [instructions.Show(f.whom(), to)]


def _looks(f: Found) -> Effects:
    return [instructions.Show(f.whom(), "actor", by=f.single("by"))]


def _as_it_lies(f: Found) -> Effects:
    zone, owner = f.zone()
    return [instructions.Send(f.whom(), zone, owner, "top", keep=True)]


def _down(f: Found) -> Effects:
    zone, owner = f.zone()
    return [instructions.Send(f.whom(), zone, owner, "top", down=True)]


def _random(f: Found) -> Effects:
    """Compile taking a random card: the zone is shuffled, and its top card is taken."""
    zone, owner = f.zone("origin")
    to, to_owner = f.zone()
    send = instructions.Send(f.cards("origin"), to, to_owner or owner or ACTOR, "top", expressions.Constant(1))
    return [instructions.Send(None, zone, owner or ACTOR, "top"), send]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("(move|put|play) {whom} face down (to|into|on|onto|in) {zone}", _down, "put target face down into your trash",
         "one thing, or several; only the actor's player sees its face, until it moves or is turned"),
        ("turn {whom} face up", _whole("up"), "turn target face up", "everybody who sees its zone sees its face"),
        ("turn {whom} face down, known to all", _whole("known"), "turn target face down, known to all",
         "it lies face down, but everybody still knows what it is"),
        ("turn {whom} face down", _whole("down"), "turn target face down", "only the actor's player sees its face"),
        ("reveal the top [{count:amount}] (card|cards) of {zone}", _top("all"), "reveal the top 3 cards of your deck",
         "everybody sees them until they move or are shuffled"),
        ("look at the top [{count:amount}] (card|cards) of {zone}", _top("actor"), "look at the top 2 cards of your deck",
         "the actor's player sees them until they move or are shuffled"),
        ("reveal {whom}", _whole("all"), "reveal all cards in your hand",
         "everybody sees them until they move; in a hand, until a card leaves that could be one of them"),
        ("look at {whom}", _whole("actor"), "look at all cards in target's hand", "the same only for the actor's player"),
        ("{by:whom} looks at {whom}", _looks, "target looks at all cards in your hand", "the same for somebody else's player"),
        ("(move|put) {whom} (to|into) {zone} as (it|they) (lies|lie)", _as_it_lies, "move target to its owner's trash as it lies",
         "a face-down thing stays face down, and the same players see its face"),
        ("conceal {whom}", _whole("up"), "conceal all cards in your hand",
         "undoes `reveal` and `look at`: only those who see its zone see its face"),
        ("(move|put) a random card (of|from|in) {origin:zone} (to|into) {zone}", _random,
         "move a random card from your hand to your trash",
         "a random card, by dice that nobody sees; the zone that it leaves is shuffled"),
    ),
)  # fmt: skip
