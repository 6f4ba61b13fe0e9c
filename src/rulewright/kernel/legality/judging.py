"""The judge: one evaluator over the records of a book. It answers whether an act may be performed, which check fails first, what
a pick could be made from, whether the picks can be completed, and what costs come to.

Menus, answers, `why_not`, payments, potential and bots all ask it. Each kind of record has one row in a table, filled by the
module that knows the kind. The functions made for a test or a pick are kept for the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from rulewright.kernel.change import memory
from rulewright.kernel.change.effects import Change
from rulewright.kernel.flow import stacks
from rulewright.kernel.legality import availability
from rulewright.kernel.legality.availability import abilities, in_use
from rulewright.kernel.legality.picks import REFERRING, bounds, idle
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE, TILE, Key, Vars
from rulewright.program import building
from rulewright.program.conditions import Condition, Costs, FaceUp, InUse, NotForbidden, Payable, Truth, UsableHere
from rulewright.program.definition import CHOSEN, Action, Check, Pick
from rulewright.program.pools import Candidates, Pool, TilesMarked, TilesNear
from rulewright.program.slots import GRATIS, INSTRUCTED, USER

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine

    Test = Callable[[Machine, Vars], bool | int]
    T = TypeVar("T")
    Rows = dict[type, Callable[[building.Node, Machine, Vars], T]]  # by the kind of record

PERFORMED = "performed"
"""What can be forbidden apart from changes: performing an action, and choosing a thing."""
ALLOWED = Check("cannot", "", NotForbidden())
CHOOSABLE = Check("cannot", "", NotForbidden("target"))
ADDED = Costs(())
"""The key for what rules add to the price of an act in stats that its own costs do not name."""
AFFORDABLE = Check("cost", "", Payable(ADDED), once=True)
ENTERABLE = Check("cannot", "", NotForbidden("tile"))

TESTS: dict[type, Callable[[Book, building.Node], Test]] = {}
"""Makes, for a book, the function that says whether a condition is true."""
POOLS: Rows[Iterable[int]] = {}
"""Lists the candidates of a pool."""
TEXTS: Rows[Mapping[str, str]] = {}
"""The functions that give the texts of a pool by their names."""
WORDS: Rows[str] = {}
"""Says, with current values, why a check fails: by its words, or by its kind of condition."""
COSTS: Rows[list[Change]] = {}
"""Prepares the changes of which costs consist."""

SPEED, COST = "speed", "cost"
"""The names of the checks that something is fast enough, and that it can be paid for."""
SILENT = Check("out of use", "", InUse())
ASLEEP = Check("face down", "", FaceUp())
ZONE = Check("zone", "", UsableHere())

# -- one record --------------------------------------------------------------------------------------------------------


def test_of(book: Book, test: Condition) -> Test:
    """Give the function that says whether a condition is true, made when it is first needed."""
    made = book.caches.tests.get(test)
    if made is None:
        made = book.caches.tests[test] = TESTS[type(test)](book, test)
    return made


def holds(m: Machine, test: Condition, vars: Vars) -> bool:
    """Say whether a condition is true."""
    made = m.book.caches.tests.get(test)
    return bool((test_of(m.book, test) if made is None else made)(m, vars))


def first_failed(m: Machine, checks: Iterable[Check], vars: Vars) -> Check | None:
    """Give the first of some checks that fails."""
    known = m.book.caches.tests
    for check in checks:
        made = known.get(check.test) or test_of(m.book, check.test)
        if not made(m, vars):
            return check
    return None


def words(m: Machine, check: Check, vars: Vars) -> str:
    """Say why a check fails."""
    said = check.words or check.test
    return WORDS[type(said)](said, m, vars)


def changes(m: Machine, costs: Sequence[Costs], vars: Vars) -> list[Change]:
    """Prepare the changes of which costs consist."""
    return [change for cost in costs for change in COSTS[type(cost)](cost, m, vars)]


def price(m: Machine, action: Action, vars: Vars) -> list[Change]:
    """Give the current cost of an action, as far as it is known before it is performed."""
    first = action.picks[0].checks if alternative(action) else ()
    tests = [check.test for check in (*action.checks, *first) if check.name == "cost"]
    costs = [test.costs for test in tests if isinstance(test, Payable) and test.costs is not ADDED]
    return changes(m, [*costs, *added(m)], vars)


def alternative(action: Action) -> bool:
    """Say whether an action can be paid in several ways, one of which is picked first."""
    return bool(action.picks) and action.picks[0].kind == "way"


def added(m: Machine) -> tuple[Costs, ...]:
    """Give what is paid beside the costs of an action, if rules of the book may add to prices."""
    return (ADDED,) if m.book.priced else ()


# -- one pick ----------------------------------------------------------------------------------------------------------


def options(m: Machine, pool: Pool, vars: Vars) -> Iterable[int]:
    """List the candidates of a pool, legal or not."""
    return POOLS[type(pool)](pool, m, vars)


def texts(m: Machine, pool: Pool, vars: Vars) -> Mapping[str, str]:
    """Give the texts of a pool by their names; any other text can be given too."""
    return TEXTS[type(pool)](pool, m, vars) if type(pool) in TEXTS else {}


def first_failed_check(m: Machine, pick: Pick, vars: Vars, it: Key, again: bool = False) -> Check | None:
    """Give the first check that a candidate fails; `again` leaves out checks that count only when the act is declared."""
    checks = [check for check in checks_of(m.book, pick) if not (again and check.once)]
    return first_failed(m, checks, by_name.considering(vars, pick.name, it)) if checks else None


def checks_of(book: Book, pick: Pick) -> tuple[Check, ...]:
    """Give the checks of a candidate: those of the pick, and that it can be chosen or entered, if the book forbids some."""
    if pick.kind == "way" and book.priced:
        return (*pick.checks, AFFORDABLE)
    if not book.forbidden or pick.spent:
        return pick.checks
    if pick.kind == "object" and CHOSEN in book.forbidden:
        return (*pick.checks, CHOOSABLE)
    moves = isinstance(pick.pool, TilesMarked) or (isinstance(pick.pool, TilesNear) and pick.pool.walking)
    return (*pick.checks, ENTERABLE) if moves and TILE in book.forbidden else pick.checks


def whole(m: Machine, pick: Pick, vars: Vars) -> Check | None:
    """Give the first check that the picked things fail together."""
    return first_failed(m, pick.whole, vars)


def legal_options(m: Machine, pick: Pick, vars: Vars) -> list[int]:
    """List what may legally be picked: the candidates of the pool that pass all checks. The result is kept for each source."""
    if not pick.first:
        return _legal_options(m, pick, vars)
    known, key = m.memo.candidates, (pick, vars["source"])
    found = known.get(key)
    if found is None:
        found = known[key] = _legal_options(m, pick, vars)
    return found


def _legal_options(m: Machine, pick: Pick, vars: Vars) -> list[int]:
    tests = m.book.caches.options.get(pick)
    if tests is None:
        asked = [check.test for check in checks_of(m.book, pick) if not _is_given(pick, check.test)]
        tests = m.book.caches.options[pick] = [test_of(m.book, test) for test in asked]
    found, considered = [], by_name.considering(vars, pick.name, NOWHERE)
    for it in options(m, pick.pool, vars):
        considered["it"] = it
        by_name.put(considered, pick.name, it)
        if all(test(m, considered) for test in tests):
            found.append(it)
    return found


def _is_given(pick: Pick, test: Condition) -> bool:
    """Say whether a test is true of all candidates anyway, because they are the things in play."""
    in_play = isinstance(pick.pool, Candidates) and pick.pool.node.tests == (building.IN_PLAY,)
    return in_play and isinstance(test, Truth) and test.node == building.IN_PLAY


# -- one act -----------------------------------------------------------------------------------------------------------


def given(m: Machine, action: Action, slot: int, extra: Vars) -> Vars:
    """Give the variables with which an act starts."""
    return {**extra, **_acting(m, slot, extra), "action": action.index}


def _acting(m: Machine, slot: int, extra: Vars) -> Vars:
    """Give who acts when a source is used: its player, and the source itself or, where it is a card, the player's object.

    Somebody else acts with it if an effect says so, now or for a while.
    """
    lent = availability.lent(m, slot) if m.state.lasting else None
    player, free = (extra.get(USER, memory.player(m, extra, slot)), {}) if lent is None else (lent.player, lent.given)
    return {"actor": m.book.actor_for(m.state, slot, player), "source": slot, "player": player, **free}


def offers(m: Machine, sources: Iterable[int], kinds: frozenset[int], extra: Vars) -> Iterator[tuple[Action, Vars]]:
    """Give every legal offer of some sources, in the order of the book."""
    for slot in sources:
        fitting = _fitting(m, slot, kinds)
        acting: Vars = {**extra, **_acting(m, slot, extra)} if fitting else {}
        for action in fitting:
            vars: Vars = {**acting, "action": action.index}
            if failure(m, action, vars) is None and completable(m, action, vars, 0):
                yield action, vars


def _fitting(m: Machine, slot: int, kinds: frozenset[int]) -> list[Action]:
    """List an object's actions of some kinds; for the same abilities this is computed once."""
    known, key = m.book.caches.fitting, (kinds, abilities(m, slot))
    found = known.get(key)
    if found is None:
        found = known[key] = [a for index in key[1] if not (a := m.book.actions[index]).kinds.isdisjoint(kinds)]
    return found


