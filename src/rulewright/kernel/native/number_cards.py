"""How expressions and instructions about cards are written as numbers: zones, stacks, speeds, announcements, what was noticed."""

from __future__ import annotations

from rulewright.kernel.change import making
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_lasting import duration
from rulewright.kernel.native.number_nodes import whom
from rulewright.kernel.native.number_tables import EXPRESSIONS, INSTRUCTIONS, UNKNOWN, NumberWriter
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import building, expressions, instructions, marks
from rulewright.program.modes import Happening, Intervention, Past, Use

OCCASIONS = {Happening.BEGAN: "E_BEGAN", Happening.ENDED: "E_ENDED", Happening.CONTINUES: "E_CONTINUES"}
PASSING = ("drawn", "died", "left play", "entered play", "removed")
USED = ("", "played", "ability")


def _happens(w: NumberWriter, node: expressions.Happens) -> list[int]:
    N = numbers()
    if node.how is Happening.PERFORMED:
        return [N["E_PERFORMED"], node.mark, USED.index(node.used), node.hostile, node.action]
    if node.how is Happening.ARRIVED:
        return [N["E_ARRIVED"], w.kinds(lambda kind: node.mark in kind.marks) if node.mark != NOWHERE else NOWHERE]
    if node.how is Happening.TOLD:
        return [N["E_TOLD"], w.text(w.book.words[node.word]), node.action]
    if node.how is Happening.WENT:
        tiles = w.marked(node.word) if node.word != NOWHERE else NOWHERE
        if node.passing:
            return [N["E_PASSED_BY"], tiles, PASSING.index(node.passing)]
        return [N["E_WENT"], tiles, node.origin, node.zone, w.optional(node.origin_of), w.optional(node.zone_of)]
    return [N[OCCASIONS[node.how]], node.structure, node.feature]


def _fast_enough(w: NumberWriter, node: expressions.FastEnough) -> list[int]:
    rows = [(said, structure, w.listed(speeds)) for said, structure, speeds in node.table]
    head = [numbers()["E_FAST_ENOUGH"], expressions.NOTHING, expressions.ANYTHING, len(rows)]
    return [*head, *(number for row in rows for number in row)]


PAST = {Past.TAKEN: "PAST_TAKEN", Past.SAME: "PAST_SAME", Past.DIFFERENT: "PAST_DIFFERENT"}


def _past(w: NumberWriter, node: expressions.PastActions) -> list[int]:
    N = numbers()
    if node.who is None:
        return [UNKNOWN]
    return [N["E_PAST"], N[PAST[node.how]], w.expression(node.who), node.structure, w.optional(node.count)]


def _has(w: NumberWriter, node: expressions.Has) -> list[int]:
    N = numbers()
    return [N["E_HEARS"], w.text(w.book.words[node.word])] if node.word != NOWHERE else [N["E_HAS"], node.feature]


EXPRESSIONS |= {
    expressions.PastActions: (_past, "how who structure count"),
    expressions.Has: (_has, "word feature"),
    expressions.Happens: (_happens, "how word structure passing hostile used action origin zone mark feature origin_of zone_of"),
    expressions.FastEnough: (_fast_enough, "table"),
}


def _declare(w: NumberWriter, node: instructions.Declare) -> list[int]:
    limits = [w.tally(limit) for limit in node.limits]
    return [numbers()["I_DECLARE"], w.listed(limits)] if limits else [numbers()["I_NOTHING"]]


def _send(w: NumberWriter, node: instructions.Send) -> list[int]:
    if node.what is None:
        return [numbers()["I_SHUFFLE"], node.zone, w.optional(node.owner)]
    if node.at not in ("top", "bottom"):
        return [UNKNOWN]
    where = (node.zone, w.optional(node.owner), node.at == "bottom")
    return [numbers()["I_SEND"], *whom(w, node.what), *where, w.optional(node.count), node.down, node.keep, node.mixed]


