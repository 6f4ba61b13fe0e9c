"""The judge: the one place that answers whether a check holds, what a pick could be made from, and what costs come to.

Menus, answers, `why_not`, completability, payability, potential and bots all ask it. Each kind of record has one row in a
table, which the modules that know the kind fill; what a test or a pick comes to is made once for each book, and kept.
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
"""What may be forbidden beside changes: that somebody performs an action, and that something is chosen."""
ALLOWED = Check("cannot", "", NotForbidden(), CannotWords())
CHOOSABLE = Check("cannot", "", NotForbidden("target"), CannotWords("target"))
ENTERABLE = Check("cannot", "", NotForbidden("tile"), CannotWords("tile"))

TESTS: dict[type, Callable[[Book, Any], Test]] = {}
"""What makes, for a book, the function that says whether a condition holds."""
POOLS: dict[type, Callable[[Any, Machine, Vars], Iterable[Any]]] = {}
"""What lists the candidates of a pool."""
NAMES: dict[type, Callable[[Any, Machine, str], str]] = {}
"""What names a text of a pool, where it has a name."""
WORDS: dict[type, Callable[[Any, Machine, Vars], str]] = {}
"""What says, with the values of the moment, why a check fails."""
COSTS: dict[type, Callable[[Any, Machine, Vars], list[Change]]] = {}
"""What prepares the changes that costs come to."""


def test_of(book: Book, test: Condition) -> Test:
    """Give the function that says whether a condition holds, made when it is first asked for."""
    made = book.caches.tests.get(test)
    if made is None:
        made = book.caches.tests[test] = TESTS[type(test)](book, test)
    return made


def holds(m: Machine, test: Condition, vars: Vars) -> bool:
    """Say whether a condition holds."""
    made = m.book.caches.tests.get(test)
    return bool((test_of(m.book, test) if made is None else made)(m, vars))


def first_failed(m: Machine, checks: Iterable[Check], vars: Vars) -> Check | None:
    """Give the first of some checks that fails."""
    for check in checks:
        if not holds(m, check.test, vars):
            return check
    return None


def first_failed_check(m: Machine, pick: Pick, vars: Vars, it: Any, again: bool = False) -> Check | None:
    """Give the first check that a candidate fails; `again` leaves out what was settled when the act was declared."""
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
    """Give the function that lists what a pool holds."""
    return partial(POOLS[type(pool)], pool)


def options(m: Machine, pool: Pool, vars: Vars) -> Iterable[Any]:
    """List what a pool holds, legal or not."""
    return POOLS[type(pool)](pool, m, vars)


def legal_options(m: Machine, pick: Pick, vars: Vars) -> list[int]:
    """List what may legally be picked: what the pool holds and no check fails."""
    made = m.book.caches.sieves.get(pick)
    if made is None:
        from rulewright.kernel.evaluation import fast  # here, because it writes checks out by way of the judge

        made = m.book.caches.sieves[pick] = fast.sieve(m.book, pick)
    own = forbidding_check(m.book, pick)
    found = made(m, vars)
    return found if own is None else [it for it in found if holds(m, own.test, {**vars, "it": it, pick.name: it})]


def named(m: Machine, pool: Pool, text: str) -> str:
    """Give the name under which a text of a pool can be given, where it has one."""
    name = NAMES.get(type(pool))
    return text if name is None else name(pool, m, text)


def words(m: Machine, check: Check, vars: Vars) -> str:
    """Say why a check fails."""
    return WORDS[type(check.words)](check.words, m, vars)


def changes(m: Machine, costs: Sequence[Costs], vars: Vars) -> list[Change]:
    """Prepare the changes that costs come to."""
    return [change for cost in costs for change in COSTS[type(cost)](cost, m, vars)]
