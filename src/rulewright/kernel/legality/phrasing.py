"""The words for a failed check, with current values."""

from __future__ import annotations

from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.evaluation.traits import tile_of
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.legality import checks, judging, payable
from rulewright.kernel.state import by_name, grid
from rulewright.kernel.state.facts import TILE, Vars
from rulewright.program import building, wording

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


def _active(said: wording.ActiveWords, m: Machine, vars: Vars) -> str:
    return f"{who(m, vars['it'])} is not active: it is in {m.book.zone_words(m.state, m.state.places[vars['it']])}"


def _need(said: wording.NeedWords, m: Machine, vars: Vars) -> str:
    verb = "is possible only if" if account.in_words(said.node, m) else "needs"
    return f"{action(m, vars)} {verb} {account.settled(said.node, m, vars)}"


def _limit(said: wording.LimitWords, m: Machine, vars: Vars) -> str:
    key = m.book.words[said.key]
    what, _, structure = key.partition("/")
    used = m.state.tallies.get((key, vars["source"]), 0)
    return f"{who(m, vars['actor'])} has used {what} {used} of {said.most} times this {structure.casefold()}"


def _cooling(said: wording.CoolingWords, m: Machine, vars: Vars) -> str:
    return f"{who(m, vars['actor'])} has used {m.book.actions[said.action].name} too recently"


def _turn(said: wording.TurnWords, m: Machine, vars: Vars) -> str:
    return f"{action(m, vars)} is a reaction and cannot be used in {who(m, vars['actor'])}'s own turn"


def _speed(said: wording.SpeedWords, m: Machine, vars: Vars) -> str:
    tried = m.book.actions[vars["action"]]
    why = (
        "too slow for what is on top of the stack"
        if stacks.waiting(m)
        else "and can only respond to something on the stack: the stack is empty"
    )
    return f"{tried.name} is {m.book.speed_of(tried) or 'of no speed'}, {why}"


def _text(said: wording.TextWords, m: Machine, vars: Vars) -> str:
    return "\n".join(problem.show(vars["text"].splitlines()) for problem in checks.wrong(m, vars["text"]))


def _change(said: wording.ChangeWords, m: Machine, vars: Vars) -> str:
    return f"{action(m, vars)} could change nothing now; what it costs does not count"


def _cost(said: wording.CostWords, m: Machine, vars: Vars) -> str:
    several = {pick.name for pick in m.book.actions[vars["action"]].picks if pick.several}
    given = by_name.filled((name, by_name.all_in(vars, name) if name in several else by_name.value(vars, name)) for name in vars)
    return f"{who(m, vars['actor'])} cannot pay {action(m, vars)}: it costs {payable.missing(said.costs, m, given)}"


def _forbidden(said: wording.ForbiddenWords, m: Machine, vars: Vars) -> str:
    return f"{said.name} lets {who(m, vars['actor'])} perform {action(m, vars)} only if {said.words}"


def _instruction(said: wording.InstructionWords, m: Machine, vars: Vars) -> str:
    return f"{action(m, vars)} is a limited action: only an effect, a cost or the course of the turn can use it, not a player"


def _zone(said: wording.ZoneWords, m: Machine, vars: Vars) -> str:
    slot = vars["source"]
    zone = m.book.zone_words(m.state, m.state.places[slot])
    return f"{who(m, slot)} is in {zone}, where {action(m, vars)} cannot be used"


def _face_down(said: wording.FaceDownWords, m: Machine, vars: Vars) -> str:
    return f"{who(m, vars['source'])} lies face down: {action(m, vars)} cannot be used"


def _out_of_use(said: wording.OutOfUseWords, m: Machine, vars: Vars) -> str:
    return f"{action(m, vars)} of {who(m, vars['source'])} is out of use"


judging.WORDS |= {
    wording.RangeWords: _range,
    wording.SightWords: _sight,
    wording.KindWords: _kind,
    wording.ActiveWords: _active,
    wording.NeedWords: _need,
    wording.LimitWords: _limit,
    wording.CoolingWords: _cooling,
    wording.TurnWords: _turn,
    wording.SpeedWords: _speed,
    wording.BarWords: checks.barred_words,
    wording.TextWords: _text,
    wording.ChangeWords: _change,
    wording.CostWords: _cost,
    wording.ForbiddenWords: _forbidden,
    wording.InstructionWords: _instruction,
    wording.ZoneWords: _zone,
    wording.FaceDownWords: _face_down,
    wording.OutOfUseWords: _out_of_use,
}
