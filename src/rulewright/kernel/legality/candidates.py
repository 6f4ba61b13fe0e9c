"""The candidates of a pick before any check: things, tiles, stacks to join, texts, past acts, no and yes."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.kernel.evaluation.evaluate import evaluate, things
from rulewright.kernel.evaluation.traits import marked_for, tile_of
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import judgment
from rulewright.kernel.legality import judging, prices
from rulewright.kernel.state import grid
from rulewright.kernel.state.facts import NOWHERE, TILE, Vars
from rulewright.program import building, pools
from rulewright.program.expressions import NONE

MANY = 1_000  # no number beyond it can be named when an action is declared
ANYBODY = (building.IN_PLAY,)


def _past_acts(pool: pools.PastActs, m: Machine, vars: Vars) -> Iterable[int]:
    names = {action.name for action in m.book.actions if pool.action in (NONE, action.word)}
    return [number for number, name in judgment.acts(m.done) if name in names]


def _tiles_near(pool: pools.TilesNear, m: Machine, vars: Vars) -> Iterable[int]:
    ground, here = m.state.setting.grid, m.state.cell(vars["actor"], TILE)
    if ground is None or here < 0:
        return ()
    if pool.tiles is None:
        return range(ground.width * ground.height)
    far = evaluate(pool.tiles, m, vars)
    if pool.walking:
        return [tile for tile in grid.steps(ground, here, far) if tile != here]
    return grid.within(ground, here, far)


def _tiles_along(pool: pools.TilesAlong, m: Machine, vars: Vars) -> Iterable[int]:
    ground, here = m.state.setting.grid, tile_of(pool.whom, m, vars)
    if ground is None or here < 0:
        return ()
    far = range(1, min(evaluate(pool.tiles, m, vars), ground.width + ground.height) + 1)
    return sorted({grid.slide(ground, here, way, n) for way in grid.EIGHT for n in far} - {here})


def _numbers(pool: pools.WholeNumbers, m: Machine, vars: Vars) -> Iterable[int]:
    most = evaluate(pool.most, m, vars) + (prices.lowered(m, vars) if pool.paid else 0)
    return range(evaluate(pool.least, m, vars), min(most, MANY) + 1)


judging.POOLS |= {
    pools.Candidates: lambda pool, m, vars: m.live() if pool.node.tests == ANYBODY else things(pool.node, m, vars, ordered=False),
    pools.Joinable: lambda pool, m, vars: [NOWHERE, *stacks.joinable(m)],
    pools.NoOrYes: lambda pool, m, vars: (0, 1),
    pools.WholeNumbers: _numbers,
    pools.PastActs: _past_acts,
    pools.Drafts: lambda pool, m, vars: (),  # texts, which have names instead of numbers
    pools.TilesNear: _tiles_near,
    pools.TilesAlong: _tiles_along,
    pools.TilesMarked: lambda pool, m, vars: sorted(marked_for(m, pool.mark, vars["actor"])),
}
judging.TEXTS |= {pools.Drafts: lambda pool, m, vars: m.book.drafts}
