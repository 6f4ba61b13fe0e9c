"""How two pieces of JSON data differ, as a short list from which a reader makes the newer one from the older one."""

from __future__ import annotations

from typing import Any

Difference = tuple[list[str | int], Any] | tuple[list[str | int]]
"""The path to a part and its new value; without a value, the part is removed."""
MISSING = object()


def differences(old: Any, new: Any) -> list[Difference]:
    """List the parts that differ. Of a list, entries are changed, removed and added at its end; else it differs as a whole."""
    found: list[Difference] = []
    if old != new:
        _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: list[str | int], found: list[Difference]) -> None:
    """Compare two values that differ."""
    if type(new) is dict and type(old) is dict:
        if old.keys() != new.keys():
            found += [([*path, key],) for key in old if key not in new]
        for key, value in new.items():
            was = old.get(key, MISSING)
            if was is not value and was != value:
                _compare(was, value, [*path, key], found)
    elif type(new) is list and type(old) is list and old and new and type(new[0]) in (dict, list):
        _compare_lists(old, new, path, found)
    else:
        found.append((path, new))


def _compare_lists(old: list[Any], new: list[Any], path: list[str | int], found: list[Difference]) -> None:
    if len(old) == len(new):
        for at, value in enumerate(new):
            if old[at] is not value and old[at] != value:
                _compare(old[at], value, [*path, at], found)
        return
    kept, gone = 0, list[int]()  # how many entries of the new list are those of the old one that stay
    for at, entry in enumerate(old):
        if kept < len(new) and (entry is new[kept] or entry == new[kept]):
            kept += 1
        else:
            gone.append(at)
    if kept == 0:
        found.append((path, new))
        return
    found += [([*path, at],) for at in reversed(gone)]
    found += [([*path, at], new[at]) for at in range(kept, len(new))]
