"""Phrases for an amount that is divided among several things: as somebody chooses, or evenly."""

from __future__ import annotations

from rulewright.language.grammar.patterns import Gap, Phrase, table
from rulewright.language.grammar.phrases import Found, fits
from rulewright.program import building, expressions, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Question
from rulewright.program.quick_dataclasses import replace

Effects = list[Instruction]


def _whole(f: Found) -> Found:
    """Put those among whom it is divided where the effect names its object: `deal 5 damage … among …` deals it to them."""
    said = f.slots["rest"]
    text, among = said.text.rstrip(", "), f.text("among").removeprefix("any number of ") if f.has("among") else ""
    for whole in [f"{text} {joint} {among}" for joint in ("on", "to")] if f.has("among") else [text]:
        if fits(f.scope.table, whole):
            return replace(f, slots={**f.slots, "rest": Gap("rest", whole, said.start, said.end)})
    if not f.has("among"):
        return f
    expected = "an amount that several get: `deal 5 damage divided … among …`, `all allies gain 5 Gold, divided …`"
    raise f.scope.names.fail(f.at("rest"), f"{said.text!r} cannot be divided among several", expected)


def _divided(f: Found) -> tuple[Effects, instructions.Alter, expressions.Query | expressions.Picked]:
    """Compile the effect: what comes before it, the change that is divided, and among what."""
    *before, change = _whole(f).inner("rest")
    if isinstance(change, instructions.Alter) and isinstance(change.whom, expressions.Query | expressions.Picked):
        return before, change, change.whom
    expected = "an amount that several get, such as `all targets lose 5 Health, divided …`"
    raise f.scope.names.fail(f.at("rest"), f"{f.text('rest')!r} has no amount for several things that could be divided", expected)


def _as_chosen(f: Found) -> Effects:
    before, change, among = _divided(f)
    key = f"shares {len(f.scope.effects)}"
    f.scope.effects.append(key)
    whole = f"{key} of"
    least = f.amount("least") if f.has("least") else expressions.Constant(0)
    ask = instructions.Decide(
        f.single("chooser"),
        "how much goes",
        how=Question.HOW_MANY,
        var=key,
        least=least,
        most=building.number(whole),
        sharers=among,
    )
    shared = replace(change, amount=building.number(whole), shares=key)
    return procedures.joined([before, [instructions.Let(whole, change.amount)], [ask], [shared]])


def _evenly(f: Found) -> Effects:
    before, change, among = _divided(f)
    share = expressions.Arithmetic("/", change.amount, building.count(among))
    return procedures.joined([before, [replace(change, amount=share)]])


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("{rest} divided as {chooser:whom} (choose|chooses) [among {among:whom}] [, at least {least:amount} each]", _as_chosen,
         "deal 5 damage divided as you choose among all enemies, at least 1 each",
         "an amount for several is divided among them when it happens, among those that are still there; somebody says how much "
         "each of them gets, and the last one gets the rest; all of them get it together; also "
         "`all allies gain 5 Attack, divided as …`"),
        ("{rest} divided evenly [among {among:whom}]", _evenly, "all allies gain 5 Attack, divided evenly",
         "each of them gets the same, rounded down; the remainder is left over"),
    ),
)  # fmt: skip
