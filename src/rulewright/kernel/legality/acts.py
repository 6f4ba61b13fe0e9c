"""Acts: what can be performed, by whom and with which targets; menus, answers and `why_not` share these checks.

An action is a definition; an offer is (action, source); an act is an action being performed, a transaction until it is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.legality import judging
from rulewright.kernel.legality.having import abilities as abilities
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import DONE, REFERRING, fill, idle, pending, whole
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.facts import LIVES, NOWHERE, Vars
from rulewright.program.conditions import FaceUp, Payable, UsableHere
from rulewright.program.definition import Action, Check, Pick
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.slots import INSTRUCTED
from rulewright.program.wording import FaceDownWords, ZoneWords

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

SPEED = "speed"
"""The name of the check of speed."""

Key = Any


class Why(NamedTuple):
    """Why something is not allowed: the check that failed, its rule, and its values in words."""

    check: str
    rule: str
    words: str

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words


def ability(m: Machine, slot: int, name: str) -> Action | None:
    """Find an object's action by name."""
    for index in abilities(m, slot):
        if m.book.actions[index].name == name:
            return m.book.actions[index]
    return None


def named(m: Machine, pick: Pick, key: Key) -> int | None:
    """Give the candidate that a key names; None for a key of another form or of an earlier life."""
    if type(key) is not int:
        return None
    if pick.kind not in REFERRING or key == NOWHERE:
        return key
    return key % LIVES if key % LIVES < len(m.state.places) and m.state.alive(key) else None


def given(m: Machine, action: Action, slot: int, extra: Vars) -> Vars:
    """Give the variables with which an act starts."""
    player = m.player_of(slot)
    actor = m.book.actor_for(m.state, slot, player)
    return {**extra, "actor": actor, "source": slot, "action": action.index, "player": player}


def price(m: Machine, action: Action, vars: Vars) -> list[effects.Change]:
    """Give the current cost of an action, as far as it is known before it is performed."""
    costs = [check.test.costs for check in action.checks if check.name == "cost" and isinstance(check.test, Payable)]
    return judging.changes(m, costs, vars)


def offers(m: Machine, sources: Iterable[int], kinds: frozenset[int], extra: Vars) -> Iterator[tuple[Action, Vars]]:
    """Give every legal offer of some sources, in the order of the book."""
    for slot in sources:
        for action in _fitting(m, slot, kinds):
            if INSTRUCTED in extra or misplaced(m, action, slot) is None:
                vars = given(m, action, slot, extra)
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
    asked = [check for check in action.checks if check.name != SPEED] if told else action.checks
    found = found or judging.first_failed(m, asked, vars)
    return judging.ALLOWED if found is None and _barred(m, vars) else found


def _barred(m: Machine, vars: Vars) -> bool:
    """Say whether a lasting effect says that the actor cannot perform an action."""
    return judging.PERFORMED in m.book.forbidden and not judging.holds(m, judging.ALLOWED.test, vars)


def misplaced(m: Machine, action: Action, slot: int) -> Check | None:
    """Give the check that a thing fails by its zone or because it is face down, for an action that depends on that."""
    place = m.state.places[slot]
    if place == NOWHERE or m.state.grounds[place][0] not in action.zones:
        return ZONE if action.zones else None
    return ASLEEP if action.awake and visibility.face_down(m, slot) else None


def candidates(m: Machine, pick: Pick, vars: Vars) -> list[int]:
    """List what may legally be picked."""
    if not pick.first:
        return judging.legal_options(m, pick, vars)
    known, key = m.memo.candidates, (pick, vars["source"])
    found = known.get(key)
    if found is None:
        found = known[key] = judging.legal_options(m, pick, vars)
    return found


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
        return completable(m, action, {**vars, pick.name: ""}, at + 1)  # a text can always be given
    found = candidates(m, pick, vars)
    if pick.several:
        taken = {**vars, pick.name: tuple(found[: pick.most])}
        return len(found) >= pick.least and whole(m, pick, taken) is None and completable(m, action, taken, at + 1)
    if at + 1 == len(picks):
        return bool(found)
    return any(completable(m, action, {**vars, pick.name: it}, at + 1) for it in found)


def open_to(m: Machine, action: Action, vars: Vars) -> bool:
    """Say whether somebody is asked about an act: it can be performed, or others could not know that it cannot."""
    if failure(m, action, vars) is not None:
        return False
    dark = m.book.secret and any(m.book.zones[zone].seen != "all" for pick in action.picks for zone in pick.zones)
    return dark or completable(m, action, vars, 0)


