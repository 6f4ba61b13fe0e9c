"""Games that an older version wrote: as saves, and as the rows that a server keeps (see test_older_saves)."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from rulewright import books
from rulewright.kernel.book import Book

FOLDER = Path(__file__).with_name("older_saves")


@cache
def written(name: str) -> Any:
    """Gives what was written of a book and of games of it."""
    return json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))


REWORDED = {
    "all gear in Board at a battlefield attached to nothing": "all gear in Board attached to nothing at a battlefield",
}
"""What the texts of that time say in words that have become an error; a save carries its text, so it is put right here."""


@cache
def book(name: str) -> Book:
    """Makes the book of that time, from its own text."""
    data = written(name)["book"]
    return books.carried(data["name"], [(file, _reworded(text)) for file, text in data["text"]], data["readings"])


def _reworded(text: str) -> str:
    for old, new in REWORDED.items():
        text = text.replace(old, new)
    return text
