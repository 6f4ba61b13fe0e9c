"""Phrases that let somebody act inside an effect: play a card from anywhere, or perform an action, now or for a while."""

from __future__ import annotations

from rulewright.language.grammar import nouns
from rulewright.language.grammar.moving_words import TOP_CARDS
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Use
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _by(f: Found) -> Expression:
    """Give who plays: the one who is named, or each in `each player: …`, or the actor."""
    found = f.doer()
    if isinstance(found, expressions.Query | expressions.Picked):
        raise f.scope.names.fail(f.at("whom"), f"{f.text('whom')!r} may mean several", "`each opponent: it may play …`")
    return found


def _cards(f: Found, several: bool) -> Expression:
    """Read which card is played, or which cards may be; the top card of a zone is whichever lies there then."""
    top = f.parted("what", TOP_CARDS)
    if top is not None and not top.has("count"):
        return top.cards("origin")
    return f.whom("what") if several else f.single("what")


def _play(f: Found) -> Effects:
    lasts, by, free = f.duration(), _by(f), f.has("free")
    if lasts is not None and lasts.own:  # the turn of who plays them, not of the cards
        lasts = replace(lasts, own=False, whose=by)
    if lasts is None and plain(f.text("what")).split(" ")[0] in ("a", "an"):  # which one is chosen; with `may`, or none
        things = nouns.phrase(f.scope.names, f.text("what"), f.at("what")).things
        choose = instructions.Choose(CHOSEN, things, by, ", to play it", optional=f.has("may"))
        return [choose, instructions.Permit(Use.INSTRUCT, expressions.Slot(CHOSEN), must=True, free=free, by=by)]
    what = _cards(f, lasts is not None)
    return [instructions.Permit(Use.INSTRUCT, what, must=not f.has("may"), free=free, by=by, until=lasts)]


def _perform(f: Found) -> Effects:
    who = f.single() if f.has("whom") else building.ACTOR
    return [instructions.Permit(Use.INSTRUCT, who, actions=(f.action(),), must=not f.has("may"), free=f.has("free"))]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("[{whom}] [{may}] (play|plays) {what:whom} [{free}] [{duration}]", _play,
         "you may play the top card of your deck without paying",
         "somebody plays a card now, wherever it lies and whatever its speed, also a card of somebody else; with `may`, "
         "somebody can decline; nothing happens if the card cannot be played; with a duration, cards may be played for a while, "
         "at their usual time, until they move; `without paying`, nothing is paid for it"),
        ("[{whom}] [{may}] (perform|performs) {action} [{free}]", _perform, "target may perform Stride without paying",
         "somebody uses an action now, whatever its speed; its player makes the choices; nothing happens if it is not possible"),
    ),
)  # fmt: skip
