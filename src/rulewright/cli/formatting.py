"""`format`: files of rules in the standard layout. A file is either replaced whole or left as it was."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from rulewright import books as shelf
from rulewright.cli.failures import fail, say
from rulewright.kernel.errors import RuleTextError
from rulewright.language.text.format import format_text
from rulewright.play.screen import Screen


def format_files(names: Sequence[str], check: bool = False, diff: bool = False) -> int:
    """Format files and folders; give 1 when one cannot be read, or with `check` when one would change."""
    screen = Screen()
    return max([_file(path, check, diff, screen) for name in names for path in files(name)])


def files(name: str) -> list[Path]:
    """List the files of a name."""
    path = Path(name)
    if not path.exists():
        fail(f"there is no file or folder {name!r}")
    found = sorted(path.glob("*.rules")) if path.is_dir() else [path]
    return found or fail(f"{name}: there is no .rules file in this folder")


def _file(path: Path, check: bool, diff: bool, screen: Screen) -> int:
    try:
        [(_, old)] = shelf.sources(os.path.join(path.parent, path.name))
        new = format_text(old, str(path))
    except RuleTextError as error:
        say(error)
        screen.say(f"{path}: left as it was", "red")
        return 1
    if old == new:
        return 0
    if diff:
        before, after = (text.splitlines(keepends=True) for text in (old, new))
        sys.stdout.writelines(unified_diff(before, after, str(path), f"{path} (formatted)"))
    elif not check:
        replace(path, new)
    screen.say(f"{path}: {'would be formatted' if check or diff else 'formatted'}", "yellow" if check or diff else "green")
    return int(check)


def replace(path: Path, text: str) -> None:
    """Replace the text of a file, completely or not at all."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
