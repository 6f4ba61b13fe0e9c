"""How instructions about what lasts, about turns and about held changes are written as numbers for the native machine."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.change import triggers
from rulewright.kernel.flow import nesting
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_nodes import course, whom
from rulewright.kernel.native.number_tables import ABSENT, INSTRUCTIONS, OPERATIONS, UNKNOWN, NumberWriter
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import building, expressions, instructions
from rulewright.program.durations import Until
from rulewright.program.modes import Adjustment, Bond, Grant, Occasion, Term

TERMS = {Term.FRAME: "T_FRAME", Term.WHEN: "T_WHEN", Term.BEGIN: "T_BEGIN", Term.END: "T_END"}
EDITS = ("", "+", "-", "*", "/", ">=", "<=", "instead", "to", "join", "part")


def duration(w: NumberWriter, until: Until | None) -> list[int]:
    """Write a duration."""
    N, nothing = numbers(), w.listed([])
    if until is None:
        return [NOWHERE, NOWHERE, NOWHERE, NOWHERE, 0, nothing, 0]
    if until.how is Term.WHEN:
        return [N["T_WHEN"], until.condition, NOWHERE, NOWHERE, 0, nothing, 0]
    inside = [number for number in range(len(w.book.routines)) if nesting.encloses(w.book, until.structure, number)]
    told = w.text(f"nothing lasts outside the {w.book.procedure_name(until.structure)}")
    whose = N["U_OF_PLAYER" if until.player else "U_OF_THING"] if until.own else w.optional(until.whose)
    parts = until.structure, whose, w.expression(until.count), until.later
    return [N[TERMS[until.how]], *parts, w.listed(inside), told]


SHIELDED = ("+=", "-=")
"""The changes of which a prevention prevents the next."""


def _bind(w: NumberWriter, node: instructions.Bind) -> list[int]:
    N = numbers()
    if node.how is Bond.ATTACH and node.to is not None:
        return [N["I_ATTACH"], *whom(w, node.what), w.expression(node.to)]
    if node.how is Bond.ATTACH:
        return [N["I_DETACH"], *whom(w, node.what)]
    if node.how is Bond.NOTE:
        to = (0, 0, 0) if node.to is None else (1, *whom(w, node.to))
        return [N["I_NOTE"], *whom(w, node.what), *to, w.note(node.word)]
    if node.how is Bond.CONTROL and node.until is None:
        return [N["I_CONTROL"], *whom(w, node.what), w.optional(node.to), node.owned]
    if node.how is Bond.FACE:
        return [N["I_FACE"], *whom(w, node.what), w.optional(node.to), node.stat]
    like = node.how is Bond.FORM and node.to is not None  # of the kind of that thing
    kind = expressions.Constant(w.book.made_of[node.kind] if node.how is Bond.FORM and not like else NOWHERE)
    asks = N["T_FORM" if node.how is Bond.FORM else "T_OWNED" if node.owned else "T_CONTROL"]
    return [
        N["I_WHILE"],
        *whom(w, node.what),
        asks,
        w.expression(node.to or kind),
        like,
        w.text(node.name),
        *duration(w, node.until),
    ]


def _last(w: NumberWriter, node: instructions.Last) -> list[int]:
    N = numbers()
    if node.op in SHIELDED:
        asked = (N["T_NEXT"], node.stat, N[OPERATIONS[node.op]], N["LA_SETS"])
    else:
        asked = (NOWHERE, node.stat, ABSENT, N["LA_SETS" if node.op == "set" else "LA_ADDS"])
    return [N["I_LAST"], *whom(w, node.whom), *asked, w.expression(node.amount), w.text(node.name), *duration(w, node.until)]


def _give(w: NumberWriter, node: instructions.Give) -> list[int]:
    N = numbers()
    if node.how is Grant.CLASS:
        called = w.listed(action.index for action in w.book.actions if action.word == node.action)
        return [N["I_CLASSIFY"], called, node.number, *duration(w, node.until)]
    if node.how is Grant.FEATURE and node.lost:
        return [N["I_LOSE_FEATURE"], *whom(w, node.whom), node.number]
    asked, amount, name = GIVEN[node.how](w, node)
    given = (w.expression(amount), w.text(name), w.optional(node.uses), *duration(w, node.until))
    return [N["I_GIVE"], *whom(w, node.whom or building.ACTOR), *asked, *given]


Asked = tuple[tuple[int, int, int], expressions.Expression, str]
"""What an effect asks about, its amount, and its name."""
ONE, NOTHING = expressions.Constant(1), expressions.Constant(0)


def _price(w: NumberWriter, node: instructions.Give) -> Asked:
    called = w.listed(action.index for action in w.book.actions if action.word == node.action)
    return (numbers()["T_PRICE"], called, node.stat), NOTHING, node.name


def _bar(w: NumberWriter, node: instructions.Give) -> Asked:
    barred = w.book.words[node.number]
    return (numbers()["T_BAR"], w.bar(node.number, node.but), ABSENT), ONE, f"no {barred} actions"


def _cannot(w: NumberWriter, node: instructions.Give) -> Asked:
    rule = w.book.prohibitions[node.number]
    return (numbers()["T_CANNOT"], node.number, ABSENT), rule.amount or ONE, node.name or rule.words


def _mark(w: NumberWriter, node: instructions.Give) -> Asked:
    name = f"{'no ' if node.lost else ''}{w.book.words[node.number]}"
    return (numbers()["T_MARK"], node.number, ABSENT), NOTHING if node.lost else ONE, name


GIVEN: dict[Grant, Callable[[NumberWriter, instructions.Give], Asked]] = {
    Grant.PRICE: _price,
    Grant.FEATURE: lambda w, node: ((numbers()["T_FEATURE"], node.number, ABSENT), ONE, node.name),
    Grant.BAR: _bar,
    Grant.CANNOT: _cannot,
    Grant.MARK: _mark,
    Grant.COOLDOWN: lambda w, node: ((numbers()["T_COOLDOWN"], NOWHERE, ABSENT), ONE, ""),  # of the action in progress
}


def _ties(w: NumberWriter, node: instructions.Ties) -> list[int]:
    return [numbers()["I_TIES"], node.stat, node.breaker, w.expression(node.amount), node.casts]


def _adjust(w: NumberWriter, node: instructions.Adjust) -> list[int]:
    if node.how is not Adjustment.EDIT or node.op not in EDITS:
        return [UNKNOWN]
    return [numbers()["I_ADJUST"], node.stat, EDITS.index(node.op), w.optional(node.amount), w.optional(node.whom)]


def _by(w: NumberWriter, node: instructions.By) -> list[int]:
    about = (0, NOWHERE) if node.whom is None else whom(w, node.whom)
    return [numbers()["I_BY"], node.word, *about, w.note(node.word) if node.word != NOWHERE else NOWHERE]


def _follow(w: NumberWriter, node: instructions.Follow) -> list[int]:
    """Write an ability that follows, if its name means the same action whoever has it."""
    named = [action.index for action in w.book.actions if action.word == node.action]
    index = next((n for n, trigger in enumerate(w.book.triggers) if trigger.action in named), None)
    if len(named) != 1 or index is None:
        return [UNKNOWN]
    how = (w.book.triggers[index].on == triggers.FOLLOWS, node.again, w.text(w.book.actions[named[0]].name))
    about = (0, 0, 0) if node.whom is None else (1, *whom(w, node.whom))
    return [numbers()["I_FOLLOW"], named[0], index, *how, *about, *duration(w, node.until)]


def _silence(w: NumberWriter, node: instructions.Silence) -> list[int]:
    if node.count is None:
        all_of_it = (numbers()["T_SILENT"], NOWHERE, ABSENT, w.expression(ONE), w.text("what it can do"), NOWHERE)
        return [numbers()["I_GIVE"], *whom(w, node.of), *all_of_it, *duration(w, node.until)]
    what = (w.expression(node.of), node.mark, w.expression(node.count), node.fewer, w.slot(node.done))
    return [numbers()["I_SILENCE"], *what, *duration(w, node.until)]


def _course(w: NumberWriter, node: instructions.Course) -> list[int]:
    """Write that features with a duration begin; everything else of the course is written elsewhere."""
    if node.how is not Occasion.BEGIN_FEATURES:
        return course(w, node)
    found = [(each.index, w.text(each.name), w.put(duration(w, each.until))) for each in w.book.features if each.until]
    return [numbers()["I_BEGIN_FEATURES"], len(found), *(number for row in found for number in row)]


INSTRUCTIONS |= {
    instructions.Bind: (_bind, "how what to name word until owned kind stat"),
    instructions.Course: (_course, "how structure edge"),
    instructions.Silence: (_silence, "of mark count until fewer done"),
    instructions.By: (_by, "whom word"),
    instructions.Follow: (_follow, "action whom until again"),
    instructions.Last: (_last, "whom stat op amount name until"),
    instructions.Give: (_give, "how name until whom action stat uses number lost but"),
    instructions.Ties: (_ties, "stat breaker amount casts"),
    instructions.Adjust: (_adjust, "how stat amount op whom"),
}
