"""The first step of the gate: prohibitions, which take precedence over everything. Costs, menus and `why_not` test them too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.kernel.change import features, triggers
from rulewright.kernel.change.effects import Change
from rulewright.kernel.change.foreseeing import concerned, foreseen
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.flow import stacks
from rulewright.kernel.legality import availability, checks, judging
from rulewright.kernel.legality.judging import PERFORMED
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import BLOCKED, NOWHERE, TILE, Lasting, Vars
from rulewright.program.conditions import NotForbidden
from rulewright.program.definition import CHOSEN, Prohibition
from rulewright.program.spelled import said_of

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

CANNOT = "cannot"


def forbidding(m: Machine, change: Change) -> Prohibition | None:
    """Give the words of the prohibition that forbids a prepared change."""
    kind, stat = concerned(change)
    if not m.book.forbidden.get(kind if stat is None else stat):
        return None
    event = foreseen(m, change)
    about = triggers.cause(m)
    more: Vars = {"attacker": about.get("actor", NOWHERE), "cause": about.get("action", NOWHERE), "change": change}
    return None if event is None else _first(m, kind if stat is None else stat, event, change[1], {**about, **more})


def permitted(m: Machine, changes: Iterable[Change], happening: bool = True) -> list[Change]:
    """Leave out the changes that cannot happen and reduce those that cannot happen in full, with an announcement for each.

    Only changes that happen now are reduced; others may still change before they happen.
    """
    found = []
    for change in changes:
        kept: Change | None = change
        while kept is not None and (prohibition := forbidding(m, kept)) is not None:
            if prohibition.op and not happening:
                break
            m.emit(("told", CANNOT, change[1], prohibition.words))
            kept = _as_far_as_possible(m, kept, prohibition)
        if kept is not None:
            found.append(kept)
    return found


def _as_far_as_possible(m: Machine, change: Change, prohibition: Prohibition) -> Change | None:
    """Give what is left of a change of a stat that cannot pass a bound; nothing is left of any other, or at the bound."""
    if change[0] != "alter" or prohibition.op not in (">=", "<="):
        return None
    limit, old = evaluate(prohibition.amount, m, {}), m.state.cell(change[1], change[2])
    if limit == old:
        return None
    op, amount = (change[3], abs(limit - old)) if change[3] in ("+=", "-=") else ("=", limit)
    return (*change[:3], op, amount, *change[5:])


def _first(m: Machine, key: str | int, event: Event, it: int, vars: Vars) -> Prohibition | None:
    """Give the first prohibition of an event about something."""
    for number in m.book.forbidden.get(key, ()):
        prohibition = m.book.prohibitions[number]
        laid = [*laid_down(m, number), *(_waiting(m, number, it) if key in ("told", BLOCKED) else ())]
        if any(judging.holds(m, prohibition.test, {**vars, "event": event, "it": it, **by}) for by in laid):
            return prohibition
    return None


def laid_down(m: Machine, number: int) -> Iterator[Vars]:
    """Give who imposes a prohibition now, by effects, abilities or features, and on whom if it lasts on somebody."""
    yield from (lasting(effect) for effect in m.state.lasting.values() if effect.question == (CANNOT, number))
    yield from standing(m, number)


def lasting(effect: Lasting) -> Vars:
    """Give who imposed a lasting prohibition, and on whom."""
    return {"source": effect.by, "actor": effect.by, "bound": effect.object}


def standing(m: Machine, number: int) -> Iterator[Vars]:
    """Give who imposes a prohibition by having an ability or a feature."""
    for action in m.book.forbidding_actions.get(number, ()):
        for slot in triggers.holders(m, action):
            by: Vars = {"source": slot, "actor": m.book.actor_for(m.state, slot, m.player_of(slot)), "bound": NOWHERE}
            if availability.in_use(m, slot, action) and _needed(m, action, by):
                yield by
    for feature in m.book.forbidding_features.get(number, ()):
        for slot in m.live():
            if features.has(m, feature, slot):
                yield {"source": slot, "actor": slot, "bound": NOWHERE}


def _needed(m: Machine, action: int, by: Vars) -> bool:
    """Say whether the condition of a standing ability holds; the ability applies only while it does."""
    return all(judging.holds(m, check.test, by) for check in m.book.actions[action].checks if check.name == "needs")


def _waiting(m: Machine, number: int, it: int) -> Iterator[Vars]:
    """Give a waiting card that imposes a prohibition itself, such as that it cannot be countered or blocked."""
    for action in m.book.forbidding_actions.get(number, ()):
        if it in stacks.waiting(m) and action in availability.abilities(m, it):
            yield {"source": it, "actor": m.book.actor_for(m.state, it, m.player_of(it)), "bound": NOWHERE}


# -- legality ----------------------------------------------------------------------------------------------------------


def legally(m: Machine, vars: Vars, pick: str = "") -> Prohibition | None:
    """Give the words of the prohibition by which somebody cannot perform an action, or cannot choose or enter a pick."""
    by: Vars = {**vars, "attacker": vars["actor"], "cause": vars["action"]}
    if not pick:
        event: Event = (PERFORMED, vars["actor"], vars["action"])
        concerned = dict.fromkeys((vars["actor"], vars.get("source", vars["actor"])))
        return next((found for it in concerned if (found := _first(m, PERFORMED, event, it, by))), None)
    if pick == "tile":
        here = m.state.cell(vars["actor"], TILE)
        return _first(m, TILE, ("changed", vars["actor"], TILE, here, vars["it"]), vars["actor"], by)
    return _first(m, CHOSEN, (CHOSEN, vars["it"], vars["action"]), vars["it"], by)


def _words(said: NotForbidden, m: Machine, vars: Vars) -> str:
    found = legally(m, vars, said.pick)
    who = vars["actor"] if said.pick != "target" else vars["it"]
    return said_of(m.book.name_of(m.state, who), found.words) if found is not None else CANNOT


judging.TESTS |= {NotForbidden: checks.asked(lambda test, m, vars: legally(m, vars, test.pick) is None)}
judging.WORDS |= {NotForbidden: _words}