def next_menu(m: Machine, action: Action, vars: Vars, picks: Sequence[Key]) -> Menu | None:
    """Give the menu for the next pick of an act; None if the act is complete."""
    wanted = asked_for(m, action)
    found = pending(wanted, picks)
    if found is None:
        return None
    vars = fill(action, vars, picks)
    at, taken = found
    pick = wanted[at]
    if pick.kind == "text":  # the prepared texts; whether one can be adopted is tested when it is given
        judge, at_hand = Judging(m, pick, vars), list(judging.options(m, pick.pool, vars))
        return Menu(f"{action.name}: {pick.prompt}", at_hand, judge.words, parser=pick.prompt, judge=judge)
    fits = candidates(m, pick, vars)
    if pick.several:
        left: list[Key] = [m.state.ref(it) for it in fits if it not in vars[pick.name]]
        ready = taken >= pick.least and whole(m, pick, vars) is None
        return Menu(lambda: f"{action.name}: {pick.prompt}", [*left, DONE] if ready else left, Namer(m, pick.kind, left))
    if at + 1 < len(wanted):
        fits = [it for it in fits if completable(m, action, {**vars, pick.name: it}, at + 1)]
    keys = [m.state.ref(it) if it >= 0 else it for it in fits] if pick.kind in REFERRING else fits
    default = NOWHERE if pick.kind == "stack" else None
    return Menu(lambda: f"{action.name}: {pick.prompt}", keys, Namer(m, pick.kind, keys), default=default)


@dataclass(frozen=True, slots=True)
class Judging:
    """Says what is wrong with a text that was given; "" if nothing is."""

    m: Any
    pick: Pick
    vars: Vars

    def __call__(self, text: str) -> str:
        check = judging.first_failed_check(self.m, self.pick, self.vars, text)
        return "" if check is None else judging.words(self.m, check, {**self.vars, self.pick.name: text})

    def words(self, text: str) -> str:
        """Give the name under which a text can be given, if it has one."""
        return judging.named(self.m, self.pick.pool, text)


ASLEEP = Check("face down", "", FaceUp(), FaceDownWords())
ZONE = Check("zone", "", UsableHere(), ZoneWords())


def explain_failure(m: Machine, check: Check, action: Action, vars: Vars) -> Why:
    """Say in words why a check failed."""
    return Why(check.name, check.rule or action.rule, judging.words(m, check, vars))


def why_not(m: Machine, action: Action, vars: Vars, picks: Sequence[Key]) -> Why | None:
    """Say why an act is not allowed, or None when it is: the checks of the menu, in the same order."""
    check = failure(m, action, vars)
    if check is not None:
        return explain_failure(m, check, action, vars)
    left = list(picks)
    for at, pick in enumerate(asked_for(m, action)):
        if idle(pick, vars):
            continue
        if not left:
            return _no_candidate(m, action, vars, at)
        if pick.several:
            vars = {**vars, pick.name: tuple(each % LIVES for each in left)}
            failed = ((c, it) for it in vars[pick.name] if (c := judging.first_failed_check(m, pick, vars, it)))
            bad, it = next(failed, (whole(m, pick, vars), vars[pick.name][0]))
            return None if bad is None else explain_failure(m, bad, action, {**vars, "it": it})
        key = left.pop(0)
        it = key % LIVES if pick.kind in REFERRING and key >= 0 else key
        check = judging.first_failed_check(m, pick, vars, it)
        if check is not None:
            return explain_failure(m, check, action, {**vars, "it": it, pick.name: it})
        among = list(judging.options(m, pick.pool, vars))
        if it not in among and pick.kind != "text":
            words = f"{Namer(m, pick.kind)(it)} is not among the {len(among)} that {action.name} can pick from here"
            return Why(pick.name, action.rule, words)
        vars = {**vars, pick.name: it}
    return None


def _no_candidate(m: Machine, action: Action, vars: Vars, at: int) -> Why | None:
    """Say why the candidate that fails the latest check cannot be picked."""
    if completable(m, action, vars, at):
        return None
    pick = action.picks[at]
    judged = [(it, judging.first_failed_check(m, pick, vars, it)) for it in judging.options(m, pick.pool, vars)]
    failed = [(it, check) for it, check in judged if check is not None]
    it, check = max(failed, key=lambda pair: _how_late(pick, pair[1]), default=(NOWHERE, None))
    if check is None or check.name == "target":  # there is no candidate
        name = pick.name if check is None else check.name
        return Why(name, action.rule, f"{action.name} has nothing to aim at here: it is for {pick.prompt}")
    why = explain_failure(m, check, action, {**vars, "it": it, pick.name: it})
    return why._replace(words=f"no {pick.name} for {action.name}: {why.words}")


def _how_late(pick: Pick, check: Check) -> int:
    """Give how late a check of a candidate comes; prohibitions are tested last."""
    return pick.checks.index(check) if check in pick.checks else len(pick.checks)
