"""The words for what somebody may do or pay while an effect is going on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.kernel import effects
from rulewright.kernel.agenda import Control, Machine, ask
from rulewright.kernel.menus import Menu, Reference
from rulewright.kernel.naming import Namer
from rulewright.kernel.state import NOWHERE, Vars
from rulewright.language import code, nodes, timing
from rulewright.language.code import Instruction
from rulewright.language.listening import Listen, about
from rulewright.language.patterns import Pattern, Phrase, table
from rulewright.language.phrases import Found
from rulewright.language.reckon import reckon

Effects = list[Instruction]
DECLINE = "decline"
IT = nodes.Who("it")


def _price(node: timing.Decide, m: Machine, vars: Vars) -> list[effects.Change]:
    """Give what deciding for it costs."""
    who = reckon(node.who, m, vars)
    if node.stat < 0 or who == NOWHERE:
        return []
    return effects.allotted(m, [effects.alter(who, node.stat, "-=", reckon(node.amount, m, vars))])


def _decide(node: timing.Decide, m: Machine, vars: Vars, at: int) -> Control | int | None:
    who, price = reckon(node.who, m, vars), _price(node, m, vars)
    if "answer" not in vars:
        asked = who != NOWHERE and (node.when is not None or not effects.shortage(m, price))
        return ask((m.player_of(who),), str(at), vars) if asked else node.otherwise
    if vars.pop("answer")[1][0] == DECLINE:
        return node.otherwise
    for change in price:
        effects.do(m, change)
    return None


def menu(node: timing.Decide, m: Machine, vars: Vars) -> Menu:
    """Offer to do it or to decline."""
    amount = "" if node.stat < 0 else f"{reckon(node.amount, m, vars)} {m.book.stats[node.stat].name}"
    words = " ".join(
        part for part in ("pay" if amount else "", amount, "to" if amount and node.words else "", node.words) if part
    )
    who = reckon(node.who, m, vars)
    possible = node.when is None or (reckon(node.when, m, vars) and not effects.shortage(m, _price(node, m, vars)))
    namer = Namer(m, "word", (), {words: (Reference("thing", who),)})
    return Menu(f"{m.book.name_of(m.state, who)}: {words}?", [words, DECLINE] if possible else [DECLINE], namer)


EXECUTE: dict[type, Any] = {timing.Decide: _decide}


def _may(f: Found) -> Effects:
    inner = f.inner("rest")
    stat, amount = (f.stat(), f.amount()) if f.has("stat") else (-1, None)
    when = f.condition("when") if f.has("when") else None
    return code.joined([[timing.Decide(f.single(), f.text("label"), len(inner) + 1, stat, amount, when)], inner])


def _unless(f: Found) -> Effects:
    inner = f.inner("rest")
    return code.joined([[timing.Decide(f.single(), "", 2, f.stat(), f.amount())], [code.Jump(len(inner) + 1)], inner])


def _prevent(f: Found) -> Effects:
    return [code.Negate(f.stat(), f.amount() if f.has("amount") else None)]


def _surely(f: Found) -> Effects:
    """Nothing that somebody gains or loses by a clause can be answered before it happens."""
    return [replace(each, sure=True) if isinstance(each, code.Alter) else each for each in f.inner("rest")]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("{rest} that cannot be prevented", _surely, "target gains 2 Attack that cannot be prevented",
         "no reaction and no interrupt comes before what somebody gains or loses by it"),
        ("{whom} may pay {amount} {stat} to {label} [if {when:rest}]: {rest}", _may,
         "target may pay 2 Attack to go on if [Health] > 3: gain 1 Health",
         "somebody who can pay is asked, and what follows happens only if it is paid; with a condition that must hold, too, "
         "somebody is asked in any case, so that nobody learns whether it does"),
        ("{whom} may {label}: {rest}", _may, "the actor may rest a while: gain 1 Health",
         "somebody is asked; what follows happens only if it is wanted"),
        ("{rest} unless {whom} (pay|pays) {amount} {stat}", _unless, "gain 1 Health unless target pays 2 Attack",
         "it happens if somebody cannot pay or does not want to"),
        ("(prevent|avoid) [up to] {amount} {stat}", _prevent, "prevent 2 Attack",
         "in an interrupt: so much less of what is about to be gained or lost"),
    ),
)  # fmt: skip


def _would_gain(f: Found) -> Listen:
    return Listen("would", (nodes.Changes(f.stat(), "up"), *about(IT, f, "object")), f.stat())


TRIGGERS: tuple[Phrase, ...] = (
    Phrase("trigger", Pattern("{object:things} would gain {stat}"), _would_gain, "an ally would gain Attack",
           "before somebody gets more of a stat"),
)  # fmt: skip
