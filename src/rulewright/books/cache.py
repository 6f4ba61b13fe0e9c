"""Compiled books kept on disk: a warm start reads one and imports no parser.

A kept book is found by a hash of everything it was made from: the rule text, what that text uses, the readings, the
limits, and the program itself. It is kept as JSON (`rulewright.program.codec`) and checked as it is read; one that is damaged
is made again.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.kernel.book import Book
from rulewright.program import codec
from rulewright.program.codec import BadProgram
from rulewright.program.declared import Limits

if TYPE_CHECKING:
    from rulewright.language.text.book_files import Finder, Sources

USES = re.compile(r"(?:\A|[\r\n])\ufeff?[ \t]*uses[ \t]*:[ \t]*([^#\r\n]*)", re.IGNORECASE)


def folder() -> Path | None:
    """Say where compiled books are kept; RULEWRIGHT_CACHE=off keeps none."""
    said = os.environ.get("RULEWRIGHT_CACHE", "")
    if said.casefold() == "off":
        return None
    return Path(said) if said else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"


@lru_cache(maxsize=1)
def program() -> str:
    """Give a mark of the program's own files, so that a changed program makes its books anew."""
    here = os.path.dirname(os.path.dirname(__file__))
    files = sorted(line for part in ("program", "kernel", "language") for line in _stamps(os.path.join(here, part)))
    return hashlib.sha256("\n".join([sys.version, *files]).encode()).hexdigest()


def _stamps(folder: str) -> Iterator[str]:
    """Give a line for each file of Python in a folder and below: where it is, how long, and when it was written."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                stat = entry.stat()
                yield f"{entry.path} {stat.st_size} {stat.st_mtime_ns}"
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _stamps(entry.path)


def everything(sources: Sources, find: Finder, default: str | None) -> list[tuple[str, str]]:
    """Gather the texts a book is made from, in their order, what they use included, without reading any of them closely."""
    found: dict[str, str] = {}
    waiting = [(file, text, default) for file, text in sources]
    while waiting:
        file, text, otherwise = waiting.pop()
        if file in found:
            continue
        found[file] = text
        named = [name.strip() for line in USES.findall(text) for name in line.split(",")] or [otherwise or ""]
        for name in named:
            if name and name.casefold() != "nothing":
                with suppress(LookupError):
                    waiting += [(used, words, None) for used, words in find(name)]
    return list(found.items())


def key(texts: Sources, name: str, default: str | None, readings: dict[str, str] | None, limits: Limits | None) -> str:
    """Hash everything a book depends on."""
    digest = hashlib.sha256(program().encode())
    settings = (name, str(default), str(sorted((readings or {}).items())), str(limits))
    for part in (*(piece for pair in texts for piece in pair), *settings):
        digest.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def fetch(name: str) -> Book | None:
    """Read a kept book; None when there is none that can be read."""
    home = folder()
    if home is None:
        return None
    try:
        return Book.read((home / f"{name}.json").read_bytes())
    except (OSError, BadProgram):  # a damaged file is no book, and the book is made again
        return None


def keep(name: str, book: Book) -> None:
    """Write a book to disk, whole or not at all; a disk that cannot be written to is no reason to fail."""
    home = folder()
    if home is None:
        return
    import tempfile  # here, because a warm start keeps nothing

    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=home, delete=False) as file:
            file.write(codec.encode(book).encode())
        os.replace(file.name, home / f"{name}.json")