def _tell(w: NumberWriter, node: instructions.Tell) -> list[int]:
    word = w.text(w.book.words[node.word])
    return [numbers()["I_TELL"], word, *((0, 0, 0) if node.what is None else (1, *whom(w, node.what)))]


def _intervene(w: NumberWriter, node: instructions.Intervene) -> list[int]:
    if node.how not in INTERVENTIONS:
        return [UNKNOWN]
    return [numbers()[INTERVENTIONS[node.how]], *whom(w, node.whom), *(whom(w, node.target) if node.target is not None else ())]


INTERVENTIONS = {
    Intervention.COUNTER: "I_COUNTER", Intervention.BLOCK: "I_BLOCK", Intervention.COPY: "I_COPY", Intervention.AIM: "I_AIM",
}  # fmt: skip


def _fight(w: NumberWriter, node: instructions.Fight) -> list[int]:
    rows = [w.listed(dict(kind.series).get(node.blows, ())) for kind in w.book.kinds]
    others = (0, 0, 0) if node.others is None else (1, *whom(w, node.others))
    return [numbers()["I_FIGHT"], w.expression(node.whom), *others, node.action, node.blows, node.health, w.put(rows)]


def _permit(w: NumberWriter, node: instructions.Permit) -> list[int]:
    if node.how is Use.ALLOW:
        return _allow(w, node)
    if node.how is Use.INSTRUCT and node.until is not None:
        what = (*whom(w, node.who), node.free, w.text("may be played"))
        return [numbers()["I_LEND"], w.expression(node.by or building.ACTOR), *what, *duration(w, node.until)]
    if node.how is Use.INSTRUCT:
        by, words = w.optional(node.by), w.listed(node.actions)
        title = w.book.words[node.mark] if node.mark != NOWHERE else "action" if node.actions else "play"
        return [numbers()["I_INSTRUCT"], *whom(w, node.who), by, node.mark, words, node.must, w.text(title), node.free]
    told = w.text(f"{w.book.words[node.mark]} resolves")
    return [numbers()["I_IN_ORDER"], w.expression(node.who), node.mark, w.slot(node.rest), told]


def _allow(w: NumberWriter, node: instructions.Permit) -> list[int]:
    named = [action for action in w.book.actions if action.word in node.actions and marks.ACTION not in action.kinds]
    kinds = (marks.ACTION, *sorted({kind for action in named for kind in action.kinds}))
    window = (w.listed(kinds), w.listed(node.actions), node.stat, node.structure, node.must, w.text("action"))
    return [numbers()["I_ALLOW"], w.expression(node.who), *window, w.text("does nothing outside the action phase")]


def _make(w: NumberWriter, node: instructions.Make) -> list[int]:
    if node.text:
        return [UNKNOWN]
    kind = w.book.made_of[node.kind] if node.kind != NOWHERE else NOWHERE
    if node.what is None:
        like = (0, NOWHERE) if node.like is None else whom(w, node.like)
        slots = (w.slot(node.var), w.slot(node.ones))
        where = (NOWHERE, w.optional(node.at)) if node.at == making.TILE_NUMBER else (w.optional(node.at), NOWHERE)
        return [numbers()["I_MAKE"], kind, node.zone, *like, w.optional(node.count), w.optional(node.owner), *slots, *where]
    return [numbers()["I_STATION_NEW"], kind, node.zone, *whom(w, node.what), w.text(w.book.kinds[kind].name)]


INSTRUCTIONS |= {
    instructions.Permit: (_permit, "how who mark rest actions stat structure must by until free"),
    instructions.Make: (_make, "kind zone what like count owner var ones at"),
    instructions.Fight: (_fight, "whom others action blows health"),
    instructions.Declare: (_declare, "limits"),
    instructions.Send: (_send, "what zone owner at count down keep mixed"),
    instructions.Tell: (_tell, "word what"),
    instructions.Intervene: (_intervene, "how whom target"),
}
