"""The words for a failed check, with current values."""

from __future__ import annotations

import re

from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.evaluation.traits import tile_of
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import checks, judging, payable
from rulewright.kernel.state import by_name, grid
from rulewright.kernel.state.facts import TILE, Vars
from rulewright.program import building, conditions, wording

KIN = ("ally", "allies", "enemy", "enemies", "opponent", "opponents")
"""Words for a relation to somebody else."""


def who(m: Machine, slot: int) -> str:
    """Give the name of a thing."""
    return m.book.name_of(m.state, slot)


def action(m: Machine, vars: Vars) -> str:
    """Give the name of the action that is performed."""
    return m.book.actions[vars["action"]].name


def kin(words: str, m: Machine, vars: Vars) -> str:
    """Say whose ally or enemy something is, if the words name such a relation."""
    return f" of {who(m, vars['actor'])}" if words.split()[-1] in KIN and vars["it"] != vars["actor"] else ""


def _range(said: wording.RangeWords, m: Machine, vars: Vars) -> str:
    far = evaluate(said.tiles, m, vars)
    ground, here = m.state.setting.grid, tile_of(building.ACTOR, m, vars)
    there = by_name.number(vars, said.spot) if said.spot else m.state.cell(vars["it"], TILE)
    if ground is None or here < 0 or there < 0:
        return f"{action(m, vars)} reaches {far} tiles, and one of the two is not on the map"
    name = ground.words(there) if said.spot else who(m, vars["it"])
    away = grid.reach(ground, here, there)
    return f"{name} is {away} tile{'' if away == 1 else 's'} away, {action(m, vars)} reaches {far}"


def _sight(said: wording.SightWords, m: Machine, vars: Vars) -> str:
    ground = m.state.setting.grid
    name = ground.words(by_name.number(vars, said.spot)) if said.spot and ground is not None else who(m, vars["it"])
    return f"{who(m, vars['actor'])} has no line of sight to {name}"


def _kind(said: wording.KindWords, m: Machine, vars: Vars) -> str:
    return f"{who(m, vars['it'])} is not {said.words}{kin(said.words, m, vars)}"


def _not_among(said: conditions.Among, m: Machine, vars: Vars) -> str:
    return _kind(wording.KindWords(said.node.words), m, vars)


def _need(said: conditions.Truth | conditions.UnlessWaiting, m: Machine, vars: Vars) -> str:
    verb = "is possible only if" if account.in_words(said.node, m) else "needs"
    return f"{action(m, vars)} {verb} {account.settled(said.node, m, vars)}"


def _limit(said: conditions.Limited, m: Machine, vars: Vars) -> str:
    what, _, structure = m.book.words[said.key].partition("/")
    used = m.state.tallies.get((said.key, vars["source"]), 0)
    return f"{who(m, vars['actor'])} has used {what} {used} of {said.most} times this {structure.casefold()}"


def _speed(said: wording.SpeedWords, m: Machine, vars: Vars) -> str:
    tried = m.book.actions[vars["action"]]
    why = (
        "too slow for what is on top of the stack"
        if stacks.waiting(m)
        else "and can only respond to something on the stack: the stack is empty"
    )
    return f"{tried.name} is {m.book.speed_of(tried) or 'of no speed'}, {why}"


def _text(said: conditions.Adoptable, m: Machine, vars: Vars) -> str:
    return "\n".join(problem.show(vars["text"].splitlines()) for problem in checks.wrong(m, vars["text"]))


def _cost(said: conditions.Payable | conditions.LevyPayable | conditions.PayableWith, m: Machine, vars: Vars) -> str:
    several = {pick.name for pick in m.book.actions[vars["action"]].picks if pick.several}
    given = by_name.filled((name, by_name.all_in(vars, name) if name in several else by_name.value(vars, name)) for name in vars)
    return f"{who(m, vars['actor'])} cannot pay for {action(m, vars)}: it costs {payable.missing(said.costs, m, given)}"


def _forbidden(said: conditions.Permitted, m: Machine, vars: Vars) -> str:
    return f"{m.book.features[said.feature].name} lets {who(m, vars['actor'])} perform {action(m, vars)} only if {said.words}"


TEMPLATES: dict[type, str] = {
    wording.ActiveWords: "{it} is not active: it is in {place of it}",
    conditions.Cooled: "{actor} has used {action} too recently",
    conditions.OthersTurn: "{action} is a reaction and cannot be used in {actor}'s own turn",
    conditions.CouldChange: "{action} could change nothing now, apart from what it costs",
    conditions.OnInstruction: "{action} is a limited action: only an effect, a cost or the course of the turn can use it, "
    "not a player",
    conditions.UsableHere: "{source} is in {place of source}, where {action} cannot be used",
    conditions.FaceUp: "{source} lies face down: {action} cannot be used",
    conditions.InUse: "{action} of {source} is out of use",
}
"""The words that name only who acts, with what, and what is tested."""


def _filled(said: building.AnyRecord, m: Machine, vars: Vars) -> str:
    return re.sub(r"{(place of )?(\w+)}", lambda found: _named(m, vars, *found.groups()), TEMPLATES[type(said)])


def _named(m: Machine, vars: Vars, place: str | None, name: str) -> str:
    slot = by_name.number(vars, name)
    if name == "action":
        return m.book.actions[slot].name
    return m.book.zone_words(m.state, m.state.places[slot]) if place else who(m, slot)


judging.WORDS |= {
    **dict.fromkeys(TEMPLATES, _filled),
    wording.RangeWords: _range,
    wording.SightWords: _sight,
    wording.KindWords: _kind,
    conditions.Truth: _need,
    conditions.UnlessWaiting: _need,
    conditions.Among: _not_among,
    conditions.Limited: _limit,
    wording.SpeedWords: _speed,
    conditions.NotBarred: checks.barred_words,
    conditions.Adoptable: _text,
    conditions.Payable: _cost,
    conditions.LevyPayable: _cost,
    conditions.PayableWith: _cost,
    conditions.Permitted: _forbidden,
}
