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


@cache
def book(name: str) -> Book:
    """Makes the book of that time, from its own text."""
    data = written(name)["book"]
    return books.carried(data["name"], [(file, text) for file, text in data["text"]], data["readings"])
