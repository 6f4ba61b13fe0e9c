"""Phrases for loops: something is done for each thing, one after another, in the order of the book or in another."""

from __future__ import annotations

from rulewright.language.grammar import somebody
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program.instructions import Choose, Decide, Each, Instruction
from rulewright.program.modes import Order
from rulewright.program.quick_dataclasses import replace

ORDERS = {
    "": Order.AS_THEY_ARE,
    "in turn": Order.ANEW,
    ", in turn": Order.ANEW,
    "in secret": Order.AS_THEY_ARE,
    ", in secret": Order.AS_THEY_ARE,
    ", the last first": Order.REVERSED,
    ", the active player's last": Order.ACTIVE_LAST,
}
TOP_OF = r"(?:(?P<some>.+) and each )?of the top (?P<count>.+?) cards? of (?P<zone>.+)"
CHOSEN = r", as (?P<chooser>.+) chooses"


def _loop(f: Found) -> Each:
    """Give the loop: what it goes through, and in which order."""
    chosen = f.parted("order", CHOSEN) if f.has("order") else None
    by = chosen.single("chooser") if chosen is not None else None
    order = Order.CHOSEN if by is not None else ORDERS[f.text("order").casefold() if f.has("order") else ""]
    top = f.parted("things", TOP_OF)
    if top is None:
        of = f.aimed_at("things") or somebody.several(f"each {f.text('things')}") if order is Order.AS_THEY_ARE else None
        return Each("actor" if order is Order.ANEW else f.one, of or f.things(), order=order, by=by)
    if top.has("some") != (by is not None) or order not in (Order.AS_THEY_ARE, Order.CHOSEN):
        expected = "each of the top 2 cards of …, or each … and each of the top 2 cards of …, as … chooses"
        raise f.scope.names.fail(f.at("things"), "cards from the top come in their order, or as somebody chooses", expected)
    if by is None:
        return Each(f.one, top.cards(), count=top.amount("count"))
    return Each(f.one, top.things("some"), order=order, by=by, pile=top.cards(), count=top.amount("count"))


def _each(f: Found) -> list[Instruction]:
    if f.text("things").casefold() == "cast" and not f.has("order"):
        return f.loop(Each("actor", order=Order.CASTS))
    if f.has("order") and f.text("order").casefold().endswith("in secret"):
        return _in_secret(f)
    return f.loop(_loop(f))


def _each_may(f: Found) -> list[Instruction]:
    """Compile `each player may …` as `each player: it may …`."""
    rest = f.slots["rest"]
    return _each(replace(f, slots={**f.slots, "rest": rest._replace(text=f"it may {rest.text}")}))


def _in_secret(f: Found) -> list[Instruction]:
    """Compile a loop in which all choose first, and nobody sees what the others choose before all have."""
    code = f.loop(replace(_loop(f), secret=True))
    choice = code[1]
    if isinstance(choice, Decide) or (isinstance(choice, Choose) and choice.by is not None):
        return code
    expected = "`it chooses …`, `it may …:` or `it chooses one:` as the first line inside"
    raise f.scope.names.fail(f.span, "what each does in secret must begin with a choice by each", expected)


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("each {things} [{order}]: {rest}", _each, "each actor, as the active player chooses: gain 1 Health",
         "what follows is done for each thing, one after another, or for `each of the top 2 cards of` a zone, or `each cast`, "
         "whose first member acts; the order may be `the last first`, `the active player's last`, or chosen by somebody before "
         "each step, also with cards from the top of a zone (`each agenda and each of the top 2 cards of your deck, as …`); with "
         "`in turn`, things that arrive later have their turn too; with `in secret`, all make the choice of the first line "
         "inside at once, and nobody sees the choices of others before all have chosen"),
        ("each {things} may {rest}", _each_may, "each ally may lose 1 Attack: it gains 2 Health",
         "each of them is asked, one after another"),
    ),
)  # fmt: skip
