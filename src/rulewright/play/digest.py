"""Shortens the story of a game: several small changes become one line, and changes that cancel each other out are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

MANY = 4  # how many things are named in one line


class StoryLine(NamedTuple):
    """One line of a story: a round or a turn that begins, an act, or a detail of it."""

    kind: str
    text: str


class RawLine(NamedTuple):
    """A line before it is told: its thing, and for a change the stat with its old and new value."""

    kind: str
    text: str
    name: str = ""
    word: str = ""
    change: tuple[str, int, int] | None = None
    pool: bool = False  # whether it is a player's number: only the final result counts
    kept: bool = False  # whether a heading is told with nothing below it, too


def digest(heard: Sequence[RawLine]) -> list[StoryLine]:
    """Give the lines of one answer."""
    grouped = _grouped(_joined(_settled(heard)))
    told = [StoryLine(line.kind, line.text) for line in _headed(grouped)]
    return [each for line, same in groupby(told) for each in _counted(line, len(list(same)))]


def _settled(heard: Sequence[RawLine]) -> Iterator[RawLine]:
    """Tell for a player's number only the final value, and nothing if it did not change."""
    last: dict[tuple[str, str], int] = {}
    first: dict[tuple[str, str], int] = {}
    for at, line in enumerate(heard):
        if line.pool and line.change is not None:
            last[line.name, line.change[0]] = at
            first.setdefault((line.name, line.change[0]), line.change[1])
    for at, line in enumerate(heard):
        if not line.pool or line.change is None:
            yield line
            continue
        stat, _, new = line.change
        old = first[line.name, stat]
        if last[line.name, stat] == at and old != new:
            yield line._replace(text=line.text.replace(f"{line.change[1]} → ", f"{old} → "), change=(stat, old, new))


def _joined(heard: Iterator[RawLine]) -> Iterator[RawLine]:
    """Put words about a thing after the line before, if that is about the same thing."""
    before: RawLine | None = None
    for line in heard:
        if before is not None and line.word and line.name == before.name and before.change is None:
            before = before._replace(text=f"{before.text.removesuffix('.')}, {line.word}.")
            continue
        if before is not None:
            yield before
        before = line
    if before is not None:
        yield before


def _grouped(heard: Iterator[RawLine]) -> list[RawLine]:
    """Tell the same change of several things, one after another, as one line."""
    found: list[RawLine] = []
    for same, run in groupby(heard, key=_rest):
        lines = list(run)
        if not same or len(lines) == 1:
            found += lines
        else:
            found.append(RawLine(lines[0].kind, _all([line.name for line in lines]) + same))
    return found


def _rest(line: RawLine) -> str:
    """Give what a line says of the thing it is about, in the words for several; "" where nothing else can be said with it."""
    if line.word:
        return f": {line.word}."
    if line.change is not None:
        return f": {line.change[0]} {line.change[1]} → {line.change[2]}."
    rest = line.text.removeprefix(line.name) if line.name else ""
    return f" go{rest.removeprefix(' goes')}" if rest.startswith(" goes ") else ""


def _all(names: Sequence[str]) -> str:
    if len(names) > MANY:
        return f"{', '.join(names[: MANY - 1])} and {len(names) - MANY + 1} more"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _headed(lines: Sequence[RawLine]) -> Iterator[RawLine]:
    """Leave out headings with nothing below them but another heading."""
    for line, below in pairwise((*lines, RawLine("act", ""))):
        if line.kind not in ("turn", "round") or line.kept or below.kind not in ("turn", "round"):
            yield line


def _counted(line: StoryLine, times: int) -> list[StoryLine]:
    if times == 1 or line.kind != "detail":
        return [line] * times
    return [line._replace(text=f"{line.text.removesuffix('.')} ({times} times).")]
