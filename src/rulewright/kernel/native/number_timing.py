"""How classes of actions, stacks that pop by the clock, and players in the order of their seats are written as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import BITS, EXPRESSIONS, LeftToPython, NumberWriter
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import expressions, pools
from rulewright.program.definition import Action
from rulewright.program.pools import Pool

SORTS = {pools.Joinable: "SORT_STACK", pools.Drafts: "SORT_TEXT", pools.PastActs: "SORT_ACT"}
"""The pools of picks that are neither things nor tiles nor numbers."""


def tables(w: NumberWriter) -> dict[str, int]:
    """Write these tables and say where they begin."""
    for kind in w.book.kinds if w.book.judges else ():
        w.text(kind.name)  # things are made under these names
    return {
        "P_CLASSES": w.table([[each.waits] for each in w.book.classes]),
        "P_BARS": w.table([_bar(w, called, but) for _, called, but in w.bars]),
        "P_TIMED": w.book.timed,
        "P_JUDGES": w.book.judges,
        "P_ACTED": len(w.book.actions) if w.book.judges else 0,
    }


def _bar(w: NumberWriter, called: int, but: tuple[str, ...]) -> Sequence[int]:
    """Write the classes that are barred, and the actions that are not."""
    actions = [0] * (len(w.book.actions) // BITS + 1)
    for action in w.book.actions:
        actions[action.index // BITS] |= (action.rule in but) << action.index % BITS
    barred = [n for n, each in enumerate(w.book.classes) if called in each.called]
    return sum(1 << n for n in barred), w.put(actions)


def of_class(w: NumberWriter, action: Action) -> Sequence[int]:
    """Write the class of an action, whether it is gone, what is tested when it pops, and the classes of paying for it."""
    if len(w.book.classes) > BITS:
        raise LeftToPython("classes")
    paying = sum(1 << n for n, each in enumerate(w.book.classes) if each.rest) if action.costs else 0
    need = NOWHERE if action.need is None else w.expression(action.need.node)
    return action.of_class, action.gone, need, paying


def sort(w: NumberWriter, pool: Pool) -> dict[str, int]:
    """Write what is picked from a pool; of past acts those that are meant."""
    found = {"PICK_SORT": numbers()[SORTS[type(pool)]], "PICK_LEAST": NOWHERE}
    if isinstance(pool, pools.PastActs):
        names = {each.name for each in w.book.actions if pool.action in (expressions.NONE, each.word)}
        found["PICK_LEAST"] = w.listed(each.index for each in w.book.actions if each.name in names)
    return found


def _next(w: NumberWriter, node: expressions.Next) -> list[int]:
    return [numbers()["E_NEXT"], w.expression(node.who), node.step, w.optional(node.test)]


EXPRESSIONS |= {
    expressions.Next: (_next, "who step test"),
}
