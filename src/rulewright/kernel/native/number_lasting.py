"""How instructions about what lasts, about turns and about held changes are written as numbers for the native machine."""

from __future__ import annotations

from rulewright.kernel.change import triggers
from rulewright.kernel.flow import nesting
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_nodes import whom
from rulewright.kernel.native.number_tables import ABSENT, INSTRUCTIONS, UNKNOWN, NumberWriter
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import expressions, instructions
from rulewright.program.durations import Until
from rulewright.program.modes import Adjustment, Grant, Term

TERMS = {Term.FRAME: "T_FRAME", Term.WHEN: "T_WHEN", Term.BEGIN: "T_BEGIN", Term.END: "T_END"}
EDITS = ("", "+", "-", "*", "/", ">=", "<=")


def _until(w: NumberWriter, until: Until | None) -> list[int]:
    """Write a duration."""
    N, nothing = numbers(), w.listed([])
    if until is None:
        return [NOWHERE, NOWHERE, NOWHERE, NOWHERE, 0, nothing, 0]
    if until.how is Term.WHEN:
        return [N["T_WHEN"], until.condition, NOWHERE, NOWHERE, 0, nothing, 0]
    inside = [number for number in range(len(w.book.routines)) if nesting.encloses(w.book, until.structure, number)]
    told = w.text(f"nothing lasts outside the {w.book.procedure_name(until.structure)}")
    parts = until.structure, w.optional(until.whose), w.expression(until.count), until.later
    return [N[TERMS[until.how]], *parts, w.listed(inside), told]


def _last(w: NumberWriter, node: instructions.Last) -> list[int]:
    if node.op not in ("add", "set"):
        return [UNKNOWN]
    N = numbers()
    op = N["LA_SETS" if node.op == "set" else "LA_ADDS"]
    how = (node.stat, op, w.expression(node.amount), w.text(node.name))
    return [N["I_LAST"], *whom(w, node.whom), *how, *_until(w, node.until)]


def _give(w: NumberWriter, node: instructions.Give) -> list[int]:
    N = numbers()
    if node.how is Grant.PRICE:
        called = w.listed(action.index for action in w.book.actions if action.word == node.action)
        what = (N["T_PRICE"], called, node.stat, N["LA_SETS"], 0, w.text(node.name), w.optional(node.uses))
        return [N["I_GIVE"], *whom(w, node.whom), *what, *_until(w, node.until)]
    if node.how is Grant.FEATURE and not node.lost:
        what = (N["T_FEATURE"], node.number, ABSENT, N["LA_SETS"], 1, w.text(node.name), NOWHERE)
        return [N["I_GIVE"], *whom(w, node.whom), *what, *_until(w, node.until)]
    if node.how is Grant.CLASS:
        called = w.listed(action.index for action in w.book.actions if action.word == node.action)
        return [N["I_CLASSIFY"], called, node.number, *_until(w, node.until)]
    if node.how is Grant.BAR:
        barred = w.book.words[node.number]
        what = (N["T_BAR"], w.bar(barred, node.but), ABSENT, N["LA_SETS"], 1, w.text(f"no {barred} actions"), NOWHERE)
        return [N["I_GIVE"], *whom(w, node.whom), *what, *_until(w, node.until)]
    return [UNKNOWN]


def _ties(w: NumberWriter, node: instructions.Ties) -> list[int]:
    return [numbers()["I_TIES"], node.stat, node.breaker, w.expression(node.amount), node.casts]


def _adjust(w: NumberWriter, node: instructions.Adjust) -> list[int]:
    if node.how is not Adjustment.EDIT or node.stat == expressions.NONE or node.op not in EDITS:
        return [UNKNOWN]
    return [numbers()["I_ADJUST"], node.stat, EDITS.index(node.op), w.optional(node.amount)]


def _by(w: NumberWriter, node: instructions.By) -> list[int]:
    word = w.text(w.book.words[node.word]) if node.word != NOWHERE else NOWHERE
    return [numbers()["I_BY"], word, *((0, NOWHERE) if node.whom is None else whom(w, node.whom))]


def _follow(w: NumberWriter, node: instructions.Follow) -> list[int]:
    """Write an ability that follows, if its name means the same action whoever has it."""
    named = [action.index for action in w.book.actions if action.word == node.action]
    index = next((n for n, trigger in enumerate(w.book.triggers) if trigger.action in named), None)
    if len(named) != 1 or index is None:
        return [UNKNOWN]
    how = (w.book.triggers[index].on == triggers.FOLLOWS, node.again, w.text(w.book.actions[named[0]].name))
    about = (0, 0, 0) if node.whom is None else (1, *whom(w, node.whom))
    return [numbers()["I_FOLLOW"], named[0], index, *how, *about, *_until(w, node.until)]


def _silence(w: NumberWriter, node: instructions.Silence) -> list[int]:
    if node.count is None:
        return [UNKNOWN]
    what = (w.expression(node.of), node.mark, w.expression(node.count), node.fewer, w.slot(node.done))
    return [numbers()["I_SILENCE"], *what, *_until(w, node.until)]


INSTRUCTIONS |= {
    instructions.Silence: (_silence, "of mark count until fewer done"),
    instructions.By: (_by, "whom word"),
    instructions.Follow: (_follow, "action whom until again"),
    instructions.Last: (_last, "whom stat op amount name until"),
    instructions.Give: (_give, "how name until whom action stat uses number lost but"),
    instructions.Ties: (_ties, "stat breaker amount casts"),
    instructions.Adjust: (_adjust, "how stat amount op"),
}
