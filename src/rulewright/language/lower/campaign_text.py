"""Reads a Campaign: its scenes in order, the cast that goes through them, and what it keeps from one to the next."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.language.lower.scenes import Sketch
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import Item
from rulewright.program.outlines import Campaign
from rulewright.program.spelled import plain

EXPECTED = "cast: …, scenes: …, carries over: …, features: …"


def read(names: Names, item: Item, positions: Mapping[str, Sketch]) -> Campaign:
    """Read a campaign's lines; its features are put in force in its scenes."""
    said: dict[str, list[str]] = {"cast": [], "scenes": [], "carries over": [], "features": []}
    for line in item.lines:
        key, _, value = line.text.partition(":")
        if plain(key) not in said:
            names.report(line.span, f"{line.text!r} is not a line of a campaign", EXPECTED)
            continue
        said[plain(key)] += [" ".join(part.split()) for part in value.split(",") if part.strip()]
    known = {plain(name): name for name in positions}
    scenes = tuple(known.get(plain(name), name) for name in said["scenes"])
    _check(names, item, said, known)
    for scene in scenes:
        if scene in positions:
            positions[scene].features += said["features"]
    stats = [(name, names.declared(name)) for name in said["carries over"]]
    carried = tuple(names.stats[index].name for _, index in stats if index is not None)
    return Campaign(item.name, names.casts.get(plain(" ".join(said["cast"])), ""), scenes, carried)


def _check(names: Names, item: Item, said: Mapping[str, list[str]], scenes: Mapping[str, str]) -> None:
    """Report a scene, a cast, a stat or a feature that the book does not have."""
    asked = {
        "scenes": scenes,
        "cast": names.casts,
        "features": names.features,
        "carries over": {plain(stat.name): stat for stat in names.stats},
    }
    for key, known in asked.items():
        for name in said[key]:
            if plain(name) not in known:
                names.report(item.span, f"the campaign {item.name} refers to {name!r}, which is not among its {key}", EXPECTED)
    if not said["scenes"] or not said["cast"]:
        names.report(item.span, f"the campaign {item.name} has no scenes or no cast", EXPECTED)
