"""How each kind of expression and instruction is written as numbers; a kind without a row here is left to Python."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.evaluation import rolling
from rulewright.kernel.evaluation.happening import PASSED
from rulewright.kernel.flow import turns
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_order import quickest, rolled
from rulewright.kernel.native.number_tables import (
    ABSENT,
    BITS,
    EXPRESSIONS,
    INSTRUCTIONS,
    OPERATIONS,
    SHARED,
    UNKNOWN,
    LeftToPython,
    NumberWriter,
)
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import building, expressions, instructions
from rulewright.program.modes import Holds, Joint, Link, Occasion, Order, Phase, Quality, Tie, Want, Way
from rulewright.program.position import SceneWords
from rulewright.program.quick_dataclasses import replace

COMPARISONS = {"=": "E_EQUAL", "!=": "E_UNEQUAL", ">": "E_MORE", "<": "E_LESS", ">=": "E_AT_LEAST", "<=": "E_AT_MOST"}
SUMS = {
    "+": "E_ADD", "-": "E_SUBTRACT", "*": "E_MULTIPLY", "/": "E_DIVIDE", "/^": "E_DIVIDE_UP", "%": "E_REMAINDER",
    "min": "E_LOWER", "max": "E_HIGHER",
}  # fmt: skip
JOINTS = {Joint.ALL: "E_ALL", Joint.ANY: "E_ANY"}
TIES = {
    Tie.SELF: "E_SELF", Tie.OTHER: "E_OTHER", Tie.ALLY: "E_ALLY", Tie.ENEMY: "E_ENEMY", Tie.OWNER: "E_OWNER", Tie.AT: "E_AT",
    Tie.NAMESAKE: "E_NAMESAKE", Tie.TOGETHER: "E_TOGETHER", Tie.ATTACHED: "E_ATTACHED", Tie.COMPANY: "E_COMPANY",
}  # fmt: skip
NOTING = {Tie.NOTED: "E_NOTED_FOR", Tie.NOTES: "E_NOTES"}
QUALITIES = {
    Quality.IN_PLAY: "E_IN_PLAY", Quality.UNOWNED: "E_UNOWNED", Quality.ACTIVE: "E_ACTIVE", Quality.FACE_DOWN: "E_FACE_DOWN",
    Quality.REVEALED: "E_REVEALED", Quality.OFF_MAP: "E_OFF_MAP",
    Quality.RUN_BY_STRATEGY: "E_STRATEGY", Quality.TOPMOST: "E_TOPMOST", Quality.ABROAD: "E_ABROAD",
}  # fmt: skip
FOUND = {Link.PLACE: "E_PLACE", Link.HOST: "E_HOST", Link.PLAYER: "E_PLAYER"}
WANTS = {Want.COUNT: "E_COUNT", Want.ANY: "E_EXISTS", Want.SUM: "E_SUM", Want.OWNERS: "E_OWNERS"}
WAYS = {Way.DOWN: "E_LOWERED", Way.UP: "E_RAISED", Way.FALLS_TO: "E_FALLS", Way.RISES_TO: "E_RISES"}


# -- expressions ---------------------------------------------------------------------------------------------------------


def _two(names: dict[str, str]) -> Callable[[NumberWriter, building.Node], list[int]]:
    return lambda w, node: [numbers()[names[node.op]], w.expression(node.left), w.expression(node.right)]


def _slot(w: NumberWriter, node: expressions.Slot) -> list[int]:
    return [numbers()["E_NUMBER" if node.holds is Holds.NUMBER else "E_THING"], w.slot(node.name)]


def whom(w: NumberWriter, node: expressions.Expression | None) -> list[int]:
    """Write the things that an instruction is about: whether it is a set, and the expression."""
    if isinstance(node, expressions.Query | expressions.Picked):
        return [1, w.query(node)]
    several = isinstance(node, expressions.Holder) and isinstance(node.who, expressions.Query | expressions.Picked)
    if several or not isinstance(node, expressions.Slot | expressions.Related | expressions.Holder | expressions.Next):
        raise LeftToPython("several things")
    if isinstance(node, expressions.Slot) and node.holds is Holds.NUMBER:
        raise LeftToPython("a number")
    return [0, w.expression(node)]


def _related(w: NumberWriter, node: expressions.Related) -> list[int]:
    N = numbers()
    if node.how is Link.CALLED:
        return [N["E_CALLED"], w.name(node.word)]
    if node.how is Link.ACTIVE_PLAYER:
        return [N["E_ACTIVE_PLAYER"]]
    if node.how is Link.SUBJECT:
        return [N["E_SUBJECT"], node.structure]
    if node.how is Link.DOER:
        return [N["E_DOER"]]
    if node.how is Link.NOTED and node.who is not None:
        return [N["E_NOTED"], w.expression(node.who), w.note(node.word)]
    if node.owned and node.who is not None:
        return [N["E_OWNER_OF"], w.expression(node.who)]
    if node.how in FOUND and node.who is not None:
        return [N[FOUND[node.how]], w.expression(node.who)]
    return [UNKNOWN]


def _stat_of(w: NumberWriter, node: expressions.StatOf) -> list[int]:
    """Write a stat; that of a thing in a slot, or of one that rules name, in one row."""
    N, who = numbers(), w.expression(node.who)
    how = {N["E_THING"]: "E_STAT_HELD", N["E_CALLED"]: "E_STAT_CALLED"}.get(w.row[who])
    return [N["E_STAT"], who, node.stat] if how is None else [N[how], w.row[who + 1], node.stat]


def _holder(w: NumberWriter, node: expressions.Holder) -> list[int]:
    return [numbers()["E_HOLDER"], w.expression(node.who), SHARED.index(w.book.stats[node.stat].shared)]


def _logic(w: NumberWriter, node: expressions.Logic) -> list[int]:
    parts = [w.expression(part) for part in (quickest((node,)) if node.how is Joint.ALL else node.parts)]
    return [numbers()["E_NOT"], parts[0]] if node.how is Joint.NOT else [numbers()[JOINTS[node.how]], len(parts), *parts]


COUNTED = {("=", 0): False, ("<", 1): False, ("<=", 0): False, ("!=", 0): True, (">", 0): True, (">=", 1): True}
"""What a comparison of a count with a number says: whether there is any."""


def _compare(w: NumberWriter, node: expressions.Compare) -> list[int]:
    """Write a comparison; whether a count is 0 is known as soon as one thing is found."""
    count, bound = node.left, node.right
    if not (isinstance(count, expressions.Measure) and isinstance(bound, expressions.Constant)) or rolled(count):
        return _two(COMPARISONS)(w, node)
    some = COUNTED.get((node.op, bound.n)) if count == expressions.Measure(Want.COUNT, count.of) else None
    if some is None:
        return _two(COMPARISONS)(w, node)
    found = replace(count, want=Want.ANY)
    return _measure(w, found) if some else [numbers()["E_NOT"], w.expression(found)]


def _measure(w: NumberWriter, node: expressions.Measure) -> list[int]:
    if node.along:
        ways = sum(1 << n for n, way in enumerate(building.EVERY_WAY) if way in node.along)
        return [numbers()["E_LONGEST"], w.query(node.of), ways] if node.want is Want.COUNT else [UNKNOWN]
    if node.want is Want.MOST:
        return [numbers()["E_RANKED"], w.query(node.of), node.stat, node.rank]
    return [numbers()[WANTS[node.want]], w.query(node.of), node.stat] if node.want in WANTS and node.rank == 1 else [UNKNOWN]


def _about(w: NumberWriter, node: expressions.About) -> list[int]:
    tests = [w.expression(test) for test in node.tests]
    return [numbers()["E_ABOUT"], w.expression(node.who), len(tests), *tests]


def _relation(w: NumberWriter, node: expressions.Relation) -> list[int]:
    if node.how in NOTING:
        return [numbers()[NOTING[node.how]], w.expression(node.who), w.note(node.word)]
    return [numbers()[TIES[node.how]], w.expression(node.who)] if node.how in TIES and node.word == NOWHERE else [UNKNOWN]


def _trait(w: NumberWriter, node: expressions.Trait) -> list[int]:
    return [numbers()[QUALITIES[node.how]]] if node.how in QUALITIES else [UNKNOWN]


def _changes(w: NumberWriter, node: expressions.Changes) -> list[int]:
    return [numbers()[WAYS[node.how]], node.stat, node.amount, w.text(node.tag) if node.tag else NOWHERE]


def _cause(w: NumberWriter, node: expressions.Cause) -> list[int]:
    fits = [a.index for a in w.book.actions if node.reach in ("", a.reach) and node.action in (expressions.NONE, a.word)]
    words = [sum(1 << n % BITS for n in fits if n // BITS == word) for word in range(len(w.book.actions) // BITS + 1)]
    return [numbers()["E_CAUSED"], w.put(words)]


def _of_cast(w: NumberWriter, node: expressions.OfCast) -> list[int]:
    spoken = [w.book.spoken.get(scene, SceneWords()).casts.get(node.name, ()) for scene in w.each_scene()]
    return [numbers()["E_OF_CAST"], w.put([w.bits(sides) if sides else 0 for sides in spoken])]


def _of_kind(w: NumberWriter, node: expressions.OfKind) -> list[int]:
    """Write a kind or mark, which effects may give or take away: the kinds that have it, and the mark."""
    return [
        numbers()["E_MARKED" if node.mark in w.book.changing_marks else "E_OF_KIND"],
        w.kinds(lambda kind: node.mark in kind.marks),
        node.mark,
    ]


def _situation(w: NumberWriter, node: expressions.Situation) -> list[int]:
    if node.how is Phase.UNDER_WAY:
        return [numbers()["E_UNDER_WAY"], node.structure]
    if node.how is Phase.PASSED:
        passed = (PASSED, node.structure)
        return [numbers()["E_PASSED"], w.tally(passed)] if passed in w.tallies else [numbers()["E_CONSTANT"], 0]
    if node.how is Phase.QUIET:
        return [numbers()["E_QUIET"]]
    return [numbers()["E_SIDES_LEFT"]] if node.how is Phase.SIDES_LEFT else [UNKNOWN]


def _roll(w: NumberWriter, node: expressions.Roll) -> list[int]:
    count = w.expression(node.count)
    if rolling.plain(node):
        return [numbers()["E_ROLL"], count, node.sides]
    how = (w.optional(node.keep), node.lowest, node.again, node.once, node.explodes)
    return [numbers()["E_ROLL_KEPT"], count, node.sides, *how]


EXPRESSIONS |= {
    expressions.Constant: (lambda w, node: [numbers()["E_CONSTANT"], node.n], "n"),
    expressions.Slot: (_slot, "name holds"),
    expressions.Related: (_related, "how who word structure owned"),
    expressions.Holder: (_holder, "who stat"),
    expressions.StatOf: (_stat_of, "who stat"),
    expressions.Arithmetic: (_two(SUMS), "op left right"),
    expressions.Unary: (lambda w, node: [numbers()["E_NEGATE" if node.op == "-" else "E_WHOLE"], w.expression(node.of)], "op of"),
    expressions.Roll: (_roll, "count sides keep lowest again once explodes"),
    expressions.Compare: (_compare, "op left right"),
    expressions.Logic: (_logic, "how parts"),
    expressions.About: (_about, "who tests"),
    expressions.Relation: (_relation, "how who word"),
    expressions.Trait: (_trait, "how"),
    expressions.OfKind: (_of_kind, "mark"),
    expressions.Lies: (lambda w, node: [numbers()["E_LIES"], node.zone, w.optional(node.of)], "zone of"),
    expressions.Measure: (_measure, "want of stat rank along"),
    expressions.Changes: (_changes, "stat how amount tag"),
    expressions.Cause: (_cause, "reach action"),
    expressions.OfCast: (_of_cast, "name"),
    expressions.Situation: (_situation, "how structure"),
}

# -- instructions --------------------------------------------------------------------------------------------------------


def _test(w: NumberWriter, node: instructions.Test) -> list[int]:
    edged = [building.edged(node.condition, worse) if node.told else node.condition for worse in (False, True)]
    checks = (node.condition, *edged)
    at = [w.expression(check) for check in checks]
    return [numbers()["I_TEST"], at[0], node.otherwise, node.told, node.shown, *at[1:], *map(_not_all_count, checks)]


def _not_all_count(check: expressions.Expression) -> bool:
    """Say whether some of the first dice of a check are left out or rolled again."""
    roll = next((part for part in building.walk(check) if isinstance(part, expressions.Roll)), None)
    return roll is not None and not rolling.plain(roll)


def _each(w: NumberWriter, node: instructions.Each) -> list[int]:
    if node.order is Order.TIMES and node.count is not None:
        return [numbers()["I_TIMES"], w.slot(node.rest), w.expression(node.count), node.end]
    if node.order is Order.CHANGING:
        return [numbers()["I_CHANGING"], w.slot(node.rest), node.end]
    if node.order is Order.ANEW:
        return [numbers()["I_ANEW"], w.slot(node.var), w.query(node.of), node.end, w.slot(node.rest), w.slot(node.kept)]
    if node.order is Order.CASTS:
        return [numbers()["I_CASTS"], w.slot(node.var), node.end, w.slot(node.rest), w.slot(node.kept)]
    if node.order is Order.CHOSEN and node.of is not None and not node.secret:
        return _ordered(w, node)
    if node.order not in ORDERS or node.of is None or node.secret:
        return [UNKNOWN]
    still = node.of
    if isinstance(still, expressions.Query):  # those that come later in a loop are judged without comparing them with others
        still = replace(still, tests=tuple(test for test in still.tests if not _compares(test)))
    slots = (w.slot(node.rest), w.slot(node.kept), numbers()[ORDERS[node.order]], w.optional(node.count), w.query(still))
    return [numbers()["I_LOOP"], w.slot(node.var), w.query(node.of), node.end, *slots]


def _ordered(w: NumberWriter, node: instructions.Each) -> list[int]:
    pile = NOWHERE if node.pile is None else w.query(node.pile)
    things = (w.slot(node.var), w.query(node.of), node.end, w.slot(node.rest), w.slot(node.kept), pile, w.optional(node.count))
    return [numbers()["I_ORDERED"], *things, w.optional(node.by), *map(w.slot, (node.piled, node.as_they_lie, node.among))]


ORDERS = {Order.AS_THEY_ARE: "LOOP_PLAIN", Order.REVERSED: "LOOP_REVERSED", Order.ACTIVE_LAST: "LOOP_ACTIVE_LAST"}


def _compares(node: building.AnyRecord | None) -> bool:
    """Say whether a test compares things with one another: then it is left out for the later things of a loop."""
    return any(isinstance(part, expressions.Measure) and part.want is Want.MOST for part in building.walk(node))


def _run(w: NumberWriter, node: instructions.Run) -> list[int]:
    if node.extra is not None:
        who = (0, NOWHERE) if node.actor is None else whom(w, node.actor)
        what = (numbers()["T_EXTRA"], node.procedure, ABSENT)
        return [numbers()["I_TO_COME"], *who, *what, w.text(node.name), w.expression(node.extra)]
    return [numbers()["I_RUN"], node.procedure, w.optional(node.actor), node.own]


def course(w: NumberWriter, node: instructions.Course) -> list[int]:
    """Write what is caused in the course of the game."""
    N, book = numbers(), w.book
    answers = book.settle is not None and book.settle.answers
    if node.how is Occasion.REFRESH:
        return [N["I_REFRESH"], node.structure]
    if node.how is Occasion.EXPIRE:
        return _expire(w, node)
    if node.how is Occasion.TALLY:
        return [N["I_TALLY"], w.tally((PASSED, node.structure))]
    if node.how in (Occasion.HEED, Occasion.HEED_OWN):
        return [N["I_HEED"], node.how is Occasion.HEED_OWN, answers]
    if node.how is Occasion.OCCASION and "occasion" not in book.listeners:
        return [N["I_PAUSE"]]
    if node.how is Occasion.OCCASION:
        return [N["I_OCCASION"], N[EDGES[node.edge]], node.structure, answers]
    return [N[PLAIN[node.how]]] if node.how in PLAIN else [UNKNOWN]


PLAIN = {Occasion.OVERDUE: "I_OVERDUE", Occasion.FINISH: "I_FINISH", Occasion.SETTLE: "I_SETTLE", Occasion.ANSWER: "I_ANSWER",
         Occasion.STRAYS: "I_STRAYS"}  # fmt: skip


EDGES = {"begin": "E_BEGAN", "end": "E_ENDED", "continue": "E_CONTINUES"}


def _expire(w: NumberWriter, node: instructions.Course) -> list[int]:
    """Write what ends at an edge of a structure, and which stats are reset then."""
    N, found = numbers(), [(n, s.default) for n, s in enumerate(w.book.stats) if s.until == node.structure and node.edge == "end"]
    edge = N["T_BEGIN" if node.edge == "begin" else "T_END"]
    return [N["I_EXPIRE"], edge, node.structure, len(found), *(number for row in found for number in row)]


def _open(w: NumberWriter, node: instructions.Open) -> list[int]:
    who, seats, first = w.optional(node.who), ("", "one", "all", "company").index(node.seats), w.optional(node.first)
    words = (w.listed(node.kinds), node.discipline, w.text(node.title), who, seats)
    return [
        numbers()["I_OPEN"],
        *words,
        node.once,
        node.must,
        w.text(node.idle),
        first,
        w.text(node.open),
        node.turn,
        w.optional(node.still),
        *((0, NOWHERE) if node.last is None else whom(w, node.last)),
        node.floor,
        ABSENT if node.lasts is None else node.lasts,
        w.query(turns.COMPANY),
    ]


def _alter(w: NumberWriter, node: instructions.Alter) -> list[int]:
    N = numbers()
    if node.op not in OPERATIONS:
        return [UNKNOWN]
    how = (node.stat, N[OPERATIONS[node.op]], w.expression(node.amount), node.each, node.price, w.text(node.tag), node.sure)
    return [N["I_ALTER"], *whom(w, node.whom), *how, w.slot(node.shares) if node.shares else NOWHERE]


def _station(w: NumberWriter, node: instructions.Station) -> list[int]:
    word = NOWHERE if node.word == NOWHERE else w.text(w.book.words[node.word])
    crowd = (NOWHERE, NOWHERE) if node.crowd is None else (w.query(node.crowd), w.optional(node.most))
    return [numbers()["I_STATION"], *whom(w, node.what), w.optional(node.at), word, *crowd]


def _standing(w: NumberWriter, node: instructions.Standing) -> list[int]:
    return [numbers()["I_STANDING"], *whom(w, node.whom), node.to]


INSTRUCTIONS |= {
    instructions.Test: (_test, "condition otherwise told shown"),
    instructions.Jump: (lambda w, node: [numbers()["I_JUMP"], node.to, node.back], "to back"),
    instructions.Each: (_each, "var of end order rest kept count by pile piled as_they_lie among"),
    instructions.Run: (_run, "procedure actor own extra name"),
    instructions.Course: (course, "how structure edge"),
    instructions.Open: (_open, "kinds discipline title who seats once must idle first open turn still last floor lasts"),
    instructions.Alter: (_alter, "whom stat op amount tag price each sure shares"),
    instructions.Station: (_station, "what at word most crowd"),
    instructions.Standing: (_standing, "whom to"),
    instructions.Let: (lambda w, node: [numbers()["I_LET"], w.slot(node.var), w.expression(node.value)], "var value"),
}
