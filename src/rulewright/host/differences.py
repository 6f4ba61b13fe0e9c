"""How two pieces of JSON data differ, as a short list from which a reader makes the newer one from the older one."""

from __future__ import annotations

from typing import Any

Difference = tuple[list[str | int], Any] | tuple[list[str | int]]
"""The path to a part and its new value; without a value, the part is removed."""


def differences(old: Any, new: Any) -> list[Difference]:
    """List the parts that differ. A list of another length, or with mostly other entries, differs as a whole."""
    found: list[Difference] = []
    if old != new:
        _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: list[str | int], found: list[Difference]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        found += [([*path, key],) for key in old if key not in new]
        found += [([*path, key], value) for key, value in new.items() if key not in old]
        for key in [key for key, value in new.items() if key in old and old[key] != value]:
            _compare(old[key], new[key], [*path, key], found)
    elif isinstance(old, list) and isinstance(new, list) and 2 * len(other := _others(old, new)) <= len(new) == len(old):
        for at in other:
            _compare(old[at], new[at], [*path, at], found)
    else:
        found.append((path, new))


def _others(old: list[Any], new: list[Any]) -> list[int]:
    return [at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other]
