"""Executes movement on the map: walking, pushing, pulling, sliding and facing; tile by tile if a trigger listens to steps."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.kernel.change import effects, gate
from rulewright.kernel.evaluation.evaluate import evaluate, whom
from rulewright.kernel.flow.agenda import Control, Machine
from rulewright.kernel.state import by_name, grid
from rulewright.kernel.state.facts import NOWHERE, TILE, Vars
from rulewright.program.instructions import WALK, Bind, Travel
from rulewright.program.slots import STEP


def _travel(node: Travel, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Take things along their paths, each step through the gate; what a step triggers happens before the next step.

    A thing that is not where its last step should have led goes no further: the step was forbidden, prevented or replaced.
    """
    left = list(by_name.pairs(vars, node.rest))
    by_name.drop(vars, node.rest)
    while left:
        (slot, tiles), *left = left
        if not tiles or not m.in_play(slot) or _strayed(m, vars, slot):
            continue
        left = [(slot, tiles[1:]), *left] if tiles[1:] else left
        vars[STEP] = (slot, tiles[0])
        by_name.put(vars, node.rest, tuple(left))
        control = gate.through(m, [effects.shift(slot, tiles[0])], str(at), vars)
        if control is not None:
            return control
        if left and m.state.unsettled:
            return at
        by_name.drop(vars, node.rest)
    vars.pop(STEP, None)
    return None


def _strayed(m: Machine, vars: Vars, slot: int) -> bool:
    """Say whether somebody is not where its last step was to lead."""
    last = vars.get(STEP, (NOWHERE, NOWHERE))
    return bool(last[0] == slot and last[1] != m.state.cell(slot, TILE))


def _stepped(m: Machine) -> bool:
    """Say whether single steps matter: a trigger could respond before or after one, or a prohibition could forbid one."""
    heard = any(m.book.triggers[n].of in ("", "changed") and m.book.triggers[n].stat in (None, TILE) for n in m.book.would)
    return heard or TILE in m.book.listeners or TILE in m.book.forbidden


def _way(m: Machine, tiles: Iterable[int]) -> tuple[int, ...]:
    """Give the tiles of a path, each once; if single steps matter to nothing, only the last tile."""
    found = tuple(dict.fromkeys(tiles))
    return found if _stepped(m) else found[-1:]


def _walk(node: Travel, m: Machine, vars: Vars, at: int) -> Control | int | None:
    ground = m.state.setting.grid
    if node.rest not in vars:
        goal, journeys = vars["tile"], []
        for slot in whom(node.whom, m, vars):
            here = m.state.cell(slot, TILE)
            stepped = ground is not None and here >= 0 and _stepped(m)
            between = grid.path(ground, here, goal, 4 * ground.width * ground.height)[1:] if stepped and ground else ()
            journeys.append((slot, _way(m, (*between, goal))))
        by_name.put(vars, node.rest, tuple(journeys))
    return _travel(node, m, vars, at)


def _shove(node: Travel, m: Machine, vars: Vars, at: int) -> Control | int | None:
    if node.rest not in vars:
        ground, origin = m.state.setting.grid, evaluate(node.origin, m, vars)
        tiles, journeys = evaluate(node.tiles, m, vars), []
        tiles = min(tiles, ground.width + ground.height) if ground is not None else 0
        for slot in whom(node.whom, m, vars):
            here = m.state.cell(slot, TILE)
            there = NOWHERE if origin == NOWHERE else m.state.cell(origin, TILE)
            if ground is not None and here >= 0 and (there >= 0 or node.mode in grid.EIGHT):
                stops = [_pushed(ground, node.mode, there, here, n) for n in range(1, tiles + 1)]
                journeys.append((slot, _way(m, stops)))
        by_name.put(vars, node.rest, tuple(journeys))
    return _travel(node, m, vars, at)


def _pushed(ground: grid.Grid, mode: str, source: int, target: int, tiles: int) -> int:
    """Give the position of somebody after so many tiles away from, toward, or in one of the eight directions."""
    if mode in grid.EIGHT:
        return grid.slide(ground, target, mode, tiles)
    return (grid.away if mode == "away" else grid.toward)(ground, source, target, tiles)


def face(node: Bind, m: Machine, vars: Vars, at: int) -> Control | int | None:
    ground, toward = m.state.setting.grid, evaluate(node.to, m, vars)
    turned: list[effects.Change] = []
    for slot in whom(node.what, m, vars):
        here, there = m.state.cell(slot, TILE), m.state.cell(toward, TILE)
        heading = grid.heading(ground, here, there) if ground is not None and min(here, there) >= 0 else None
        if heading is not None:
            turned.append(effects.alter(slot, node.stat, "=", list(grid.EIGHT).index(heading)))
    return gate.through(m, turned, str(at + 1), vars)


def travel(node: Travel, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Let somebody walk, or be moved across the map."""
    return (_walk if node.mode == WALK else _shove)(node, m, vars, at)