def failure(m: Machine, action: Action, vars: Vars) -> Check | None:
    """Give the first failing check of an action before any pick."""
    told = vars.get(INSTRUCTED, False)
    found = misplaced(m, action, vars["source"]) if action.zones and not told else None
    if found is None and m.state.lasting and not action.played and not in_use(m, vars["source"], action.index):
        found = SILENT
    left_out = {*([SPEED] if told else []), *([COST] if GRATIS in vars else [])}
    asked = tuple(check for check in action.checks if check.name not in left_out) if left_out else action.checks
    asked = (*asked, AFFORDABLE) if m.book.priced and GRATIS not in vars and not alternative(action) else asked
    return found or first_failed(m, (*asked, ALLOWED) if PERFORMED in m.book.forbidden else asked, vars)


def misplaced(m: Machine, action: Action, slot: int) -> Check | None:
    """Give the check that a thing fails by its zone or because it is face down, for an action that depends on that."""
    place = m.state.places[slot]
    if place == NOWHERE or m.state.grounds[place][0] not in action.zones:
        played = action.played and place != NOWHERE and m.state.lasting and availability.lent(m, slot) is not None
        return ZONE if action.zones and not played else None
    return ASLEEP if action.awake and visibility.face_down(m, slot) else None


def asked_for(m: Machine, action: Action) -> tuple[Pick, ...]:
    """Give what must be picked now: a stack to join only if there is one and the action waits."""
    if action.picks and action.picks[-1].kind == "stack" and not (stacks.waits(m, action) and stacks.joinable(m)):
        return action.picks[:-1]
    return action.picks


