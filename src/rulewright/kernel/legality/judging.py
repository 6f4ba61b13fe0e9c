"""The judge: the one module that evaluates checks, lists the candidates of a pick, and computes costs.

Menus, answers, `why_not`, completability, payability, potential and bots all use it. Each kind of record has one row in a
table, which the modules for the kinds fill. The function for a test or a pick is made once for each book and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.kernel.change.effects import Change
from rulewright.kernel.state.facts import TILE, Vars
from rulewright.program.conditions import Condition, Costs, NotForbidden
from rulewright.program.definition import Check, Pick
from rulewright.program.pools import Pool, TilesMarked, TilesNear
from rulewright.program.wording import CannotWords

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine

    Test = Callable[[Machine, Vars], Any]
    Listing = Callable[[Machine, Vars], Iterable[Any]]

PERFORMED, CHOSEN = "performed", "chosen"
"""What can be forbidden apart from changes: performing an action, and choosing a thing."""
ALLOWED = Check("cannot", "", NotForbidden(), CannotWords())
CHOOSABLE = Check("cannot", "", NotForbidden("target"), CannotWords("target"))
ENTERABLE = Check("cannot", "", NotForbidden("tile"), CannotWords("tile"))

TESTS: dict[type, Callable[[Book, Any], Test]] = {}
"""Makes, for a book, the function that says whether a condition is true."""
POOLS: dict[type, Callable[[Any, Machine, Vars], Iterable[Any]]] = {}
"""Lists the candidates of a pool."""
NAMES: dict[type, Callable[[Any, Machine, str], str]] = {}
"""Names a text of a pool, if it has a name."""
WORDS: dict[type, Callable[[Any, Machine, Vars], str]] = {}
"""Says, with current values, why a check fails."""
COSTS: dict[type, Callable[[Any, Machine, Vars], list[Change]]] = {}
"""Prepares the changes of which costs consist."""


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
    for check in checks:
        if not holds(m, check.test, vars):
            return check
    return None


def first_failed_check(m: Machine, pick: Pick, vars: Vars, it: Any, again: bool = False) -> Check | None:
    """Give the first check that a candidate fails; `again` leaves out checks that count only when the act is declared."""
    checks = [check for check in pick.checks if not check.once] if again else pick.checks
    own = forbidding_check(m.book, pick)
    checks = checks if own is None else [*checks, own]
    return first_failed(m, checks, {**vars, "it": it, pick.name: it}) if checks else None


def forbidding_check(book: Book, pick: Pick) -> Check | None:
    """Give the check that what is picked can be chosen, or entered by the actor; None where nothing in the book forbids any."""
    if not book.forbidden or pick.spent:
        return None
    if pick.kind == "object" and CHOSEN in book.forbidden:
        return CHOOSABLE
    moves = isinstance(pick.pool, TilesMarked) or (isinstance(pick.pool, TilesNear) and pick.pool.walking)
    return ENTERABLE if moves and TILE in book.forbidden else None


def listing_of(pool: Pool) -> Listing:
    """Give the function that lists the candidates of a pool."""
    return partial(POOLS[type(pool)], pool)


def options(m: Machine, pool: Pool, vars: Vars) -> Iterable[Any]:
    """List the candidates of a pool, legal or not."""
    return POOLS[type(pool)](pool, m, vars)


def legal_options(m: Machine, pick: Pick, vars: Vars) -> list[int]:
    """List what may legally be picked: the candidates of the pool that fail no check."""
    made = m.book.caches.sieves.get(pick)
    if made is None:
        from rulewright.kernel.evaluation import fast  # imported here, because it uses this module

        made = m.book.caches.sieves[pick] = fast.sieve(m.book, pick)
    own = forbidding_check(m.book, pick)
    found = made(m, vars)
    return found if own is None else [it for it in found if holds(m, own.test, {**vars, "it": it, pick.name: it})]


def named(m: Machine, pool: Pool, text: str) -> str:
    """Give the name under which a text of a pool can be given, if it has one."""
    name = NAMES.get(type(pool))
    return text if name is None else name(pool, m, text)


def words(m: Machine, check: Check, vars: Vars) -> str:
    """Say why a check fails."""
    return WORDS[type(check.words)](check.words, m, vars)


def changes(m: Machine, costs: Sequence[Costs], vars: Vars) -> list[Change]:
    """Prepare the changes of which costs consist."""
    return [change for cost in costs for change in COSTS[type(cost)](cost, m, vars)]
