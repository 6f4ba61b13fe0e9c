"""Compiled books on disk: if the book is there, a start reads it and need not import the parser.

The name of a file is a hash of everything from which the book was made: the rule text, the texts that it uses, the readings,
the limits, and this program. The file is JSON (`rulewright.program.codec`) after a line with the hash of its name and that JSON.
Anybody can compute that hash, so it shows only that the file is not damaged and belongs to this name. A file is trusted if, in
addition, it belongs to this user and nobody else may write it. Then it is not proved again that it is well-formed, which would
take several times as long as the reading. Any other file is ignored and replaced.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
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

OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path | None:
    """Say where compiled books are kept; RULEWRIGHT_CACHE=off keeps none."""
    said = os.environ.get("RULEWRIGHT_CACHE", "")
    if said.casefold() == "off":
        return None
    return Path(said) if said else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"


@lru_cache(maxsize=1)
def program() -> str:
    """Give a mark of the program's own files, so that a changed program compiles its books again."""
    here = os.path.dirname(os.path.dirname(__file__))
    files = sorted(line for part in ("program", "kernel", "language") for line in _stamps(os.path.join(here, part)))
    return hashlib.sha256("\n".join([sys.version, *files]).encode()).hexdigest()


def _stamps(folder: str) -> Iterator[str]:
    """Give a line for each Python file in a folder and below: its path, its size, and its time of modification."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _stamps(entry.path)


def everything(sources: Sources, find: Finder, default: str | None) -> list[tuple[str, str]]:
    """Collect the texts of a book, in order, with those that they use, without parsing them."""
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


def key(texts: Sources, name: str, default: str | None, readings: dict[str, str] | None, limits: Limits | None,
        carried: bool = False) -> str:  # fmt: skip
    """Hash everything a book depends on."""
    digest = hashlib.sha256(program().encode())
    settings = (name, str(default), str(sorted((readings or {}).items())), str(limits), str(carried))
    for part in (*(piece for pair in texts for piece in pair), *settings):
        digest.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def fetch(name: str) -> Book | None:
    """Read a cached book; None if there is none that can be read."""
    home = folder()
    if home is None:
        return None
    try:
        with open(home / f"{name}.json", "rb") as file:
            mark, _, text = file.read().partition(b"\n") if _private(os.fstat(file.fileno())) else (b"", b"", b"")
        return Book.read_own(text) if mark == _mark(name, text) else None
    except (OSError, BadProgram):  # a damaged file is ignored, and the book is compiled again
        return None


def _private(file: os.stat_result) -> bool:
    """Say whether a file belongs to this user, and nobody else may write it."""
    return sys.platform == "win32" or (file.st_uid == os.geteuid() and not file.st_mode & OTHERS_MAY_WRITE)


def keep(name: str, book: Book) -> None:
    """Write a book to disk, completely or not at all; a failure to write is ignored."""
    home = folder()
    if home is None:
        return
    import tempfile  # imported here, because a warm start writes nothing

    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=home, delete=False) as file:
            text = codec.encode(book).encode()
            file.write(_mark(name, text) + b"\n" + text)
        os.replace(file.name, home / f"{name}.json")


def _mark(name: str, text: bytes) -> bytes:
    """Give the line that stands before a kept book."""
    return hashlib.sha256(name.encode() + b"\n" + text).hexdigest().encode()