def completable(m: Machine, action: Action, vars: Vars, at: int) -> bool:
    """Say whether the remaining picks can still be made."""
    picks = asked_for(m, action)
    if at >= len(picks):
        return True
    pick = picks[at]
    if idle(pick, vars):
        return completable(m, action, vars, at + 1)
    if pick.kind == "text":
        return completable(m, action, by_name.having(vars, pick.name, ""), at + 1)  # a text can always be given
    found = legal_options(m, pick, vars)
    if pick.several:
        least, most = bounds(pick, vars)
        taken = by_name.having(vars, pick.name, tuple(found[:most]))
        return len(found) >= least and whole(m, pick, taken) is None and completable(m, action, taken, at + 1)
    if at + 1 == len(picks):
        return bool(found)
    return any(completable(m, action, by_name.having(vars, pick.name, it), at + 1) for it in found)


def open_to(m: Machine, action: Action, vars: Vars) -> bool:
    """Say whether somebody is asked about an act: it can be performed, or others could not know that it cannot."""
    if failure(m, action, vars) is not None:
        return False
    dark = m.book.secret and any(m.book.zones[zone].seen != "all" for pick in action.picks for zone in pick.zones)
    return dark or completable(m, action, vars, 0)


def picked(m: Machine, action: Action, vars: Vars, keys: Sequence[Key]) -> Vars | None:
    """Give the variables of an act with a key for each of its picks, where all of them may be picked; otherwise None.

    Picks of several are left to the menus.
    """
    picks = asked_for(m, action)
    if len(keys) != len(picks) or any(pick.several for pick in picks):
        return None
    for pick, key in zip(picks, keys, strict=True):
        it = candidate(m, pick, key)
        if it is None or it not in legal_options(m, pick, vars):
            return None
        vars = by_name.having(vars, pick.name, it)
    return vars


def candidate(m: Machine, pick: Pick, key: Key) -> int | None:
    """Give the name under which a text of a pool can be given, if it has one."""
    if type(key) is not int:
        return None
    if pick.kind not in REFERRING or key == NOWHERE:
        return key
    return key % LIVES if key % LIVES < len(m.state.places) and m.state.alive(key) else None
