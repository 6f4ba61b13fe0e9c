"""Finds the native machine: the module that was built from these sources, unless RULEWRIGHT_NATIVE=0 turns it off."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from rulewright.kernel.native import c_build

if TYPE_CHECKING:
    from rulewright.kernel.native.c_types import NativeModule

SWITCH = "RULEWRIGHT_NATIVE"
QUICK = ("__init__", "answer", "asking", "menu", "over")
"""The methods and properties of games that are called most often."""


def machine() -> NativeModule | None:
    """Give the module, or None where Python plays. The module reads the switch itself, because each new game asks."""
    found = _found()
    return None if found is None or found.setting(SWITCH) == "0" else found


def playing() -> NativeModule:
    """Give the module, where a program that it holds shows that it plays."""
    found = _found()
    assert found is not None
    return found


@cache
def _found() -> NativeModule | None:
    """Import the module; one that was built from other sources may lay its numbers out differently."""
    found = _built()
    return found if found is not None and c_build.fingerprint() == found.SOURCES else None


def _built() -> NativeModule | None:
    try:
        found: NativeModule = import_module(f"{__package__}.{c_build.MODULE}")
    except ImportError:
        return None
    return found


def quicken(game: type, machine: type, play: type, menu: type, state: type) -> None:
    """Let the native machine do what is called most often in games and menus; what it does not do, their own methods do."""
    found = _found()
    if found is None:
        return
    found.parts(game, machine, play, menu, state)
    for name in QUICK:
        method = vars(game)[name]
        if isinstance(method, property):
            setattr(game, name, property(found.quick(name, method.fget or getattr), doc=method.__doc__))
        else:
            setattr(game, name, found.quick(name, method))


def words() -> str:
    """Say which machine plays, and if it is Python, why."""
    if machine() is not None:
        return "native machine"
    if os.environ.get(SWITCH) == "0":
        return f"Python machine, because {SWITCH} is 0"
    if _found() is None and _built() is None:
        return "Python machine, because the native machine is not built here; `pip install --verbose` says why"
    return "Python machine, because the native machine here was built from other sources; install it again"


@cache
def numbers() -> dict[str, int]:
    """Give the numbers of everything that the headers name in their lists, so that they are written down once."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in c_build.headers())
    found = {"RW_VERSION": int(re.findall(r"#define RW_VERSION (\d+)", text)[0])}
    for names in re.findall(r"enum \{([^}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        at = 0
        for part in filter(None, (part.strip() for part in names.split(","))):
            name, _, number = part.partition("=")
            at = int(number) if number else at
            found[name.strip()] = at
            at += 1
    return found
