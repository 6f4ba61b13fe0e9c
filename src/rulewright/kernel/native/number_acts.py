"""Writes actions, triggers, kinds, zones and priority rules as numbers: what may be done, and who notices what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.kernel.legality.judging import ADDED, checks_of
from rulewright.kernel.native import number_features, number_map, number_order, number_rules, number_timing
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import LeftToPython, NumberWriter, strange
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
    NotForbidden,
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
from rulewright.program.pools import Candidates, Joinable, NoOrYes, PastActs, WholeNumbers

SEEN = ("all", "owner", "nobody")
STACKS = ("", "one", "new", "through")
SHOWN = ("all", "actor", "down", "known", "up")
LAPS = ("one", "succession", "owner")
FORBIDDEN = {"": "C_ALLOWED", "target": "C_CHOOSABLE", "tile": "C_ENTERABLE"}
OF_ACT = "name prompt kind pool checks first whole least most several zones spent when way many"
"""The fields of a pick that are understood."""


def tables(w: NumberWriter) -> dict[str, int]:
    """Write these tables and say where they begin."""
    book, settle = w.book, w.book.settle
    defaults = [stat.default for stat in book.stats]
    open_stats = sorted({TILE, *(n for n, stat in enumerate(book.stats) if stat.open)})
    until = book.counted_until.items()
    ends = [
        [w.listed([book.main] if isinstance(each, tuple) else [n for n, words in until if each in words])] for each in w.tallies
    ]
    return {
        "P_ACTIONS": w.table([_action(w, each) for each in book.actions]),
        "P_TRIGGERS": w.table([_trigger(w, each, settle is not None and settle.answers) for each in book.triggers]),
        "P_ZONES": w.table([_zone(each) for each in book.zones]),
        "P_FACES": w.table([_face(w, each, defaults) for each in book.kinds]),
        "P_DISCIPLINES": w.table([_discipline(each) for each in book.disciplines]),
        "P_OPEN_STATS": w.put([len(open_stats), *open_stats, *defaults]),
        "P_TALLIES": w.put([len(ends), *(number for row in ends for number in row)]),
        "P_PAYERS": w.table([[_purses(w, stat)] for stat in range(len(book.stats))]),
        "P_ZONE_WORDS": w.table([[_zone_words(w, each)] for each in w.each_scene()]),
        "P_ITEM": book.item,
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


def _zone_words(w: NumberWriter, scene: str) -> int:
    """Write how a card of each kind of zone of nobody and of each seat is called; 0 where the seats are not known."""
    if scene not in w.book.scenes:
        return 0
    called = [dict(zone.called).get(seat, f"{seat}'s {zone.name}") if seat else zone.name
              for zone in w.book.zones for seat in ("", *w.book.scenes[scene].seats)]  # fmt: skip
    return w.put(w.text(f"a card of {name}") for name in called)


def _zone(zone: Zone) -> Sequence[int]:
    return zone.live, zone.keeps, SEEN.index(zone.seen), zone.stack, zone.quiet, zone.open


def _discipline(rule: Discipline) -> Sequence[int]:
    return LAPS.index(rule.lap), rule.keeps, rule.resets, rule.newest


def _face(w: NumberWriter, kind: Kind, defaults: Sequence[int]) -> Sequence[int]:
    """Write what a kind shows: whether it is a card, the stats that are printed on it, and abilities by attachment."""
    printed = dict(kind.stats)
    stats = w.put([printed.get(stat, defaults[stat]) for stat in range(OWN, len(defaults))])
    card = marks.CARD in kind.marks
    attached = w.listed(sorted(kind.loose)), w.listed(sorted(kind.bound))
    return card, bool(kind.actions) and not card, stats, *attached, w.text(kind.name)


def _trigger(w: NumberWriter, trigger: Trigger, answers: bool) -> Sequence[int]:
    action = w.book.actions[trigger.action]
    unasked, own = not trigger.optional and not action.picks, trigger.everyone if answers else not trigger.optional
    before = (_first(w, trigger), *number_features.heard(trigger), trigger.separate)
    rest = (action.stack in ("one", "through"), unasked, own, trigger.following, *before)
    return trigger.action, w.expression(trigger.test.node), trigger.optional, trigger.everyone, *rest


def _first(w: NumberWriter, trigger: Trigger) -> int:
    """Write the part of a test that says of which sort the event is, if it comes first."""
    node = trigger.test.node
    first = node.parts[0] if isinstance(node, expressions.Logic) and node.how is Joint.ALL and node.parts else node
    plain = isinstance(first, expressions.Happens) and first.origin_of is None and first.zone_of is None
    return w.expression(first) if plain else NOWHERE  # who owns the zone depends on who responds


# -- actions -------------------------------------------------------------------------------------------------------------


def _action(w: NumberWriter, action: Action) -> Sequence[int]:
    book = w.book
    picks = [number for pick in action.picks for number in _pick(w, pick)]
    at = w.put([len(action.picks), *picks])
    kinds = w.listed(sorted(action.kinds))
    checks = w.put([_checks(w, some) for some in number_rules.checked(w, action)])
    first = (action.procedure, action.index, kinds, checks, at, marks.AUTOMATIC in action.kinds)
    paid, zones, goals = _paid(w, action.costs), w.listed(action.zones), (action.after, action.countered)
    lying = (paid, zones, STACKS.index(action.stack), *goals, action.played)
    limits = w.listed(w.tally(limit) for limit in action.limits)
    noted = "performed" in book.listeners or bool(book.priced)
    act = bool(action.costs or action.stack or action.after != NOWHERE or action.of_class != NOWHERE or noted)
    traits = (action.word, action.counts_as, action.speed, action.hostile, action.awake, action.grows, act)
    named = (w.text(action.name), action.onto, action.noted)
    reacts = (marks.REACTION in action.kinds, action.answers)
    needs = w.listed(_check(w, each) for each in action.checks if each.name == "needs")
    dark = book.secret and any(book.zones[zone].seen != "all" for pick in action.picks for zone in pick.zones)
    rules = (needs, number_rules.added(w, action), number_rules.price(w, action), dark, number_order.never(action.checks))
    return (
        *first,
        *lying,
        limits,
        *traits,
        *reacts,
        *named,
        *number_timing.of_class(w, action),
        *_holders(w, action.index),
        *rules,
    )


def _holders(w: NumberWriter, action: int) -> Sequence[int]:
    """Write the kinds of which something may have an action, and those that always have it."""
    granted = any(feature.action == action for feature in w.book.granting)
    may = w.kinds(lambda kind: granted or action in kind.actions)
    return may, w.kinds(lambda kind: action in kind.actions and action not in kind.loose and action not in kind.bound)


def _checks(w: NumberWriter, checks: Iterable[Check]) -> int:
    """Write conditions that must all hold, quick ones first."""
    return w.listed(_check(w, each) for each in number_order.soonest(checks))


def _check(w: NumberWriter, check: Check) -> int:
    """Write one condition of legality."""
    return w.put(_condition(w, check.test))


def _condition(w: NumberWriter, test: Condition) -> list[int]:
    N = numbers()
    try:
        if isinstance(test, NotForbidden):
            return [N[FORBIDDEN[test.pick]]]
        if isinstance(test, Payable) and test.costs == ADDED:
            return [N["C_AFFORDABLE"]]
        if isinstance(test, Payable):
            return [N["C_PAYABLE"], number_rules.cost(w, test.costs)]
        if isinstance(test, LevyPayable):
            amounts = [w.expression(levy.amount) for levy in test.levies if isinstance(levy, instructions.Alter)]
            return [N["C_LEVY_PAYABLE"], number_rules.cost(w, test.costs), len(amounts), *amounts]
        if isinstance(test, PayableWith):
            return [N["C_PAYABLE_WITH"], number_rules.cost(w, test.costs), w.slot(test.name)]
        if isinstance(test, OnInstruction):
            return [N["C_TRUTH"], w.expression(expressions.Constant(0))]
        if isinstance(test, Limited):
            return [N["C_LIMITED"], w.tally(test.key), test.most]
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
    return [N["C_TRUTH"], w.expression(test.node) if isinstance(test, Truth) else w.put(w.left(test))]


def _pick(w: NumberWriter, pick: Pick) -> list[int]:
    """Write a pick; one of a sort that is not known here is left, and so is every act with it."""
    N, never = numbers(), w.put(w.left(pick))
    found = dict[str, int]()
    if not strange(pick, OF_ACT) and pick.name in w.slot_numbers:
        found = {"PICK_SLOT": w.slot(pick.name)} | _pool(w, pick)
    if len(found) < 2:
        unknown = w.listed([w.put([N["C_TRUTH"], never])])
        found = dict.fromkeys(("PICK_CHECKS", "PICK_AGAIN", "PICK_WHOLE"), unknown)
    row = [0] * N["PICK_ROW"]
    for name, number in (_bounds(w, pick) | {"PICK_LEAST": never, "PICK_MOST": never} | found).items():
        row[N[name]] = number
    return row


def _bounds(w: NumberWriter, pick: Pick) -> dict[str, int]:
    """Write how many are picked, on what that depends, and what must hold of all of them together."""
    on = {name: w.slot_numbers.get(slot, NOWHERE) for name, slot in (("PICK_WHEN", pick.when), ("PICK_MANY", pick.many))}
    way = -2 if pick.kind == "way" else NOWHERE if pick.way is None else pick.way
    many = {"PICK_SEVERAL": pick.several, "PICK_FEWEST": pick.least, "PICK_ATMOST": pick.most, "PICK_SPENT": pick.spent}
    return {**many, **on, "PICK_WAY": way, "PICK_POOL": NOWHERE, "PICK_WHOLE": w.listed([])}


def _pool(w: NumberWriter, pick: Pick) -> dict[str, int]:
    """Write from what something is picked, and the checks on it; nothing where that is not known here."""
    pool = pick.pool
    if isinstance(pool, Joinable | PastActs) and pick.checks:
        return {}  # the machine asks whether there is one, not whether one passes checks
    if type(pool) in number_timing.SORTS:
        nothing = w.listed([])
        return {**number_timing.sort(w, pool), "PICK_CHECKS": nothing, "PICK_AGAIN": nothing}
    in_play = isinstance(pool, Candidates) and pool.node.tests == (building.IN_PLAY,) and pool.node.source is Source.PLAY
    asked = checks_of(w.book, pick)
    tests = [each for each in asked if not (in_play and _is_in_play(each.test))]
    paying = pick.spent or any(check.name == "cost" for check in pick.whole)
    again = [] if paying else [each for each in asked if not each.once]
    checks = {"PICK_CHECKS": tests, "PICK_AGAIN": again, "PICK_WHOLE": pick.whole}
    candidates = _candidates(w, pick, in_play)
    kinds = _kinds(w, tests) if pick.kind == "object" else 0
    return candidates and candidates | {"PICK_KINDS": kinds} | {name: _checks(w, some) for name, some in checks.items()}


def _candidates(w: NumberWriter, pick: Pick, in_play: bool) -> dict[str, int]:
    """Write the candidates of a pick of things, tiles, numbers or options; an ability on a stack keeps a number as it is."""
    pool, option = pick.pool, isinstance(pick.pool, NoOrYes)
    if isinstance(pool, Candidates) and pick.kind == "object":
        return {"PICK_POOL": NOWHERE if in_play else w.query(pool.node)}
    if isinstance(pool, WholeNumbers) or option:
        least, most = (pool.least, pool.most) if isinstance(pool, WholeNumbers) else map(expressions.Constant, (0, 1))
        paid = isinstance(pool, WholeNumbers) and pool.paid
        return {"PICK_NUMBER": 1 + option, "PICK_LEAST": w.expression(least), "PICK_MOST": w.expression(most), "PICK_PAID": paid}
    try:
        tiles = number_map.pool(w, pool) if pick.kind == "tile" and not pick.several else None
    except LeftToPython:
        tiles = None
    return {} if tiles is None else dict(zip(("PICK_LEAST", "PICK_MOST", "PICK_TILES"), tiles, strict=True)) | {"PICK_NUMBER": 2}


def _kinds(w: NumberWriter, checks: Iterable[Check]) -> int:
    """Write the kinds that what is picked must be of; 0 if no check says so, or if effects may change it."""
    tests = [test for check in checks if isinstance(check.test, Truth) for test in number_order.quickest([check.test.node])]
    found = [test.mark for test in tests if isinstance(test, expressions.OfKind) and test.mark not in w.book.changing_marks]
    return w.kinds(lambda kind: found[0] in kind.marks) if found else 0


def _is_in_play(test: Condition) -> bool:
    return isinstance(test, Truth) and test.node == building.IN_PLAY


def _paid(w: NumberWriter, costs: Sequence[Costs]) -> int:
    """Write what is paid for an action before it happens; 0 if nothing is."""
    return w.listed([number_rules.cost(w, each) for each in costs]) if costs else 0


def _purses(w: NumberWriter, stat: int) -> int:
    """Write the stats that can be paid for another one; 0 if none can."""
    found = [(n, w.book.stats[n].only, w.book.stats[n].first) for n in w.book.payers.get(stat, ())]
    return w.put([len(found), *(number for row in found for number in row)]) if found else 0
