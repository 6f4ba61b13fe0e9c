"""Saved games on disk: written whole or not at all, with who sits where."""

from __future__ import annotations

import json
import os
import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulewright.kernel.errors import SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves


def write(path: Path, text: str) -> None:
    """Write a file atomically: beside it first, then in its place."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Give the mask of permissions for new files: a saved game has the usual ones, although temporary files are private."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def save(game: Game, seats: Sequence[str], path: Path) -> None:
    """Save a game and who plays each seat."""
    data = {**saves.save(game), "seats": dict(zip(game.seats, seats, strict=True))}
    write(path, json.dumps(data, separators=(",", ":"), ensure_ascii=False))


def read(path: Path) -> str:
    """Read a file as text; refuse a file that is not text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SaveError(f"{path}: not UTF-8 text (byte {error.start})") from None


def seats(text: str) -> dict[str, Any]:
    """Give who played each seat of a saved game, as far as it says."""
    found = json.loads(text).get("seats", {})
    return found if isinstance(found, dict) else {}


def is_saved_game(path: Path) -> bool:
    """Say whether a file looks like a saved game rather than rule text."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return path.suffix == ".json" or file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def unused(game: Game, folder: Path) -> Path:
    """Give a file name for a game that is not taken yet: the scene and the seed, then numbered."""
    stem = re.sub(r"[^a-z0-9]+", "-", f"{game.scene or game.book.name}-{game.seed}".casefold()).strip("-") or "game"
    names = (f"{stem}.json" if n == 1 else f"{stem}-{n}.json" for n in range(1, 10_000))
    return next(folder / name for name in names if not (folder / name).exists())


def resume(path: Path) -> str:
    """Say how a saved game goes on."""
    return f"rulewright play {shlex.quote(str(path))}"


def again(path: Path) -> str:
    """Say how a saved game is told again."""
    return f"rulewright replay {shlex.quote(str(path))}"
