"""Why an act was allowed: the checks that it passed, with the values at that moment, as one viewer may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.legality import acts, judging, phrasing
from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.legality.picks import fill, idle
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import Key, Vars
from rulewright.program import wording
from rulewright.program.building import Node
from rulewright.program.conditions import Among, LevyPayable, Limited, OthersTurn, Payable, PayableWith, Truth, UnlessWaiting
from rulewright.program.definition import Action, Check

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game
    from rulewright.kernel.sight.visibility import Viewer

ONE = ("a", "an", "another", "the", "any", "this")
"""Words that begin a description of one thing; other descriptions are of several."""


def reasons(before: Game, viewer: Viewer, path: Sequence[Key]) -> list[str]:
    """Say why an answer was allowed in the game before it; nothing if it performs no action that the viewer knows."""
    offer, *picks = *path, ""
    if not isinstance(offer, Offer):
        return []
    m = visibility.view_as(before.machine, viewer, offer.thing)
    action = acts.ability(m, offer.thing, offer.action)
    if action is None:
        return []
    return list(dict.fromkeys(_passed(m, action, judging.given(m, action, offer.thing, {}), picks[:-1])))


def _passed(m: Machine, action: Action, vars: Vars, picks: Sequence[Key]) -> Iterator[str]:
    yield from _said(m, action.checks, vars)
    filled = fill(action, vars, picks)
    for pick in judging.asked_for(m, action):
        for it in by_name.all_in(filled, pick.name) if not idle(pick, filled) else ():
            yield from _said(m, judging.checks_of(m.book, pick), by_name.considering(filled, pick.name, it))


def _said(m: Machine, checks: Sequence[Check], vars: Vars) -> Iterator[str]:
    """Put the checks that hold for this viewer into words; what does not hold for it depends on what it does not see."""
    for check in checks:
        said = check.words or check.test
        row = _ROWS.get(type(said))
        if row is not None and judging.holds(m, check.test, vars):
            yield from filter(None, [row(said, m, vars)])


def _sight(said: wording.SightWords, m: Machine, vars: Vars) -> str:
    ground = m.state.setting.grid
    name = ground.words(by_name.number(vars, said.spot)) if said.spot and ground is not None else phrasing.who(m, vars["it"])
    return f"{phrasing.who(m, vars['actor'])} sees {name}"


def _kind(said: wording.KindWords, m: Machine, vars: Vars) -> str:
    one = said.words.split()[0] in ONE
    return f"{phrasing.who(m, vars['it'])} is {'' if one else 'one of the '}{said.words}{phrasing.kin(said.words, m, vars)}"


def _among(said: Among, m: Machine, vars: Vars) -> str:
    return _kind(wording.KindWords(said.node.words), m, vars)


def _cost(said: Payable | LevyPayable | PayableWith, m: Machine, vars: Vars) -> str:
    total: dict[tuple[int, int], int] = {}
    for change in judging.changes(m, (said.costs,), vars):
        if change[0] == "alter" and change[3] == "-=":
            total[change[1], change[2]] = total.get((change[1], change[2]), 0) + change[4]
    paid = [_of(n, effects.have(m, slot, stat), m.book.stats[stat].name) for (slot, stat), n in total.items() if n]
    return f"{phrasing.action(m, vars)} costs {' and '.join(paid)}" if paid else ""


def _of(number: int, there: int, stat: str) -> str:
    """Say how much is paid, and how much there was; if there was too little, payment actions produced the rest."""
    return f"{number} of {there} {stat}" if there >= number else f"{number} {stat}"


def _turn(said: OthersTurn, m: Machine, vars: Vars) -> str:
    return f"{phrasing.action(m, vars)} is a reaction, and it was not {phrasing.who(m, vars['actor'])}'s own turn"


def _speed(said: wording.SpeedWords, m: Machine, vars: Vars) -> str:
    speed = m.book.speed_of(m.book.actions[vars["action"]])
    return f"{phrasing.action(m, vars)} is {speed}, fast enough to answer what waited" if speed and stacks.waiting(m) else ""


_ROWS: dict[type, Callable[[Node, Machine, Vars], str]] = {
    wording.RangeWords: judging.WORDS[wording.RangeWords],
    Limited: judging.WORDS[Limited],
    Truth: judging.WORDS[Truth],
    UnlessWaiting: judging.WORDS[UnlessWaiting],
    wording.SightWords: _sight,
    wording.KindWords: _kind,
    Among: _among,
    Payable: _cost,
    LevyPayable: _cost,
    PayableWith: _cost,
    OthersTurn: _turn,
    wording.SpeedWords: _speed,
}
"""Says what a check that holds is about, for the checks that a player can tell from the table."""
