"""Proves that the scenes of a program are well-formed: things belong to sides and seats that there are and stand on the map, and
what is known of a scene by its name is about its tiles, sides and things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.program.declared import NOBODY
from rulewright.program.position import Position, SceneWords
from rulewright.program.program import Program
from rulewright.program.spelled import plain


def problems(program: Program) -> Iterator[str]:
    """Say what is wrong with scenes."""
    for name, scene in program.scenes.items():
        words = program.spoken.get(name, SceneWords())
        tiles = [*program.rough.get(name, ()), *(tile for found in program.marks.get(name, {}).values() for tile in found)]
        tiles += [tile for found in words.tiles.values() for tile in found]
        sides = [*(side for found in words.casts.values() for side in found), *(side for side, _ in words.tiles), *scene.neutral]
        for wrong in (*_of_things(scene), *_of_scene(scene, tiles, (*sides, *(side for pair in scene.allied for side in pair))),
                      *_beyond("thing", (*words.things.values(), *scene.cells), len(scene.things))):  # fmt: skip
            yield f"scene {name}: {wrong}"
        runs = [run for run in scene.strategies if run and plain(run) not in program.strategies]
        yield from (f"scene {name}: there is no strategy {run!r}" for run in runs)
    for campaign in program.campaigns.values():
        missing = [name for name in campaign.scenes if name not in program.scenes]
        yield from (f"campaign {campaign.name}: there is no scene {name!r}" for name in missing)


def _of_things(scene: Position) -> Iterator[str]:
    """Say which things have a side, an owner, a place or a tile that is not there."""
    wide, high = _size(scene)
    for thing in scene.things:
        yield from (f"{thing.name} is of {wrong}" for wrong in _beyond("side", [thing.side], len(scene.sides), NOBODY))
        yield from (f"{thing.name} is of {wrong}" for wrong in _beyond("seat", [thing.owner], len(scene.seats), NOBODY))
        for what, number in (("at", thing.at), ("attached to", thing.attached)):
            yield from (f"{thing.name} is {what} {wrong}" for wrong in _beyond("thing", [number], len(scene.things), NOBODY))
        if thing.spot is not None and scene.rows and not (1 <= thing.spot[0] <= wide and 1 <= thing.spot[1] <= high):
            yield f"{thing.name} stands at {thing.spot[0]},{thing.spot[1]}, and the map has {wide} by {high} tiles"


def _of_scene(scene: Position, tiles: Iterable[int], sides: Iterable[int]) -> Iterator[str]:
    wide, high = _size(scene)
    yield from _beyond("tile", tiles, wide * high)
    yield from _beyond("side", sides, len(scene.sides))
    if len(scene.strategies) not in (0, len(scene.seats)):
        yield f"it has {len(scene.seats)} seats, and says of {len(scene.strategies)} which strategy they follow"


def _size(scene: Position) -> tuple[int, int]:
    """Give the width and the height of the map of a scene."""
    return max(map(len, scene.rows), default=0), len(scene.rows)


def _beyond(what: str, numbers: Iterable[int], size: int, least: int = 0) -> Iterator[str]:
    return (f"{what} {number}, and it has {size} {what}s" for number in numbers if not least <= number < size)
