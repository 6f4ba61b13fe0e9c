"""Loops in an order that a player chooses; the menu shows this player nothing hidden."""

from __future__ import annotations

from rulewright.kernel.evaluation.evaluate import evaluate, things
from rulewright.kernel.flow import turns
from rulewright.kernel.flow.agenda import Control, Machine, ask
from rulewright.kernel.legality.menus import Menu, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE, Path, Vars
from rulewright.program import instructions
from rulewright.program.slots import ANSWER

REST = "the rest as they lie"


def in_order(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Take the next thing: the last remaining one, or the one that a player is asked to choose."""
    _begin(node, m, vars)
    loose, pile = _left(node, m, vars)
    chooser = int(evaluate(node.by, m, _outside(node, vars)))
    given = ANSWER in vars or vars.get(node.as_they_lie) or chooser == NOWHERE  # in their present order if nobody chooses
    keys = () if given else _keys(m, m.player_of(chooser), loose, pile)
    if len(keys) > 1:
        among = (*keys, REST) if len(loose) + len(pile) > 2 else keys
        return ask((m.player_of(chooser),), str(at), by_name.having(vars, node.among, among))
    slot = _meant(node, vars, loose, pile)
    if slot == NOWHERE:
        for name in (node.rest, node.as_they_lie, node.piled):
            by_name.drop(vars, name)
        return turns.restored(node, vars)
    by_name.put(vars, node.piled, by_name.number(vars, node.piled) - (slot in pile))
    by_name.put(vars, node.rest, (*by_name.listed(vars, node.rest), m.state.ref(slot)))
    by_name.put(vars, node.var, slot)
    return None


def _begin(node: instructions.Each, m: Machine, vars: Vars) -> None:
    turns.remember(node, vars)
    if node.rest not in vars:
        by_name.put(vars, node.rest, ())
        by_name.put(vars, node.piled, 0 if node.count is None else max(0, evaluate(node.count, m, _outside(node, vars))))


def _outside(node: instructions.Each, vars: Vars) -> Vars:
    """Give the variables as before the loop, because its things may depend on them."""
    return by_name.having(vars, node.var, by_name.value(vars, node.kept))


def _left(node: instructions.Each, m: Machine, vars: Vars) -> tuple[list[int], list[int]]:
    """List what remains: the single things, and the first few of the pile."""
    had, outside = by_name.listed(vars, node.rest), _outside(node, vars)
    loose, pile = ([] if of is None else things(of, m, outside) for of in (node.of, node.pile))
    fresh = [[slot for slot in part if m.state.ref(slot) not in had] for part in (loose, pile)]
    return fresh[0], fresh[1][: by_name.number(vars, node.piled)]


def _keys(m: Machine, player: int, loose: list[int], pile: list[int]) -> Path:
    """Give what may be chosen next. Of a pile that the chooser does not see, only the next card can be chosen."""
    hidden = pile and not visibility.sees(m, player, m.state.places[pile[0]])
    named = [f"a card of {m.book.zone_words(m.state, m.state.places[pile[0]])}"] if hidden else [m.state.ref(s) for s in pile]
    return (*(m.state.ref(slot) for slot in loose), *named)


def _meant(node: instructions.Each, vars: Vars, loose: list[int], pile: list[int]) -> int:
    """Give the next thing: the one that was chosen, or the first if nobody was asked."""
    by_name.drop(vars, node.among)
    key = vars.pop(ANSWER)[1][0] if ANSWER in vars else REST if vars.get(node.as_they_lie) else None
    if key == REST:
        by_name.put(vars, node.as_they_lie, True)
    if isinstance(key, int):
        return key % LIVES
    return next(iter(pile if key not in (None, REST) else [*loose, *pile]), NOWHERE)


def menu(node: instructions.Each, m: Machine, vars: Vars) -> Menu:
    """Offer what is next; if the order of several things does not matter, also to take them in their current order."""
    keys, pile = list(by_name.keys(vars, node.among)), _left(node, m, vars)[1]
    zone = {key: (Reference("zone", m.state.places[pile[0]]),) for key in keys if pile and isinstance(key, str) and key != REST}
    return Menu("which is next", keys, Namer(m, "object", keys, zone))
