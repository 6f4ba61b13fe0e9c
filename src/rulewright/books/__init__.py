"""The shipped rule books, and finding and loading a book by name or by file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache as once
from importlib import import_module
from os.path import exists, isdir, isfile, realpath  # an invalid file name counts as a file that does not exist
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.books import cache
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RuleTextError, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.program.declared import Limits

import_module("rulewright.language")  # importing it registers what makes amended books, and loads nothing else

if TYPE_CHECKING:
    from rulewright.language.text.book_files import Finder, Sources

DEFAULT = "encounter"
HERE = Path(__file__).parent


@once
def shipped() -> tuple[str, ...]:
    """List the names of the books that come with the program."""
    return tuple(sorted(entry.parent.name for entry in HERE.glob("*/README.md")))


@once
def small() -> tuple[str, ...]:
    """List the names of the small games that come with the program, one file each."""
    return tuple(sorted(entry.stem for entry in (HERE / "small").glob("*.rules")))


def known() -> tuple[str, ...]:
    """List everything that can be loaded by name: the books, then the small games."""
    return (*shipped(), *small())


def sources(name: str) -> Sources:
    """Give the rule text of a shipped book or small game, or of a file or folder."""
    if name in small():
        return [(f"small/{name}.rules", (HERE / "small" / f"{name}.rules").read_text(encoding="utf-8"))]
    if name in shipped():
        files = sorted((HERE / name).glob("*.rules"))
        return [(f"{name}/{entry.name}", entry.read_text(encoding="utf-8")) for entry in files]
    if isdir(name):
        return [text for file in sorted(Path(name).glob("*.rules")) for text in _inside(file, Path(name))]
    if isfile(name):
        return _file(Path(name))
    raise LookupError(f"the shipped books are {', '.join(known())}; anything else is a file or a folder of .rules files")


def _inside(path: Path, folder: Path) -> Sources:
    """Give the text of a file in a folder, but not of one elsewhere to which a link leads."""
    if not Path(realpath(path)).is_relative_to(realpath(folder)):
        raise RuleTextError(
            f"{path}: this is a link to a file outside its folder; put a copy of the file into the folder instead"
        )
    return _file(path)


def _file(path: Path) -> Sources:
    try:
        return [(str(path), path.read_bytes().decode("utf-8-sig"))]
    except UnicodeDecodeError as error:
        raise RuleTextError(f"{path}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise RuleTextError(f"{path}: the file cannot be read ({error.strerror})") from None


def folder(name: str) -> Path | None:
    """Give the folder in which the text of a name finds the files that it uses; a shipped book has none."""
    path = Path(name)
    return None if name in known() else path if isdir(name) else path.parent


def finder(beside: Path | None = None, given: Sequence[str] = ()) -> Finder:
    """Give the function that finds what a file uses: a shipped book, a file beside or below it, or one that is given too.

    Links and `..` are followed before that is judged: rule text comes from anywhere, and must not show what lies elsewhere.
    """

    def find(name: str) -> Sources:
        if name in known():
            return sources(name)
        here = [] if beside is None else [str(beside / name)]
        wanted = next((path for path in [*here, name] if exists(path) and _open_to(path, beside, given)), None)
        wanted = wanted or next((path for path in given if Path(path).name == name and exists(path)), None)
        if wanted is None:
            raise LookupError(_usable(beside))
        return sources(wanted)

    return find


def _open_to(path: str, beside: Path | None, given: Sequence[str]) -> bool:
    """Say whether a file may be used: it is given, or it is in the folder of the file that uses it, or below."""
    real = Path(realpath(path))
    return real in {Path(realpath(each)) for each in given} or (beside is not None and real.is_relative_to(realpath(beside)))


def _usable(beside: Path | None) -> str:
    """List what a file may use."""
    near = "" if beside is None else f", a .rules file in the folder {realpath(beside)} or below it"
    return f"a shipped book ({', '.join(known())}){near}, or a file that is given too; what lies elsewhere is not read"


def load(
    *names: str,
    readings: dict[str, str] | None = None,
    text: Sequence[tuple[str, str]] = (),
    limits: Limits | None = None,
) -> Book:
    """Load a book by name, by file or from text; the error contains every problem of the text."""
    try:
        found = [*text, *(pair for name in names or (() if text else (DEFAULT,)) for pair in sources(name))]
    except LookupError as error:
        raise RuleTextError(f"there is no book or file {', '.join(names)!r}: {error.args[0]}") from None
    beside = folder(names[0]) if names else None
    default = None if names and names[0] in known() else DEFAULT
    return _made(found, finder(beside, names), names[0] if names else found[0][0], readings, default, limits)


def _made(found: Sources, find: Finder, name: str, readings: dict[str, str] | None, default: str | None,
          limits: Limits | None, carried: bool = False) -> Book:  # fmt: skip
    """Give the book from the cache on disk, or compile it."""
    key = cache.key(cache.everything(found, find, default), name, default, readings, limits, carried)
    kept = cache.fetch(key)
    if kept is not None:
        return kept
    from rulewright.language.lower.compiler import bind

    bound = bind(found, find, name, readings, default, limits, carried=carried)
    if bound.book is None:
        raise RuleTextError([problem for problem in bound.problems if problem.severity == "error"])
    cache.keep(key, bound.book)
    return bound.book


def restore(text: str) -> Game:
    """Read a saved game back under the rule text it carries."""
    try:
        data = json.loads(text)
        texts = [(str(file), str(words)) for file, words in data["book"]["text"]]
        name, readings = str(data["book"]["name"]), dict(data["book"]["readings"])
    except saves.DAMAGE as error:
        raise SaveError(f"not a saved game: {_why(error)}") from None
    return saves.load(data, carried(name, texts, readings))


def _why(error: Exception) -> str:
    """Say why a text is not a saved game."""
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON: {error}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return f"it has no {error}" if isinstance(error, KeyError) else "it is not an object with a book and its text"


def carried(name: str, texts: Sources, readings: dict[str, str], limits: Limits | None = None) -> Book:
    """Make the book whose whole text is in a saved game: nothing else is read, and no stricter check of today applies."""
    try:
        return _made(texts, lambda used: [], name, {reading: str(side) for reading, side in readings.items()}, None, limits, True)
    except (RuleTextError, IndexError) as error:
        raise SaveError(f"the rule text in the save cannot be read: {error}") from None
