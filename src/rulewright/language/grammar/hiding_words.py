"""Phrases for hidden cards: showing, putting and turning face down, taking at random. Every book may use them."""

from __future__ import annotations

from rulewright.language.grammar.moving_words import TOP_CARDS
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, signs
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction

ACTOR = building.ACTOR
Effects = list[Instruction]


def _shown(f: Found, to: signs.Showing, by: Expression | None = None) -> Effects:
    """Compile showing things, or the top cards of a zone."""
    if (top := f.parted("whom", TOP_CARDS)) is not None:
        count = top.amount("count") if top.has("count") else expressions.Constant(1)
        return [instructions.Show(top.cards("origin"), to, count, by)]
    return [instructions.Show(f.whom(), to, by=by)]


def _reveal(f: Found) -> Effects:
    return _shown(f, "all")


def _look(f: Found) -> Effects:
    return _shown(f, "actor", f.single("by") if f.has("by") else None)


SIDES: tuple[signs.Showing, ...] = ("up", "down")


def _turn(f: Found) -> Effects:
    said = f.text("side").casefold()
    side = next((each for each in SIDES if each == said), None)
    if side is None or (f.has("all") and (side, f.text("all").casefold()) != ("down", "all")):
        raise f.scope.names.fail(f.span, "a card cannot be turned like this", "face up, face down, or face down, known to all")
    return [instructions.Show(f.whom(), "known" if f.has("all") else side)]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("turn {whom} face {side:word} [, known to {all:word}]", _turn, "turn target face down, known to all",
         "face up, everybody who sees its place sees its face; face down, only the actor's player does; known to all, everybody "
         "remembers its face"),
        ("reveal {whom}", _reveal, "reveal the top 3 cards of your deck",
         "everybody sees the cards until they move or are shuffled; cards of a hand, until a card leaves that could be one of "
         "them"),
        ("[{by:whom}] (look|looks) at {whom}", _look, "look at all cards in target's hand",
         "only the actor's player, or the player of somebody else, sees the cards, for as long as with `reveal`"),
        ("conceal {whom}", lambda f: [instructions.Show(f.whom(), "up")], "conceal all cards in your hand",
         "undoes `reveal` and `look at`: only those who see its zone see its face"),
    ),
)  # fmt: skip
