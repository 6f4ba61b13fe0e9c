"""What a player may decide or pay during an effect."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.kernel.change import effects
from rulewright.kernel.evaluation.evaluate import evaluate, things, whom
from rulewright.kernel.flow.agenda import Control, Executors, Machine, ask
from rulewright.kernel.legality.menus import Menu, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Vars
from rulewright.program import instructions
from rulewright.program.conditions import Costs
from rulewright.program.modes import Question
from rulewright.program.slots import ANSWER, CHOSEN, CHOSEN_ONES

Shares = Sequence[tuple[int, int]]
"""The things among which a number is divided, each with how much it gets."""

DECLINE = "decline"
DONE = "done"


def _price(node: instructions.Decide, m: Machine, vars: Vars) -> list[effects.Change]:
    """Give what somebody pays who says yes."""
    who = evaluate(node.who, m, vars)
    if node.stat < 0 or who == NOWHERE:
        return []
    return effects.allotted(m, [effects.alter(who, node.stat, "-=", evaluate(node.amount, m, vars))])


def _unpayable(m: Machine, price: list[effects.Change]) -> bool:
    return bool(effects.shortage(m, price) or effects.cannot(m, price))


def _unseen(node: instructions.Decide, m: Machine) -> bool:
    """Say whether others cannot know what can be chosen; then the player is asked in any case."""
    first = node.pays[0] if node.pays else None
    return isinstance(first, instructions.Choose) and any(m.book.zones[zone].seen != "all" for zone in first.of.zones)


def _can_be_done(node: instructions.Decide, m: Machine, vars: Vars) -> bool:
    """Say whether what is to be done first can be done in full, with something that can be chosen for it."""
    if not node.pays:
        return True
    from rulewright.kernel.legality import payable  # imported here, because that module imports this one

    first = node.pays[0]
    if not isinstance(first, instructions.Choose):
        return not payable.missing(Costs(node.pays), m, vars)
    found, count = things(first.of, m, vars, ordered=False), 1 if first.count is None else evaluate(first.count, m, vars)
    rest = Costs(node.pays[1:])
    fits = [it for it in found if not payable.missing(rest, m, {**vars, CHOSEN: it, CHOSEN_ONES: (it,)})]
    return len(fits) >= count


def _which(node: instructions.Decide, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Ask for one way after another; then run them in the printed order, returning here after each."""
    if node.rest in vars:
        return _gone_on(node, vars)
    chosen, wanted = by_name.take(vars, node.var), min(evaluate(node.amount, m, vars), len(node.ways))
    answer = vars.pop(ANSWER)[1][0] if ANSWER in vars else None
    chosen = (*chosen, *(n for n, way in enumerate(node.ways) if way == answer))
    who = evaluate(node.who, m, vars)
    if answer != DONE and len(chosen) < wanted and who != NOWHERE:
        return ask((m.player_of(who),), str(at), by_name.having(vars, node.var, chosen))
    by_name.put(vars, node.rest, tuple(sorted(chosen)))
    return _gone_on(node, vars)


def _gone_on(node: instructions.Decide, vars: Vars) -> int:
    """Continue with the next chosen way, or after all of them."""
    rest = by_name.take(vars, node.rest)
    if not rest:
        return node.otherwise
    by_name.put(vars, node.rest, rest[1:])
    return node.begins[rest[0]]


def _how_many(node: instructions.Decide, m: Machine, vars: Vars, at: int) -> Control | None:
    """Ask for a number; if only one is possible, nobody is asked."""
    if node.sharers is not None:
        return _shares(node, m, vars, at)
    least, most = _bounds(node, m, vars)
    who = evaluate(node.who, m, vars)
    if ANSWER not in vars and least < most and who != NOWHERE:
        return ask((m.player_of(who),), str(at), vars)
    by_name.put(vars, node.var, vars.pop(ANSWER)[1][0] if ANSWER in vars else least)
    return None


