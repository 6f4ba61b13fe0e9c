"""Games written by an older version: as saves, and as the rows that a server stores (see test_older_saves)."""

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
    """Gives what the older version wrote about a book and its games."""
    return json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))


@cache
def book(name: str) -> Book:
    """Compiles the book of that time from its own text."""
    data = written(name)["book"]
    return books.carried(data["name"], [(file, text) for file, text in data["text"]], data["readings"])
