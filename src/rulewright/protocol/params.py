"""The params of a method: their names, their types, and what is wrong with given ones.

It knows the values of JSON, but not what a method does with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Final

from rulewright.bots.levels import LEVELS, limit
from rulewright.kernel.errors import Refused
from rulewright.program.quick_dataclasses import dataclass
from rulewright.protocol.messages import PARAMS, Data, Fault, quote

_NAME: Final = re.compile(r"[^\W_][\w' -]{0,99}")

Given = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ParamType:
    """What a param may be, in words and as a test."""

    words: str
    fits: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Param:
    """One param of a method."""

    name: str
    kind: ParamType
    needed: bool = False


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63


def _is_pick(value: Any) -> bool:
    return _is_text(value) or _is_number(value)


def _is_level(value: Any) -> bool:
    try:
        limit(value)
    except Refused:
        return False
    return not isinstance(value, bool)


def _is_name(value: Any) -> bool:
    return _is_text(value) and _NAME.fullmatch(value) is not None


def _is_named(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _each(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


TEXT = ParamType("text", _is_text)
NUMBER = ParamType("a whole number", _is_number)
COUNT = ParamType("a whole number from 0", lambda value: _is_number(value) and value >= 0)
DICE = ParamType("a list of whole numbers from 1", _each(lambda value: _is_number(value) and value > 0))
TRUTH = ParamType("true or false", lambda value: isinstance(value, bool))
TEXTS = ParamType("a list of texts", _each(_is_text))
SEATS = ParamType("a list of names, each of letters, digits, spaces, - and '", _each(_is_name))
NAMED = ParamType("an object of texts by name", _is_named)
FILES = ParamType("an object of at least one text by its file's name", lambda value: bool(value) and _is_named(value))
SEAT = ParamType("a seat's name or number, or null for a spectator", lambda value: value is None or _is_pick(value))
PICKS = ParamType(
    "a list of option ids, words or numbers, or the whole answer in words", lambda v: _is_text(v) or _each(_is_pick)(v)
)
LEVEL = ParamType(f"a level of a bot ({', '.join(LEVELS)}), a time such as 2s, or a number of iterations", _is_level)
SAVE = ParamType("a saved game, as an object or as text", lambda value: isinstance(value, dict | str))


def read(method: str, params: Any, wanted: Sequence[Param]) -> Given:
    """Give the params by name, or report one that is missing, unknown or of the wrong type, and what would have worked."""
    given = _by_name(method, params, wanted)
    kinds = {param.name: param.kind for param in wanted}
    for name in given:
        if name not in kinds:
            raise _unknown(method, name, kinds)
        if not kinds[name].fits(given[name]):
            raise wrong(name, f"{method}: {name!r} is {quote(given[name])}, not {kinds[name].words}", kinds[name].words)
    missing = next((param for param in wanted if param.needed and param.name not in given), None)
    if missing is not None:
        raise wrong(missing.name, f"{method} needs {missing.name!r}: {missing.kind.words}", missing.kind.words)
    return given


def _by_name(method: str, params: Any, wanted: Sequence[Param]) -> Given:
    if isinstance(params, dict):
        return params
    if isinstance(params, list) and len(params) <= len(wanted):
        return {param.name: value for param, value in zip(wanted, params, strict=False)}
    expected = f"an object, or a list of at most {len(wanted)}"
    raise wrong("", f"{method}: the params are {quote(params)}, not {expected}", expected)


def _unknown(method: str, name: str, known: Iterable[str]) -> Fault:
    takes = ", ".join(known) or "none"
    return wrong(name, f"{method} has no param {quote(name)}: it takes {takes}", takes, nearest(name, known))


def wrong(name: str, message: str, expected: str, near: Sequence[str] = ()) -> Fault:
    """Make the fault of a param."""
    data: Data = {"code": "params", "param": name, "expected": expected, "nearest": list(near)}
    return Fault(PARAMS, message, data)


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Give the known words that are most similar to one, in any letter case."""
    names = {name.casefold(): name for name in known}
    return [names[close] for close in get_close_matches(word[:100].casefold(), names, 3)]
