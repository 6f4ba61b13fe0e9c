"""Reads the block `How to play`, which explains the goal and a turn to new players."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import Item
from rulewright.program.outlines import Guide
from rulewright.program.spelled import plain

LINES = ("goal", "turn")


def read(names: Names, item: Item) -> Guide:
    """Read the lines of a guide; other lines are reported."""
    said: dict[str, list[str]] = {key: [] for key in LINES}
    for line in item.lines:
        key, colon, value = line.text.partition(":")
        if not colon or plain(key) not in said:
            near = did_you_mean(plain(key), LINES)
            names.report(line.span, f"{line.text!r} is not a line of How to play", "goal: …, turn: …", f"{near}:" if near else "")
            continue
        said[plain(key)].append(value.strip())
    return Guide(tuple(said["goal"]), tuple(said["turn"]))


def of(guides: Mapping[str, Guide], seat: str) -> Guide:
    """Give the guide for a seat: its own lines, or those for everybody if it has none."""
    own, common = guides.get(plain(seat), Guide()), guides.get("", Guide())
    return Guide(own.goal or common.goal, own.turn or common.turn)
