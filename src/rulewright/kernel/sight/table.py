"""The view: a waiting game as one viewer sees it, as plain data for drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.sight import course, handles, players, schema, things, views
from rulewright.kernel.sight.handles import Handles
from rulewright.kernel.sight.kept_things import KeptThings
from rulewright.kernel.sight.things import Viewing
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.state.facts import KIND, NOBODY, NOWHERE, Lasting
from rulewright.kernel.state.grid import Grid
from rulewright.kernel.state.holding import joined

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game


def view(game: Game, viewer: Viewer, kept: KeptThings | None = None) -> schema.View:
    """Give what a viewer sees: a seat, a spectator (None) or the host; what has not changed is what was kept."""
    known = handles.of(game, viewer)
    if kept is not None and kept.view is not None and kept.up_to_date(known):
        kept.view = _in_course(known.machine, known.seen, known, known.words(), kept.view)
        return kept.view
    viewing = things.viewing(known) if kept is not None else things.viewing(known, game.machine)
    words = known.words() if kept is not None else viewing.seen.words()
    found = _in_course(viewing.m, viewing.seen, known, words, _lying(viewing, kept or KeptThings()))
    if kept is not None:
        kept.view = found
    return found


def _in_course(m: Machine, seen: Machine, known: Handles, words: Sequence[str], lying: schema.View) -> schema.View:
    """Give a view with the course of the game as it is now."""
    state, book = m.state, m.book
    active, actor = book.active(m), course.actor(m)
    return {
        **lying,
        "where": joined(words),
        "now": state.now,
        "clock": course.clock(m),
        "over": not state.agenda,
        "active": state.setting.seats[active] if active != NOBODY else None,
        "actor": None if actor == NOWHERE else known.of(actor),
        "asking": [state.setting.seats[player] for player in state.asked.players] if state.asked is not None else [],
        "course": course.stages(seen, known, words),
        "rounds": course.rounds(m, known),
        "priority": course.priority(m),
        "players": players.in_turn(m, lying["players"]),
    }


def _lying(viewing: Viewing, kept: KeptThings) -> schema.View:
    """Give a view of things, players and what waits, without the course of the game."""
    m, seen, viewer, known = viewing.m, viewing.seen, viewing.viewer, viewing.handles
    state, book, zones = m.state, m.book, kept.zones(viewing)
    seats = kept.players(viewing)
    kept.looked(known)
    return {
        "book": book.title or book.name,
        "scene": state.setting.scene,
        "you": state.setting.seats[viewer] if viewer is not None and viewer != HOST else None,
        "where": "",
        "now": state.now,
        "clock": None,
        "over": False,
        "goal": [*book.layout.goal, *book.layout.goals.get(state.setting.scene, ())],
        "standing": players.standing(state),
        "active": None,
        "actor": None,
        "asking": [],
        "course": [],
        "rounds": {},
        "priority": None,
        "players": seats,
        "shared": players.shared(seen, viewer),
        "zones": zones,
        "map": _map(seen, zones),
        "stacks": course.piles(m, seen, viewer, known),
        "lasting": [_lasting(seen, effect, known) for effect in _told(m, seen, viewer)],
        "kinds": {name: things.kind(book, name) for name in _kinds(zones)},
        "layout": _layout(m),
    }


def _kinds(zones: Iterable[schema.ZoneView]) -> list[str]:
    """Name the kinds of all visible things, once each."""
    return list(dict.fromkeys(thing["kind"] for zone in zones for thing in zone["things"] or ()))


def _layout(m: Machine) -> schema.LayoutView:
    layout, stats = m.book.layout, m.book.stats
    return {
        "first": [stats[n].name for n in layout.first],
        "small": [stats[n].name for n in layout.small],
        "total": "" if layout.total is None else stats[layout.total].name,
        "front": "" if layout.front is None else stats[layout.front].name,
        "without": list(layout.without),
    }


# -- what lasts --------------------------------------------------------------------------------------------------------


def _told(m: Machine, seen: Machine, viewer: Viewer) -> list[Lasting]:
    return [each for each in seen.state.lasting.values() if not views.hidden(m, viewer, each.object, each.question)]


def _lasting(m: Machine, effect: Lasting, known: Handles) -> schema.LastingView:
    """Describe the lasting effects: on what, and about what; an effect on an action has no thing."""
    slot, question = effect.object, effect.question
    counts = isinstance(question, int)
    return {
        "name": effect.name,
        "thing": None if slot == NOWHERE else known.of(slot),
        "on": "" if slot == NOWHERE else m.book.name_of(m.state, slot),
        "about": m.book.stats[question].name if isinstance(question, int) else str(question[0]),
        "does": effect.op,
        "amount": effect.amount if counts else 0,
    }


# -- the map -----------------------------------------------------------------------------------------------------------


def _map(m: Machine, zones: Iterable[schema.ZoneView]) -> schema.Map | None:
    """Give the map: tiles that are not plain floor, and those with things in play."""
    grid = m.state.setting.grid
    if grid is None:
        return None
    marked = {m.book.words[mark]: tiles for mark, tiles in m.book.marks.get(m.state.setting.scene, {}).items()}
    found: schema.Map = {
        "width": grid.width,
        "height": grid.height,
        "tiles": [each for tile in range(grid.width * grid.height) if (each := _tile(grid, tile, marked)) is not None],
        "cells": _cells(zones),
        "regions": {
            name: [list(grid.spot(tile)) for tile in sorted(tiles)] for name, tiles in marked.items() if name not in GROUND
        },
    }
    if m.state.setting.cells:
        found["board"] = m.book.kinds[m.state.cell(m.state.setting.cells[0], KIND)].name
    return found


GROUND = ("wall", "window", "low wall", "smoke", "difficult", "floor")
"""The kinds of ground; all other marks of a scene's map are regions."""


def _tile(grid: Grid, tile: int, marked: Mapping[str, frozenset[int]]) -> schema.Tile | None:
    kind = next((name for name in GROUND[:-1] if tile in marked.get(name, ())), ground(grid, tile))
    marks = [name for name, tiles in marked.items() if tile in tiles and name not in GROUND]
    x, y = grid.spot(tile)
    return {"x": x, "y": y, "ground": kind, "marks": marks} if marks or kind != "floor" else None


def ground(grid: Grid, tile: int) -> str:
    """Name the ground of a tile: its effect on movement and on sight."""
    if tile in grid.walls:
        return "wall" if tile in grid.opaque else "window"
    return "smoke" if tile in grid.opaque else "difficult" if tile in grid.rough else "floor"


def _cells(zones: Iterable[schema.ZoneView]) -> list[schema.Cell]:
    """List the tiles with things in play, and these things."""
    there: dict[tuple[int, int], list[int]] = {}
    for zone in zones:
        for thing in (zone["things"] or ()) if zone["live"] else ():
            if thing["tile"] is not None:
                x, y = thing["tile"]
                there.setdefault((x, y), []).append(thing["handle"])
    return [{"x": x, "y": y, "things": found} for (x, y), found in there.items()]
