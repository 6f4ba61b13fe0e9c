"""Programs in which single numbers were replaced at random, as in a damaged file."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.program import codec
from tests.hygiene.tree import ROOT

SOURCES = ("benchmarks/duel.rules", "tests/kernel/native/timed.rules", "src/rulewright/cookbook/stack.rules")
ODD = (0, -1, 7, 99, 10**6, 10**18, -(10**19))


@cache
def written(name: str) -> str:
    return codec.encode(books.load(str(ROOT / name)))


def places(value: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Gives the place of every number inside a row."""
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from places(each, (*path, at))
    elif type(value) is int and path != (0,):
        yield path


def corrupted(seed: int) -> str:
    """Gives the JSON of a program in which one or two numbers were replaced."""
    chance = random.Random(seed)
    data = json.loads(written(SOURCES[seed % len(SOURCES)]))
    for _ in range(chance.randint(1, 2)):
        row = chance.choice(data["rows"])
        found = list(places(row))
        if not found:
            continue
        *path, last = chance.choice(found)
        for at in path:
            row = row[at]
        row[last] = chance.choice([row[last] + 1, row[last] - 1, *ODD])
    return json.dumps(data)


def accepted(seed: int) -> Book | None:
    """Gives the book of a corrupted program, or None if it is refused with a message."""
    try:
        return Book.read(corrupted(seed))
    except codec.BadProgram as refusal:
        assert str(refusal)
        return None
