"""Compares data with a type: TypedDicts, lists, dictionaries, plain values and None."""

from types import UnionType
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict


def faults(data: Any, kind: Any, at: str = "view") -> list[str]:
    """Lists the places where data does not have the declared type."""
    if isinstance(kind, UnionType):
        return [] if any(not faults(data, each, at) for each in get_args(kind)) else faults(data, get_args(kind)[0], at)
    plain = dict if is_typeddict(kind) else get_origin(kind) or kind
    if type(data) is not plain:
        return [f"{at}: {data!r} is no {kind}"]
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        said = get_type_hints(kind, include_extras=True)
        needed = {name for name in hints if get_origin(said[name]) is not NotRequired}
        wrong = [f"{at}: {sorted(set(hints) ^ set(data))}"] if not needed <= set(data) <= set(hints) else []
        return wrong + [fault for key in set(hints) & set(data) for fault in faults(data[key], hints[key], f"{at}.{key}")]
    if get_origin(kind) is list:
        return [fault for n, each in enumerate(data) for fault in faults(each, get_args(kind)[0], f"{at}[{n}]")]
    if get_origin(kind) is dict:
        return [fault for key, each in data.items() for fault in faults(each, get_args(kind)[1], f"{at}.{key}")]
    return []
