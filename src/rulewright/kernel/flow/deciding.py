"""What somebody may do or pay while an effect is going on."""

from __future__ import annotations

from typing import Any

from rulewright.kernel.change import effects
from rulewright.kernel.evaluation.reckon import reckon
from rulewright.kernel.flow.agenda import Control, Machine, ask
from rulewright.kernel.legality.menus import Menu, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import instructions

DECLINE = "decline"


def _price(node: instructions.Decide, m: Machine, vars: Vars) -> list[effects.Change]:
    """Give what deciding for it costs."""
    who = reckon(node.who, m, vars)
    if node.stat < 0 or who == NOWHERE:
        return []
    return effects.allotted(m, [effects.alter(who, node.stat, "-=", reckon(node.amount, m, vars))])


def _decide(node: instructions.Decide, m: Machine, vars: Vars, at: int) -> Control | int | None:
    who, price = reckon(node.who, m, vars), _price(node, m, vars)
    if "answer" not in vars:
        asked = who != NOWHERE and (node.when is not None or not effects.shortage(m, price))
        return ask((m.player_of(who),), str(at), vars) if asked else node.otherwise
    if vars.pop("answer")[1][0] == DECLINE:
        return node.otherwise
    for change in price:
        effects.do(m, change)
    return None


def menu(node: instructions.Decide, m: Machine, vars: Vars) -> Menu:
    """Offer to do it or to decline."""
    amount = "" if node.stat < 0 else f"{reckon(node.amount, m, vars)} {m.book.stats[node.stat].name}"
    words = " ".join(
        part for part in ("pay" if amount else "", amount, "to" if amount and node.words else "", node.words) if part
    )
    who = reckon(node.who, m, vars)
    possible = node.when is None or (reckon(node.when, m, vars) and not effects.shortage(m, _price(node, m, vars)))
    namer = Namer(m, "word", (), {words: (Reference("thing", who),)})
    return Menu(f"{m.book.name_of(m.state, who)}: {words}?", [words, DECLINE] if possible else [DECLINE], namer)


EXECUTE: dict[type, Any] = {instructions.Decide: _decide}
