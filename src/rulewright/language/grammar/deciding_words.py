"""Phrases for what a player may decide or pay during an effect."""

from __future__ import annotations

import re

from rulewright.kernel.change import locating
from rulewright.language.check.problems import RuleTextError, Unreadable
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found, effect
from rulewright.language.grammar.readings import Attempt
from rulewright.language.grammar.replacing_words import third_person
from rulewright.language.text import syntax
from rulewright.program import building, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Adjustment
from rulewright.program.quick_dataclasses import replace

Effects = list[Instruction]


def _label(f: Found) -> str:
    """Read what somebody is asked about, which consists of words; the payment and a condition have slots of their own."""
    if not f.has("label"):
        return ""
    if re.match(r"pay\b|.*\bif\b", f.text("label"), re.IGNORECASE):
        raise f.scope.names.fail(
            f.at("label"), f"{f.text('label')!r} contains more than the name of what is done", "may pay 2 Attack to go on"
        )
    return f.text("label")


def _may(f: Found) -> Effects:
    who, label = f.single(), _label(f)
    stat, amount = (f.stat(), f.amount()) if f.has("stat") else (-1, None)
    said = label if who == building.ACTOR else f"{f.text('whom')} {third_person(label)}"
    deed = [] if f.has("stat") else _deed(f, said)
    if not deed and re.search(r"[\[<>=,]", label):
        raise f.scope.names.fail(f.at("label"), f"{label!r} is not something that somebody could do in full", "something to do")
    when = f.condition("when") if f.has("when") else None
    otherwise = f.block("otherwise")
    # `you may draw a card` is read as `you may draw a card: draw a card`
    inner = [] if deed and f.text("rest") == said else f.inner("rest")
    asked = instructions.Decide(who, label, 0, stat, amount, when, pays=tuple(deed))
    return procedures.either(lambda past: replace(asked, otherwise=past), procedures.joined([deed, inner]), otherwise)


def _deed(f: Found, text: str) -> Effects:
    """Read what somebody is asked about as something to do first, in full; nothing if it is only a name for what follows."""
    attempt = Attempt(f.scope)
    try:
        found = effect(f.scope.table, syntax.Clause(text, f.span), replace(f.scope, drawn=[])) or []
    except (Unreadable, RuleTextError):
        found = []
    if found and all(map(locating.can_be_paid, found)):
        return found
    attempt.take_back()
    return []


def _whole(f: Found) -> None:
    """Refuse a phrase around a clause that begins with `if …:` or the like, which contains everything after its colon."""
    if head := syntax.opening(f.text("rest")):
        raise f.scope.names.fail(f.span, f"what follows `{head}` reaches to the end of the clause", "one clause")


def _unless(f: Found) -> Effects:
    _whole(f)
    asked = instructions.Decide(f.single(), "", 2, f.stat(), f.amount())
    inner = f.inner("rest")
    return procedures.joined([[asked], [instructions.Jump(len(inner) + 1)], inner])


def _unless_done(f: Found) -> Effects:
    _whole(f)
    deed = _deed(f, f"{f.text('whom')} {f.text('deed')}")
    if not deed:
        message = f"{f.text('deed')!r} is not something that somebody could do in full"
        raise f.scope.names.fail(f.at("deed"), message, "unless target pays 2 Attack, unless target loses 2 Attack")
    inner = f.inner("rest")
    asked = instructions.Decide(f.single(), f.text("deed"), len(deed) + 2, pays=tuple(deed))
    return procedures.joined([[asked], deed, [instructions.Jump(len(inner) + 1)], inner])


def _prevent(f: Found) -> Effects:
    return [
        instructions.Adjust(Adjustment.EDIT, f.stat(), f.amount() if f.has("amount") else None, "-" if f.has("amount") else "")
    ]


def _surely(f: Found) -> Effects:
    """Compile a clause whose gains and losses nobody can respond to before they happen."""
    _whole(f)
    return [replace(each, sure=True) if isinstance(each, instructions.Alter) else each for each in f.inner("rest")]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("{rest} that cannot be prevented", _surely, "target gains 2 Attack that cannot be prevented",
         "no reaction and no interrupt can respond before the gain or loss"),
        ("{whom} may pay {amount} {stat} to {label} [if {when:rest}]: {rest}", _may,
         "target may pay 2 Attack to go on if [Health] > 3: gain 1 Health",
         "somebody who can pay is asked, and what follows happens only if it is paid; a condition must hold too, but somebody "
         "is asked in any case, so that the question does not reveal whether it holds"),
        ("{whom} may pay {amount} {stat}: {rest}", _may, "target may pay 2 Attack: gain 1 Health",
         "like the phrase before, without words for what it is paid for"),
        ("{whom} may {label:doing}: {rest}", _may, "the actor may rest a while: gain 1 Health",
         "somebody is asked; what follows happens only after a yes; if the words say something to do, such as `the actor may "
         "lose 2 Attack: …`, this is done first, and somebody is asked only if all of it can be done"),
        ("{rest} unless {whom} (pay|pays) {amount} {stat}", _unless, "gain 1 Health unless target pays 2 Attack",
         "it happens only if somebody does not pay"),
        ("{rest} unless {whom} {deed:doing}", _unless_done, "gain 1 Health unless target loses 2 Attack",
         "somebody who can do all of something else is asked; it happens only if this is not done"),
        ("(prevent|avoid) [up to] {amount} {stat}", _prevent, "prevent 2 Attack",
         "in an interrupt: reduces the gain or loss that is about to happen"),
    ),
)  # fmt: skip