def _shares(node: instructions.Decide, m: Machine, vars: Vars, at: int) -> Control | None:
    """Ask how much one after another of several gets; the last one gets the rest."""
    who, shares = evaluate(node.who, m, vars), by_name.shares(vars, node.var)
    while left := _shareless(node, m, vars, shares):
        least, most = _bounds(node, m, by_name.having(vars, node.var, shares))
        if ANSWER not in vars and least < most and who != NOWHERE:
            return ask((m.player_of(who),), str(at), by_name.having(vars, node.var, shares))
        answer = vars.pop(ANSWER)[1][0] if ANSWER in vars else most
        shares = (*shares, (left[0], answer if isinstance(answer, int) else most))
    by_name.put(vars, node.var, shares)
    return None


def _shareless(node: instructions.Decide, m: Machine, vars: Vars, shares: Shares) -> list[int]:
    had = dict(shares)
    return [slot for slot in whom(node.sharers, m, vars) if slot not in had]


def _bounds(node: instructions.Decide, m: Machine, vars: Vars) -> tuple[int, int]:
    least, most = evaluate(node.least, m, vars), evaluate(node.most, m, vars)
    if node.sharers is not None:
        shares = by_name.shares(vars, node.var)
        others = len(_shareless(node, m, vars, shares)) - 1
        rest = max(0, most - sum(share for _, share in shares))
        least = min(least, rest) if others else rest
        most = rest - others * least
    return least, max(least, most)


def _whether(node: instructions.Decide, m: Machine, vars: Vars, at: int) -> Control | int | None:
    who, price = evaluate(node.who, m, vars), _price(node, m, vars)
    if ANSWER not in vars:
        asked = who != NOWHERE and (node.when is not None or not _unpayable(m, price))
        asked = asked and (_unseen(node, m) or _can_be_done(node, m, vars))
        return ask((m.player_of(who),), str(at), vars) if asked else node.otherwise
    if vars.pop(ANSWER)[1][0] == DECLINE:
        return node.otherwise
    for change in price:
        effects.do(m, change)
    return None


def menu(node: instructions.Decide, m: Machine, vars: Vars) -> Menu:
    """Offer to do it or to decline, the ways that are not chosen yet, or the numbers."""
    if node.how is Question.WHETHER:
        return _yes_or_no(node, m, vars)
    title = f"{m.book.name_of(m.state, evaluate(node.who, m, vars))}: {node.words}"
    if node.how is Question.HOW_MANY:
        least, most = _bounds(node, m, vars)
        if node.sharers is not None:
            first = _shareless(node, m, vars, by_name.shares(vars, node.var))[0]
            title = f"{title} to {m.book.name_of(m.state, first)}"
        return Menu(f"{title} ({least} to {most})", least=least, most=most)
    chosen = by_name.listed(vars, node.var)
    left = [way for n, way in enumerate(node.ways) if n not in chosen]
    return Menu(title, [*left, DONE] if node.fewer else left)


def _yes_or_no(node: instructions.Decide, m: Machine, vars: Vars) -> Menu:
    amount = "" if node.stat < 0 else f"{evaluate(node.amount, m, vars)} {m.book.stats[node.stat].name}"
    words = " ".join(
        part for part in ("pay" if amount else "", amount, "to" if amount and node.words else "", node.words) if part
    )
    who = evaluate(node.who, m, vars)
    possible = node.when is None or (evaluate(node.when, m, vars) and not _unpayable(m, _price(node, m, vars)))
    possible = possible and _can_be_done(node, m, vars)
    namer = Namer(m, "word", (), {words: (Reference("thing", who),)})
    return Menu(f"{m.book.name_of(m.state, who)}: {words}?", [words, DECLINE] if possible else [DECLINE], namer)


HOW = {Question.WHETHER: _whether, Question.WHICH: _which, Question.HOW_MANY: _how_many}
EXECUTE: Executors = {instructions.Decide: lambda node, m, vars, at: HOW[node.how](node, m, vars, at)}
