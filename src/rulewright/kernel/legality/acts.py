"""Acts: the menus of their picks, and the reason why one is not allowed.

An action is a definition; an offer is (action, source); an act is an action being performed, a transaction until it is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.legality import judging
from rulewright.kernel.legality.availability import abilities
from rulewright.kernel.legality.judging import asked_for, completable, failure, legal_options
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import DONE, REFERRING, bounds, fill, idle, meant, pending, removed
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, Key, Vars
from rulewright.program.definition import Action, Check, Pick
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


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


def next_menu(m: Machine, action: Action, vars: Vars, picks: Sequence[Key]) -> Menu | None:
    """Give the menu for the next pick of an act; None if the act is complete."""
    wanted = asked_for(m, action)
    found = pending(wanted, picks, vars)
    if found is None:
        return None
    vars = fill(action, vars, picks)
    at, taken = found
    pick = wanted[at]
    if pick.kind == "text":  # the prepared texts; whether one can be adopted is tested when it is given
        judge = TextJudge(m, pick, vars)
        return Menu(f"{action.name}: {pick.prompt}", list(judge.at_hand), judge.words, parser=pick.prompt, judge=judge)
    fits = legal_options(m, pick, vars)
    if pick.several:
        left: list[Key] = [m.state.ref(it) for it in fits if it not in by_name.listed(vars, pick.name)]
        ready = taken >= bounds(pick, vars)[0] and judging.whole(m, pick, vars) is None
        return Menu(lambda: f"{action.name}: {pick.prompt}", [*left, DONE] if ready else left, Namer(m, pick.kind, left))
    if at + 1 < len(wanted):
        fits = [it for it in fits if completable(m, action, by_name.having(vars, pick.name, it), at + 1)]
    keys = [m.state.ref(it) if it >= 0 else it for it in fits] if pick.kind in REFERRING else fits
    default = NOWHERE if pick.kind == "stack" else None
    return Menu(lambda: f"{action.name}: {pick.prompt}", keys, Namer(m, pick.kind, keys), default=default)


@dataclass(frozen=True, slots=True)
class TextJudge:
    """Says what is wrong with a text that was given; "" if nothing is."""

    m: Machine
    pick: Pick
    vars: Vars

    def __call__(self, text: Key) -> str:
        check = judging.first_failed_check(self.m, self.pick, self.vars, text)
        return "" if check is None else judging.words(self.m, check, by_name.having(self.vars, self.pick.name, text))

    @property
    def at_hand(self) -> dict[Key, str]:
        """The prepared texts, with the name of each."""
        return {text: name for name, text in judging.texts(self.m, self.pick.pool, self.vars).items()}

    def words(self, text: Key) -> str:
        """Give the name under which a text can be given, if it has one."""
        return self.at_hand.get(text, str(text))


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
            least, most = bounds(pick, vars)
            ended, taken = DONE in left[:most], removed(pick, left, most)
            if len(taken) < least and ended:
                return Why("target", action.rule, f"{action.name} takes at least {least} targets, not {len(taken)}")
            if len(taken) < least and not completable(m, action, vars, at):
                return _no_candidate(m, action, vars, at)
            vars = by_name.having(vars, pick.name, taken)
            failed = ((c, it) for it in taken if (c := judging.first_failed_check(m, pick, vars, it)))
            bad, one = next(failed, (judging.whole(m, pick, vars), next(iter(taken), NOWHERE)))
            if bad is not None:
                return explain_failure(m, bad, action, {**vars, "it": one})
            continue
        key = left.pop(0)
        it = meant(pick, key)
        check = judging.first_failed_check(m, pick, vars, it)
        if check is not None:
            return explain_failure(m, check, action, by_name.considering(vars, pick.name, it))
        among = tuple(judging.options(m, pick.pool, vars))
        if it not in among and pick.kind != "text":
            words = f"{Namer(m, pick.kind)(it)} is not one of the {len(among)} that {action.name} can pick here"
            return Why(pick.name, action.rule, words)
        vars = by_name.having(vars, pick.name, it)
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
        return Why(name, action.rule, f"{action.name} has no possible target here: it needs {pick.prompt}")
    why = explain_failure(m, check, action, by_name.considering(vars, pick.name, it))
    return why._replace(words=f"no {pick.name} for {action.name}: {why.words}")


def _how_late(pick: Pick, check: Check) -> int:
    """Give the place of a check of a candidate in the order of checks; prohibitions are tested last."""
    return pick.checks.index(check) if check in pick.checks else len(pick.checks)
