"""Writes actions, triggers, kinds, zones and priority rules as numbers: what may be done, and who notices what."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.kernel.legality.judging import SPEED
from rulewright.kernel.native import number_features, number_map, number_timing
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_nodes import whom
from rulewright.kernel.native.number_tables import BITS, OPERATIONS, UNKNOWN, LeftToPython, NumberWriter, strange
from rulewright.kernel.state.facts import NOWHERE, OWN, TILE
from rulewright.program import building, expressions, instructions, marks
from rulewright.program.conditions import (
    Among,
    Condition,
    Cooled,
    Costs,
    CouldChange,
    LevyPayable,
    Limited,
    NotBarred,
    OnInstruction,
    OthersTurn,
    Payable,
    PayableWith,
    Permitted,
    Truth,
    UnlessWaiting,
)
from rulewright.program.declared import ALONE, Discipline, Kind, Zone
from rulewright.program.definition import Action, Check, Pick, Trigger
from rulewright.program.modes import Joint, Source
from rulewright.program.pools import Candidates, NoOrYes, WholeNumbers
from rulewright.program.position import Position

SEEN = ("all", "owner", "nobody")
STACKS = ("", "one", "new", "through")
SHOWN = ("all", "actor", "down", "known", "up")
LAPS = ("one", "succession", "owner")
OF_ACT = "name prompt kind pool checks first whole least most several zones spent when way"
"""The fields of a pick that are understood."""


def tables(w: NumberWriter) -> dict[str, int]:
    """Write these tables and say where they begin."""
    book, settle = w.book, w.book.settle
    defaults = [stat.default for stat in book.stats]
    open_stats = sorted({TILE, *(n for n, stat in enumerate(book.stats) if stat.open)})
    ends = [[w.listed(n for n, rule in enumerate(w.book.routines) if each.endswith(f"/{rule.name}"))] for each in w.tallies]
    return {
        "P_ACTIONS": w.table([_action(w, each) for each in book.actions]),
        "P_TRIGGERS": w.table([_trigger(w, each, settle is not None and settle.answers) for each in book.triggers]),
        "P_ZONES": w.table([_zone(each) for each in book.zones]),
        "P_FACES": w.table([_face(w, each, defaults) for each in book.kinds]),
        "P_DISCIPLINES": w.table([_discipline(each) for each in book.disciplines]),
        "P_OPEN_STATS": w.put([len(open_stats), *open_stats, *defaults]),
        "P_TALLIES": w.put([len(ends), *(number for row in ends for number in row)]),
        "P_PAYERS": w.table([[_purses(w, stat)] for stat in range(len(book.stats))]),
        "P_ZONE_WORDS": w.table([[_zone_words(w, each)] for each in book.scenes.values()]),
        "P_ITEM": book.item if book.stack_kind != NOWHERE else NOWHERE,
        "P_STACK": book.stack_kind,
        "P_UNSEEN": book.unseen,
        "P_SECRET": book.secret,
        "P_STRICT": book.strict,
        "P_PARTIAL": book.partial,
        "P_PARTING": book.parting,
        "P_NESTED": book.nested,
        "P_PAYMENTS": w.listed(book.payments),
        "P_ALONE": ALONE,
        "P_INTERRUPT_MARK": marks.INTERRUPT,
        "P_ACTION_MARK": marks.ACTION,
        "P_ACTION_COUNT": len(book.actions),
    }


def _zone_words(w: NumberWriter, scene: Position) -> int:
    """Write how a card of each kind of zone of nobody and of each seat is called."""
    called = [dict(zone.called).get(seat, f"{seat}'s {zone.name}") if seat else zone.name
              for zone in w.book.zones for seat in ("", *scene.seats)]  # fmt: skip
    return w.put(w.text(f"a card of {name}") for name in called)


def _zone(zone: Zone) -> Sequence[int]:
    return zone.live, zone.keeps, SEEN.index(zone.seen), zone.stack, zone.quiet, zone.open


def _discipline(rule: Discipline) -> Sequence[int]:
    return LAPS.index(rule.lap), rule.keeps, rule.resets, rule.newest


def _face(w: NumberWriter, kind: Kind, defaults: Sequence[int]) -> Sequence[int]:
    """Write what a kind shows: whether it is a card, the stats that are printed on it, and abilities by attachment."""
    printed = dict(kind.stats)
    stats = w.put([printed.get(stat, defaults[stat]) for stat in range(OWN, len(defaults))])
    return marks.CARD in kind.marks, stats, w.listed(sorted(kind.loose)), w.listed(sorted(kind.bound))


def _trigger(w: NumberWriter, trigger: Trigger, answers: bool) -> Sequence[int]:
    action = w.book.actions[trigger.action]
    kinds, granted = [0] * (len(w.book.kinds) // BITS + 1), {feature.action for feature in w.book.granting}
    for number, kind in enumerate(w.book.kinds):
        kinds[number // BITS] |= (trigger.action in kind.actions or trigger.action in granted) << number % BITS
    unasked, own = not trigger.optional and not action.picks, trigger.everyone if answers else not trigger.optional
    before = (_first(w, trigger), *number_features.heard(trigger))
    rest = (action.stack in ("one", "through"), unasked, own, w.put(kinds), trigger.following, *before)
    return trigger.action, w.expression(trigger.test.node), trigger.optional, trigger.everyone, *rest


def _first(w: NumberWriter, trigger: Trigger) -> int:
    """Write the part of a test that says of which sort the event is, if it comes first."""
    node = trigger.test.node
    first = node.parts[0] if isinstance(node, expressions.Logic) and node.how is Joint.ALL and node.parts else node
    return w.expression(first) if isinstance(first, expressions.Happens) else NOWHERE


# -- actions -------------------------------------------------------------------------------------------------------------


def _action(w: NumberWriter, action: Action) -> Sequence[int]:
    book = w.book
    ways = any(pick.kind == "way" or pick.way for pick in action.picks)
    picks = [number for pick in action.picks for number in _pick(w, pick, ways)]
    at = w.put([len(action.picks), *picks])
    kinds, checks = w.listed(sorted(action.kinds)), w.listed(_check(w, each) for each in action.checks)
    first = (action.procedure, action.index, kinds, checks, at, marks.AUTOMATIC in action.kinds)
    paid, zones, goals = _paid(w, action.costs), w.listed(action.zones), (action.after, action.countered)
    lying = (paid, zones, STACKS.index(action.stack), *goals, action.played)
    limits = w.listed(w.tally(book.words[limit]) for limit in action.limits)
    noted = "performed" in book.listeners or bool(book.priced)
    act = bool(action.costs or action.stack or action.after != NOWHERE or action.of_class != NOWHERE or noted)
    traits = (action.word, action.counts_as, action.speed, action.hostile, action.awake, action.grows, act)
    named = (w.text(action.name), w.text(action.identity) if action.identity else NOWHERE, action.onto, action.noted)
    untimed = w.listed(_check(w, each) for each in action.checks if each.name != SPEED)
    reacts = (marks.REACTION in action.kinds, action.answers)
    return (*first, *lying, limits, *traits, *reacts, *named, untimed, *number_timing.of_class(w, action))


def _check(w: NumberWriter, check: Check) -> int:
    """Write one condition of legality."""
    return w.put(_condition(w, check.test))


def _condition(w: NumberWriter, test: Condition) -> list[int]:
    N = numbers()
    try:
        if isinstance(test, Payable):
            return [N["C_PAYABLE"], _cost(w, test.costs)]
        if isinstance(test, LevyPayable):
            amounts = [w.expression(levy.amount) for levy in test.levies if isinstance(levy, instructions.Alter)]
            return [N["C_LEVY_PAYABLE"], _cost(w, test.costs), len(amounts), *amounts]
        if isinstance(test, PayableWith):
            return [N["C_PAYABLE_WITH"], _cost(w, test.costs), w.slot(test.name)]
        if isinstance(test, OnInstruction):
            return [N["C_TRUTH"], w.expression(expressions.Constant(0))]
        if isinstance(test, Limited):
            return [N["C_LIMITED"], w.tally(w.book.words[test.key]), test.most]
        if isinstance(test, CouldChange):
            return [N["C_COULD_CHANGE"]]
        if isinstance(test, Among):
            return [N["C_AMONG"], w.query(test.node)]
        if isinstance(test, OthersTurn):
            return [N["C_OTHERS_TURN"], test.structure, test.casts]
        if isinstance(test, Permitted):
            return [N["C_PERMITTED"], test.feature, w.expression(test.node)]
        if isinstance(test, Cooled):
            return [N["C_COOLED"], test.action]
        if isinstance(test, NotBarred):
            return [N["C_UNBARRED"]]
        if isinstance(test, UnlessWaiting):
            return [N["C_UNLESS_WAITING"], w.expression(test.node)]
    except LeftToPython:
        pass
    return [N["C_TRUTH"], w.expression(test.node) if isinstance(test, Truth) else w.put([UNKNOWN])]


def _pick(w: NumberWriter, pick: Pick, ways: bool) -> Sequence[int]:
    """Write a pick of things of a set, of a number or of an option; any other is left, and all where an act is paid in ways."""
    pool, left = pick.pool, w.put([UNKNOWN])
    if type(pool) in number_timing.SORTS and not strange(pick, OF_ACT) and pick.name in w.slot_numbers:
        nothing, (sort, acts) = w.listed([]), number_timing.sort(w, pool)
        return w.slot(pick.name), nothing, nothing, 0, acts, left, NOWHERE, 0, 1, 1, nothing, 0, 0, NOWHERE, sort
    tiles = _tiles(w, pick)
    number = (isinstance(pool, WholeNumbers) and not strange(pool, "least most")) or tiles is not None
    option = isinstance(pool, NoOrYes) and pick.kind == "option"
    plain = (
        option
        or (isinstance(pool, Candidates) and pick.kind == "object")
        or (number and pick.kind == "number")
        or tiles is not None
    )
    if not plain or ways or strange(pick, OF_ACT) or pick.name not in w.slot_numbers:
        never = w.listed([w.put([numbers()["C_TRUTH"], left])])
        return 0, never, never, 0, left, left, NOWHERE, 0, 1, 1, never, 0, 0, NOWHERE, 0
    in_play = isinstance(pool, Candidates) and pool.node.tests == (building.IN_PLAY,) and pool.node.source is Source.PLAY
    tests = [each for each in pick.checks if not (in_play and _is_in_play(each.test))]
    paying = pick.spent or any(check.name == "cost" for check in pick.whole)
    again = [] if paying else [each for each in pick.checks if not each.once]
    checks = (w.listed(_check(w, each) for each in tests), w.listed(_check(w, each) for each in again))
    bounds = [w.expression(pool.least), w.expression(pool.most)] if isinstance(pool, WholeNumbers) else [left, left]
    bounds = [w.expression(expressions.Constant(n)) for n in (0, 1)] if option else bounds
    sort = 2 if option or tiles is not None else int(number)  # what an ability on a stack keeps as a number
    when = w.slot(pick.when) if pick.when else NOWHERE
    *bounds, which = tiles or (*bounds, 0)
    among = w.query(pool.node) if isinstance(pool, Candidates) and not in_play else NOWHERE
    whole = w.listed(_check(w, each) for each in pick.whole)
    return (w.slot_numbers[pick.name], *checks, sort, *bounds, among, pick.several, pick.least, pick.most, whole, pick.spent,
            which, when, 0)  # fmt: skip


def _tiles(w: NumberWriter, pick: Pick) -> tuple[int, int, int] | None:
    """Write from which tiles one is picked; None if it is no tile."""
    try:
        return number_map.pool(w, pick.pool) if pick.kind == "tile" and not pick.several else None
    except LeftToPython:
        return None


def _is_in_play(test: Condition) -> bool:
    return isinstance(test, Truth) and test.node == building.IN_PLAY


def _paid(w: NumberWriter, costs: Sequence[Costs]) -> int:
    """Write what is paid for an action before it happens; 0 if nothing is."""
    return w.listed([_cost(w, each) for each in costs]) if costs else 0


def _cost(w: NumberWriter, costs: Costs) -> int:
    """Write the parts of a cost: changes of stats, moves and announcements; others are left."""
    N, left = numbers(), w.put([UNKNOWN])
    try:
        parts, extra = ([w.put(_part(w, part)) for part in some] for some in (costs.parts, costs.extra))
    except LeftToPython:
        parts, extra = [], []
    if costs.instead or not parts:
        parts, extra = [w.put([N["COST_ALTER"], 0, left, OWN, 0, left, 0])], []
    return w.put([len(parts), *parts, len(extra), *extra])


def _part(w: NumberWriter, part: instructions.Instruction) -> list[int]:
    N = numbers()
    if isinstance(part, instructions.Alter) and part.op in OPERATIONS and not strange(part, "whom stat op amount price sure"):
        return [N["COST_ALTER"], *whom(w, part.whom), part.stat, N[OPERATIONS[part.op]], w.expression(part.amount), part.price]
    if isinstance(part, instructions.Send) and part.what is not None and not strange(part, "what zone owner at count keep mixed"):
        where = (part.zone, w.optional(part.owner), part.at == "bottom", w.optional(part.count), part.keep)
        return [N["COST_SEND"], *whom(w, part.what), *where]
    if isinstance(part, instructions.Show) and not strange(part, "what to by"):
        return [N["COST_SHOW"], *whom(w, part.what), SHOWN.index(part.to), w.expression(part.by or building.ACTOR)]
    if isinstance(part, instructions.Tell):
        return [N["COST_TELL"], *whom(w, part.what or building.ACTOR), w.text(w.book.words[part.word])]
    raise LeftToPython("a cost")


def _purses(w: NumberWriter, stat: int) -> int:
    """Write the stats that can be paid for another one; 0 if none can."""
    found = [(n, w.book.stats[n].only, w.book.stats[n].first) for n in w.book.payers.get(stat, ())]
    return w.put([len(found), *(number for row in found for number in row)]) if found else 0
